/// Few columns of items placed by `shortest` (docs/rules.md#waterfall-shortest): the top and the column of every item,
/// and the item that comes next in its column.
///
/// An item's top is at most 0.001 below that of any item before it. So a rectangle is answered by a sweep over the
/// items in order: from a checkpoint whose line lies above the rectangle to the first item that is surely behind it. A
/// checkpoint remembers the last item of every column before it. Of all items before it these alone may reach below its
/// line, however high any of them is. A rectangle that does not cross all columns is answered column by column, from
/// the checkpoint on. Less than fifteen bytes per item.
///
/// A sweep is fast only where each item leads down. So `WaterfallStripes` stores sections of more than 16 columns, and
/// those whose items are so low that thousands of them stand within 0.001 points.
final class WaterfallSweep: ItemArrangement {
  /// The greatest number of columns: comparing more of them for every item takes too long.
  private static let maximumColumns = 16
  /// The least sum of an item's height and the line spacing, in points.
  private static let leastPitch = 4 * fitTolerance

  private let columns: Columns
  private let table: Table
  private let index: CoordinateIndex

  /// Places the items in order; nil where `WaterfallStripes` has to store them. O(items)
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

  /// The items from `item` on, at most 32, that start so far within the window that they overlap it at any height.
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
