/// Where cells are along the scroll axis, from the leading side.
extension Layout {
  /// Whether the size of an item that exists is an estimate. O(log runs)
  func isEstimated(_ path: ItemPath) -> Bool {
    snapshot.sections[path.section].items.isEstimated(path.item)
  }

  /// Where an item that exists starts and ends, in points. O(log items)
  func frameAlong(_ path: ItemPath) -> (start: Double, end: Double) {
    placed(path.section).frameAlong(path.item)
  }
}

extension PlacedSection {
  /// The frame of an item that exists, in the engines' space. O(log items)
  func cell(_ item: Int) -> CellFrame {
    layout.arrangement.frame(ofItem: item, in: section, origin: itemsOrigin)
  }

  /// Appends the frames of some neighbours that exist. O(log items + neighbours)
  func appendCells(_ items: Range<Int>, to cells: inout [CellFrame]) {
    layout.arrangement.appendFrames(ofItems: items, in: section, origin: itemsOrigin, to: &cells)
  }

  /// Where an item that exists starts and ends, in points. O(log items)
  func frameAlong(_ item: Int) -> (start: Double, end: Double) {
    let frame = cell(item).frame
    return (frame.y, frame.y + frame.height)
  }

  /// The items beside one that exists: its line, row or segment.
  func line(ofItem item: Int) -> Range<Int> {
    layout.arrangement.line(ofItem: item, in: section)
  }

  /// Of lines of equal items: how many items come before those that repeat, and after how many these repeat.
  func pattern(ofLine count: Int) -> (leading: Int, cycle: Int) {
    layout.arrangement.pattern(ofLine: count)
  }

  var fillsColumns: Bool { section.metrics.engine.fillsColumns }

  /// How many sequences of items there are, every so many-th in each, whose starts ascend; lines count as one.
  var sequenceCount: Int {
    let engine = section.metrics.engine
    guard section.items.count > 0, engine.fillsColumnsInTurn, let columns = engine.columnCount
    else { return 1 }
    return Columns(columns, of: section, containerWidth: containerWidth).count
  }

  /// The equal neighbours, of its line, of an item that exists; it alone in lines of few items. O(log items)
  func equalsInLine(_ item: Int) -> Range<Int> {
    let line = line(ofItem: item)
    guard line.count > PlacedSection.itemsFew else { return item..<item + 1 }
    return line.clamped(to: section.items.run(ofItem: item))
  }

  /// Fewer items are looked at one by one.
  static let itemsFew = 32

  /// What a look at a cell costs in steps, in a line of so many.
  func stepsPerCell(lineCount: Int) -> Int {
    lineCount > PlacedSection.itemsFew ? layout.arrangement.stepsPerFrame(lineCount: lineCount) : 1
  }

  /// The first one of some neighbours that exist, or the last one, whose frame is as it should be; of equal neighbours
  /// in a line of many one is looked at.
  ///
  /// More and more are read at once. O(log items + neighbours up to it, runs of long ones)
  func firstCell(
    of items: Range<Int>, fromEnd: Bool, _ meter: inout StepMeter, where isRight: (Rect) -> Bool
  ) throws(WalkStop) -> Int? {
    var items = items
    var cells: [CellFrame] = []
    var countMax = 1
    while let next = fromEnd ? items.last : items.first {
      let line = line(ofItem: next).clamped(to: items)
      let some = fromEnd ? line.suffix(countMax) : line.prefix(countMax)
      try meter.take(some.count - 1 + stepsPerCell(lineCount: line.count))
      cells.removeAll(keepingCapacity: true)
      appendCells(some, to: &cells)
      let place =
        fromEnd
        ? cells.lastIndex { isRight($0.frame) } : cells.firstIndex { isRight($0.frame) }
      if let place { return some.lowerBound + place }
      let equal = equalsInLine(fromEnd ? some.lowerBound : some.upperBound - 1)
      let rest = fromEnd ? some.lowerBound - equal.lowerBound : equal.upperBound - some.upperBound
      let passed = rest > PlacedSection.equalFew ? equal : some
      countMax = rest > PlacedSection.equalFew ? 1 : min(PlacedSection.itemsAtOnce, 2 * countMax)
      items =
        fromEnd
        ? items.lowerBound..<max(items.lowerBound, passed.lowerBound)
        : min(items.upperBound, passed.upperBound)..<items.upperBound
    }
    return nil
  }

  /// As many cells at most are read together.
  static let itemsAtOnce = 512
  /// So many equal neighbours are sooner looked at than passed.
  static let equalFew = 16

  /// The last of some neighbours that ends at `end` or before.
  ///
  /// O(log items + runs of a line), for each column where items take columns in turn
  func lastItem(
    of items: Range<Int>, endingBy end: Double, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int? {
    let stride = sequenceCount
    // Where columns are not equally long tops ascend but for the tolerance.
    let bound = fillsColumns ? end + 2 * fitTolerance : end
    var last: Int?
    for first in items.prefix(stride) {
      let count = (items.upperBound - first - 1) / stride + 1
      var place = partitionPoint(0..<count) { frameAlong(first + $0 * stride).start > bound }
      if stride == 1 {
        if place < count { place = min(count, line(ofItem: first + place).upperBound - first) }
        return try firstCell(of: first..<first + place, fromEnd: true, &meter) {
          $0.y + $0.height <= end
        }
      }
      while place > 0 {
        place -= 1
        let item = first + place * stride
        try meter.take()
        if item <= last ?? -1 { break }
        if frameAlong(item).end <= end {
          last = item
          break
        }
      }
    }
    return last
  }

  /// The first of some neighbours that starts at `start` or behind. O(log items + runs of a line), likewise
  func firstItem(
    of items: Range<Int>, startingAt start: Double, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int? {
    let stride = sequenceCount
    let bound = fillsColumns ? start - 2 * fitTolerance : start
    var found: Int?
    for first in items.prefix(stride) {
      let count = (items.upperBound - first - 1) / stride + 1
      var place = partitionPoint(0..<count) { frameAlong(first + $0 * stride).start >= bound }
      if stride == 1 {
        if place > 0 { place = max(0, line(ofItem: first + place - 1).lowerBound - first) }
        return try firstCell(of: first + place..<items.upperBound, fromEnd: false, &meter) {
          $0.y >= start
        }
      }
      while place < count {
        let item = first + place * stride
        try meter.take()
        if item >= found ?? .max { break }
        if frameAlong(item).start >= start {
          found = item
          break
        }
        place += 1
      }
    }
    return found
  }
}
