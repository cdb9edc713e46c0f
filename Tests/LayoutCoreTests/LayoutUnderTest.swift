import LayoutCore
import LayoutWire
import Oracle

/// A snapshot laid out by the product, with the brute-force look at every element that its queries are compared with.
struct LayoutUnderTest {
  let layout: Layout
  let naive: NaiveLayout

  /// Decodes and lays out a valid snapshot, by the product and by the oracle.
  init(_ json: JSONValue, containerWidth: Double) throws {
    layout = try Layout.of(json, containerWidth: containerWidth)
    naive = NaiveLayout(snapshot: json, containerWidth: containerWidth)
  }

  /// The product's attributes of every element that the oracle lists, at rest or for a scroll position.
  func everyElement(bounds: Rect? = nil, inset: EdgeInsets = .zero) -> [LayoutAttributes] {
    naive.elements.compactMap {
      layout.attributes(of: $0.element, bounds: bounds, inset: inset)
    }
  }
}

extension Layout {
  /// A snapshot as JSON, laid out section by section.
  static func of(_ json: JSONValue, containerWidth: Double) throws -> Layout {
    let snapshot = try SnapshotDecoder.snapshot(
      from: JSONDocument(parsing: Array(json.text.utf8)), limits: SnapshotLimits())
    let sections = try snapshot.sections.enumerated().map { number, section in
      try SectionLayout.prepare(
        section, number: number, containerWidth: containerWidth, maximumColumns: 10_000)
    }
    return try Layout(snapshot, containerWidth: containerWidth, sectionLayouts: sections)
  }

  /// The elements in a rectangle, in order.
  func elements(in rect: Rect, from start: ElementPosition = .first) -> [LayoutAttributes] {
    var elements: [LayoutAttributes] = []
    visitElements(in: rect, from: start) {
      elements.append($0)
      return true
    }
    return elements
  }

  /// The special elements of a scroll position, in order.
  func special(bounds: Rect, inset: EdgeInsets = .zero) -> [LayoutAttributes] {
    var elements: [LayoutAttributes] = []
    var meter = StepMeter.unlimited
    try? visitSpecialElements(bounds: bounds, inset: inset, meter: &meter) {
      elements.append($0)
      return true
    }
    return elements
  }

  /// Visits the elements in a rectangle, however many steps it takes.
  func visitElements(
    in rect: Rect, from start: ElementPosition = .first, _ body: (LayoutAttributes) -> Bool
  ) {
    var meter = StepMeter.unlimited
    try? visitElements(in: rect, from: start, meter: &meter, body)
  }

  /// The topmost element at a point, however many steps it takes.
  func element(at point: Point, bounds: Rect?, inset: EdgeInsets) -> LayoutAttributes? {
    var meter = StepMeter.unlimited
    return try? element(at: point, bounds: bounds, inset: inset, meter: &meter)
  }
}

extension NaiveElement {
  /// The product's name for the element.
  var element: Element {
    let kind: Element.Kind =
      switch kind {
      case "globalHeader": .globalHeader
      case "header": .header
      case "footer": .footer
      case "rowSeparator": .rowSeparator
      case "columnSeparator": .columnSeparator
      case "sectionSeparator": .sectionSeparator
      default: .cell
      }
    return Element(kind: kind, section: section ?? -1, index: index)
  }
}

extension Rect {
  init(_ rect: NaiveRect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }

  var naive: NaiveRect { NaiveRect(x: x, y: y, width: width, height: height) }

  /// The contract's comparison: within 10⁻⁶ · max(1, |value|, content size / 10³).
  func isClose(to other: NaiveRect, in content: Size) -> Bool {
    func isClose(_ a: Double, _ b: Double) -> Bool {
      let scale = max(1, b.magnitude, max(content.width, content.height) / 1000)
      return (a - b).magnitude <= 1e-6 * scale
    }
    return isClose(x, other.x) && isClose(y, other.y) && isClose(width, other.width)
      && isClose(height, other.height)
  }
}

extension EdgeInsets {
  init(_ insets: NaiveInsets) {
    self.init(
      top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }
}
