/// The colour of a separator, its thickness and its distance from the container's edges; equal metrics share one.
public final class SeparatorStyle: Hashable, Sendable {
  public let color: Color
  /// From the container's left edge, in points.
  public let left: Double
  /// From the container's right edge, in points.
  public let right: Double

  /// In points, above 0.
  public let thickness: Double

  /// Makes a separator's style.
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

  /// Whether colour and thickness are the same.
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
