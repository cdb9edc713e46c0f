/// Visits the items of a waterfall from number `first` on that overlap a window, in order.
struct WaterfallWalk {
  private let arrangement: WaterfallBlocks
  private let blocks: [WaterfallBlock]
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
    blocks = arrangement.blocks
    self.columnWidth = columnWidth
    self.window = window
    local = window.seen(from: origin)
    self.origin = origin
    self.first = first
  }

  /// Where an item is.
  private struct Position {
    var block: Int
    var place: Int
  }

  @inline(__always)
  private func visit(
    _ place: Int, of block: WaterfallBlock, column: Int, into sink: inout ElementSink
  ) throws(WalkStop) -> Bool {
    let cell = arrangement.cell(place, of: block, column: column, origin)
    guard window.overlaps(cell.frame.y, cell.frame.height) else { return false }
    try sink.takeCell(block.firstItem + place, cell)
    return true
  }
}

// MARK: Column by column

extension WaterfallWalk {
  /// Visits the items of some columns: the columns' answers, merged by item number. Items without a height answer
  /// nothing, and are passed over.
  func visit(
    _ columns: Range<Int>, meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    let last = arrangement.index.block(endingBehind: local.before)
    let firstBlock = arrangement.index.block(ofItem: first)
    var merge = StripeMerge()
    for column in columns {
      try meter.take()
      if let run = firstRun(ofColumn: column, upToBlock: last, fromBlock: firstBlock) {
        merge.add(run)
      }
    }
    while var run = merge.first {
      try meter.take()
      let block = blocks[run.block]
      let place = run.item - block.firstItem
      guard
        try visit(place, of: block, column: run.stripe, into: &sink)
          || block.tops[place] < local.behind
      else {
        merge.replaceFirst(with: nil)
        continue
      }
      run.place += 1
      if run.place < run.end {
        run.item = block.firstItem + block.talls.places[run.place]
        merge.replaceFirst(with: run)
      } else {
        merge.replaceFirst(with: self.run(ofColumn: run.stripe, behind: run.block))
      }
    }
  }

  /// The items of a column in a block from one on that may overlap the window. All columns are longer than where the
  /// window starts at the end of block `last`. O(log items)
  private func firstRun(
    ofColumn column: Int, upToBlock last: Int, fromBlock firstBlock: Int
  ) -> StripeMerge.Run? {
    let ending = partitionPoint(nearEndOf: 0..<last) {
      blocks[$0].end.lengths[column] > local.before
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
  private func run(_ number: Int, _ column: Int, _ talls: Range<Int>) -> StripeMerge.Run? {
    guard !talls.isEmpty else { return nil }
    let block = blocks[number]
    return StripeMerge.Run(
      item: block.firstItem + block.talls.places[talls.lowerBound], block: number,
      place: talls.lowerBound, end: talls.upperBound, stripe: column)
  }

  /// The items of a column in the next block behind one in which it has any. O(log blocks)
  private func run(ofColumn column: Int, behind number: Int) -> StripeMerge.Run? {
    let next = number + 1
    guard next < blocks.count else { return nil }
    if let run = run(next, column, blocks[next].talls(ofColumn: column)) { return run }
    let count = blocks[next].end.tallCounts[column]
    let found = partitionPoint(nearStartOf: next + 1..<blocks.count) {
      blocks[$0].end.tallCounts[column] > count
    }
    guard found < blocks.count else { return nil }
    return run(found, column, blocks[found].talls(ofColumn: column))
  }
}

// MARK: Item by item

extension WaterfallWalk {
  /// Visits the items of all columns. Each one's top is at most 0.001 below that of any item before it, and each has a
  /// height: of all items before one that starts above the window only the last one of each column may reach into it.
  func sweep(meter: inout StepMeter, into sink: inout ElementSink) throws(WalkStop) {
    let line = local.before - 2 * fitTolerance
    var number = arrangement.index.block(endingBehind: line)
    var place = partitionPoint(0..<blocks[number].itemCount) { blocks[number].tops[$0] > line }
    if first > blocks[number].firstItem + place {
      number = arrangement.index.block(ofItem: first)
      place = first - blocks[number].firstItem
    } else {
      try visitLasts(before: Position(block: number, place: place), meter: &meter, into: &sink)
    }
    while number < blocks.count {
      if try sweep(blocks[number], from: place, meter: &meter, into: &sink) { return }
      number += 1
      place = 0
    }
  }

  /// Visits the last item of each column before one, in order.
  private func visitLasts(
    before position: Position, meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    var lasts = InlineArray<16, Position>(repeating: Position(block: 0, place: 0))
    var count = 0
    for column in 0..<arrangement.columnCount {
      guard let last = last(ofColumn: column, before: position) else { continue }
      var rank = count
      while rank > 0, (last.block, last.place) < (lasts[rank - 1].block, lasts[rank - 1].place) {
        lasts[rank] = lasts[rank - 1]
        rank -= 1
      }
      lasts[rank] = last
      count += 1
    }
    for rank in 0..<count {
      let (block, place) = (blocks[lasts[rank].block], lasts[rank].place)
      guard block.firstItem + place >= first else { continue }
      try meter.take()
      _ = try visit(place, of: block, column: block.columns[place], into: &sink)
    }
  }

  /// A column's last item before another one. O(log items)
  private func last(ofColumn column: Int, before position: Position) -> Position? {
    let block = blocks[position.block]
    let talls = block.talls(ofColumn: column)
    let end = block.tall(from: position.place, among: talls)
    if end > talls.lowerBound {
      return Position(block: position.block, place: block.talls.places[end - 1])
    }
    guard position.block > 0 else { return nil }
    let count = blocks[position.block - 1].end.tallCounts[column]
    guard count > 0 else { return nil }
    let number = partitionPoint(nearEndOf: 0..<position.block - 1) {
      blocks[$0].end.tallCounts[column] == count
    }
    return Position(
      block: number,
      place: blocks[number].talls.places[blocks[number].talls(ofColumn: column).upperBound - 1])
  }

  /// Visits items of a block; whether one is behind the window.
  private func sweep(
    _ block: WaterfallBlock, from start: Int, meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) -> Bool {
    var place = start
    while place < block.itemCount {
      let (part, end) = block.part(ofPlace: place)
      while place < end {
        let run = surelyOverlapping(place..<min(end, place + 32), of: block)
        try meter.take(max(1, run.count))
        if !run.isEmpty {
          try take(run, of: block, part, into: &sink)
          place = run.upperBound
          continue
        }
        if try !visit(place, of: block, column: block.columns[place], into: &sink),
          block.tops[place] - fitTolerance >= local.behind
        {
          return true
        }
        place += 1
      }
    }
    return false
  }

  /// The items from the first of some on that start so far within the window that they overlap it at any height.
  @inline(__always)
  private func surelyOverlapping(_ places: Range<Int>, of block: WaterfallBlock) -> Range<Int> {
    var end = places.lowerBound
    while end < places.upperBound, local.after < block.tops[end], block.tops[end] < local.until {
      end += 1
    }
    return places.lowerBound..<end
  }

  /// Takes at most 32 items of a part.
  private func take(
    _ places: Range<Int>, of block: WaterfallBlock, _ part: WaterfallBlock.Part,
    into sink: inout ElementSink
  ) throws(WalkStop) {
    var list = InlineArray<32, Double>(repeating: 0)
    var widths = list
    var heights = list.mutableSpan
    var room = widths.mutableSpan
    let firstItem = part.item + places.lowerBound - part.place
    part.copyHeights(
      firstItem..<firstItem + places.count, columnWidth: columnWidth, to: &heights, widths: &room)
    let items = block.firstItem + places.lowerBound..<block.firstItem + places.upperBound
    let found = list
    try sink.takeCells(items) {
      let place = $0 - block.firstItem
      return arrangement.cell(
        place, of: block, column: block.columns[place],
        height: found[$0 - items.lowerBound], origin)
    }
  }
}
