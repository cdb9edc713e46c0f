/// Lines of other content that a new list may reuse: whole nodes, or blocks of single leaves.
struct LineSource {
  let nodes: LineNodeList
  /// The number of nodes that are the same at the start of both contents, and at their ends.
  private let commonAtStart: Int
  private let commonAtEnd: Int
  private let newCount: Int
  /// The other nodes of the source that the new content has too, by identity.
  private var others = NumberedValues<Int>()
  /// The leaves of all other nodes between the common ones, by identity. Nil until it is needed.
  private var leaves: NumberedValues<LeafPosition>?
  /// The most likely place of the next leaf.
  private var spot = LeafPosition(node: 0, child: 0)
  /// The number of leaves in a row that were not found.
  private var missedCount = 0

  /// A leaf is searched in this number of places, and in all of them if as many leaves before it were not found.
  private static let nearCount = 5
  private static let missedMax = 2

  /// A place in the source.
  private struct LeafPosition {
    var node: Int
    var child: Int
  }

  /// Compares the source with the identities of the lowest nodes of the new content.
  ///
  /// O(nodes). The caller pays a sixteenth of a step for each node; `meter` pays a step for each one that is not the same
  /// at the start or at the end.
  init(
    _ former: Lines.Former, for content: [ObjectIdentifier], meter: inout WorkMeter
  ) throws(WalkInterrupted) {
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
    spot = LeafPosition(node: start, child: 0)
    let between = start..<nodes.count - end
    guard !between.isEmpty, start < newCount - end else { return }
    try meter.take(between.count + newCount - end - start)
    var own = NumberedValues<Int>()
    for number in between { own.set(number, at: LineSource.number(of: nodes[number].content)) }
    for node in content[start..<newCount - end] {
      let identity = LineSource.number(of: node)
      if let number = own[identity] { others.set(number, at: identity) }
    }
  }

  private static func number(of identity: ObjectIdentifier) -> Int { Int(bitPattern: identity) }

  /// The numbers that a node of the new content, and the nodes that follow it in both contents, have in the source; nil
  /// if the source does not have the node. O(1)
  func run(fromNode number: Int, _ content: ObjectIdentifier) -> Range<Int>? {
    if number < commonAtStart { return number..<commonAtStart }
    if number >= newCount - commonAtEnd { return number - newCount + nodes.count..<nodes.count }
    return others[LineSource.number(of: content)].map { $0..<$0 + 1 }
  }

  /// Expects the next leaf at the start of a node.
  mutating func expectLeaf(inNode node: Int) {
    (spot, missedCount) = (LeafPosition(node: node, child: 0), 0)
  }

  /// The place of a leaf; nil if it is not found. O(1); O(leaves between common nodes) once, if several leaves in a row
  /// are not found near the last one or near the child `likely` of its node
  mutating func place(
    ofLeaf leaf: ObjectIdentifier, likely child: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> (node: Int, child: Int)? {
    let found =
      place(ofLeaf: leaf, from: spot)
      ?? place(ofLeaf: leaf, from: LeafPosition(node: spot.node, child: max(0, child - 2)))
    if let found {
      (spot, missedCount) = (found, 0)
      return (found.node, found.child)
    }
    missedCount += 1
    guard missedCount > LineSource.missedMax else { return nil }
    if leaves == nil { leaves = try otherLeaves(&meter) }
    guard let found = leaves?[LineSource.number(of: leaf)] else { return nil }
    (spot, missedCount) = (found, 0)
    return (found.node, found.child)
  }

  private func place(ofLeaf leaf: ObjectIdentifier, from start: LeafPosition) -> LeafPosition? {
    var near = start
    for _ in 0..<LineSource.nearCount {
      guard near.node < nodes.count else { return nil }
      let places = nodes[near.node].places
      if near.child < places.count {
        if ObjectIdentifier(places[near.child].block.leaf) == leaf { return near }
        near.child += 1
      } else {
        near = LeafPosition(node: near.node + 1, child: 0)
      }
    }
    return nil
  }

  /// Expects the next leaf `count` leaves after the one found last, which are in the same node.
  mutating func pass(_ count: Int) {
    spot.child += count
    if spot.child == nodes[spot.node].leafCount {
      spot = LeafPosition(node: spot.node + 1, child: 0)
    }
  }

  private func otherLeaves(_ meter: inout WorkMeter) throws(WalkInterrupted) -> NumberedValues<
    LeafPosition
  > {
    var leaves = NumberedValues<LeafPosition>()
    for node in commonAtStart..<nodes.count - commonAtEnd
    where others[LineSource.number(of: nodes[node].content)] == nil {
      try meter.take(nodes[node].leafCount)
      for (child, place) in nodes[node].places.enumerated() {
        leaves.set(
          LeafPosition(node: node, child: child),
          at: LineSource.number(of: ObjectIdentifier(place.block.leaf)))
      }
    }
    return leaves
  }
}
