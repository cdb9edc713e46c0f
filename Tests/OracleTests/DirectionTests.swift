import Oracle
import Testing

@Suite("Directions are transforms of one layout")
struct DirectionTests {
  @Test("Horizontal is vertical transposed", arguments: 0..<150 as Range<UInt64>)
  func transposed(seed: UInt64) {
    var generator = SnapshotGenerator(seed: seed)
    generator.makesRunsAndMarks = false
    let width = generator.containerWidth()
    var snapshot = generator.snapshot(containerWidth: width)
    snapshot["layoutDirection"] = nil
    let layout = NaiveLayout(snapshot: snapshot, containerWidth: width)
    let other = NaiveLayout(snapshot: Self.transposed(snapshot), containerWidth: width)

    #expect(layout.isHorizontal != other.isHorizontal)
    #expect(layout.elements.map(Self.transposed) == other.elements)
    for _ in 0..<10 {
      let (bounds, inset) = generator.scrollPosition(in: layout)
      let otherInset = NaiveInsets(
        top: inset.left, left: inset.top, bottom: inset.right, right: inset.bottom)
      #expect(
        layout.special(bounds: bounds, inset: inset).map(Self.transposed)
          == other.special(bounds: Self.transposed(bounds), inset: otherInset))
    }
  }

  @Test("Right to left is left to right mirrored", arguments: 0..<150 as Range<UInt64>)
  func mirrored(seed: UInt64) {
    var generator = SnapshotGenerator(seed: seed)
    generator.makesRunsAndMarks = false
    let width = generator.containerWidth()
    var snapshot = generator.snapshot(containerWidth: width)
    snapshot["layoutDirection"] = "ltr"
    let layout = NaiveLayout(snapshot: snapshot, containerWidth: width)
    snapshot["layoutDirection"] = "rtl"
    let other = NaiveLayout(snapshot: snapshot, containerWidth: width)
    func mirrored(_ frame: NaiveRect) -> NaiveRect {
      var frame = frame
      frame.x = layout.contentWidth - frame.x - frame.width
      return frame
    }

    #expect(layout.elements.map(\.frame).map(mirrored) == other.elements.map(\.frame))
    for _ in 0..<10 {
      let (bounds, inset) = generator.scrollPosition(in: layout)
      let special = layout.specialElements(bounds: bounds, inset: inset)
      let otherSpecial = other.specialElements(
        bounds: mirrored(bounds),
        inset: NaiveInsets(
          top: inset.top, left: inset.right, bottom: inset.bottom, right: inset.left))
      for (element, other) in zip(special, otherSpecial) {
        let tolerance = 1e-9 * max(1, layout.contentWidth, abs(bounds.x))
        #expect(abs(mirrored(element.frame).x - other.x) <= tolerance)
        #expect(element.y == other.y)
        // Rounding decides about an element that has moved by 0.001 itself.
        let rest = layout.elements.first {
          $0.kind == element.kind && $0.section == element.section && $0.index == element.index
        }
        let distance = rest.map { abs($0.x - element.x) + abs($0.y - element.y) } ?? 0
        if abs(distance - 0.001) > tolerance { #expect(element.pinned == other.pinned) }
      }
    }
  }

  static func transposed(_ frame: NaiveRect) -> NaiveRect {
    NaiveRect(x: frame.y, y: frame.x, width: frame.height, height: frame.width)
  }

  static func transposed(_ element: NaiveElement) -> NaiveElement {
    var element = element
    element.frame = transposed(element.frame)
    return element
  }

  /// The same layout in the other scroll direction.
  static func transposed(_ snapshot: JSONValue) -> JSONValue {
    var result = renamed(snapshot)
    let horizontal = snapshot["scrollDirection"] == "horizontal"
    result["scrollDirection"] = horizontal ? "vertical" : "horizontal"
    return result
  }

  private static let names = [
    "width": "height", "height": "width", "widths": "heights", "heights": "widths",
    "top": "left", "left": "top", "bottom": "right", "right": "bottom",
  ]

  private static func renamed(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(renamed))
    case .object(let members):
      .object(
        members.map { member in
          // Padding is handed back, not laid out.
          member.key == "padding"
            ? member
            : JSONValue.Member(names[member.key] ?? member.key, renamed(member.value))
        })
    default: value
    }
  }
}
