internal import JSONText
internal import LayoutCore

/// What a step makes of whole sections: new ones, and the settings of those that stay. An entry of `setSections` is read
/// once for all of its sections that have the same metrics and colours.
struct StepOfSections {
  private let posted: PostedStep
  /// What entries of `setSections` say of metrics alone.
  private(set) var settings: [Int: SizeSettings] = [:]
  private var metrics: [SettingsKey: ResolvedMetrics] = [:]
  private var stacks: [StackKey: SupplementaryStack] = [:]

  private struct SettingsKey: Hashable {
    let entry: Int
    /// Of the section before.
    let metrics: ObjectIdentifier
  }

  private struct StackKey: Hashable {
    let entry: Int
    let key: SetSectionsKey
    let inherited: ObjectIdentifier?
  }

  init(_ posted: PostedStep, _ decoder: inout SnapshotDecoder) {
    self.posted = posted
    for (entry, members) in posted.settings.enumerated() {
      guard let given = members[.metrics] else { continue }
      settings[entry] = SizeSettings(given, &decoder)
    }
  }

  /// A section that comes with the step, or that it sets: the first one of a run.
  mutating func section(
    _ run: OriginRun<Int>, before: SectionInChange?, _ decoder: inout SnapshotDecoder
  ) -> SectionInChange {
    let source = run.source!
    switch source.list {
    case .insertSections:
      return SectionInChange(posted.insertedSections[source.entry][source.offset])
    case .reloadSections:
      return SectionInChange(posted.reloadedSections[source.entry])
    default:
      return set(before!, source.entry, &decoder)
    }
  }

  /// Replaces what an entry of `setSections` gives.
  private mutating func set(
    _ before: SectionInChange, _ entry: Int, _ decoder: inout SnapshotDecoder
  ) -> SectionInChange {
    let section = before.section
    let metrics = metrics(of: section, entry, &decoder)
    var after = before
    after.section = Section(
      metrics: metrics.section == section.metrics ? section.metrics : metrics.section,
      items: section.items,
      headers: stack(.headers, of: entry, metrics, &decoder) ?? section.headers,
      footers: stack(.footers, of: entry, metrics, &decoder) ?? section.footers)
    return after
  }

  /// The headers or footers that an entry gives; nil where it gives none. O(elements) for the first section
  private mutating func stack(
    _ key: SetSectionsKey, of entry: Int, _ metrics: ResolvedMetrics,
    _ decoder: inout SnapshotDecoder
  ) -> SupplementaryStack? {
    guard let given = posted.settings[entry][key] else { return nil }
    let inherited = metrics.supplementaryAppearance
    let place = StackKey(
      entry: entry, key: key, inherited: inherited.map { ObjectIdentifier($0) })
    if let known = stacks[place] { return known }
    let stack = decoder.stack(given, inheriting: inherited)
    stacks[place] = stack
    return stack
  }

  /// The metrics of a section with what an entry gives. O(members) for the first section of some metrics
  private mutating func metrics(
    of section: Section, _ entry: Int, _ decoder: inout SnapshotDecoder
  ) -> ResolvedMetrics {
    let key = SettingsKey(entry: entry, metrics: ObjectIdentifier(section.metrics))
    if let known = metrics[key] { return known }
    let members = posted.settings[entry]
    let engine =
      members[.engine].flatMap { decoder.choice($0, Engine.self) } ?? section.metrics.engine.name
    var values = MetricsValues(section.metrics)
    if let given = members[.metrics] {
      values = decoder.metrics(given, over: values, readBy: nil)
    }
    decoder.take(DecodingCost.metrics)
    let resolved = decoder.metricsCache.resolved(values, for: engine)
    metrics[key] = resolved
    return resolved
  }
}

/// What an entry of `setSections` says of the sizes of items that have none.
struct SizeSettings {
  /// The defaults, with what is said.
  let values: MetricsValues
  private let keys: Set<MetricsKey>

  fileprivate init(_ metrics: JSONElement, _ decoder: inout SnapshotDecoder) {
    values = decoder.metrics(metrics, over: MetricsValues(), readBy: nil)
    var keys: Set<MetricsKey> = []
    if var members = decoder.object(metrics, MetricsKey.self) {
      while let (key, _) = decoder.next(&members) { keys.insert(key) }
    }
    self.keys = keys
  }

  /// Whether sizes are said for an engine.
  func haveSizes(for rules: EngineRules) -> Bool {
    [MetricsKey.itemSize, .rowHeight].contains {
      keys.contains($0) && rules.metrics.contains($0)
    }
  }
}

extension SectionInChange {
  fileprivate init(_ section: SnapshotDecoder.ReadSection) {
    self.init(
      section: Section(
        metrics: section.metrics, items: section.items, headers: section.headers,
        footers: section.footers),
      idOrigin: nil, id: section.id)
  }
}
