/// The lengths of a waterfall's columns while items are placed.
///
/// With `shortest`, an item goes to the lowest-numbered column that is at most 0.001 longer than the shortest one
/// (docs/rules.md#waterfall-shortest).
protocol WaterfallLengths {
  /// Creates columns of these lengths, in points, after `itemsBefore` items.
  init(_ lengths: [Double], itemsBefore: Int)

  /// Writes the bits of the lengths of all columns, in points, from a place on. O(columns)
  func write(to numbers: inout MutableSpan<UInt64>, at place: Int)

  /// Assigns an item to a column, which grows by `extent`: the item's height and the spacing. Returns the column's
  /// number and its length before, in points.
  mutating func take(_ extent: Double) -> (column: Int, length: Double)
}
