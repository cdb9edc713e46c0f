public import JSONText
public import LayoutCore

/// Decodes changes and plans from JSON (docs/rules.md#steps): the form of all steps at once.
///
/// Checks that need the layout come later: `AppliedSteps` checks and places the entries. The meaning of their values
/// depends on the engine of a section after the step.
public enum StepsDecoder {
  /// The greatest number of steps in a change.
  public static let stepsMax = ContentLimits.steps
  /// The greatest number of entries in a step.
  public static let entriesMax = ContentLimits.stepEntries

  /// Decodes a change of a layout: `{"steps": […], "expect": {…}}`, or with two trees in place of steps. O(bytes)
  ///
  /// - Parameters:
  ///   - text: The bytes of the text.
  ///   - hasSlack: Whether `JSONDocument.slackByteCount` readable bytes of the same memory follow the text.
  ///   - isHorizontal: Whether the layout scrolls horizontally; nil if there is no layout. Steps are then right if some
  ///     layout could have them: which extents are required depends on the direction.
  ///   - ofDocument: Whether it is a change of a document: `{"revision": 17, "key": "…", "steps": […], "expect": {…}}`.
  ///   - depthMax: The greatest depth of nested containers.
  ///   - limits: The limits of snapshots; a step may list as many items one by one as a snapshot.
  ///   - naming: Names the leaves of items.
  ///   - meter: Pays for the work.
  /// - Throws: `bad-json`, or `invalid-change` with the first faults; `.budgetExceeded` if the meter runs out of units.
  public static func change(
    _ text: RawSpan, hasSlack: Bool, isHorizontal: Bool?, ofDocument: Bool = false,
    depthMax: Int = JSONDocument.depthMax, limits: SnapshotLimits = SnapshotLimits(),
    naming: ContentNaming, meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> PostedSteps {
    // The document of the trees is let go before that of the step is made.
    switch try readChange(
      text, hasSlack: hasSlack, isHorizontal: isHorizontal, ofDocument: ofDocument,
      depthMax: depthMax, limits: limits, naming: naming, meter: &meter)
    {
    case .steps(let posted): return posted
    case .trees(let change):
      return try change.posted(
        ofDocument: ofDocument, limits: limits, naming: naming, meter: &meter)
    }
  }

  /// What a change says.
  private enum ReadBody {
    case steps(PostedSteps)
    case trees(ComparedBody)
  }

  private static func readChange(
    _ text: RawSpan, hasSlack: Bool, isHorizontal: Bool?, ofDocument: Bool, depthMax: Int,
    limits: SnapshotLimits, naming: ContentNaming, meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> ReadBody {
    var read: PostedSteps?
    if text.beginsWithTrees {
      read = try SnapshotDecoder.readBesideLists(
        text, depthMax: depthMax, limits: limits, naming: naming, meter: &meter
      ) { decoder in
        decoder.hasTreesInOrder
          ? change(&decoder, isHorizontal: isHorizontal, ofDocument: ofDocument, in: text) : nil
      }
    }
    let posted: PostedSteps
    if let read {
      posted = read
    } else {
      posted = try SnapshotDecoder.read(
        text, hasSlack: hasSlack, depthMax: depthMax, limits: limits, naming: naming,
        refusal: .invalidChange, meter: &meter
      ) { change(&$0, isHorizontal: isHorizontal, ofDocument: ofDocument) }
    }
    if posted.decoder.isTooLarge { throw .problem(.snapshotTooLarge(limits.bytes)) }
    if posted.decoder.hasLongStep { throw .problem(.stepTooLong(limits.stepBytes)) }
    return posted.changeOfTrees.map { .trees($0) } ?? .steps(posted)
  }

  private static func change(
    _ decoder: inout SnapshotDecoder, isHorizontal: Bool?, ofDocument: Bool,
    in text: RawSpan = RawSpan()
  ) -> PostedSteps {
    let unread = isHorizontal == nil ? decoder : nil
    decoder.isHorizontal = isHorizontal ?? true
    func posted() -> PostedSteps {
      ofDocument ? decoder.documentChange(in: text) : decoder.change(in: text)
    }
    let first = posted()
    guard let unread, !decoder.faults.isEmpty, decoder.stopped == nil else { return first }
    let meter = decoder.meter
    decoder = unread
    decoder.meter = meter
    return posted()
  }
}

extension SnapshotDecoder {
  // MARK: Bodies

  mutating func change(in text: RawSpan) -> PostedSteps {
    var posted = PostedSteps(decoder: self)
    let members = members(of: document.root, ChangeKey.self)
    isOfUser = members[.from] != nil && members[.to] == nil
    readChange(members[.steps], members[.expect], into: &posted)
    posted.textVersion = textVersion
    readTrees(
      members[.from], members[.to], beside: members[.steps], in: text, into: &posted)
    if members[.from] != nil, faults.isEmpty, !isStopped, let steps = members[.steps] {
      posted.keptBody = canonical(steps).map {
        Array("{\"steps\":".utf8) + $0 + [UInt8(ascii: "}")]
      }
    }
    posted.decoder = self
    return posted
  }

  mutating func documentChange(in text: RawSpan) -> PostedSteps {
    var posted = PostedSteps(decoder: self)
    let members = members(of: document.root, DocumentChangeKey.self, required: [.revision])
    let revision = members[.revision].flatMap { integer($0, in: DocumentChangeHead.revisions) }
    let key = members[.key].flatMap { writersKey($0) }
    isOfUser = members[.from] != nil && members[.to] == nil
    readChange(members[.steps], members[.expect], into: &posted)
    posted.textVersion = textVersion
    readTrees(
      members[.from], members[.to], beside: members[.steps], hasKey: key != nil, in: text,
      into: &posted)
    posted.decoder = self
    // Only steps of the right form are written, so that no object has more members than a step may have.
    if faults.isEmpty, !isStopped, let revision, let steps = members[.steps] {
      posted.head = canonical(steps).map {
        DocumentChangeHead(revision: revision, key: key, steps: $0)
      }
    }
    return posted
  }

  /// The key that a client repeats with every retry.
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

  /// The canonical JSON of an element; nil if the meter runs out of units.
  mutating func canonical(_ element: JSONElement) -> [UInt8]? {
    var writer = JSONWriter()
    do throws(WalkInterrupted) {
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

  mutating func steps(
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
      for (list, value) in lists {
        if isOfUser, list.isOfSections {
          fault(value, .notAllowed, "cannot stand beside from")
        } else {
          entries(value, of: list, into: &step)
        }
      }
      if let settings {
        step.snapshotSettings = self.members(of: settings, SetKey.self)
        for key in SetKey.allCases {
          if let value = step.snapshotSettings[key] { check(value, key.form, holds: true) }
        }
      }
      steps.append(step)
    }
    return steps
  }

  // MARK: Entries

  /// The cost of an entry without its members.
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
      if list == .adjust { settleAdjustment(element, &members, table) }
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

  /// The members of an entry, with a fault for each required one that is missing; nil if it is not an object.
  mutating func members(ofEntry element: JSONElement, _ table: EntryTable) -> EntryMembers? {
    guard var left = object(element, table.known) else { return nil }
    var members = EntryMembers()
    while let (position, value) = nextPosition(&left) { members.values[position] = value }
    for position in table.required where members.values[position] == nil {
      fault(element, missing: table.known.names[position], "is missing")
    }
    return members
  }

  /// Decodes the members of an entry.
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
    for position in table.describing where members.values[position] != nil {
      guard case .of(.all(.member(let place))) = table.keys[position] else { continue }
      let code = MemberRow.ofItems[place].code
      if !entry.memberCodes.contains(code) { entry.memberCodes.append(code) }
    }
    if let items = entry.items, let count = entry.count, items.count != count,
      faults.count == faultCount
    {
      fault(element, .notAllowed, "has \(items.count) items, but says count \(count)")
    }
    return entry
  }

  /// Decodes a member of an entry.
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
      let place = choice(value, words.words)
      if case .slide = key { entry.slide = place.map { Slide.allCases[$0] } }
    case .items: entry.items = givenItems(value)
    case .sizes: entry.items = givenItems(value, areSizes: true)
    case .section: section(value, into: &entry)
    case .sections: sections(value, into: &entry)
    case .metrics, .stack, .globalStack, .placeholder, .placeholderOrNull:
      check(value, form, holds: true)
    case .value(.member): check(value, form, holds: true)
    // The members that describe the items of the entry are decoded together.
    case .extents, .flags, .members, .value, .entries, .settings, .node, .nodes, .nodeHeaders,
      .nodeSections, .keys:
      break
    }
  }

  /// Decodes the sections of an entry.
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

  /// Decodes a section of an entry, with defaults for missing values. For a plan, only the number of items is kept; the
  /// other values are checked.
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
    // The items of steps are counted separately.
    itemCount = 0
    let section = section(element, engine: .flow, of: RawSpan())
    entry.itemCounts.append(section.items.count)
    entry.sections.append(SectionDraft(section))
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

  /// The members of an object, with a fault for each required one that is missing.
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

  /// The members of an object, with a fault for each required one that is missing.
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

  /// Decodes a value only to find its faults: it is decoded again when the step is applied, or never.
  ///
  /// - Parameter holds: Whether the value is held until then.
  private mutating func check(_ value: JSONElement, _ form: KeyForm, holds: Bool) {
    if holds { hold(value, of: form) }
    switch form {
    case .value(let form): _ = self.value(value, form)
    case .metrics: _ = metrics(value, over: MetricsValues(), readBy: nil)
    case .stack: if !isStopped { _ = stack(value, inheriting: nil) }
    case .globalStack: if !isStopped { _ = stack(value, inheriting: nil, areGlobal: true) }
    case .placeholder: _ = placeholder(value, inheriting: nil)
    case .placeholderOrNull:
      if document.type(of: value) != .null { _ = placeholder(value, inheriting: nil) }
    default: preconditionFailure("no other part of a section is checked alone")
    }
  }

  /// Counts the memory of a part of a section that a step inserts.
  private mutating func hold(_ value: JSONElement, of form: KeyForm) {
    switch form {
    case .metrics: hold(ListMemory.metrics)
    case .stack, .globalStack: hold(ListMemory.supplementary * document.count(of: value))
    case .placeholder, .placeholderOrNull: hold(ListMemory.supplementary)
    case .items: hold(ListMemory.item * listedCount(value))
    default: break
    }
  }

  /// Counts the memory of the parts of a section that a step inserts.
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

  /// The number of a section or an item; 0 if it is wrong.
  private mutating func index(_ element: JSONElement) -> Int {
    integer(element, in: 0...limits.items) ?? 0
  }

  private mutating func path(_ element: JSONElement) -> ItemPath {
    let members = members(of: element, PathKey.self)
    return ItemPath(
      members[.section].map { index($0) } ?? 0, members[.item].map { index($0) } ?? 0)
  }

  /// The values of items that are listed one by one.
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
