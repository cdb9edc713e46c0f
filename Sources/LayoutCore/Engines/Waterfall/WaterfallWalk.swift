/// Visits the items of a waterfall that overlap a window, in order, from number `first` on.
struct WaterfallWalk {
  private let arrangement: WaterfallBlocks
  private let columnWidth: Double
  private let window: AxisWindow
  private let local: LocalWindow
  private let origin: Double
  private let first: Int

  init(
    blocks arrangement: WaterfallBlocks, columnWidth: Double, window: AxisWindow, origin: Double,
    first: Int
  ) {
    self.arrangement = arrangement
    self.columnWidth = columnWidth
    self.window = window
    local = window.seen(from: origin)
    self.origin = origin
    self.first = first
  }

  @inline(__always)
  private var blocks: [WaterfallBlock] { arrangement.blocks }

  /// The position of an item.
  private struct ItemPosition {
    var block: Int
    var place: Int
  }

  /// Reads the height of an item, and of some after it, unless it is known.
  @inline(__always)
  private func read(
    _ heights: inout WaterfallHeights, _ place: Int, of block: WaterfallBlock
  ) {
    if !heights.items.contains(block.firstItem + place) {
      heights.read(place, of: block, columnWidth: columnWidth)
    }
  }

  /// Passes an item to the sink if it overlaps the window. Returns whether it does.
  @inline(__always)
  private func visit(
    _ place: Int, of block: WaterfallBlock, column: Int, _ heights: inout WaterfallHeights,
    into sink: inout ElementSink
  ) throws(WalkStop) -> Bool {
    read(&heights, place, of: block)
    let height = heights[block.firstItem + place]
    guard window.overlaps(origin + block.top(place), height) else { return false }
    try sink.takeCell(
      block.firstItem + place,
      arrangement.cell(place, of: block, column: column, height: height, origin))
    return true
  }
}

// MARK: Column by column

extension WaterfallWalk {
  /// Visits the items of some columns and merges them by item number. Items without a height are skipped, because they
  /// cannot overlap.
  func visit(
    _ columns: Range<Int>, meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    let last = arrangement.index.block(endingBehind: local.before)
    let firstBlock = arrangement.index.block(ofItem: first)
    var merge = StripeMerge()
    var heights = WaterfallHeights()
    for column in columns {
      try meter.take()
      if let run = firstRun(ofColumn: column, upToBlock: last, fromBlock: firstBlock) {
        merge.add(run)
      }
    }
    var (number, block) = (last, blocks[last])
    while var run = merge.first {
      try meter.take()
      if run.block != number { (number, block) = (run.block, blocks[run.block]) }
      let place = run.item - block.firstItem
      guard
        try visit(place, of: block, column: run.stripe, &heights, into: &sink)
          || block.top(place) < local.behind
      else {
        merge.replaceFirst(with: nil)
        continue
      }
      run.place += 1
      if run.place < run.end {
        run.item = block.firstItem + block.place(ofTall: run.place)
        merge.replaceFirst(with: run)
      } else {
        merge.replaceFirst(with: self.run(ofColumn: run.stripe, behind: run.block))
      }
    }
  }

  /// The items of a column that may overlap the window, in the first block that has any from `firstBlock` on. At the
  /// end of block `last` all columns are longer than the window's start. O(log items)
  private func firstRun(
    ofColumn column: Int, upToBlock last: Int, fromBlock firstBlock: Int
  ) -> StripeMerge.StripeRest? {
    let ending = partitionPoint(nearEndOf: 0..<last) {
      blocks[$0].length(column) > local.before
    }
    let number = max(ending, firstBlock)
    let block = blocks[number]
    let talls = block.talls(ofColumn: column)
    var start = talls.lowerBound
    if number == ending { start = block.tall(endingBehind: local.before, among: talls) }
    if number == firstBlock {
      start = max(start, block.tall(from: first - block.firstItem, among: talls))
    }
    return run(number, column, start..<talls.upperBound) ?? run(ofColumn: column, behind: number)
  }

  @inline(__always)
  private func run(_ number: Int, _ column: Int, _ talls: Range<Int>) -> StripeMerge.StripeRest? {
    guard !talls.isEmpty else { return nil }
    let block = blocks[number]
    return StripeMerge.StripeRest(
      item: block.firstItem + block.place(ofTall: talls.lowerBound), block: number,
      place: talls.lowerBound, end: talls.upperBound, stripe: column)
  }

  /// The items of a column in the next block, after a block, that has any. O(log blocks)
  private func run(ofColumn column: Int, behind number: Int) -> StripeMerge.StripeRest? {
    let next = number + 1
    guard next < blocks.count else { return nil }
    if let run = run(next, column, blocks[next].talls(ofColumn: column)) { return run }
    let count = blocks[next].tallCounts[column]
    let found = partitionPoint(nearStartOf: next + 1..<blocks.count) {
      blocks[$0].tallCounts[column] > count
    }
    guard found < blocks.count else { return nil }
    return run(found, column, blocks[found].talls(ofColumn: column))
  }
}

// MARK: Item by item

extension WaterfallWalk {
  /// Visits the items of all columns. The top of each item is at most 0.001 less than that of any earlier one, and each
  /// has a height. So, of all items before the first one that starts in the window, only the last one of each column may
  /// reach into it.
  func sweep(meter: inout StepMeter, into sink: inout ElementSink) throws(WalkStop) {
    var heights = WaterfallHeights()
    let line = local.before - 2 * fitTolerance
    var number = arrangement.index.block(endingBehind: line)
    let share = arrangement.index.share(ofBlock: number, before: line)
    var block = blocks[number]
    var place = block.place(startingBehind: line, likelyShare: share)
    if first > block.firstItem + place {
      number = arrangement.index.block(ofItem: first)
      block = blocks[number]
      place = first - block.firstItem
    } else {
      place = try visitLasts(
        before: ItemPosition(block: number, place: place), in: block, &heights, meter: &meter,
        into: &sink)
    }
    while try !sweep(block, from: place, &heights, meter: &meter, into: &sink) {
      number += 1
      if number == blocks.count { return }
      block = blocks[number]
      place = 0
    }
  }

  /// Visits the last item of each column before a position, in order, back to a place of the block, which it returns.
  /// All items from there on are to be swept.
  private func visitLasts(
    before position: ItemPosition, in block: WaterfallBlock, _ heights: inout WaterfallHeights,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) -> Int {
    // Most columns have an item among the last few.
    var missing = 1 << arrangement.columnCount - 1
    var place = position.place
    let end = max(0, place - 4 * arrangement.columnCount)
    while missing != 0 && place > end {
      place -= 1
      missing &= ~(1 << block.column(place))
    }
    if missing != 0 {
      let place = ItemPosition(block: position.block, place: place)
      try visitLasts(ofColumns: missing, before: place, &heights, meter: &meter, into: &sink)
    }
    return max(place, first - block.firstItem)
  }

  /// Visits the last item before a position in each column whose bit is set, in order. O(columns · log items)
  @inline(never)
  private func visitLasts(
    ofColumns columns: Int, before position: ItemPosition, _ heights: inout WaterfallHeights,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    var lasts: [ItemPosition] = []
    for column in 0..<arrangement.columnCount where columns >> column & 1 != 0 {
      if let last = last(ofColumn: column, before: position) { lasts.append(last) }
    }
    for last in lasts.inOrder(by: { Rank($0.block, $0.place) }) {
      let (block, place) = (blocks[last.block], last.place)
      guard block.firstItem + place >= first else { continue }
      try meter.take()
      _ = try visit(place, of: block, column: block.column(place), &heights, into: &sink)
    }
  }

  /// The last item of a column before a position. O(log items)
  private func last(ofColumn column: Int, before position: ItemPosition) -> ItemPosition? {
    let block = blocks[position.block]
    let talls = block.talls(ofColumn: column)
    let end = block.tall(from: position.place, among: talls)
    if end > talls.lowerBound {
      return ItemPosition(block: position.block, place: block.place(ofTall: end - 1))
    }
    guard position.block > 0 else { return nil }
    let count = blocks[position.block - 1].tallCounts[column]
    guard count > 0 else { return nil }
    let number = partitionPoint(nearEndOf: 0..<position.block - 1) {
      blocks[$0].tallCounts[column] == count
    }
    let last = blocks[number].talls(ofColumn: column).upperBound - 1
    return ItemPosition(block: number, place: blocks[number].place(ofTall: last))
  }

  /// Visits items of a block. Returns whether it found an item behind the window.
  private func sweep(
    _ block: WaterfallBlock, from start: Int, _ heights: inout WaterfallHeights,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) -> Bool {
    let behind = local.behind + fitTolerance
    var place = start
    while place < block.itemCount {
      read(&heights, place, of: block)
      let endMax = heights.items.upperBound - block.firstItem
      var end = place
      while end < endMax, block.top(end) < behind { end += 1 }
      try meter.take(end - place)
      let (list, before) = (heights.heights.span, heights.items.lowerBound)
      try sink.takeCells(block.firstItem + place..<block.firstItem + end) { item in
        let (place, height) = (item - block.firstItem, list[item - before])
        let top = block.top(place)
        let overlaps =
          (local.after < top && top < local.until) || window.overlaps(origin + top, height)
        return overlaps
          ? arrangement.cell(place, of: block, column: block.column(place), height: height, origin)
          : nil
      }
      if end < endMax { return true }
      place = end
    }
    return false
  }
}
