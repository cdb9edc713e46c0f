/// Places items leaf by leaf.
struct WaterfallMaker {
  private let columnWidth: Double
  private let spacing: Double
  private let columnCount: Int
  private var tallCounts: [Int32]
  private var reach = WaterfallReach()
  // The parts and items of the next block.
  private var parts: [WaterfallBlock.LeafPart] = []
  private var itemCount = 0
  private var room: WaterfallRoom
  private let makeColumns: (_ lengths: [Double], _ itemsBefore: Int) -> WaterfallColumns

  /// - Parameter lengths: The type that chooses columns for items.
  init<Lengths: WaterfallLengths>(
    columnCount: Int, columnWidth: Double, spacing: Double, _ lengths: Lengths.Type
  ) {
    makeColumns = { WaterfallColumns(Lengths($0, itemsBefore: $1)) }
    self.columnWidth = columnWidth
    self.spacing = spacing
    self.columnCount = columnCount
    room = WaterfallRoom(columnCount: columnCount)
    tallCounts = Array(repeating: 0, count: columnCount)
  }

  /// Places the items of a tree after a block, or all of them. O(items · log columns)
  mutating func blocks(
    of tree: ContentTree, behind block: WaterfallBlock?, meter: inout StepMeter
  ) throws(WalkStop) -> [WaterfallBlock] {
    let first = block?.endItem ?? 0
    guard first < tree.itemCount else { return [] }
    let columns = makeColumns(
      block.map { Array($0.lengths) } ?? Array(repeating: 0, count: columnCount), first)
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
        add(place.leaf, items.prefix(WaterfallBlock.partMax), columns)
        next += min(items.count, WaterfallBlock.partMax)
        if itemCount >= itemsMin || next == tree.itemCount {
          blocks.append(self.block(endingAt: next, columns))
        }
      }
    }
    return blocks
  }

  /// Places items of a leaf.
  private mutating func add(
    _ leaf: Leaf, _ items: Range<Int>, _ columns: WaterfallColumns
  ) {
    let part = WaterfallBlock.LeafPart(leaf: leaf, item: items.lowerBound, place: itemCount)
    parts.append(part)
    room.readHeights(of: part, items, columnWidth: columnWidth)
    columns.place(items.count, itemCount, spacing, &room, &reach)
    if reach.leastHeight == 0 { room.findFlats(items.count, from: itemCount) }
    itemCount += items.count
  }

  /// Makes a block of the items placed so far, and begins the next one.
  private mutating func block(
    endingAt endItem: Int, _ columns: WaterfallColumns
  ) -> WaterfallBlock {
    for column in 0..<columnCount {
      room.coordinates[itemCount + column] = columns.length(column)
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
  /// The greatest number of items in a part. A longer leaf has several parts.
  static let partMax = 4096

  /// The number of items at which a block ends, with the part that reaches it. The lengths of the columns at its end
  /// then use less memory than the items.
  static func itemsMin(columnCount: Int) -> Int { max(512, 6 * columnCount) }
}
