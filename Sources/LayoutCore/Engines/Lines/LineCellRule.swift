/// How cells stand in a line, and how large they are.
protocol LineCellRule: Sendable {
  /// The items' left edge, in points.
  var left: Double { get }
  /// A of docs/rules.md#available-width: the room for a line, in points.
  var available: Double { get }
  /// The lines if all items have one width and stand in lines of one number of items; else nil.
  var uniform: UniformLine? { get }

  /// Whether the shape of a line of this height depends on the lengths of its items, or is computed with its height.
  func readsWidths(ofLineOf extent: Double) -> Bool

  /// What an item of this size adds to a line's total length.
  func length(_ width: Double, _ height: Double) -> Double

  /// A line of items of different widths, given their total length and the line's height, in points.
  func line(itemCount: Int, totalLength: Double, extent: Double, isLast: Bool) -> LineShape

  /// A line of `itemCount` items of one width.
  func line(itemCount: Int, _ uniform: UniformLine) -> LineShape

  /// The size of the cell of an item of this size, in points.
  func size(_ width: Double, _ height: Double, inLineOf extent: Double) -> Size

  /// Distance from the top of a line to the top of a cell of this height, in points.
  func offset(ofHeight height: Double, inLineOf extent: Double) -> Double
}

/// Lines of items of one width.
struct UniformLine {
  /// The width of all items, in points.
  let width: Double
  /// The number of items of a line: c of docs/rules.md#flow-lines.
  let perLine: Int
}

/// The positions of the items along one line.
struct LineShape {
  /// The start of the first item, in points from the container's edge.
  let start: Double
  /// The gap between two items, in points.
  let gap: Double
}
