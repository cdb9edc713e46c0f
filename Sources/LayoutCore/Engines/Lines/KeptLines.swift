/// What a tree has of another one, whose lines are known: parts that are one object in both, ascending in both.
struct KeptLines {
  /// The lines of a part.
  enum Lines {
    case block(LineBlock)
    case node(LineNode)

    /// Where the part's first line starts, in its first leaf's numbers.
    var start: Int {
      switch self {
      case .block(let block): return block.start
      case .node(var node):
        while !node.areChildrenBlocks { node = node.nodes[0] }
        return node.blocks[0].start
      }
    }
  }

  /// A leaf or node of both trees.
  struct Part {
    let content: ContentChild
    let lines: Lines
    /// The number of its first leaf in the tree before.
    let leafBefore: Int
    /// And in the new one.
    var leaf: Int

    var leafCount: Int { content.counts.leaves }

    /// The parts that stand under a node.
    func children() -> [Part] {
      guard case .node(let node) = content, case .node(let lines) = lines else { return [] }
      return node.children.indices.map { number in
        let leaves = node.counts(before: number).leaves
        return Part(
          content: node.children[number],
          lines: lines.areChildrenBlocks
            ? .block(lines.blocks[number]) : .node(lines.nodes[number]),
          leafBefore: leafBefore + leaves, leaf: leaf + leaves)
      }
    }
  }

  private(set) var parts: [Part] = []

  /// Compares two trees from the root on; lists of one level, as long as they differ.
  /// O(children of the nodes that differ · log)
  init(of tree: ContentTree, in before: ContentTree, _ lines: LineTree) {
    let isNode = before.root.level > 0
    var old = [
      Part(
        content: before.root, lines: isNode ? .node(lines.root) : .block(lines.root.blocks[0]),
        leafBefore: 0, leaf: 0)
    ]
    var new = [Place(content: tree.root, leaf: 0)]
    while old[0].content.level > new[0].content.level { old = old.flatMap { $0.children() } }
    while new[0].content.level > old[0].content.level { new = new.flatMap { $0.children() } }
    compare(old[...], new[...])
  }

  /// A leaf or node of the new tree.
  private struct Place {
    let content: ContentChild
    let leaf: Int

    func children() -> [Place] {
      guard case .node(let node) = content else { return [] }
      return node.children.indices.map {
        Place(content: node.children[$0], leaf: leaf + node.counts(before: $0).leaves)
      }
    }
  }

  /// A level below each time.
  private mutating func compare(_ old: ArraySlice<Part>, _ new: ArraySlice<Place>) {
    splitOffEqualEnds(old, new) { (kept, old, new) in
      var (nextOld, nextNew) = (old.startIndex, new.startIndex)
      for (anchorOld, anchorNew) in KeptLines.anchors(old, new) {
        kept.compareBelow(old[nextOld..<anchorOld], new[nextNew..<anchorNew])
        kept.keep(old[anchorOld], at: new[anchorNew])
        (nextOld, nextNew) = (anchorOld + 1, anchorNew + 1)
      }
      kept.compareBelow(old[nextOld...], new[nextNew...])
    }
  }

  private mutating func compareBelow(_ old: ArraySlice<Part>, _ new: ArraySlice<Place>) {
    splitOffEqualEnds(old, new) { (kept, old, new) in
      guard let level = old.first?.content.level, level > 0, !new.isEmpty else { return }
      kept.compare(
        ArraySlice(old.flatMap { $0.children() }), ArraySlice(new.flatMap { $0.children() }))
    }
  }

  /// Keeps what both lists begin and end with; `body` looks at what is between.
  private mutating func splitOffEqualEnds(
    _ old: ArraySlice<Part>, _ new: ArraySlice<Place>,
    _ body: (inout KeptLines, ArraySlice<Part>, ArraySlice<Place>) -> Void
  ) {
    var (old, new) = (old, new)
    while let part = old.first, let place = new.first, part.content === place.content {
      keep(old.removeFirst(), at: new.removeFirst())
    }
    var (endOld, endNew) = (old.endIndex, new.endIndex)
    while endOld > old.startIndex, endNew > new.startIndex,
      old[endOld - 1].content === new[endNew - 1].content
    {
      endOld -= 1
      endNew -= 1
    }
    if endOld > old.startIndex, endNew > new.startIndex {
      body(&self, old[..<endOld], new[..<endNew])
    }
    for (part, place) in zip(old[endOld...], new[endNew...]) { keep(part, at: place) }
  }

  private mutating func keep(_ part: Part, at place: Place) {
    var part = part
    part.leaf = place.leaf
    parts.append(part)
  }

  /// Where two lists have an object, and how often.
  private struct Meeting {
    private(set) var old = 0
    private var oldCount = 0
    private var newCount = 0

    mutating func meetOld(_ number: Int) {
      old = number
      oldCount += 1
    }

    mutating func meetNew() { newCount += 1 }

    var isOneInBoth: Bool { oldCount == 1 && newCount == 1 }
  }

  /// Pairs of equal entries, ascending in both lists: a longest such list of those that each list has once.
  /// O(entries · log)
  private static func anchors(
    _ old: ArraySlice<Part>, _ new: ArraySlice<Place>
  ) -> [(Int, Int)] {
    var places: [ObjectIdentifier: Meeting] = [:]
    for number in old.indices { places[old[number].content.identity, default: Meeting()].meetOld(number) }
    for number in new.indices { places[new[number].content.identity]?.meetNew() }
    // Patience sorting: the least end of a list of each length, and who comes before each end.
    var ends: [(Int, Int)] = []
    var chains: [Int] = []
    var chain: [(pair: (Int, Int), before: Int)] = []
    for number in new.indices {
      guard let place = places[new[number].content.identity], place.isOneInBoth else { continue }
      let first = place.old
      let length = partitionPoint(0..<ends.count) { ends[$0].0 > first }
      chain.append(((first, number), length > 0 ? chains[length - 1] : -1))
      if length == ends.count {
        ends.append((first, number))
        chains.append(chain.count - 1)
      } else {
        ends[length] = (first, number)
        chains[length] = chain.count - 1
      }
    }
    var pairs: [(Int, Int)] = []
    var link = chains.last ?? -1
    while link >= 0 {
      pairs.append(chain[link].pair)
      link = chain[link].before
    }
    return pairs.reversed()
  }
}

extension ContentChild {
  fileprivate var identity: ObjectIdentifier {
    switch self {
    case .leaf(let leaf): ObjectIdentifier(leaf)
    case .node(let node): ObjectIdentifier(node)
    }
  }
}
