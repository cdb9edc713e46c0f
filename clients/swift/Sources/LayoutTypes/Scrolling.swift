/// Where an element stands in what is visible once the bounds have moved to it (docs/rules.md#scroll-target).
public enum ScrollPosition: String, CaseIterable, Codable, Sendable {
  case start, center, end
  /// The least movement that shows all of it.
  case nearest
}

/// Where to scroll (docs/rules.md#scroll-target).
public enum ScrollTarget: Hashable, Sendable {
  /// To an item that exists.
  case item(ItemPath, ScrollPosition = .start)
  /// To a header that exists, at rest.
  case header(section: Int, index: Int, ScrollPosition = .start)
  /// To the item whose centre is nearest to that of what would be visible at the proposed origin.
  case nearestItem(proposed: Point)
  /// To a page of that length in points, by the proposed origin and the velocity in points per second.
  case page(length: Double, proposed: Point, velocity: Point = Point(x: 0, y: 0))
}

/// Which cell keeps its place after a rotation, or when a keyboard covers a part of the viewport
/// (docs/rules.md#kept-place).
public enum KeepRule: Hashable, Sendable {
  /// The first visible one; what is at the start stays there.
  case first
  /// The last visible one; what is at the end stays there.
  case end
  /// An item that exists.
  case item(ItemPath)
}

/// Where the bounds are to be.
public struct TargetBounds: Hashable, Sendable {
  /// As large as those that the question names, in content coordinates.
  public var bounds: Rect
  /// Whether an estimate lies before the end of what is visible there: measuring may move the target, so ask again.
  public var estimated: Bool
  /// Which cell keeps its place; nil where none decided, and for other targets.
  public var anchor: ScrollAnchor?

  /// Makes a target of bounds.
  public init(bounds: Rect, estimated: Bool = false, anchor: ScrollAnchor? = nil) {
    self.bounds = bounds
    self.estimated = estimated
    self.anchor = anchor
  }
}

extension TargetBounds: Codable {
  private enum CodingKeys: String, CodingKey {
    case bounds, estimated, anchor
  }

  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    bounds = try object.decode(Rect.self, forKey: .bounds)
    estimated = try object.decodeIfPresent(Bool.self, forKey: .estimated) ?? false
    anchor = try object.decodeIfPresent(ScrollAnchor.self, forKey: .anchor)
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(bounds, forKey: .bounds)
    if estimated { try object.encode(true, forKey: .estimated) }
    try object.encodeIfPresent(anchor, forKey: .anchor)
  }
}

/// Where a viewport is, and how fast it moves.
public struct ScrollMotion: Hashable, Sendable {
  /// In content coordinates.
  public var bounds: Rect
  /// In points per second; nil where it is not known.
  public var velocity: Point?

  /// Makes a motion.
  public init(bounds: Rect, velocity: Point? = nil) {
    self.bounds = bounds
    self.velocity = velocity
  }
}

/// How far ahead of a moving viewport cells are named, and up to which speed (docs/rules.md#scroll-window).
public struct PrefetchRule: Hashable, Sendable {
  /// In lengths of the viewport, from 0 to 100.
  public var ahead: Double
  /// In lengths of the viewport per second, from 0 to 100; above it no cell is named.
  public var speed: Double

  /// Makes a rule; by default it is one length up to a speed of three.
  public init(ahead: Double = 1, speed: Double = 3) {
    self.ahead = ahead
    self.speed = speed
  }
}

/// Which element of a layout.
public struct ElementName: Hashable, Codable, Sendable {
  /// What it is.
  public var category: ElementCategory
  /// Of supplementary elements and decorations.
  public var kind: ElementKind?
  /// Nil for a global header.
  public var section: Int?
  /// Of a cell.
  public var item: Int?
  /// Of supplementary elements and decorations.
  public var index: Int?

  /// Names an element.
  public init(
    category: ElementCategory, kind: ElementKind? = nil, section: Int? = nil, item: Int? = nil,
    index: Int? = nil
  ) {
    self.category = category
    self.kind = kind
    self.section = section
    self.item = item
    self.index = index
  }
}

/// What a viewport shows, what it showed, and what comes next (docs/rules.md#scroll-window).
public struct ScrollWindow: Hashable, Codable, Sendable {
  /// The elements that are in the bounds and were not in those before, in order.
  public var entering: [LayoutElement]
  /// The elements that were in the bounds before and are not in these, in order.
  public var leaving: [ElementName]
  /// The cells that come next, the nearest first.
  public var prefetch: [ItemPath]
  /// The cells that came next before and do not any more.
  public var cancelled: [ItemPath]

  /// Makes a window.
  public init(
    entering: [LayoutElement], leaving: [ElementName], prefetch: [ItemPath], cancelled: [ItemPath]
  ) {
    self.entering = entering
    self.leaving = leaving
    self.prefetch = prefetch
    self.cancelled = cancelled
  }
}

/// Where an arrow key goes from an item: the cell on each side, nil where there is none (docs/rules.md#neighbors).
public struct Neighbors: Hashable, Codable, Sendable {
  /// A cell beside an item.
  public struct Neighbor: Hashable, Codable, Sendable {
    /// Of the cell.
    public var section: Int
    /// Of the cell.
    public var item: Int
    /// In content coordinates.
    public var frame: Rect

    /// Makes a neighbor.
    public init(section: Int, item: Int, frame: Rect) {
      self.section = section
      self.item = item
      self.frame = frame
    }
  }

  public var up: Neighbor?
  public var down: Neighbor?
  public var left: Neighbor?
  public var right: Neighbor?

  /// Makes the neighbors of an item.
  public init(
    up: Neighbor? = nil, down: Neighbor? = nil, left: Neighbor? = nil, right: Neighbor? = nil
  ) {
    self.up = up
    self.down = down
    self.left = left
    self.right = right
  }
}

/// What a viewport shows while an item is dragged (docs/rules.md#reordering).
public struct ReorderAnswer: Hashable, Codable, Sendable {
  /// Where the item goes if it is dropped now: its place after the move.
  public var target: ItemPath
  /// The frame that the item has there.
  public var gap: Rect
  /// A frame of that size whose centre is at the finger.
  public var dragged: Rect
  /// The elements that do not pin, in the order after the move, without the dragged item. Cells have the section and the
  /// item that they have before the move.
  public var elements: [LayoutElement]
  /// The pinning elements in sight.
  public var special: [LayoutElement]
  /// How large everything is together after the move, in points.
  public var contentSize: Size
  /// How fast the content scrolls by itself, in points per second, above 0 towards the end.
  public var autoScroll: Double

  /// Makes an answer.
  public init(
    target: ItemPath, gap: Rect, dragged: Rect, elements: [LayoutElement],
    special: [LayoutElement], contentSize: Size, autoScroll: Double
  ) {
    self.target = target
    self.gap = gap
    self.dragged = dragged
    self.elements = elements
    self.special = special
    self.contentSize = contentSize
    self.autoScroll = autoScroll
  }
}
