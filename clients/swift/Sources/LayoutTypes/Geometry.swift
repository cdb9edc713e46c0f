/// A position in points (docs/rules.md#coordinates). The origin is at the top left, and y grows downwards.
public struct Point: Hashable, Codable, Sendable {
  public var x: Double
  public var y: Double

  /// Creates a point from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in points.
public struct Size: Hashable, Codable, Sendable {
  public var width: Double
  public var height: Double

  /// Creates a size from its extents.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle given by its top-left corner and its extents, in points.
public struct Rect: Hashable, Codable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  /// Creates a rectangle from its corner and extents.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// Distances from the four edges, in points. In JSON an absent one is 0.
public struct EdgeInsets: Hashable, Codable, Sendable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  /// Creates insets; those not given are 0.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No distance at any edge.
  public static let zero = EdgeInsets()

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    top = try container.decodeIfPresent(Double.self, forKey: .top) ?? 0
    left = try container.decodeIfPresent(Double.self, forKey: .left) ?? 0
    bottom = try container.decodeIfPresent(Double.self, forKey: .bottom) ?? 0
    right = try container.decodeIfPresent(Double.self, forKey: .right) ?? 0
  }
}
