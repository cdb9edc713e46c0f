/// Finds the least start of a changed element: a cached element of either layout without an element of equal attributes
/// at the same path in the other layout (docs/rules.md#changed-stretch).
struct ChangedStart {
  /// The least start found, in points along the scroll axis; infinity if nothing differs.
  private(set) var least = Double.infinity
  /// The first cell that may differ in the section compared last.
  private(set) var doubtfulCell: ItemPath?
  private let before: Layout
  private let after: Layout
  private let comparison: ElementComparison

  init(_ change: LayoutChange) {
    before = change.before
    after = change.after
    comparison = ElementComparison(change, distance: 0)
  }

  private mutating func note(_ frame: Rect?) {
    if let frame { least = min(least, frame.y) }
  }

  mutating func search(_ meter: inout StepMeter) throws(WalkStop) {
    try compare(
      before.snapshot.globalHeaders, before.globalHeaderFrame, after.snapshot.globalHeaders,
      after.globalHeaderFrame, &meter)
    let (oldCount, newCount) = (before.snapshot.sections.count, after.snapshot.sections.count)
    for number in 0..<max(oldCount, newCount) {
      try meter.take()
      if before.sectionTops[min(number, oldCount)] >= least,
        after.sectionTops[min(number, newCount)] >= least
      {
        return
      }
      if number < min(oldCount, newCount), comparison.areSame(number, number) { continue }
      try compare(
        number < oldCount ? before.placed(number) : nil,
        number < newCount ? after.placed(number) : nil, &meter)
    }
  }

  /// Compares two sections with the same number.
  private mutating func compare(
    _ old: PlacedSection?, _ new: PlacedSection?, _ meter: inout StepMeter
  ) throws(WalkStop) {
    try compare(
      old?.section.headers ?? .empty, { old!.headerFrame($0) }, new?.section.headers ?? .empty,
      { new!.headerFrame($0) }, &meter)
    let oldSeparators = old.map(before.separators) ?? []
    let newSeparators = new.map(after.separators) ?? []
    for separator in oldSeparators {
      let other = newSeparators.first { $0.index == separator.index }
      if let other, comparison.areEqual(separator, other) { continue }
      note(separator.frame)
      note(other?.frame)
    }
    for separator in newSeparators
    where !oldSeparators.contains(where: { $0.index == separator.index }) {
      note(separator.frame)
    }
    let (oldRows, newRows) = (old?.separators, new?.separators)
    if !comparison.haveEqualColumnSeparators(oldRows, newRows) {
      note(oldRows?.firstColumnFrame)
      note(newRows?.firstColumnFrame)
    }
    if !comparison.haveEqualRowSeparators(oldRows, newRows) {
      note(oldRows?.firstRowFrame)
      note(newRows?.firstRowFrame)
    }
    try compareCells(old, new, &meter)
    try compare(
      old?.section.footers ?? .empty, { old!.footerFrame($0) }, new?.section.footers ?? .empty,
      { new!.footerFrame($0) }, &meter)
  }

  /// Compares elements that do not pin, matched by index.
  private mutating func compare(
    _ old: SupplementaryStack, _ oldFrame: (SupplementaryStack.Entry) -> Rect,
    _ new: SupplementaryStack, _ newFrame: (SupplementaryStack.Entry) -> Rect,
    _ meter: inout StepMeter
  ) throws(WalkStop) {
    let (oldCount, newCount) = (old.resting.count, new.resting.count)
    var (oldPlace, newPlace) = (0, 0)
    while oldPlace < oldCount || newPlace < newCount {
      try meter.take()
      let first = oldPlace < oldCount ? old.resting(oldPlace, oldFrame) : nil
      let second = newPlace < newCount ? new.resting(newPlace, newFrame) : nil
      if first?.frame.y ?? .infinity >= least, second?.frame.y ?? .infinity >= least { return }
      let index = min(first?.index ?? .max, second?.index ?? .max)
      let isOld = first?.index == index
      let isNew = second?.index == index
      if !(isOld && isNew && comparison.areEqual(first!, second!)) {
        if isOld { note(first?.frame) }
        if isNew { note(second?.frame) }
      }
      if isOld { oldPlace += 1 }
      if isNew { newPlace += 1 }
    }
  }

  /// Compares cells line by line from the first that may differ. Stops when all later lines start after the least start
  /// found.
  private mutating func compareCells(
    _ old: PlacedSection?, _ new: PlacedSection?, _ meter: inout StepMeter
  ) throws(WalkStop) {
    guard min(old?.itemsOrigin ?? .infinity, new?.itemsOrigin ?? .infinity) < least else { return }
    let pair = LinePair(comparison, old, new, fromEnd: false)
    // With columns of unequal length, tops ascend only within the tolerance, or only within each column.
    let columns = max(old?.sequenceCount ?? 1, new?.sequenceCount ?? 1)
    let tolerance = old?.fillsColumns == true || new?.fillsColumns == true ? fitTolerance : 0
    func noteCells(_ cells: LinePair.Cells) {
      note(cells.old)
      note(cells.new)
    }
    let equal =
      try EqualLines(pair, fromEnd: false)?
      .start(upTo: least + tolerance, &meter, differing: noteCells) ?? EqualLines.Start()
    if let old { doubtfulCell = ItemPath(old.number, equal.count) }
    var item = equal.count
    var passed = 0
    func goOn(behind lines: Range<Int>, _ look: LinePair.Look) {
      passed = look.leastStart >= least + tolerance ? passed + lines.count : 0
      item = lines.upperBound
    }
    if let (lines, look) = equal.next { goOn(behind: lines, look) }
    var portion = LookPortion()
    while item < pair.items.upperBound, passed < columns {
      let lines = pair.lines(at: item, fromEnd: false, countMin: portion.count)
      goOn(behind: lines, try pair.look(at: lines, &meter, differing: noteCells))
      portion.grow()
    }
  }
}

extension CellSeparators {
  /// The frame of the first row separator; nil if there is none.
  fileprivate var firstRowFrame: Rect? { rowSeparatorCount > 0 ? rowSeparatorFrame(1) : nil }

  /// The frame of the first column separator; nil if there is none.
  fileprivate var firstColumnFrame: Rect? {
    hasColumnSeparator(0) ? columnSeparatorFrame(0) : nil
  }
}
