extension Items {
  /// The number of items that both sections have in common from the first one on, or back from the last one if
  /// `fromEnd`: items of equal sizes, marks and members. Pays a step for each run that is equal.
  ///
  /// O(log leaves · children of a node + runs of the leaves that differ)
  func commonCount(
    with other: Items, fromEnd: Bool, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int {
    guard let tree, let otherTree = other.tree else {
      // One section is a single run, so only the runs at the end are compared.
      guard count > 0, other.count > 0 else { return 0 }
      let (item, otherItem) = fromEnd ? (count - 1, other.count - 1) : (0, 0)
      guard self[item].joins(other[otherItem]) else { return 0 }
      try meter.take()
      return min(run(ofItem: item).count, other.run(ofItem: otherItem).count)
    }
    let common = tree.common(with: otherTree, fromEnd: fromEnd)
    var first = RunReader(tree, after: common.leaves, fromEnd: fromEnd)
    var second = RunReader(otherTree, after: common.leaves, fromEnd: fromEnd)
    var count = common.items
    while let leaf = first.leaf, let otherLeaf = second.leaf {
      let limit = min(first.runs.count, second.runs.count)
      let equal = leaf.commonCount(
        first.next(limit), with: otherLeaf, second.next(limit), fromEnd: fromEnd)
      try meter.take(equal)
      let passed = first.next(equal)
      count += leaf.firstItem(ofRun: passed.upperBound) - leaf.firstItem(ofRun: passed.lowerBound)
      first.pass(equal)
      second.pass(equal)
      if equal < limit {
        // The next runs may differ in their counts alone.
        let (run, otherRun) = (
          leaf[first.next(1).lowerBound], otherLeaf[second.next(1).lowerBound]
        )
        guard run.joins(otherRun) else { return count }
        try meter.take()
        return count + min(run.count, otherRun.count)
      }
    }
    return count
  }
}

extension Leaf {
  /// The number of equal runs of two leaves among some runs and as many others, from the first ones on or, if
  /// `fromEnd`, back from the last ones. O(runs)
  fileprivate func commonCount(
    _ runs: Range<Int>, with other: Leaf, _ others: Range<Int>, fromEnd: Bool
  ) -> Int {
    var count = runs.count
    func compare(_ column: LeafColumn, _ otherColumn: LeafColumn, areExtents: Bool) {
      count = column.commonCount(
        runs.part(count, fromEnd: fromEnd), with: otherColumn,
        others.part(count, fromEnd: fromEnd), areExtents: areExtents, fromEnd: fromEnd)
    }
    compare(counts, other.counts, areExtents: false)
    compare(widths, other.widths, areExtents: true)
    compare(heights, other.heights, areExtents: true)
    MemberColumn.compare(members, other.members) {
      count = $0.commonCount(
        runs.part(count, fromEnd: fromEnd), with: $1,
        others.part(count, fromEnd: fromEnd), fromEnd: fromEnd)
    }
    return count
  }
}

/// Reads the runs of a tree leaf by leaf, from the first one on or from the last one back.
private struct RunReader {
  private let tree: ContentTree
  private let fromEnd: Bool
  /// The number of leaves that were passed.
  private var leafCount: Int
  /// The current leaf; nil after the last one.
  private(set) var leaf: Leaf?
  /// The runs of the leaf that were not passed.
  private(set) var runs = 0..<0

  init(_ tree: ContentTree, after leafCount: Int, fromEnd: Bool) {
    (self.tree, self.leafCount, self.fromEnd) = (tree, leafCount, fromEnd)
    readLeaf()
  }

  private mutating func readLeaf() {
    leaf =
      leafCount == tree.leafCount
      ? nil : tree.leaf(number: fromEnd ? tree.leafCount - 1 - leafCount : leafCount).leaf
    runs = 0..<(leaf?.runCount ?? 0)
  }

  /// The next runs of the leaf.
  func next(_ count: Int) -> Range<Int> { runs.part(count, fromEnd: fromEnd) }

  /// Passes the next runs of the leaf.
  mutating func pass(_ count: Int) {
    runs = runs.part(runs.count - count, fromEnd: !fromEnd)
    guard runs.isEmpty else { return }
    leafCount += 1
    readLeaf()
  }
}

extension Range<Int> {
  /// The first `count` numbers, or the last ones if `fromEnd`.
  fileprivate func part(_ count: Int, fromEnd: Bool) -> Range<Int> {
    fromEnd ? suffix(count) : prefix(count)
  }
}
