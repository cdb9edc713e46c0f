/// A stretch along the scroll axis, from where the content begins, in points.
public struct Stretch: Hashable, Codable, Sendable {
  public var start: Double
  public var end: Double

  /// Makes a stretch from its ends.
  public init(start: Double, end: Double) {
    self.start = start
    self.end = end
  }
}

/// Where two layouts differ (docs/rules.md#changed-stretch).
public struct ChangedStretches: Hashable, Codable, Sendable {
  /// In the old layout.
  public var before: Stretch
  /// In the new layout.
  public var after: Stretch

  /// Makes a pair of stretches.
  public init(before: Stretch, after: Stretch) {
    self.before = before
    self.after = after
  }
}

/// What stands still while a list changes (docs/rules.md#scroll-anchor).
public struct ScrollAnchor: Hashable, Codable, Sendable {
  /// The sides of a cell along the scroll axis.
  public enum Edge: String, CaseIterable, Codable, Sendable {
    case leading, trailing
  }

  /// In the layout after.
  public var section: Int
  /// In the layout after.
  public var item: Int
  /// Which side of the cell.
  public var edge: Edge

  /// Names the edge of an item.
  public init(section: Int, item: Int, edge: Edge) {
    self.section = section
    self.item = item
    self.edge = edge
  }
}

/// How an element goes from the old layout to the new one (docs/rules.md#transition).
public struct Transition: Hashable, Codable, Sendable {
  /// Which element of its layout.
  public struct Path: Hashable, Codable, Sendable {
    /// Nil for a global header.
    public var section: Int?
    /// Of a cell.
    public var item: Int?
    /// Of supplementary elements and decorations.
    public var index: Int?

    /// Makes a path.
    public init(section: Int? = nil, item: Int? = nil, index: Int? = nil) {
      self.section = section
      self.item = item
      self.index = index
    }
  }

  /// Where an element stands at one end, in content coordinates.
  public struct End: Hashable, Codable, Sendable {
    /// In content coordinates.
    public var frame: Rect
    /// How opaque it is: 1 where it is left out.
    public var alpha: Double?
    /// Whether it is away from rest; nil for one that does not pin.
    public var pinned: Bool?

    /// Makes an end.
    public init(frame: Rect, alpha: Double? = nil, pinned: Bool? = nil) {
      self.frame = frame
      self.alpha = alpha
      self.pinned = pinned
    }
  }

  /// What the element is.
  public var category: ElementCategory
  /// Of supplementary elements and decorations.
  public var kind: ElementKind?
  /// In the old layout; nil for a new element.
  public var from: Path?
  /// In the new layout; nil for one that is gone.
  public var to: Path?
  /// For the bounds before.
  public var initial: End
  /// For the bounds after.
  public var final: End
  /// 0 where it is left out.
  public var zIndex: Int?

  /// Makes a transition.
  public init(
    category: ElementCategory, kind: ElementKind? = nil, from: Path? = nil, to: Path? = nil,
    initial: End, final: End, zIndex: Int? = nil
  ) {
    self.category = category
    self.kind = kind
    self.from = from
    self.to = to
    self.initial = initial
    self.final = final
    self.zIndex = zIndex
  }
}

/// The rule by which the bounds follow a change (docs/rules.md#scroll-anchor).
public enum AnchorRule: Hashable, Sendable {
  /// The bounds stay where they are.
  case none
  /// The first visible cell stands still, unless the bounds are at the start.
  case auto
  /// The first visible cell stands still.
  case first
  /// The end stays in sight where it is; else the last visible cell stands still.
  case end
  /// An item of the layout before stands still.
  case item(ItemPath)
}

/// The result that is expected of steps; another one is refused.
public struct Expectation: Hashable, Codable, Sendable {
  /// Of the layout.
  public var id: String?
  /// Of all sections.
  public var itemCount: Int?

  /// Makes an expectation; what is nil is not looked at.
  public init(id: String? = nil, itemCount: Int? = nil) {
    self.id = id
    self.itemCount = itemCount
  }
}

/// A change as it is posted.
public struct ChangeInput: Hashable, Codable, Sendable {
  /// Applied one after the other.
  public var steps: [Step]
  /// What the result is to be.
  public var expect: Expectation?

  /// Makes a change.
  public init(steps: [Step], expect: Expectation? = nil) {
    self.steps = steps
    self.expect = expect
  }
}
