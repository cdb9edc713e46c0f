/// The lines of the leaves of one lowest node of content, or of the only leaf (docs/rules.md#sums). Immutable, and
/// shared by layouts.
struct LineNode: Sendable {
  /// The identity of the content node, or of the only leaf. It stays valid, because a list of nodes is stored with the
  /// content.
  let content: ObjectIdentifier
  /// The places of all leaves, in order.
  let places: [BlockPlace]
  /// The number of leaves, so that the places need not be read for it.
  let leafCount: Int
  /// The first item of its first line, in the numbers of its first leaf.
  let start: Int
  /// The first item of the next node's first line, in the numbers of that node's first leaf.
  let nextStart: Int
  let itemCount: Int
  /// The sum of the pitches of all blocks, in points.
  let pitch: Double
  /// The width of the widest item, in points; 0 if items have no widths of their own.
  let greatestWidth: Double
  /// The number of lines that start in it; 0 if all its leaves continue a line that started earlier.
  let lineCount: Int
  /// Whether all lines are known to have no height.
  let isFlat: Bool

  /// Creates a node of the places of all leaves of `content`.
  ///
  /// - Parameter sums: The sums of all blocks.
  init(_ places: [BlockPlace], _ sums: Sums, content: ObjectIdentifier) {
    self.places = places
    self.content = content
    leafCount = places.count
    start = places[0].block.start
    nextStart = places[places.count - 1].block.nextStart
    itemCount = sums.items
    pitch = sums.base
    greatestWidth = sums.greatestWidth
    lineCount = sums.lineCount
    isFlat = sums.isFlat
  }

  /// The sums over blocks.
  struct Sums {
    private(set) var base = 0.0
    private(set) var items = 0
    private(set) var greatestWidth = 0.0
    private(set) var lineCount = 0
    private(set) var isFlat = true

    @inline(__always)
    mutating func add(_ block: borrowing LineBlock, itemCount: Int) {
      base += block.pitch
      items += itemCount
      lineCount += block.lineCount
      if !block.isFlat { isFlat = false }
      greatestWidth = greater(block.greatestWidth, greatestWidth)
    }
  }

  /// The number of items of a leaf.
  @inline(__always)
  func itemCount(ofChild child: Int) -> Int {
    (child + 1 < leafCount ? places[child + 1].firstItem : itemCount) - places[child].firstItem
  }

  /// The child that contains an existing item. O(log children)
  @inline(__always)
  func child(ofItem item: Int) -> Int {
    partitionPoint(unguessed: 0..<places.count - 1) { places[$0 + 1].firstItem > item }
  }

  /// The first child that ends after `y`, or else the last child. The node starts at `base`. O(log children)
  @inline(__always)
  func child(endingBehind y: Double, base: Double) -> Int {
    // Uses the same sums as the children's positions, so that both are rounded alike.
    partitionPoint(unguessed: 0..<places.count - 1) { base + places[$0 + 1].base > y }
  }

  /// Memory that the node uses in addition to its place in a list, without blocks that a table counts, in bytes.
  var byteCount: Int {
    places.reduce(HeapBytes.array(places)) { $0 + ($1.block.isCounted ? 0 : $1.block.byteCount) }
  }
}

/// The block of a leaf, and the sums of the blocks before it.
struct BlockPlace: Sendable {
  /// The sum of the pitches of the earlier blocks, added in order, in points.
  var base: Double
  /// The number of items of the earlier leaves.
  var firstItem: Int
  let block: LineBlock
}

/// A block and its position in the section.
struct PlacedBlock {
  let block: LineBlock
  /// Distance from the top of the items to the leaf's top, in points.
  let base: Double
  /// The number of the leaf's first item in the section.
  let firstItem: Int
  /// The number of its node, and its number in the node.
  let node: Int
  let child: Int

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
