/// Stands over the blocks of a content node's leaves, or over other nodes, and knows where each child starts
/// (docs/rules.md#sums): immutable, shared by layouts.
struct LineNode: Sendable {
  /// A child, and what is before it in its node; at the end what all have. Versions copy many: it is three words.
  struct ChildPlace: Sendable {
    /// The sum of the pitches of the children before, in order, in points.
    var base: Double
    var items: Int
    var child: Child
  }

  /// A block of a leaf, a node of the level below, or the end of the children.
  enum Child: Sendable {
    case block(LineBlock)
    case node(LineNode)
    case end(LineSummary)
  }

  /// One more than there are children.
  let places: [ChildPlace]

  fileprivate init(_ places: [ChildPlace]) { self.places = places }

  /// The children of all children as those of one node, as if they stood where they stand; nil where the children have
  /// none, or theirs are more than `count`.
  func joined(atMost count: Int) -> LineNode? {
    var found = 0
    for place in places.dropLast() {
      guard case .node(let node) = place.child else { return nil }
      found += node.childCount
      if found > count { return nil }
    }
    let joined = [ChildPlace](capacity: found + 1) { joined in
      for place in places {
        guard case .node(let node) = place.child else {
          joined.append(place)
          continue
        }
        for below in node.places.dropLast() {
          joined.append(
            ChildPlace(
              base: place.base + below.base, items: place.items + below.items, child: below.child))
        }
      }
    }
    return LineNode(joined)
  }

  /// The width of the widest item, in points; 0 where items have none of their own.
  var greatestWidth: Double { summary.greatestWidth }
  /// Whether a line starts in it: not in one of leaves that all stand in one line, but for the first of them.
  var hasLine: Bool { summary.hasLine }

  /// Whether it is known that no line has a height.
  var isFlat: Bool { summary.isFlat }

  private var summary: LineSummary {
    guard case .end(let summary) = places[childCount].child else {
      preconditionFailure("a node has an end")
    }
    return summary
  }

  /// Bytes of memory that it holds, without its children.
  var byteCount: Int { HeapBytes.array(places) + LineSummary.objectBytes }

  var childCount: Int { places.count - 1 }
  var pitch: Double { places[childCount].base }
  var itemCount: Int { places[childCount].items }

  /// Where the first line of a child starts, in the numbers of its first leaf.
  func start(ofChild number: Int) -> Int {
    var child = places[number].child
    while case .node(let node) = child { child = node.places[0].child }
    guard case .block(let block) = child else { preconditionFailure("a node has children") }
    return block.start
  }

  /// The block of a child's last leaf.
  func lastBlock(ofChild number: Int) -> LineBlock {
    var child = places[number].child
    while case .node(let node) = child { child = node.places[node.childCount - 1].child }
    guard case .block(let block) = child else { preconditionFailure("a node has children") }
    return block
  }

  /// The first child that ends behind `y`, or the last one, where the node starts at `base`. O(log children)
  @inline(__always)
  func child(endingBehind y: Double, base: Double) -> Int {
    // The sums that say where the children are, so that nothing is rounded otherwise here.
    partitionPoint(unguessed: 0..<childCount - 1) { base + places[$0 + 1].base > y }
  }

  /// The child of an item that exists. O(log children)
  @inline(__always)
  func child(ofItem item: Int) -> Int {
    partitionPoint(unguessed: 0..<childCount - 1) { places[$0 + 1].items > item }
  }
}

/// What holds of all lines of a node.
final class LineSummary: Sendable {
  fileprivate let greatestWidth: Double
  fileprivate let hasLine: Bool
  fileprivate let isFlat: Bool

  fileprivate init(greatestWidth: Double, hasLine: Bool, isFlat: Bool) {
    self.greatestWidth = greatestWidth
    self.hasLine = hasLine
    self.isFlat = isFlat
  }

  fileprivate static let objectBytes = HeapBytes.object((Double, Bool, Bool).self)
}

/// Puts the children of a node together, in order.
struct LineNodeBuilder {
  private var places: [LineNode.ChildPlace] = []
  private var base = 0.0
  private var items = 0
  private var greatestWidth = 0.0
  private var hasLine = false
  private var isFlat = true

  /// Makes room for so many children.
  init(capacity: Int) { places.reserveCapacity(capacity + 1) }

  var childCount: Int { places.count }

  /// Adds a block, whose reference moves.
  mutating func append(_ block: consuming LineBlock) {
    let place = (base: base, items: items)
    note(block)
    items += block.leaf.itemCount
    places.append(LineNode.ChildPlace(base: place.base, items: place.items, child: .block(block)))
  }

  mutating func append(_ node: LineNode) {
    let place = (base: base, items: items)
    note(node)
    items += node.itemCount
    places.append(LineNode.ChildPlace(base: place.base, items: place.items, child: .node(node)))
  }

  /// Adds some children of another node.
  mutating func append(_ numbers: Range<Int>, of node: LineNode) {
    let first = places.count
    places.append(contentsOf: node.places[numbers])
    let before = node.places[numbers.lowerBound].items
    for place in first..<places.count {
      note(placeOf: place)
      places[place].items += items - before
    }
    items += node.places[numbers.upperBound].items - before
  }

  /// Sets where a child stands, whose numbers of items are known, behind those before it.
  @inline(__always)
  private mutating func note(placeOf number: Int) {
    places[number].base = base
    switch places[number].child {
    case .block(let block): note(block)
    case .node(let node): note(node)
    case .end: preconditionFailure("a child is a block or a node")
    }
  }

  @inline(__always)
  private mutating func note(_ block: borrowing LineBlock) {
    base += block.pitch
    if block.lineCount > 0 { hasLine = true }
    if !block.isFlat { isFlat = false }
    greatestWidth = greater(block.greatestWidth, greatestWidth)
  }

  private mutating func note(_ node: LineNode) {
    base += node.pitch
    if node.hasLine { hasLine = true }
    if !node.isFlat { isFlat = false }
    greatestWidth = greater(node.greatestWidth, greatestWidth)
  }

  /// The node of the children since the last one.
  mutating func finish() -> LineNode {
    let summary = LineSummary(
      greatestWidth: greatestWidth, hasLine: hasLine, isFlat: isFlat)
    places.append(LineNode.ChildPlace(base: base, items: items, child: .end(summary)))
    defer { self = LineNodeBuilder(capacity: 0) }
    return LineNode(places)
  }
}

/// A block, and where it is in the section.
struct PlacedBlock {
  let block: LineBlock
  /// From the top of the items to the leaf's, in points.
  let base: Double
  /// The number of the leaf's first item in the section.
  let firstItem: Int

  /// From the top of the items to the top of a line, in points.
  @inline(__always)
  func top(ofLine line: Int) -> Double { base + block.top(ofLine: line) }

  /// The first line that may end behind `y` and is not before the line of an item of the block.
  @inline(__always)
  func line(endingBehind y: Double, from item: Int, perLine: Int?) -> Int {
    let first = y > base ? block.line(endingBehind: y - base) : 0
    if item <= firstItem + block.start { return first }
    return max(first, block.line(ofItem: item - firstItem, perLine: perLine))
  }
}
