/// The checks of one step, stage by stage (docs/rules.md#step-errors). A problem in one stage ends the check after that
/// stage.
///
/// Ranges are compared as ranges, so the cost depends on the number of entries, not of items.
struct StepCheck {
  let step: Step
  /// The number of sections before the step.
  let sectionCount: Int
  let itemCount: (Int) -> Int
  private var found: [StepProblem] = []

  init(_ step: Step, sectionCount: Int, itemCount: @escaping (Int) -> Int) {
    self.step = step
    self.sectionCount = sectionCount
    self.itemCount = itemCount
  }

  @inline(never)
  mutating func refuse(
    _ code: StepProblem.Code, _ list: Step.List?, _ entry: Int, count: Int? = nil
  ) {
    let problem = StepProblem(
      code: code, list: list, entry: entry, fact: count.map { .count($0) })
    // Most repeated problems are found consecutively.
    if found.last != problem { found.append(problem) }
  }

  /// Throws the problems found, if there are any.
  @inline(never)
  func end() throws(StepFailure) {
    if found.isEmpty { return }
    throw .problems(Array(StepProblem.inOrder(found).prefix(StepFailure.problemsMax)))
  }

  /// The existing parts of claims. Refuses entries that claim more.
  mutating func existing<Path>(
    _ claims: [EntryRange<Path>], _ list: Step.List, else code: StepProblem.Code,
    in bounds: (Path) -> Range<Path>
  ) -> [EntryRange<Path>] {
    claims.compactMap { claim in
      guard !claim.range.isEmpty else { return nil }
      let all = bounds(claim.range.lowerBound)
      let existing = claim.range.clamped(to: all)
      if existing != claim.range { refuse(code, list, claim.entry, count: all.length) }
      return existing.isEmpty ? nil : EntryRange(entry: claim.entry, range: existing)
    }
  }

  /// Refuses entries that repeat a claim of an earlier entry of the list.
  mutating func refuseRepeats<Path>(
    _ claims: [EntryRange<Path>], _ list: Step.List, _ code: StepProblem.Code
  ) {
    for entry in claims.repeats() { refuse(code, list, entry) }
  }

  /// Refuses entries whose claims overlap `coverage`.
  mutating func refuse<Path>(
    _ claims: [EntryRange<Path>], _ list: Step.List, within coverage: RangeSet<Path>,
    _ code: StepProblem.Code
  ) {
    for claim in claims where coverage.overlaps(claim.range) { refuse(code, list, claim.entry) }
  }
}

extension StepProblem {
  /// Sorts problems by list and entry, and those of one entry by code, without repetitions.
  static func inOrder(_ problems: [StepProblem]) -> [StepProblem] {
    let ordered = problems.inOrder { Rank(0, Code.allCases.firstIndex(of: $0.code)!) }
      .inOrder { Rank($0.list?.place ?? Step.List.allCases.count, $0.entry) }
    return ordered.indices.filter { $0 == 0 || ordered[$0] != ordered[$0 - 1] }.map { ordered[$0] }
  }
}

extension Array {
  /// The ranges of entries as claims.
  func claims<Path>(_ range: (Element) -> Range<Path>) -> [EntryRange<Path>] {
    enumerated().map { EntryRange(entry: $0, range: range($1)) }
  }
}

extension Array {
  /// The union of the claims. O(claims log claims)
  func coverage<Path>() -> RangeSet<Path> where Element == EntryRange<Path> {
    RangeSet(map { $0.range })
  }
}
