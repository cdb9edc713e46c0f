import LayoutCore
import Oracle

/// Compares a layout: its frames with those of the oracle, its queries with a look at every element. Each function
/// returns what is wrong, or nil.
extension LayoutUnderTest {
  /// Every element has the oracle's frame, zIndex and colours, and no other element exists.
  public func differenceOfFrames() -> String? {
    let size = layout.contentSize
    let content = Rect(x: 0, y: 0, width: size.width, height: size.height)
    let naiveContent = NaiveRect(
      x: 0, y: 0, width: naive.contentWidth, height: naive.contentHeight)
    guard content.isClose(to: naiveContent, in: size) else {
      return "the content is \(content) instead of \(naiveContent)"
    }
    for expected in naive.elements {
      guard
        let found = layout.attributes(of: expected.element, bounds: nil, inset: .zero)
      else { return "\(expected) is missing" }
      guard isEqual(found, expected, in: size) else { return "\(found) is not \(expected)" }
    }
    for (number, section) in naive.sections.enumerated() {
      let frame = layout.frame(ofSection: number)
      guard frame.isClose(to: section.frame, in: size) else {
        return "section \(number) is \(frame) instead of \(section.frame)"
      }
    }
    return differenceOfNames()
  }

  private func isSeen(_ attributes: LayoutAttributes, in rect: Rect) -> Bool {
    element(attributes).isSeen(in: rect.naive, at: attributes.frame.naive)
  }

  private func isSeen(_ attributes: LayoutAttributes, at point: NaivePoint) -> Bool {
    element(attributes).isSeen(at: point, frame: attributes.frame.naive)
  }

  private func element(_ attributes: LayoutAttributes) -> NaiveElement {
    naiveElements[attributes.element]!
  }

  private func isEqual(
    _ found: LayoutAttributes, _ expected: NaiveElement, in size: Size
  ) -> Bool {
    let snapshot = layout.snapshot
    let shared = snapshot.appearance(of: found.element)
    let appearance = snapshot.members(of: found.element)?.appearance(over: shared) ?? shared
    return found.frame.isClose(to: expected.frame, in: size) && found.zIndex == expected.zIndex
      && found.columnIndex == expected.columnIndex
      && found.isPinned == (expected.tellsPinned ? false : nil)
      && layout.snapshot.decorationColor(of: found.element)?.text == expected.color
      && appearance?.backgroundColor?.text == expected.backgroundColor
      && appearance?.selectedBackgroundColor?.text == expected.selectedBackgroundColor
      && appearance?.padding == expected.padding.map { EdgeInsets($0) }
      && appearance?.members[1] == expected.data.map { .text(Array($0.utf8)) }
  }

  /// Names beside those of existing elements name nothing.
  private func differenceOfNames() -> String? {
    let known = Set(naive.elements.map(\.element))
    for element in known {
      for index in [element.index - 1, element.index + 1] {
        let neighbour = Element(kind: element.kind, section: element.section, index: index)
        guard !known.contains(neighbour) else { continue }
        if layout.attributes(of: neighbour, bounds: nil, inset: .zero) != nil {
          return "\(neighbour) exists"
        }
      }
    }
    return nil
  }

  /// A rectangle query answers what a look at every element does, whole and in pieces.
  public func differenceOfScan(in rect: Rect) -> String? {
    let found = layout.elements(in: rect)
    let scanned = everyElement().filter { !$0.isSpecial && isSeen($0, in: rect) }
    if let difference = difference(found, scanned) { return "\(difference), in \(rect)" }
    let resting = everyElement().filter {
      $0.isSpecial && rect.naive.contains(element: $0.frame.naive)
    }
    if let difference = difference(layout.special(bounds: rect, inset: .atRest), resting) {
      return "\(difference), at rest in \(rect)"
    }
    for position in Set([0, found.count / 2, found.count - 1]) where position >= 0 {
      guard let element = found.isEmpty ? nil : found[position].element else { continue }
      let start = ElementPosition(
        section: element.section, kind: element.kind, index: element.index)
      let rest = layout.elements(in: rect, from: start)
      if let difference = difference(rest, Array(scanned[position...])) {
        return "\(difference), from \(element) in \(rect)"
      }
    }
    return nil
  }

  /// Pinning elements stand where the oracle puts them, and those in sight are special.
  public func differenceOfSpecial(bounds: NaiveRect, inset: NaiveInsets) -> String? {
    let (rect, insets) = (Rect(bounds), EdgeInsets(inset))
    let place = "bounds \(bounds), inset \(inset)"
    // A rectangle beside the bounds.
    let beside = Rect(
      x: rect.x + rect.width / 3, y: rect.y + rect.height / 3, width: rect.width,
      height: rect.height * 4)
    var inSight: [LayoutAttributes] = []
    var standingBeside: [LayoutAttributes] = []
    for expected in naive.specialElements(bounds: bounds, inset: inset) {
      guard
        let found = layout.attributes(of: expected.element, bounds: rect, inset: insets)
      else { return "\(expected) is missing, \(place)" }
      let isEqual =
        found.frame.isClose(to: expected.frame, in: layout.contentSize)
        && found.zIndex == expected.zIndex
        && (found.isPinned == (expected.tellsPinned ? expected.pinned : nil) || isDoubtful(found))
      guard isEqual else { return "\(found) is not \(expected), \(place)" }
      if bounds.contains(element: found.frame.naive) { inSight.append(found) }
      if beside.naive.contains(element: found.frame.naive) { standingBeside.append(found) }
    }
    let difference =
      difference(layout.special(bounds: rect, inset: insets), inSight)
      ?? difference(
        layout.special(bounds: rect, inset: insets, in: beside), standingBeside)
    return difference.map { "\($0), \(place)" }
  }

  /// The records for a rectangle name the sections and the pinning elements that a look at all of them finds.
  public func differenceOfPinningRecords(in rect: Rect) -> String? {
    var meter = WorkMeter.unlimited
    guard let found = try? layout.pinningRecords(in: rect, limit: .max, meter: &meter) else {
      return "there are no records in \(rect)"
    }
    let isHorizontal = layout.snapshot.scrollDirection == .horizontal
    let pinning = everyElement().filter { $0.isPinned != nil }
    let globalHeaders = pinning.filter { $0.element.kind == .globalHeader }
    if let difference = difference(found.globalHeaders, globalHeaders) {
      return "\(difference), of the records in \(rect)"
    }
    let numbers = naive.sections.indices.filter { number in
      let frame = layout.frame(ofSection: number)
      return isHorizontal
        ? frame.width > 0 && rect.x < frame.x + frame.width && frame.x < rect.x + rect.width
        : frame.height > 0 && rect.y < frame.y + frame.height && frame.y < rect.y + rect.height
    }
    guard found.sections.map(\.number) == Array(numbers) else {
      return "sections \(found.sections.map(\.number)) instead of \(numbers) in \(rect)"
    }
    for section in found.sections {
      let expected = pinning.filter { $0.element.section == section.number }
      if let difference = difference(section.elements, expected) {
        return "\(difference), of the records in \(rect)"
      }
      let headers = naive.elements.filter { $0.kind == "header" && $0.section == section.number }
      let extent = headers.reduce(0) { $0 + (isHorizontal ? $1.width : $1.height) }
      let isClose = (section.headersExtent - extent).magnitude <= 1e-6 * max(1, extent)
      guard section.frame == layout.frame(ofSection: section.number), isClose else {
        return "\(section) instead of headers of \(extent)"
      }
    }
    return nil
  }

  /// Whether an element is so near to 0.001 from rest that the order of sums decides whether it is pinned.
  private func isDoubtful(_ attributes: LayoutAttributes) -> Bool {
    let rest = layout.attributes(of: attributes.element, bounds: nil, inset: .zero)?.frame
    let moved = [rest?.x ?? 0, rest?.y ?? 0].reduce(attributes.frame.x + attributes.frame.y, -)
    return (moved.magnitude - 0.001).magnitude < 1e-8
  }

  /// The topmost element at a point is what a look at every element finds, without bounds also where all that pin are
  /// looked at, at rest.
  public func differenceOfHit(
    _ point: NaivePoint, bounds: NaiveRect?, inset: NaiveInsets
  ) -> String? {
    if bounds == nil {
      let topmost = everyElement().filter { isSeen($0, at: point) }.reduce(nil) {
        (top: LayoutAttributes?, next) in next.zIndex >= top?.zIndex ?? .min ? next : top
      }
      let found = layout.element(
        at: Point(x: point.x, y: point.y), bounds: nil, inset: .zero, findsResting: true)
      if found?.element != topmost?.element {
        return "\(String(describing: found)) instead of \(String(describing: topmost))"
          + " at \(point), at rest"
      }
    }
    let insets = EdgeInsets(inset)
    let candidates = everyElement(bounds: bounds.map { Rect($0) }, inset: insets).filter {
      !$0.isSpecial || bounds?.contains(element: $0.frame.naive) ?? false
    }
    let topmost = candidates.filter { isSeen($0, at: point) }.reduce(nil) {
      (top: LayoutAttributes?, next) in next.zIndex >= top?.zIndex ?? .min ? next : top
    }
    let found = layout.element(
      at: Point(x: point.x, y: point.y), bounds: bounds.map { Rect($0) }, inset: insets)
    guard found?.element != topmost?.element else { return nil }
    return "\(String(describing: found)) instead of \(String(describing: topmost)) at \(point),"
      + " bounds \(String(describing: bounds)), inset \(inset)"
  }

  private func difference(
    _ found: [LayoutAttributes], _ expected: [LayoutAttributes]
  ) -> String? {
    let isEqual =
      found.map(\.element) == expected.map(\.element)
      && found.map(\.frame) == expected.map(\.frame)
    return isEqual ? nil : "\(found.map(\.element)) instead of \(expected.map(\.element))"
  }
}
