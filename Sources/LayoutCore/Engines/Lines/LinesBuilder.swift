extension Lines {
  /// Lays out a non-empty tree, reusing lines of an earlier tree of the same maker if there is one. The result is the
  /// same as from scratch, byte for byte.
  ///
  /// O(runs + lines); with an earlier tree O(leaves laid out anew + nodes)
  init(
    _ tree: ContentTree, _ maker: some LineMaker,
    from earlier: (tree: ContentTree, lines: Lines)?, meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    if let earlier, earlier.tree.root === tree.root {
      self = earlier.lines
      return
    }
    var builder = try LinesBuilder(tree, AnyLineMaker(maker), from: earlier, meter)
    self = try builder.lines(from: earlier)
    meter = builder.meter
  }
}

/// Makes the lines of a tree, node by node in order.
private struct LinesBuilder {
  private let tree: ContentTree
  private let maker: AnyLineMaker
  /// Pays for the leaves that are laid out.
  private(set) var meter: WorkMeter
  /// The identities of the tree's lowest nodes, if there are sources.
  private var content: [ObjectIdentifier] = []
  /// Lists whose lines may be reused: the earlier one and, once lines are found that start at other items, its formers.
  private var sources: [LineSource] = []
  /// Formers that are not in `sources` yet, the next one at the end.
  private var formers: [Lines.Former] = []
  /// Whether the lines of a shared leaf start at another item than in the earlier list.
  private var isShifted = false
  /// The nodes added so far, without those of `reused`.
  private var nodes = LineNodeList()
  /// Nodes of a source that are reused next, and the next one of them.
  private var reused: (source: Int, numbers: Range<Int>)?
  private var nextReused = 0
  /// Whether a source has the next node, but no block of it can be reused, because all lines start at other items.
  private var isOutOfStep = false
  private var greatestWidth = 0.0
  private var bases: [Double] = []
  private var firstItems: [Int] = []
  private var nodeBytes = 0
  private var madeBlockBytes = 0
  /// The number of the next leaf, and its first item.
  private var leaf = 0
  private var firstItem = 0
  /// The first item of the next leaf's first line, in the leaf's numbers.
  private var start = 0

  /// The greatest cost of a run, in steps: the items of a long run are not visited one by one.
  private static let stepsPerRun = 4
  /// This number of nodes whose lines are reused costs as much as a step.
  private static let nodesPerStep = 16

  init(
    _ tree: ContentTree, _ maker: AnyLineMaker,
    from earlier: (tree: ContentTree, lines: Lines)?, _ meter: WorkMeter
  ) throws(WalkInterrupted) {
    self.tree = tree
    self.maker = maker
    self.meter = meter
    guard let earlier else { return }
    content.reserveCapacity(earlier.lines.nodes.count + 1)
    LinesBuilder.list(tree.root, &content)
    formers = earlier.lines.formers.reversed()
    try addSource(Lines.Former(tree: earlier.tree, nodes: earlier.lines.nodes))
  }

  private mutating func addSource(_ former: Lines.Former) throws(WalkInterrupted) {
    try meter.take((former.nodes.count + content.count) / LinesBuilder.nodesPerStep)
    sources.append(try LineSource(former, for: content, meter: &meter))
  }

  /// Appends the identities of the lowest nodes, without reading these. Recurses one level down.
  private static func list(_ child: ContentChild, _ content: inout [ObjectIdentifier]) {
    guard case .node(let node) = child, node.level > 1 else {
      content.append(child.identity)
      return
    }
    for number in node.children.indices {
      if node.level == 2 {
        content.append(node.children[number].identity)
      } else {
        list(node.children[number], &content)
      }
    }
  }

  mutating func lines(
    from earlier: (tree: ContentTree, lines: Lines)?
  ) throws(WalkInterrupted) -> Lines {
    nodes.reserve(content.count)
    bases.reserveCapacity(content.count)
    firstItems.reserveCapacity(content.count)
    if case .node(let root) = tree.root, root.level > 1 {
      _ = try add(root, base: 0)
    } else {
      _ = try add([tree.root], 0, base: 0)
    }
    addReused()
    nodes.finish()
    var formers: [Lines.Former] = []
    if let earlier {
      formers = earlier.lines.formers
      if isShifted {
        formers.insert(Lines.Former(tree: earlier.tree, nodes: earlier.lines.nodes), at: 0)
        formers = Array(formers.prefix(maker.formerCount))
      }
    }
    return Lines(
      nodes, bases: bases, firstItems: firstItems, greatestWidth: greatestWidth, formers: formers,
      nodeBytes: nodeBytes, madeBlockBytes: madeBlockBytes)
  }

  /// Adds the lines of a node of the tree above lowest ones, which starts at `base`, and returns its pitch. Recurses one
  /// level down.
  private mutating func add(_ node: Node, base: Double) throws(WalkInterrupted) -> Double {
    var pitch = 0.0
    for number in node.children.indices {
      if node.level > 2, case .node(let below) = node.children[number] {
        pitch += try add(below, base: base + pitch)
      } else {
        pitch += try add(node.children, number, base: base + pitch)
      }
    }
    return pitch
  }

  /// Adds the lines of a lowest node, or of the only leaf, which starts at `base`, and returns its pitch.
  private mutating func add(
    _ children: [ContentChild], _ number: Int, base: Double
  ) throws(WalkInterrupted) -> Double {
    bases.append(base)
    firstItems.append(firstItem)
    if reused == nil, !sources.isEmpty { try findReused(children[number].identity) }
    if let (source, numbers) = reused {
      defer {
        nextReused += 1
        if nextReused == numbers.upperBound { addReused() }
      }
      return pass(sources[source].nodes[nextReused])
    }
    let node = try newNode(children[number])
    nodes.append(node)
    return pass(node)
  }

  @inline(__always)
  private mutating func pass(_ node: LineNode) -> Double {
    firstItem += node.itemCount
    leaf += node.leafCount
    start = node.nextStart
    greatestWidth = greater(node.greatestWidth, greatestWidth)
    return node.pitch
  }

  private mutating func addReused() {
    guard let (source, numbers) = reused else { return }
    nodes.append(numbers, of: sources[source].nodes)
    sources[source].expectLeaf(inNode: numbers.upperBound)
    reused = nil
  }

  /// Finds lines of the next nodes in a source that start at the right item and continue alike.
  private mutating func findReused(_ identity: ObjectIdentifier) throws(WalkInterrupted) {
    isOutOfStep = false
    var number = 0
    while number < sources.count {
      if let run = sources[number].run(fromNode: bases.count - 1, identity) {
        if sources[number].nodes[run.lowerBound].start != start {
          isShifted = true
          isOutOfStep = maker.formerCount > 0
        } else {
          isOutOfStep = false
          let end = endOfAlike(run, ofSource: number)
          if end > run.lowerBound {
            reused = (number, run.lowerBound..<end)
            nextReused = run.lowerBound
            return
          }
        }
        sources[number].expectLeaf(inNode: run.lowerBound)
      }
      number += 1
      try addFormer(behind: number)
    }
  }

  /// Adds the next former list as a source if all sources have been asked and lines start at other items.
  private mutating func addFormer(behind number: Int) throws(WalkInterrupted) {
    guard number == sources.count, isShifted, let former = formers.popLast() else { return }
    try addSource(former)
  }

  /// The end of the nodes of a run whose lines end at the same items as in a source. If what follows the last line
  /// differs, the node in which that line begins and the nodes after it are left out.
  private mutating func endOfAlike(_ run: Range<Int>, ofSource source: Int) -> Int {
    let end = bases.count - 1 + run.count
    var last = run.upperBound - 1
    if end == content.count && run.upperBound == sources[source].nodes.count { return last + 1 }
    let leaves = run.reduce(leaf) { $0 + sources[source].nodes[$1].leafCount }
    let isAlike = LinesBuilder.continuesAlike(
      sources[source].nodes[last].nextStart,
      sources[source].nodes.firstLeaf(ofNode: last + 1),
      leaves < tree.leafCount ? tree.leaf(number: leaves).leaf : nil)
    if isAlike { return last + 1 }
    while last >= run.lowerBound, sources[source].nodes[last].lineCount == 0 { last -= 1 }
    return last < run.lowerBound ? run.upperBound : last
  }

  /// Whether a last line ends at the same item before two leaves: the sizes of their items up to and including the first
  /// that did not fit are the same. O(those items)
  private static func continuesAlike(_ start: Int, _ before: Leaf?, _ next: Leaf?) -> Bool {
    guard let before, let next else { return before == nil && next == nil }
    return before === next ? start < next.itemCount : next.hasSameSizes(as: before, upTo: start)
  }

  /// Lays out the leaves of a node, except those whose blocks a source has.
  private mutating func newNode(_ child: ContentChild) throws(WalkInterrupted) -> LineNode {
    let count = child.counts.leaves
    let behind = leaf + count < tree.leafCount ? tree.leaf(number: leaf + count).leaf : nil
    var places: [BlockPlace] = []
    places.reserveCapacity(count)
    var sums = LineNode.Sums()
    while places.count < count {
      let mayReuse = !sources.isEmpty && !isOutOfStep
      if mayReuse, try reuseBlocks(of: child, before: behind, &places, &sums) { continue }
      var place = LeafInLine(
        leaf: child.leaf(places.count), firstItem: firstItem + sums.items,
        number: leaf + places.count, next: nil, tree: tree)
      repeat {
        let next = places.count + 1
        place.next = next < count ? child.leaf(next) : behind
        let block = try newBlock(place)
        start = block.nextStart
        let before = (base: sums.base, items: sums.items)
        sums.add(block, itemCount: place.leaf.itemCount)
        places.append(
          BlockPlace(base: before.base, firstItem: before.items, block: block))
        place.goOn()
      } while !mayReuse && places.count < count
    }
    let node = LineNode(places, sums, content: child.identity)
    nodeBytes += node.byteCount
    return node
  }

  /// Appends blocks of the next leaves that follow each other in a source, if they start at the right item and continue
  /// alike. Returns whether there are any.
  private mutating func reuseBlocks(
    of child: ContentChild, before behind: Leaf?, _ places: inout [BlockPlace],
    _ sums: inout LineNode.Sums
  ) throws(WalkInterrupted) -> Bool {
    try meter.take()
    let first = places.count
    let identity = child.leafIdentity(first)
    var number = 0
    while number < sources.count {
      if let found = try sources[number].place(ofLeaf: identity, likely: first, &meter) {
        let source = sources[number].nodes[found.node]
        if source.places[found.child].block.start != start {
          isShifted = true
          sources[number].pass(1)
        } else {
          let count = countOfAlike(
            child, first, behind, source, found.child,
            next: sources[number].nodes.firstLeaf(ofNode: found.node + 1))
          for place in source.places[found.child..<found.child + count] {
            let before = (base: sums.base, items: sums.items)
            sums.add(
              place.block, itemCount: source.itemCount(ofChild: found.child + places.count - first))
            places.append(
              BlockPlace(base: before.base, firstItem: before.items, block: place.block))
          }
          sources[number].pass(max(1, count))
          if count > 0 {
            start = source.places[found.child + count - 1].block.nextStart
            return true
          }
        }
      }
      number += 1
      try addFormer(behind: number)
    }
    return false
  }

  /// The number of leaves of a node from `first` on that follow each other in a source's node from `found` on and whose
  /// lines end at the same items there.
  private func countOfAlike(
    _ child: ContentChild, _ first: Int, _ behind: Leaf?, _ source: LineNode, _ found: Int,
    next nextNode: Leaf?
  ) -> Int {
    let countMax = min(child.counts.leaves - first, source.leafCount - found)
    var count = 1
    while count < countMax,
      child.leafIdentity(first + count)
        == ObjectIdentifier(source.places[found + count].block.leaf)
    {
      count += 1
    }
    let (next, nextBefore) = (first + count, found + count)
    let isAlike = LinesBuilder.continuesAlike(
      source.places[nextBefore - 1].block.nextStart,
      nextBefore < source.leafCount ? source.places[nextBefore].block.leaf : nextNode,
      next < child.counts.leaves ? child.leaf(next) : behind)
    if isAlike { return count }
    let last = source.places[found..<found + count].lastIndex { $0.block.lineCount > 0 }
    return last.map { $0 - found } ?? count
  }

  @inline(__always)
  private mutating func newBlock(_ place: LeafInLine) throws(WalkInterrupted) -> LineBlock {
    let itemCount = place.leaf.itemCount
    let stepsOfRuns = LinesBuilder.stepsPerRun * place.leaf.runCount
    try meter.take(maker.looksAtItems ? itemCount : min(itemCount, stepsOfRuns))
    let block = try maker.block(place, start, &meter)
    if block.isCounted { madeBlockBytes += block.byteCount }
    return block
  }
}

extension ContentChild {
  /// A leaf of a lowest node, or the leaf itself.
  fileprivate func leaf(_ number: Int) -> Leaf {
    switch self {
    case .leaf(let leaf): leaf
    case .node(let node): node.children[number].firstLeaf
    }
  }

  /// The identity of that leaf, which is not read.
  @inline(__always)
  fileprivate func leafIdentity(_ number: Int) -> ObjectIdentifier {
    switch self {
    case .leaf: identity
    case .node(let node): node.children[number].identity
    }
  }
}

extension LineNodeList {
  /// The first leaf of a node; nil if there is no such node.
  fileprivate func firstLeaf(ofNode node: Int) -> Leaf? {
    node < count ? self[node].places[0].block.leaf : nil
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
