/// Walks through the items of two sections in parallel, from their first ones on or from their last ones back, as far
/// as both have items.
///
/// O(levels · children of a node) to the first difference if one was made from the other; then O(runs of leaves that
/// differ)
struct ItemPairs {
  /// A stretch of items at the same positions in both sections.
  struct Stretch {
    var count: Int
    /// Whether both sections share the items: equal sizes, marks and members.
    let areCommon: Bool
    /// Whether they are one run in each section.
    let isRun: Bool
  }

  private var first: ItemWalk
  private var second: ItemWalk
  private let entersCommon: Bool

  /// Begins at one of the ends. Nodes and leaves with equal digests are entered only if `entersCommon`.
  init(_ first: Items, _ second: Items, fromEnd: Bool, entersCommon: Bool = false) {
    self.first = ItemWalk(first, fromEnd: fromEnd)
    self.second = ItemWalk(second, fromEnd: fromEnd)
    self.entersCommon = entersCommon
  }

  /// The next items; nil if one of the sections has no more.
  mutating func next(_ meter: inout StepMeter) throws(WalkStop) -> Stretch? {
    while true {
      try meter.take()
      switch (first.child, second.child) {
      case (let one?, let other?):
        if !entersCommon, one === other || one.digest == other.digest {
          let count = first.skipCommon(with: &second)
          return Stretch(count: count, areCommon: true, isRun: false)
        }
        // Goes one level down on one side or on both.
        let level = max(one.level, other.level)
        if one.level == level { first.enter() }
        if other.level == level { second.enter() }
      case (_?, nil): first.enter()
      case (nil, _?): second.enter()
      case (nil, nil):
        guard first.run.count > 0, second.run.count > 0 else { return nil }
        let areCommon = first.run.joins(second.run)
        if areCommon, !entersCommon, let common = first.takeCommonRuns(with: &second) {
          try meter.take(common.runs)
          return Stretch(count: common.items, areCommon: true, isRun: common.runs == 1)
        }
        let count = min(first.run.count, second.run.count)
        first.take(count)
        second.take(count)
        return Stretch(count: count, areCommon: areCommon, isRun: true)
      }
    }
  }
}

/// Walks through the items of a section by nodes, leaves and runs.
private struct ItemWalk {
  private let fromEnd: Bool
  /// The next child outside of a leaf; nil within a leaf and at the end.
  private(set) var child: ContentChild?
  /// The rest of the current run of a leaf; without items outside of a leaf.
  private(set) var run = ItemRun(count: 0, width: 0, height: 0)
  private var leaf: Leaf?
  private var runNumber = 0
  /// The nodes above the next child from the root on, each with the number of the child that leads to it.
  private var path: [(node: Node, child: Int)] = []

  init(_ items: Items, fromEnd: Bool) {
    self.fromEnd = fromEnd
    if let tree = items.tree {
      child = tree.root
    } else if items.count > 0 {
      run = items[0]
    }
  }

  private var step: Int { fromEnd ? -1 : 1 }

  private func end(_ count: Int) -> Int { fromEnd ? count - 1 : 0 }

  /// Goes one level down.
  mutating func enter() {
    switch child {
    case .node(let node):
      path.append((node, end(node.children.count)))
      child = node.children[end(node.children.count)]
    case .leaf(let leaf):
      self.leaf = leaf
      runNumber = end(leaf.runCount)
      run = leaf[runNumber]
      child = nil
    case nil: break
    }
  }

  /// Skips the next child, which another walk shares, and its siblings as far as they are shared too. Returns the
  /// number of their items. O(siblings)
  mutating func skipCommon(with other: inout ItemWalk) -> Int {
    var count = child?.counts.items ?? 0
    if let last = path.last, let otherLast = other.path.last {
      let (node, otherNode) = (last.node, otherLast.node)
      var (number, otherNumber) = (last.child + step, otherLast.child + step)
      while number >= 0, number < node.children.count, otherNumber >= 0,
        otherNumber < otherNode.children.count,
        node.children[number] === otherNode.children[otherNumber]
      {
        count += node.children[number].counts.items
        number += step
        otherNumber += step
      }
      path[path.count - 1].child = number - step
      other.path[other.path.count - 1].child = otherNumber - step
    }
    skip()
    other.skip()
    return count
  }

  /// Skips whole runs of a leaf that another walk shares. Returns their number, and that of their items; nil if there
  /// are none. O(runs)
  mutating func takeCommonRuns(with other: inout ItemWalk) -> (runs: Int, items: Int)? {
    guard let leaf, let otherLeaf = other.leaf, run.count == leaf.count(ofRun: runNumber),
      other.run.count == otherLeaf.count(ofRun: other.runNumber)
    else { return nil }
    var count = min(
      fromEnd ? runNumber + 1 : leaf.runCount - runNumber,
      fromEnd ? other.runNumber + 1 : otherLeaf.runCount - other.runNumber)
    for (column, otherColumn, areExtents) in [
      (leaf.counts, otherLeaf.counts, false), (leaf.widths, otherLeaf.widths, true),
      (leaf.heights, otherLeaf.heights, true),
    ] {
      count = column.commonCount(
        with: otherColumn, areExtents: areExtents, at: runNumber, other.runNumber, step: step,
        atMost: count)
    }
    if ItemMember.areThere {
      count = leaf.commonCount(
        ofMembersWith: otherLeaf, at: runNumber, other.runNumber, step: step, atMost: count)
    }
    guard count > 0 else { return nil }
    let last = runNumber + step * (count - 1)
    let items =
      leaf.firstItem(ofRun: max(runNumber, last) + 1) - leaf.firstItem(ofRun: min(runNumber, last))
    run = leaf[last]
    runNumber = last
    take(run.count)
    other.runNumber += step * (count - 1)
    other.run = run
    other.take(run.count)
    return (count, items)
  }

  /// Skips the next child.
  mutating func skip() {
    child = nil
    while let last = path.indices.last {
      let number = path[last].child + step
      if path[last].node.children.indices.contains(number) {
        path[last].child = number
        child = path[last].node.children[number]
        return
      }
      path.removeLast()
    }
  }

  /// Skips items of the current run.
  mutating func take(_ count: Int) {
    run.count -= count
    guard run.count == 0, let leaf else { return }
    runNumber += step
    if runNumber >= 0, runNumber < leaf.runCount {
      run = leaf[runNumber]
    } else {
      self.leaf = nil
      skip()
    }
  }
}
