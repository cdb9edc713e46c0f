extension Lines {
  /// Lays out a non-empty tree, reusing lines of an earlier tree of the same maker if there is one. The result is the
  /// same as from scratch, byte for byte.
  ///
  /// O(runs + lines); with an earlier tree O(leaves laid out anew + nodes)
  init(
    _ tree: ContentTree, _ maker: some LineMaker,
    from earlier: (tree: ContentTree, lines: Lines)?, meter: inout StepMeter
  ) throws(WalkStop) {
    if let earlier, earlier.tree.root === tree.root {
      self = earlier.lines
      return
    }
    var builder = LinesBuilder(tree, AnyLineMaker(maker), from: earlier, meter)
    self = try builder.lines(from: earlier)
    meter = builder.meter
  }
}

/// Makes the lines of a tree, node by node in order.
private struct LinesBuilder {
  private let tree: ContentTree
  private let maker: AnyLineMaker
  /// Pays for the leaves that are laid out.
  private(set) var meter: StepMeter
  /// The identities of the tree's lowest nodes, if there are sources.
  private var content: [ObjectIdentifier] = []
  /// Lists whose lines may be reused: the earlier one and, once lines are found that start at other items, its formers.
  private var sources: [LineSource] = []
  /// Formers that are not in `sources` yet, the next one at the end.
  private var formers: [Lines.Former] = []
  /// Whether the lines of a shared leaf start at another item than in the earlier list.
  private var isShifted = false
  private var nodes: [LineNode] = []
  private var bases: [Double] = []
  private var firstItems: [Int] = []
  private var nodeBytes = 0
  private var madeBlockBytes = 0
  /// The blocks of the node that is being made.
  private var blocks: [LineBlock] = []
  /// The number of the next leaf, and its first item.
  private var leaf = 0
  private var firstItem = 0
  /// The first item of the next leaf's first line, in the leaf's numbers.
  private var start = 0

  /// The greatest cost of a run, in steps: the items of a long run are not visited one by one.
  private static let stepsPerRun = 4

  init(
    _ tree: ContentTree, _ maker: AnyLineMaker,
    from earlier: (tree: ContentTree, lines: Lines)?, _ meter: StepMeter
  ) {
    self.tree = tree
    self.maker = maker
    self.meter = meter
    guard let earlier else { return }
    content.reserveCapacity(earlier.lines.nodes.count + 1)
    LinesBuilder.list(tree.root, &content)
    let former = Lines.Former(tree: earlier.tree, nodes: earlier.lines.nodes)
    sources = [LineSource(former, for: content)]
    formers = earlier.lines.formers.reversed()
  }

  /// Appends the identities of the lowest nodes. Recurses one level down.
  private static func list(_ child: ContentChild, _ content: inout [ObjectIdentifier]) {
    if case .node(let node) = child, node.level > 1 {
      for child in node.children { list(child, &content) }
    } else {
      content.append(child.identity)
    }
  }

  mutating func lines(
    from earlier: (tree: ContentTree, lines: Lines)?
  ) throws(WalkStop) -> Lines {
    nodes.reserveCapacity(content.count)
    bases.reserveCapacity(content.count)
    firstItems.reserveCapacity(content.count)
    _ = try add(tree.root, base: 0)
    var formers: [Lines.Former] = []
    if let earlier {
      formers = earlier.lines.formers
      if isShifted {
        formers.insert(Lines.Former(tree: earlier.tree, nodes: earlier.lines.nodes), at: 0)
        formers = Array(formers.prefix(maker.formerCount))
      }
    }
    return Lines(
      nodes, bases: bases, firstItems: firstItems, formers: formers, nodeBytes: nodeBytes,
      madeBlockBytes: madeBlockBytes)
  }

  /// Adds the lines of a child of the tree, which starts at `base`, and returns its pitch. Recurses one level down.
  private mutating func add(_ child: ContentChild, base: Double) throws(WalkStop) -> Double {
    if case .node(let node) = child, node.level > 1 {
      var pitch = 0.0
      for child in node.children { pitch += try add(child, base: base + pitch) }
      return pitch
    }
    var node = reusedNode(child.identity)
    if node == nil { node = try newNode(child) }
    guard let node else { preconditionFailure("a node is reused or made") }
    nodes.append(node)
    bases.append(base)
    firstItems.append(firstItem)
    firstItem += node.itemCount
    leaf += node.places.count
    start = node.nextStart
    return node.pitch
  }

  /// The lines of the next node in a source, if they start at the right item and continue alike.
  private mutating func reusedNode(_ identity: ObjectIdentifier) -> LineNode? {
    var number = 0
    while number < sources.count {
      if let found = sources[number].place(ofNode: nodes.count, identity) {
        if sources[number].nodes[found].start != start {
          isShifted = true
        } else if continuesAlike(found, in: sources[number].nodes) {
          sources[number].passNode()
          return sources[number].nodes[found]
        }
      }
      number += 1
      addFormer(behind: number)
    }
    return nil
  }

  /// Adds a source, if all have been asked and lines start at other items.
  private mutating func addFormer(behind number: Int) {
    guard number == sources.count, isShifted, let former = formers.popLast() else { return }
    sources.append(LineSource(former, for: content))
  }

  /// Whether the last line of the next node ends at the same item as in a source, which has it as the node `found`.
  private func continuesAlike(_ found: Int, in source: [LineNode]) -> Bool {
    let (next, nextBefore) = (nodes.count + 1, found + 1)
    if next < content.count, nextBefore < source.count,
      source[nextBefore].content == content[next],
      source[found].nextStart < source[nextBefore].itemCount
    {
      return true
    }
    let end = leaf + source[found].places.count
    return continuesAlike(
      source[found].hasLine, source[found].nextStart,
      nextBefore < source.count ? source[nextBefore].places[0].block.leaf : nil,
      end < tree.leafCount ? tree.leaf(number: end).leaf : nil)
  }

  /// Whether a last line ends at the same item before two leaves: the sizes of their items up to and including the first
  /// that did not fit are the same. O(those items)
  private func continuesAlike(_ hasLine: Bool, _ start: Int, _ before: Leaf?, _ next: Leaf?) -> Bool
  {
    guard hasLine else { return true }
    guard let before, let next else { return before == nil && next == nil }
    return before === next ? start < next.itemCount : next.hasSameSizes(as: before, upTo: start)
  }

  /// Lays out the leaves of a node, except those whose blocks a source has.
  private mutating func newNode(_ child: ContentChild) throws(WalkStop) -> LineNode {
    let count = child.counts.leaves
    let behind = leaf + count < tree.leafCount ? tree.leaf(number: leaf + count).leaf : nil
    var place = LeafInLine(
      leaf: child.firstLeaf, firstItem: firstItem, number: leaf, next: nil, tree: tree)
    blocks.reserveCapacity(count)
    for number in 0..<count {
      place.next =
        if case .node(let node) = child, number + 1 < count {
          node.children[number + 1].firstLeaf
        } else {
          behind
        }
      var block = sources.isEmpty ? nil : reusedBlock(place.leaf, next: place.next)
      if block == nil { block = try newBlock(place) }
      guard let block else { preconditionFailure("a block is reused or made") }
      start = block.nextStart
      blocks.append(block)
      place.goOn()
    }
    let node = LineNode(blocks, content: child.identity)
    blocks.removeAll(keepingCapacity: true)
    nodeBytes += node.byteCount
    return node
  }

  /// The block of the next leaf in a source, if it starts at the right item and continues alike.
  private mutating func reusedBlock(_ leaf: Leaf, next: Leaf?) -> LineBlock? {
    var number = 0
    while number < sources.count {
      if let found = sources[number].block(of: leaf) {
        if found.block.start != start {
          isShifted = true
        } else if continuesAlike(
          found.block.lineCount > 0, found.block.nextStart, found.next, next)
        {
          return found.block
        }
      }
      number += 1
      addFormer(behind: number)
    }
    return nil
  }

  @inline(__always)
  private mutating func newBlock(_ place: LeafInLine) throws(WalkStop) -> LineBlock {
    let itemCount = place.leaf.itemCount
    let stepsOfRuns = LinesBuilder.stepsPerRun * place.leaf.runCount
    try meter.take(maker.looksAtItems ? itemCount : min(itemCount, stepsOfRuns))
    let block = maker.block(place, start)
    // Its last line may continue in many later leaves.
    try meter.take(maker.looksAtItems ? block.nextStart : min(block.nextStart, tree.runCount))
    if block.isCounted { madeBlockBytes += block.byteCount }
    return block
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
