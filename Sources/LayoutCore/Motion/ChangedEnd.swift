/// Finds the greatest end of a changed element. An element of either layout counts if it is cached, starts at or after
/// the first difference of the layouts, and has no equal in the other layout. Equality ignores numbers, and positions
/// are shifted by the difference of the content extents (docs/rules.md#changed-stretch).
struct ChangedEnd {
  /// The greatest end found, in points along the scroll axis of the old layout.
  private(set) var greatest: Double
  /// Elements that start here or after count. This is the first difference of the layouts, less a slack for rounding.
  private let start: Double
  private let doubtfulCell: ItemPath?
  private let before: Layout
  private let after: Layout
  private let comparison: ElementComparison

  /// - Parameter doubtfulCell: The first cell of a section that may differ. With columns of unequal length, comparing
  ///   it first usually decides the search.
  init(_ change: LayoutChange, start: Double, near doubtfulCell: ItemPath?) {
    self.doubtfulCell = doubtfulCell
    before = change.before
    after = change.after
    let distance = after.axis.contentExtentAlong - before.axis.contentExtentAlong
    comparison = ElementComparison(change, distance: distance)
    self.start = start - comparison.slack
    greatest = max(start, start - distance)
  }

  /// Distance from the old layout to the new layout, in points.
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

  /// Compares two sections with the same position counted from the end.
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
    let cells = ChangedCells(comparison, old, new, start: start, greatest: greatest)
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

  /// Compares elements that do not pin, from the last one back.
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

  /// Compares the separators between cells that have equal partners.
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
    // The first row has no separator, so the separator of its partner differs.
    let more = old.rows.rowCount - new.rows.rowCount
    if more > 0 { noteOld(old.rowSeparatorFrame(more)) }
    if more < 0 { noteNew(new.rowSeparatorFrame(-more)) }
  }
}

extension Rect {
  /// The end of a frame in the engines' space along the scroll axis.
  var maxY: Double { y + height }
}

extension CellSeparators {
  /// The frame of the last row separator; nil if there is none.
  fileprivate var lastRowFrame: Rect? {
    rowSeparatorCount > 0 ? rowSeparatorFrame(rowSeparatorCount) : nil
  }

  /// The frame of a column separator of the last row; nil if it has none.
  fileprivate var lastColumnFrame: Rect? { columnFrame(ofRowWith: section.items.count - 1) }

  /// The frame of a column separator in an item's row; nil if the item does not exist or its row has no separator.
  fileprivate func columnFrame(ofRowWith item: Int) -> Rect? {
    guard item >= 0 else { return nil }
    let first = item - item % columns.count
    return hasColumnSeparator(first) ? columnSeparatorFrame(first) : nil
  }
}
