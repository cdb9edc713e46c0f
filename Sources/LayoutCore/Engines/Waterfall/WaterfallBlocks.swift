/// Columns of items of different heights with any placement (docs/rules.md#waterfall-placement), in consecutive blocks:
/// nine to fifteen bytes per item.
///
/// A block ends at the end of a leaf, and stores the lengths of the columns there. So after a change all blocks before
/// the first changed leaf are reused, and only the items after them are placed again.
final class WaterfallBlocks: ItemArrangement {
  private let columns: Columns
  private let placement: Placement
  let lineSpacing: Double
  private let tree: ContentTree
  let form: WaterfallForm
  let blocks: [WaterfallBlock]
  let index: WaterfallIndex
  let madeBlockBytes: Int

  /// Places the items of a non-empty tree, reusing the first blocks of another arrangement. The result is the same as
  /// without reuse. O(items after the reused blocks · log columns + blocks)
  init(
    _ tree: ContentTree, columns: Columns, lineSpacing: Double, placement: Placement,
    from other: (any ItemArrangement)?, meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    self.columns = columns
    self.placement = placement
    self.lineSpacing = lineSpacing
    self.tree = tree
    precondition(tree.itemCount < Int32.max, "items have 32-bit numbers")
    // While there are more columns than items, one of the first columns is empty, and no later one is shorter.
    form = WaterfallForm(columnCount: min(columns.count, tree.itemCount))
    var old = other as? WaterfallBlocks
    if let before = old,
      before.columns != columns || before.placement != placement
        || before.lineSpacing != lineSpacing || before.form != form
    {
      old = nil
    }
    let kept = old?.keptCount(in: tree) ?? 0
    let last = kept > 0 ? old?.blocks[kept - 1] : nil
    // The lengths of the columns are copied, and the kept blocks.
    try meter.take((form.columnCount + kept) / 16)
    var maker = WaterfallMaker(
      form, placement.columns(form.columnCount, behind: last), columnWidth: columns.width,
      spacing: lineSpacing, behind: last)
    let new = try maker.blocks(of: tree, from: last?.endItem ?? 0, meter: &meter)
    madeBlockBytes = new.reduce(0) { $0 + ($1.isCounted ? $1.byteCount : 0) }
    var blocks: [WaterfallBlock] = []
    blocks.reserveCapacity(kept + new.count)
    if let old { blocks += old.blocks[..<kept] }
    blocks += new
    self.blocks = blocks
    index = WaterfallIndex(blocks, kept: kept, from: old?.index)
  }

  /// The shortest column is chosen within the tolerance. In columns filled in turn, tops ascend only within each column.
  var order: ItemOrder {
    .columns(sequences: sequenceCount, tolerance: placement == .shortest ? fitTolerance : 0)
  }

  var sequenceCount: Int { placement == .shortest ? 1 : form.columnCount }

  func line(ofItem item: Int) -> Range<Int> { item..<item + 1 }

  /// The number of blocks, from the first on, that another tree can reuse.
  private func keptCount(in tree: ContentTree) -> Int {
    let end = tree.commonStart(with: self.tree).items
    if end == tree.itemCount && end == self.tree.itemCount { return blocks.count }
    let count = partitionPoint(0..<blocks.count) { blocks[$0].endItem > end }
    // The last block may have ended with the items, before it was full.
    guard count == blocks.count else { return count }
    let isFull =
      blocks[count - 1].itemCount
      >= WaterfallBlock.itemsMin(columnCount: form.columnCount)
    return isFull ? count : count - 1
  }

  var extent: Double { blocks[blocks.count - 1].extent }

  /// O(blocks)
  var byteCount: Int {
    HeapBytes.object(
      (
        Columns, Placement, Double, ContentTree, WaterfallForm, [WaterfallBlock], WaterfallIndex,
        Int
      ).self)
      + HeapBytes.array(blocks) + index.byteCount
      + blocks.reduce(0) { $0 + ($1.isCounted ? 0 : $1.byteCount) }
  }

  /// A frame needs half of the items of a group on average, or of those in one column if they are assigned in turn. A
  /// step pays for 16 of them.
  func stepsPerFrame(lineCount: Int) -> Int {
    sequenceCount == 1 ? 1 << (form.groupShift - 5) : 1
  }

  func frame(ofItem item: Int, origin: Double) -> CellFrame {
    let block = blocks[index.block(ofItem: item)]
    let place = block.place(
      ofItem: item - block.firstItem, spacing: lineSpacing, stride: sequenceCount)
    return cell(place, origin)
  }

  func appendFrames(
    ofItems items: Range<Int>, origin: Double, to frames: inout [CellFrame]
  ) {
    guard sequenceCount == 1 else {
      for item in items { frames.append(frame(ofItem: item, origin: origin)) }
      return
    }
    form.withLengths { lengths in
      var item = items.lowerBound
      while item < items.upperBound {
        let block = blocks[index.block(ofItem: item)]
        let group = block.group(ofItem: item)
        block.read(&lengths, before: group)
        block.visit(block.places(ofGroup: group), spacing: lineSpacing, &lengths) {
          guard item < items.upperBound else { return false }
          if $0 == item {
            frames.append(cell($1, origin))
            item += 1
          }
          return true
        }
      }
    }
  }

  @inline(__always)
  func cell(_ place: WaterfallPlace, _ origin: Double) -> CellFrame {
    let column = mirrored(place.column)
    return CellFrame(
      frame: Rect(
        x: columns.x(column), y: origin + place.top, width: columns.width, height: place.height),
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
    return (min(one, other)..<max(one, other) + 1).clamped(to: 0..<form.columnCount)
  }

  func visitItems(
    in window: Window, origin: Double, from first: Int,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let crossed = columns(in: window.across)
    guard !crossed.isEmpty, first < tree.itemCount else { return }
    try WaterfallWalk(self, crossed, window.along, origin: origin, from: first)
      .visit(meter: &meter, into: &sink)
  }
}

extension Placement {
  /// The columns after a block; empty ones if it is nil.
  fileprivate func columns(_ count: Int, behind block: WaterfallBlock?) -> WaterfallColumns {
    func made<Lengths: WaterfallLengths>(_: Lengths.Type) -> WaterfallColumns {
      let lengths = (0..<count).map { block?.endLength($0) ?? 0 }
      return WaterfallColumns(Lengths(lengths, itemsBefore: block?.endItem ?? 0))
    }
    if self != .shortest { return made(StripedLengths.self) }
    return switch count {
    case ...4: made(FourOrderedLengths.self)
    case ...8: made(EightOrderedLengths.self)
    case ...16: made(SixteenOrderedLengths.self)
    default: made(ManyColumnLengths.self)
    }
  }
}
