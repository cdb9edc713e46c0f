import LayoutCore

/// Steps of a change as a page writes them: for each member of a step 1 and the value, or 0; for a list the number of
/// its entries, then the entries.
final class StepsInput: StepSections {
  private var input: NumberInput
  private var parts: SectionInput
  private(set) var settings = NumberedValues<SizeSettings>()
  private var given = GivenStep()
  private var setEntries: [SetEntry] = []
  /// The entry that is read.
  private var entry = StepEntry()
  private var set = SetEntry()
  private var snapshotSettings = SnapshotSettings()
  /// For each step so far, the animations of the sections that it inserts and deletes.
  private(set) var slides: [(inserted: [Slide?], deleted: [Slide?])] = []

  /// An entry of `setSections`. Of metrics and stacks it has only the positions in the input, since they are read over
  /// those of the section.
  private struct SetEntry {
    var engine: Engine?
    var metrics: Int?
    var headers: Int?
    var footers: Int?
    var placeholder: Int?
    var members: [MemberSetting] = []
    /// The last metrics that the entry was applied to, and the result.
    var last: (before: SectionMetrics, after: ResolvedMetrics)?

    var isSetting: Bool {
      engine != nil || metrics != nil || headers != nil || footers != nil || placeholder != nil
        || !members.isEmpty
    }
  }

  init(_ input: NumberInput, isHorizontal: Bool) {
    self.input = input
    parts = SectionInput(isHorizontal: isHorizontal, inherited: MetricsValues())
  }

  /// Reads the number of steps.
  func stepCount() throws(ModuleFailure) -> Int {
    try input.whole(upTo: ContentLimits.steps)
  }

  /// Whether all input has been read.
  var isAtEnd: Bool { input.left == 0 }

  /// Reads the next step. O(numbers)
  func next() throws(ModuleFailure) -> GivenStep {
    parts.beginStep()
    (given, settings, setEntries) = (GivenStep(), NumberedValues(), [])
    snapshotSettings = SnapshotSettings()
    for key in StepKey.allCases {
      guard try input.flag() else { continue }
      switch key {
      case .list(let list): for _ in 0..<(try input.count()) { try readEntry(of: list) }
      case .set:
        for key in SetKey.allCases {
          guard try input.flag() else { continue }
          switch key {
          case .globalHeaders: snapshotSettings.globalHeaders = try stack()
          case .globalHeaderBackgroundColor:
            snapshotSettings.globalHeaderBackgroundColor = .some(try input.color())
          case .minimumContentLength:
            snapshotSettings.minimumContentLength = try input.contentLength()
          case .member(let place):
            snapshotSettings.members.append(try input.snapshotMember(place))
          }
        }
      }
    }
    slides.append((given.insertedSlides, given.deletedSlides))
    return given
  }

  // MARK: Entries

  private func number() throws(ModuleFailure) -> Int { try input.whole() }

  private func path() throws(ModuleFailure) -> ItemPath {
    ItemPath(try number(), try number())
  }

  private func stack() throws(ModuleFailure) -> SupplementaryStack {
    try input.stack(inheriting: nil, isHorizontal: parts.isHorizontal)
  }

  private func section() throws(ModuleFailure) {
    let section = try parts.section(&input, engine: .flow)
    entry.itemCounts.append(section.items.count)
    entry.sections.append(SectionDraft(section))
  }

  /// Reads the number of members of an entry, and for each the position of its key, and the value.
  private func readEntry(of list: Step.List) throws(ModuleFailure) {
    (entry, set) = (StepEntry(), SetEntry())
    for _ in 0..<(try input.count()) {
      let key = EntryKey.all[try input.whole(upTo: EntryKey.all.count - 1)]
      switch key {
      case .section, .item, .count: entry.set(key, try number())
      case .from, .to:
        if list == .moveSections {
          entry.set(key, try number())
        } else {
          entry.set(key, try path())
        }
      case .slide: entry.slide = try input.choice(Slide.self)
      case .at:
        var places: [Int] = []
        for _ in 0..<(try input.count()) { places.append(try number()) }
        entry.places = places
      case .value: try section()
      case .sections: for _ in 0..<(try input.count()) { try section() }
      case .part(.items):
        let given = try parts.given(&input)
        (entry.items, entry.memberCodes) = (given.items, given.codes)
      case .part(.engine): set.engine = try input.choice(Engine.self)
      case .part(.metrics):
        set.metrics = input.place
        let read = try input.metrics(over: MetricsValues(), isHorizontal: parts.isHorizontal)
        settings.set(SizeSettings(read.values, keys: read.keys), at: setEntries.count)
      case .part(.headers): set.headers = try stackPlace()
      case .part(.footers): set.footers = try stackPlace()
      case .part(.placeholder):
        set.placeholder = input.place
        _ = try placeholder(&input, inheriting: nil)
      case .part(.member(let place)):
        guard MemberRow.areOfSectionsOrSnapshots else { throw .malformed }
        let value = try input.member(MemberRow.ofSections[place])
        set.members.append(MemberSetting(place: place, value: value))
      case .part, .of: throw .malformed
      }
    }
    if list == .setSections {
      entry.isSetting = set.isSetting
      setEntries.append(set)
    }
    if let items = entry.items {
      guard items.count == entry.places?.count ?? items.count,
        items.count == entry.count ?? items.count
      else { throw .malformed }
    }
    if list == .reloadSections, entry.sections.count != 1 { throw .malformed }
    given.append(entry, to: list)
  }

  /// Reads 1 and a placeholder, or 0 for none.
  private func placeholder(
    _ input: inout NumberInput, inheriting look: Appearance?
  ) throws(ModuleFailure) -> Placeholder? {
    guard try input.flag() else { return nil }
    return try parts.placeholder(&input, inheriting: look)
  }

  private func stackPlace() throws(ModuleFailure) -> Int {
    let place = input.place
    _ = try stack()
    return place
  }

  // MARK: Required by the core

  func snapshotSettings(meter: inout WorkMeter) throws(WalkInterrupted) -> SnapshotSettings {
    snapshotSettings
  }

  func set(
    _ section: Section, by entry: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Section {
    let metrics = metrics(of: section, entry)
    func stack(_ place: Int?) -> SupplementaryStack? {
      guard let place else { return nil }
      var again = input
      again.place = place
      // It has been read before without a failure.
      return try? again.stack(
        inheriting: metrics.supplementaryAppearance, isHorizontal: parts.isHorizontal)
    }
    var members = section.members
    members.given = members.given.with(setEntries[entry].members, of: MemberRow.ofSections)
    return section.with(
      metrics.section, headers: stack(setEntries[entry].headers),
      footers: stack(setEntries[entry].footers),
      placeholder: setEntries[entry].placeholder.map { place in
        var again = input
        again.place = place
        // It has been read before without a failure.
        return (try? placeholder(&again, inheriting: metrics.supplementaryAppearance)) ?? nil
      }, members: members)
  }

  /// The metrics of a section after the changes of an entry.
  private func metrics(of section: Section, _ entry: Int) -> ResolvedMetrics {
    if let last = setEntries[entry].last, last.before === section.metrics { return last.after }
    var values = MetricsValues(section.metrics)
    if let place = setEntries[entry].metrics {
      var again = input
      again.place = place
      // They have been read before without a failure.
      let read = try? again.metrics(
        over: values, isHorizontal: parts.isHorizontal, countsSlots: false)
      values = read?.values ?? values
    }
    let resolved = parts.metricsCache.resolved(
      values, for: setEntries[entry].engine ?? section.metrics.engine.name)
    setEntries[entry].last = (section.metrics, resolved)
    return resolved
  }
}
