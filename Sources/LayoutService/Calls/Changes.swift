import ContentHash
import HTTPServer
import JSONText
import LayoutCore
import LayoutWire

/// `POST /v1/layouts/{id}/changes`: applies steps to a layout (docs/rules.md#post-a-change).
extension Call {
  static let changes = Call(
    path: "/v1/layouts/{id}/changes", methods: [.post], needs: .postLayouts,
    parameters: changeParameters,
    fault: { $0.faultOfChange }, answering: .layout(.change, check: checkChange, answerChange))

  static let changeParameters =
    elementParameters
    + [.pinning, .special, .anchor, .endThreshold, .transition, .appearScale]

  @Sendable static func checkChange(
    _ question: borrowing CallRequest, _ parent: IdentifiedSnapshot
  ) throws(Problem) {
    _ = try question.containerWidth(of: parent.snapshot)
    if case .item(let path)? = question.parameters.anchor {
      try parent.snapshot.require(path, named: .anchor)
    }
    // Faults of the list are found before the steps are applied.
    try checkObject(question, parent)
  }

  @Sendable static func answerChange(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> Answer {
    guard let change = got.change else { preconditionFailure("the steps have been applied") }
    var answer = ChangeAnswer(parent: change.parent.id.hexadecimal)
    if let before = got.earlierLayout, let after = got.layout {
      let start = ContinuousClock.now
      try change.motion(before, after).answer(question.parameters, &answer, &allowance)
      answer.grids = question.parameters.grids(from: before.snapshot, to: after.snapshot)
      trace.timing.add(since: start, to: .query)
    }
    var parameters = question.parameters
    if let bounds = answer.anchored?.bounds { parameters.move(boundsTo: bounds) }
    return try answerObject(question, parameters, got, &trace, &allowance) { writer in
      writer.literal(",\"change\":")
      writer.change(answer)
    }
  }
}

extension Change {
  /// Both layouts, and what happened to sections and items.
  fileprivate func motion(_ before: Layout, _ after: Layout) -> LayoutChange {
    LayoutChange(
      before: before, after: after, mapping: steps.applied.mapping,
      slides: SlidingSections(steps.applied) { source in
        let slides = steps.slides[source.step]
        return source.list == .insertSections
          ? slides.inserted[source.entry] : slides.deleted[source.entry]
      })
  }
}

extension LayoutChange {
  /// Adds what changed; with bounds, also the item that keeps its place on screen and the transitions.
  fileprivate func answer(
    _ parameters: QueryParameters, _ answer: inout ChangeAnswer, _ allowance: inout Allowance
  ) throws(RequestInterrupted) {
    let inset = parameters.inset ?? .zero
    var anchored: AnchoredBounds?
    var stretch: ChangedStretch?
    _ = try allowance.walk { (meter) throws(WalkInterrupted) in
      stretch = try changedStretch(meter: &meter)
      guard let bounds = parameters.bounds else { return }
      anchored = try anchoredBounds(
        bounds, inset: inset, rule: parameters.anchor ?? .auto,
        endThreshold: parameters.endThreshold ?? 1, meter: &meter)
    }
    answer.changed = .stretch(stretch)
    answer.anchored = anchored
    guard parameters.transition == true, let bounds = parameters.bounds, let anchored else {
      return
    }
    answer.transitions = try transitions(
      from: bounds, to: anchored.bounds, parameters, comparesLines: false, &allowance)
  }

  /// The transitions of the visible elements; throws if there are too many.
  func transitions(
    from oldBounds: Rect, to newBounds: Rect, _ parameters: QueryParameters, comparesLines: Bool,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> [Transition] {
    let limit = allowance.room(Transition.elementsMax)
    var transitions: [Transition] = []
    let isWhole = try allowance.walk(atMost: Transition.elementsMax) {
      (meter) throws(WalkInterrupted) in
      transitions = try self.transitions(
        from: oldBounds, to: newBounds, inset: parameters.inset ?? .zero,
        appearScale: parameters.appearScale ?? 1, comparesLines: comparesLines, limit: limit,
        meter: &meter)
    }
    guard isWhole else {
      throw .problem(
        .badParameter(
          "bounds", .tooMany,
          "More than \(Transition.elementsMax) elements are in them before the change or after it.")
      )
    }
    allowance.take(elements: transitions.count)
    return transitions
  }
}

extension QueryParameters {
  /// The fault of the parameters for a change, for any layout.
  var faultOfChange: Problem? {
    if bounds == nil {
      if self[.anchor] != nil { return .needsBounds("anchor") }
      if self[.endThreshold] != nil { return .needsBounds("endThreshold") }
      if transition == true { return .needsBounds("transition") }
    }
    if self[.appearScale] != nil, transition != true {
      return .badParameter(
        "appearScale", .notAllowed, "It is about transitions: ask for them by transition=true.")
    }
    return faultOfObject
  }
}

extension Problem {
  fileprivate static func needsBounds(_ name: String) -> Problem {
    .badParameter(name, .notAllowed, "It needs bounds: where the viewport is before the change.")
  }
}
