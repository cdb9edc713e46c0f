/// The rules for the sizes and members of a section's items after a step (docs/rules.md#sizes-after-a-step).
struct SizeRules {
  let engine: Engine
  /// In the vertical layout.
  fileprivate let columns: ItemColumns<MemberValue>
  /// Whether the step gives the sizes of items without sizes.
  fileprivate let areSizesSaid: Bool
  fileprivate let keepsMarks: Bool
  fileprivate let isHorizontal: Bool
  fileprivate let engineRules: EngineRules

  /// - Parameters:
  ///   - section: The section after the step.
  ///   - settings: The settings of the step for it.
  init(_ section: Section, _ settings: SizeSettings?, isHorizontal: Bool) {
    engine = section.metrics.engine.name
    let rules = EngineRules.of(engine)
    engineRules = rules
    let values = settings?.values ?? MetricsValues()
    columns = ItemColumns { MemberValue($0, rules.items[$0], values) }
    areSizesSaid = settings?.haveSizes(for: rules) ?? false
    keepsMarks = ItemColumn.allCases.contains { rules.items[$0].isRead }
    self.isHorizontal = isHorizontal
  }
}

extension SizeRules {
  /// The items if a step gives everything that the engine reads; nil if something depends on the old items.
  func run(count: Int, _ given: GivenItems.Run) -> ItemRun? {
    var run = SizedRun(
      count: count, width: 0, height: 0, isEstimated: keepsMarks && given.isEstimated)
    for column in ItemColumn.allCases where columns[column].isRead {
      guard let extent = given.sizes[isHorizontal ? column.transposed : column] else { return nil }
      run[column] = extent
    }
    return ItemRun(run, engineRules.kept(given.members?.named(isHorizontal: isHorizontal)))
  }
}

/// Converts items to their sizes and members after a step, and records missing sizes.
final class SizeConversion {
  private let rules: SizeRules
  /// The columns that the items had before the step; nil for new items.
  private let had: ItemColumns<Bool>?
  /// What the section's engine read before the step; nil for a new section.
  private let readingBefore: ItemReading?
  /// Whether the step gives only sizes, so that members stay.
  private let givesSizesAlone: Bool
  /// The description of the items in the step, by the names of the members in the text.
  var given: GivenItems.Run?
  /// The mean that the step gives to estimates.
  var mean: MeanSize?
  /// The extents that are required and were missing, by the names of the members in the text.
  private(set) var open: [ItemColumn] = []

  /// The extents that were missing since the last call.
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
    readingBefore = section?.metrics.engine.reading
  }

  /// The size, the mark and the members of a run after the step.
  func run(_ old: ItemRun) -> ItemRun {
    var run = old
    run.width = extent(.width, old.sizes)
    run.height = extent(.height, old.sizes)
    run.isEstimated = rules.keepsMarks && (given?.isEstimated ?? (had != nil && old.isEstimated))
    let kept =
      given == nil || givesSizesAlone
      ? old.members : given!.members?.named(isHorizontal: rules.isHorizontal)
    run.members = rules.engineRules.kept(kept)
    return run
  }

  private func extent(_ column: ItemColumn, _ old: SizedRun) -> Double {
    let rule = rules.columns[column]
    guard rule.isRead else { return 0 }
    if let given = given?.sizes[rules.isHorizontal ? column.transposed : column] { return given }
    if let mean, let extent = mean[column],
      old.isEstimated, readingBefore?.sharesMean(old) ?? true
    {
      return extent
    }
    if let had, had[column], let extent = old.extent(column) { return extent }
    // Waterfall items need no width.
    let isOptional = rule.substitute == nil
    if rule.isRequired || (had == nil && !isOptional && !rules.areSizesSaid) {
      let member = rules.isHorizontal ? column.transposed : column
      if !open.contains(member) { open.append(member) }
    }
    return rule.number
  }
}

/// The settings of the sizes of items without sizes in an entry of `setSections`.
package struct SizeSettings {
  /// The defaults with the given values.
  let values: MetricsValues
  private let keys: [MetricsKey]

  /// Creates settings from the defaults with the given values, and the keys that were given.
  package init(_ values: MetricsValues, keys: [MetricsKey]) {
    self.values = values
    self.keys = keys
  }

  /// Whether sizes are given for an engine.
  func haveSizes(for rules: EngineRules) -> Bool {
    [MetricsKey.itemSize, .rowHeight].contains {
      keys.contains($0) && rules.metrics.contains($0)
    }
  }
}
