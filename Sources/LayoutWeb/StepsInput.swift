import LayoutCore

/// Steps of a change as a page writes them: for each, the entries of its lists, list by list, each list after their
/// number.
struct StepsInput: StepSections {
  private var input: NumberInput
  private var parts: SectionInput
  private(set) var settings = NumberedValues<SizeSettings>()
  private var insertedSections: [[SectionInput.InputSection]] = []
  private var reloadedSections: [SectionInput.InputSection] = []
  private var setEntries: [SetEntry] = []
  private var newGlobalHeaders: SupplementaryStack?
  /// For each step so far, how the sections come that it inserts, and how those go that it deletes.
  private(set) var slides: [(inserted: [Slide?], deleted: [Slide?])] = []

  /// What an entry of `setSections` says; metrics and stacks by where they stand, since they are read over what the section
  /// has.
  private struct SetEntry {
    var engine: Engine?
    var metrics: Int?
    var headers: Int?
    var footers: Int?
    /// The entry of each kind of metrics that was read last.
    var last: (before: SectionMetrics, after: ResolvedMetrics)?
  }

  init(_ input: NumberInput, isHorizontal: Bool) {
    self.input = input
    parts = SectionInput(isHorizontal: isHorizontal, inherited: MetricsValues())
  }

  /// Reads how many steps there are.
  mutating func stepCount() throws(ModuleFailure) -> Int {
    try input.whole(upTo: ContentLimits.steps)
  }

  /// Whether all has been read.
  var isAtEnd: Bool { input.left == 0 }

  /// Reads the next step. O(numbers)
  mutating func next() throws(ModuleFailure) -> GivenStep {
    parts.beginStep()
    var given = GivenStep()
    var slides: (inserted: [Slide?], deleted: [Slide?]) = ([], [])
    settings = NumberedValues()
    (insertedSections, reloadedSections, setEntries) = ([], [], [])
    for _ in 0..<(try input.count()) { given.step.delete.append(try range()) }
    for _ in 0..<(try input.count()) { try reload(&given) }
    for _ in 0..<(try input.count()) { try resize(&given) }
    for _ in 0..<(try input.count()) {
      let from = try path()
      let to = try path()
      given.step.move.append(Step.Move(from: Range(from, count: try number()), to: to))
    }
    for _ in 0..<(try input.count()) {
      let path = try path()
      let items = try parts.given(&input)
      given.step.insert.append(Range(path, count: items.count))
      given.inserted.append(items)
    }
    for _ in 0..<(try input.count()) {
      given.step.deleteSections.append(Range(try number(), count: try number()))
      slides.deleted.append(try slide())
    }
    for _ in 0..<(try input.count()) {
      let section = try number()
      reloadedSections.append(try parts.section(&input))
      given.step.reloadSections.append(
        Step.ReloadedSection(section: section, itemCount: reloadedSections.last!.items.count))
    }
    for _ in 0..<(try input.count()) { try setSections(&given) }
    for _ in 0..<(try input.count()) {
      let (from, to) = (try number(), try number())
      given.step.moveSections.append(Step.Move(from: Range(from, count: try number()), to: to))
    }
    for _ in 0..<(try input.count()) {
      let section = try number()
      slides.inserted.append(try slide())
      var sections: [SectionInput.InputSection] = []
      for _ in 0..<(try input.count()) { sections.append(try parts.section(&input)) }
      given.step.insertSections.append(
        Step.InsertedSections(section: section, itemCounts: sections.map { $0.items.count }))
      insertedSections.append(sections)
    }
    newGlobalHeaders = try input.flag() ? try input.stack(inheriting: nil) : nil
    self.slides.append(slides)
    return given
  }

  // MARK: Entries

  private mutating func number() throws(ModuleFailure) -> Int { try input.whole() }

  private mutating func path() throws(ModuleFailure) -> ItemPath {
    ItemPath(try number(), try number())
  }

  private mutating func range() throws(ModuleFailure) -> Range<ItemPath> {
    Range(try path(), count: try number())
  }

  /// 0 for none, 1 for the left, 2 for the right.
  private mutating func slide() throws(ModuleFailure) -> Slide? {
    switch try input.whole(upTo: 2) {
    case 0: nil
    case 1: .left
    default: .right
    }
  }

  /// A path and a count, and 1 with the items that are given, or 0.
  private mutating func reload(_ given: inout GivenStep) throws(ModuleFailure) {
    let range = try range()
    let items: GivenItems? = try input.flag() ? try parts.given(&input) : nil
    if let items, items.count != range.length { throw .malformed }
    given.step.reload.append(range)
    given.reloaded.append(items)
  }

  /// 0, a path and items; 1, a section, how many items, their numbers, and their sizes; or 2 and a section.
  private mutating func resize(_ given: inout GivenStep) throws(ModuleFailure) {
    switch try input.whole(upTo: 2) {
    case 0:
      let path = try path()
      let items = try parts.given(&input)
      given.step.resize.append(.range(Range(path, count: items.count)))
      given.resized.append(items)
    case 1:
      let section = try number()
      var numbers: [Int] = []
      for _ in 0..<(try input.count()) { numbers.append(try number()) }
      let items = try parts.given(&input)
      guard items.count == numbers.count else { throw .malformed }
      given.step.resize.append(.items(section: section, numbers))
      given.resized.append(items)
    default:
      given.step.resize.append(.estimated(section: try number()))
      given.resized.append(GivenItems())
    }
  }

  /// A section and a count, which is 0 where nothing is set; 0 or the engine's place in the list and 1; then metrics,
  /// headers and footers, each after 1, or 0 in its place.
  private mutating func setSections(_ given: inout GivenStep) throws(ModuleFailure) {
    given.step.setSections.append(Range(try number(), count: try number()))
    var entry = SetEntry()
    let engine = try input.whole(upTo: Engine.allCases.count)
    if engine > 0 { entry.engine = Engine.allCases[engine - 1] }
    if try input.flag() {
      entry.metrics = input.place
      let read = try input.metrics(over: MetricsValues(), isHorizontal: parts.isHorizontal)
      settings.set(SizeSettings(read.values, keys: read.keys), at: setEntries.count)
    }
    entry.headers = try stackPlace()
    entry.footers = try stackPlace()
    setEntries.append(entry)
  }

  private mutating func stackPlace() throws(ModuleFailure) -> Int? {
    guard try input.flag() else { return nil }
    let place = input.place
    _ = try input.stack(inheriting: nil)
    return place
  }

  // MARK: What the core asks for

  mutating func section(
    _ run: OriginRun<Int>, before: SectionInChange?, meter: inout StepMeter
  ) throws(WalkStop) -> SectionInChange {
    try meter.take(LayoutModule.stepsPerSection)
    let source = run.source!
    switch source.list {
    case .insertSections:
      return SectionInChange(insertedSections[source.entry][source.offset])
    case .reloadSections:
      return SectionInChange(reloadedSections[source.entry])
    default:
      return set(before!, source.entry)
    }
  }

  func globalHeaders(meter: inout StepMeter) throws(WalkStop) -> SupplementaryStack? {
    newGlobalHeaders
  }

  /// Replaces what an entry of `setSections` gives.
  private mutating func set(_ before: SectionInChange, _ entry: Int) -> SectionInChange {
    let section = before.section
    let metrics = metrics(of: section, entry)
    func stack(_ place: Int?) -> SupplementaryStack? {
      guard let place else { return nil }
      var again = input
      again.place = place
      // It has been read before.
      return try? again.stack(inheriting: metrics.supplementaryAppearance)
    }
    var after = before
    after.section = Section(
      metrics: metrics.section == section.metrics ? section.metrics : metrics.section,
      items: section.items, headers: stack(setEntries[entry].headers) ?? section.headers,
      footers: stack(setEntries[entry].footers) ?? section.footers)
    return after
  }

  /// The metrics of a section with what an entry gives.
  private mutating func metrics(of section: Section, _ entry: Int) -> ResolvedMetrics {
    if let last = setEntries[entry].last, last.before === section.metrics { return last.after }
    var values = MetricsValues(section.metrics)
    if let place = setEntries[entry].metrics {
      var again = input
      again.place = place
      // They have been read before.
      let read = try? again.metrics(over: values, isHorizontal: parts.isHorizontal)
      values = read?.values ?? values
    }
    let resolved = parts.metricsCache.resolved(
      values, for: setEntries[entry].engine ?? section.metrics.engine.name)
    setEntries[entry].last = (section.metrics, resolved)
    return resolved
  }
}

extension SectionInChange {
  fileprivate init(_ section: SectionInput.InputSection) {
    self.init(
      Section(
        metrics: section.metrics, items: section.items, headers: section.headers,
        footers: section.footers),
      id: section.id)
  }
}
