/// A group of slots (docs/rules.md#groups): `height` or `ratio` says how high it is, and `row` or `column` how it is
/// divided. Without either of these it is one slot.
public struct GroupInput: Hashable, Codable, Sendable {
  /// A part of a row or a column. Without `row` and `column` it is a slot, the place of one item.
  public struct Part: Hashable, Codable, Sendable {
    /// Its share of the room that is left, above 0; nil means 1. Not allowed together with `points`.
    public var parts: Double?
    /// Its length.
    public var points: Double?
    /// How often the part is there, one behind the other, 1 to 1 000; nil means 1.
    public var `repeat`: Int?
    /// Parts beside each other. Not allowed together with `column`.
    public var row: [Part]?
    /// Parts below each other.
    public var column: [Part]?
    /// The distance between the parts; nil means the section's spacing.
    public var spacing: Double?

    /// Creates a slot, or a part that is divided.
    public init(
      parts: Double? = nil, points: Double? = nil, repeat: Int? = nil, row: [Part]? = nil,
      column: [Part]? = nil, spacing: Double? = nil
    ) {
      self.parts = parts
      self.points = points
      self.repeat = `repeat`
      self.row = row
      self.column = column
      self.spacing = spacing
    }
  }

  /// In points, above 0. Not allowed together with `ratio`.
  public var height: Double?
  /// The width divided by the height, above 0.
  public var ratio: Double?
  /// Parts beside each other. Not allowed together with `column`.
  public var row: [Part]?
  /// Parts below each other.
  public var column: [Part]?
  /// The distance between the parts; nil means the section's spacing.
  public var spacing: Double?

  /// Creates a group as high as it is said in points.
  public init(
    height: Double, row: [Part]? = nil, column: [Part]? = nil, spacing: Double? = nil
  ) {
    self.height = height
    self.row = row
    self.column = column
    self.spacing = spacing
  }

  /// Creates a group whose height follows from its width.
  public init(
    ratio: Double, row: [Part]? = nil, column: [Part]? = nil, spacing: Double? = nil
  ) {
    self.ratio = ratio
    self.row = row
    self.column = column
    self.spacing = spacing
  }
}
