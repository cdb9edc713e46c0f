/// Steps applied to a list one after another (docs/rules.md#steps). Only the number of sections, and of items in each
/// of them, are known of the list.
public struct AppliedSteps: Sendable {
  /// Deleted sections.
  public struct DeletedSections: Sendable {
    /// Their numbers before the first step.
    public let sections: Range<Int>
    /// The entry of `deleteSections` that deleted them.
    public let source: StepSource
  }

  /// The steps applied so far.
  public private(set) var steps: [Step] = []
  /// The origins of the present sections and items.
  public private(set) var mapping: IndexMapping
  /// The present number of items.
  public private(set) var itemCount: Int
  /// The sections of the original list that were deleted.
  public private(set) var gone: [DeletedSections] = []
  private let itemCountBefore: @Sendable (Int) -> Int
  private let sectionsMax: Int
  private let permissions: ItemPermissions?

  /// Creates an unchanged list.
  ///
  /// - Parameters:
  ///   - sectionCount: The number of sections.
  ///   - itemCount: The number of items.
  ///   - sectionsMax: The greatest number of sections after a step.
  ///   - permissions: What steps may do with items, if they do not name sections; nil if everything is allowed.
  ///   - itemCountOfSection: Returns the number of items of a section. O(1), or almost
  public init(
    sectionCount: Int, itemCount: Int, sectionsMax: Int = .max,
    permissions: ItemPermissions? = nil,
    itemCount itemCountOfSection: @escaping @Sendable (Int) -> Int
  ) {
    mapping = IndexMapping(sections: OriginRuns(OriginRun(count: sectionCount, from: 0)))
    self.itemCount = itemCount
    self.sectionsMax = sectionsMax
    self.permissions = permissions
    itemCountBefore = itemCountOfSection
  }

  /// The present number of sections.
  public var sectionCount: Int { mapping.sections.count }

  /// The present number of items in a section. O(log runs)
  public func itemCount(of section: Int) -> Int {
    if let list = mapping.items[section] { return list.count }
    let run = mapping.sections.run(from: section)
    guard let source = run.source else { return itemCountBefore(run.from!) }
    return steps[source.step].itemCount(of: source)
  }

  /// Applies a step.
  ///
  /// - Parameters:
  ///   - estimated: Returns the ranges of a section's items with estimated sizes, before the step. Called if the step
  ///     resizes
  ///     these.
  ///   - meter: Pays for each entry and each run.
  /// - Returns: The mapping of this step alone. Its sources refer to the step by its index in `steps`.
  /// - Throws: The problems of the step, or `.budgetExceeded` if the meter runs out of units. Nothing is changed then.
  /// - Complexity: O(n log n) for n entries, resized items named one by one, and runs of the changed sections. It does
  ///   not depend on the number of items.
  @discardableResult
  public mutating func apply(
    _ step: Step, estimated: (Int) -> [Range<Int>] = { _ in [] }, meter: inout WorkMeter
  ) throws(StepFailure) -> IndexMapping {
    guard step.entryCount > 0 else {
      steps.append(step)
      return IndexMapping(sections: OriginRuns(OriginRun(count: sectionCount, from: 0)))
    }
    let resized = step.resize.reduce(step.entryCount) { $0 + $1.namedCount }
    let named = step.adjust.reduce(resized) { $0 + $1.namedCount }
    try meter.grant(AppliedSteps.cost * named)
    let number = steps.count
    let counts = self
    var check = StepCheck(
      step, sectionCount: sectionCount, itemCount: { counts.itemCount(of: $0) })
    let sections = try SectionPlacing(&check, number: number)
    let items = try ItemPlacing(
      &check, sections, number: number, permissions: permissions, estimated: estimated)
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
    try meter.grant(AppliedSteps.cost * mapping.items.values.count + gone.count)
    for list in mapping.items.values { try meter.grant(list.runs.count) }
    for list in single.items.values { try meter.grant(list.runs.count) }
    for claim in step.deleteSections.claims({ $0 }) {
      var deleted = OriginRuns<Int>()
      deleted.append(claim.range, of: mapping.sections)
      for run in deleted.runs {
        guard let from = run.from else { continue }
        gone.append(
          DeletedSections(
            sections: Range(from, count: run.count),
            source: StepSource(step: number, list: .deleteSections, entry: claim.entry, offset: 0)))
      }
    }
    mapping = mapping.followed(by: single)
    itemCount = Int(total)
    steps.append(step)
    return single
  }

  /// The cost of an entry, in steps of a meter.
  private static let cost = 32
}

extension Step {
  /// The number of items in a section brought by an entry.
  fileprivate func itemCount(of source: StepSource) -> Int {
    switch source.list {
    case .insertSections: insertSections[source.entry].itemCounts[source.offset]
    default: reloadSections[source.entry].itemCount
    }
  }

  /// The numbers of items in the sections that the step brings.
  fileprivate var newItemCounts: [Int] {
    insertSections.flatMap { $0.itemCounts } + reloadSections.map { $0.itemCount }
  }
}

extension WorkMeter {
  /// Pays for steps before they are done.
  @inline(never)
  fileprivate mutating func grant(_ count: Int) throws(StepFailure) {
    do { try take(count) } catch { throw .budgetExceeded }
  }
}
