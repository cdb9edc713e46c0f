/// The lengths of a waterfall's columns while items are placed by `shortest`; one form for few columns, one for many.
protocol ColumnLengths {
  /// The length of the shortest column, in points.
  var least: Double { get }

  /// Finds the lowest-numbered column whose length is at most `reach`, adds `extent` to it, and returns its number and
  /// its length before, in points.
  mutating func lengthenFirst(
    upTo reach: Double, by extent: Double
  ) -> (column: Int, length: Double)
}
