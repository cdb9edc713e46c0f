/// Places items leaf after leaf.
struct WaterfallMaker<Lengths: WaterfallLengths> {
  private let columnWidth: Double
  private let spacing: Double
  private let columnCount: Int
  private var tallCounts: [Int32]
  private var reach = WaterfallReach()
  // Of the next block.
  private var parts: [WaterfallBlock.Part] = []
  private var itemCount = 0
  private var room: WaterfallRoom

  init(columnCount: Int, columnWidth: Double, spacing: Double) {
    self.columnWidth = columnWidth
    self.spacing = spacing
    self.columnCount = columnCount
    room = WaterfallRoom(columnCount: columnCount)
    tallCounts = Array(repeating: 0, count: columnCount)
  }

  /// Places the items of a tree behind a block, or all. O(items · log columns)
  mutating func blocks(
    of tree: ContentTree, behind block: WaterfallBlock?, meter: inout StepMeter
  ) throws(WalkStop) -> [WaterfallBlock] {
    let first = block?.endItem ?? 0
    guard first < tree.itemCount else { return [] }
    var lengths = Lengths(
      block.map { Array($0.lengths) } ?? Array(repeating: 0, count: columnCount),
      itemsBefore: first)
    if let block {
      tallCounts = block.tallCounts
      reach = block.reach
    }
    let itemsMin = WaterfallBlock.itemsMin(columnCount: columnCount)
    room.reserve(min(tree.itemCount - first, itemsMin + WaterfallBlock.partMax))
    var blocks: [WaterfallBlock] = []
    var next = first
    for place in tree.leaves(from: tree.leaf(ofItem: first).number) {
      while next < place.items.upperBound {
        let items = next - place.items.lowerBound..<place.leaf.itemCount
        try meter.take(min(items.count, WaterfallBlock.partMax))
        add(place.leaf, items.prefix(WaterfallBlock.partMax), &lengths)
        next += min(items.count, WaterfallBlock.partMax)
        if itemCount >= itemsMin || next == tree.itemCount {
          blocks.append(self.block(endingAt: next, lengths))
        }
      }
    }
    return blocks
  }

  /// Places items of a leaf.
  private mutating func add(_ leaf: Leaf, _ items: Range<Int>, _ lengths: inout Lengths) {
    let part = WaterfallBlock.Part(leaf: leaf, item: items.lowerBound, place: itemCount)
    parts.append(part)
    room.readHeights(of: part, items, columnWidth: columnWidth)
    lengths = WaterfallMaker.place(
      room.heights, items.count, from: itemCount, spacing: spacing, consume lengths,
      &room.coordinates, &room.numbers, &room.talls, &reach)
    if reach.leastHeight == 0 { room.findFlats(items.count, from: itemCount) }
    itemCount += items.count
  }

  /// Places items of these heights, and returns how long the columns are then. O(items · log columns)
  ///
  /// Lengths come and go as values, so that the processor keeps those of few columns in its registers.
  private static func place(
    _ heights: [Double], _ count: Int, from start: Int, spacing: Double,
    _ lengths: consuming Lengths, _ tops: inout [Double], _ columns: inout [Int32],
    _ talls: inout [Int32], _ reach: inout WaterfallReach
  ) -> Lengths {
    let heights = heights.span.extracting(first: count)
    var tops = tops.mutableSpan
    var columns = columns.mutableSpan
    var talls = talls.mutableSpan
    var (extent, leastHeight) = (reach.extent, reach.leastHeight)
    precondition(start >= 0 && start + count <= tops.count && start + count <= columns.count)
    for item in heights.indices {
      let height = heights[item]
      let (column, top) = lengths.take(height + spacing)
      extent = greater(top + height, extent)
      leastHeight = lesser(height, leastHeight)
      tops[start + item] = top
      columns[start + item] = Int32(truncatingIfNeeded: column)
      talls[column] += height > 0 ? 1 : 0
    }
    reach = WaterfallReach(extent: extent, leastHeight: leastHeight)
    return lengths
  }

  /// Makes a block of the items that have been placed, and begins the next one.
  private mutating func block(endingAt endItem: Int, _ lengths: borrowing Lengths) -> WaterfallBlock
  {
    for column in 0..<columnCount {
      room.coordinates[itemCount + column] = lengths[column]
      tallCounts[column] += room.talls[column]
    }
    let block = WaterfallBlock(
      firstItem: endItem - itemCount, parts: parts,
      coordinates: Array(room.coordinates[..<(itemCount + columnCount)]),
      numbers: room.takeNumbers(itemCount: itemCount), tallCounts: tallCounts, reach: reach)
    parts.removeAll(keepingCapacity: true)
    itemCount = 0
    return block
  }
}

extension WaterfallBlock {
  /// The most items of a part: a leaf of more has several.
  static let partMax = 4096

  /// A block ends with the part with which it has so many items: the columns' ends take less than they.
  static func itemsMin(columnCount: Int) -> Int { max(512, 6 * columnCount) }
}
