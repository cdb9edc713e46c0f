internal import JSONText
internal import LayoutCore

/// What a step sets of sections that stay, and of the snapshot. An entry of `setSections` is read once for all of its sections
/// that have the same metrics and colours.
struct StepOfSections: StepSections {
  private var decoder: SnapshotDecoder
  private var posted = PostedStep()
  /// What entries of `setSections` say of metrics alone.
  private(set) var settings = NumberedValues<SizeSettings>()
  private var metrics: [SettingsKey: ResolvedMetrics] = [:]
  private var stacks: [StackKey: SupplementaryStack] = [:]

  private struct SettingsKey: Hashable {
    let entry: Int
    /// Of the section before.
    let metrics: ObjectIdentifier
  }

  private struct StackKey: Hashable {
    let entry: Int
    let key: EntryKey
    let inherited: ObjectIdentifier?
  }

  /// - Parameters:
  ///   - decoder: Of the text that has the steps.
  ///   - sectionCount: How many sections the snapshot has that is changed.
  init(_ decoder: SnapshotDecoder, sectionCount: Int) {
    self.decoder = decoder
    self.decoder.hold(ListMemory.parentSection * sectionCount)
  }

  /// What ended the reading, where something did.
  var stopped: DecodingStop? { decoder.stopped }

  /// Goes on with a step.
  mutating func begin(_ posted: PostedStep, meter: inout StepMeter) {
    self.posted = posted
    (settings, metrics, stacks) = (NumberedValues(), [:], [:])
    decoder.meter = meter
    for (entry, members) in posted.settings.enumerated() {
      guard let given = members[.part(.metrics)] else { continue }
      settings.set(SizeSettings(given, &decoder), at: entry)
    }
    meter = decoder.meter
  }

  mutating func set(
    _ section: Section, by entry: Int, meter: inout StepMeter
  ) throws(WalkStop) -> Section {
    decoder.meter = meter
    let metrics = metrics(of: section, entry)
    let section = section.with(
      metrics.section, headers: stack(.part(.headers), of: entry, metrics),
      footers: stack(.part(.footers), of: entry, metrics))
    meter = decoder.meter
    // What has been read is of no use where steps are used up.
    if decoder.isStopped { throw .stepsUsedUp }
    return section
  }

  mutating func globalHeaders(meter: inout StepMeter) throws(WalkStop) -> SupplementaryStack? {
    guard let headers = posted.globalHeaders else { return nil }
    decoder.meter = meter
    let stack = decoder.stack(headers, inheriting: nil)
    meter = decoder.meter
    if decoder.isStopped { throw .stepsUsedUp }
    return stack
  }

  /// The headers or footers that an entry gives; nil where it gives none. O(elements) for the first section
  private mutating func stack(
    _ key: EntryKey, of entry: Int, _ metrics: ResolvedMetrics
  ) -> SupplementaryStack? {
    guard let given = posted.settings[entry][key] else { return nil }
    let inherited = metrics.supplementaryAppearance
    let place = StackKey(
      entry: entry, key: key, inherited: inherited.map { ObjectIdentifier($0) })
    if let known = stacks[place] { return known }
    decoder.hold(ListMemory.supplementary * decoder.document.count(of: given))
    if decoder.isStopped { return nil }
    let stack = decoder.stack(given, inheriting: inherited)
    stacks[place] = stack
    return stack
  }

  /// The metrics of a section with what an entry gives. O(members) for the first section of some metrics
  private mutating func metrics(
    of section: Section, _ entry: Int
  ) -> ResolvedMetrics {
    let key = SettingsKey(entry: entry, metrics: ObjectIdentifier(section.metrics))
    if let known = metrics[key] { return known }
    let members = posted.settings[entry]
    let engine =
      members[.part(.engine)].flatMap { decoder.choice($0, Engine.self) }
      ?? section.metrics.engine.name
    var values = MetricsValues(section.metrics)
    if let given = members[.part(.metrics)] {
      values = decoder.metrics(given, over: values, readBy: nil)
    }
    decoder.take(DecodingCost.metrics)
    decoder.hold(ListMemory.metrics)
    let resolved = decoder.metricsCache.resolved(values, for: engine)
    metrics[key] = resolved
    return resolved
  }
}

extension SizeSettings {
  fileprivate init(_ metrics: JSONElement, _ decoder: inout SnapshotDecoder) {
    let values = decoder.metrics(metrics, over: MetricsValues(), readBy: nil)
    var keys: [MetricsKey] = []
    if var members = decoder.object(metrics, MetricsKey.self) {
      while let (key, _) = decoder.next(&members) { keys.append(key) }
    }
    self.init(values, keys: keys)
  }
}
