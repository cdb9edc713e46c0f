/// The checks of one step, stage by stage (docs/rules.md#step-errors): what is wrong in one stage ends the check.
///
/// Ranges are compared as ranges, so the cost is that of the entries, whatever the number of items.
struct StepCheck {
  let step: Step
  /// Sections before the step.
  let sectionCount: Int
  let itemCount: (Int) -> Int
  private var found: [StepProblem] = []

  init(_ step: Step, sectionCount: Int, itemCount: @escaping (Int) -> Int) {
    self.step = step
    self.sectionCount = sectionCount
    self.itemCount = itemCount
  }

  mutating func refuse(
    _ code: StepProblem.Code, _ list: Step.List?, _ entry: Int, count: Int? = nil
  ) {
    let problem = StepProblem(
      code: code, list: list, entry: entry, fact: count.map { .count($0) })
    // Most problems that come again come at once.
    if found.last != problem { found.append(problem) }
  }

  /// Throws what has been found.
  func end() throws(StepFailure) {
    if found.isEmpty { return }
    throw .problems(Array(StepProblem.inOrder(found).prefix(StepFailure.problemsMax)))
  }

  /// What exists of the claims; an entry that claims more is refused.
  mutating func existing<Path>(
    _ claims: [Claim<Path>], _ list: Step.List, else code: StepProblem.Code,
    in bounds: (Path) -> Range<Path>
  ) -> [Claim<Path>] {
    claims.compactMap { claim in
      guard !claim.range.isEmpty else { return nil }
      let all = bounds(claim.range.lowerBound)
      let existing = claim.range.clamped(to: all)
      if existing != claim.range { refuse(code, list, claim.entry, count: all.length) }
      return existing.isEmpty ? nil : Claim(entry: claim.entry, range: existing)
    }
  }

  /// Refuses the entries that claim what an entry before them in the list claims.
  mutating func refuseRepeats<Path>(
    _ claims: [Claim<Path>], _ list: Step.List, _ code: StepProblem.Code
  ) {
    for entry in claims.repeats() { refuse(code, list, entry) }
  }

  /// Refuses the entries that claim what is covered.
  mutating func refuse<Path>(
    _ claims: [Claim<Path>], _ list: Step.List, within coverage: Coverage<Path>,
    _ code: StepProblem.Code
  ) {
    for claim in claims where coverage.overlaps(claim.range) { refuse(code, list, claim.entry) }
  }
}

extension StepProblem {
  /// Problems by their lists and entries, those of one entry by what is wrong, each once.
  static func inOrder(_ problems: [StepProblem]) -> [StepProblem] {
    let ordered = problems.inOrder { Rank(0, Code.allCases.firstIndex(of: $0.code)!) }
      .inOrder { problem in
        let list = problem.list.flatMap { Step.List.allCases.firstIndex(of: $0) }
        return Rank(list ?? Step.List.allCases.count, problem.entry)
      }
    return ordered.indices.filter { $0 == 0 || ordered[$0] != ordered[$0 - 1] }.map { ordered[$0] }
  }
}

extension Array {
  /// The ranges of entries as claims.
  func claims<Path>(_ range: (Element) -> Range<Path>) -> [Claim<Path>] {
    enumerated().map { Claim(entry: $0, range: range($1)) }
  }
}

extension Array {
  /// What the claims cover together. O(claims log claims)
  func coverage<Path>() -> Coverage<Path> where Element == Claim<Path> {
    Coverage(map { $0.range })
  }
}
