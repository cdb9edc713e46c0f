/// Places items leaf by leaf.
struct WaterfallMaker {
  private let form: WaterfallForm
  private let columns: WaterfallColumns
  private let columnWidth: Double
  private let spacing: Double
  // The next block.
  private var leaf: Leaf?
  private var itemCount = 0
  private var numbers: SpanArray<UInt64> = []
  private var tallBlocks: [Int32]
  private var extent: Double
  // The items of a part of a leaf, in points.
  private var heights: SpanArray<Double> = []
  private var widths: SpanArray<Double> = []

  /// - Parameters:
  ///   - columns: The columns after `block`.
  ///   - block: The block after which items are placed; nil at the start.
  init(
    _ form: WaterfallForm, _ columns: WaterfallColumns, columnWidth: Double, spacing: Double,
    behind block: WaterfallBlock?
  ) {
    self.form = form
    self.columns = columns
    self.columnWidth = columnWidth
    self.spacing = spacing
    tallBlocks = block?.tallBlocks ?? Array(repeating: 0, count: form.columnCount)
    extent = block?.extent ?? 0
  }

  /// Places the items of a tree from number `first` on. O(items · log columns)
  mutating func blocks(
    of tree: ContentTree, from first: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> [WaterfallBlock] {
    var blocks: [WaterfallBlock] = []
    guard first < tree.itemCount else { return blocks }
    let itemsMin = WaterfallBlock.itemsMin(columnCount: form.columnCount)
    let room = min(tree.itemCount - first, itemsMin + WaterfallBlock.partMax)
    numbers = SpanArray(repeating: 0, count: form.count(ofItems: room))
    heights = SpanArray(repeating: 0, count: min(room, WaterfallBlock.partMax))
    widths = heights
    var next = first
    for place in tree.leaves(from: tree.leaf(ofItem: first).number) {
      while next < place.items.upperBound {
        let items = (next - place.items.lowerBound..<place.leaf.itemCount)
          .prefix(WaterfallBlock.partMax)
        try meter.take(items.count)
        leaf = leaf ?? place.leaf
        place.leaf.copyHeights(items, columnWidth: columnWidth, to: &heights, widths: &widths)
        columns.place(heights, items.count, itemCount, spacing, form, &numbers, &extent)
        itemCount += items.count
        next += items.count
        if itemCount >= itemsMin || next == tree.itemCount {
          blocks.append(block(endingAt: next))
        }
      }
    }
    return blocks
  }

  /// Makes a block of the items placed so far, and begins the next one.
  private mutating func block(endingAt endItem: Int) -> WaterfallBlock {
    columns.write(&numbers)
    tallBlocks = WaterfallMaker.counted(tallBlocks, form, numbers, itemCount: itemCount)
    let block = WaterfallBlock(
      firstItem: endItem - itemCount, itemCount: itemCount, form: form,
      numbers: SpanArray(numbers[..<form.count(ofItems: itemCount)]), tallBlocks: tallBlocks,
      extent: extent, leaf: leaf!)
    leaf = nil
    itemCount = 0
    return block
  }

  /// Counts a block for the columns in which it has items with a height. It goes back from the last item, because
  /// usually the last few items are in all columns.
  private static func counted(
    _ tallBlocks: [Int32], _ form: WaterfallForm, _ numbers: SpanArray<UInt64>, itemCount: Int
  ) -> [Int32] {
    let numbers = numbers.span
    var talls = tallBlocks
    var (missing, place) = (form.columnCount, itemCount)
    while missing > 0 && place > 0 {
      place -= 1
      let start = form.start(ofGroup: place &>> form.groupShift)
      let offset = place & form.offsetMask
      let column = form.column(offset, at: start, of: numbers)
      let height = Double(bitPattern: numbers[form.height(offset, at: start)])
      guard talls[column] == tallBlocks[column], height > 0 else { continue }
      talls[column] += 1
      missing -= 1
    }
    return talls
  }
}

extension WaterfallBlock {
  /// The most memory for an item, in bytes.
  static let bytesPerItem = 16

  /// The greatest number of items that are placed together. A longer leaf has several parts.
  static let partMax = 1024

  /// The number of items at which a block ends, with the part that reaches it. The lengths of the columns at its end
  /// then use less memory than the items.
  static func itemsMin(columnCount: Int) -> Int { max(1024, 4 * columnCount) }
}

extension Leaf {
  /// Writes the heights of some items, scaled to the column, to the start of a buffer, in points.
  fileprivate func copyHeights(
    _ items: Range<Int>, columnWidth: Double, to heights: inout SpanArray<Double>,
    widths: inout SpanArray<Double>
  ) {
    var heights = heights.mutableSpan
    copy(.height, ofItems: items, to: &heights)
    if uniform(.width) == ItemRun.nothing { return }
    var widths = widths.mutableSpan
    copy(.width, ofItems: items, to: &widths)
    var place = 0
    // Two items at once, without a branch and with a single vector division.
    while place + 2 <= items.count {
      let given = SIMD2(heights[place], heights[place + 1])
      let width = SIMD2(widths[place], widths[place + 1])
      let scaled = (given * columnWidth / width).replacing(with: 0, where: width .== 0)
        .replacing(with: given, where: width .== ItemRun.nothing)
      heights[place] = scaled[0]
      heights[place + 1] = scaled[1]
      place += 2
    }
    if place < items.count {
      heights[place] = WaterfallBlock.height(
        heights[place], width: widths[place], columnWidth: columnWidth)
    }
  }
}
