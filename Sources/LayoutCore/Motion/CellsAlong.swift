/// Positions of cells along the scroll axis, measured from the leading side.
extension Layout {
  /// Whether the size of an existing item is an estimate. O(log runs)
  func isEstimated(_ path: ItemPath) -> Bool {
    snapshot.sections[path.section].items.isEstimated(path.item)
  }

  /// Start and end of an existing item, in points. O(log items)
  func frameAlong(_ path: ItemPath) -> (start: Double, end: Double) {
    placed(path.section).frameAlong(path.item)
  }

  /// The cost of the frame of an element that may not exist, in steps. O(log items)
  func stepsPerFrame(of element: Element) -> Int {
    let path = ItemPath(element.section, element.index)
    guard element.kind == .cell, snapshot.hasItem(path) else { return 1 }
    return placed(path.section).stepsPerCell(ofItem: path.item)
  }
}

extension PlacedSection {
  /// The frame of an existing item, in the engines' space. O(log items + `stepsPerCell(ofItem:)`)
  func cell(_ item: Int) -> CellFrame {
    layout.arrangement.frame(ofItem: item, origin: itemsOrigin)
  }

  /// Appends the frames of a range of existing items. O(log items + items in the range)
  func appendCells(_ items: Range<Int>, to cells: inout [CellFrame]) {
    layout.arrangement.appendFrames(ofItems: items, origin: itemsOrigin, to: &cells)
  }

  /// Start and end of an existing item, in points. O(log items + `stepsPerCell(ofItem:)`)
  func frameAlong(_ item: Int) -> (start: Double, end: Double) {
    let frame = cell(item).frame
    return (frame.y, frame.y + frame.height)
  }

  /// The items in the same line, row or segment as an existing item.
  func line(ofItem item: Int) -> Range<Int> {
    layout.arrangement.line(ofItem: item)
  }

  /// How the items follow each other along the scroll axis.
  var order: ItemOrder { layout.arrangement.order }

  /// The items equal to an existing item in its line. In lines of at most `itemsFew` items, the item alone. Without an
  /// order, equal items have one frame. O(log items)
  private func equalsInLine(_ item: Int) -> Range<Int> {
    if order.isAnywhere { return section.items.run(ofItem: item) }
    let line = line(ofItem: item)
    guard line.count > PlacedSection.itemsFew, order.alignsLines else { return item..<item + 1 }
    return line.clamped(to: section.items.run(ofItem: item))
  }

  /// Up to this number, items are compared one by one.
  static let itemsFew = 32

  /// The cost of reading the cell of an existing item, in steps. O(log items)
  func stepsPerCell(ofItem item: Int) -> Int {
    stepsPerCell(lineCount: line(ofItem: item).count)
  }

  /// The cost of reading one cell of a line with `lineCount` items, in steps; without lines, for any `lineCount`.
  private func stepsPerCell(lineCount: Int) -> Int {
    lineCount > PlacedSection.itemsFew || !order.hasLines
      ? layout.arrangement.stepsPerFrame(lineCount: lineCount) : 1
  }

  /// The first place of a sequence at which an item starts at `bound` or later, counted from item `first`; the number
  /// of the sequence's items before `end` if there is none. O(log items) frames; `meter` pays for those of a waterfall if
  /// one costs more than a step.
  ///
  /// - Parameter first: An item before `end`.
  @inline(never)
  func place(
    startingAt bound: Double, from first: Int, upTo end: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int {
    let stride = order.sequenceCount
    let count = (end - first - 1) / stride + 1
    let probes = Int.bitWidth - count.leadingZeroBitCount
    try meter.take(1 + probes * (stepsPerCell(lineCount: 1) - 1))
    return partitionPoint(0..<count) { frameAlong(first + $0 * stride).start >= bound }
  }

  /// The first or last item of a range that is not hidden and whose frame satisfies `isRight`. In a long line only one of several equal
  /// neighbours is tested.
  ///
  /// Reads portions of growing size. O(log items + items up to the result); in long lines, runs instead of items
  func firstCell(
    of items: Range<Int>, fromEnd: Bool, _ meter: inout WorkMeter, where isRight: (Rect) -> Bool
  ) throws(WalkInterrupted) -> Int? {
    var items = items
    var cells: [CellFrame] = []
    var countMax = 1
    while let next = fromEnd ? items.last : items.first {
      let line = order.hasLines ? line(ofItem: next).clamped(to: items) : items
      let some = fromEnd ? line.suffix(countMax) : line.prefix(countMax)
      try meter.take(some.count - 1 + stepsPerCell(lineCount: line.count))
      cells.removeAll(keepingCapacity: true)
      appendCells(some, to: &cells)
      func isRightCell(_ place: Int) -> Bool {
        isRight(cells[place].frame) && !section.items.isHidden(some.lowerBound + place)
      }
      let place =
        fromEnd
        ? cells.indices.last { isRightCell($0) } : cells.indices.first { isRightCell($0) }
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

  /// The greatest number of cells read at once.
  static let itemsAtOnce = 512
  /// Up to this number, equal neighbours are compared one by one rather than skipped.
  static let equalFew = 16

  /// The last item of a range that ends at `end` or before.
  ///
  /// O(log items + runs of a line), for each column if items are assigned to columns in turn; without an order O(runs of
  /// the range)
  func lastItem(
    of items: Range<Int>, endingBy end: Double, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int? {
    let (order, stride) = (order, order.sequenceCount)
    let bound = (end + 2 * order.tolerance).nextUp
    var last: Int?
    for first in items.prefix(stride) {
      var place = try place(startingAt: bound, from: first, upTo: items.upperBound, &meter)
      if stride == 1 {
        var behind = first + place
        if behind < items.upperBound { behind = line(ofItem: behind).upperBound }
        return try firstCell(of: first..<min(behind, items.upperBound), fromEnd: true, &meter) {
          $0.y + $0.height <= end
        }
      }
      while place > 0 {
        place -= 1
        let item = first + place * stride
        try meter.take()
        if item <= last ?? -1 { break }
        if frameAlong(item).end <= end, !section.items.isHidden(item) {
          last = item
          break
        }
      }
    }
    return last
  }

  /// The first item of a range that starts at `start` or after. Its cost is that of `lastItem`.
  func firstItem(
    of items: Range<Int>, startingAt start: Double, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int? {
    let (order, stride) = (order, order.sequenceCount)
    let bound = start - 2 * order.tolerance
    var found: Int?
    for first in items.prefix(stride) {
      var place = try place(startingAt: bound, from: first, upTo: items.upperBound, &meter)
      if stride == 1 {
        if place > 0 { place = max(0, line(ofItem: first + place - 1).lowerBound - first) }
        return try firstCell(of: first + place..<items.upperBound, fromEnd: false, &meter) {
          $0.y >= start
        }
      }
      while true {
        let item = first + place * stride
        if item >= found ?? items.upperBound { break }
        try meter.take()
        if frameAlong(item).start >= start, !section.items.isHidden(item) {
          found = item
          break
        }
        place += 1
      }
    }
    return found
  }
}
