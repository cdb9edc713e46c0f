/// The lengths of a waterfall's columns while items are placed.
///
/// By `shortest` the shortest column takes an item: the lowest-numbered one that is at most 0.001 longer than the
/// shortest (docs/rules.md#waterfall-shortest).
protocol WaterfallLengths {
  /// Goes on with columns of these lengths, in points, that have so many items.
  init(_ lengths: [Double], itemsBefore: Int)

  /// The length of a column, in points.
  subscript(column: Int) -> Double { get }

  /// Adds an item's height and the spacing to the column that takes it, and returns its number and its length before,
  /// in points.
  mutating func take(_ extent: Double) -> (column: Int, length: Double)
}
