/// A stretch along the scroll axis, measured from the start of the content, in points.
public struct Stretch: Hashable, Codable, Sendable {
  public var start: Double
  public var end: Double

  /// Creates a stretch from its ends.
  public init(start: Double, end: Double) {
    self.start = start
    self.end = end
  }
}

/// The stretches in which two layouts differ (docs/rules.md#changed-stretch).
public struct ChangedStretches: Hashable, Codable, Sendable {
  /// In the old layout.
  public var before: Stretch
  /// In the new layout.
  public var after: Stretch

  /// Creates a pair of stretches.
  public init(before: Stretch, after: Stretch) {
    self.before = before
    self.after = after
  }
}

/// The cell that keeps its place on screen while a list changes (docs/rules.md#scroll-anchor).
public struct ScrollAnchor: Hashable, Codable, Sendable {
  /// The edges of a cell along the scroll axis.
  public enum Edge: String, CaseIterable, Codable, Sendable {
    case leading, trailing
  }

  /// In the new layout.
  public var section: Int
  /// In the new layout.
  public var item: Int
  /// The edge of the cell.
  public var edge: Edge

  /// Creates an anchor at an edge of an item.
  public init(section: Int, item: Int, edge: Edge) {
    self.section = section
    self.item = item
    self.edge = edge
  }
}

/// How an element moves from the old layout to the new one (docs/rules.md#transition).
public struct ElementTransition: Equatable, Codable, Sendable {
  /// An element of one of the layouts.
  public struct Path: Hashable, Codable, Sendable {
    /// Nil for a global header.
    public var section: Int?
    /// Set for a cell.
    public var item: Int?
    /// Set for supplementary elements and decorations.
    public var index: Int?

    /// Creates a path.
    public init(section: Int? = nil, item: Int? = nil, index: Int? = nil) {
      self.section = section
      self.item = item
      self.index = index
    }
  }

  /// The state of an element at the beginning or at the end.
  public struct End: Equatable, Codable, Sendable {
    /// In content coordinates.
    public var frame: LayoutRect
    /// Opacity, 0 to 1; nil means 1.
    public var alpha: Double?
    /// The six numbers of a matrix of the plane; nil for the identity and for another matrix.
    public var transform: [Double]?
    /// The sixteen numbers of another matrix, row by row.
    public var transform3D: [Double]?
    /// Whether it is away from its rest position; nil if it neither pins nor waits.
    public var pinned: Bool?

    /// Creates an end.
    public init(
      frame: LayoutRect, alpha: Double? = nil, transform: [Double]? = nil,
      transform3D: [Double]? = nil, pinned: Bool? = nil
    ) {
      self.frame = frame
      self.alpha = alpha
      self.transform = transform
      self.transform3D = transform3D
      self.pinned = pinned
    }
  }

  /// The category of the element.
  public var category: ElementCategory
  /// Set for supplementary elements and decorations.
  public var kind: ElementKind?
  /// In the old layout; nil for a new element.
  public var from: Path?
  /// In the new layout; nil for an element that is gone.
  public var to: Path?
  /// The state for the old bounds.
  public var initial: End
  /// The state for the new bounds.
  public var final: End
  /// Nil means 0.
  public var zIndex: Int?
  /// True of a cell of flow that is on another line at another width of the same layout: it is better faded than moved.
  public var crossfades: Bool?

  /// Creates a transition.
  public init(
    category: ElementCategory, kind: ElementKind? = nil, from: Path? = nil, to: Path? = nil,
    initial: End, final: End, zIndex: Int? = nil, crossfades: Bool? = nil
  ) {
    self.category = category
    self.kind = kind
    self.from = from
    self.to = to
    self.initial = initial
    self.final = final
    self.zIndex = zIndex
    self.crossfades = crossfades
  }
}

/// The rule by which the bounds follow a change (docs/rules.md#scroll-anchor).
public enum AnchorRule: Hashable, Sendable {
  /// The bounds do not move.
  case none
  /// The first visible cell keeps its place, unless the bounds are at the start.
  case auto
  /// The first visible cell keeps its place.
  case first
  /// If the end is visible it stays so; else the last visible cell keeps its place.
  case end
  /// An item of the old layout keeps its place.
  case item(ItemPath)
}
