/// What becomes of the cells of a section by their distance from a focal line (docs/rules.md#effects).
public struct EffectInput: Hashable, Codable, Sendable {
  /// The point of a cell about which it is turned and scaled: parts of its width, height and width. Nil means 0.5, 0.5
  /// and 0.
  public struct Origin: Hashable, Codable, Sendable {
    /// From the left edge.
    public var x: Double?
    /// From the top edge.
    public var y: Double?
    /// Towards the viewer.
    public var z: Double?

    /// Creates an origin; what is not given is in the middle of the cell.
    public init(x: Double? = nil, y: Double? = nil, z: Double? = nil) {
      self.x = x
      self.y = y
      self.z = z
    }
  }

  /// What becomes of a cell at one distance. What no stop says has its default.
  public struct Stop: Hashable, Codable, Sendable {
    /// The distance from the line, in units.
    public var at: Double
    /// Multiplied with the cell's own.
    public var alpha: Double?
    /// A factor for both extents.
    public var scale: Double?
    /// A factor for the width.
    public var scaleX: Double?
    /// A factor for the height.
    public var scaleY: Double?
    /// Degrees, clockwise.
    public var rotate: Double?
    /// Degrees about the x axis, as in CSS.
    public var rotateX: Double?
    /// Degrees about the y axis, as in CSS.
    public var rotateY: Double?
    /// Moves the cell to the right, in its widths.
    public var x: Double?
    /// Moves the cell down, in its heights.
    public var y: Double?
    /// Moves the cell towards the viewer, in its widths.
    public var z: Double?
    /// Moves the cell back by this part of its distance from the line; 1 keeps it there.
    public var follow: Double?
    /// Rounded and added to the cell's.
    public var zIndex: Double?

    /// Creates a stop without any values.
    public init(at: Double) { self.at = at }

    /// Creates a stop with the values that a function sets: `Stop(at: 1) { $0.scale = 0.6 }`.
    public init(at: Double, _ set: (inout Stop) -> Void) {
      self.at = at
      set(&self)
    }
  }

  /// The distance of 1, in points; nil means the length of the visible stretch.
  public var unit: Double?
  /// The part of the visible stretch, and of each cell, between which distances are measured; nil means 0.5.
  public var focus: Double?
  /// The distance of the viewer, in points; nil means none.
  public var perspective: Double?
  /// Nil means the middle of the cell.
  public var origin: Origin?
  /// By `at`; two may be at one place.
  public var stops: [Stop]

  /// Creates an effect from its stops.
  public init(
    unit: Double? = nil, focus: Double? = nil, perspective: Double? = nil, origin: Origin? = nil,
    stops: [Stop]
  ) {
    self.unit = unit
    self.focus = focus
    self.perspective = perspective
    self.origin = origin
    self.stops = stops
  }
}
