/// A position in points (docs/rules.md#coordinates); the origin is the top left and y grows downwards.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  /// Makes a point from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// An extent in both directions, in points.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  /// Makes a size from its extents.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle by its top-left corner and its extents, in points.
public struct Rect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  /// Makes a rectangle from its corner and extents.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// Distances from the four edges, in points.
public struct EdgeInsets: Hashable, Sendable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  /// Makes insets; an edge that is left out is 0.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No distance from any edge.
  public static let zero = EdgeInsets()
}

/// The greater of two numbers. One instruction, where `max` has to tell 0 from −0 and look for what is not a number.
@inline(__always)
func greater(_ first: Double, _ second: Double) -> Double { first > second ? first : second }

/// The lesser of two numbers, likewise.
@inline(__always)
func lesser(_ first: Double, _ second: Double) -> Double { first < second ? first : second }

/// How far two sums that should be equal may differ, in points: whether things fit (docs/rules.md#fit-tolerance), and
/// where a cell's edge is beside those of the bounds (docs/rules.md#scroll-anchor).
let fitTolerance = 0.001

/// The greatest coordinate at which every point has a double of its own: 2⁵³.
///
/// Content beyond it is refused, as are counts above it (docs/rules.md#snapshot-limits).
public let greatestCoordinate = 9_007_199_254_740_992.0
