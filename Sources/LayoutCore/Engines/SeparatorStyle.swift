/// The colour of a separator, its thickness, and its distances from the container's edges. Equal metrics share one
/// object.
public final class SeparatorStyle: Hashable, Sendable {
  public let color: Color
  /// Distance from the container's left edge, in points.
  public let left: Double
  /// Distance from the container's right edge, in points.
  public let right: Double

  /// In points, above 0.
  public let thickness: Double

  /// Creates the style of a separator.
  public init(color: Color, left: Double, right: Double, thickness: Double) {
    self.color = color
    self.left = left
    self.right = right
    self.thickness = thickness
  }

  static let objectBytes = HeapBytes.object((Color, Double, Double, Double).self)

  public static func == (first: SeparatorStyle, second: SeparatorStyle) -> Bool {
    first === second
      || (first.left == second.left && first.right == second.right
        && first.thickness == second.thickness && first.color == second.color)
  }

  /// Whether colour and thickness are equal.
  func isEqualButForInsets(to other: SeparatorStyle) -> Bool {
    thickness == other.thickness && color == other.color
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(color)
    hasher.combine(left)
    hasher.combine(right)
    hasher.combine(thickness)
  }
}
