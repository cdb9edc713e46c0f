/// What a tree has in common with another one, whose lines are known: children that are one object in both, ascending
/// in both.
struct KeptLines {
  /// Children of a node that follow each other in both trees.
  struct Part {
    /// In the tree before, with its lines.
    let node: Node
    let lines: LineNode
    var children: Range<Int>
    /// The number of the first child's first leaf in the new tree, less that in the tree before.
    let shift: Int
    /// The node's first leaf in the tree before.
    let nodeLeafBefore: Int

    var leavesBefore: Range<Int> {
      nodeLeafBefore + node.counts(before: children.lowerBound).leaves..<nodeLeafBefore
        + node.counts(before: children.upperBound).leaves
    }
    /// Its first leaf in the new tree.
    var leaf: Int { leavesBefore.lowerBound + shift }
    /// Where the first child's first line starts, in its first leaf's numbers.
    var start: Int { lines.start(ofChild: children.lowerBound) }

    /// The block of the last leaf.
    var lastBlock: LineBlock { lines.lastBlock(ofChild: children.upperBound - 1) }

    /// All children of a child that is a node.
    func below(_ child: Int) -> Part {
      guard case .node(let below) = node.children[child],
        case .node(let lines) = lines.places[child].child
      else { preconditionFailure("a leaf has no children") }
      return Part(
        node: below, lines: lines, children: below.children.indices, shift: shift,
        nodeLeafBefore: nodeLeafBefore + node.counts(before: child).leaves)
    }
  }

  private(set) var parts: [Part] = []

  /// Compares two trees of several leaves from the root on. O(children of the nodes that differ · log)
  init(of root: Node, in rootBefore: Node, _ lines: LineNode) {
    var old = [NodeBefore(node: rootBefore, lines: lines, leaf: 0)]
    var new = [NewNode(node: root, leaf: 0)]
    while old[0].node.level > new[0].node.level { old = old.flatMap { $0.nodesBelow() } }
    while new[0].node.level > old[0].node.level { new = new.flatMap { $0.nodesBelow() } }
    compare(old, new)
  }

  private struct NodeBefore {
    let node: Node
    let lines: LineNode
    let leaf: Int

    func child(_ number: Int) -> NodeBefore {
      guard case .node(let below) = node.children[number],
        case .node(let lines) = lines.places[number].child
      else { preconditionFailure("a leaf is no node") }
      return NodeBefore(
        node: below, lines: lines, leaf: leaf + node.counts(before: number).leaves)
    }

    func nodesBelow() -> [NodeBefore] { node.children.indices.map(child) }
  }

  private struct NewNode {
    let node: Node
    let leaf: Int

    func child(_ number: Int) -> NewNode {
      guard case .node(let below) = node.children[number] else {
        preconditionFailure("a leaf is no node")
      }
      return NewNode(node: below, leaf: leaf + node.counts(before: number).leaves)
    }

    func nodesBelow() -> [NewNode] { node.children.indices.map(child) }
  }

  /// A child of one of several nodes.
  private struct Child {
    let identity: ObjectIdentifier
    let node: Int
    let number: Int
  }

  private static func children(_ nodes: [Node]) -> [Child] {
    var children: [Child] = []
    children.reserveCapacity(nodes.reduce(0) { $0 + $1.children.count })
    for (place, node) in nodes.enumerated() {
      for number in node.children.indices {
        children.append(
          Child(identity: node.identity(ofChild: number), node: place, number: number))
      }
    }
    return children
  }

  /// Compares the children of nodes of one level. A level below each time.
  private mutating func compare(_ old: [NodeBefore], _ new: [NewNode]) {
    guard let level = old.first?.node.level, !new.isEmpty else { return }
    let oldChildren = KeptLines.children(old.map(\.node))
    let newChildren = KeptLines.children(new.map(\.node))
    var (oldEnd, newEnd) = (0, 0)
    for match in KeptLines.matches(oldChildren, newChildren) {
      if level > 1 {
        compare(
          oldChildren[oldEnd..<match.old].map { old[$0.node].child($0.number) },
          newChildren[newEnd..<match.new].map { new[$0.node].child($0.number) })
      }
      (oldEnd, newEnd) = (match.old + match.count, match.new + match.count)
      var (nextOld, nextNew) = (match.old, match.new)
      while nextOld < oldEnd {
        // As many as are neighbours in one node of both trees.
        let (child, newChild) = (oldChildren[nextOld], newChildren[nextNew])
        let (before, after) = (old[child.node], new[newChild.node])
        let count = min(
          oldEnd - nextOld, before.node.children.count - child.number,
          after.node.children.count - newChild.number)
        let leafBefore = before.leaf + before.node.counts(before: child.number).leaves
        let leaf = after.leaf + after.node.counts(before: newChild.number).leaves
        parts.append(
          Part(
            node: before.node, lines: before.lines, children: child.number..<child.number + count,
            shift: leaf - leafBefore, nodeLeafBefore: before.leaf))
        nextOld += count
        nextNew += count
      }
    }
  }

  /// Entries that both lists have, ascending in both, and at the end the lists' ends.
  private struct Match {
    let old: Int
    let new: Int
    let count: Int
  }

  /// What both lists begin and end with, and between them what is found near by; from where nothing is, entries that
  /// each has once, and their equal neighbours. O(entries · log)
  private static func matches(_ old: [Child], _ new: [Child]) -> [Match] {
    var (oldEnd, newEnd) = (old.count, new.count)
    while min(oldEnd, newEnd) > 0, old[oldEnd - 1].identity == new[newEnd - 1].identity {
      oldEnd -= 1
      newEnd -= 1
    }
    var matches: [Match] = []
    var (nextOld, nextNew) = (0, 0)
    /// Adds the equal entries from two places on.
    func add(_ placeOld: Int, _ placeNew: Int) {
      var count = 0
      while placeOld + count < oldEnd, placeNew + count < newEnd,
        old[placeOld + count].identity == new[placeNew + count].identity
      {
        count += 1
      }
      matches.append(Match(old: placeOld, new: placeNew, count: count))
      (nextOld, nextNew) = (placeOld + count, placeNew + count)
    }
    add(0, 0)
    while let (placeOld, placeNew) = KeptLines.nearest(
      old[nextOld..<oldEnd], new[nextNew..<newEnd])
    {
      add(placeOld, placeNew)
    }
    for (anchorOld, anchorNew) in anchors(old[nextOld..<oldEnd], new[nextNew..<newEnd]) {
      guard anchorOld >= nextOld, anchorNew >= nextNew else { continue }
      var start = 0
      while anchorOld - start > nextOld, anchorNew - start > nextNew,
        old[anchorOld - start - 1].identity == new[anchorNew - start - 1].identity
      {
        start += 1
      }
      add(anchorOld - start, anchorNew - start)
    }
    matches.append(Match(old: oldEnd, new: newEnd, count: old.count - oldEnd))
    return matches
  }

  /// The first equal entries of two lists, if there are some near the starts. O(1)
  private static func nearest(
    _ old: ArraySlice<Child>, _ new: ArraySlice<Child>
  ) -> (Int, Int)? {
    for distance in 0..<min(16, old.count + new.count) {
      for offset in 0...distance where offset < old.count && distance - offset < new.count {
        let places = (old.startIndex + offset, new.startIndex + distance - offset)
        if old[places.0].identity == new[places.1].identity { return places }
      }
    }
    return nil
  }

  /// A longest list of pairs of equal entries, ascending in both lists, of those that each list has once.
  /// O(entries · log)
  private static func anchors(
    _ old: ArraySlice<Child>, _ new: ArraySlice<Child>
  ) -> [(Int, Int)] {
    guard !old.isEmpty && !new.isEmpty else { return [] }
    var places: [ObjectIdentifier: (old: Int, oldCount: Int, newCount: Int)] = [:]
    for number in old.indices {
      let count = places[old[number].identity]?.oldCount ?? 0
      places[old[number].identity] = (number, count + 1, 0)
    }
    for child in new { places[child.identity]?.newCount += 1 }
    // Patience sorting: the least end of a list of each length, and which pair comes before each pair.
    var pairs: [(pair: (Int, Int), before: Int)] = []
    var ends: [Int] = []
    for number in new.indices {
      guard let place = places[new[number].identity], place.oldCount == 1, place.newCount == 1
      else { continue }
      let length = partitionPoint(0..<ends.count) { pairs[ends[$0]].pair.0 > place.old }
      if length == ends.count { ends.append(pairs.count) } else { ends[length] = pairs.count }
      pairs.append(((place.old, number), length > 0 ? ends[length - 1] : -1))
    }
    var list: [(Int, Int)] = []
    var last = ends.last ?? -1
    while last >= 0 {
      list.append(pairs[last].pair)
      last = pairs[last].before
    }
    return list.reversed()
  }
}
