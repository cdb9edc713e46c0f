extension LineTree {
  /// Lays out a non-empty tree, reusing the lines that it shares with another tree of the same maker. The result is the
  /// same as from scratch, byte for byte.
  ///
  /// O(leaves laid out anew + children of the nodes that differ)
  init(
    _ tree: ContentTree, _ maker: AnyLineMaker, from before: ContentTree, _ lines: LineTree,
    meter: inout StepMeter
  ) throws(WalkStop) {
    if tree.root === before.root {
      self = lines
      return
    }
    guard case .node(let root) = tree.root, case .node = before.root else {
      try self.init(tree, maker, meter: &meter)
      return
    }
    let earlier = Former(tree: before, root: lines.root)
    var change = try LineTreeChange(
      tree, root, maker, from: earlier, formers: lines.formers, meter)
    meter = change.meter
    let formers =
      change.isShifted
      ? Array(([earlier] + lines.formers).prefix(maker.formerCount)) : lines.formers
    self.init(root: change.node(over: root), formers: formers, made: change.made)
  }
}

/// Makes the lines of a tree from those of another tree.
private struct LineTreeChange {
  /// Lines of consecutive leaves.
  private enum TreePart {
    case kept(KeptChildren)
    case new(LineBlock)
    case newNode(LineNode, level: Int)
  }

  private let tree: ContentTree
  private let root: Node
  private var sweep: LineSweep
  /// Trees whose lines may be reused: the old tree and, once lines are found that start at other items, its formers.
  private var sources: [LineSource]
  /// Formers that are not in `sources` yet, the next one at the end.
  private var formers: [LineTree.Former]
  /// Whether the lines of a shared leaf start at another item than in the old tree.
  private(set) var isShifted = false
  /// The lines of all leaves, in order.
  private var parts: [TreePart] = []
  /// The number of the next leaf.
  private var leaf = 0
  /// The next part to use when nodes are made.
  private var taken = 0

  init(
    _ tree: ContentTree, _ root: Node, _ maker: AnyLineMaker, from before: LineTree.Former,
    formers: [LineTree.Former], _ meter: StepMeter
  ) throws(WalkStop) {
    self.tree = tree
    self.root = root
    // First the formers whose last lines would start at the right items if all changes were in one place.
    let likely = formers.filter { maker.startsAlike(tree.itemCount - $0.tree.itemCount) }
    let others = formers.filter { !maker.startsAlike(tree.itemCount - $0.tree.itemCount) }
    self.formers = (likely + others).reversed()
    sweep = LineSweep(tree, maker, meter)
    sources = [LineSource(before, for: root)]
    while leaf < tree.leafCount {
      if takeStretch() { continue }
      let end =
        maker.fallsIntoStep ? leaf + 1 : sources.reduce(tree.leafCount) { min($0, $1.nextStretch) }
      try layOut(upTo: end, below: root, before: ContentCounts())
    }
  }

  var meter: StepMeter { sweep.meter }

  var made: MadeBlocks { sweep.made }

  /// Lays out the leaves from the next one up to `end`. Leaves that fill a whole node become a node.
  private mutating func layOut(
    upTo end: Int, below node: Node, before: ContentCounts
  ) throws(WalkStop) {
    var number = node.child { before.leaves + $0.leaves > leaf }
    while number < node.children.count, leaf < end {
      switch node.children[number] {
      case .leaf:
        parts.append(.new(try sweep.block(ofLeaf: leaf)))
        leaf += 1
      case .node(let below):
        let before = before + node.counts(before: number)
        if before.leaves == leaf, leaf + below.counts.leaves <= end {
          let lines = try sweep.node(over: below, before: before)
          parts.append(.newNode(lines, level: below.level))
          leaf += below.counts.leaves
        } else {
          // Recurses one level down.
          try layOut(upTo: end, below: below, before: before)
        }
      }
      number += 1
    }
  }

  /// Reuses the lines of a source from the next leaf on, if they start at the right item. Returns whether it did.
  private mutating func takeStretch() -> Bool {
    var number = 0
    while number < sources.count {
      if let start = sources[number].start(ofLeaf: leaf) {
        if start == sweep.start { return takeStretch(of: number) }
        isShifted = true
      }
      number += 1
      if number == sources.count, isShifted, let former = formers.popLast() {
        sources.append(LineSource(former, for: root))
      }
    }
    return false
  }

  /// Reuses consecutive shared parts, except that a last line which depends on changed items is laid out anew. Returns
  /// whether any leaf was reused.
  private mutating func takeStretch(of number: Int) -> Bool {
    let first = leaf
    var stretch = sources[number].takeStretch()
    let last = stretch[stretch.count - 1]
    let (end, before) = (last.leavesBefore.upperBound, sources[number].former.tree)
    leaf = end + last.shift
    if leaf < tree.leafCount || end < before.leafCount {
      if endsAsBefore(last, in: before) {
        sweep.start = last.lastBlock.nextStart
      } else {
        stepBack(in: &stretch)
      }
    }
    for part in stretch { parts.append(.kept(part)) }
    return leaf > first
  }

  /// Whether the last line of a reused block ends at the same item as before: the sizes of the items after the block,
  /// up to and including the first that did not fit, are the same. O(those items)
  private mutating func endsAsBefore(_ part: KeptChildren, in before: ContentTree) -> Bool {
    let block = part.lastBlock
    let end = part.leavesBefore.upperBound
    guard block.lineCount > 0, leaf < tree.leafCount, end < before.leafCount else { return false }
    let isSibling = part.node.level == 1 && part.children.upperBound < part.node.children.count
    let leafBefore =
      isSibling
      ? part.node.children[part.children.upperBound].firstLeaf : before.leaf(number: end).leaf
    return sweep.place(ofLeaf: leaf).leaf.hasSameSizes(as: leafBefore, upTo: block.nextStart)
  }

  /// Drops the last leaf with a line, and the leaves after it, from a stretch, because that line may end elsewhere now.
  private mutating func stepBack(in stretch: inout [KeptChildren]) {
    while let part = stretch.last {
      let child = part.children.upperBound - 1
      stretch[stretch.count - 1].children.removeLast()
      if stretch[stretch.count - 1].children.isEmpty { stretch.removeLast() }
      guard case .block(let block) = part.lines.places[child].child else {
        stretch.append(part.below(child))
        continue
      }
      leaf -= 1
      sweep.start = block.start
      if block.lineCount > 0 { return }
    }
  }

  /// Makes the lines of a node from the next parts.
  mutating func node(over node: Node) -> LineNode {
    let count = node.children.count
    var builder = LineNodeBuilder(capacity: count)
    while builder.childCount < count {
      switch parts[taken] {
      case .kept(let part) where part.node.level == node.level:
        builder.append(take(part, atMost: count - builder.childCount), of: part.lines)
        continue
      case .new(let block) where node.level == 1:
        builder.append(block)
        taken += 1
        continue
      case .newNode(let lines, let level) where level == node.level - 1:
        builder.append(lines)
        taken += 1
        continue
      default: break
      }
      guard case .node(let below) = node.children[builder.childCount] else {
        preconditionFailure("a part stands for leaves or nodes of the tree")
      }
      // Recurses one level down.
      builder.append(self.node(over: below))
    }
    return builder.finish()
  }

  /// Removes and returns up to `count` children from the next part.
  private mutating func take(_ part: KeptChildren, atMost count: Int) -> Range<Int> {
    let children = part.children
    if children.count <= count {
      taken += 1
      return children
    }
    let end = children.lowerBound + count
    var rest = part
    rest.children = end..<children.upperBound
    parts[taken] = .kept(rest)
    return children.lowerBound..<end
  }
}

extension Leaf {
  /// Whether the items up to and including `item` exist in both leaves and have the same sizes. O(runs of these items)
  fileprivate func hasSameSizes(as other: Leaf, upTo item: Int) -> Bool {
    guard item < min(itemCount, other.itemCount) else { return false }
    var (one, two) = (ItemCursor(self, item: 0), ItemCursor(other, item: 0))
    while one.extent(.width) == two.extent(.width), one.extent(.height) == two.extent(.height) {
      let end = min(one.end, two.end)
      if end > item { return true }
      one.advance(to: end)
      two.advance(to: end)
    }
    return false
  }
}
