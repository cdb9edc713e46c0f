import ContentHash
import JSONText
import LayoutCore
import LayoutWire

/// `GET /v1/layouts/{id}/target` (docs/rules.md#get-target)
extension Call {
  static let scrollTarget = Call(
    path: "/v1/layouts/{id}/target", needs: .readLayouts,
    parameters: [
      .width, .height, .bounds, .inset, .item, .header, .position, .snap, .proposed, .page,
      .velocity, .keep, .previous, .previousWidth, .previousInset,
    ],
    lifetime: .forever, fault: { $0.faultOfTarget },
    answering: .layout(.two, check: { (_, _) in }, answerTarget))

  @Sendable private static func answerTarget(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    let (named, layout) = got.prepared
    let parameters = question.parameters
    let start = ContinuousClock.now
    let found = try parameters.bounds(in: layout, got.earlierLayout ?? layout, &allowance)
    trace.timing.add(since: start, to: .query)
    return trace.timing.measure(.encode) {
      var writer = JSONWriter(capacity: 256)
      writer.head(named, layout)
      writer.literal(",\"bounds\":")
      writer.rect(found.target.bounds)
      if found.target.isEstimated { writer.literal(",\"estimated\":true") }
      if parameters.keep != nil {
        writer.literal(",\"anchor\":")
        writer.anchor(found.anchor)
      }
      writer.literal("}")
      return Answer(body: writer.bytes)
    }
  }
}

extension QueryParameters {
  /// The parameters for the target of scrolling; a question has exactly one.
  private static let aims: [Name] = [.item, .header, .snap, .page, .keep]

  /// The parameters that each of the others belongs to.
  private static let companions: [(name: Name, aims: [Name])] = [
    (.position, [.item, .header]), (.proposed, [.snap, .page]), (.velocity, [.page]),
    (.previous, [.keep]), (.previousWidth, [.keep]), (.previousInset, [.keep]),
  ]

  /// The fault of the parameters for a target, for any layout.
  fileprivate var faultOfTarget: Problem? {
    if bounds == nil { return .badParameter("bounds", .missing, "Say where the viewport is now.") }
    let given = Self.aims.filter { self[$0] != nil }
    let all = Self.aims.map(\.text).joined(separator: ", ")
    guard let aim = given.first else {
      return .badParameter("item", .missing, "Say where to scroll by one of \(all).")
    }
    if given.count > 1 {
      let (first, second) = (aim.text, given[1].text)
      return .badParameter(
        second, .notAllowed, "Give one of \(all): \(first) and \(second) are two.")
    }
    for (name, aims) in Self.companions where self[name] != nil && !aims.contains(aim) {
      let owners = aims.map(\.text).joined(separator: " or ")
      return .badParameter(
        name.text, .notAllowed, "\(name.text) belongs to \(owners), not to \(aim.text).")
    }
    let needed: Name? = aim == .snap || aim == .page ? .proposed : aim == .keep ? .previous : nil
    guard let needed, self[needed] == nil else { return nil }
    return .badParameter(needed.text, .missing, "\(aim.text) needs \(needed.text).")
  }

  /// The new bounds, in a layout and the one at the previous width.
  fileprivate func bounds(
    in layout: Layout, _ previousLayout: Layout, _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> (target: TargetBounds, anchor: AnchoredBounds.Anchor?) {
    guard let bounds else { preconditionFailure("a question about a target gives bounds") }
    let inset = inset ?? .zero
    var found: (target: TargetBounds, anchor: AnchoredBounds.Anchor?)?
    if let keep, let previous {
      if case .item(let path) = keep {
        try RequestInterrupted.checked { () throws(Problem) in
          try layout.snapshot.require(path, named: .keep)
        }
      }
      _ = try allowance.walk { (meter) throws(WalkInterrupted) in
        found = try layout.bounds(
          keeping: keep, of: previousLayout, previous, previousInset: previousInset ?? inset,
          in: bounds, inset: inset, meter: &meter)
      }
    } else {
      let target = try RequestInterrupted.checked { () throws(Problem) in
        try self.target(in: layout)
      }
      _ = try allowance.walk { (meter) throws(WalkInterrupted) in
        found = try layout.bounds(at: target, from: bounds, inset: inset, meter: &meter)
          .map { ($0, nil) }
      }
    }
    guard let found else {
      let kind = header.map { "Section \($0.section) has no header \($0.item)." }
      throw .problem(.badParameter("header", .outOfRange, kind ?? "There is no such header."))
    }
    return found
  }

  private func target(in layout: Layout) throws(Problem) -> ScrollTarget {
    let position = position ?? .start
    if let item {
      try layout.snapshot.require(item, named: .item)
      return .element(
        Element(kind: .cell, section: item.section, index: item.item), position)
    }
    if let header {
      return .element(
        Element(kind: .header, section: header.section, index: header.item), position)
    }
    guard let proposed else { preconditionFailure("snap and page come with a proposed place") }
    guard let page else { return .nearestItem(proposed: proposed) }
    return .page(length: page, proposed: proposed, velocity: velocity ?? Point(x: 0, y: 0))
  }
}
