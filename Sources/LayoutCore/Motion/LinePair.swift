/// A portion of a section's cells, read together.
private struct CellBuffer {
  private let placed: PlacedSection?
  private let count: Int
  private let hasMarks: Bool
  private var first = 0
  private var cells: [CellFrame] = []
  private var marks: [Bool] = []

  init(_ placed: PlacedSection?, _ count: Int) {
    self.placed = placed
    self.count = count
    hasMarks = (placed?.section.items.estimatedCount ?? 0) > 0
  }

  /// Replaces the contents with the existing ones of `items`.
  mutating func read(_ items: Range<Int>) {
    let items = items.clamped(to: 0..<count)
    first = items.lowerBound
    cells.removeAll(keepingCapacity: true)
    guard let placed else { return }
    cells.reserveCapacity(items.count)
    placed.appendCells(items, to: &cells)
    guard hasMarks else { return }
    marks.removeAll(keepingCapacity: true)
    placed.section.items.appendMarks(ofItems: items, to: &marks)
  }

  /// The cell of an item; nil if it is not in the buffer.
  subscript(item: Int) -> CellFrame? {
    cells.indices.contains(item - first) ? cells[item - first] : nil
  }

  /// Whether the size of an item in the buffer is an estimate.
  func isEstimated(_ item: Int) -> Bool { hasMarks && marks[item - first] }
}

/// Two sections whose cells are compared by number, counted from the first item or from the last.
///
/// Items are numbered as in the old section.
final class LinePair {
  let comparison: ElementComparison
  let old: PlacedSection?
  let new: PlacedSection?
  let oldCount: Int
  let newCount: Int
  /// The difference between the number of an item's partner and its own.
  let shift: Int
  /// Whether cells of both sections look the same.
  let areColored: Bool
  /// Whether any item of either section has members.
  private let sayMembers: Bool

  /// Pairs items counted from the first, or from the last if `fromEnd`.
  init(
    _ comparison: ElementComparison, _ old: PlacedSection?, _ new: PlacedSection?, fromEnd: Bool
  ) {
    self.comparison = comparison
    self.old = old
    self.new = new
    oldCount = old?.section.items.count ?? 0
    newCount = new?.section.items.count ?? 0
    shift = fromEnd ? newCount - oldCount : 0
    sayMembers = old?.section.items.hasMembers == true || new?.section.items.hasMembers == true
    areColored = old?.section.metrics.cellAppearance == new?.section.metrics.cellAppearance
  }

  /// The numbers of all items that at least one section has.
  var items: Range<Int> { min(0, -shift)..<max(oldCount, newCount - shift) }

  private func oldLine(_ item: Int) -> Range<Int>? {
    item >= 0 && item < oldCount ? old!.line(ofItem: item) : nil
  }

  private func newLine(_ item: Int) -> Range<Int>? {
    guard item + shift >= 0, item + shift < newCount else { return nil }
    let line = new!.line(ofItem: item + shift)
    return line.lowerBound - shift..<line.upperBound - shift
  }

  /// The items from `item` to the end of its lines.
  func lines(from item: Int) -> Range<Int> {
    item..<max(oldLine(item)?.upperBound ?? item, newLine(item)?.upperBound ?? item)
  }

  /// The items from the start of the lines of `item` to `item` inclusive.
  func lines(upTo item: Int) -> Range<Int> {
    min(oldLine(item)?.lowerBound ?? item, newLine(item)?.lowerBound ?? item)..<item + 1
  }

  /// The items of whole lines from `item` on, or up to `item` inclusive if `fromEnd`: at least one line and, if there
  /// are enough, at least `countMin` items.
  func lines(at item: Int, fromEnd: Bool, countMin: Int) -> Range<Int> {
    let far = countMin - 1
    return fromEnd
      ? lines(upTo: max(items.lowerBound, item - far)).lowerBound..<item + 1
      : item..<lines(from: min(items.upperBound - 1, item + far)).upperBound
  }

  /// The first item of the line of `item` if it is the same in both sections, else nil. `item` must exist in both.
  func commonLineStart(_ item: Int) -> Int? {
    let start = oldLine(item)?.lowerBound
    return start == newLine(item)?.lowerBound ? start : nil
  }

  /// The cells of one number, each nil if it does not exist.
  struct Cells {
    let old: Rect?
    let new: Rect?
    let areEqual: Bool
  }

  func cells(_ item: Int) -> Cells {
    var (oldCells, newCells) = (CellBuffer(old, oldCount), CellBuffer(new, newCount))
    oldCells.read(item..<item + 1)
    newCells.read(item + shift..<item + shift + 1)
    return cells(item, oldCells, newCells)
  }

  @inline(__always)
  private func cells(
    _ item: Int, _ oldCells: borrowing CellBuffer, _ newCells: borrowing CellBuffer
  ) -> Cells {
    let (oldCell, newCell) = (oldCells[item], newCells[item + shift])
    guard areColored, let oldCell, let newCell else {
      return Cells(old: oldCell?.frame, new: newCell?.frame, areEqual: false)
    }
    let areEqual =
      comparison.areEqual(oldCell.frame, newCell.frame)
      && oldCell.columnIndex == newCell.columnIndex
      && oldCells.isEstimated(item) == newCells.isEstimated(item + shift)
      && (!ItemMember.areThere || !sayMembers || saySame(item))
    return Cells(old: oldCell.frame, new: newCell.frame, areEqual: areEqual)
  }

  /// Whether the attributes of an item that exists in both sections are equal. O(log runs)
  @inline(never)
  private func saySame(_ item: Int) -> Bool {
    ItemMembers.haveEqualAttributes(
      old!.section.items[item].members, new!.section.items[item + shift].members)
  }

  /// Calls `body` for the cells of some lines. Of equal neighbours in a long line it visits the first and last ones
  /// only: the others are evenly placed between them. O(items); in long lines, O(runs)
  private func visitCells(
    of items: Range<Int>, _ meter: inout StepMeter, _ body: (Cells) -> Void
  ) throws(WalkStop) {
    let stepsAtOnce = max(
      old?.stepsPerCell(lineCount: items.count) ?? 1,
      new?.stepsPerCell(lineCount: items.count) ?? 1)
    let areMany = items.count > PlacedSection.itemsFew
    var (oldCells, newCells) = (CellBuffer(old, oldCount), CellBuffer(new, newCount))
    var item = items.lowerBound
    var countMax = PlacedSection.itemsFew
    while item < items.upperBound {
      let end = min(items.upperBound, item + countMax)
      try meter.take(end - item + stepsAtOnce - 1)
      oldCells.read(item..<end)
      newCells.read(item + shift..<end + shift)
      for item in item..<end { body(cells(item, oldCells, newCells)) }
      item = end
      guard areMany, item < items.upperBound else { continue }
      let last = min(items.upperBound, endOfEqual(end - 1)) - 1
      if last - end > PlacedSection.equalFew {
        (item, countMax) = (last, PlacedSection.itemsFew)
      } else {
        countMax = min(PlacedSection.itemsAtOnce, 2 * countMax)
      }
    }
  }

  /// The end of the equal neighbours of `item` in its lines.
  private func endOfEqual(_ item: Int) -> Int {
    var end = Int.max
    if let line = oldLine(item) {
      end = min(line.upperBound, old!.section.items.run(ofItem: item).upperBound)
    } else if item < 0 {
      end = 0
    }
    if let line = newLine(item) {
      let run = new!.section.items.run(ofItem: item + shift)
      end = min(end, line.upperBound, run.upperBound - shift)
    } else if item + shift < 0 {
      end = min(end, -shift)
    }
    return end
  }

  /// The result of comparing the cells of some lines.
  struct Look {
    var areEqual = true
    /// The least start of a cell in either section, in points; infinity if there are no cells.
    var leastStart = Double.infinity
    /// The greatest start, and the greatest end in coordinates of the old layout, in points; minus infinity if there
    /// are no cells.
    var greatestStart = -Double.infinity
    var greatestEnd = -Double.infinity

    mutating func add(_ cells: Cells, distance: Double) {
      if !cells.areEqual { areEqual = false }
      if let frame = cells.old { add(frame, distance: 0) }
      if let frame = cells.new { add(frame, distance: distance) }
    }

    private mutating func add(_ frame: Rect, distance: Double) {
      leastStart = min(leastStart, frame.y)
      greatestStart = max(greatestStart, frame.y)
      greatestEnd = max(greatestEnd, frame.y + frame.height - distance)
    }
  }

  /// Compares the cells of some lines and calls `differing` for those that differ.
  func look(
    at items: Range<Int>, _ meter: inout StepMeter, differing body: (Cells) -> Void = { _ in }
  ) throws(WalkStop) -> Look {
    var look = Look()
    try visitCells(of: items, &meter) { cells in
      look.add(cells, distance: comparison.distance)
      if !cells.areEqual { body(cells) }
    }
    return look
  }
}
