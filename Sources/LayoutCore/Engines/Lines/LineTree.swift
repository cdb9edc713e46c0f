/// The lines of a section, leaf by leaf, under nodes of the same shape as the content's.
struct LineTree: Sendable {
  let root: LineNode
  /// From the top of the items to the lowest bottom of an item, in points.
  let extent: Double
  /// The root, or a level below it whose nodes are few, as one node: searches begin with it.
  private let top: LineNode

  private static let topChildrenMax = 256

  /// Trees whose lines it was made from, directly or not, the last one first: their blocks of leaves that it has, too,
  /// start elsewhere, so that a change which moves the starts again may find its blocks there.
  let formers: [Former]

  struct Former: Sendable {
    let tree: ContentTree
    let root: LineNode
  }

  init(root: LineNode, formers: [Former] = []) {
    var top = root
    while let below = top.joined(atMost: LineTree.topChildrenMax) { top = below }
    let last = LineTree(root: root, extent: 0, top: top, formers: []).block(
      ofItem: root.itemCount - 1)
    self.init(
      root: root, extent: last.top(ofLine: last.block.lineCount - 1) + last.block.lastExtent,
      top: top, formers: formers)
  }

  private init(root: LineNode, extent: Double, top: LineNode, formers: [Former]) {
    self.formers = formers
    self.root = root
    self.extent = extent
    self.top = top
  }

  /// The block that has the line of an item that exists. O(log leaves), and O(leaves) of a line that has several
  func block(ofItem item: Int) -> PlacedBlock {
    var item = item
    while true {
      let place = leaf(ofItem: item)
      if place.block.start <= item - place.firstItem { return place }
      // The line starts in a leaf before.
      item = place.firstItem - 1
    }
  }

  private func leaf(ofItem item: Int) -> PlacedBlock {
    LineTree.leaf(ofItem: item, in: top, base: 0, firstItem: 0)
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
    case .none: preconditionFailure("the section has the item")
    }
  }

  /// Calls `body` with the blocks of lines that may overlap the window, in order, from the line of an item that exists
  /// on.
  @inline(__always)
  func visitBlocks(
    in window: LocalWindow, from first: Int,
    _ body: (PlacedBlock) throws(WalkStop) -> Void
  ) throws(WalkStop) {
    let first = first == 0 ? 0 : block(ofItem: first).firstItem
    try visit(top, base: 0, firstItem: 0, in: window, from: first, body)
  }

  /// A level below each time.
  private func visit(
    _ node: borrowing LineNode, base: Double, firstItem: Int, in window: LocalWindow,
    from first: Int,
    _ body: (PlacedBlock) throws(WalkStop) -> Void
  ) throws(WalkStop) {
    var child = node.child(endingBehind: window.before, base: base)
    if first > firstItem { child = max(child, node.child(ofItem: first - firstItem)) }
    while child < node.childCount {
      let start = base + node.places[child].base
      if start >= window.behind { return }
      let firstItem = firstItem + node.places[child].items
      switch node.places[child].child {
      case .block(let block):
        if block.lineCount > 0 {
          try body(PlacedBlock(block: block, base: start, firstItem: firstItem))
        }
      case .node(let below):
        try visit(
          below, base: start, firstItem: firstItem, in: window, from: first, body)
      case .none: return
      }
      child += 1
    }
  }

  /// Bytes of memory that nodes and blocks hold, those of formers as if none were shared, leaves left out. O(leaves)
  var byteCount: Int {
    formers.reduce(LineTree.byteCount(of: root) + HeapBytes.array(top.places)) {
      $0 + LineTree.byteCount(of: $1.root)
    }
  }

  private static func byteCount(of node: LineNode) -> Int {
    node.places.reduce(HeapBytes.array(node.places)) {
      switch $1.child {
      case .block(let block): $0 + block.byteCount
      case .node(let node): $0 + byteCount(of: node)
      case .none: $0
      }
    }
  }
}

extension LineTree {
  /// Lays out a tree that has items, from an earlier one of the same maker where there is one.
  init(
    _ tree: ContentTree, _ maker: some LineMaker,
    from earlier: (tree: ContentTree, lines: LineTree)?
  ) {
    guard let earlier else {
      self.init(tree, maker)
      return
    }
    var blockCount = 0
    self.init(tree, maker, from: earlier.tree, earlier.lines, blockCount: &blockCount)
  }
}
