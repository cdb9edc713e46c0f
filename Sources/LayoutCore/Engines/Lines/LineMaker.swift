/// Lays out one leaf at a time. A block depends on the leaf, the items after it, and the start of its first line.
protocol LineMaker {
  /// Whether it visits every item of a line, rather than every run of equal items.
  static var looksAtItems: Bool { get }

  /// Whether lines that start at another item soon start at the same items as before again.
  static var fallsIntoStep: Bool { get }

  /// The number of former trees worth keeping, for leaves whose lines start at another item now.
  var formerCount: Int { get }

  /// Whether the lines of a leaf start at the same items after `itemCount` items were inserted before it, if all lines
  /// have the same number of items.
  func startsAlike(behind itemCount: Int) -> Bool

  /// Lays out a leaf. `start` is the end of the lines before it, in the leaf's numbers.
  mutating func block(of leaf: LeafInLine, start: Int) -> LineBlock
}

/// A line maker without its type, so that the code for trees is compiled only once.
struct AnyLineMaker {
  let looksAtItems: Bool
  let fallsIntoStep: Bool
  let formerCount: Int
  let startsAlike: (_ itemCount: Int) -> Bool
  fileprivate let block: (_ leaf: LeafInLine, _ start: Int) -> LineBlock

  init<Maker: LineMaker>(_ maker: Maker) {
    looksAtItems = Maker.looksAtItems
    fallsIntoStep = Maker.fallsIntoStep
    formerCount = maker.formerCount
    startsAlike = { maker.startsAlike(behind: $0) }
    var own = maker
    block = { own.block(of: $0, start: $1) }
  }
}

/// A leaf of a tree, with its surroundings.
struct LeafInLine {
  fileprivate(set) var leaf: Leaf
  /// The number of the leaf's first item in the section.
  fileprivate(set) var firstItem: Int
  fileprivate(set) var number: Int
  fileprivate(set) var next: Leaf?
  let tree: ContentTree

  /// Moves to the next leaf, if there is one, and clears `next`. The reference is moved, to avoid the cost of counting
  /// references.
  fileprivate mutating func goOn() {
    firstItem += leaf.itemCount
    number += 1
    if let next = next.take() { leaf = next }
  }

  /// The number of items from the leaf's first one to the section's end.
  var itemCountToEnd: Int { tree.itemCount - firstItem }

  /// Visits the runs of the later leaves, without their members, until `body` returns false. O(runs visited + leaves ·
  /// log leaves)
  @inline(__always)
  func visitRunsBehind(_ body: (SizedRun) -> Bool) {
    var leaf = next
    var number = number + 1
    while let current = leaf {
      for run in 0..<current.runCount where !body(current.sizes(ofRun: run)) { return }
      number += 1
      leaf = number < tree.leafCount ? tree.leaf(number: number).leaf : nil
    }
  }
}

/// Lays out the leaves of a section.
struct LineSweep {
  private let tree: ContentTree
  private let maker: AnyLineMaker
  /// The first item of the next leaf's first line, in the leaf's numbers.
  var start = 0
  /// Pays for the leaves that are laid out.
  private(set) var meter: StepMeter
  private(set) var made = MadeBlocks()
  private var finder: LeafFinder
  /// The leaf looked up last, or the one after the leaf laid out last by its number.
  private var near: LeafPlace?

  init(_ tree: ContentTree, _ maker: AnyLineMaker, _ meter: StepMeter) {
    self.tree = tree
    self.maker = maker
    self.meter = meter
    finder = LeafFinder(tree)
  }

  /// The leaf with a number, and the counts before it.
  mutating func place(ofLeaf number: Int) -> LeafPlace {
    if let near, near.number == number { return near }
    let place = finder.leaf(number: number)
    near = place
    return place
  }

  /// Lays out the leaf with a number.
  mutating func block(ofLeaf number: Int) throws(WalkStop) -> LineBlock {
    let place = place(ofLeaf: number)
    let next = number + 1 < tree.leafCount ? self.place(ofLeaf: number + 1).leaf : nil
    return try block(
      of: LeafInLine(
        leaf: place.leaf, firstItem: place.before.items, number: number, next: next, tree: tree))
  }

  @inline(__always)
  private mutating func block(of place: LeafInLine) throws(WalkStop) -> LineBlock {
    let itemCount = place.leaf.itemCount
    let stepsOfRuns = LineSweep.stepsPerRun * place.leaf.runCount
    try meter.take(maker.looksAtItems ? itemCount : min(itemCount, stepsOfRuns))
    let block = maker.block(place, start)
    // Its last line may continue in many later leaves.
    try meter.take(maker.looksAtItems ? block.nextStart : min(block.nextStart, tree.runCount))
    start = block.nextStart
    made.count += 1
    if block.isCounted { made.countedBytes += block.byteCount }
    return block
  }

  /// The greatest cost of a run, in steps: the items of a long run are not visited one by one.
  private static let stepsPerRun = 4

  /// Lays out all leaves of a node. `before` counts the leaves before it and their contents.
  mutating func node(
    over node: Node, before: ContentCounts
  ) throws(WalkStop) -> LineNode {
    let end = before.leaves + node.counts.leaves
    return try self.node(
      over: .node(node), before: before,
      next: end < tree.leafCount ? place(ofLeaf: end).leaf : nil)
  }

  /// Lays out all leaves of a child. `before` counts the leaves before it and their contents; `next` is the leaf after
  /// it.
  fileprivate mutating func node(
    over child: ContentChild, before: ContentCounts, next: Leaf?
  ) throws(WalkStop) -> LineNode {
    var place = LeafInLine(
      leaf: child.firstLeaf, firstItem: before.items, number: before.leaves, next: next,
      tree: tree)
    guard case .node(let node) = child else {
      var builder = LineNodeBuilder(capacity: 1)
      builder.append(try block(of: place))
      return builder.finish()
    }
    var builder = LineNodeBuilder(capacity: node.children.count)
    for number in node.children.indices {
      let next = number + 1 < node.children.count ? node.children[number + 1].firstLeaf : next
      guard node.level == 1 else {
        // Recurses one level down.
        builder.append(
          try self.node(
            over: node.children[number], before: before + node.counts(before: number), next: next))
        continue
      }
      place.next = next
      builder.append(try block(of: place))
      place.goOn()
    }
    return builder.finish()
  }
}

/// The blocks made by a sweep.
struct MadeBlocks {
  var count = 0
  /// Bytes of the blocks that a table counts.
  var countedBytes = 0
}

extension LineTree {
  /// Lays out a non-empty tree from scratch. O(runs + lines)
  init(
    _ tree: ContentTree, _ maker: AnyLineMaker, meter: inout StepMeter
  ) throws(WalkStop) {
    var sweep = LineSweep(tree, maker, meter)
    self.init(root: try sweep.node(over: tree.root, before: ContentCounts(), next: nil))
    meter = sweep.meter
  }
}
