public import LayoutCore

/// The content of a drawing: the answers of queries, all in content coordinates.
public struct Drawing: Sendable {
  /// The version of what drawings look like. A release that draws anything in another way raises it, so that entity
  /// tags change with the bytes.
  public static let version: UInt8 = 1

  /// A section whose frame overlaps the rectangle along the scroll axis.
  public struct DrawnSection: Sendable {
    public let number: Int
    /// The caller's name for it.
    public let id: String?
    public let engine: Engine
    public let itemCount: Int
    public let frame: Rect

    /// A section of the layout.
    public init(_ number: Int, of layout: Layout) {
      let section = layout.snapshot.sections[number]
      self.number = number
      id = layout.snapshot.id(ofSection: number)
      engine = section.metrics.engine.name
      itemCount = section.items.count
      frame = layout.frame(ofSection: number)
    }
  }

  public let scrollDirection: ScrollDirection
  public let layoutDirection: LayoutDirection
  public let contentSize: Size
  /// The rectangle that is drawn.
  public let rect: Rect
  /// The visible rectangle, if the drawing is for a scroll position.
  public let bounds: Rect?
  /// The elements in the rectangle that do not pin, in order.
  public let elements: [LayoutAttributes]
  /// The elements that pin: where they stand for the bounds, or at rest where there are none.
  public let special: [LayoutAttributes]
  /// In order.
  public let sections: [DrawnSection]
  /// Whether there are more elements or sections in the rectangle than are drawn.
  public let isCut: Bool

  /// Gathers what is drawn of a layout.
  public init(
    _ layout: Layout, rect: Rect, bounds: Rect?, elements: [LayoutAttributes],
    special: [LayoutAttributes], sections: [DrawnSection], isCut: Bool
  ) {
    scrollDirection = layout.snapshot.scrollDirection
    layoutDirection = layout.snapshot.layoutDirection
    contentSize = layout.contentSize
    self.rect = rect
    self.bounds = bounds
    self.elements = elements
    self.special = special
    self.sections = sections
    self.isCut = isCut
  }

  /// The drawing as a document of SVG. Equal drawings have equal bytes. O(elements · log elements + sections)
  public var svg: [UInt8] { SVGDrawing.bytes(of: self) }

  /// The drawing as lines of UTF-8. Equal drawings have equal bytes. O(elements · log elements + sections)
  public var text: [UInt8] { TextDrawing.bytes(of: self) }

  /// All elements from the lowest to the topmost; those of one zIndex in order.
  var layers: [LayoutAttributes] {
    // The standard library's sort is stable.
    (elements + special).sorted { $0.zIndex < $1.zIndex }
  }

  /// How many elements of each kind are drawn, and how many sections they are of.
  var summary: String {
    func counted(_ count: Int, _ name: String) -> String {
      count == 1 ? "1 \(name)" : "\(count) \(name)s"
    }
    var counts: [Element.Kind: Int] = [:]
    for attributes in elements { counts[attributes.element.kind, default: 0] += 1 }
    for attributes in special { counts[attributes.element.kind, default: 0] += 1 }
    let kinds = Element.Kind.allCases.compactMap { kind in
      counts[kind].map { counted($0, kind.name) }
    }
    let all = ([counted(sections.count, "section")] + kinds).joined(separator: ", ")
    return isCut ? "\(all); \(Drawing.cutNote.joined(separator: ": "))" : all
  }

  /// The notes of a drawing that was cut, the most important first.
  static let cutNote = ["cut", "the rectangle has more than is drawn here"]
}

extension LayoutAttributes {
  /// The element by its kind and its numbers, as paths name it: `cell 0/3`, `header 0/0`, `globalHeader 0`.
  var drawnName: String {
    element.kind == .globalHeader
      ? "\(element.kind.name) \(element.index)"
      : "\(element.kind.name) \(element.section)/\(element.index)"
  }

  /// An element's label: its name, and for a pinning element its state.
  var labelParts: [String] {
    guard let isPinned else { return [drawnName] }
    return [drawnName, isPinned ? "pinned" : "at rest"]
  }
}

extension Drawing.DrawnSection {
  /// The parts of a label, the most important first.
  var labelParts: [String] {
    [String(number)] + (id.map { $0.isEmpty ? [] : [DrawnText.readable($0)] } ?? [])
      + [engine.rawValue, itemCount == 1 ? "1 item" : "\(itemCount) items"]
  }
}

extension Rect {
  var maxX: Double { x + width }
  var maxY: Double { y + height }

  /// The part that both have; without an area where they have none in common.
  func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
}
