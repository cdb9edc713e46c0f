import LayoutCore
import LayoutNaming

/// Reads the parts that snapshots and steps have in common.
struct SectionInput {
  let isHorizontal: Bool
  var metricsCache: MetricsCache
  private var builder: ContentTreeBuilder
  /// How many items are left that sections may have, and how many that they may list one by one.
  private(set) var itemsLeft = NumberInput.itemsMax
  private(set) var explicitItemsLeft = ContentLimits.explicitItems

  init(isHorizontal: Bool, inherited: MetricsValues) {
    self.isHorizontal = isHorizontal
    metricsCache = MetricsCache(inherited: inherited)
    builder = ContentTreeBuilder(naming: .sha256)
  }

  /// A section that has been read.
  struct InputSection {
    let id: String?
    let metrics: SectionMetrics
    let items: Items
    let headers: SupplementaryStack
    let footers: SupplementaryStack
  }

  /// Reads a section: its engine's place in the list, its id, metrics, headers, footers, items.
  mutating func section(_ input: inout NumberInput) throws(ModuleFailure) -> InputSection {
    let engine = try input.choice(Engine.self)
    let id = try input.text(bytesMax: 256)
    let values = try input.metrics(over: metricsCache.inherited, isHorizontal: isHorizontal).values
    let metrics = metricsCache.resolved(values, for: engine)
    let headers = try input.stack(inheriting: metrics.supplementaryAppearance)
    let footers = try input.stack(inheriting: metrics.supplementaryAppearance)
    let listed = try ItemsInput(&input)
    try take(listed)
    let items = try listed.items(metrics, isHorizontal: isHorizontal, &builder)
    return InputSection(
      id: id, metrics: metrics.section, items: items, headers: headers, footers: footers)
  }

  /// Reads items of a step, which are counted with those of its sections.
  mutating func given(_ input: inout NumberInput) throws(ModuleFailure) -> GivenItems {
    let items = try ItemsInput(&input)
    try take(items)
    return items.given()
  }

  /// Begins to count items anew.
  mutating func beginStep() {
    itemsLeft = NumberInput.itemsMax
    explicitItemsLeft = ContentLimits.explicitItems
  }

  private mutating func take(_ items: ItemsInput) throws(ModuleFailure) {
    itemsLeft -= items.itemCount
    explicitItemsLeft -= items.entryCount
    if itemsLeft < 0 || explicitItemsLeft < 0 { throw .tooManyItems }
  }
}

extension Snapshot {
  /// Reads a snapshot: 1 where it scrolls horizontally, 1 where it is mirrored, the metrics that sections inherit, the
  /// global headers, how many sections there are, the sections.
  static func read(_ input: inout NumberInput) throws(ModuleFailure) -> Snapshot {
    let isHorizontal = try input.flag()
    let isMirrored = try input.flag()
    let inherited = try input.metrics(over: MetricsValues(), isHorizontal: isHorizontal).values
    var parts = SectionInput(isHorizontal: isHorizontal, inherited: inherited)
    let globalHeaders = try input.stack(inheriting: nil)
    let count = try input.whole(upTo: ContentLimits.sections)
    var list = SectionList(capacity: min(count, input.left))
    list.hold(globalHeaders)
    for _ in 0..<count {
      let section = try parts.section(&input)
      list.append(
        id: section.id, metrics: section.metrics, items: section.items, headers: section.headers,
        footers: section.footers)
    }
    guard input.left == 0 else { throw .malformed }
    let snapshot = Snapshot(
      scrollDirection: isHorizontal ? .horizontal : .vertical,
      layoutDirection: isMirrored ? .rtl : .ltr, globalHeaders: globalHeaders, sections: list)
    guard snapshot.explicitItemCount <= ContentLimits.explicitItems else { throw .tooManyItems }
    return snapshot
  }
}
