/// Looks for the greatest end of a cached element, of two layouts, that starts where they begin to differ or behind and
/// has no partner in the other one, equal but for numbers, moved by the difference of the contents' extents
/// (docs/rules.md#changed-stretch).
struct ChangedEnd {
  /// The greatest end so far, in points along the scroll axis of the layout before.
  private(set) var greatest: Double
  /// Elements count that start here or behind: where the layouts begin to differ, but for rounding.
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
    let distance = after.axis.contentExtentAlong - before.axis.contentExtentAlong
    comparison = ElementComparison(change, distance: distance)
    self.start = start - comparison.slack
    greatest = max(start, start - distance)
  }

  /// From the layout before to the layout after, in points.
  var distance: Double { comparison.distance }

  private mutating func noteOld(_ frame: Rect?) {
    if let frame, frame.y >= start { greatest = max(greatest, frame.maxY) }
  }

  private mutating func noteNew(_ frame: Rect?) {
    if let frame, frame.y >= start { greatest = max(greatest, frame.maxY - distance) }
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
    compareSeparators(old?.separators, new?.separators)
    var cells = ChangedCells(comparison, old, new, start: start, greatest: greatest)
    try cells.search(near: doubtfulCell, &meter)
    greatest = cells.greatest
    for item in cells.differingRows {
      noteOld(old?.separators?.columnFrame(ofRowWith: item))
      noteNew(new?.separators?.columnFrame(ofRowWith: item + cells.shift))
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
    if !comparison.haveEqualColumnSeparators(old, new) {
      noteOld(old?.lastColumnFrame)
      noteNew(new?.lastColumnFrame)
    }
    guard comparison.haveEqualRowSeparators(old, new) else {
      noteOld(old?.lastRowFrame)
      noteNew(new?.lastRowFrame)
      return
    }
    guard let old, let new else { return }
    // The first row has no separator, whatever row of the other section is its partner.
    let more = old.rows.rowCount - new.rows.rowCount
    if more > 0 { noteOld(old.rowSeparatorFrame(more)) }
    if more < 0 { noteNew(new.rowSeparatorFrame(-more)) }
  }
}

extension Rect {
  /// Where a frame of the engines' space ends along the scroll axis.
  var maxY: Double { y + height }
}

extension CellSeparators {
  /// The frame of the last row separator; nil where there is none.
  fileprivate var lastRowFrame: Rect? {
    rowSeparatorCount > 0 ? rowSeparatorFrame(rowSeparatorCount) : nil
  }

  /// The frame of a column separator of the last row; nil where it has none.
  fileprivate var lastColumnFrame: Rect? { columnFrame(ofRowWith: section.items.count - 1) }

  /// The frame of a column separator of an item's row; nil where the row, or the item, is not there.
  fileprivate func columnFrame(ofRowWith item: Int) -> Rect? {
    guard item >= 0 else { return nil }
    let first = item - item % columns.count
    return hasColumnSeparator(first) ? columnSeparatorFrame(first) : nil
  }
}
