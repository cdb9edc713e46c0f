/// Places items leaf after leaf.
struct WaterfallMaker<Lengths: WaterfallLengths> {
  private let columnWidth: Double
  private let spacing: Double
  private let columnCount: Int
  private var lengths: Lengths
  private var end: WaterfallBlock.End
  private var parts: [WaterfallBlock.Part] = []

  private var itemCount = 0
  private var room = WaterfallRoom()

  /// Goes on behind a block, or begins.
  init(columnCount: Int, columnWidth: Double, spacing: Double, behind block: WaterfallBlock?) {
    self.columnWidth = columnWidth
    self.spacing = spacing
    self.columnCount = columnCount
    end =
      block?.end
      ?? WaterfallBlock.End(
        lengths: Array(repeating: 0, count: columnCount),
        tallCounts: Array(repeating: 0, count: columnCount))
    lengths = Lengths(end.lengths, itemsBefore: block?.endItem ?? 0)
    room.talls = Array(repeating: 0, count: columnCount)
  }

  /// Places the items of a tree from a number on, the first of a leaf's or of a part's. O(items · log columns)
  mutating func blocks(of tree: ContentTree, from first: Int) -> [WaterfallBlock] {
    guard first < tree.itemCount else { return [] }
    let itemsMin = WaterfallBlock.itemsMin(columnCount: columnCount)
    room.reserve(min(tree.itemCount - first, itemsMin + WaterfallBlock.partMax))
    var blocks: [WaterfallBlock] = []
    var next = first
    for place in tree.leaves(from: tree.leaf(ofItem: first).number) {
      while next < place.items.upperBound {
        let items = next - place.items.lowerBound..<place.leaf.itemCount
        add(place.leaf, items.prefix(WaterfallBlock.partMax))
        next += min(items.count, WaterfallBlock.partMax)
        if itemCount >= itemsMin || next == tree.itemCount {
          blocks.append(block(endingAt: next))
        }
      }
    }
    return blocks
  }

  /// Places items of a leaf.
  private mutating func add(_ leaf: Leaf, _ items: Range<Int>) {
    let part = WaterfallBlock.Part(leaf: leaf, item: items.lowerBound, place: itemCount)
    parts.append(part)
    room.readHeights(of: part, items, columnWidth: columnWidth)
    WaterfallMaker.place(
      room.heights, items.count, from: itemCount, spacing: spacing,
      &lengths, &room.tops, &room.columns, &room.talls, &end)
    if end.leastHeight == 0 { room.findFlats(items.count, from: itemCount) }
    itemCount += items.count
  }

  /// Places items of these heights. O(items · log columns)
  private static func place(
    _ heights: [Double], _ count: Int, from start: Int, spacing: Double, _ lengths: inout Lengths,
    _ tops: inout [Double], _ columns: inout [Int32], _ talls: inout [Int32],
    _ end: inout WaterfallBlock.End
  ) {
    // The processor keeps few columns' lengths in its registers.
    var placed = lengths
    let heights = heights.span.extracting(first: count)
    var (extent, leastHeight) = (end.extent, end.leastHeight)
    var tops = tops.mutableSpan
    var columns = columns.mutableSpan
    var talls = talls.mutableSpan
    precondition(start >= 0 && start + heights.count <= tops.count, "the block has room")
    for item in heights.indices {
      let height = heights[item]
      let (column, top) = placed.take(height + spacing)
      extent = greater(top + height, extent)
      leastHeight = lesser(height, leastHeight)
      tops[start + item] = top
      columns[start + item] = Int32(truncatingIfNeeded: column)
      talls[column] += height > 0 ? 1 : 0
    }
    (end.extent, end.leastHeight) = (extent, leastHeight)
    lengths = placed
  }

  /// Makes a block of the items that have been placed, and begins the next one.
  private mutating func block(endingAt endItem: Int) -> WaterfallBlock {
    end.lengths = lengths.all
    for column in 0..<columnCount { end.tallCounts[column] += room.talls[column] }
    let block = WaterfallBlock(
      firstItem: endItem - itemCount, parts: parts, tops: Array(room.tops[..<itemCount]),
      columns: ShortNumbers(room.columns.span.extracting(first: itemCount), below: columnCount),
      talls: room.takeTalls(itemCount: itemCount), end: end)
    parts = []
    itemCount = 0
    return block
  }
}

extension WaterfallBlock {
  /// The most items of a part: a leaf of more has several.
  static let partMax = 4096

  /// A block ends with the part with which it has so many items: the columns' ends take less than they.
  static func itemsMin(columnCount: Int) -> Int { max(32, 6 * columnCount) }
}
