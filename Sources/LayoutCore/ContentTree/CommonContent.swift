extension Items {
  /// How many items this and other items have in common, from the first one on or up to the last one: equal sizes and
  /// marks. O(log leaves) where both were made one from the other, and O(runs of the leaves that differ first)
  func commonCount(
    with other: Items, fromEnd: Bool, meter: inout StepMeter
  ) throws(WalkStop) -> Int {
    switch (tree, other.tree) {
    case (let tree?, let otherTree?):
      var comparison = ContentComparison(tree.root, otherTree.root, fromEnd: fromEnd)
      return try comparison.commonCount(meter: &meter)
    default:
      guard count > 0, other.count > 0 else { return 0 }
      let (first, second) = (run(atEnd: fromEnd), other.run(atEnd: fromEnd))
      return first.joins(second) ? min(first.count, second.count) : 0
    }
  }

  /// The first or the last run; its count is that within its leaf, where there are several.
  private func run(atEnd: Bool) -> ItemRun {
    guard let tree else { return self[0] }
    let leaf = tree.leaf(number: atEnd ? tree.leafCount - 1 : 0).leaf
    return leaf[atEnd ? leaf.runCount - 1 : 0]
  }
}

/// Compares two trees from one of their ends on: what has one digest is equal without a look at it.
private struct ContentComparison {
  private let fromEnd: Bool
  /// What has not been compared, the next one last.
  private var first: [ContentChild]
  private var second: [ContentChild]

  init(_ first: ContentChild, _ second: ContentChild, fromEnd: Bool) {
    self.fromEnd = fromEnd
    self.first = [first]
    self.second = [second]
  }

  mutating func commonCount(meter: inout StepMeter) throws(WalkStop) -> Int {
    var common = 0
    while let one = first.last, let other = second.last {
      try meter.take()
      if one === other || one.digest == other.digest {
        common += one.counts.items
        first.removeLast()
        second.removeLast()
        continue
      }
      if case .leaf(let one) = one, case .leaf(let other) = other {
        try meter.take(min(one.runCount, other.runCount))
        return common + commonCount(one, other)
      }
      // A level below on one side or on both.
      let level = max(one.level, other.level)
      if one.level == level { expand(&first) }
      if other.level == level { expand(&second) }
    }
    return common
  }

  private func expand(_ list: inout [ContentChild]) {
    guard case .node(let node)? = list.popLast() else { return }
    list.append(contentsOf: fromEnd ? node.children : node.children.reversed())
  }

  private func commonCount(_ one: Leaf, _ other: Leaf) -> Int {
    var common = 0
    for place in 0..<min(one.runCount, other.runCount) {
      let run = one[fromEnd ? one.runCount - 1 - place : place]
      let otherRun = other[fromEnd ? other.runCount - 1 - place : place]
      guard run.joins(otherRun) else { break }
      common += min(run.count, otherRun.count)
      if run.count != otherRun.count { break }
    }
    return common
  }
}
