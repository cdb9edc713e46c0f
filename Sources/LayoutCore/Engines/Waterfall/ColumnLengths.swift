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

extension ColumnLengths {
  /// Puts items, one after the other, into the shortest column: the lowest-numbered one that is at most 0.001 longer
  /// than the shortest (docs/rules.md#waterfall-shortest).
  ///
  /// Calls `store` with every item, its column, its top and its height, in points, and returns how far they reach.
  @inline(__always)
  mutating func take(
    _ range: Range<Int>, of items: Items, columnWidth: Double, spacing: Double,
    _ store: (_ item: Int, _ column: Int, _ top: Double, _ height: Double) -> Void
  ) -> Double {
    var extent = 0.0
    for item in range {
      let height = items.waterfallHeight(item, columnWidth: columnWidth)
      let (column, top) = lengthenFirst(upTo: least + fitTolerance, by: height + spacing)
      extent = greater(top + height, extent)
      store(item, column, top, height)
    }
    return extent
  }
}
