/// Looks for the least start of a cached element, of two layouts, that the other one has not at the same path with the
/// same attributes (docs/rules.md#changed-stretch).
struct ChangedStart {
  /// The least start so far, in points along the scroll axis; infinite where nothing differs.
  private(set) var least = Double.infinity
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

  /// Compares the sections of one number.
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
    if !comparison.haveEqualSeparators(old?.separators, new?.separators) {
      note(old?.separators?.firstFrame)
      note(new?.separators?.firstFrame)
    }
    if old?.section.metrics.cellAppearance != new?.section.metrics.cellAppearance {
      try noteFirstCells(old, &meter)
      try noteFirstCells(new, &meter)
    }
    try compareCells(old, new, &meter)
    try compare(
      old?.section.footers ?? .empty, { old!.footerFrame($0) }, new?.section.footers ?? .empty,
      { new!.footerFrame($0) }, &meter)
  }

  /// Compares elements that do not pin by their indices.
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

  /// Notes where the cells of a section start.
  private mutating func noteFirstCells(
    _ placed: PlacedSection?, _ meter: inout StepMeter
  ) throws(WalkStop) {
    guard let placed, placed.section.items.count > 0 else { return }
    for item in placed.line(ofItem: 0) {
      try meter.take()
      note(placed.cell(item).frame)
    }
  }

  /// Compares cells, line by line, from the first that may differ on, until those that follow start behind what differs.
  private mutating func compareCells(
    _ old: PlacedSection?, _ new: PlacedSection?, _ meter: inout StepMeter
  ) throws(WalkStop) {
    let oldCount = old?.section.items.count ?? 0
    let newCount = new?.section.items.count ?? 0
    var item = 0
    // From here on lines that once are equal stay so.
    var firstCommon = Int.max
    if let old, let new {
      item = try comparison.firstDoubtfulCell(old, new, &meter)
      if oldCount == newCount, !old.isWaterfall, !new.isWaterfall {
        firstCommon = try comparison.firstCommonLine(old, new, shift: 0, &meter)
      }
    }
    let columns = max(old?.sequenceCount ?? 1, new?.sequenceCount ?? 1)
    let tolerance = old?.isWaterfall == true || new?.isWaterfall == true ? fitTolerance : 0
    var (passed, lines) = (0, 0)
    while item < max(oldCount, newCount) {
      let oldLine = item < oldCount ? old!.line(ofItem: item) : item..<item
      let newLine = item < newCount ? new!.line(ofItem: item) : item..<item
      let end = max(oldLine.upperBound, newLine.upperBound)
      var first = Double.infinity
      let leastBefore = least
      for item in item..<end {
        try meter.take()
        let oldCell = item < oldCount ? old?.cell(item) : nil
        let newCell = item < newCount ? new?.cell(item) : nil
        first = min(first, oldCell?.frame.y ?? .infinity, newCell?.frame.y ?? .infinity)
        if let old, let new, let oldCell, let newCell,
          comparison.areEqual(old, item, oldCell, new, item, newCell)
        {
          continue
        }
        note(oldCell?.frame)
        note(newCell?.frame)
      }
      // In waterfalls tops ascend but for the tolerance, or in each column alone.
      passed = first >= least + tolerance ? passed + end - item : 0
      if passed >= columns { return }
      if item >= firstCommon, least == leastBefore { return }
      lines += 1
      item = end
      if lines == 2, least == .infinity, let old, let new, old.isGrid, new.isGrid {
        item = max(item, min(old.lastLine.lowerBound, new.lastLine.lowerBound))
      }
    }
  }
}

extension CellSeparators {
  /// The frame of the separator that stands first; nil where there is none.
  fileprivate var firstFrame: Rect? {
    if hasColumnSeparator(0) { return columnSeparatorFrame(0) }
    return hasRowSeparator(1) ? rowSeparatorFrame(1) : nil
  }
}
