/// The lines of a section, leaf by leaf, under nodes of the same shape as the content's.
struct LineTree: Sendable {
  let root: LineNode
  /// From the top of the items to the lowest bottom of an item, in points.
  let extent: Double
  /// Where searches begin: the root, or, of a tree that was laid out from scratch, a level below it whose nodes are
  /// few, as one node. Versions that follow each other do not pay for one each.
  private let top: LineNode

  private static let topChildrenMax = 256

  /// Trees whose lines it was made from, directly or not, the last one first: their blocks of leaves that it has, too,
  /// start elsewhere, so that a change which moves the starts again may find its blocks there.
  let formers: [Former]

  struct Former: Sendable {
    let tree: ContentTree
    let root: LineNode
  }

  /// What `top` holds beside the root, in bytes.
  private let topBytes: Int
  /// The two counts below; nil where they take a look at each block.
  private let known: (byteCount: Int, madeBlockBytes: Int)?

  /// - Parameter made: The blocks that were made for it; nil where all were.
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
    // No look at each block: only the last leaf may be a short one. A path to each new block is new, if not all.
    let paths = (made.count + 2) * LineTree.bytesPerPath
    var nodes = 0
    LineTree.addBytes(of: root, to: &nodes, atMost: paths)
    let byteCount = min(nodes, paths) + (last.block.isCounted ? 0 : last.block.byteCount)
    known = (byteCount, made.countedBytes)
  }

  /// Bytes of memory that it holds, leaves, blocks that a table counts and what formers have left out. O(blocks) where
  /// none was made of an earlier one, or none is counted; else O(1)
  var byteCount: Int {
    if let known { return known.byteCount }
    let bytes = allBytes
    return topBytes + bytes.nodes + bytes.uncounted
  }

  /// Bytes of blocks that a table counts and that were made for it; the cost as of `byteCount`.
  var madeBlockBytes: Int { known?.madeBlockBytes ?? allBytes.counted }

  private var allBytes: Bytes {
    var bytes = Bytes()
    bytes.add(root)
    return bytes
  }

  /// The block that has the line of an item that exists. O(log leaves), and O(children of a node on each level) where
  /// the line has several
  func block(ofItem item: Int) -> PlacedBlock { LineTree.place(ofItem: item, in: top) }

  /// The first block of a line that may end behind `y`, or the last one where none does; not before the block that has
  /// the line of an item that exists. O(log leaves), likewise
  func block(endingBehind y: Double, from item: Int) -> PlacedBlock {
    var place = LineTree.leaf(endingBehind: y, in: top, base: 0, firstItem: 0)
    if place.block.lineCount == 0 { place = block(ofItem: place.firstItem) }
    if item < place.firstItem + place.block.end { return place }
    return block(ofItem: item)
  }

  /// The block of the line behind the last one of a block; nil behind the last line. O(log leaves)
  func block(behind place: PlacedBlock) -> PlacedBlock? {
    let item = place.firstItem + place.block.end
    return item < top.itemCount
      ? LineTree.leaf(ofItem: item, in: top, base: 0, firstItem: 0) : nil
  }

  /// The next block behind one that may have a line with a height; nil where there is none. O(children of a node on each
  /// level)
  func tallBlock(behind place: PlacedBlock) -> PlacedBlock? {
    LineTree.tallLeaf(
      fromItem: place.firstItem + place.block.leaf.itemCount, in: top, base: 0, firstItem: 0)
  }

  /// The first block from the leaf of an item on that may have a line with a height. A level below each time
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

  /// The last block before an item in which a line starts. A level below each time
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

  /// A level below each time, so that no reference is counted on the way.
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

  /// A level below each time.
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

  /// The first item that is wider than so many points. O(children of a node on each level + runs of a leaf)
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

  /// What the nodes and blocks of a tree take, in bytes.
  private struct Bytes {
    var nodes = 0
    /// Blocks that a table counts.
    var counted = 0
    var uncounted = 0

    /// A level below each time.
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

  /// Adds what nodes take until it is enough, without a look at blocks. A level below each time.
  private static func addBytes(of node: LineNode, to bytes: inout Int, atMost enough: Int) {
    bytes += node.byteCount
    guard case .node? = node.places.first?.child else { return }
    for place in node.places where bytes < enough {
      if case .node(let below) = place.child { addBytes(of: below, to: &bytes, atMost: enough) }
    }
  }

  /// What the nodes above a block take, about, in bytes.
  private static let bytesPerPath = 4 << 10
}

extension LineTree {
  /// Lays out a tree that has items, from an earlier one of the same maker where there is one.
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
