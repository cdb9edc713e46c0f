/// Lines of other content that a new list may reuse: whole nodes, or blocks of single leaves.
struct LineSource {
  let nodes: [LineNode]
  /// The number of nodes that are the same at the start of both contents, and at their ends.
  private let commonAtStart: Int
  private let commonAtEnd: Int
  private let newCount: Int
  /// The other nodes of the source that the new content has too, by identity.
  private var others = NumberedValues<Int>()
  /// The leaves of all other nodes between the common ones, by identity. Nil until it is needed.
  private var leaves: NumberedValues<Spot>?
  /// The most likely place of the next leaf.
  private var spot = Spot(node: 0, child: 0)

  /// A place in the source.
  private struct Spot {
    var node: Int
    var child: Int
  }

  /// Compares the source with the identities of the lowest nodes of the new content. O(nodes)
  init(_ former: Lines.Former, for content: [ObjectIdentifier]) {
    nodes = former.nodes
    let countMax = min(nodes.count, content.count)
    var (start, end) = (0, 0)
    while start < countMax, nodes[start].content == content[start] { start += 1 }
    while end < countMax - start,
      nodes[nodes.count - 1 - end].content == content[content.count - 1 - end]
    {
      end += 1
    }
    (commonAtStart, commonAtEnd, newCount) = (start, end, content.count)
    let between = start..<nodes.count - end
    guard !between.isEmpty, start < newCount - end else { return }
    var own = NumberedValues<Int>()
    for number in between { own.set(number, at: LineSource.number(of: nodes[number].content)) }
    for node in content[start..<newCount - end] {
      let identity = LineSource.number(of: node)
      if let number = own[identity] { others.set(number, at: identity) }
    }
  }

  private static func number(of identity: ObjectIdentifier) -> Int { Int(bitPattern: identity) }

  /// The number in the source of the new content's node with a number; nil if the source does not have the node. The next
  /// leaf is expected in that node. O(1)
  mutating func place(ofNode number: Int, _ content: ObjectIdentifier) -> Int? {
    let found: Int? =
      if number < commonAtStart {
        number
      } else if number >= newCount - commonAtEnd {
        number - newCount + nodes.count
      } else {
        others[LineSource.number(of: content)]
      }
    guard let found else { return nil }
    spot = Spot(node: found, child: 0)
    return found
  }

  /// Expects the next leaf after the node found last.
  mutating func passNode() { spot = Spot(node: spot.node + 1, child: 0) }

  /// The block of a leaf, and the leaf after it in the source; nil if the source does not have the leaf between common
  /// nodes. O(1) if leaves follow each other as in the source
  mutating func block(of leaf: Leaf) -> (block: LineBlock, next: Leaf?)? {
    if block(at: spot)?.leaf !== leaf {
      if leaves == nil { leaves = otherLeaves() }
      guard let found = leaves?[LineSource.number(of: ObjectIdentifier(leaf))] else { return nil }
      spot = found
    }
    guard let block = block(at: spot) else { return nil }
    spot.child += 1
    if spot.child == nodes[spot.node].places.count { spot = Spot(node: spot.node + 1, child: 0) }
    return (block, self.block(at: spot)?.leaf)
  }

  private func block(at spot: Spot) -> LineBlock? {
    spot.node < nodes.count ? nodes[spot.node].places[spot.child].block : nil
  }

  private func otherLeaves() -> NumberedValues<Spot> {
    var leaves = NumberedValues<Spot>()
    for node in commonAtStart..<nodes.count - commonAtEnd
    where others[LineSource.number(of: nodes[node].content)] == nil {
      for (child, place) in nodes[node].places.enumerated() {
        leaves.set(
          Spot(node: node, child: child),
          at: LineSource.number(of: ObjectIdentifier(place.block.leaf)))
      }
    }
    return leaves
  }
}
