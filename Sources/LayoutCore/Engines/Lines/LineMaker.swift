/// Lays out one leaf after the other: (leaf, what follows, where its first line starts) → block.
protocol LineMaker {
  /// The block of a leaf; `start` is where the lines before it have ended, in the leaf's numbers.
  mutating func block(of leaf: LeafInLine, start: Int) -> LineBlock
}

/// A leaf of a tree with what is around it.
struct LeafInLine {
  let leaf: Leaf
  /// The number of its first item in the section.
  let firstItem: Int
  let number: Int
  let next: Leaf?
  let tree: ContentTree

  /// Whether it is the last leaf.
  var isLast: Bool { next == nil }

  /// How many items there are from its first one to the section's end.
  var itemCountToEnd: Int { tree.itemCount - firstItem }

  /// Visits the runs of the leaves behind, until `body` returns false. O(runs visited + leaves · log leaves)
  @inline(__always)
  func visitRunsBehind(_ body: (ItemRun) -> Bool) {
    var leaf = next
    var number = number + 1
    while let current = leaf {
      for run in 0..<current.runCount where !body(current[run]) { return }
      number += 1
      leaf = number < tree.leafCount ? tree.leaf(number: number).leaf : nil
    }
  }
}

/// Makes the lines of a section's leaves, and counts how many it lays out.
struct LineSweep<Maker: LineMaker> {
  private let tree: ContentTree
  private var maker: Maker
  /// The leaves from the next one on, which is `next`.
  private var walk: LeafWalk
  private var next: LeafPlace?
  /// Where the next leaf has its first line.
  var start = 0
  private(set) var blockCount = 0

  init(_ tree: ContentTree, _ maker: Maker) {
    self.tree = tree
    self.maker = maker
    walk = tree.leaves()
    next = walk.next()
  }

  /// Goes on with a leaf that exists.
  mutating func seek(leaf number: Int) {
    if next?.number == number { return }
    walk = tree.leaves(from: number)
    next = walk.next()
  }

  /// Lays out the next leaf, which exists.
  mutating func block() -> LineBlock {
    let place = next!
    next = walk.next()
    let block = maker.block(
      of: LeafInLine(
        leaf: place.leaf, firstItem: place.before.items, number: place.number, next: next?.leaf,
        tree: tree), start: start)
    start = block.nextStart
    blockCount += 1
    return block
  }

  /// Lays out all leaves of a child, the next ones.
  mutating func node(over child: ContentChild) -> LineNode {
    guard case .node(let node) = child else { return LineNode([.block(block())]) }
    // A level below each time.
    return LineNode(
      node.children.map {
        if case .node = $0 { .node(self.node(over: $0)) } else { .block(block()) }
      })
  }
}

extension LineTree {
  /// Lays out a tree that has items, from scratch. O(runs + lines)
  init(_ tree: ContentTree, _ maker: some LineMaker) {
    var sweep = LineSweep(tree, maker)
    self.init(root: sweep.node(over: tree.root))
  }
}
