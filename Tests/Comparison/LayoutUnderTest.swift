import JSONText
import LayoutCore
import LayoutWire
import Oracle

/// A snapshot laid out by the product, with the brute-force look at every element that its queries are compared with.
public struct LayoutUnderTest {
  public let layout: Layout
  public let naive: NaiveLayout
  let naiveElements: [Element: NaiveElement]

  /// Decodes and lays out a valid snapshot, by the product and by the oracle.
  public init(_ json: JSONValue, containerWidth: Double) throws {
    self.init(try Layout.of(json, containerWidth: containerWidth), of: json)
  }

  /// The product's attributes of every element that the oracle lists, at rest or for a scroll position.
  public func everyElement(bounds: Rect? = nil, inset: EdgeInsets = .zero) -> [LayoutAttributes] {
    naive.elements.compactMap {
      layout.attributes(of: $0.element, bounds: bounds, inset: inset)
    }
  }
}

extension LayoutUnderTest {
  /// A layout, and the JSON that it was made from for the oracle.
  public init(_ layout: Layout, of json: JSONValue) {
    self.layout = layout
    naive = NaiveLayout(snapshot: json, containerWidth: layout.containerWidth)
    naiveElements = Dictionary(naive.elements.map { ($0.element, $0) }) { $1 }
  }
}

extension Layout {
  /// A snapshot as JSON, laid out section by section.
  public static func of(_ json: JSONValue, containerWidth: Double) throws -> Layout {
    let snapshot = try SnapshotDecoder.snapshot(reading: Array(json.text.utf8))
    return try of(snapshot, containerWidth: containerWidth)
  }

  /// A snapshot, laid out section by section.
  public static func of(
    _ snapshot: Snapshot, containerWidth: Double
  ) throws(LayoutError) -> Layout {
    var sections: [SectionLayout] = []
    for (number, section) in snapshot.sections.enumerated() {
      try sections.append(
        SectionLayout.prepare(
          section, number: number, containerWidth: containerWidth, maximumColumns: 10_000))
    }
    return try Layout(snapshot, containerWidth: containerWidth, sectionLayouts: sections)
  }

  /// The elements in a rectangle, in order.
  public func elements(in rect: Rect, from start: ElementPosition = .first) -> [LayoutAttributes] {
    var elements: [LayoutAttributes] = []
    visitElements(in: rect, from: start) {
      elements.append($0)
      return true
    }
    return elements
  }

  /// The pinning elements that overlap the bounds, or another rectangle, at a scroll position, in order.
  public func special(
    bounds: Rect, inset: EdgeInsets = .zero, in rect: Rect? = nil
  ) -> [LayoutAttributes] {
    var meter = WorkMeter.unlimited
    var list = ElementList(limit: .max)
    try? appendSpecialElements(bounds: bounds, inset: inset, in: rect, meter: &meter, to: &list)
    return list.elements
  }

  /// Visits the special elements of a scroll position, however many steps it takes.
  public func visitSpecialElements(
    bounds: Rect, inset: EdgeInsets, _ body: (LayoutAttributes) -> Bool
  ) {
    var meter = WorkMeter.unlimited
    try? visitSpecialElements(bounds: bounds, inset: inset, meter: &meter, body)
  }

  /// Visits the elements in a rectangle, however many steps it takes.
  public func visitElements(
    in rect: Rect, from start: ElementPosition = .first, _ body: (LayoutAttributes) -> Bool
  ) {
    var meter = WorkMeter.unlimited
    try? visitElements(in: rect, from: start, meter: &meter, body)
  }

  /// The topmost element at a point, however many steps it takes.
  public func element(
    at point: Point, bounds: Rect?, inset: EdgeInsets, findsResting: Bool = false
  ) -> LayoutAttributes? {
    var meter = WorkMeter.unlimited
    return try? element(
      at: point, bounds: bounds, inset: inset, findsResting: findsResting, meter: &meter)
  }
}

extension NaiveElement {
  /// The product's name for the element.
  public var element: Element {
    Element(kind: Element.Kind(named: kind), section: section ?? -1, index: index)
  }
}

extension Rect {
  public init(_ rect: NaiveRect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }

  public var naive: NaiveRect { NaiveRect(x: x, y: y, width: width, height: height) }

  /// The comparison of docs/rules.md#vectors: within 10⁻⁶ · max(1, |value|, content size / 10³).
  public func isClose(to other: NaiveRect, in content: Size) -> Bool {
    func isClose(_ a: Double, _ b: Double) -> Bool {
      let scale = max(1, b.magnitude, max(content.width, content.height) / 1000)
      return (a - b).magnitude <= 1e-6 * scale
    }
    return isClose(x, other.x) && isClose(y, other.y) && isClose(width, other.width)
      && isClose(height, other.height)
  }
}

extension EdgeInsets {
  public init(_ insets: NaiveInsets) {
    self.init(
      top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }
}

extension LayoutAttributes {
  /// Whether where it stands depends on the bounds.
  public var isSpecial: Bool { isPinned != nil || element.kind == .globalHeaderBackground }
}

extension Element.Kind {
  /// The kind that answers call by that name; cells have none.
  public init(named name: String?) {
    self = Element.Kind.allCases.first { $0.name == name } ?? .cell
  }
}
