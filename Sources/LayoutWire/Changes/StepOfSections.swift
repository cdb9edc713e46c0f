internal import JSONText
internal import LayoutCore

/// The settings of a step for existing sections and for the snapshot. An entry of `setSections` is decoded once for all
/// of its sections with the same metrics and colours.
struct StepOfSections: StepSections {
  private var decoder: SnapshotDecoder
  private var posted = PostedStep()
  /// The metrics in entries of `setSections`.
  private(set) var settings = NumberedValues<SizeSettings>()
  private var metrics: [SettingsKey: ResolvedMetrics] = [:]
  private var stacks: [StackKey: SupplementaryStack] = [:]

  private struct SettingsKey: Hashable {
    let entry: Int
    /// The metrics of the section before the step.
    let metrics: ObjectIdentifier
  }

  private struct StackKey: Hashable {
    let entry: Int
    let key: EntryKey
    let inherited: ObjectIdentifier?
  }

  /// - Parameters:
  ///   - decoder: The decoder of the text that has the steps.
  ///   - sectionCount: The number of sections of the snapshot that is changed.
  init(_ decoder: SnapshotDecoder, sectionCount: Int) {
    self.decoder = decoder
    self.decoder.hold(ListMemory.parentSection * sectionCount)
  }

  /// The reason why the decoding ended early; nil if it did not.
  var stopped: DecodingInterrupted? { decoder.stopped }

  /// The problem of settings that are wrong beside what a section has; nil if there is none.
  mutating func problem() throws(DecodingInterrupted) -> DecodingInterrupted? {
    decoder.faults.isEmpty ? nil : try decoder.problem()
  }

  /// Continues with a step.
  mutating func begin(_ posted: PostedStep, meter: inout WorkMeter) {
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
    _ section: Section, by entry: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Section {
    decoder.meter = meter
    let metrics = metrics(of: section, entry)
    decoder.take(DecodingCost.written(metrics.section.engineByteCount))
    let section = section.with(
      metrics.section, headers: stack(.part(.headers), of: entry, metrics),
      footers: stack(.part(.footers), of: entry, metrics),
      placeholder: placeholder(of: entry, metrics), members: members(of: section, entry))
    meter = decoder.meter
    // The decoded values are useless if the meter has run out of steps.
    if decoder.isStopped { throw .budgetExceeded }
    return section
  }

  mutating func snapshotSettings(meter: inout WorkMeter) throws(WalkInterrupted) -> SnapshotSettings
  {
    let given = posted.snapshotSettings
    var settings = SnapshotSettings()
    decoder.meter = meter
    if let headers = given[.globalHeaders] {
      settings.globalHeaders = decoder.stack(headers, inheriting: nil, areGlobal: true)
    }
    if let color = given[.globalHeaderBackgroundColor] {
      settings.globalHeaderBackgroundColor = .some(decoder.color(color))
    }
    settings.minimumContentLength = given[.minimumContentLength].flatMap {
      decoder.number($0, in: RootKey.contentLengths)
    }
    for (place, row) in MemberRow.ofSnapshots.enumerated() {
      guard let value = given[.member(place)] else { continue }
      let read = decoder.value(value, .member(row.form)) ?? MetricValue.none
      settings.members.append(MemberSetting(place: place, value: read))
    }
    meter = decoder.meter
    if decoder.isStopped { throw .budgetExceeded }
    return settings
  }

  /// The headers or footers of an entry; nil if it has none. O(elements) for the first section
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

  /// The placeholder of an entry: `.some(nil)` if the entry sets it to `null`, nil if it does not have it. O(1)
  private mutating func placeholder(
    of entry: Int, _ metrics: ResolvedMetrics
  ) -> Placeholder?? {
    guard let given = posted.settings[entry][.part(.placeholder)] else { return nil }
    if decoder.document.type(of: given) == .null { return .some(nil) }
    return .some(decoder.placeholder(given, inheriting: metrics.supplementaryAppearance))
  }

  /// The members of a section without rules of their own, after the changes of an entry. O(members)
  private mutating func members(of section: Section, _ entry: Int) -> SectionMembers {
    var members = section.members
    for (place, row) in MemberRow.ofSections.enumerated() {
      guard let given = posted.settings[entry][.part(.member(place))] else { continue }
      decoder.read(given, row, into: &members.given)
    }
    return members
  }

  /// The metrics of a section after the changes of an entry. O(members) for the first section with its metrics
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
