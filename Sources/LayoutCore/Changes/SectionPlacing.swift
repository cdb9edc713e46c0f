/// The effects of a step on the sections of a list.
struct SectionPlacing {
  /// The deleted or reloaded sections: their items are gone.
  let ended: RangeSet<Int>
  let deleted: RangeSet<Int>
  /// Whether the step names items only: every section stays as it is.
  let areKept: Bool
  /// The sections after the step.
  let after: OriginRuns<Int>

  /// Checks all section numbers of a step, except for the sections in which items are placed, and places the sections:
  /// the first two stages.
  init(_ check: inout StepCheck, number: Int) throws(StepFailure) {
    let step = check.step
    let all = 0..<check.sectionCount
    func existing(
      _ claims: [EntryRange<Int>], _ list: Step.List, _ check: inout StepCheck
    ) -> [EntryRange<Int>] {
      check.existing(claims, list, else: .sectionOutOfRangeBefore) { _ in all }
    }
    for (list, sections) in step.sectionsOfItemsBefore {
      for (entry, section) in sections where !all.contains(section) {
        check.refuse(.sectionOutOfRangeBefore, list, entry, count: all.count)
      }
    }
    areKept = !step.namesSections
    if areKept {
      try check.end()
      (ended, deleted) = (RangeSet([]), RangeSet([]))
      after = OriginRuns(OriginRun(count: all.count, from: 0))
      return
    }
    let deletes = existing(step.deleteSections.claims { $0 }, .deleteSections, &check)
    let reloads = existing(
      step.reloadSections.claims { Range($0.section, count: 1) }, .reloadSections, &check)
    let sets = existing(step.setSections.claims { $0 }, .setSections, &check)
    let moves = existing(step.moveSections.claims { $0.from }, .moveSections, &check)
    deleted = deletes.coverage()
    let ended: RangeSet<Int> = (deletes + reloads).coverage()
    self.ended = ended
    check.refuseRepeats(deletes, .deleteSections, .duplicateDelete)
    check.refuseRepeats(reloads, .reloadSections, .duplicateReload)
    check.refuseRepeats(moves, .moveSections, .movesFromSame)
    check.refuse(reloads, .reloadSections, within: deleted, .deleteAndReloadSame)
    check.refuse(moves, .moveSections, within: ended, .deleteAndMoveSame)
    // Setting a deleted or reloaded section has no effect, so only the other sections are compared.
    let kept = RangeCounts(ended.gaps(in: all))
    func rank(_ range: Range<Int>) -> Range<Int> {
      kept.count(below: range.lowerBound)..<kept.count(below: range.upperBound)
    }
    check.refuseRepeats(
      sets.map { EntryRange(entry: $0.entry, range: rank($0.range)) }, .setSections, .duplicateSet)
    try check.end()

    let inserted = step.insertSections.map { $0.itemCounts.count }
    let count = all.count - deleted.ranges.reduce(0) { $0 + $1.count } + inserted.reduce(0, +)
    let inserts = check.existing(
      step.insertSections.claims { Range($0.section, count: $0.itemCounts.count) },
      .insertSections, else: .sectionOutOfRangeAfter
    ) { _ in 0..<count }
    let ends = check.existing(
      step.moveSections.claims { Range($0.to, count: $0.from.count) }, .moveSections,
      else: .sectionOutOfRangeAfter
    ) { _ in 0..<count }
    check.refuseRepeats(inserts, .insertSections, .duplicateInsert)
    check.refuseRepeats(ends, .moveSections, .movesToSame)
    check.refuse(ends, .moveSections, within: inserts.coverage(), .insertAndMoveSame)
    try check.end()

    let before = OriginRuns(
      all,
      changed: reloads.map { claim in
        let source = StepSource(step: number, list: .reloadSections, entry: claim.entry, offset: 0)
        return InPlaceChange(range: claim.range, isReloaded: true, source: source)
      }
        + sets.flatMap { claim in
          ended.gaps(in: claim.range).map { range in
            let offset = range.lowerBound - claim.range.lowerBound
            let source = StepSource(
              step: number, list: .setSections, entry: claim.entry, offset: offset)
            return InPlaceChange(range: range, isReloaded: false, source: source)
          }
        })
    let fixed =
      inserts.map { claim in
        let source = StepSource(step: number, list: .insertSections, entry: claim.entry, offset: 0)
        let run = OriginRun<Int>(count: claim.range.count, source: source)
        return (place: claim.range.lowerBound, list: OriginRuns(run))
      }
      + step.moveSections.filter { !$0.from.isEmpty }.map { move in
        (place: move.to, list: before.moved(move.from))
      }
    let gone = (deletes + moves).coverage()
    after = OriginRuns(fixed: fixed, before, rest: gone.gaps(in: all))
  }
}

extension Step {
  /// Whether it names whole sections.
  fileprivate var namesSections: Bool {
    !(deleteSections.isEmpty && reloadSections.isEmpty && setSections.isEmpty
      && moveSections.isEmpty && insertSections.isEmpty)
  }

  /// The sections of items in the space before the step, by list and entry.
  fileprivate var sectionsOfItemsBefore: [(List, [(Int, Int)])] {
    func sections(_ ranges: [Range<ItemPath>]) -> [(Int, Int)] {
      ranges.enumerated().filter { !$1.isEmpty }.map { ($0, $1.lowerBound.section) }
    }
    return [
      (.delete, sections(delete)), (.reload, sections(reload)),
      (.resize, resize.enumerated().filter { !$1.isEmpty }.map { ($0, $1.section) }),
      (.adjust, adjust.enumerated().filter { !$1.isEmpty }.map { ($0, $1.section) }),
      (.move, sections(move.map { $0.from })),
    ]
  }
}
