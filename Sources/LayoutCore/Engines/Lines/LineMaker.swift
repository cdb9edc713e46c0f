/// Lays out one leaf after the other: (leaf, what follows, where its first line starts) → block.
protocol LineMaker {
  /// Whether it looks at every item of a line, not at every run of equal ones.
  static var looksAtItems: Bool { get }

  /// Whether the lines of leaves that follow each other fall into step when they start elsewhere.
  static var fallsIntoStep: Bool { get }

  /// How many trees are worth being kept for leaves whose lines start elsewhere.
  var formerCount: Int { get }

  /// Whether lines start in a leaf as they did before so many items were added before it, if all of them have equally
  /// many items.
  func startsAlike(behind itemCount: Int) -> Bool

  /// The block of a leaf; `start` is where the lines before it have ended, in the leaf's numbers.
  mutating func block(of leaf: LeafInLine, start: Int) -> LineBlock
}

/// A maker of a type that is not named: what goes through a tree is compiled once for all of them.
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

/// A leaf of a tree with what is around it.
struct LeafInLine {
  fileprivate(set) var leaf: Leaf
  /// The number of its first item in the section.
  fileprivate(set) var firstItem: Int
  fileprivate(set) var number: Int
  fileprivate(set) var next: Leaf?
  let tree: ContentTree

  /// Goes on to the next leaf, if there is one, without what is behind it. The reference moves, since to
  /// count references takes time.
  fileprivate mutating func goOn() {
    firstItem += leaf.itemCount
    number += 1
    if let next = next.take() { leaf = next }
  }

  /// How many items there are from its first one to the section's end.
  var itemCountToEnd: Int { tree.itemCount - firstItem }

  /// Visits the runs of the leaves behind, without their members, until `body` returns false. O(runs visited + leaves · log leaves)
  @inline(__always)
  func visitRunsBehind(_ body: (ItemRun) -> Bool) {
    var leaf = next
    var number = number + 1
    while let current = leaf {
      for run in 0..<current.runCount where !body(current.sizes(ofRun: run)) { return }
      number += 1
      leaf = number < tree.leafCount ? tree.leaf(number: number).leaf : nil
    }
  }
}

/// Makes the lines of a section's leaves.
struct LineSweep {
  private let tree: ContentTree
  private let maker: AnyLineMaker
  /// Where the next leaf has its first line, in its numbers.
  var start = 0
  /// Grants the steps of the leaves that are laid out.
  private(set) var meter: StepMeter
  private(set) var made = MadeBlocks()
  private var finder: LeafFinder
  /// The leaf that was last looked for, or the one behind the leaf last laid out by its number.
  private var near: LeafPlace?

  init(_ tree: ContentTree, _ maker: AnyLineMaker, _ meter: StepMeter) {
    self.tree = tree
    self.maker = maker
    self.meter = meter
    finder = LeafFinder(tree)
  }

  /// The leaf of a number, and what is before it.
  mutating func place(ofLeaf number: Int) -> LeafPlace {
    if let near, near.number == number { return near }
    let place = finder.leaf(number: number)
    near = place
    return place
  }

  /// Lays out the leaf of a number.
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
    // Its last line may go on in many leaves behind.
    try meter.take(maker.looksAtItems ? block.nextStart : min(block.nextStart, tree.runCount))
    start = block.nextStart
    made.count += 1
    if block.isCounted { made.countedBytes += block.byteCount }
    return block
  }

  /// What a run of many items costs at most, in steps: they are not looked at one by one.
  private static let stepsPerRun = 4

  /// Lays out all leaves of a node; `before` is what the leaves before have.
  mutating func node(
    over node: Node, before: ContentCounts
  ) throws(WalkStop) -> LineNode {
    let end = before.leaves + node.counts.leaves
    return try self.node(
      over: .node(node), before: before,
      next: end < tree.leafCount ? place(ofLeaf: end).leaf : nil)
  }

  /// Lays out all leaves of a child; `before` is what the leaves before have, `next` the leaf behind.
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
        // A level below each time.
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

/// What a sweep has made.
struct MadeBlocks {
  var count = 0
  /// Bytes of those that a table counts.
  var countedBytes = 0
}

extension LineTree {
  /// Lays out a tree that has items, from scratch. O(runs + lines)
  init(
    _ tree: ContentTree, _ maker: AnyLineMaker, meter: inout StepMeter
  ) throws(WalkStop) {
    var sweep = LineSweep(tree, maker, meter)
    self.init(root: try sweep.node(over: tree.root, before: ContentCounts(), next: nil))
    meter = sweep.meter
  }
}
