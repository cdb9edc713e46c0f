/// Looks for the greatest end of a cached element, of two layouts, that starts where they begin to differ or behind and
/// has no partner in the other one, equal but for numbers, moved by the difference of the contents' extents
/// (docs/rules.md#changed-stretch).
struct ChangedEnd {
  /// The greatest end so far, in points along the scroll axis of the layout before.
  private(set) var greatest: Double
  private let start: Double
  private let doubtfulCell: ItemPath?
  private let before: Layout
  private let after: Layout
  private let comparison: ElementComparison

  /// - Parameter doubtfulCell: The first one that may differ of a section: in uneven columns it decides most often.
  init(_ change: LayoutChange, start: Double, near doubtfulCell: ItemPath?) {
    self.doubtfulCell = doubtfulCell
    before = change.before
    after = change.after
    self.start = start
    let distance = after.axis.contentExtentAlong - before.axis.contentExtentAlong
    comparison = ElementComparison(change, distance: distance)
    greatest = max(start, start - distance)
  }

  /// From the layout before to the layout after, in points.
  var distance: Double { comparison.distance }

  private mutating func noteOld(_ frame: Rect?) {
    if let frame, frame.y >= start { greatest = max(greatest, frame.y + frame.height) }
  }

  private mutating func noteNew(_ frame: Rect?) {
    if let frame, frame.y >= start { greatest = max(greatest, frame.y + frame.height - distance) }
  }

  mutating func search(_ meter: inout StepMeter) throws(WalkStop) {
    let old = before.snapshot.sectionsWithCachedElements
    let new = after.snapshot.sectionsWithCachedElements
    var (oldPlace, newPlace) = (old.count - 1, new.count - 1)
    while oldPlace >= 0 || newPlace >= 0 {
      try meter.take()
      let first = oldPlace < 0 ? nil : Int(old[oldPlace])
      let second = newPlace < 0 ? nil : Int(new[newPlace])
      if first.map({ before.sectionTops[$0 + 1] }) ?? start <= greatest,
        second.map({ after.sectionTops[$0 + 1] - distance }) ?? start <= greatest
      {
        break
      }
      oldPlace -= 1
      newPlace -= 1
      if let first, let second, comparison.areSame(first, second) { continue }
      try compare(first.map(before.placed), second.map(after.placed), &meter)
    }
    try compare(
      before.snapshot.globalHeaders, before.globalHeaderFrame, after.snapshot.globalHeaders,
      after.globalHeaderFrame, &meter)
  }

  /// Compares sections that stand at one place from the end.
  private mutating func compare(
    _ old: PlacedSection?, _ new: PlacedSection?, _ meter: inout StepMeter
  ) throws(WalkStop) {
    try compare(
      old?.section.footers ?? .empty, { old!.footerFrame($0) }, new?.section.footers ?? .empty,
      { new!.footerFrame($0) }, &meter)
    let oldSeparators = old.map(before.separators) ?? []
    let newSeparators = new.map(after.separators) ?? []
    for separator in oldSeparators
    where !newSeparators.contains(where: { comparison.areEqual(separator, $0) }) {
      noteOld(separator.frame)
    }
    for separator in newSeparators
    where !oldSeparators.contains(where: { comparison.areEqual($0, separator) }) {
      noteNew(separator.frame)
    }
    if old?.fillsColumns == true || new?.fillsColumns == true {
      try compareUnevenColumns(old, new, &meter)
    } else {
      compareSeparators(old?.separators, new?.separators)
      try compareCells(old, new, &meter)
    }
    try compare(
      old?.section.headers ?? .empty, { old!.headerFrame($0) }, new?.section.headers ?? .empty,
      { new!.headerFrame($0) }, &meter)
  }

  /// Compares elements that do not pin, the last ones first.
  private mutating func compare(
    _ old: SupplementaryStack, _ oldFrame: (SupplementaryStack.Entry) -> Rect,
    _ new: SupplementaryStack, _ newFrame: (SupplementaryStack.Entry) -> Rect,
    _ meter: inout StepMeter
  ) throws(WalkStop) {
    var (oldPlace, newPlace) = (old.resting.count - 1, new.resting.count - 1)
    while oldPlace >= 0 || newPlace >= 0 {
      try meter.take()
      let first = oldPlace < 0 ? nil : old.resting(oldPlace, oldFrame)
      let second = newPlace < 0 ? nil : new.resting(newPlace, newFrame)
      if first?.frame.maxY ?? start <= greatest, second?.frame.maxY ?? start <= greatest + distance
      {
        return
      }
      oldPlace -= 1
      newPlace -= 1
      if let first, let second, comparison.areEqual(first, second) { continue }
      noteOld(first?.frame)
      noteNew(second?.frame)
    }
  }

  /// Compares separators between cells that stand where all cells have partners.
  private mutating func compareSeparators(_ old: CellSeparators?, _ new: CellSeparators?) {
    guard comparison.haveEqualSeparators(old, new) else {
      for frame in old?.lastFrames ?? [] { noteOld(frame) }
      for frame in new?.lastFrames ?? [] { noteNew(frame) }
      return
    }
    guard let old, let new else { return }
    // The first row has no separator, whatever row of the other section is its partner.
    let more = old.rows.rowCount - new.rows.rowCount
    if more > 0 { noteOld(old.rowSeparatorFrame(more)) }
    if more < 0 { noteNew(new.rowSeparatorFrame(-more)) }
  }

  /// Compares cells, the last line first, until those that are left end before what differs, or start before it.
  private mutating func compareCells(
    _ old: PlacedSection?, _ new: PlacedSection?, _ meter: inout StepMeter
  ) throws(WalkStop) {
    let pair = LinePair(comparison, old, new, fromEnd: true)
    func noteCells(_ cells: LinePair.Cells) {
      noteOld(cells.old)
      noteNew(cells.new)
    }
    let equal =
      try EqualLines(pair, fromEnd: true)?.start(upTo: start, &meter, differing: noteCells)
      ?? EqualLines.Start()
    var item = pair.oldCount - equal.count - 1
    var next = equal.next
    while item >= pair.items.lowerBound {
      if next == nil {
        let lines = pair.lines(upTo: item)
        next = (lines, try pair.look(at: lines, &meter, differing: noteCells))
      }
      guard let (lines, look) = next else { return }
      next = nil
      if !look.areEqual { noteRows(old, new, lines, pair.shift) }
      if look.greatestEnd <= greatest || look.greatestStart < start { return }
      item = lines.lowerBound - 1
    }
  }

  /// Notes column separators of rows with a cell that differs: they are as high as the row.
  private mutating func noteRows(
    _ old: PlacedSection?, _ new: PlacedSection?, _ items: Range<Int>, _ shift: Int
  ) {
    for item in [items.lowerBound, items.upperBound - 1] {
      if item >= 0, let separators = old?.separators {
        noteOld(separators.columnFrame(ofRowWith: item))
      }
      if item + shift >= 0, let separators = new?.separators {
        noteNew(separators.columnFrame(ofRowWith: item + shift))
      }
    }
  }

  /// Where a cell of columns that are not equally long has no partner, the whole rest of its section counts.
  private mutating func compareUnevenColumns(
    _ old: PlacedSection?, _ new: PlacedSection?, _ meter: inout StepMeter
  ) throws(WalkStop) {
    guard try hasCellWithoutPartner(old, new, &meter) else { return }
    if let old { greatest = max(greatest, old.maxY) }
    if let new { greatest = max(greatest, new.maxY - distance) }
  }

  private func hasCellWithoutPartner(
    _ old: PlacedSection?, _ new: PlacedSection?, _ meter: inout StepMeter
  ) throws(WalkStop) -> Bool {
    let pair = LinePair(comparison, old, new, fromEnd: true)
    guard let old, let new, pair.oldCount > 0, pair.newCount > 0, pair.areColored else {
      return !pair.items.isEmpty
    }
    var differs = false
    func noteCells(_ cells: LinePair.Cells) {
      if (cells.old?.y ?? -.infinity) >= start || (cells.new?.y ?? -.infinity) >= start {
        differs = true
      }
    }
    if old.layout.arrangement.hasLines && new.layout.arrangement.hasLines {
      let equal =
        try EqualLines(pair, fromEnd: true)?.start(upTo: start, &meter, differing: noteCells)
      let item = pair.oldCount - (equal?.count ?? 0) - 1
      if equal?.next == nil, item >= pair.items.lowerBound {
        _ = try pair.look(at: pair.lines(upTo: item), &meter, differing: noteCells)
      }
      return differs
    }
    if let doubtfulCell, doubtfulCell.section == old.number, new.number == old.number {
      for item in [doubtfulCell.item, doubtfulCell.item - pair.shift]
      where pair.items.contains(item) {
        _ = try pair.look(at: item..<item + 1, &meter, differing: noteCells)
        if differs { return true }
      }
    }
    let oldFirst =
      try old.firstItem(of: 0..<pair.oldCount, startingAt: start, &meter) ?? pair.oldCount
    let newFirst =
      try new.firstItem(of: 0..<pair.newCount, startingAt: start, &meter) ?? pair.newCount
    var item = min(oldFirst, newFirst - pair.shift)
    if pair.shift == 0 {
      let equal =
        try EqualLines(pair, fromEnd: false)?.start(upTo: .infinity, &meter, differing: noteCells)
      item = max(item, equal?.count ?? 0)
    }
    var portion = LookPortion()
    while item < pair.oldCount, !differs {
      let end = min(pair.oldCount, item + portion.count)
      _ = try pair.look(at: item..<end, &meter, differing: noteCells)
      item = end
      portion.grow()
    }
    return differs
  }
}

extension Rect {
  /// Where a frame of the engines' space ends along the scroll axis.
  fileprivate var maxY: Double { y + height }
}

extension CellSeparators {
  /// The frames of the last row separator and of a column separator of the last row, where they are.
  fileprivate var lastFrames: [Rect] {
    let row = rows.rowCount - 1
    return (hasRowSeparator(row) ? [rowSeparatorFrame(row)] : [])
      + (columnFrame(ofRowWith: row * columns.count).map { [$0] } ?? [])
  }

  /// The frame of a column separator of an item's row, where it has one.
  fileprivate func columnFrame(ofRowWith item: Int) -> Rect? {
    let first = item - item % columns.count
    return hasColumnSeparator(first) ? columnSeparatorFrame(first) : nil
  }
}
