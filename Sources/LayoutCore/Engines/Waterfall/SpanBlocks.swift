/// Columns of items of which some stand over several columns, or say their column, or whose order is kept within a
/// tolerance (docs/rules.md#waterfall-spans), in consecutive blocks: about 24 bytes per item.
///
/// A block ends at the end of a leaf, and stores the lengths of the columns there. After a change all blocks before the
/// first changed leaf are reused. So are the blocks after the last one, if the columns before them are as long as they
/// were.
final class SpanBlocks: ItemArrangement {
  private let items: SpannedItems
  let rule: SpanRule
  let blocks: [SpanBlock]
  /// The number of the first item of each block.
  private let firstItems: [Int]
  /// For each block but the last, and each column, the number of blocks up to this one, inclusive, in which an item with
  /// a height stands over the column.
  private let tallCounts: SpanArray<Int32>
  let extent: Double
  /// By how much an item may be above an earlier one, in points.
  private let inversion: Double
  let madeBlockBytes: Int

  /// Places at least one item, reusing blocks of another arrangement. The result is the same as without reuse. O(items
  /// that are not in reused blocks · columns + blocks · columns)
  init(
    _ items: SpannedItems, _ rule: SpanRule, from other: (any ItemArrangement)?,
    meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    self.items = items
    self.rule = rule
    let old = (other as? SpanBlocks).flatMap { $0.rule == rule ? $0 : nil }
    let kept = old?.keptCount(in: items) ?? 0
    let last = kept > 0 ? old?.blocks[kept - 1] : nil
    // The lengths of the columns are set, and the kept blocks are copied.
    try meter.take((3 * rule.columnCount + kept) / 16)
    let first = old.map { $0.end(ofFirst: kept) } ?? 0
    let room = items.count - first
    var maker = SpanMaker(rule, behind: room > 0 ? last : nil, room: room, from: old)
    if room > 0 { try maker.place(items, from: first, meter: &meter) }
    madeBlockBytes = maker.blocks.reduce(0) { $0 + ($1.isCounted ? $1.byteCount : 0) }
    var blocks: [SpanBlock] = []
    blocks.reserveCapacity(kept + maker.blocks.count + maker.sharedCount)
    if let old { blocks += old.blocks[..<kept] }
    blocks += maker.blocks
    if let old { blocks += old.blocks.suffix(maker.sharedCount) }
    self.blocks = blocks
    try meter.take(blocks.count * (1 + rule.columnCount / 16))
    var (firstItems, firstItem) = ([Int](), 0)
    firstItems.reserveCapacity(blocks.count)
    var (extent, greatestTop, inversion) = (0.0, 0.0, 0.0)
    for block in blocks {
      firstItems.append(firstItem)
      firstItem += block.itemCount
      extent = greater(block.bottom, extent)
      inversion = greater(
        greater(block.inversion, greatestTop - block.leastTop), inversion)
      greatestTop = greater(block.greatestTop, greatestTop)
    }
    self.firstItems = firstItems
    (self.extent, self.inversion) = (extent, inversion)
    tallCounts = SpanBlocks.tallCounts(blocks.dropLast(), rule.columnCount)
  }

  private static func tallCounts(
    _ blocks: ArraySlice<SpanBlock>, _ columnCount: Int
  ) -> SpanArray<Int32> {
    var counts: SpanArray<Int32> = []
    counts.reserveCapacity(blocks.count * columnCount)
    for block in blocks {
      let before = counts.count - columnCount
      for column in 0..<columnCount {
        counts.append((before < 0 ? 0 : counts[before + column]) + Int32(block.talls[column]))
      }
    }
    return counts
  }

  /// The number of items in the first blocks.
  private func end(ofFirst count: Int) -> Int {
    count == 0 ? 0 : count == blocks.count ? items.count : firstItems[count]
  }

  /// The number of blocks, from the first on, that other items can reuse.
  private func keptCount(in others: SpannedItems) -> Int {
    if items.isEqual(to: others) { return blocks.count }
    let end = items.commonCount(with: others, fromEnd: false)
    // The last block does not store the lengths of the columns behind it.
    return partitionPoint(0..<blocks.count - 1) { self.end(ofFirst: $0 + 1) > end }
  }

  /// The number of blocks, up to the last, that contain the items of another arrangement from number `next` on, if the
  /// columns before them are as long as these. O(columns)
  func sharedCount(
    behind lengths: SpanLengths, from next: Int, of others: SpannedItems
  ) -> Int {
    let start = next + items.count - others.count
    guard others.count - next <= items.commonCount(with: others, fromEnd: true), start > 0 else {
      return 0
    }
    let block = block(ofItem: start)
    guard block > 0, firstItems[block] == start, lengths.areEnds(of: blocks[block - 1]) else {
      return 0
    }
    return blocks.count - block
  }

  /// In later columns there may be room above earlier items.
  var order: ItemOrder {
    .columns(sequences: 1, tolerance: inversion == 0 ? 0 : inversion + fitTolerance)
  }

  func line(ofItem item: Int) -> Range<Int> { item..<item + 1 }

  /// O(blocks)
  var byteCount: Int {
    HeapBytes.object(
      (SpannedItems, SpanRule, [SpanBlock], [Int], SpanArray<Int32>, Double, Double, Int).self)
      + HeapBytes.array(blocks) + HeapBytes.array(firstItems) + HeapBytes.array(tallCounts)
      + blocks.reduce(0) { $0 + ($1.isCounted ? 0 : $1.byteCount) }
  }

  /// The block of an existing item. O(log blocks)
  private func block(ofItem item: Int) -> Int {
    partitionPoint(0..<blocks.count - 1) { firstItems[$0 + 1] > item }
  }

  func frame(ofItem item: Int, origin: Double) -> CellFrame {
    let block = block(ofItem: item)
    return cell(item - firstItems[block], of: blocks[block], origin)
  }

  func appendFrames(ofItems items: Range<Int>, origin: Double, to frames: inout [CellFrame]) {
    guard !items.isEmpty else { return }
    var (item, number) = (items.lowerBound, block(ofItem: items.lowerBound))
    while item < items.upperBound {
      let (block, first) = (blocks[number], firstItems[number])
      let end = min(items.upperBound, first + block.itemCount)
      for place in item - first..<end - first { frames.append(cell(place, of: block, origin)) }
      item = end
      number += 1
    }
  }

  /// The cell of an item, given by its place in a block.
  @inline(__always)
  func cell(_ place: Int, of block: SpanBlock, _ origin: Double) -> CellFrame {
    let (first, span) = block.columns(place)
    let column = rule.leftmost(first, span: span)
    return CellFrame(
      frame: Rect(
        x: rule.columns.x(column), y: origin + block.tops[place],
        width: rule.columns.width(ofColumns: span), height: block.heights[place]),
      columnIndex: column)
  }

  func visitItems(
    in window: Window, origin: Double, from first: Int, meter: inout WorkMeter,
    into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let columns = rule.columns(in: window.across)
    guard !columns.isEmpty, first < items.count else { return }
    let local = window.along.seen(from: origin)
    // The lengths of each column are compared with the window, before the first block and behind each visited one.
    let steps = 1 + columns.count / 4
    try meter.take(steps)
    var next: Int? = max(firstBlock(columns, local), block(ofItem: first))
    while let number = next {
      try meter.take(steps)
      try SpanWalk(arrangement: self, window: window, local: local, origin: origin, first: first)
        .visit(blocks[number], firstItem: firstItems[number], meter: &meter, into: &sink)
      next = block(behind: number, columns, local)
    }
  }

  /// The first block with an item that may end after the window's start. O(columns · log blocks)
  private func firstBlock(_ columns: Range<Int>, _ window: LocalWindow) -> Int {
    columns.reduce(blocks.count - 1) { first, column in
      partitionPoint(nearEndOf: 0..<first) { blocks[$0].end(column) > window.before }
    }
  }

  /// The first block after a block that has an item with a height that may overlap the window; nil if there is none.
  /// O(columns · log blocks)
  private func block(behind number: Int, _ columns: Range<Int>, _ window: LocalWindow) -> Int? {
    let next = number + 1
    guard next < blocks.count else { return nil }
    func mayShow(_ block: Int, _ column: Int) -> Bool {
      blocks[block - 1].end(column) < window.behind
        && isReached(block, column, behind: number, window)
    }
    if columns.contains(where: { mayShow(next, $0) }) { return next }
    var found = blocks.count
    for column in columns {
      let block = partitionPoint(nearStartOf: next..<blocks.count - 1) {
        isReached($0, column, behind: number, window)
      }
      if block < found, mayShow(block, column) { found = block }
    }
    return found < blocks.count ? found : nil
  }

  /// Whether a column has an item with a height after a block and up to another one that may end after the window's
  /// start. In the last block it may.
  private func isReached(
    _ block: Int, _ column: Int, behind number: Int, _ window: LocalWindow
  ) -> Bool {
    if block == blocks.count - 1 { return true }
    return blocks[block].end(column) > window.before
      && tallCounts[block * rule.columnCount + column]
        > tallCounts[number * rule.columnCount + column]
  }
}

/// Visits the items of a block that overlap a window, in order, from number `first` on.
struct SpanWalk {
  let arrangement: SpanBlocks
  let window: Window
  let local: LocalWindow
  let origin: Double
  let first: Int

  /// O(items of the block / 256 + items of the stretches that may overlap)
  func visit(
    _ block: SpanBlock, firstItem: Int, meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let least = max(0, first - firstItem)
    let perGroup = SpanBlock.groupShift - SpanBlock.stretchShift
    try meter.take(1 + block.groups.count / 16)
    for group in least >> SpanBlock.groupShift..<block.groups.count
    where mayShow(block.groups[group]) {
      let stretches = group << perGroup..<min(block.stretches.count, (group + 1) << perGroup)
      try meter.take()
      for stretch in max(
        least >> SpanBlock.stretchShift, stretches.lowerBound)..<stretches.upperBound
      where mayShow(block.stretches[stretch]) {
        try visit(stretch, of: block, firstItem: firstItem, least, meter: &meter, into: &sink)
      }
    }
  }

  private func visit(
    _ stretch: Int, of block: SpanBlock, firstItem: Int, _ least: Int, meter: inout WorkMeter,
    into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    try meter.take()
    let start = stretch << SpanBlock.stretchShift
    for place in max(least, start)..<min(block.itemCount, start + 1 << SpanBlock.stretchShift) {
      let top = block.tops[place]
      guard mayShow(SIMD2(top, top + block.heights[place])) else { continue }
      let cell = arrangement.cell(place, of: block, origin)
      guard window.overlaps(cell.frame) else { continue }
      try meter.take()
      try sink.takeCell(firstItem + place, cell)
    }
  }

  /// Whether something between a top and a bottom may overlap the window.
  @inline(__always)
  private func mayShow(_ bounds: SIMD2<Double>) -> Bool {
    bounds.x < local.behind && bounds.y > local.before
  }
}
