/// Consecutive children of a node that are consecutive in both trees.
struct KeptChildren {
  /// The node in the old tree, with its lines.
  let node: Node
  let lines: LineNode
  var children: Range<Int>
  /// The number of the first child's first leaf in the new tree, less its number in the old tree.
  let shift: Int
  /// The number of the node's first leaf in the old tree.
  let nodeLeafBefore: Int

  var leavesBefore: Range<Int> {
    nodeLeafBefore + node.counts(before: children.lowerBound).leaves..<nodeLeafBefore
      + node.counts(before: children.upperBound).leaves
  }
  /// The number of the first child's first leaf in the new tree.
  var leaf: Int { leavesBefore.lowerBound + shift }
  /// The first item of the first child's first line, in the numbers of its first leaf.
  var start: Int { lines.start(ofChild: children.lowerBound) }

  /// The block of the last child's last leaf.
  var lastBlock: LineBlock { lines.lastBlock(ofChild: children.upperBound - 1) }

  /// All children of a child that is itself a node.
  func below(_ child: Int) -> KeptChildren {
    guard case .node(let below) = node.children[child],
      case .node(let lines) = lines.places[child].child
    else { preconditionFailure("a leaf has no children") }
    return KeptChildren(
      node: below, lines: lines, children: below.children.indices, shift: shift,
      nodeLeafBefore: nodeLeafBefore + node.counts(before: child).leaves)
  }
}

/// The children that a tree shares with another one whose lines are known: the same objects in both, in ascending order
/// in both.
struct KeptLines {
  private(set) var parts: [KeptChildren] = []

  /// Compares two trees of several leaves, starting at their roots. O(children of the nodes that differ · log)
  init(of root: Node, in rootBefore: Node, _ lines: LineNode) {
    var old = [NodeBefore(node: rootBefore, lines: lines, leaf: 0)]
    var new = [NewNode(node: root, leaf: 0)]
    while old[0].node.level > new[0].node.level { old = old.flatMap { $0.nodesBelow() } }
    while new[0].node.level > old[0].node.level { new = new.flatMap { $0.nodesBelow() } }
    compare(old, new)
  }

  private struct NodeBefore: Noded {
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

  private struct NewNode: Noded {
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

  /// The children of several nodes of one level, as one sequence.
  private struct Children<Parent: Noded> {
    private let children: [ContentChild]
    /// The number of children before those of each node; empty if there is only one node.
    private let starts: [Int]

    init(_ nodes: [Parent]) {
      if nodes.count == 1 {
        (children, starts) = (nodes[0].node.children, [])
        return
      }
      var (children, starts): ([ContentChild], [Int]) = ([], [])
      for parent in nodes {
        starts.append(children.count)
        children += parent.node.children
      }
      (self.children, self.starts) = (children, starts)
    }

    var count: Int { children.count }

    /// The node of a child, and the child's number in it. O(log nodes)
    @inline(__always)
    func place(_ child: Int) -> (node: Int, number: Int) {
      if starts.isEmpty { return (0, child) }
      let node = partitionPoint(1..<starts.count) { starts[$0] > child } - 1
      return (node, child - starts[node])
    }

    /// The identity of a child's object. O(1)
    @inline(__always)
    subscript(child: Int) -> Int { Int(bitPattern: children[child].identity) }
  }

  /// Compares the children of nodes of one level. Recurses one level down.
  private mutating func compare(_ old: [NodeBefore], _ new: [NewNode]) {
    guard let level = old.first?.node.level, !new.isEmpty else { return }
    let (oldChildren, newChildren) = (Children(old), Children(new))
    var (oldEnd, newEnd) = (0, 0)
    for match in KeptLines.matches(oldChildren, newChildren) {
      if level > 1 {
        compare(
          (oldEnd..<match.old).map {
            let (node, number) = oldChildren.place($0)
            return old[node].child(number)
          },
          (newEnd..<match.new).map {
            let (node, number) = newChildren.place($0)
            return new[node].child(number)
          })
      }
      (oldEnd, newEnd) = (match.old + match.count, match.new + match.count)
      var (nextOld, nextNew) = (match.old, match.new)
      while nextOld < oldEnd {
        // As many children as are neighbours within one node in both trees.
        let (child, newChild) = (oldChildren.place(nextOld), newChildren.place(nextNew))
        let (before, after) = (old[child.node], new[newChild.node])
        let count = min(
          oldEnd - nextOld, before.node.children.count - child.number,
          after.node.children.count - newChild.number)
        let leafBefore = before.leaf + before.node.counts(before: child.number).leaves
        let leaf = after.leaf + after.node.counts(before: newChild.number).leaves
        parts.append(
          KeptChildren(
            node: before.node, lines: before.lines, children: child.number..<child.number + count,
            shift: leaf - leafBefore, nodeLeafBefore: before.leaf))
        nextOld += count
        nextNew += count
      }
    }
  }

  /// A stretch of entries that both lists share. Stretches ascend in both lists; the last one is at the ends of the
  /// lists.
  private struct EqualEntries {
    let old: Int
    let new: Int
    let count: Int
  }

  /// Matches two lists: first their common start and end, then in between the nearest equal entries. Once there are
  /// none nearby, entries that occur once in each list, with their equal neighbours. O(entries · log)
  private static func matches(_ old: Children<NodeBefore>, _ new: Children<NewNode>)
    -> [EqualEntries]
  {
    var (oldEnd, newEnd) = (old.count, new.count)
    while min(oldEnd, newEnd) > 0, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    var matches: [EqualEntries] = []
    var (nextOld, nextNew) = (0, 0)
    /// Adds the stretch of equal entries that starts at two positions.
    func add(_ placeOld: Int, _ placeNew: Int) {
      var count = 0
      while placeOld + count < oldEnd, placeNew + count < newEnd,
        old[placeOld + count] == new[placeNew + count]
      {
        count += 1
      }
      matches.append(EqualEntries(old: placeOld, new: placeNew, count: count))
      (nextOld, nextNew) = (placeOld + count, placeNew + count)
    }
    add(0, 0)
    while let (placeOld, placeNew) = nearest(old, nextOld..<oldEnd, new, nextNew..<newEnd) {
      add(placeOld, placeNew)
    }
    for (anchorOld, anchorNew) in anchors(old, nextOld..<oldEnd, new, nextNew..<newEnd) {
      guard anchorOld >= nextOld, anchorNew >= nextNew else { continue }
      var start = 0
      while anchorOld - start > nextOld, anchorNew - start > nextNew,
        old[anchorOld - start - 1] == new[anchorNew - start - 1]
      {
        start += 1
      }
      add(anchorOld - start, anchorNew - start)
    }
    matches.append(EqualEntries(old: oldEnd, new: newEnd, count: old.count - oldEnd))
    return matches
  }

  private static let nearMax = 16

  /// The first equal entries of two parts, if there are any near their starts. O(1)
  private static func nearest(
    _ old: Children<NodeBefore>, _ oldPart: Range<Int>, _ new: Children<NewNode>,
    _ newPart: Range<Int>
  ) -> (Int, Int)? {
    for distance in 0..<min(nearMax, oldPart.count + newPart.count) {
      for offset in 0...distance where offset < oldPart.count && distance - offset < newPart.count {
        let places = (oldPart.lowerBound + offset, newPart.lowerBound + distance - offset)
        if old[places.0] == new[places.1] { return places }
      }
    }
    return nil
  }

  /// A longest list of pairs of equal entries that ascends in both parts, of entries that occur once in each part.
  /// Empty for short parts, because `nearest` has searched them. O(entries · log)
  private static func anchors(
    _ old: Children<NodeBefore>, _ oldPart: Range<Int>, _ new: Children<NewNode>,
    _ newPart: Range<Int>
  ) -> [(Int, Int)] {
    guard !oldPart.isEmpty, !newPart.isEmpty, oldPart.count + newPart.count > nearMax else {
      return []
    }
    var places = NumberedValues<(old: Int, oldCount: Int, newCount: Int)>()
    for number in oldPart {
      let count = places[old[number]]?.oldCount ?? 0
      places.set((number, count + 1, 0), at: old[number])
    }
    for number in newPart {
      guard var place = places[new[number]] else { continue }
      place.newCount += 1
      places.set(place, at: new[number])
    }
    // Patience sorting: stores the least end of a list of each length, and the pair before each pair.
    var pairs: [(pair: (Int, Int), before: Int)] = []
    var ends: [Int] = []
    for number in newPart {
      guard let place = places[new[number]], place.oldCount == 1, place.newCount == 1
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

/// A value with a node.
private protocol Noded {
  var node: Node { get }
}
