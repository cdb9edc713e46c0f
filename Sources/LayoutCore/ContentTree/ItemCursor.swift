/// Moves through the items of a leaf, run by run.
struct ItemCursor {
  private let leaf: Leaf
  private(set) var run: Int
  /// The item after the current run.
  private(set) var end: Int

  /// Creates a cursor at an item of a leaf.
  init(_ leaf: Leaf, item: Int) {
    self.leaf = leaf
    let (run, first) = leaf.run(ofItem: item)
    self.run = run
    end = first + leaf.count(ofRun: run)
  }

  /// The extent of the current run's items, in points.
  @inline(__always)
  func extent(_ column: ItemColumn) -> Double { leaf.extent(column, ofRun: run) }

  /// Moves to the run of an item, which must not be before the current run. Stays at the last run for items after the
  /// leaf.
  @inline(__always)
  mutating func advance(to item: Int) {
    while end <= item, run + 1 < leaf.runCount {
      run += 1
      end += leaf.count(ofRun: run)
    }
  }
}
