public import LayoutCore

/// The content of a drawing: results of queries, all in content coordinates.
public struct Drawing: Sendable {
  /// The version of the look of drawings. A release that changes the look must raise it, so that entity tags change
  /// with the bytes.
  public static let version: UInt8 = 2

  /// A section whose frame overlaps the rectangle along the scroll axis.
  public struct DrawnSection: Sendable {
    public let number: Int
    /// The client's id of the section.
    public let id: String?
    public let engine: Engine
    public let itemCount: Int
    public let frame: Rect

    /// Creates a section of a layout.
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
  /// The rectangle to draw.
  public let rect: Rect
  /// The visible rectangle, if the drawing is for a scroll position.
  public let bounds: Rect?
  /// The elements in the rectangle that do not pin, in order.
  public let elements: [LayoutAttributes]
  /// The pinning elements: at their positions for the bounds, or at rest if there are no bounds.
  public let special: [LayoutAttributes]
  /// The cells that are seen otherwise than in their frames, by their elements.
  let cells: [Element: DrawnCell]
  /// In order.
  public let sections: [DrawnSection]
  /// Whether the rectangle has more elements or sections than are drawn.
  public let isCut: Bool

  /// Collects what is to be drawn of a layout.
  public init(
    _ layout: Layout, rect: Rect, bounds: Rect?, elements: [LayoutAttributes],
    special: [LayoutAttributes], effects: [ShownCell] = [], sections: [DrawnSection], isCut: Bool
  ) {
    scrollDirection = layout.snapshot.scrollDirection
    layoutDirection = layout.snapshot.layoutDirection
    contentSize = layout.contentSize
    self.rect = rect
    self.bounds = bounds
    var cells: [Element: DrawnCell] = [:]
    var drawn: [LayoutAttributes] = []
    drawn.reserveCapacity(elements.count + effects.count)
    func draw(_ cell: LayoutAttributes, _ transform: Transform?, alpha: Double) {
      if transform != nil || alpha != 1 {
        guard let look = DrawnCell(cell.frame, transform, alpha: alpha) else { return }
        cells[cell.element] = look
      }
      drawn.append(cell)
    }
    for attributes in elements {
      guard attributes.element.kind == .cell else {
        drawn.append(attributes)
        continue
      }
      // With bounds, a cell with an effect is where that shows it, and nowhere else.
      if bounds != nil, layout.hasEffect(attributes.element) { continue }
      let own = layout.cellAttributes(of: attributes.element)
      draw(attributes, own.transform, alpha: own.alpha)
    }
    for cell in effects where cell.overlaps(rect) {
      draw(cell.attributes, cell.transform, alpha: cell.alpha)
    }
    if !effects.isEmpty { drawn.sort { $0.element.isBefore($1.element) } }
    self.elements = drawn
    self.cells = cells
    self.special = special
    self.sections = sections
    self.isCut = isCut
  }

  /// The drawing as an SVG document. Equal drawings have equal bytes. O(elements · log elements + sections)
  public var svg: [UInt8] { SVGDrawing.bytes(of: self) }

  /// The drawing as lines of UTF-8. Equal drawings have equal bytes. O(elements · log elements + sections)
  public var text: [UInt8] { TextDrawing.bytes(of: self) }

  /// All elements from the lowest to the topmost. Elements with the same zIndex are in order.
  var layers: [LayoutAttributes] {
    // The standard library's sort is stable.
    (elements + special).sorted { $0.zIndex < $1.zIndex }
  }

  /// The number of drawn elements of each kind, and of their sections.
  var summary: String {
    func counted(_ count: Int, _ name: String) -> String {
      count == 1 ? "1 \(name)" : "\(count) \(name)s"
    }
    var counts: [Element.Kind: Int] = [:]
    for attributes in elements { counts[attributes.element.kind, default: 0] += 1 }
    for attributes in special { counts[attributes.element.kind, default: 0] += 1 }
    let kinds = Element.Kind.allCases.sorted { $0.place < $1.place }.compactMap { kind in
      counts[kind].map { kind == .shelf && $0 > 1 ? "\($0) shelves" : counted($0, kind.name) }
    }
    let all = ([counted(sections.count, "section")] + kinds).joined(separator: ", ")
    return isCut ? "\(all); \(Drawing.cutNote.joined(separator: ": "))" : all
  }

  /// The notes on a drawing that was cut, the most important first.
  static let cutNote = ["cut", "the rectangle has more than is drawn here"]
}

/// A cell that its item or an effect shows elsewhere than in its frame, or lets fade.
struct DrawnCell {
  /// The corners as the transform shows them, in turn; nil without a transform.
  let corners: [Point]?
  /// The bounding box of what is seen.
  let frame: Rect
  let opacity: Double

  /// The least opacity, so that every cell is seen.
  private static let leastOpacity = 0.15

  /// Nil if the cell is behind the viewer.
  init?(_ frame: Rect, _ transform: Transform?, alpha: Double) {
    guard let box = transform == nil ? frame : transform?.transformedFrame(of: frame) else {
      return nil
    }
    self.frame = box
    corners = transform?.corners(of: frame)
    opacity = max(DrawnCell.leastOpacity, alpha)
  }
}

extension LayoutAttributes {
  /// The kind and the numbers of an element, as in paths: `cell 0/3`, `header 0/0`, `globalHeader 0`.
  var drawnName: String {
    element.kind.isOfSection
      ? "\(element.kind.name) \(element.section)/\(element.index)"
      : "\(element.kind.name) \(element.index)"
  }

  /// The label of an element: its name and, for a pinning or waiting element, its state.
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

  /// The common part of both; without an area if they do not overlap.
  func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }
}
