/// The effects of a step on the items of a list.
final class ItemPlacing {
  /// The claims of places after the step: inserted items, and the ends of moves.
  private let inserts: [EntryRange<ItemPath>]
  private let ends: [EntryRange<ItemPath>]
  /// The reloaded and resized items, by the number of the section before the step.
  private var alterations = NumberedValues<[InPlaceChange<ItemPath>]>()
  /// The items that leave their places.
  private let taken: RangeSet<ItemPath>
  private let sections: SectionPlacing
  private let step: Step
  private let number: Int
  private let itemCount: (Int) -> Int
  /// The growth of the sections that neither end nor begin, in items; above 2⁵³ if it is too great.
  let growth: Int

  /// Checks the item entries of a step: the third and fourth stage.
  ///
  /// - Parameters:
  ///   - sections: The effects of the step on the sections.
  ///   - permissions: What a user may do; nil if everything is allowed.
  ///   - estimated: Returns the ranges of a section's items with estimated sizes, before the step.
  init(
    _ check: inout StepCheck, _ sections: SectionPlacing, number: Int,
    permissions: ItemPermissions?, estimated: (Int) -> [Range<Int>]
  ) throws(StepFailure) {
    let step = check.step
    let itemCount = check.itemCount
    func existing(
      _ claims: [EntryRange<ItemPath>], _ list: Step.List, _ check: inout StepCheck
    ) -> [EntryRange<ItemPath>] {
      // Most claims are in the same section as the one before.
      var all = Range(ItemPath(-1, 0), count: 0)
      return check.existing(claims, list, else: .itemOutOfRangeBefore) { path in
        if path.section != all.lowerBound.section {
          all = Range(ItemPath(path.section, 0), count: itemCount(path.section))
        }
        return all
      }
    }
    func kept(_ claims: [EntryRange<ItemPath>]) -> [EntryRange<ItemPath>] {
      sections.ended.ranges.isEmpty
        ? claims : claims.filter { !sections.ended.contains($0.range.lowerBound.section) }
    }
    let deletes = kept(existing(step.delete.claims { $0 }, .delete, &check))
    let reloads = kept(existing(step.reload.claims { $0 }, .reload, &check))
    let resizes = kept(existing(step.resize.claims(estimated), .resize, &check))
    let adjusts = kept(existing(step.adjust.claims { _ in [] }, .adjust, &check))
    let allMoves = existing(step.move.claims { $0.from }, .move, &check)
    let moves = kept(allMoves)
    if moves.count < allMoves.count {
      for move in allMoves where sections.ended.contains(move.range.lowerBound.section) {
        check.refuse(.moveFromDeletedSection, .move, move.entry)
      }
    }
    check.refuseRepeats(deletes, .delete, .duplicateDelete)
    check.refuseRepeats(reloads, .reload, .duplicateReload)
    check.refuseRepeats(resizes, .resize, .duplicateResize)
    check.refuseRepeats(adjusts, .adjust, .duplicateAdjust)
    check.refuseRepeats(allMoves, .move, .movesFromSame)
    check.refuse(reloads, .reload, within: deletes.coverage(), .deleteAndReloadSame)
    let replaced: RangeSet<ItemPath> = (deletes + reloads).coverage()
    check.refuse(resizes, .resize, within: replaced, .deleteAndResizeSame)
    check.refuse(adjusts, .adjust, within: replaced, .deleteAndAdjustSame)
    check.refuse(moves, .move, within: replaced, .deleteAndMoveSame)
    permissions?.check(deletes, allMoves, in: &check)
    try check.end()

    let taken: RangeSet<ItemPath> = (deletes + moves).coverage()
    var after = ItemCountsAfter(sections.after, taken, itemCount)
    let insertClaims = step.insert.claims { $0 }
    let endClaims = step.move.claims { Range($0.to, count: $0.from.length) }
    for claim in insertClaims + endClaims { after.add(claim.range) }
    inserts = after.existing(insertClaims, .insert, .insertIntoInsertedSection, &check)
    ends = after.existing(endClaims, .move, .moveIntoInsertedSection, &check)
    check.refuseRepeats(inserts, .insert, .duplicateInsert)
    check.refuseRepeats(ends, .move, .movesToSame)
    check.refuse(ends, .move, within: inserts.coverage(), .insertAndMoveSame)
    try check.end()

    growth =
      inserts.reduce(0) { $0.addingUpToHalf($1.range.length) }
      - deletes.reduce(0) { $0 + $1.range.length }
    self.taken = taken
    self.sections = sections
    self.step = step
    self.number = number
    self.itemCount = itemCount
    alter(reloads, .reload)
    alter(resizes, .resize)
  }

  private func alter(_ claims: [EntryRange<ItemPath>], _ list: Step.List) {
    var offset = 0
    for (place, claim) in claims.enumerated() {
      if place > 0, claims[place - 1].entry != claim.entry { offset = 0 }
      let source = StepSource(step: number, list: list, entry: claim.entry, offset: offset)
      alterations.append(
        InPlaceChange(range: claim.range, isReloaded: list == .reload, source: source),
        at: claim.range.lowerBound.section)
      offset += claim.range.length
    }
  }

  /// The items of the new sections in which items are placed, removed, reloaded or resized.
  func items() -> NumberedValues<OriginRuns<ItemPath>> {
    var before = NumberedValues<OriginRuns<ItemPath>>()
    func items(before section: Int) -> OriginRuns<ItemPath> {
      if let known = before[section] { return known }
      let all = Range(ItemPath(section, 0), count: itemCount(section))
      let list = OriginRuns(all, changed: alterations[section] ?? [])
      before.set(list, at: section)
      return list
    }
    var fixed = NumberedValues<[(place: Int, list: OriginRuns<ItemPath>)]>()
    for claim in inserts {
      let source = StepSource(step: number, list: .insert, entry: claim.entry, offset: 0)
      let run = OriginRun<ItemPath>(count: claim.range.length, source: source)
      fixed.append(
        (claim.range.lowerBound.item, OriginRuns(run)), at: claim.range.lowerBound.section)
    }
    for claim in ends {
      let from = step.move[claim.entry].from
      let list = items(before: from.lowerBound.section)
      fixed.append(
        (claim.range.lowerBound.item, list.moved(from.lowerBound.item..<from.upperBound.item)),
        at: claim.range.lowerBound.section)
    }
    let forward =
      sections.areKept ? nil : ForwardMapping(IndexMapping(sections: sections.after))
    let altered = alterations.numbers + taken.ranges.map { $0.lowerBound.section }
    let touched = altered.map { section in
      let fate = forward?.section(section)
      return fate.map { $0.after! + section - $0.range.lowerBound } ?? section
    }
    var lists = NumberedValues<OriginRuns<ItemPath>>()
    for section in fixed.numbers + touched where lists[section] == nil {
      let from = sections.after.run(from: section).from!
      let rest = taken.gaps(in: Range(ItemPath(from, 0), count: itemCount(from)))
      let list = OriginRuns(
        fixed: fixed[section] ?? [], items(before: from),
        rest: rest.map { $0.lowerBound.item..<$0.upperBound.item })
      lists.set(list, at: section)
    }
    return lists
  }
}

/// The numbers of items, after the step, of the sections in which items are placed.
private struct ItemCountsAfter {
  private let sections: OriginRuns<Int>
  private let taken: RangeSet<ItemPath>
  private let itemCount: (Int) -> Int
  private var counts = NumberedValues<Int>()

  init(
    _ sections: OriginRuns<Int>, _ taken: RangeSet<ItemPath>, _ itemCount: @escaping (Int) -> Int
  ) {
    self.sections = sections
    self.taken = taken
    self.itemCount = itemCount
  }

  /// The old number of a section whose items are not new, else nil.
  private func origin(of section: Int) -> Int? {
    guard section < sections.count else { return nil }
    let run = sections.run(from: section)
    return run.isReloaded ? nil : run.from
  }

  /// Counts placed items.
  mutating func add(_ range: Range<ItemPath>) {
    let section = range.lowerBound.section
    guard !range.isEmpty, let from = origin(of: section) else { return }
    let count =
      counts[section]
      ?? taken.parts(of: Range(ItemPath(from, 0), count: itemCount(from)))
      .reduce(itemCount(from)) { $0 - $1.length }
    counts.set(count.addingUpToHalf(range.length), at: section)
  }

  /// The existing part of the claimed places. Claims in sections whose items are new are refused, but compared as if
  /// they existed.
  func existing(
    _ claims: [EntryRange<ItemPath>], _ list: Step.List, _ codeOfNewSection: StepProblem.Code,
    _ check: inout StepCheck
  ) -> [EntryRange<ItemPath>] {
    let placed = claims.filter { claim in
      let section = claim.range.lowerBound.section
      if claim.range.isEmpty { return false }
      if origin(of: section) != nil { return true }
      let exists = section < sections.count
      check.refuse(
        exists ? codeOfNewSection : .sectionOutOfRangeAfter, list, claim.entry,
        count: exists ? nil : sections.count)
      return exists
    }
    return check.existing(placed, list, else: .itemOutOfRangeAfter) { path in
      Range(ItemPath(path.section, 0), count: counts[path.section] ?? .max)
    }
  }
}

extension Int {
  /// The sum of two non-negative numbers, each at most half of the greatest number. The sum is limited to that half.
  fileprivate func addingUpToHalf(_ other: Int) -> Int { Swift.min(self + other, .max >> 1) }
}

extension [Step.Resize] {
  /// The named items, in the order of the entries.
  fileprivate func claims(_ estimated: (Int) -> [Range<Int>]) -> [EntryRange<ItemPath>] {
    var claims: [EntryRange<ItemPath>] = []
    var met = NumberedValues<Int>()
    for (entry, resize) in enumerated() {
      switch resize {
      case .range(let range): claims.append(EntryRange(entry: entry, range: range))
      case .items(let section, let items):
        for item in items {
          claims.append(EntryRange(entry: entry, range: Range(ItemPath(section, item), count: 1)))
        }
      case .estimated(let section):
        // A second entry for the section repeats every item of the first one, so one item is enough to refuse it.
        let isRepeated = met[section] != nil
        met.set(entry, at: section)
        for range in estimated(section).prefix(isRepeated ? 1 : .max) {
          claims.append(
            EntryRange(
              entry: entry, range: Range(ItemPath(section, range.lowerBound), count: range.count)))
        }
      }
    }
    return claims
  }
}
