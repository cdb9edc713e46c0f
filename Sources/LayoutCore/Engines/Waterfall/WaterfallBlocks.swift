/// Columns of items of different heights with any placement (docs/rules.md#waterfall-placement), in consecutive blocks:
/// twelve to eighteen bytes per item.
///
/// A block ends at the end of a leaf, and stores the lengths of the columns there. So after a change all blocks before
/// the first changed leaf are reused, and only the items after them are placed again.
///
/// A query visits column by column: tops ascend within each column, however tall single items are. If it crosses all of
/// a few columns filled by `shortest`, a faster sweep visits the items in order.
final class WaterfallBlocks: ItemArrangement {
  private let columns: Columns
  private let placement: Placement
  private let lineSpacing: Double
  private let tree: ContentTree
  /// The number of columns that can have items. They are the first ones.
  let columnCount: Int
  let blocks: [WaterfallBlock]
  let index: WaterfallIndex
  let madeBlockBytes: Int
  /// Whether a query that crosses all columns sweeps over the items in order.
  let isSwept: Bool

  /// The greatest number of columns for a sweep, which has to find the last item of each column.
  static let sweptColumnsMax = 16
  /// The least sum of an item's height and the line spacing for a sweep, in points: if items were flatter, a sweep might
  /// visit thousands of them within 0.001 points.
  private static let sweptPitchMin = 4 * fitTolerance

  /// Places the items of a non-empty tree, reusing the first blocks of another arrangement. The result is the same as
  /// without reuse. O(items after the reused blocks · log columns + blocks)
  init(
    _ tree: ContentTree, columns: Columns, lineSpacing: Double, placement: Placement,
    from other: (any ItemArrangement)?, meter: inout StepMeter
  ) throws(WalkStop) {
    self.columns = columns
    self.placement = placement
    self.lineSpacing = lineSpacing
    self.tree = tree
    // While there are more columns than items, one of the first columns is empty, and no later one is shorter.
    columnCount = min(columns.count, tree.itemCount)
    precondition(tree.itemCount < Int32.max, "items have 32-bit numbers")
    var old = other as? WaterfallBlocks
    if let before = old,
      before.columns != columns || before.placement != placement
        || before.lineSpacing != lineSpacing || before.columnCount != columnCount
    {
      old = nil
    }
    let kept = old?.keptCount(in: tree) ?? 0
    let new = try WaterfallBlocks.blocks(
      of: tree, behind: kept > 0 ? old?.blocks[kept - 1] : nil, columnCount: columnCount,
      columnWidth: columns.width,
      lineSpacing: lineSpacing, placement: placement, meter: &meter)
    madeBlockBytes = new.reduce(0) { $0 + ($1.isCounted ? $1.byteCount : 0) }
    var blocks: [WaterfallBlock] = []
    blocks.reserveCapacity(kept + new.count)
    if let old { blocks += old.blocks[..<kept] }
    blocks += new
    self.blocks = blocks
    index = WaterfallIndex(blocks, kept: kept, from: old?.index)
    let leastHeight = blocks[blocks.count - 1].reach.leastHeight
    isSwept =
      placement == .shortest && columnCount <= WaterfallBlocks.sweptColumnsMax && leastHeight > 0
      && leastHeight + lineSpacing >= WaterfallBlocks.sweptPitchMin
  }

  var hasLines: Bool { false }

  /// In columns filled in turn, tops ascend only within each column.
  var sequenceCount: Int { placement == .shortest ? 1 : columnCount }

  /// The shortest column is chosen within the tolerance.
  var topTolerance: Double { placement == .shortest ? fitTolerance : 0 }

  /// The number of blocks, from the first on, that another tree can reuse.
  private func keptCount(in tree: ContentTree) -> Int {
    let end = tree.commonStart(with: self.tree).items
    if end == tree.itemCount && end == self.tree.itemCount { return blocks.count }
    let count = partitionPoint(0..<blocks.count) { blocks[$0].endItem > end }
    // The last block may have ended with the items, before it was full.
    guard count == blocks.count else { return count }
    let isFull =
      blocks[count - 1].itemCount >= WaterfallBlock.itemsMin(columnCount: columnCount)
    return isFull ? count : count - 1
  }

  /// Places the items of a tree after a block.
  private static func blocks(
    of tree: ContentTree, behind block: WaterfallBlock?, columnCount: Int, columnWidth: Double,
    lineSpacing: Double, placement: Placement, meter: inout StepMeter
  ) throws(WalkStop) -> [WaterfallBlock] {
    func made<Lengths: WaterfallLengths>(_: Lengths.Type) -> WaterfallMaker {
      WaterfallMaker(
        columnCount: columnCount, columnWidth: columnWidth, spacing: lineSpacing, Lengths.self)
    }
    var maker =
      if placement != .shortest {
        made(StripedLengths.self)
      } else {
        switch columnCount {
        case ...4: made(FourOrderedLengths.self)
        case ...8: made(EightOrderedLengths.self)
        case ...16: made(FewColumnLengths<8>.self)
        default: made(ManyColumnLengths.self)
        }
      }
    return try maker.blocks(of: tree, behind: block, meter: &meter)
  }

  var extent: Double { blocks[blocks.count - 1].reach.extent }

  /// O(blocks)
  var byteCount: Int {
    HeapBytes.object(
      (Columns, Placement, Double, ContentTree, Int, [WaterfallBlock], WaterfallIndex, Int, Bool)
        .self)
      + HeapBytes.array(blocks) + index.byteCount
      + blocks.reduce(0) { $0 + ($1.isCounted ? 0 : $1.byteCount) }
  }

  func frame(ofItem item: Int, in section: Section, origin: Double) -> CellFrame {
    let block = blocks[index.block(ofItem: item)]
    let place = item - block.firstItem
    return cell(
      place, of: block, column: block.column(place),
      height: block.height(place, columnWidth: columns.width), origin)
  }

  func appendFrames(
    ofItems items: Range<Int>, in section: Section, origin: Double, to frames: inout [CellFrame]
  ) {
    var heights = WaterfallHeights()
    var item = items.lowerBound
    while item < items.upperBound {
      let block = blocks[index.block(ofItem: item)]
      let end = min(items.upperBound, block.endItem)
      while item < end {
        heights.read(item - block.firstItem, of: block, columnWidth: columns.width)
        for item in item..<min(end, heights.items.upperBound) {
          let place = item - block.firstItem
          frames.append(
            cell(place, of: block, column: block.column(place), height: heights[item], origin))
        }
        item = min(end, heights.items.upperBound)
      }
    }
  }

  @inline(__always)
  func cell(
    _ place: Int, of block: WaterfallBlock, column: Int, height: Double, _ origin: Double
  ) -> CellFrame {
    let column = mirrored(column)
    return CellFrame(
      frame: Rect(
        x: columns.x(column), y: origin + block.top(place), width: columns.width, height: height),
      columnIndex: column)
  }

  /// Converts the number of a column in a block to its number from the left, or back; the conversion is its own
  /// inverse.
  @inline(__always)
  private func mirrored(_ column: Int) -> Int {
    placement == .rightToLeft ? columns.count - 1 - column : column
  }

  /// The columns that overlap the window, numbered as in blocks. O(log columns)
  private func columns(in window: AxisWindow) -> Range<Int> {
    let overlapping = columns.overlapping(window)
    guard !overlapping.isEmpty else { return 0..<0 }
    let (one, other) = (mirrored(overlapping.lowerBound), mirrored(overlapping.upperBound - 1))
    return (min(one, other)..<max(one, other) + 1).clamped(to: 0..<columnCount)
  }

  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    let crossed = columns(in: window.across)
    guard !crossed.isEmpty, first < tree.itemCount else { return }
    let walk = WaterfallWalk(
      blocks: self, columnWidth: columns.width, window: window.along, origin: origin, first: first)
    if isSwept && crossed.count == columnCount {
      try walk.sweep(meter: &meter, into: &sink)
    } else {
      try walk.visit(crossed, meter: &meter, into: &sink)
    }
  }
}
