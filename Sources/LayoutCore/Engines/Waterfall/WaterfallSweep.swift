/// Few columns of items that each take the shortest one (docs/rules.md#waterfall-shortest): of every item the top, the
/// column, and which item comes next in its column.
///
/// An item's top is at most 0.001 below that of any item before it. So a rectangle is answered by a sweep over the items
/// in order: from a checkpoint whose line lies above the rectangle to the first item that is surely behind it. A checkpoint
/// remembers the last item of every column before it. Of all items before it these alone may reach below its line,
/// however high any of them is. A rectangle that does not cross all columns is answered column by column, from the
/// checkpoint on. Less than fifteen bytes per item.
///
/// Every step of a sweep has to lead down. So many columns, and items so low that thousands of them lie within 0.001
/// points, are left to `WaterfallStripes`.
final class WaterfallSweep: ItemArrangement {
  /// More columns take too long to compare for every item.
  private static let maximumColumns = 16
  /// What an item and the line spacing take up at least, in points.
  private static let leastPitch = 4 * fitTolerance

  private let columns: Columns
  private let table: Table
  private let index: CoordinateIndex

  /// Piles up the items in order; nil where they are not for a sweep. O(items)
  init?(_ section: Section, columns: Columns) {
    let table: Table
    switch columns.count {
    case ...4: table = Table(section, columns: columns, FewColumnLengths<2>(columns.count))
    case ...8: table = Table(section, columns: columns, FewColumnLengths<4>(columns.count))
    case ...WaterfallSweep.maximumColumns:
      table = Table(section, columns: columns, FewColumnLengths<8>(columns.count))
    default: return nil
    }
    let leastPitch = table.leastHeight + section.metrics.minimumLineSpacing
    guard table.leastHeight > 0, leastPitch >= WaterfallSweep.leastPitch else { return nil }
    self.columns = columns
    self.table = table
    index = CoordinateIndex(table.lines)
  }

  var extent: Double { table.extent }

  var byteCount: Int {
    HeapBytes.object((Columns, Table, CoordinateIndex).self) + table.byteCount + index.byteCount
  }

  func frame(ofItem item: Int, in section: Section, origin: Double) -> CellFrame {
    cell(item, section.items, origin)
  }

  @inline(__always)
  private func cell(_ item: Int, _ items: Items, _ origin: Double) -> CellFrame {
    let column = Int(table.columnOfItem[item])
    return CellFrame(
      frame: Rect(
        x: columns.x(column), y: origin + table.tops[item], width: columns.width,
        height: items.waterfallHeight(item, columnWidth: columns.width)),
      columnIndex: column)
  }

  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    let crossed = columns.overlapping(window.across)
    guard !crossed.isEmpty else { return }
    let local = window.along.seen(from: origin)
    let checkpoint = max(first / table.itemsPerCheckpoint, checkpoint(before: local))
    if crossed.count == columns.count {
      try sweep(
        from: checkpoint, in: window.along, local, of: section.items, origin: origin, from: first,
        meter: &meter, into: &sink)
    } else {
      try visitColumns(
        crossed, from: checkpoint, in: window.along, local, of: section.items, origin: origin,
        from: first, meter: &meter, into: &sink)
    }
  }

  /// Visits the items of all columns, in order.
  private func sweep(
    from checkpoint: Int, in window: AxisWindow, _ local: LocalWindow, of items: Items,
    origin: Double, from first: Int, meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    for slot in table.lastSlots(before: checkpoint) {
      let item = Int(slot) - columns.count
      guard item >= first else { continue }
      try meter.take()
      let cell = cell(item, items, origin)
      if window.overlaps(cell.frame.y, cell.frame.height) {
        try sink.takeCell(item, cell)
      }
    }
    var item = max(first, checkpoint * table.itemsPerCheckpoint)
    while item < items.count {
      let run = surelyOverlapping(local, from: item)
      try meter.take(max(1, run.count))
      if !run.isEmpty {
        try sink.takeCells(run) { cell($0, items, origin) }
        item = run.upperBound
        continue
      }
      if overlaps(item, window, items, origin) {
        try sink.takeCell(item, cell(item, items, origin))
      } else if table.tops[item] - fitTolerance >= local.behind {
        return
      }
      item += 1
    }
  }

  /// Items that start so far within the window that they overlap it whatever their height, which need not be known:
  /// from an item on, and no more than a few dozen, since a list may have no room for more.
  private func surelyOverlapping(_ window: LocalWindow, from item: Int) -> Range<Int> {
    var end = item
    let last = min(table.tops.count, item + 32)
    while end < last, window.after < table.tops[end], table.tops[end] < window.until { end += 1 }
    return item..<end
  }

  /// Whether an item overlaps the window along the scroll axis, to the last double.
  @inline(never)
  private func overlaps(
    _ item: Int, _ window: AxisWindow, _ items: Items, _ origin: Double
  ) -> Bool {
    window.overlaps(
      origin + table.tops[item], items.waterfallHeight(item, columnWidth: columns.width))
  }

  /// Visits the items of some columns: the columns' answers, merged by item number.
  private func visitColumns(
    _ crossed: Range<Int>, from checkpoint: Int, in window: AxisWindow, _ local: LocalWindow,
    of items: Items,
    origin: Double, from first: Int, meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    var merge = StripeMerge()
    for slot in table.lastSlots(before: checkpoint) {
      let last = Int(slot) - columns.count
      let column = last < 0 ? Int(slot) : Int(table.columnOfItem[last])
      guard crossed.contains(column) else { continue }
      var item = last < first ? table.nextItem(afterSlot: Int(slot)) : last
      try meter.take()
      while item < first {
        try meter.take()
        item = table.nextItem(after: item)
      }
      guard item < items.count else { continue }
      merge.add(StripeMerge.Run(item: item, place: item, end: items.count, stripe: column))
    }
    while let item = merge.first?.item {
      try meter.take()
      let cell = cell(item, items, origin)
      var next = table.nextItem(after: item)
      if window.overlaps(cell.frame.y, cell.frame.height) {
        try sink.takeCell(item, cell)
      } else if table.tops[item] >= local.behind {
        next = items.count
      }
      merge.advance(to: next) { $0 }
    }
  }

  /// The last checkpoint such that what ends 0.001 points below its line is before the window. O(log items)
  private func checkpoint(before window: LocalWindow) -> Int {
    let line = window.before - 2 * fitTolerance
    return partitionPoint(0..<table.lines.count - 1, near: index.entries(near: line)) {
      table.lines[$0 + 1] > line
    }
  }
}

extension WaterfallSweep {
  /// What piling up computes.
  struct Table {
    /// From the top of the items to the top of every item, in points.
    let tops: [Double]
    let columnOfItem: [UInt8]
    /// How many items there are from one checkpoint to the next.
    let itemsPerCheckpoint: Int
    /// The length of the shortest column at every checkpoint, in points; ascending.
    let lines: [Double]
    /// The slot of every column's last item at every checkpoint, ascending. An item's slot is its number, the columns'
    /// slots stand before those.
    private let lastSlots: [Int32]
    /// By slot: the item that comes next in the column, first in it for a column's slot; past all where there is none.
    private let nextItems: [Int32]
    private let columnCount: Int
    /// From the top of the items to where they end, in points.
    let extent: Double
    /// Of the lowest item, in points.
    let leastHeight: Double

    /// The slots of every column's last item at a checkpoint.
    @inline(__always)
    func lastSlots(before checkpoint: Int) -> ArraySlice<Int32> {
      lastSlots[checkpoint * columnCount..<(checkpoint + 1) * columnCount]
    }

    /// The item that comes next in the column of an item, past all where there is none.
    @inline(__always)
    func nextItem(after item: Int) -> Int { nextItem(afterSlot: item + columnCount) }

    /// The same of a slot.
    @inline(__always)
    func nextItem(afterSlot slot: Int) -> Int { Int(nextItems[slot]) }

    var byteCount: Int {
      HeapBytes.array(tops) + HeapBytes.array(columnOfItem) + HeapBytes.array(nextItems)
        + HeapBytes.array(lines) + HeapBytes.array(lastSlots)
    }
  }
}

extension WaterfallSweep.Table {
  /// Puts every item into the shortest column. O(items)
  init<let pairCount: Int>(
    _ section: Section, columns: Columns, _ lengths: consuming FewColumnLengths<pairCount>
  ) {
    let items = section.items
    precondition(items.count < Int32.max - 16, "items have 32-bit numbers")
    let spacing = section.metrics.minimumLineSpacing
    let columnWidth = columns.width
    let columnCount = columns.count
    let itemsPerCheckpoint = 2 * columnCount + 8
    let checkpointCount = (items.count - 1) / itemsPerCheckpoint + 1
    var lines: [Double] = []
    lines.reserveCapacity(checkpointCount)
    var lastSlots: [Int32] = []
    lastSlots.reserveCapacity(checkpointCount * columnCount)
    var nextItems = [Int32](repeating: .max, count: columnCount + items.count)
    var links = nextItems.mutableSpan
    var columnOfItem: [UInt8] = []
    var extent = 0.0
    var leastHeight = Double.infinity
    tops = [Double](capacity: items.count) { tops in
      columnOfItem = [UInt8](capacity: items.count) { columnOfItem in
        for first in stride(from: 0, to: items.count, by: itemsPerCheckpoint) {
          lines.append(lengths.least)
          lengths.appendLastSlots(to: &lastSlots)
          for item in first..<min(items.count, first + itemsPerCheckpoint) {
            let height = items.waterfallHeight(item, columnWidth: columnWidth)
            leastHeight = lesser(height, leastHeight)
            let (column, length, slot) = lengths.take(
              slot: columnCount + item, extent: height + spacing)
            links[slot] = Int32(truncatingIfNeeded: item)
            extent = greater(length + height, extent)
            tops.append(length)
            columnOfItem.append(UInt8(truncatingIfNeeded: column))
          }
        }
      }
    }
    self.columnOfItem = columnOfItem
    self.itemsPerCheckpoint = itemsPerCheckpoint
    self.lines = lines
    self.lastSlots = lastSlots
    self.nextItems = nextItems
    self.columnCount = columnCount
    self.extent = extent
    self.leastHeight = leastHeight
  }
}

/// The lengths of few columns, and the one that takes the next item (docs/rules.md#waterfall-shortest).
///
/// Which column that is cannot be predicted, so there is no branch and no address that depends on it: columns stand in
/// pairs, as the processor compares them.
struct FewColumnLengths<let pairCount: Int> {
  private typealias Pair = SIMD2<Double>

  private let count: Int
  /// Infinite behind the last column.
  private var lengths = InlineArray<pairCount, Pair>(repeating: Pair(repeating: .infinity))
  /// The columns' numbers.
  private var numbers = InlineArray<pairCount, Pair>(repeating: .zero)
  /// The slot of each column's last item; before the first one, the column's own.
  private var lastSlots = InlineArray<pairCount, SIMD2<Int32>>(repeating: .zero)

  /// Makes empty columns, at most two for each pair.
  init(_ count: Int) {
    self.count = count
    for column in 0..<2 * pairCount {
      numbers[column / 2][column % 2] = Double(column)
      lastSlots[column / 2][column % 2] = Int32(column)
      if column < count { lengths[column / 2][column % 2] = 0 }
    }
  }

  /// The least number of all pairs.
  @inline(__always)
  private static func least(_ pairs: InlineArray<pairCount, Pair>) -> Double {
    var least = pairs[0]
    for pair in 1..<pairCount { least.replace(with: pairs[pair], where: pairs[pair] .< least) }
    return lesser(least[1], least[0])
  }

  /// Of the shortest column, in points.
  var least: Double {
    @inline(__always)
    get { FewColumnLengths.least(lengths) }
  }

  /// Has the lowest-numbered column that is at most 0.001 longer than the shortest take an item, and says how long it
  /// was, and the slot of the item that it had taken before.
  @inline(__always)
  mutating func take(
    slot: Int, extent: Double
  ) -> (column: Int, length: Double, lastSlot: Int) {
    let reach = least + fitTolerance
    var fitting = InlineArray<pairCount, Pair>(repeating: Pair(repeating: .infinity))
    for pair in 0..<pairCount {
      fitting[pair].replace(with: numbers[pair], where: lengths[pair] .<= reach)
    }
    let taker = FewColumnLengths.least(fitting)
    var taken = InlineArray<pairCount, Pair>(repeating: Pair(repeating: .infinity))
    for pair in 0..<pairCount {
      let takes = numbers[pair] .== taker
      taken[pair].replace(with: lengths[pair], where: takes)
      lengths[pair].replace(with: lengths[pair] + extent, where: takes)
    }
    let column = Int(taker)
    let lastSlot = Int(lastSlots[column / 2][column % 2])
    lastSlots[column / 2][column % 2] = Int32(truncatingIfNeeded: slot)
    return (column, FewColumnLengths.least(taken), lastSlot)
  }

  /// Appends the slot of every column's last item, ascending. O(columns²)
  func appendLastSlots(to sorted: inout [Int32]) {
    // Without a branch, for the same reason.
    var ranked = InlineArray<pairCount, SIMD2<Int32>>(repeating: .zero)
    for column in 0..<count {
      let slot = lastSlots[column / 2][column % 2]
      var rank = 0
      for other in 0..<count { rank += lastSlots[other / 2][other % 2] < slot ? 1 : 0 }
      ranked[rank / 2][rank % 2] = slot
    }
    for rank in 0..<count { sorted.append(ranked[rank / 2][rank % 2]) }
  }
}
