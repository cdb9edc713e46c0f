/// A node of a line tree. Its children are the blocks of a content node's leaves, or other nodes, and it stores the
/// start of each (docs/rules.md#sums). Immutable, and shared by layouts.
struct LineNode: Sendable {
  /// A child and the sums of the children before it; the last entry has the sums of all. It has three words, because
  /// versions of a layout copy many of them.
  struct ChildPlace: Sendable {
    /// The sum of the pitches of the earlier children, added in order, in points.
    var base: Double
    var items: Int
    var child: Child
  }

  /// The block of a leaf, a node of the next lower level, or the end of the children.
  enum Child: Sendable {
    case block(LineBlock)
    case node(LineNode)
    case end(LineSummary)
  }

  /// The children and one entry for the end.
  let places: [ChildPlace]

  fileprivate init(_ places: [ChildPlace]) { self.places = places }

  /// A node with the grandchildren as its children, at their positions; nil if the children are blocks, or if there are
  /// more than `count` grandchildren.
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

  /// The width of the widest item, in points; 0 if items have no widths of their own.
  var greatestWidth: Double { summary.greatestWidth }
  /// Whether a line starts in it. False if all its leaves continue a line that started earlier.
  var hasLine: Bool { summary.hasLine }

  /// Whether all lines are known to have no height.
  var isFlat: Bool { summary.isFlat }

  private var summary: LineSummary {
    guard case .end(let summary) = places[childCount].child else {
      preconditionFailure("a node has an end")
    }
    return summary
  }

  /// Memory that the node uses, without its children, in bytes.
  var byteCount: Int { HeapBytes.array(places) + LineSummary.objectBytes }

  var childCount: Int { places.count - 1 }
  var pitch: Double { places[childCount].base }
  var itemCount: Int { places[childCount].items }

  /// The first item of a child's first line, in the numbers of the child's first leaf.
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

  /// The first child that ends after `y`, or else the last child. The node starts at `base`. O(log children)
  @inline(__always)
  func child(endingBehind y: Double, base: Double) -> Int {
    // Uses the same sums as the children's positions, so that both are rounded alike.
    partitionPoint(unguessed: 0..<childCount - 1) { base + places[$0 + 1].base > y }
  }

  /// The child that contains an existing item. O(log children)
  @inline(__always)
  func child(ofItem item: Int) -> Int {
    partitionPoint(unguessed: 0..<childCount - 1) { places[$0 + 1].items > item }
  }
}

/// Facts about all lines of a node.
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

/// Builds a node from its children, in order.
struct LineNodeBuilder {
  private var places: [LineNode.ChildPlace] = []
  private var base = 0.0
  private var items = 0
  private var greatestWidth = 0.0
  private var hasLine = false
  private var isFlat = true

  /// Reserves memory for `capacity` children.
  init(capacity: Int) { places.reserveCapacity(capacity + 1) }

  var childCount: Int { places.count }

  /// Appends a block. Its reference is moved.
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

  /// Appends a range of children of another node.
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

  /// Sets the base of a child whose item counts are known, after the children before it.
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

  /// Makes the node of the children appended since the last call.
  mutating func finish() -> LineNode {
    let summary = LineSummary(
      greatestWidth: greatestWidth, hasLine: hasLine, isFlat: isFlat)
    places.append(LineNode.ChildPlace(base: base, items: items, child: .end(summary)))
    defer { self = LineNodeBuilder(capacity: 0) }
    return LineNode(places)
  }
}

/// A block and its position in the section.
struct PlacedBlock {
  let block: LineBlock
  /// Distance from the top of the items to the leaf's top, in points.
  let base: Double
  /// The number of the leaf's first item in the section.
  let firstItem: Int

  /// Distance from the top of the items to the top of a line, in points.
  @inline(__always)
  func top(ofLine line: Int) -> Double { base + block.top(ofLine: line) }

  /// The first line that may end after `y`, but not before the line of `item`.
  @inline(__always)
  func line(endingBehind y: Double, from item: Int, perLine: Int?) -> Int {
    let first = y > base ? block.line(endingBehind: y - base) : 0
    if item <= firstItem + block.start { return first }
    return max(first, block.line(ofItem: item - firstItem, perLine: perLine))
  }
}
