extension Items {
  /// The number of items that both sections have in common from the first one on, or back from the last one if
  /// `fromEnd`: items of equal sizes, marks and members. Pays a step for each run that it compares.
  ///
  /// O(log leaves · children of a node + runs of the leaves that differ)
  func commonCount(
    with other: Items, fromEnd: Bool, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int {
    var common = ContentCounts()
    if let tree, let otherTree = other.tree {
      common = tree.common(with: otherTree, fromEnd: fromEnd)
    }
    var first = RunReader(self, behind: common.leaves, fromEnd: fromEnd)
    var second = RunReader(other, behind: common.leaves, fromEnd: fromEnd)
    var count = common.items
    while first.run.count > 0, second.run.count > 0, first.run.joins(second.run) {
      try meter.take()
      let items = min(first.run.count, second.run.count)
      count += items
      first.take(items)
      second.take(items)
    }
    return count
  }
}

/// Reads the items of a section run by run, from the first one on or from the last one back.
private struct RunReader {
  /// The rest of the current run; a count of 0 after the last item.
  private(set) var run = ItemRun(count: 0, width: 0, height: 0)
  private let tree: ContentTree?
  private let fromEnd: Bool
  private var leaf: Leaf?
  /// The number of the next leaf, and of the run in the current one, counted from the side where reading began.
  private var nextLeaf: Int
  private var runPlace = 0

  /// Begins after some leaves.
  init(_ items: Items, behind leafCount: Int, fromEnd: Bool) {
    tree = items.tree
    self.fromEnd = fromEnd
    nextLeaf = leafCount
    if tree != nil { readLeaf() } else if items.count > 0 { run = items[0] }
  }

  private mutating func readLeaf() {
    leaf = nil
    guard let tree, nextLeaf < tree.leafCount else { return }
    leaf = tree.leaf(number: fromEnd ? tree.leafCount - 1 - nextLeaf : nextLeaf).leaf
    nextLeaf += 1
    runPlace = 0
    readRun()
  }

  private mutating func readRun() {
    if let leaf { run = leaf[fromEnd ? leaf.runCount - 1 - runPlace : runPlace] }
  }

  /// Passes items of the current run.
  mutating func take(_ count: Int) {
    run.count -= count
    guard run.count == 0, let leaf else { return }
    runPlace += 1
    if runPlace < leaf.runCount { readRun() } else { readLeaf() }
  }
}
