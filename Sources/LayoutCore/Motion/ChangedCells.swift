/// Finds the greatest end of a cell without an equal cell in the other layout. Compares two sections that have the same
/// position counted from the end of their layouts (docs/rules.md#changed-stretch).
final class ChangedCells {
  /// The greatest end found, in points along the scroll axis of the old layout.
  private(set) var greatest: Double
  /// Items in rows with differing cells, numbered as in the old section.
  private(set) var differingRows: [Int] = []
  private let start: Double
  private let pair: LinePair
  private var old: ComparedSection?
  private var new: ComparedSection?

  /// - Parameters:
  ///   - start: Only cells that start here or after count.
  ///   - greatest: The greatest end of the other differing elements.
  init(
    _ comparison: ElementComparison, _ old: PlacedSection?, _ new: PlacedSection?, start: Double,
    greatest: Double
  ) {
    self.start = start
    self.greatest = greatest
    pair = LinePair(comparison, old, new, fromEnd: true)
    let before = comparison.change.before.snapshot.sections
    let after = comparison.change.after.snapshot.sections
    self.old = old.map { ComparedSection($0, of: before, other: after, distance: 0) }
    self.new = new.map {
      ComparedSection($0, of: after, other: before, distance: comparison.distance)
    }
  }

  /// The difference between the number of an item's partner and its own.
  var shift: Int { pair.shift }

  /// One of the sections.
  private struct ComparedSection {
    let placed: PlacedSection
    /// Distance from the old layout to the section's own, in points.
    let distance: Double
    /// The end of the section if it counts as the end of each cell without a partner, else nil.
    let sectionEnd: Double?
    /// Whether a cell without a partner was found that starts at or after the first difference of the layouts.
    var hasDifference = false

    /// - Parameters:
    ///   - sections: The sections of its layout.
    ///   - others: The sections of the other layout.
    init(
      _ placed: PlacedSection, of sections: [Section], other others: [Section], distance: Double
    ) {
      self.placed = placed
      self.distance = distance
      let places = [placed.number, placed.number - sections.count + others.count]
      let hasOtherEngine = places.allSatisfy {
        others.indices.contains($0) && !others[$0].metrics.engine.fillsColumns
      }
      sectionEnd = placed.fillsColumns && !hasOtherEngine ? placed.maxY - distance : nil
    }

    var hasLines: Bool { placed.layout.arrangement.hasLines }

    /// The greatest possible end of its cells, in points of the old layout.
    var end: Double { sectionEnd ?? placed.endOfItems - distance }

    /// The end of a differing cell; nil if the cell starts too early to count.
    mutating func endOfDifference(_ frame: Rect?, from start: Double) -> Double? {
      guard let frame, frame.y >= start else { return nil }
      hasDifference = true
      return sectionEnd ?? frame.maxY - distance
    }
  }

  private var sides: [ComparedSection] { [old, new].compactMap { $0 } }
  private var end: Double { max(old?.end ?? -.infinity, new?.end ?? -.infinity) }

  private func note(_ cells: LinePair.Cells) {
    if let end = old?.endOfDifference(cells.old, from: start) { greatest = max(greatest, end) }
    if let end = new?.endOfDifference(cells.new, from: start) { greatest = max(greatest, end) }
  }

  /// - Parameter doubtfulCell: The first cell of a section that may differ. With columns of unequal length, comparing
  ///   it first usually decides the search.
  func search(near doubtfulCell: ItemPath?, _ meter: inout StepMeter) throws(WalkStop) {
    guard greatest < end else { return }
    if let old, let new, old.placed.fillsColumns, new.placed.fillsColumns, pair.areColored,
      pair.oldCount > 0, pair.newCount > 0, !(old.hasLines && new.hasLines)
    {
      try searchWaterfalls(old.placed, new.placed, near: doubtfulCell, &meter)
    } else {
      try searchLines(&meter)
    }
  }

  /// Compares lines from the last one back. Stops once the remaining lines cannot end after what was found, or start
  /// too early to count.
  private func searchLines(_ meter: inout StepMeter) throws(WalkStop) {
    let equal =
      try EqualLines(pair, fromEnd: true)?
      .start(upTo: start, &meter, differing: { note($0) }) ?? EqualLines.Start()
    var item = pair.oldCount - equal.count - 1
    var next = equal.next
    let haveLines = sides.allSatisfy { $0.hasLines }
    let tolerance = haveLines ? 0 : 2 * fitTolerance
    let sequenceCount = haveLines ? 1 : sides.map { $0.placed.sequenceCount }.max()!
    var passed = 0
    while item >= pair.items.lowerBound {
      if next == nil {
        let lines = pair.lines(upTo: item)
        next = (lines, try pair.look(at: lines, &meter, differing: { note($0) }))
      }
      guard let (lines, look) = next else { return }
      next = nil
      if !look.areEqual {
        differingRows += [lines.lowerBound, lines.upperBound - 1]
        noteColumns(upTo: lines.upperBound - 1)
      }
      if areDecided(by: look) { return }
      passed = look.greatestStart < start - tolerance ? passed + lines.count : 0
      if passed >= sequenceCount { return }
      item = lines.lowerBound - 1
    }
  }

  /// Includes the end of the columns at a differing item: with columns of unequal length, earlier cells may end after
  /// it.
  private func noteColumns(upTo item: Int) {
    for (side, item) in [(old, item), (new, item + shift)] {
      guard let side, side.hasDifference, !side.hasLines, side.sectionEnd == nil else { continue }
      greatest = max(greatest, side.placed.endOfColumns(upTo: item) - side.distance)
    }
  }

  /// Whether no earlier cell can end after what was found.
  private func areDecided(by look: LinePair.Look) -> Bool {
    greatest >= end
      || sides.allSatisfy {
        $0.hasLines ? !look.areEqual || look.greatestEnd <= greatest : $0.hasDifference
      }
  }

  /// In waterfalls, one cell without a partner makes the rest of its section count. Looks for any such cell.
  private func searchWaterfalls(
    _ old: PlacedSection, _ new: PlacedSection, near doubtfulCell: ItemPath?,
    _ meter: inout StepMeter
  ) throws(WalkStop) {
    let end = self.end
    if let doubtfulCell, doubtfulCell.section == old.number, new.number == old.number {
      for item in [doubtfulCell.item, doubtfulCell.item - shift] where pair.items.contains(item) {
        _ = try pair.look(at: item..<item + 1, &meter, differing: { note($0) })
        if greatest >= end { return }
      }
    }
    let oldFirst =
      try old.firstItem(of: 0..<pair.oldCount, startingAt: start, &meter) ?? pair.oldCount
    let newFirst =
      try new.firstItem(of: 0..<pair.newCount, startingAt: start, &meter) ?? pair.newCount
    var item = min(oldFirst, newFirst - shift)
    if shift == 0 {
      let equal =
        try EqualLines(pair, fromEnd: false)?
        .start(upTo: .infinity, &meter, differing: { note($0) })
      item = max(item, equal?.count ?? 0)
    }
    var portion = LookPortion()
    while item < pair.oldCount, greatest < end {
      let end = min(pair.oldCount, item + portion.count)
      _ = try pair.look(at: item..<end, &meter, differing: { note($0) })
      item = end
      portion.grow()
    }
  }
}

extension PlacedSection {
  /// The end of the items, in points along the scroll axis.
  fileprivate var endOfItems: Double { itemsOrigin + layout.arrangement.extent }

  /// The greatest possible end of the items up to and including `item` in columns of unequal length: the greatest start
  /// of the next items less the spacing if they cover every column, else the end of all items. O(log items + columns)
  fileprivate func endOfColumns(upTo item: Int) -> Double {
    guard let count = section.metrics.engine.columnCount else { return endOfItems }
    let columns = Columns(count, of: section, containerWidth: containerWidth).count
    let next = (item + 1..<item + 1 + columns).clamped(to: 0..<section.items.count)
    guard next.count == columns else { return endOfItems }
    var cells: [CellFrame] = []
    appendCells(next, to: &cells)
    var isMet = Array(repeating: false, count: columns)
    for cell in cells { isMet[cell.columnIndex ?? 0] = true }
    guard !isMet.contains(false) else { return endOfItems }
    return cells.map { $0.frame.y }.max()! - section.metrics.minimumLineSpacing
  }
}
