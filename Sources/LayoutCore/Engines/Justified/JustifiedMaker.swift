/// Makes the rows of pictures whose ratios differ, in order (docs/rules.md#justified).
struct JustifiedMaker: LineMaker {
  static let looksAtItems = true

  private let rule: JustifiedRule
  private var builder: LineBlockBuilder
  private var longLines: [LongLine] = []

  init(_ rule: JustifiedRule) {
    self.rule = rule
    builder = LineBlockBuilder(spacing: rule.lineSpacing, storesExtents: true)
  }

  /// After a few rows, rows start at the same items as before again.
  var formerCount: Int { 0 }

  /// A row of the leaf that may still get more items.
  private struct Row {
    var first: Int
    /// The run of its items if they are all of one run.
    var run: Int?
    var open = JustifiedRule.OpenRow()
  }

  mutating func block(
    of place: LeafInLine, start: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> LineBlock {
    let leaf = place.leaf
    guard start < leaf.itemCount else {
      return LineBlock(leaf: leaf, start: start, greatestWidth: 0)
    }
    longLines.removeAll(keepingCapacity: true)
    var (number, item) = leaf.run(ofItem: start)
    var row = Row(first: start, run: number)
    while number < leaf.runCount {
      let run = leaf.sizes(ofRun: number)
      add(run, number, max(item, start)..<item + run.count, to: &row)
      item += run.count
      number += 1
    }
    var end = leaf.itemCount
    if row.open.count > 0 { end = try finish(row, place, &meter) }
    return builder.finish(
      leaf, start: start, end: end, greatestWidth: 0, hasEqualLines: false,
      longLines: try place.stored(longLines, rule, &meter))
  }

  /// Adds items of a run. Rows of the run alone repeat the first one. O(items of two rows)
  @inline(__always)
  private mutating func add(
    _ run: SizedRun, _ number: Int, _ items: Range<Int>, to row: inout Row
  ) {
    let ratio = JustifiedRule.ratio(run.width, run.height)
    var item = items.lowerBound
    while item < items.upperBound {
      if row.open.count == 0 { (row.first, row.run) = (item, number) }
      switch rule.join(&row.open, ratio) {
      case .open:
        if row.run != number { row.run = nil }
        item += 1
      case .last(let extent):
        item += 1
        if row.run != number { row.run = nil }
        close(&row, before: item, extent)
        item += repeated(row, number, before: item, seen: item, of: items, extent)
      case .behind(let extent):
        close(&row, before: item, extent)
        item += repeated(row, number, before: item, seen: item + 1, of: items, extent)
      }
    }
  }

  /// Adds rows that repeat the last one, if all items of this one are of one run, and returns the number of their items.
  ///
  /// - Parameter seen: The end of the items that the last row depends on.
  @inline(__always)
  private mutating func repeated(
    _ row: Row, _ number: Int, before item: Int, seen: Int, of items: Range<Int>, _ extent: Double
  ) -> Int {
    let perLine = item - row.first
    let rows = (items.upperBound - seen) / perLine
    guard rows > 0, row.run == number, row.first >= items.lowerBound else { return 0 }
    add(lines: rows, perLine: perLine, from: item, extent, run: number)
    return rows * perLine
  }

  private mutating func close(_ row: inout Row, before end: Int, _ extent: Double) {
    add(lines: 1, perLine: end - row.first, from: row.first, extent, run: row.run)
    row.open = JustifiedRule.OpenRow()
  }

  private mutating func add(
    lines: Int, perLine: Int, from item: Int, _ extent: Double, run: Int?
  ) {
    if perLine > LongLines.itemsPerCheckpoint {
      for line in 0..<lines {
        let first = item + line * perLine
        longLines.append(
          LongLine(
            line: builder.lineCount + line, items: first..<first + perLine, extent: extent))
      }
    }
    builder.add(lines: lines, perLine: perLine, from: item, extent: extent, run: run)
  }

  /// Ends the leaf's last row, which has items of later leaves, too, or is the last one of the section, and returns its
  /// end. Pays a step for each item of later leaves that it looks at.
  private mutating func finish(
    _ row: Row, _ place: LeafInLine, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int {
    let leaf = place.leaf
    var (row, end) = (row, leaf.itemCount)
    var extent: Double?
    let rule = rule
    try place.visitRunsBehind(&meter) { (run, meter) throws(WalkInterrupted) in
      let ratio = JustifiedRule.ratio(run.width, run.height)
      for item in 0..<run.count {
        if item > 0 { try meter.take() }
        switch rule.join(&row.open, ratio) {
        case .open: break
        case .last(let height): extent = height
        case .behind(let height):
          extent = height
          return false
        }
        end += 1
        if extent != nil { return false }
      }
      return true
    }
    if end > leaf.itemCount { row.run = nil }
    close(
      &row, before: end, extent ?? rule.lastHeight(row.open.count, row.open.ratios))
    return end
  }
}
