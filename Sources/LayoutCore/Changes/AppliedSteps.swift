/// Steps applied one after the other to a list (docs/rules.md#steps), of which nothing is known but how many sections
/// it has, and how many items each of them.
public struct AppliedSteps: Sendable {
  /// Sections that are gone.
  public struct Gone: Sendable {
    /// Their numbers before the first step.
    public let sections: Range<Int>
    /// The entry of `deleteSections`.
    public let source: StepSource
  }

  /// The steps so far.
  public private(set) var steps: [Step] = []
  /// Where the sections and items come from that there are now.
  public private(set) var mapping: IndexMapping
  /// How many items there are now.
  public private(set) var itemCount: Int
  /// The sections before the first step that steps have deleted.
  public private(set) var gone: [Gone] = []
  private let itemCountBefore: @Sendable (Int) -> Int
  private let sectionsMax: Int

  /// Makes the steps of a list that has not been changed.
  ///
  /// - Parameters:
  ///   - sectionCount: How many sections it has.
  ///   - itemCount: How many items it has.
  ///   - sectionsMax: How many sections there may be after a step.
  ///   - itemCountOfSection: How many items a section has. O(1), or almost
  public init(
    sectionCount: Int, itemCount: Int, sectionsMax: Int = .max,
    itemCount itemCountOfSection: @escaping @Sendable (Int) -> Int
  ) {
    mapping = IndexMapping(
      sections: OriginRuns(OriginRun(count: sectionCount, from: 0)), items: [:])
    self.itemCount = itemCount
    self.sectionsMax = sectionsMax
    itemCountBefore = itemCountOfSection
  }

  /// How many sections there are now.
  public var sectionCount: Int { mapping.sections.count }

  /// How many items a section has now. O(log runs)
  public func itemCount(of section: Int) -> Int {
    if let list = mapping.items[section] { return list.count }
    let run = mapping.sections.run(from: section)
    guard let source = run.source else { return itemCountBefore(run.from!) }
    return steps[source.step].itemCount(of: source)
  }

  /// Applies a step.
  ///
  /// - Parameters:
  ///   - estimated: The ranges of items of a section now whose sizes are estimated; asked for where the step resizes
  ///     those.
  ///   - meter: Takes steps for each entry and each run.
  /// - Returns: the mapping of this step alone, in which sources have the number that the step has in `steps`.
  /// - Throws: what is wrong with the step, or that the meter grants no more; then nothing is changed.
  /// - Complexity: O(n log n) for n entries, resized items that are named one by one, and runs of the sections that it
  ///   changes, whatever the number of items.
  @discardableResult
  public mutating func apply(
    _ step: Step, estimated: (Int) -> [Range<Int>] = { _ in [] }, meter: inout StepMeter
  ) throws(StepFailure) -> IndexMapping {
    guard step.entryCount > 0 else {
      steps.append(step)
      return IndexMapping(
        sections: OriginRuns(OriginRun(count: sectionCount, from: 0)), items: [:])
    }
    let named = step.resize.reduce(step.entryCount) { $0 + $1.namedCount }
    try meter.grant(AppliedSteps.cost * named)
    let number = steps.count
    let counts = self
    var check = StepCheck(
      step, sectionCount: sectionCount, itemCount: { counts.itemCount(of: $0) })
    let sections = try SectionPlacing(&check, number: number)
    let items = try ItemPlacing(&check, sections, number: number, estimated: estimated)
    var total = Int64(itemCount) + Int64(items.growth)
    for range in sections.ended.ranges {
      try meter.grant(range.count)
      for section in range { total -= Int64(itemCount(of: section)) }
    }
    for count in step.newItemCounts { total = min(total + Int64(count), .max >> 1) }
    if total > Int64(ContentLimits.items) || sections.after.count > sectionsMax {
      check.refuse(.overLimit, nil, 0)
    }
    try check.end()

    let single = IndexMapping(sections: sections.after, items: items.items())
    try meter.grant(mapping.sections.runs.count + single.sections.runs.count)
    try meter.grant(AppliedSteps.cost * mapping.items.count + gone.count)
    for list in mapping.items.values { try meter.grant(list.runs.count) }
    for list in single.items.values { try meter.grant(list.runs.count) }
    for claim in step.deleteSections.claims({ $0 }) {
      var deleted = OriginRuns<Int>()
      deleted.append(claim.range, of: mapping.sections)
      for run in deleted.runs {
        guard let from = run.from else { continue }
        gone.append(
          Gone(
            sections: Range(from, count: run.count),
            source: StepSource(step: number, list: .deleteSections, entry: claim.entry, offset: 0)))
      }
    }
    mapping = mapping.followed(by: single)
    itemCount = Int(total)
    steps.append(step)
    return single
  }

  /// What an entry costs, in the steps of a meter.
  private static let cost = 32
}

extension Step {
  /// How many items a section has that an entry brings.
  fileprivate func itemCount(of source: StepSource) -> Int {
    switch source.list {
    case .insertSections: insertSections[source.entry].itemCounts[source.offset]
    default: reloadSections[source.entry].itemCount
    }
  }

  /// How many items the sections have that the step brings.
  fileprivate var newItemCounts: [Int] {
    insertSections.flatMap { $0.itemCounts } + reloadSections.map { $0.itemCount }
  }
}

extension StepMeter {
  /// Takes steps before they are done.
  fileprivate mutating func grant(_ count: Int) throws(StepFailure) {
    do { try take(count) } catch { throw .stepsUsedUp }
  }
}
