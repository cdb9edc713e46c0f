/// A position in points (docs/rules.md#coordinates). The origin is at the top left, and y grows downwards.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  /// Creates a point from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  /// Creates a size from its extents.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

/// A rectangle given by its top-left corner and its extents, in points.
public struct Rect: Hashable, Sendable {
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

extension Rect {
  /// Whether a frame overlaps the rectangle (docs/rules.md#overlap).
  func overlaps(_ frame: Rect) -> Bool {
    frame.width > 0 && frame.height > 0 && frame.x < x + width && x < frame.x + frame.width
      && frame.y < y + height && y < frame.y + frame.height
  }
}

/// Distances from the four edges, in points.
public struct EdgeInsets: Hashable, Sendable {
  public var top: Double
  public var left: Double
  public var bottom: Double
  public var right: Double

  /// Creates insets; edges that are not given are 0.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// No distance from any edge.
  public static let zero = EdgeInsets()
}

/// The greater of two numbers. A single instruction, because unlike `max` it ignores the sign of 0 and NaN.
@inline(__always)
func greater(_ first: Double, _ second: Double) -> Double { first > second ? first : second }

/// The lesser of two numbers, a single instruction like `greater`.
@inline(__always)
func lesser(_ first: Double, _ second: Double) -> Double { first < second ? first : second }

/// The greatest difference of two sums that should be equal, in points. Used to decide whether items fit
/// (docs/rules.md#fit-tolerance), and on which side of the bounds' edges a cell's edge is
/// (docs/rules.md#scroll-anchor).
let fitTolerance = 0.001

/// The greatest coordinate up to which every integer is a double: 2⁵³.
///
/// Content beyond it is refused, as are counts above it (docs/rules.md#snapshot-limits).
public let greatestCoordinate = 9_007_199_254_740_992.0
