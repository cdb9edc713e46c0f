/// The rule that chooses a place to move the bounds to (docs/rules.md#scroll-target).
public enum TargetRule: Equatable, Sendable {
  /// The position of an element in the visible part after the bounds have moved to it.
  public enum Position: String, CaseIterable, Codable, Sendable {
    case start, center, end
    /// Moves as little as needed to show the whole element.
    case nearest
  }

  /// An existing item.
  case item(ItemPath, Position = .start)
  /// An existing header, at rest.
  case header(section: Int, index: Int, Position = .start)
  /// The item whose centre is nearest to the centre of the visible part at the proposed origin.
  case nearestItem(proposed: LayoutPoint)
  /// A page, chosen by the proposed origin and by the velocity in points per second. The length of a page is in points.
  case page(length: Double, proposed: LayoutPoint, velocity: LayoutPoint = .zero)
}

/// The rule that chooses the cell that keeps its place after a rotation, or when a keyboard covers a part of the
/// viewport (docs/rules.md#kept-place).
public enum KeepRule: Hashable, Sendable {
  /// The first visible cell. Bounds at the start stay there.
  case first
  /// The last visible cell. Bounds at the end stay there.
  case end
  /// An existing item.
  case item(ItemPath)
}

/// The bounds that a target rule chooses.
public struct TargetBounds: Equatable, Sendable {
  /// In content coordinates, with the size of the given bounds.
  public var bounds: LayoutRect
  /// Whether an element of an estimated size starts before the end of the visible part. Measuring may move the target
  /// then; ask again afterwards.
  public var estimated: Bool
  /// The cell that keeps its place; nil if no cell decided, and for other targets.
  public var anchor: ScrollAnchor?

  /// Creates the bounds of a target.
  public init(bounds: LayoutRect, estimated: Bool = false, anchor: ScrollAnchor? = nil) {
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
    bounds = try object.decode(LayoutRect.self, forKey: .bounds)
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

/// A viewport and its velocity.
public struct ScrollMotion: Equatable, Sendable {
  /// In content coordinates.
  public var bounds: LayoutRect
  /// In points per second; nil if it is unknown.
  public var velocity: LayoutPoint?

  /// Creates a motion.
  public init(bounds: LayoutRect, velocity: LayoutPoint? = nil) {
    self.bounds = bounds
    self.velocity = velocity
  }
}

/// How far ahead of a moving viewport cells are prefetched, and up to which speed (docs/rules.md#scroll-window).
public struct PrefetchRule: Hashable, Sendable {
  /// In viewport lengths, from 0 to 100.
  public var ahead: Double
  /// In viewport lengths per second, from 0 to 100. No cell is prefetched at a higher speed.
  public var speed: Double

  /// Creates a rule. The default is one length, up to a speed of three.
  public init(ahead: Double = 1, speed: Double = 3) {
    self.ahead = ahead
    self.speed = speed
  }
}

/// Identifies an element of a layout.
public struct ElementName: Hashable, Codable, Sendable {
  /// The category of the element.
  public var category: ElementCategory
  /// Set for supplementary elements and decorations.
  public var kind: ElementKind?
  /// Nil for a global header.
  public var section: Int?
  /// Set for a cell.
  public var item: Int?
  /// Set for supplementary elements and decorations.
  public var index: Int?

  /// Creates the identity of an element.
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

/// The changes of a viewport's contents after it moved (docs/rules.md#scroll-window).
public struct ScrollWindow: Equatable, Codable, Sendable {
  /// The elements in the bounds that were not in the previous bounds, in order. Cells with an effect are at rest.
  public var entering: [LayoutElement]
  /// The elements of the previous bounds that are not in these bounds, in order.
  public var leaving: [ElementName]
  /// The cells to prefetch, the nearest first.
  public var prefetch: [ItemPath]
  /// The cells prefetched before that are neither visible nor to be prefetched now.
  public var cancelled: [ItemPath]

  /// Creates a window.
  public init(
    entering: [LayoutElement], leaving: [ElementName], prefetch: [ItemPath], cancelled: [ItemPath]
  ) {
    self.entering = entering
    self.leaving = leaving
    self.prefetch = prefetch
    self.cancelled = cancelled
  }
}

/// The cells that arrow keys reach from an item, one for each side; nil if there is none (docs/rules.md#neighbors).
public struct Neighbors: Equatable, Codable, Sendable {
  /// A cell that an arrow key reaches.
  public struct Neighbor: Equatable, Codable, Sendable {
    /// The path of the cell.
    public var section: Int
    /// The path of the cell.
    public var item: Int
    /// In content coordinates.
    public var frame: LayoutRect

    /// Creates a neighbor.
    public init(section: Int, item: Int, frame: LayoutRect) {
      self.section = section
      self.item = item
      self.frame = frame
    }
  }

  public var up: Neighbor?
  public var down: Neighbor?
  public var left: Neighbor?
  public var right: Neighbor?

  /// Creates the neighbors of an item.
  public init(
    up: Neighbor? = nil, down: Neighbor? = nil, left: Neighbor? = nil, right: Neighbor? = nil
  ) {
    self.up = up
    self.down = down
    self.left = left
    self.right = right
  }
}

/// The answer for a viewport while an item is dragged (docs/rules.md#reordering).
public struct ReorderAnswer: Equatable, Codable, Sendable {
  /// The place to which a drop would move the item, after the move.
  public var target: ItemPath
  /// The frame of the item at the target.
  public var gap: LayoutRect
  /// A frame of the same size, centred at the finger.
  public var dragged: LayoutRect
  /// The elements that are not special, without the dragged item, in their order after the move. Cells have their numbers
  /// from before the move, and those with an effect are at rest.
  public var elements: [LayoutElement]
  /// The visible special elements.
  public var special: [LayoutElement]
  /// The size of the whole content after the move, in points.
  public var contentSize: LayoutSize
  /// The speed of automatic scrolling, in points per second, positive towards the end.
  public var autoScroll: Double

  /// Creates an answer.
  public init(
    target: ItemPath, gap: LayoutRect, dragged: LayoutRect, elements: [LayoutElement],
    special: [LayoutElement], contentSize: LayoutSize, autoScroll: Double
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
