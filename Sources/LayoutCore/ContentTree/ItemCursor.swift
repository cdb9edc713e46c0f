/// Goes through the items of a leaf, run by run.
struct ItemCursor {
  private let leaf: Leaf
  private(set) var run: Int
  /// The item behind the run.
  private(set) var end: Int

  /// Begins with an item of the leaf.
  init(_ leaf: Leaf, item: Int) {
    self.leaf = leaf
    let (run, first) = leaf.run(ofItem: item)
    self.run = run
    end = first + leaf.count(ofRun: run)
  }

  /// The extent of the current run's items, in points.
  @inline(__always)
  func extent(_ column: ItemColumn) -> Double { leaf.extent(column, ofRun: run) }

  /// Goes on to the run of an item that is not before the current one; behind the leaf's last item it stays.
  @inline(__always)
  mutating func advance(to item: Int) {
    while end <= item, run + 1 < leaf.runCount {
      run += 1
      end += leaf.count(ofRun: run)
    }
  }
}
