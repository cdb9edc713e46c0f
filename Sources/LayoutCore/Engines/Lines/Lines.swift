/// The lines of a section: a block for each leaf, in a flat list with an entry for each lowest node of the content.
/// Content is the only tree.
///
/// It has 15 fields, those of its lists included. One of more would be copied to the stack wherever it is read.
struct Lines: Sendable {
  let nodes: LineNodeList
  /// Distance from the top of the items to the top of each node, in points, and the first item of each node.
  let bases: [Double]
  private let firstItems: [Int]
  /// The number of the first line that starts in each node or behind it.
  private let firstLines: [Int]
  private let index: CoordinateIndex
  let itemCount: Int
  /// Distance from the top of the items to the lowest bottom of an item, in points.
  private(set) var extent = 0.0
  /// The width of the widest item, in points; 0 if items have no widths of their own.
  let greatestWidth: Double
  /// Earlier lists from which this one was made, directly or indirectly, the latest first. Their blocks of shared leaves
  /// start at other items. A change that moves the starts again may reuse those blocks.
  let formers: [Former]
  /// Memory that the list and the nodes made for it use, in bytes, without leaves, blocks that a table counts, and
  /// formers.
  let byteCount: Int
  /// Bytes of the blocks made for it that a table counts.
  let madeBlockBytes: Int

  /// The lines of some content.
  struct Former: Sendable {
    let tree: ContentTree
    let nodes: LineNodeList
  }

  /// Creates a list from nodes with their positions.
  ///
  /// - Parameter nodeBytes: Memory that the nodes made for it use.
  init(
    _ nodes: LineNodeList, bases: [Double], firstItems: [Int], greatestWidth: Double,
    formers: [Former], nodeBytes: Int, madeBlockBytes: Int
  ) {
    let isOne = nodes.count == 1
    self.nodes = nodes
    self.bases = isOne ? Lines.oneBase : bases
    self.firstItems = isOne ? Lines.oneItem : firstItems
    firstLines = isOne ? Lines.oneItem : Lines.firstLines(of: nodes)
    self.formers = formers
    self.madeBlockBytes = madeBlockBytes
    index = CoordinateIndex(bases)
    self.greatestWidth = greatestWidth
    byteCount =
      nodeBytes + nodes.byteCount
      + (isOne
        ? 0
        : HeapBytes.array(bases) + HeapBytes.array(firstItems) + HeapBytes.array(firstLines)
          + index.byteCount)
    itemCount = firstItems[nodes.count - 1] + nodes[nodes.count - 1].itemCount
    let last = block(ofItem: itemCount - 1)
    extent = last.top(ofLine: last.block.lineCount - 1) + last.block.lastExtent
  }

  var lineCount: Int { firstLines[nodes.count - 1] + nodes[nodes.count - 1].lineCount }

  /// The number of the first line of each node. O(nodes)
  private static func firstLines(of nodes: LineNodeList) -> [Int] {
    var list: [Int] = []
    list.reserveCapacity(nodes.count)
    var count = 0
    for node in 0..<nodes.count {
      list.append(count)
      count += nodes[node].lineCount
    }
    return list
  }

  /// The lists of a single node, which starts at 0.
  private static let oneBase = [0.0]
  private static let oneItem = [0]

  @inline(__always)
  private func place(_ node: Int, _ child: Int) -> PlacedBlock {
    let place = nodes[node].places[child]
    return PlacedBlock(
      block: place.block, base: bases[node] + place.base,
      firstItem: firstItems[node] + place.firstItem, node: node, child: child)
  }

  /// The block of an existing line, and the line's number in it. O(log nodes + leaves of a node)
  func block(ofLine number: Int) -> (place: PlacedBlock, line: Int) {
    let node = partitionPoint(0..<firstLines.count - 1) { firstLines[$0 + 1] > number }
    var line = number - firstLines[node]
    var child = 0
    while line >= nodes[node].places[child].block.lineCount {
      line -= nodes[node].places[child].block.lineCount
      child += 1
    }
    return (place(node, child), line)
  }

  /// The number of the first line that starts in a block or behind it. O(leaves of a node)
  func firstLine(of place: PlacedBlock) -> Int {
    nodes[place.node].places[..<place.child].reduce(firstLines[place.node]) {
      $0 + $1.block.lineCount
    }
  }

  /// The block of the leaf of an existing item. O(log leaves)
  @inline(__always)
  private func leaf(ofItem item: Int) -> PlacedBlock {
    let node = partitionPoint(unguessed: 0..<firstItems.count - 1) { firstItems[$0 + 1] > item }
    return place(node, nodes[node].child(ofItem: item - firstItems[node]))
  }

  /// The block with the line of an existing item. O(log leaves)
  func block(ofItem item: Int) -> PlacedBlock {
    let leaf = leaf(ofItem: item)
    if leaf.firstItem + leaf.block.start <= item { return leaf }
    if let found = lastBlock(startingBy: item, ofFirst: leaf.child, in: leaf.node) { return found }
    // The first line starts with the first item, so this is not the first node.
    let node =
      partitionPoint(nearEndOf: 0..<leaf.node) { firstItems[$0] + nodes[$0].start > item } - 1
    guard let found = lastBlock(startingBy: item, ofFirst: nodes[node].leafCount, in: node) else {
      preconditionFailure("the node starts at the item or before it")
    }
    return found
  }

  /// The last of the first `count` blocks of a node that starts at `item` or before; nil if there is none. A block
  /// without a line starts where the next one starts, so if that one starts after `item`, the block has a line.
  /// O(log leaves)
  private func lastBlock(startingBy item: Int, ofFirst count: Int, in node: Int) -> PlacedBlock? {
    let places = nodes[node].places
    let end = partitionPoint(nearEndOf: 0..<count) {
      firstItems[node] + places[$0].firstItem + places[$0].block.start > item
    }
    return end > 0 ? place(node, end - 1) : nil
  }

  /// The first block with a line that may end after `y`, or else the last block; at the earliest the block with the
  /// line of `item`, which must exist. O(log leaves)
  func block(endingBehind y: Double, from item: Int) -> PlacedBlock {
    let node = partitionPoint(0..<bases.count - 1, near: index.entries(near: y)) {
      bases[$0 + 1] > y
    }
    var found = place(node, nodes[node].child(endingBehind: y, base: bases[node]))
    if found.block.lineCount == 0 { found = block(ofItem: found.firstItem) }
    return item < found.firstItem + found.block.end ? found : block(ofItem: item)
  }

  /// The block of the line after a block's last line; nil after the last line. O(log leaves)
  func block(behind block: PlacedBlock) -> PlacedBlock? {
    let item = block.firstItem + block.block.end
    guard item < itemCount else { return nil }
    if block.child + 1 < nodes[block.node].places.count {
      let next = place(block.node, block.child + 1)
      if item < next.firstItem + next.block.leaf.itemCount { return next }
    }
    return leaf(ofItem: item)
  }

  /// The next block after a block that may have a line with a height; nil if there is none. O(leaves of a node + nodes)
  func tallBlock(
    behind block: PlacedBlock, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> PlacedBlock? {
    var (node, child) = (block.node, block.child + 1)
    while node < nodes.count {
      try meter.take()
      if !nodes[node].isFlat {
        try meter.take(nodes[node].places.count / 16)
        if let found = nodes[node].places[child...].firstIndex(where: { !$0.block.isFlat }) {
          return place(node, found)
        }
      }
      (node, child) = (node + 1, 0)
    }
    return nil
  }
}
