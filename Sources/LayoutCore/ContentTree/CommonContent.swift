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
  private var first: ContentRest
  private var second: ContentRest

  init(_ first: ContentChild, _ second: ContentChild, fromEnd: Bool) {
    self.fromEnd = fromEnd
    self.first = ContentRest(first, fromEnd: fromEnd)
    self.second = ContentRest(second, fromEnd: fromEnd)
  }

  mutating func commonCount(meter: inout StepMeter) throws(WalkStop) -> Int {
    var common = 0
    while let one = first.next, let other = second.next {
      try meter.take()
      if one === other || one.digest == other.digest {
        common += one.counts.items
        first.pass()
        second.pass()
      } else if case .leaf(let one) = one, case .leaf(let other) = other {
        try meter.take(min(one.runCount, other.runCount))
        return common + commonCount(one, other)
      } else {
        // A level below on one side or on both.
        let level = max(one.level, other.level)
        if one.level == level { first.descend() }
        if other.level == level { second.descend() }
      }
      common += try first.passShared(with: &second, meter: &meter)
    }
    return common
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

/// What of a tree has not been compared, from one of its ends on.
private struct ContentRest {
  private let fromEnd: Bool
  /// The nodes on the way to what comes next, from the root on, and how many of their children have been passed.
  private var path: [(node: Node, passed: Int)] = []
  /// The tree, as long as nothing is known of it.
  private var root: ContentChild?

  init(_ root: ContentChild, fromEnd: Bool) {
    self.root = root
    self.fromEnd = fromEnd
  }

  /// What comes next; nil at the end.
  var next: ContentChild? {
    guard let (node, passed) = path.last else { return root }
    return node.children[place(passed, node)]
  }

  private func place(_ passed: Int, _ node: Node) -> Int {
    fromEnd ? node.children.count - 1 - passed : passed
  }

  /// Goes on behind what comes next.
  mutating func pass() {
    root = nil
    guard !path.isEmpty else { return }
    path[path.count - 1].passed += 1
    leaveNodes()
  }

  /// Leaves the nodes that have been passed.
  private mutating func leaveNodes() {
    while let (node, passed) = path.last, passed == node.children.count {
      path.removeLast()
      if !path.isEmpty { path[path.count - 1].passed += 1 }
    }
  }

  /// Goes on with the children of what comes next.
  mutating func descend() {
    guard case .node(let node)? = next else { return }
    root = nil
    path.append((node, 0))
  }

  /// Passes children that are one object in both, as far as neither node ends; the answer is how many items they have.
  mutating func passShared(
    with other: inout ContentRest, meter: inout StepMeter
  ) throws(WalkStop) -> Int {
    guard let (node, passed) = path.last, let (otherNode, otherPassed) = other.path.last else {
      return 0
    }
    let countMax = min(node.children.count - passed, otherNode.children.count - otherPassed)
    var count = 0
    while count < countMax,
      node.identity(ofChild: place(passed + count, node))
        == otherNode.identity(ofChild: place(otherPassed + count, otherNode))
    {
      count += 1
    }
    if count == 0 { return 0 }
    try meter.take(count)
    let (one, last) = (place(passed, node), place(passed + count - 1, node))
    path[path.count - 1].passed += count
    other.path[other.path.count - 1].passed += count
    leaveNodes()
    other.leaveNodes()
    return node.counts(before: max(one, last) + 1).items - node.counts(before: min(one, last)).items
  }
}
