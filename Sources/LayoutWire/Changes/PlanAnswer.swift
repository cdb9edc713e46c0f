public import JSONText
public import LayoutCore

/// The answer to a plan: what steps do to plain lists (docs/rules.md#post-a-plan).
public enum PlanAnswer {
  /// The greatest number of items, before the steps and after each of them.
  public static let itemsMax = 1_000_000

  /// The JSON of the answer. O(bytes + items + operations)
  ///
  /// - Parameters:
  ///   - text: The bytes of the body, followed by slack.
  ///   - depthMax: The greatest depth of nested containers.
  ///   - limits: The limits of snapshots.
  ///   - operationsMax: The greatest number of operations in the plan.
  ///   - meter: Pays for the work.
  /// - Throws: `bad-json` or `invalid-change`; `.budgetExceeded` if the meter runs out of units.
  public static func json(
    _ text: RawSpan, depthMax: Int, limits: SnapshotLimits,
    operationsMax: Int = ListPlan.operationsMax, meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> [UInt8] {
    let posted = try StepsDecoder.plan(
      text, hasSlack: true, depthMax: depthMax, limits: limits, meter: &meter)
    // The sum of all counts may exceed 64 bits.
    let itemCount = posted.counts.reduce(0) { min($0 + $1, itemsMax + 1) }
    var applied = AppliedSteps(
      sectionCount: posted.counts.count, itemCount: itemCount, sectionsMax: limits.sections,
      itemCount: { posted.counts[$0] })
    try checkItems(of: applied)
    var plan = ListPlan(operationsMax: operationsMax)
    for (number, step) in posted.steps.enumerated() {
      try apply(step, number, to: &applied, sectionsMax: limits.sections, &plan, &meter)
    }
    if let after = posted.after { try compare(applied, with: after) }
    var writer = JSONWriter()
    try DecodingInterrupted.units { () throws(WalkInterrupted) in
      try meter.take(applied.sectionCount + plan.operations.count * 4)
    }
    writer.plan(applied, plan)
    return writer.bytes
  }

  private static func apply(
    _ step: Step, _ number: Int, to applied: inout AppliedSteps, sectionsMax: Int,
    _ plan: inout ListPlan, _ meter: inout WorkMeter
  ) throws(DecodingInterrupted) {
    let mapping: IndexMapping
    do throws(StepFailure) {
      mapping = try applied.apply(step, meter: &meter)
    } catch {
      switch error {
      case .problems(let problems):
        // More items than a list may have are also more than a plan may have.
        let inserted = step.insertSections.reduce(0) { $0 + $1.itemCounts.count }
        let areItems = applied.sectionCount + inserted <= sectionsMax
        if areItems, problems.contains(where: { $0.code == .overLimit }) { throw tooManyItems }
        throw .problem(Problem(problems, step: number))
      case .budgetExceeded: throw .budgetExceeded
      }
    }
    try checkItems(of: applied)
    let isAppended = try DecodingInterrupted.units { () throws(WalkInterrupted) in
      try plan.append(step, mapping, itemCount: applied.itemCount(of:), meter: &meter)
    }
    if !isAppended {
      throw tooMany("/steps", "make more than \(plan.operationsMax) operations")
    }
  }

  // MARK: Refusals

  private static func checkItems(of applied: AppliedSteps) throws(DecodingInterrupted) {
    guard applied.itemCount > itemsMax else { return }
    throw tooManyItems
  }

  private static var tooManyItems: DecodingInterrupted {
    tooMany("/counts", "make more than \(itemsMax) items, before the steps or after one")
  }

  private static func tooMany(_ pointer: String, _ detail: String) -> DecodingInterrupted {
    .problem(Problem(invalidChange: [Problem.Issue(.pointer(pointer), .tooMany, detail)]))
  }

  /// Refuses steps whose counts are not the expected ones.
  private static func compare(
    _ applied: AppliedSteps, with after: [Int]
  ) throws(DecodingInterrupted) {
    var issues: [Problem.Issue] = []
    if after.count != applied.sectionCount {
      issues = [
        Problem.Issue(
          .pointer("/after"), .sectionCountMismatch,
          "has \(after.count) sections, the steps make \(applied.sectionCount)",
          facts: [.number("expected", applied.sectionCount), .number("given", after.count)])
      ]
    } else {
      for (section, given) in after.enumerated() where issues.count < Problem.issuesMax {
        let expected = applied.itemCount(of: section)
        if given == expected { continue }
        issues.append(
          Problem.Issue(
            .pointer("/after/\(section)"), .itemCountMismatch,
            "has \(given) items, the steps make \(expected)",
            facts: [
              .number("section", section), .number("expected", expected), .number("given", given),
            ]))
      }
    }
    if !issues.isEmpty { throw .problem(Problem(invalidChange: issues)) }
  }
}

extension StepsDecoder {
  /// Decodes steps for plain lists: `{"counts": […], "steps": […], "after": […]}`. O(bytes)
  ///
  /// - Throws: The same as `change`.
  public static func plan(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits(), meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> PostedPlan {
    try SnapshotDecoder.read(
      text, hasSlack: hasSlack, depthMax: depthMax, limits: limits, refusal: .invalidChange,
      meter: &meter
    ) { $0.plan() }
  }
}

extension SnapshotDecoder {
  /// Decodes a plan.
  mutating func plan() -> PostedPlan {
    var plan = PostedPlan()
    let members = members(of: document.root, PlanKey.self, required: [.counts, .steps])
    if let counts = members[.counts] { plan.counts = sectionCounts(counts) }
    plan.steps = steps(members[.steps], StepKey.knownOfPlans).map(\.step)
    plan.after = members[.after].map { sectionCounts($0) }
    return plan
  }

  /// Decodes the number of items in each section.
  private mutating func sectionCounts(_ list: JSONElement) -> [Int] {
    guard var elements = array(list) else { return [] }
    guard document.count(of: list) <= limits.sections else {
      fault(list, .tooMany, "has more than \(limits.sections) sections", limit: .sections)
      return []
    }
    var counts: [Int] = []
    hold(ListMemory.sectionCount * document.count(of: list))
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      counts.append(integer(element, in: 0...limits.items) ?? 0)
    }
    return counts
  }
}

extension JSONWriter {
  fileprivate mutating func plan(
    _ applied: AppliedSteps, _ plan: ListPlan
  ) {
    let sections = 0..<applied.sectionCount
    literal("{\"counts\":")
    list(sections) { $0.integer(applied.itemCount(of: $1)) }
    literal(",\"sections\":")
    list(sections) { writer, section in
      if let from = applied.mapping.sections.run(from: section).from {
        writer.integer(from)
      } else {
        writer.literal("null")
      }
    }
    literal(",\"items\":")
    list(sections) { writer, section in
      writer.list(applied.origins(of: section)) { writer, run in
        writer.literal("{\"count\":")
        writer.integer(run.count)
        if let from = run.from {
          writer.literal(",")
          writer.members(of: from)
        }
        writer.literal("}")
      }
    }
    literal(",\"plan\":")
    list(plan.operations) { $0.operation($1) }
    literal(",\"traps\":")
    list(plan.traps) { $0.trap($1) }
    literal("}")
  }

  private mutating func list<Elements: Sequence>(
    _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    literal("[")
    var isFirst = true
    for element in elements {
      if !isFirst { literal(",") }
      isFirst = false
      write(&self, element)
    }
    literal("]")
  }

  private mutating func operation(_ operation: ListPlan.Operation) {
    switch operation {
    case .removeItem(let path):
      literal("{\"remove\":{")
      members(of: path)
    case .removeSection(let section):
      literal("{\"remove\":{\"section\":")
      integer(section)
    case .insertSection(let section, let itemCount, let from, let isReloaded):
      literal("{\"insert\":{\"section\":")
      integer(section)
      if let itemCount {
        literal(",\"count\":")
        integer(itemCount)
      }
      if let from {
        literal(",\"from\":")
        integer(from)
      }
      if isReloaded { literal(",\"reloaded\":true") }
    case .insertItem(let path, let from, let isReloaded):
      literal("{\"insert\":{")
      members(of: path)
      if let from {
        literal(",\"from\":")
        self.path(from)
      }
      if isReloaded { literal(",\"reloaded\":true") }
    }
    literal("}}")
  }

  private mutating func trap(_ trap: ListPlan.Trap) {
    func head(_ rule: StaticString, _ step: Int, _ list: Step.List, _ entry: Int) {
      literal("{\"rule\":\"")
      literal(rule)
      literal("\",\"pointer\":")
      string("/steps/\(step)/\(list.rawValue)/\(entry)")
    }
    switch trap {
    case .reloadedItem(let step, let entry, let path, let place):
      head("B12", step, .reload, entry)
      literal(",\"reload\":")
      self.path(path)
      literal(",\"uikitInsertsAt\":")
      self.path(place)
    case .reloadedSection(let step, let entry, let section, let place):
      head("B12", step, .reloadSections, entry)
      literal(",\"reload\":{\"section\":")
      integer(section)
      literal("},\"uikitInsertsAt\":{\"section\":")
      integer(place)
      literal("}")
    case .movedSection(let step, let entry, let section):
      head("B13", step, .moveSections, entry)
      literal(",\"moveSection\":")
      integer(section)
    }
    literal("}")
  }
}

extension AppliedSteps {
  /// The old places of a section's items, before the first step: former neighbours together.
  fileprivate func origins(of section: Int) -> [(count: Int, from: ItemPath?)] {
    guard let list = mapping.items[section] else {
      let count = itemCount(of: section)
      let run = mapping.sections.run(from: section)
      let from = run.isReloaded ? nil : run.from
      return count == 0 ? [] : [(count, from.map { ItemPath($0, 0) })]
    }
    var origins: [(count: Int, from: ItemPath?)] = []
    for run in list.runs {
      if let last = origins.last, last.from?.advanced(by: last.count) == run.from {
        origins[origins.count - 1].count += run.count
      } else {
        origins.append((run.count, run.from))
      }
    }
    return origins
  }
}
