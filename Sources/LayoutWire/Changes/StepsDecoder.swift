public import JSONText
public import LayoutCore

/// Reads changes and plans from JSON (docs/rules.md#steps): their form, all steps at once.
///
/// What needs the layout that the steps are meant for comes later: `AppliedSteps` checks and places the entries, and what
/// their values mean depends on the engine that a section has after the step.
public enum StepsDecoder {
  /// How many steps a change may have.
  public static let stepsMax = ContentLimits.steps
  /// How many entries a step may have.
  public static let entriesMax = ContentLimits.stepEntries

  /// Reads a change of a layout: `{"steps": […], "expect": {…}}`. O(bytes)
  ///
  /// - Parameters:
  ///   - text: The bytes of the text.
  ///   - hasSlack: Whether `JSONDocument.slackByteCount` readable bytes of the same memory follow the text.
  ///   - isHorizontal: Whether the layout scrolls horizontally; nil where there is none. The steps are right then if some
  ///     layout could have them: one direction needs extents that the other one does not.
  ///   - ofDocument: Whether it is a change of a document: `{"revision": 17, "key": "…", "steps": […], "expect": {…}}`.
  ///   - depthMax: How deep containers may be nested.
  ///   - limits: What a snapshot may have; a step may list as many items one by one.
  ///   - naming: What the leaves of items are named by.
  ///   - meter: Bounds the work: reading ends where it grants no more steps.
  /// - Throws: `bad-json`, or `invalid-change` with the first faults; or that the steps are used up.
  public static func change(
    _ text: RawSpan, hasSlack: Bool, isHorizontal: Bool?, ofDocument: Bool = false,
    depthMax: Int = JSONDocument.depthMax, limits: SnapshotLimits = SnapshotLimits(),
    naming: ContentNaming, meter: inout StepMeter
  ) throws(DecodingStop) -> PostedSteps {
    try SnapshotDecoder.read(
      text, hasSlack: hasSlack, depthMax: depthMax, limits: limits, naming: naming,
      refusal: .invalidChange, meter: &meter
    ) { decoder in
      let unread = isHorizontal == nil ? decoder : nil
      decoder.isHorizontal = isHorizontal ?? true
      let posted = ofDocument ? decoder.documentChange() : decoder.change()
      guard let unread, !decoder.faults.isEmpty, decoder.stopped == nil else { return posted }
      let meter = decoder.meter
      decoder = unread
      decoder.meter = meter
      return ofDocument ? decoder.documentChange() : decoder.change()
    }
  }

  /// Reads steps for plain lists: `{"counts": […], "steps": […], "after": […]}`. O(bytes)
  ///
  /// - Throws: as `change`.
  public static func plan(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits(), meter: inout StepMeter
  ) throws(DecodingStop) -> PostedPlan {
    try SnapshotDecoder.read(
      text, hasSlack: hasSlack, depthMax: depthMax, limits: limits, refusal: .invalidChange,
      meter: &meter
    ) { $0.plan() }
  }
}

extension SnapshotDecoder {
  // MARK: Bodies

  fileprivate mutating func change() -> PostedSteps {
    var posted = PostedSteps(decoder: self)
    let members = members(of: document.root, ChangeKey.self, required: [.steps])
    readChange(members[.steps], members[.expect], into: &posted)
    posted.decoder = self
    return posted
  }

  fileprivate mutating func documentChange() -> PostedSteps {
    var posted = PostedSteps(decoder: self)
    let members = members(
      of: document.root, DocumentChangeKey.self, required: [.revision, .steps])
    let revision = members[.revision].flatMap { integer($0, in: DocumentChangeHead.revisions) }
    let key = members[.key].flatMap { writersKey($0) }
    readChange(members[.steps], members[.expect], into: &posted)
    posted.decoder = self
    // Only steps of the right form are written, so that no object has more members than a step may have.
    if faults.isEmpty, !isStopped, let revision, let steps = members[.steps] {
      posted.head = canonical(steps).map {
        DocumentChangeHead(revision: revision, key: key, steps: $0)
      }
    }
    return posted
  }

  /// What a writer repeats with every retry.
  private mutating func writersKey(_ element: JSONElement) -> String? {
    guard let key = string(element, byteCounts: 0...Int.max) else { return nil }
    let count = key.unicodeScalars.count
    if !DocumentChangeHead.keyCharacters.contains(count) {
      fault(element, .outOfRange, "must have 1 to 64 characters, not \(count)")
    } else if key.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      fault(element, .outOfRange, "must have no control characters")
    }
    return key
  }

  /// The canonical JSON of an element; nil where steps are used up.
  private mutating func canonical(_ element: JSONElement) -> [UInt8]? {
    var writer = JSONWriter()
    do throws(WalkStop) {
      try document.writeCanonical(element, to: &writer, meter: &meter)
      hold(2 * writer.bytes.count)
      return writer.bytes
    } catch {
      stop()
      return nil
    }
  }

  private mutating func readChange(
    _ steps: JSONElement?, _ expect: JSONElement?, into posted: inout PostedSteps
  ) {
    posted.steps = self.steps(steps, StepKey.known)
    if let expect {
      let members = self.members(of: expect, ExpectKey.self)
      posted.expected.id = members[.id].flatMap { string($0, byteCounts: 64...64) }
      posted.expected.itemCount = members[.itemCount].flatMap { integer($0, in: 0...limits.items) }
    }
  }

  fileprivate mutating func plan() -> PostedPlan {
    var plan = PostedPlan()
    let members = members(of: document.root, PlanKey.self, required: [.counts, .steps])
    if let counts = members[.counts] { plan.counts = sectionCounts(counts) }
    plan.steps = steps(members[.steps], StepKey.knownOfPlans).map(\.step)
    plan.after = members[.after].map { sectionCounts($0) }
    return plan
  }

  /// Reads how many items each section has.
  private mutating func sectionCounts(_ list: JSONElement) -> [Int] {
    guard var elements = array(list) else { return [] }
    guard document.count(of: list) <= limits.sections else {
      fault(list, .tooMany, "has more than \(limits.sections) sections", limit: .sections)
      return []
    }
    var counts: [Int] = []
    hold(ListMemory.sectionCount * document.count(of: list))
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      counts.append(integer(element, in: 0...limits.items) ?? 0)
    }
    return counts
  }

  private mutating func steps(
    _ list: JSONElement?, _ known: KnownKeys<StepKey>
  ) -> [PostedStep] {
    guard let list, var elements = array(list) else { return [] }
    let count = document.count(of: list)
    guard count <= StepsDecoder.stepsMax else {
      fault(list, .tooMany, "has \(count) steps, the limit is \(StepsDecoder.stepsMax)")
      return []
    }
    var steps: [PostedStep] = []
    while goesOn, let element = document.next(&elements) {
      explicitItemCount = 0
      hold(ListMemory.step)
      guard var members = object(element, known) else { continue }
      var lists: [(list: Step.List, value: JSONElement)] = []
      var settings: JSONElement?
      while let (key, value) = next(&members) {
        switch key {
        case .list(let list): lists.append((list, value))
        case .set: settings = value
        }
      }
      let entryCount = lists.reduce(0) { $0 + document.count(of: $1.value) }
      guard entryCount <= StepsDecoder.entriesMax else {
        fault(
          element, .tooMany,
          "has \(entryCount) entries, the limit is \(StepsDecoder.entriesMax)")
        continue
      }
      var step = PostedStep()
      for (list, value) in lists { entries(value, of: list, into: &step) }
      if let settings {
        step.globalHeaders = self.members(of: settings, SetKey.self)[.globalHeaders]
        if let headers = step.globalHeaders {
          check(headers, SetKey.globalHeaders.form, holds: true)
        }
      }
      steps.append(step)
    }
    return steps
  }

  // MARK: Entries

  /// What an entry costs beside its members.
  private static let entryCost = 16

  private mutating func entries(
    _ value: JSONElement, of list: Step.List, into step: inout PostedStep
  ) {
    guard var elements = array(value) else { return }
    let table = EntryTable.of(list)
    hold(list.row.entryBytes * document.count(of: value))
    while goesOn, let element = document.next(&elements) {
      take(SnapshotDecoder.entryCost)
      guard var members = members(ofEntry: element, table) else { continue }
      if list == .resize { settle(element, &members, table) }
      var entry = entry(element, members, table)
      if list == .setSections {
        var settings = MembersByKey<EntryKey>()
        for (position, key) in table.keys.enumerated() where key != .section && key != .count {
          if let value = members.values[position] { settings.append(value, for: key) }
        }
        hold(ListMemory.keptMember * document.count(of: element))
        entry.isSetting = !settings.isEmpty
        step.settings.append(settings)
      }
      step.given.append(entry, to: list)
    }
  }

  /// The members of an entry, and faults for those that are missing; nil where it is no object.
  mutating func members(ofEntry element: JSONElement, _ table: EntryTable) -> EntryMembers? {
    guard var left = object(element, table.known) else { return nil }
    var members = EntryMembers()
    while let (position, value) = nextPosition(&left) { members.values[position] = value }
    for position in table.required where members.values[position] == nil {
      fault(element, missing: table.known.names[position], "is missing")
    }
    return members
  }

  /// Reads what the members of an entry say.
  mutating func entry(
    _ element: JSONElement, _ members: EntryMembers, _ table: EntryTable
  ) -> StepEntry {
    let faultCount = faults.count
    var entry = StepEntry()
    for position in table.keys.indices {
      guard let value = members.values[position] else { continue }
      read(value, table.keys[position], table.forms[position], into: &entry)
    }
    let isDescribing = table.describing.contains { members.values[$0] != nil }
    if isDescribing || entry.places != nil {
      entry.items = items(namedBy: entry, members, table, of: element)
    }
    if let items = entry.items, let count = entry.count, items.count != count,
      faults.count == faultCount
    {
      fault(element, .notAllowed, "has \(items.count) items, but says count \(count)")
    }
    return entry
  }

  /// Reads what a member of an entry says.
  private mutating func read(
    _ value: JSONElement, _ key: EntryKey, _ form: KeyForm, into entry: inout StepEntry
  ) {
    switch form {
    case .index: entry.set(key, index(value))
    case .count(let least):
      if let count = integer(value, in: least...limits.items) { entry.set(key, count) }
    case .path: entry.set(key, path(value))
    case .indices:
      entry.places = list(value, bytesOfValue: ListMemory.namedItem) { $0.index($1) }
    case .value(.choice(let words)):
      let place = choice(value, words)
      if case .slide = key { entry.slide = place.map { Slide.allCases[$0] } }
    case .items: entry.items = givenItems(value)
    case .sizes: entry.items = givenItems(value, areSizes: true)
    case .section: section(value, into: &entry)
    case .sections: sections(value, into: &entry)
    case .metrics, .stack: check(value, form, holds: true)
    // What is said of the items that the entry names is read together.
    case .extents, .flags, .member, .members, .value, .text, .entries, .settings: break
    }
  }

  /// Takes away what does not go with the rest of an entry of `resize`, and says so.
  private mutating func settle(
    _ element: JSONElement, _ members: inout EntryMembers, _ table: EntryTable
  ) {
    let isNamed = members[.at, table] != nil
    var misplaced: [EntryKey] = [.item, .items]
    if !isNamed {
      misplaced = ItemColumn.allCases.map { .of(.list($0)) }
      if members[.items, table] == nil, let estimated = members[.estimated, table] {
        members[.estimated, table] = nil
        misplaced.append(.item)
        if word(estimated) != "mean" {
          fault(estimated, .outOfRange, "must be \"mean\", where neither items nor at is given")
        }
      } else {
        misplaced.append(.estimated)
        for key in [EntryKey.item, .items] where members[key, table] == nil {
          fault(element, missing: key.name, "is missing; or give at")
        }
      }
    }
    for key in misplaced {
      guard let value = members[key, table] else { continue }
      members[key, table] = nil
      let form = isNamed ? "beside at" : "here, without at"
      fault(value, .notAllowed, "cannot stand \(form)")
    }
  }

  /// Reads the sections that come with an entry.
  private mutating func sections(_ list: JSONElement, into entry: inout StepEntry) {
    guard var elements = array(list) else { return }
    if document.count(of: list) > limits.sections {
      fault(list, .tooMany, "has more than \(limits.sections) sections", limit: .sections)
    }
    hold(ListMemory.section * document.count(of: list))
    while goesOn, let value = document.next(&elements) {
      take(DecodingCost.section)
      section(value, into: &entry)
    }
  }

  /// Reads a section that comes with an entry, with the defaults for what it does not say. Of one that comes with a plan
  /// the items are counted, and its other values checked.
  private mutating func section(_ element: JSONElement, into entry: inout StepEntry) {
    guard namesItems else {
      var count = 0
      if var members = object(element, SectionKey.self) {
        while let (key, value) = next(&members) {
          if case .items = key.form {
            count = givenItems(value).count
          } else {
            check(value, key.form, holds: false)
          }
        }
      }
      entry.itemCounts.append(count)
      return
    }
    holdParts(ofSection: element)
    // The steps' items are counted by themselves.
    itemCount = 0
    let section = section(element, engine: .flow, of: RawSpan())
    entry.itemCounts.append(section.items.count)
    entry.sections.append(SectionInChange(section))
  }

  // MARK: Values

  /// The members of an object.
  private mutating func members<Key>(
    of element: JSONElement, _ known: KnownKeys<Key>
  ) -> MembersByKey<Key> {
    var members = MembersByKey<Key>()
    guard var left = object(element, known) else { return members }
    while let (key, value) = next(&left) { members.append(value, for: key) }
    return members
  }

  /// The members of an object, and faults for those of the table that are missing.
  mutating func members<Key: SnapshotKey & ObjectKey>(
    of element: JSONElement, _ keys: Key.Type
  ) -> MembersByKey<Key> {
    let members = members(of: element, keys.known)
    guard document.type(of: element) == .object else { return members }
    for key in keys.allCases where key.isRequired && members[key] == nil {
      fault(element, missing: key.name, "is missing")
    }
    return members
  }

  /// The members of an object, and faults for those that are missing.
  mutating func members<Key: SnapshotKey>(
    of element: JSONElement, _ keys: Key.Type, required: [Key] = []
  ) -> MembersByKey<Key> {
    let members = members(of: element, keys.known)
    guard document.type(of: element) == .object else { return members }
    for key in required where members[key] == nil {
      fault(element, missing: key.name, "is missing")
    }
    return members
  }

  /// Reads a value for its faults alone: it is read again when the step is applied, or never.
  ///
  /// - Parameter holds: Whether it is kept until then.
  private mutating func check(_ value: JSONElement, _ form: KeyForm, holds: Bool) {
    if holds { hold(value, of: form) }
    switch form {
    case .text(let byteCounts): _ = string(value, byteCounts: byteCounts)
    case .value(.choice(let words)): _ = choice(value, words)
    case .metrics: _ = metrics(value, over: MetricsValues(), readBy: nil)
    case .stack: if !isStopped { _ = stack(value, inheriting: nil) }
    default: preconditionFailure("no other part of a section is checked alone")
    }
  }

  /// Counts what a part of a section takes that comes with a step.
  private mutating func hold(_ value: JSONElement, of form: KeyForm) {
    switch form {
    case .metrics: hold(ListMemory.metrics)
    case .stack: hold(ListMemory.supplementary * document.count(of: value))
    case .items: hold(ListMemory.item * listedCount(value))
    default: break
    }
  }

  /// Counts what a section has that comes with a step, beside itself.
  private mutating func holdParts(ofSection element: JSONElement) {
    guard document.type(of: element) == .object else { return }
    let known = SectionKey.known
    var members = document.contents(of: element)
    while let key = document.next(&members), let value = document.next(&members) {
      if let position = known.position(of: key, in: document) {
        hold(value, of: known.keys[position].form)
      }
    }
  }

  /// A section's or an item's number; 0 where it is wrong.
  private mutating func index(_ element: JSONElement) -> Int {
    integer(element, in: 0...limits.items) ?? 0
  }

  private mutating func path(_ element: JSONElement) -> ItemPath {
    let members = members(of: element, PathKey.self)
    return ItemPath(
      members[.section].map { index($0) } ?? 0, members[.item].map { index($0) } ?? 0)
  }

  /// A value for each of some items that are listed one by one.
  private mutating func list<Value>(
    _ list: JSONElement, bytesOfValue: Int, _ value: (inout SnapshotDecoder, JSONElement) -> Value
  ) -> [Value] {
    guard var elements = array(list) else { return [] }
    let count = document.count(of: list)
    guard mayList(count, list, ofStep: true, bytesOfItem: 0) else {
      explicitItemCount += count
      return []
    }
    hold(bytesOfValue * count)
    guard goesOn else { return [] }
    var values: [Value] = []
    values.reserveCapacity(count)
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      values.append(value(&self, element))
    }
    return values
  }
}
