/// The lines of a section: one block for each leaf, under nodes of the same shape as the content's.
struct LineTree: Sendable {
  let root: LineNode
  /// Distance from the top of the items to the lowest bottom of an item, in points.
  let extent: Double
  /// The node at which searches begin: the root or, in a tree laid out from scratch, a node that joins all nodes of a
  /// lower level if these have few children. Later versions of the tree do without it, to save memory.
  private let top: LineNode

  private static let topChildrenMax = 256

  /// Earlier trees from which this one was made, directly or indirectly, the latest first. Their blocks of shared
  /// leaves start at other items. A change that moves the starts again may reuse those blocks.
  let formers: [Former]

  struct Former: Sendable {
    let tree: ContentTree
    let root: LineNode
  }

  /// Memory that `top` uses beside the root, in bytes.
  private let topBytes: Int
  /// The two byte counts below; nil if computing them requires visiting every block.
  private let known: (byteCount: Int, madeBlockBytes: Int)?

  /// - Parameter made: The blocks made for this tree; nil if all were.
  init(root: LineNode, formers: [Former] = [], made: MadeBlocks? = nil) {
    var top = root
    var topBytes = 0
    while made == nil, let below = top.joined(atMost: LineTree.topChildrenMax) {
      top = below
      topBytes = HeapBytes.array(top.places)
    }
    self.root = root
    self.top = top
    self.formers = formers
    let last = LineTree.place(ofItem: root.itemCount - 1, in: top)
    extent = last.top(ofLine: last.block.lineCount - 1) + last.block.lastExtent
    let isCounted = last.firstItem > 0 && LineTree.place(ofItem: 0, in: top).block.isCounted
    self.topBytes = topBytes
    guard let made, isCounted else {
      known = nil
      return
    }
    // Avoids visiting every block: only the last leaf may be a short one. At most one new path leads to each new block.
    let paths = (made.count + 2) * LineTree.bytesPerPath
    var nodes = 0
    LineTree.addBytes(of: root, to: &nodes, atMost: paths)
    let byteCount = min(nodes, paths) + (last.block.isCounted ? 0 : last.block.byteCount)
    known = (byteCount, made.countedBytes)
  }

  /// Memory that the tree uses, in bytes, without leaves, blocks that a table counts, and formers. O(1); O(blocks) if
  /// the tree was laid out from scratch or no block is counted
  var byteCount: Int {
    if let known { return known.byteCount }
    let bytes = allBytes
    return topBytes + bytes.nodes + bytes.uncounted
  }

  /// Bytes of the blocks made for this tree that a table counts. Its cost is that of `byteCount`.
  var madeBlockBytes: Int { known?.madeBlockBytes ?? allBytes.counted }

  private var allBytes: Bytes {
    var bytes = Bytes()
    bytes.add(root)
    return bytes
  }

  /// The block with the line of an existing item. O(log leaves); O(children of a node on each level) if the line covers
  /// several leaves
  func block(ofItem item: Int) -> PlacedBlock { LineTree.place(ofItem: item, in: top) }

  /// The first block with a line that may end after `y`, or else the last block, but not before the block with the line
  /// of `item`, which must exist. Its cost is that of `block(ofItem:)`.
  func block(endingBehind y: Double, from item: Int) -> PlacedBlock {
    var place = LineTree.leaf(endingBehind: y, in: top, base: 0, firstItem: 0)
    if place.block.lineCount == 0 { place = block(ofItem: place.firstItem) }
    if item < place.firstItem + place.block.end { return place }
    return block(ofItem: item)
  }

  /// The block of the line after a block's last line; nil after the last line. O(log leaves)
  func block(behind place: PlacedBlock) -> PlacedBlock? {
    let item = place.firstItem + place.block.end
    return item < top.itemCount
      ? LineTree.leaf(ofItem: item, in: top, base: 0, firstItem: 0) : nil
  }

  /// The next block after `place` that may have a line with a height; nil if there is none. O(children of a node on
  /// each level)
  func tallBlock(behind place: PlacedBlock) -> PlacedBlock? {
    LineTree.tallLeaf(
      fromItem: place.firstItem + place.block.leaf.itemCount, in: top, base: 0, firstItem: 0)
  }

  /// The first block at or after the leaf of an item that may have a line with a height. Recurses one level down.
  private static func tallLeaf(
    fromItem item: Int, in node: borrowing LineNode, base: Double, firstItem: Int
  ) -> PlacedBlock? {
    guard item < firstItem + node.itemCount else { return nil }
    for child in node.child(ofItem: max(0, item - firstItem))..<node.childCount {
      let base = base + node.places[child].base
      let firstItem = firstItem + node.places[child].items
      switch node.places[child].child {
      case .block(let block):
        if !block.isFlat { return PlacedBlock(block: block, base: base, firstItem: firstItem) }
      case .node(let below):
        if below.isFlat { continue }
        let found = tallLeaf(fromItem: item, in: below, base: base, firstItem: firstItem)
        if let found { return found }
      case .end: break
      }
    }
    return nil
  }

  private static func place(ofItem item: Int, in top: LineNode) -> PlacedBlock {
    let place = leaf(ofItem: item, in: top, base: 0, firstItem: 0)
    if place.block.start <= item - place.firstItem { return place }
    guard let before = lastLine(before: place.firstItem, in: top, base: 0, firstItem: 0) else {
      preconditionFailure("the first line starts with the first item")
    }
    return before
  }

  /// The last block before an item in which a line starts. Recurses one level down.
  private static func lastLine(
    before item: Int, in node: borrowing LineNode, base: Double, firstItem: Int
  ) -> PlacedBlock? {
    var number = node.child(ofItem: item - 1 - firstItem)
    while number >= 0 {
      let base = base + node.places[number].base
      let firstItem = firstItem + node.places[number].items
      switch node.places[number].child {
      case .block(let block) where block.lineCount > 0:
        return PlacedBlock(block: block, base: base, firstItem: firstItem)
      case .node(let below) where below.hasLine:
        let found = lastLine(before: item, in: below, base: base, firstItem: firstItem)
        if let found { return found }
      case .block, .node, .end: break
      }
      number -= 1
    }
    return nil
  }

  /// Recurses one level down, so that no reference is counted on the way.
  private static func leaf(
    ofItem item: Int, in node: borrowing LineNode, base: Double, firstItem: Int
  ) -> PlacedBlock {
    let child = node.child(ofItem: item - firstItem)
    let base = base + node.places[child].base
    let firstItem = firstItem + node.places[child].items
    switch node.places[child].child {
    case .block(let block): return PlacedBlock(block: block, base: base, firstItem: firstItem)
    case .node(let below):
      return leaf(ofItem: item, in: below, base: base, firstItem: firstItem)
    case .end: preconditionFailure("the section has the item")
    }
  }

  /// Recurses one level down.
  private static func leaf(
    endingBehind y: Double, in node: borrowing LineNode, base: Double, firstItem: Int
  ) -> PlacedBlock {
    let child = node.child(endingBehind: y, base: base)
    let base = base + node.places[child].base
    let firstItem = firstItem + node.places[child].items
    switch node.places[child].child {
    case .block(let block): return PlacedBlock(block: block, base: base, firstItem: firstItem)
    case .node(let below):
      return leaf(endingBehind: y, in: below, base: base, firstItem: firstItem)
    case .end: preconditionFailure("a node has children")
    }
  }

  /// The first item wider than `width` points. O(children of a node on each level + runs of a leaf)
  func firstItem(widerThan width: Double) -> Int? {
    var node = root
    var firstItem = 0
    while true {
      let place = node.places.first { place in
        switch place.child {
        case .block(let block): block.greatestWidth > width
        case .node(let node): node.greatestWidth > width
        case .end: false
        }
      }
      guard let place else { return nil }
      firstItem += place.items
      switch place.child {
      case .node(let below): node = below
      case .block(let block):
        let run = (0..<block.leaf.runCount).first { block.leaf.extent(.width, ofRun: $0) > width }
        return run.map { firstItem + block.leaf.firstItem(ofRun: $0) }
      case .end: return nil
      }
    }
  }

  /// Memory that the nodes and blocks of a tree use, in bytes.
  private struct Bytes {
    var nodes = 0
    /// Bytes of the blocks that a table counts.
    var counted = 0
    var uncounted = 0

    /// Recurses one level down.
    mutating func add(_ node: LineNode) {
      nodes += node.byteCount
      for place in node.places {
        switch place.child {
        case .block(let block) where block.isCounted: counted += block.byteCount
        case .block(let block): uncounted += block.byteCount
        case .node(let node): add(node)
        case .end: break
        }
      }
    }
  }

  /// Adds the bytes of nodes, without blocks, until the sum reaches `enough`. Recurses one level down.
  private static func addBytes(of node: LineNode, to bytes: inout Int, atMost enough: Int) {
    bytes += node.byteCount
    guard case .node? = node.places.first?.child else { return }
    for place in node.places where bytes < enough {
      if case .node(let below) = place.child { addBytes(of: below, to: &bytes, atMost: enough) }
    }
  }

  /// Memory that the nodes above a block use, approximately, in bytes.
  private static let bytesPerPath = 4 << 10
}

extension LineTree {
  /// Lays out a non-empty tree, reusing lines of an earlier tree of the same maker if there is one.
  init(
    _ tree: ContentTree, _ maker: some LineMaker,
    from earlier: (tree: ContentTree, lines: LineTree)?, meter: inout StepMeter
  ) throws(WalkStop) {
    let maker = AnyLineMaker(maker)
    guard let earlier else {
      try self.init(tree, maker, meter: &meter)
      return
    }
    try self.init(tree, maker, from: earlier.tree, earlier.lines, meter: &meter)
  }
}
