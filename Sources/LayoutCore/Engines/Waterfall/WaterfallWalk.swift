/// Visits the items of some columns of a waterfall that overlap a window, in order, from number `first` on.
///
/// Within a column, each item begins where the one before it ends, or after it. So a group has items in the window only
/// if some column does not exceed the window's end at the group's start, and exceeds the window's start at the group's
/// end.
struct WaterfallWalk {
  let arrangement: WaterfallBlocks
  let columns: Range<Int>
  let window: AxisWindow
  let local: LocalWindow
  let origin: Double
  let first: Int

  /// - Parameter columns: The visited columns, numbered as in blocks, at least one.
  init(
    _ arrangement: WaterfallBlocks, _ columns: Range<Int>, _ window: AxisWindow, origin: Double,
    from first: Int
  ) {
    self.arrangement = arrangement
    self.columns = columns
    self.window = window
    local = window.seen(from: origin)
    self.origin = origin
    self.first = first
  }

  private var blocks: [WaterfallBlock] { arrangement.blocks }

  /// O(visited blocks · columns · log blocks + columns and items of the visited groups)
  func visit(meter: inout WorkMeter, into sink: inout ElementSink) throws(WalkInterrupted) {
    try meter.take(columns.count + arrangement.form.columnCount / 16)
    try arrangement.form.withLengths { (lengths) throws(WalkInterrupted) in
      try visit(&lengths, meter: &meter, into: &sink)
    }
  }

  private func visit(
    _ lengths: inout MutableSpan<Double>, meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let index = arrangement.index
    var number = index.block(endingBehind: local.before)
    if index.isPassed(local.before, beforeBlock: number) { number = firstBlock(upTo: number) }
    if first > 0 { number = max(number, index.block(ofItem: first)) }
    while true {
      // The lengths of each crossed column are compared with the window, in this block and in later ones.
      try meter.take(1 + columns.count / 4)
      let share = index.share(ofBlock: number, before: local.before)
      if try visit(blocks[number], likelyShare: share, &lengths, meter: &meter, into: &sink) {
        return
      }
      guard let next = block(behind: number) else { return }
      number = next
    }
  }

  /// The first block with an item that may end after the window's start. At the end of block `last` all columns are
  /// longer than that. O(columns · log blocks)
  @inline(never)
  private func firstBlock(upTo last: Int) -> Int {
    columns.reduce(last) { first, column in
      min(
        first,
        partitionPoint(nearEndOf: 0..<last) { blocks[$0].endLength(column) > local.before })
    }
  }

  /// The first block after a block that has an item with a height that may overlap the window; nil if there is none.
  /// O(columns · log blocks)
  private func block(behind number: Int) -> Int? {
    let next = number + 1
    guard next < blocks.count else { return nil }
    if columns.contains(where: { mayShow(blocks[next], $0, behind: blocks[number]) }) {
      return next
    }
    return laterBlock(behind: number)
  }

  @inline(never)
  private func laterBlock(behind number: Int) -> Int? {
    var found = blocks.count
    for column in columns {
      let block = partitionPoint(nearStartOf: number + 1..<blocks.count) {
        isReached(blocks[$0], column, behind: blocks[number])
      }
      if block < found, mayShow(blocks[block], column, behind: blocks[number]) { found = block }
    }
    return found < blocks.count ? found : nil
  }

  /// Whether a column has an item with a height after a block and up to another one that may end after the window's
  /// start.
  private func isReached(_ block: WaterfallBlock, _ column: Int, behind: WaterfallBlock) -> Bool {
    block.endLength(column) > local.before
      && block.tallBlocks[column] > behind.tallBlocks[column]
  }

  private func mayShow(_ block: WaterfallBlock, _ column: Int, behind: WaterfallBlock) -> Bool {
    block.startLength(column) < local.behind && isReached(block, column, behind: behind)
  }

  /// Visits the items of a block. Returns whether all items after it are after the window.
  private func visit(
    _ block: WaterfallBlock, likelyShare share: Double, _ lengths: inout MutableSpan<Double>,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) -> Bool {
    let likely = Int(share * Double(block.groupCount))
    var group = partitionPoint(0..<block.groupCount, near: likely..<likely + 1) { group in
      columns.contains { block.length($0, before: group + 1) > local.before }
    }
    group = max(group, block.group(ofItem: first))
    while group < block.groupCount {
      try meter.take(block.form.columnCount / 16)
      let mayShow = columns.contains {
        block.length($0, before: group) < local.behind
          && block.length($0, before: group + 1) > local.before
      }
      if mayShow, try visit(group, of: block, &lengths, meter: &meter, into: &sink) {
        return true
      }
      group += 1
    }
    return false
  }

  /// Visits the items of a group. Returns whether all items after it are after the window.
  private func visit(
    _ group: Int, of block: WaterfallBlock, _ lengths: inout MutableSpan<Double>,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) -> Bool {
    var rest = block.places(ofGroup: group)
    let hasOneSequence = arrangement.sequenceCount == 1
    var isPassed = false
    block.read(&lengths, before: group)
    while !rest.isEmpty && !isPassed {
      let places = rest.prefix(WaterfallWalk.portion)
      var found = 0
      let (section, axis) = (sink.section, sink.axis)
      try sink.takeCells(upTo: places.count) { cells in
        block.visit(places, spacing: arrangement.lineSpacing, &lengths) { item, place in
          if place.top >= local.behind {
            isPassed = hasOneSequence && place.top >= local.behind + fitTolerance
            return !isPassed
          }
          guard place.top + place.height > local.before, columns.contains(place.column),
            item >= first, window.overlaps(origin + place.top, place.height)
          else { return true }
          let cell = arrangement.cell(place, origin)
          cells.append(ElementSink.attributes(item, cell, section, axis))
          found += 1
          return true
        }
      }
      try meter.take(max(found, places.count / 16))
      rest = rest.dropFirst(places.count)
    }
    return isPassed || columns.allSatisfy { lengths[$0] >= local.behind }
  }

  /// The number of items that are visited together.
  private static let portion = 32
}
