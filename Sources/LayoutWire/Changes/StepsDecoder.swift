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
  ///   - isHorizontal: Whether the layout scrolls horizontally.
  ///   - ofDocument: Whether it is a change of a document: `{"revision": 17, "key": "…", "steps": […], "expect": {…}}`.
  ///   - depthMax: How deep containers may be nested.
  ///   - limits: What a snapshot may have; a step may list as many items one by one.
  ///   - naming: What the leaves of items are named by.
  ///   - meter: Bounds the work: reading ends where it grants no more steps.
  /// - Throws: `bad-json`, or `invalid-change` with the first faults; or that the steps are used up.
  public static func change(
    _ text: RawSpan, hasSlack: Bool, isHorizontal: Bool, ofDocument: Bool = false,
    depthMax: Int = JSONDocument.depthMax, limits: SnapshotLimits = SnapshotLimits(),
    naming: ContentNaming, meter: inout StepMeter
  ) throws(DecodingStop) -> PostedSteps {
    try SnapshotDecoder.read(
      text, hasSlack: hasSlack, depthMax: depthMax, limits: limits, naming: naming,
      refusal: .invalidChange, meter: &meter
    ) { decoder in
      decoder.isHorizontal = isHorizontal
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
    posted.steps = self.steps(steps, StepKey.self)
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
    plan.steps = steps(members[.steps], PlanStepKey.self).map(\.step)
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

  private mutating func steps<Key: SnapshotKey & RawRepresentable<String>>(
    _ list: JSONElement?, _ keys: Key.Type
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
      guard var members = object(element, keys) else { continue }
      var lists: [(key: StepKey, value: JSONElement)] = []
      while let (key, value) = next(&members) {
        lists.append((StepKey(rawValue: key.rawValue)!, value))
      }
      let entryCount = lists.reduce(0) { $0 + ($1.key == .set ? 0 : document.count(of: $1.value)) }
      guard entryCount <= StepsDecoder.entriesMax else {
        fault(
          element, .tooMany,
          "has \(entryCount) entries, the limit is \(StepsDecoder.entriesMax)")
        continue
      }
      var step = PostedStep()
      for (key, value) in lists { read(key, value, into: &step) }
      steps.append(step)
    }
    return steps
  }

  // MARK: Entries

  /// What an entry costs beside its members.
  private static let entryCost = 16

  private mutating func read(
    _ key: StepKey, _ value: JSONElement, into step: inout PostedStep
  ) {
    if key == .set {
      step.globalHeaders = members(of: value, SetKey.self)[.globalHeaders]
      if let headers = step.globalHeaders { checkStack(headers) }
      return
    }
    guard var elements = array(value) else { return }
    hold(ListMemory.entry(of: key) * document.count(of: value))
    while goesOn, let element = document.next(&elements) {
      take(SnapshotDecoder.entryCost)
      switch key {
      case .delete:
        let members = members(of: element, DeleteKey.self, required: [.section, .item])
        step.given.step.delete.append(
          range(members[.section], members[.item], count: count(members[.count])))
      case .insert: insert(element, into: &step)
      case .move:
        let members = members(of: element, MoveKey.self, required: [.from, .to])
        let from = path(members[.from])
        step.given.step.move.append(
          Step.Move(from: Range(from, count: count(members[.count])), to: path(members[.to])))
      case .resize: resize(element, into: &step)
      case .reload: reload(element, into: &step)
      case .deleteSections:
        let members = members(of: element, DeleteSectionsKey.self, required: [.section])
        step.given.step.deleteSections.append(
          Range(index(members[.section]), count: count(members[.count])))
        step.deletedSlides.append(slide(members[.slide]))
      case .insertSections: insertSections(element, into: &step)
      case .moveSections:
        let members = members(of: element, MoveKey.self, required: [.from, .to])
        let from = Range(index(members[.from]), count: count(members[.count]))
        step.given.step.moveSections.append(Step.Move(from: from, to: index(members[.to])))
      case .reloadSections: reloadSection(element, into: &step)
      case .setSections: setSections(element, into: &step)
      case .set: break
      }
    }
  }

  private mutating func insert(_ element: JSONElement, into step: inout PostedStep) {
    let members = members(of: element, InsertKey.self, required: [.section, .item, .items])
    let items = members[.items].map { givenItems($0) } ?? GivenItems()
    step.given.step.insert.append(range(members[.section], members[.item], count: items.count))
    step.given.inserted.append(items)
  }

  private mutating func reload(_ element: JSONElement, into step: inout PostedStep) {
    let members = members(of: element, ReloadKey.self, required: [.section, .item])
    let faultCount = faults.count
    let items = members[.items].map { givenItems($0) }
    var count = members[.count].map { self.count($0) } ?? items?.count ?? 1
    if let items, items.count != count {
      if faults.count == faultCount {
        fault(element, .notAllowed, "has \(items.count) items, but says count \(count)")
      }
      count = items.count
    }
    step.given.step.reload.append(range(members[.section], members[.item], count: count))
    step.given.reloaded.append(items)
  }

  private mutating func resize(_ element: JSONElement, into step: inout PostedStep) {
    let members = members(of: element, ResizeKey.self, required: [.section])
    guard document.type(of: element) == .object else { return }
    let section = index(members[.section])
    let lists = ItemColumns { members[.list($0)] }
    let isNamed = members[.at] != nil
    // What does not go with what decides the form.
    var misplaced: [JSONElement?] = isNamed ? [members[.item], members[.items]] : []
    if !isNamed { misplaced += ItemColumn.allCases.map { lists[$0] } }
    if let at = members[.at] {
      let items = indices(at)
      let given = givenColumns(
        lists, members[.estimated], of: element, count: ("at", items.count))
      step.given.step.resize.append(.items(section: section, items))
      step.given.resized.append(given)
    } else if let estimated = members[.estimated], members[.items] == nil {
      misplaced.append(members[.item])
      if word(estimated) != "mean" {
        fault(estimated, .outOfRange, "must be \"mean\", where neither items nor at is given")
      }
      step.given.step.resize.append(.estimated(section: section))
      step.given.resized.append(GivenItems())
    } else {
      if members[.item] == nil { fault(element, missing: "item", "is missing; or give at") }
      if members[.items] == nil { fault(element, missing: "items", "is missing; or give at") }
      misplaced.append(members[.estimated])
      let items = members[.items].map { givenItems($0) } ?? GivenItems()
      step.given.step.resize.append(
        .range(Range(ItemPath(section, index(members[.item])), count: items.count)))
      step.given.resized.append(items)
    }
    for value in misplaced {
      guard let value else { continue }
      let form = isNamed ? "beside at" : "here, without at"
      fault(value, .notAllowed, "cannot stand \(form)")
    }
  }

  private mutating func insertSections(_ element: JSONElement, into step: inout PostedStep) {
    let members = members(
      of: element, InsertSectionsKey.self, required: [.section, .sections])
    var itemCounts: [Int] = []
    var sections: [ReadSection] = []
    if let list = members[.sections], var elements = array(list) {
      if document.count(of: list) > limits.sections {
        fault(list, .tooMany, "has more than \(limits.sections) sections", limit: .sections)
      }
      hold(ListMemory.section * document.count(of: list))
      while goesOn, let value = document.next(&elements) {
        take(DecodingCost.section)
        guard namesItems else {
          itemCounts.append(sectionItemCount(value))
          continue
        }
        sections.append(newSection(value))
        itemCounts.append(sections.last!.items.count)
      }
    }
    step.given.step.insertSections.append(
      Step.InsertedSections(section: index(members[.section]), itemCounts: itemCounts))
    step.insertedSections.append(sections)
    step.insertedSlides.append(slide(members[.slide]))
  }

  private mutating func reloadSection(_ element: JSONElement, into step: inout PostedStep) {
    let members = members(of: element, ReloadSectionsKey.self, required: [.section, .value])
    guard let value = members[.value] else { return }
    var itemCount = 0
    if namesItems {
      step.reloadedSections.append(newSection(value))
      itemCount = step.reloadedSections.last!.items.count
    } else {
      itemCount = sectionItemCount(value)
    }
    step.given.step.reloadSections.append(
      Step.ReloadedSection(section: index(members[.section]), itemCount: itemCount))
  }

  private mutating func setSections(_ element: JSONElement, into step: inout PostedStep) {
    var members = members(of: element, SetSectionsKey.self, required: [.section])
    let start = index(members.remove(.section))
    let count = count(members.remove(.count))
    if let engine = members[.engine] { _ = choice(engine, Engine.self) }
    hold(ListMemory.keptMember * document.count(of: element))
    if let metrics = members[.metrics] {
      hold(ListMemory.metrics)
      _ = self.metrics(metrics, over: MetricsValues(), readBy: nil)
    }
    for key in [SetSectionsKey.headers, .footers] {
      if let headers = members[key] { checkStack(headers) }
    }
    step.given.step.setSections.append(Range(start, count: members.isEmpty ? 0 : count))
    step.settings.append(members)
  }

  // MARK: Values

  /// The members of an object, and faults for those that are missing.
  mutating func members<Key: SnapshotKey>(
    of element: JSONElement, _ keys: Key.Type, required: [Key] = []
  ) -> MembersByKey<Key> {
    var members = MembersByKey<Key>()
    guard var left = object(element, keys) else { return members }
    while let (key, value) = next(&left) { members.append(value, for: key) }
    for key in required where members[key] == nil {
      fault(element, missing: key.name, "is missing")
    }
    return members
  }

  /// Reads headers, footers or global headers for their faults alone; they are read again when the step is applied.
  private mutating func checkStack(_ headers: JSONElement) {
    hold(ListMemory.supplementary * document.count(of: headers))
    if !isStopped { _ = stack(headers, inheriting: nil) }
  }

  /// Reads a section that comes with a step, with the defaults for what it does not say.
  private mutating func newSection(_ element: JSONElement) -> ReadSection {
    holdParts(ofSection: element)
    // The steps' items are counted by themselves.
    itemCount = 0
    return section(element, engine: .flow, of: RawSpan())
  }

  /// Counts what a section has that comes with a step, beside itself.
  private mutating func holdParts(ofSection element: JSONElement) {
    guard document.type(of: element) == .object else { return }
    var members = document.contents(of: element)
    while let key = document.next(&members), let value = document.next(&members) {
      let known = SectionKey.known
      switch known.position(of: key, in: document).map({ known.keys[$0] }) {
      case .metrics: hold(ListMemory.metrics)
      case .headers, .footers: hold(ListMemory.supplementary * document.count(of: value))
      case .items: hold(ListMemory.item * listedCount(value))
      case .id, .engine, nil: break
      }
    }
  }

  /// How many items any form of items lists one by one at the most.
  private func listedCount(_ items: JSONElement) -> Int {
    if document.type(of: items) == .array { return document.count(of: items) }
    guard document.type(of: items) == .object else { return 0 }
    var count = 0
    var members = document.contents(of: items)
    while document.next(&members) != nil, let value = document.next(&members) {
      if document.type(of: value) == .array { count = max(count, document.count(of: value)) }
    }
    return count
  }

  /// How many items a section has that comes with a plan; its other values are checked.
  private mutating func sectionItemCount(_ element: JSONElement) -> Int {
    guard var members = object(element, SectionKey.self) else { return 0 }
    var count = 0
    while let (key, value) = next(&members) {
      switch key {
      case .id: _ = string(value, byteCounts: SnapshotDecoder.sectionIDByteCounts)
      case .engine: _ = choice(value, Engine.self)
      case .metrics: _ = metrics(value, over: MetricsValues(), readBy: nil)
      case .headers, .footers: _ = stack(value, inheriting: nil)
      case .items: count = givenItems(value).count
      }
    }
    return count
  }

  /// A section's or an item's number; 0 where it is missing or wrong.
  private mutating func index(_ element: JSONElement?) -> Int {
    element.flatMap { integer($0, in: 0...limits.items) } ?? 0
  }

  /// How many neighbours an entry names.
  private mutating func count(_ element: JSONElement?) -> Int {
    element.flatMap { integer($0, in: 1...limits.items) } ?? 1
  }

  private mutating func path(_ element: JSONElement?) -> ItemPath {
    guard let element else { return ItemPath(0, 0) }
    let members = members(of: element, PathKey.self, required: [.section, .item])
    return ItemPath(index(members[.section]), index(members[.item]))
  }

  private mutating func range(
    _ section: JSONElement?, _ item: JSONElement?, count: Int
  ) -> Range<ItemPath> {
    Range(ItemPath(index(section), index(item)), count: count)
  }

  private mutating func indices(_ list: JSONElement) -> [Int] {
    guard var elements = array(list) else { return [] }
    let count = document.count(of: list)
    explicitItemCount += count
    guard explicitItemCount <= limits.explicitItems else {
      fault(
        list, .tooMany,
        "makes more than \(limits.explicitItems) items of a step that are listed one by one",
        limit: .items)
      return []
    }
    hold(ListMemory.namedItem * count)
    guard goesOn else { return [] }
    var indices: [Int] = []
    indices.reserveCapacity(count)
    while goesOn, let element = document.next(&elements) {
      take(DecodingCost.member)
      indices.append(index(element))
    }
    return indices
  }

  private mutating func slide(_ element: JSONElement?) -> Slide? {
    element.flatMap { choice($0, Slide.self) }
  }
}
