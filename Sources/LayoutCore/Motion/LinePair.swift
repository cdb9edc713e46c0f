/// Neighbouring cells of a section that are read together.
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

  /// Reads those of some items that exist, in place of those that are there.
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

  /// The cell of an item, if it is there.
  subscript(item: Int) -> CellFrame? {
    cells.indices.contains(item - first) ? cells[item - first] : nil
  }

  /// Whether the size of an item that is there is an estimate.
  func isEstimated(_ item: Int) -> Bool { hasMarks && marks[item - first] }
}

/// Two sections whose cells are compared, each with that which stands as far from the first one, or from the last one.
///
/// Items have their numbers in the section before.
struct LinePair {
  let comparison: ElementComparison
  let old: PlacedSection?
  let new: PlacedSection?
  let oldCount: Int
  let newCount: Int
  /// What is added to an item's number for that of its partner.
  let shift: Int
  /// Whether cells of both sections look the same.
  let areColored: Bool
  /// Whether an item of either says a member.
  private let sayMembers: Bool

  /// Lets items count from the first ones, or from the last ones.
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

  /// All items that one of the sections has.
  var items: Range<Int> { min(0, -shift)..<max(oldCount, newCount - shift) }

  private func oldLine(_ item: Int) -> Range<Int>? {
    item >= 0 && item < oldCount ? old!.line(ofItem: item) : nil
  }

  private func newLine(_ item: Int) -> Range<Int>? {
    guard item + shift >= 0, item + shift < newCount else { return nil }
    let line = new!.line(ofItem: item + shift)
    return line.lowerBound - shift..<line.upperBound - shift
  }

  /// The items from one on as far as its lines go.
  func lines(from item: Int) -> Range<Int> {
    item..<max(oldLine(item)?.upperBound ?? item, newLine(item)?.upperBound ?? item)
  }

  /// The items up to one, with it, as far back as its lines go.
  func lines(upTo item: Int) -> Range<Int> {
    min(oldLine(item)?.lowerBound ?? item, newLine(item)?.lowerBound ?? item)..<item + 1
  }

  /// The items of some lines from one on, or up to one, with it: of a line at least, and at least so many as there are.
  func lines(at item: Int, fromEnd: Bool, countMin: Int) -> Range<Int> {
    let far = countMin - 1
    return fromEnd
      ? lines(upTo: max(items.lowerBound, item - far)).lowerBound..<item + 1
      : item..<lines(from: min(items.upperBound - 1, item + far)).upperBound
  }

  /// The first item of the line that an item of both sections is in, if that is the same in both.
  func commonLineStart(_ item: Int) -> Int? {
    let start = oldLine(item)?.lowerBound
    return start == newLine(item)?.lowerBound ? start : nil
  }

  /// Cells at one place, each if it exists.
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

  /// Whether the attributes of an item that is in both sections are the same. O(log runs)
  @inline(never)
  private func saySame(_ item: Int) -> Bool {
    !ItemMember.areThere
      || ItemMembers.haveEqualAttributes(
        old!.section.items[item].members, new!.section.items[item + shift].members)
  }

  /// Calls with cells of some lines: all, but of equal neighbours in one line the first and the last one, between which
  /// the others stand in a row. O(items), O(runs) of long ones
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

  /// The end of an item's equal neighbours in its lines.
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

  /// What a look at the cells of some lines finds.
  struct Look {
    var areEqual = true
    /// Where the first one starts, in the section where it starts earlier, in points; infinite without cells.
    var leastStart = Double.infinity
    /// Where the last one starts and ends, in the numbers before, in points; infinite below 0 without cells.
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

  /// Looks at some lines, and hands over the cells that differ.
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
