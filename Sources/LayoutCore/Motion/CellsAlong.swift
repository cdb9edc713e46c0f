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

  /// Where an item that exists starts and ends, in points. O(log items)
  func frameAlong(_ item: Int) -> (start: Double, end: Double) {
    let frame = cell(item).frame
    return (frame.y, frame.y + frame.height)
  }

  /// The items beside one that exists: its line, row or segment.
  func line(ofItem item: Int) -> Range<Int> {
    layout.arrangement.line(ofItem: item, in: section)
  }

  var isWaterfall: Bool { section.metrics.engine.name == .waterfall }

  /// How many sequences of items there are, every so many-th in each, whose starts ascend; lines count as one.
  var sequenceCount: Int {
    let engine = section.metrics.engine
    guard engine.fillsColumnsInTurn, let columns = engine.columnCount else { return 1 }
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

  /// What a look at an item that exists costs in steps. O(log items)
  private func steps(ofCell item: Int) -> Int { stepsPerCell(lineCount: line(ofItem: item).count) }

  /// The last of some neighbours that ends at `end` or before.
  ///
  /// O(log items + runs of a line), for each column of a waterfall of columns that are not equally long
  func lastItem(
    of items: Range<Int>, endingBy end: Double, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int? {
    let stride = sequenceCount
    // In waterfalls tops ascend but for the tolerance.
    let bound = isWaterfall ? end + 2 * fitTolerance : end
    var last: Int?
    for first in items.prefix(stride) {
      let count = (items.upperBound - first - 1) / stride + 1
      var place = partitionPoint(0..<count) { frameAlong(first + $0 * stride).start > bound }
      if stride == 1, place < count {
        place = min(count, line(ofItem: first + place).upperBound - first)
      }
      while place > 0 {
        place -= 1
        let item = first + place * stride
        try meter.take(steps(ofCell: item))
        if item <= last ?? -1 { break }
        if frameAlong(item).end <= end {
          last = item
          break
        }
        if stride == 1 { place = max(0, equalsInLine(item).lowerBound - first) }
      }
    }
    return last
  }

  /// The first of some neighbours that starts at `start` or behind. O(log items + runs of a line), likewise
  func firstItem(
    of items: Range<Int>, startingAt start: Double, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int? {
    let stride = sequenceCount
    var found: Int?
    for first in items.prefix(stride) {
      let count = (items.upperBound - first - 1) / stride + 1
      var place = partitionPoint(0..<count) { frameAlong(first + $0 * stride).start >= start }
      if stride == 1, place > 0 {
        place = max(0, line(ofItem: first + place - 1).lowerBound - first)
      }
      while place < count {
        let item = first + place * stride
        try meter.take(steps(ofCell: item))
        if item >= found ?? .max { break }
        if frameAlong(item).start >= start {
          found = item
          break
        }
        place = stride == 1 ? equalsInLine(item).upperBound - first : place + 1
      }
    }
    return found
  }
}
