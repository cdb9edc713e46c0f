/// The rules for the sizes and members of a section's items after a step.
struct SizeRules {
  let engine: Engine
  /// In the vertical layout.
  fileprivate let columns: ItemColumns<MemberValue>
  /// Whether the step says the sizes of items that have none.
  fileprivate let areSizesSaid: Bool
  fileprivate let keepsMarks: Bool
  fileprivate let isHorizontal: Bool
  fileprivate let engineRules: EngineRules

  /// - Parameters:
  ///   - section: The section after the step.
  ///   - settings: What the step sets of it.
  init(_ section: Section, _ settings: SizeSettings?, isHorizontal: Bool) {
    engine = section.metrics.engine.name
    let rules = EngineRules.of(engine)
    engineRules = rules
    let values = settings?.values ?? MetricsValues()
    columns = ItemColumns { MemberValue(rules.items[$0], values) }
    areSizesSaid = settings?.haveSizes(for: rules) ?? false
    keepsMarks = ItemColumn.allCases.contains { rules.items[$0].isRead }
    self.isHorizontal = isHorizontal
  }
}

extension SizeRules {
  /// Items of which a step says all that the engine reads; nil where it leaves something to what they had.
  func run(count: Int, _ given: GivenItems.Run) -> ItemRun? {
    var run = ItemRun(
      count: count, width: 0, height: 0, isEstimated: keepsMarks && given.isEstimated,
      members: engineRules.kept(given.members))
    for column in ItemColumn.allCases where columns[column].isRead {
      guard let extent = given.sizes[isHorizontal ? column.transposed : column] else { return nil }
      run[column] = extent
    }
    return run
  }
}

/// Makes the sizes and members of items after a step of those before it, and notes where one stays open.
final class SizeConversion {
  private let rules: SizeRules
  /// The columns that the items have before the step; nil for new items.
  private let had: ItemColumns<Bool>?
  private let meansWithoutWidth: Bool
  /// Whether the step gives sizes alone, so that members stay.
  private let givesSizesAlone: Bool
  /// What the step says of the items, by members of the text.
  var given: GivenItems.Run?
  /// What the step says of estimates.
  var mean: MeanSize?
  /// The extents that are read and were nowhere, by members of the text.
  private(set) var open: [ItemColumn] = []

  /// Those that were nowhere since this was asked last.
  func takeOpen() -> [ItemColumn] {
    defer { open = [] }
    return open
  }

  init(_ rules: SizeRules, from section: Section?, givesSizesAlone: Bool = false) {
    self.rules = rules
    self.givesSizesAlone = givesSizesAlone
    had = section.map { section in
      let items = EngineRules.of(section.metrics.engine.name).items
      return ItemColumns { items[$0].isRead }
    }
    meansWithoutWidth = section?.metrics.engine.estimatesItemsWithoutWidthAlone ?? false
  }

  /// The size, the mark and the members of a run.
  func run(_ old: ItemRun) -> ItemRun {
    var run = old
    run.width = extent(.width, old)
    run.height = extent(.height, old)
    run.isEstimated = rules.keepsMarks && (given?.isEstimated ?? (had != nil && old.isEstimated))
    let said = given == nil || givesSizesAlone ? old.members : given!.members
    run.members = rules.engineRules.kept(said)
    return run
  }

  private func extent(_ column: ItemColumn, _ old: ItemRun) -> Double {
    let rule = rules.columns[column]
    guard rule.isRead else { return 0 }
    if let given = given?.sizes[rules.isHorizontal ? column.transposed : column] { return given }
    if let mean, let extent = mean[column],
      old.isEstimated, !meansWithoutWidth || old.extent(.width) == nil
    {
      return extent
    }
    if let had, had[column], let extent = old.extent(column) { return extent }
    // Items of a waterfall need no width.
    let isOptional = rule.substitute == nil
    if rule.isRequired || (had == nil && !isOptional && !rules.areSizesSaid) {
      let member = rules.isHorizontal ? column.transposed : column
      if !open.contains(member) { open.append(member) }
    }
    return rule.number
  }
}

/// What an entry of `setSections` says of the sizes of items that have none.
package struct SizeSettings {
  /// The defaults, with what is said.
  let values: MetricsValues
  private let keys: [MetricsKey]

  /// Makes settings of the defaults with what is said, and the keys that say it.
  package init(_ values: MetricsValues, keys: [MetricsKey]) {
    self.values = values
    self.keys = keys
  }

  /// Whether sizes are said for an engine.
  func haveSizes(for rules: EngineRules) -> Bool {
    [MetricsKey.itemSize, .rowHeight].contains {
      keys.contains($0) && rules.metrics.contains($0)
    }
  }
}
