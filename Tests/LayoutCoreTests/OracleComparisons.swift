import LayoutCore
import Oracle
import Testing

/// What every layout has to show: frames as the oracle computes them, queries as a look at every element answers them.
extension LayoutUnderTest {
  /// Every element has the oracle's frame, zIndex and colours, and no other element exists.
  func expectFramesOfTheOracle(_ comment: Comment) {
    let size = layout.contentSize
    let content = Rect(x: 0, y: 0, width: size.width, height: size.height)
    #expect(
      content.isClose(
        to: NaiveRect(x: 0, y: 0, width: naive.contentWidth, height: naive.contentHeight),
        in: size), comment)
    for expected in naive.elements {
      guard
        let found = layout.attributes(of: expected.element, bounds: nil, inset: .zero)
      else {
        Issue.record("\(expected) is missing: \(comment)")
        return
      }
      let isEqual =
        found.frame.isClose(to: expected.frame, in: size) && found.zIndex == expected.zIndex
        && found.columnIndex == expected.columnIndex
        && found.isPinned == (expected.pins ? false : nil)
        && layout.snapshot.separatorColor(of: found.element)?.text == expected.color
        && layout.snapshot.appearance(of: found.element)?.backgroundColor?.text
          == expected.backgroundColor
        && layout.snapshot.appearance(of: found.element)?.selectedBackgroundColor?.text
          == expected.selectedBackgroundColor
        && layout.snapshot.appearance(of: found.element)?.padding
          == expected.padding.map { EdgeInsets($0) }
      if !isEqual {
        Issue.record("\(found) is not \(expected): \(comment)")
        return
      }
    }
    expectNothingElse(comment)
    for (number, section) in naive.sections.enumerated() {
      #expect(layout.frame(ofSection: number).isClose(to: section.frame, in: size), comment)
    }
  }

  /// Names next to those that exist name nothing.
  private func expectNothingElse(_ comment: Comment) {
    let known = Set(naive.elements.map(\.element))
    for element in known {
      for index in [element.index - 1, element.index + 1] {
        let neighbour = Element(kind: element.kind, section: element.section, index: index)
        guard !known.contains(neighbour) else { continue }
        let found = layout.attributes(of: neighbour, bounds: nil, inset: .zero)
        #expect(found == nil, "\(neighbour) exists: \(comment)")
      }
    }
  }

  /// A rectangle query answers what a look at every element does, whole and in pieces.
  func expectScan(in rect: Rect, _ comment: Comment) {
    let found = layout.elements(in: rect)
    let scanned = everyElement().filter {
      $0.isPinned == nil && rect.naive.contains(element: $0.frame.naive)
    }
    guard expectEqual(found, scanned, "in \(rect): \(comment)") else { return }
    for position in Set([0, found.count / 2, found.count - 1]) where position >= 0 {
      let element = found.isEmpty ? nil : found[position].element
      guard let element else { continue }
      let start = ElementPosition(
        section: element.section, kind: element.kind, index: element.index)
      expectEqual(
        layout.elements(in: rect, from: start), Array(scanned[position...]),
        "from \(element) in \(rect): \(comment)")
    }
  }

  /// Pinning elements stand where the oracle puts them, and those in sight are special.
  func expectSpecial(bounds: NaiveRect, inset: NaiveInsets, _ comment: Comment) {
    let comment: Comment = "bounds \(bounds), inset \(inset): \(comment)"
    let (rect, insets) = (Rect(bounds), EdgeInsets(inset))
    let pinning = naive.pinningElements(bounds: bounds, inset: inset)
    var inSight: [LayoutAttributes] = []
    for expected in pinning {
      guard
        let found = layout.attributes(of: expected.element, bounds: rect, inset: insets)
      else {
        Issue.record("\(expected) is missing: \(comment)")
        return
      }
      if !found.frame.isClose(to: expected.frame, in: layout.contentSize)
        || found.zIndex != expected.zIndex
      {
        Issue.record("\(found) is not \(expected): \(comment)")
        return
      }
      if !isDoubtful(found) { #expect(found.isPinned == expected.pinned, comment) }
      if bounds.contains(element: found.frame.naive) { inSight.append(found) }
    }
    expectEqual(layout.special(bounds: rect, inset: insets), inSight, comment)
  }

  /// Whether an element is so near to 0.001 from rest that the order of sums decides whether it is pinned.
  private func isDoubtful(_ attributes: LayoutAttributes) -> Bool {
    let rest = layout.attributes(of: attributes.element, bounds: nil, inset: .zero)?.frame
    let moved = [rest?.x ?? 0, rest?.y ?? 0].reduce(attributes.frame.x + attributes.frame.y, -)
    return (moved.magnitude - 0.001).magnitude < 1e-8
  }

  /// The topmost element at a point is what a look at every element finds.
  func expectHit(_ point: NaivePoint, bounds: NaiveRect?, inset: NaiveInsets, _ comment: Comment) {
    let insets = EdgeInsets(inset)
    var candidates = everyElement().filter { $0.isPinned == nil }
    if let bounds {
      candidates += everyElement(bounds: Rect(bounds), inset: insets).filter {
        $0.isPinned != nil && bounds.contains(element: $0.frame.naive)
      }
    }
    let topmost = candidates.filter { $0.frame.naive.contains(point: point) }.reduce(nil) {
      (top: LayoutAttributes?, next) in next.zIndex >= top?.zIndex ?? .min ? next : top
    }
    let found = layout.element(
      at: Point(x: point.x, y: point.y), bounds: bounds.map { Rect($0) }, inset: insets)
    #expect(found?.element == topmost?.element, "at \(point): \(comment)")
  }

  @discardableResult
  private func expectEqual(
    _ found: [LayoutAttributes], _ expected: [LayoutAttributes], _ comment: Comment
  ) -> Bool {
    let isEqual =
      found.map(\.element) == expected.map(\.element)
      && found.map(\.frame) == expected.map(\.frame)
    #expect(
      isEqual,
      "\(found.map(\.element)) instead of \(expected.map(\.element)), \(comment)")
    return isEqual
  }
}
