/// Finds the greatest end of a changed element. An element of either layout counts if it is cached, starts at or after
/// the first difference of the layouts, and has no equal in the other layout. Equality ignores numbers, and positions
/// are shifted by the difference of the content extents (docs/rules.md#changed-stretch).
struct ChangedEnd {
  /// The greatest end found, in points along the scroll axis of the old layout.
  private(set) var greatest: Double
  /// Elements that start here or after count. This is the first difference of the layouts, less a slack for rounding.
  private let start: Double
  private let before: Layout
  private let after: Layout
  private let comparison: ElementComparison

  init(_ change: LayoutChange, start: Double) {
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

  mutating func search(_ meter: inout WorkMeter) throws(WalkInterrupted) {
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
      RestingElements(globalHeadersOf: before), RestingElements(globalHeadersOf: after), &meter)
  }

  /// Compares two sections with the same position counted from the end.
  private mutating func compare(
    _ old: PlacedSection?, _ new: PlacedSection?, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    try compare(
      old.map { RestingElements($0, of: before) }, new.map { RestingElements($0, of: after) },
      &meter)
    compareSeparators(old?.separators, new?.separators)
    if let old, let new, old.order.isAnywhere, new.order.isAnywhere {
      try comparison.visitUnequal(old, new, fromEnd: true, &meter) {
        (placed, items, meter) throws(WalkInterrupted) in
        let end = try placed.greatestEnd(of: items, startingAt: start, &meter)
        greatest = max(greatest, placed.layout === new.layout ? end - distance : end)
      }
      return
    }
    var equal = 0
    if let old, let new { equal = try comparison.equalCount(old, new, fromEnd: true, &meter) }
    compareShelves(old, new, equal)
    if let end = try endOfCells(old, equal, comparedWith: after, &meter) {
      greatest = max(greatest, end)
    }
    if let end = try endOfCells(new, equal, comparedWith: before, &meter) {
      greatest = max(greatest, end - distance)
    }
  }

  /// Compares the shelves of two sections whose last `equal` items stand in equal lines.
  private mutating func compareShelves(_ old: PlacedSection?, _ new: PlacedSection?, _ equal: Int) {
    let (first, second) = (old?.shelves, new?.shelves)
    /// The last frame among the shelves that may have no partner. They are `distance` further on than the old ones.
    @inline(never)
    func last(
      _ shelves: SectionShelves?, _ itemCount: Int, movedBy distance: Double
    ) -> Rect? {
      guard let shelves else { return nil }
      var end = shelves.count
      if let first, let second, first.style == second.style {
        end = shelves.number(ofItem: itemCount - equal, of: itemCount)
        if !comparison.areEqual(first.minY, second.minY) {
          let latest = max(first.minY, second.minY - self.distance) + distance
          end = max(end, shelves.first(startingAt: latest + comparison.slack))
        }
        // Shelves that are cut off differently at the end are the last ones.
        let earliest = min(first.maxY, second.maxY - self.distance) + distance
        if !comparison.areEqual(first.maxY, second.maxY),
          shelves.first(endingBehind: earliest - comparison.slack) < shelves.count
        {
          end = shelves.count
        }
      }
      return end > 0 ? shelves.frame(end - 1) : nil
    }
    noteOld(last(first, old?.section.items.count ?? 0, movedBy: 0))
    noteNew(last(second, new?.section.items.count ?? 0, movedBy: distance))
  }

  /// The greatest end of a section's cells before the last `equal` ones, in points; nil if none of them counts.
  private func endOfCells(
    _ placed: PlacedSection?, _ equal: Int, comparedWith other: Layout, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Double? {
    guard let placed, placed.section.items.count > equal else { return nil }
    let count = placed.section.items.count - equal
    // The last cell counts in most sections. If it does not, one of a longer column or line may.
    if try placed.firstCell(
      of: count - 1..<count, fromEnd: true, &meter, where: { $0.y >= start }) == nil,
      try placed.firstItem(of: 0..<count, startingAt: start, &meter) == nil
    {
      return nil
    }
    let end = try placed.greatestEnd(before: count, &meter)
    let (engine, others) = (placed.section.metrics.engine, other.snapshot.sections)
    let sectionCount = other === after ? before.sectionLayouts.count : after.sectionLayouts.count
    let hasOtherEngine = [placed.number, placed.number - sectionCount + others.count].allSatisfy {
      others.indices.contains($0) && others[$0].metrics.engine.name != engine.name
    }
    let movesLaterItems = placed.section.metrics.columnRule.map { $0.rows == nil } ?? false
    return movesLaterItems && !hasOtherEngine ? placed.maxY : end
  }

  /// Compares elements of one kind that have the same position counted from the end.
  private mutating func compare(
    _ old: RestingElements?, _ new: RestingElements?, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    var (oldPlace, newPlace) = ((old?.count ?? 0) - 1, (new?.count ?? 0) - 1)
    while oldPlace >= 0 || newPlace >= 0 {
      try meter.take()
      let first = oldPlace >= 0 ? old?[oldPlace] : nil
      let second = newPlace >= 0 ? new?[newPlace] : nil
      let (kind, other) = (first?.kind.place ?? 0, second?.kind.place ?? 0)
      let takesOld = first != nil && (second == nil || kind >= other)
      let takesNew = second != nil && (first == nil || other >= kind)
      if takesOld { oldPlace -= 1 }
      if takesNew { newPlace -= 1 }
      if takesOld, takesNew, let first, let second, comparison.areEqual(first, second) { continue }
      if takesOld { noteOld(first?.frame) }
      if takesNew { noteNew(second?.frame) }
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
  fileprivate var lastColumnFrame: Rect? {
    let last = itemCount - 1
    let first = last - last % columns.count
    return hasColumnSeparator(first) ? columnSeparatorFrame(first) : nil
  }
}
