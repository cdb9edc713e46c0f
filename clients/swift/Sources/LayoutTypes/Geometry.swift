// On Apple's systems frames, points and sizes are those of CoreGraphics. A CGFloat has only 32 bits on some watches:
// their frames would not be the service's.
#if canImport(CoreGraphics) && !os(watchOS)
  @_exported public import CoreGraphics

  /// A position in points (docs/rules.md#coordinates). The origin is at the top left, and y grows downwards.
  public typealias LayoutPoint = CGPoint

  /// A width and a height, in points.
  public typealias LayoutSize = CGSize

  /// A rectangle given by its top-left corner and its extents, in points.
  public typealias LayoutRect = CGRect
#else
  /// A position in points (docs/rules.md#coordinates). The origin is at the top left, and y grows downwards.
  ///
  /// Spelled and coded as CoreGraphics' `CGPoint`, which it is on Apple's systems other than watchOS.
  public struct LayoutPoint: Equatable, Sendable {
    public var x: Double
    public var y: Double

    /// Creates a point from its coordinates.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    /// Both coordinates are 0.
    public static var zero: LayoutPoint { LayoutPoint(x: 0, y: 0) }
  }

  /// A width and a height, in points.
  ///
  /// Spelled and coded as CoreGraphics' `CGSize`, which it is on Apple's systems other than watchOS.
  public struct LayoutSize: Equatable, Sendable {
    public var width: Double
    public var height: Double

    /// Creates a size from its extents.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }

    /// Both extents are 0.
    public static var zero: LayoutSize { LayoutSize(width: 0, height: 0) }
  }

  /// A rectangle given by its top-left corner and its extents, in points.
  ///
  /// Spelled and coded as CoreGraphics' `CGRect`, which it is on Apple's systems other than watchOS.
  public struct LayoutRect: Equatable, Sendable {
    /// The top-left corner.
    public var origin: LayoutPoint
    /// The extents.
    public var size: LayoutSize

    /// Creates a rectangle from its corner and size.
    public init(origin: LayoutPoint, size: LayoutSize) {
      self.origin = origin
      self.size = size
    }

    /// Creates a rectangle from the coordinates of its corner and its extents.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.init(origin: LayoutPoint(x: x, y: y), size: LayoutSize(width: width, height: height))
    }

    /// The corner is at 0, and both extents are 0.
    public static var zero: LayoutRect { LayoutRect(origin: .zero, size: .zero) }

    /// The extent from left to right, without a sign.
    public var width: Double { size.width.magnitude }
    /// The extent from top to bottom, without a sign.
    public var height: Double { size.height.magnitude }
    /// The coordinate of the left edge.
    public var minX: Double { min(origin.x, origin.x + size.width) }
    /// The coordinate of the centre between left and right.
    public var midX: Double { origin.x + size.width / 2 }
    /// The coordinate of the right edge.
    public var maxX: Double { max(origin.x, origin.x + size.width) }
    /// The coordinate of the top edge.
    public var minY: Double { min(origin.y, origin.y + size.height) }
    /// The coordinate of the centre between top and bottom.
    public var midY: Double { origin.y + size.height / 2 }
    /// The coordinate of the bottom edge.
    public var maxY: Double { max(origin.y, origin.y + size.height) }
  }

  // Each is an array: of two numbers, or of a point and a size.

  extension LayoutPoint: Codable {
    public init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      self.init(x: try list.decode(Double.self), y: try list.decode(Double.self))
    }

    public func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(x)
      try list.encode(y)
    }
  }

  extension LayoutSize: Codable {
    public init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      self.init(width: try list.decode(Double.self), height: try list.decode(Double.self))
    }

    public func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(width)
      try list.encode(height)
    }
  }

  extension LayoutRect: Codable {
    public init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      self.init(
        origin: try list.decode(LayoutPoint.self), size: try list.decode(LayoutSize.self))
    }

    public func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(origin)
      try list.encode(size)
    }
  }
#endif

/// Distances from the four edges, in points. In JSON an absent one is 0.
public struct LayoutInsets: Hashable, Codable, Sendable {
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
  public static let zero = LayoutInsets()

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    top = try container.decodeIfPresent(Double.self, forKey: .top) ?? 0
    left = try container.decodeIfPresent(Double.self, forKey: .left) ?? 0
    bottom = try container.decodeIfPresent(Double.self, forKey: .bottom) ?? 0
    right = try container.decodeIfPresent(Double.self, forKey: .right) ?? 0
  }
}
