/// Finds the least start of a changed element: a cached element of either layout without an element of equal attributes
/// at the same path in the other layout (docs/rules.md#changed-stretch).
struct ChangedStart {
  /// The least start found, in points along the scroll axis; infinity if nothing differs.
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

  mutating func search(_ meter: inout WorkMeter) throws(WalkInterrupted) {
    try compare(
      RestingElements(globalHeadersOf: before), RestingElements(globalHeadersOf: after), &meter)
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
    _ old: PlacedSection?, _ new: PlacedSection?, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    try compare(
      old.map { RestingElements($0, of: before) }, new.map { RestingElements($0, of: after) },
      &meter)
    let (oldRows, newRows) = (old?.separators, new?.separators)
    if !comparison.haveEqualColumnSeparators(oldRows, newRows) {
      note(oldRows?.firstColumnFrame)
      note(newRows?.firstColumnFrame)
    }
    if !comparison.haveEqualRowSeparators(oldRows, newRows) {
      note(oldRows?.firstRowFrame)
      note(newRows?.firstRowFrame)
    }
    let (oldShelves, newShelves) = (old?.shelves, new?.shelves)
    guard
      min(old?.itemsOrigin ?? .infinity, new?.itemsOrigin ?? .infinity) < least
        || oldShelves != nil || newShelves != nil
    else { return }
    if let old, let new, old.order.isAnywhere, new.order.isAnywhere {
      try comparison.visitUnequal(old, new, fromEnd: false, &meter) {
        (placed, items, meter) throws(WalkInterrupted) in
        least = min(least, try placed.leastStart(of: items, &meter))
      }
      return
    }
    var equal = 0
    if let old, let new { equal = try comparison.equalCount(old, new, fromEnd: false, &meter) }
    compareShelves(oldShelves, newShelves, old, new, equal)
    for placed in [old, new] {
      guard let placed, placed.section.items.count > equal else { continue }
      least = min(least, try placed.leastStart(from: equal, &meter))
    }
  }

  /// Compares the shelves of two sections whose first `equal` items stand in equal lines.
  private mutating func compareShelves(
    _ old: SectionShelves?, _ new: SectionShelves?, _ oldSection: PlacedSection?,
    _ newSection: PlacedSection?, _ equal: Int
  ) {
    /// The first frame among the shelves that may have no partner.
    @inline(never)
    func first(_ shelves: SectionShelves?, _ placed: PlacedSection?) -> Rect? {
      guard let shelves, let placed else { return nil }
      var first = 0
      if let old, let new, old.style == new.style {
        first = shelves.number(ofItem: equal, of: placed.section.items.count)
        if !comparison.areEqual(old.maxY, new.maxY) {
          let end = min(old.maxY, new.maxY) - comparison.slack
          first = min(first, shelves.first(endingBehind: end))
        }
        // Shelves that are cut off differently at the start are the first ones.
        if !comparison.areEqual(old.minY, new.minY),
          shelves.first(startingAt: max(old.minY, new.minY) + comparison.slack) > 0
        {
          first = 0
        }
      }
      return first < shelves.count ? shelves.frame(first) : nil
    }
    note(first(old, oldSection))
    note(first(new, newSection))
  }

  /// Compares elements with the same kind and index.
  private mutating func compare(
    _ old: RestingElements?, _ new: RestingElements?, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    var (oldPlace, newPlace) = (0, 0)
    let (oldCount, newCount) = (old?.count ?? 0, new?.count ?? 0)
    while oldPlace < oldCount || newPlace < newCount {
      try meter.take()
      let first = oldPlace < oldCount ? old?[oldPlace] : nil
      let second = newPlace < newCount ? new?[newPlace] : nil
      if let first, let second, comparison.areEqual(first, second), first.kind == second.kind,
        first.index == second.index
      {
        (oldPlace, newPlace) = (oldPlace + 1, newPlace + 1)
      } else if let first, second.map(first.isBefore) ?? true {
        note(first.frame)
        oldPlace += 1
      } else {
        note(second?.frame)
        // If `first` is the unequal partner, it is noted next.
        newPlace += 1
      }
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
