public import JSONText
public import LayoutCore
internal import LayoutSources

/// Decodes a snapshot from JSON: checks it, merges metrics, fills in defaults, and turns a horizontal one into the
/// vertical one that engines know (docs/rules.md#snapshot).
///
/// Faults are collected, not thrown, so that one answer can list up to twenty of them; meanwhile a wrong value is
/// replaced by a valid one.
public struct SnapshotDecoder {
  /// The most memory that decoding takes for each byte of a text, in bytes, beside a mebibyte, and five for a source.
  public static let bytesPerByteMax = 20

  let document: JSONDocument
  let limits: SnapshotLimits
  /// Names the leaves of items; nil if no items are kept.
  let givenNaming: ContentNaming?
  /// The lists that are empty arrays in the document; nil if the document is of the whole text.
  var lists: ItemLists?
  /// Room for items while they are decoded, and the builder of trees; nil until the first items are decoded.
  var portion: ItemPortion?
  var treeBuilder: ContentTreeBuilder?
  var faults: [Fault] = []
  /// The number of faults that do not keep the items that are being decoded from being added.
  var faultsBeforeItems = 0
  /// The problem of a text that is JSON, but wrong.
  private var refusal = Problem.Name.invalidSnapshot
  /// The engines of the sections.
  var engines: Set<Engine> = []
  /// The warnings, at most as many as an answer lists.
  var notes: [Note] = []
  var meter: WorkMeter
  /// Whether the meter has run out of steps: what has been decoded is useless then.
  private(set) var isStopped = false
  /// The memory of the lists of steps or keys that have been decoded, in bytes; that of steps counts until they are
  /// applied.
  private(set) var listBytes = 0
  var isHorizontal = false
  var (itemCount, explicitItemCount) = (0, 0)
  var metricsCache = MetricsCache()
  var lastAppearance: Appearance?
  var lastStack = SupplementaryStack.empty
  var lastPlaceholder: Placeholder?
  /// Whether fillers are noted, since the content has no least extent.
  var notesFillers = false
  /// The metrics that all sections inherit.
  var snapshotMetrics: JSONElement?
  /// Long colours that have occurred, so that equal ones share one text.
  var colors: Set<Color> = []
  static let colorsMax = 1024
  /// The sections that have been decoded, and the memory that they take.
  var sectionList = SectionList(capacity: 0, countsTexts: false)
  /// Numbers of the ids of nodes, and of the keys of items, of all trees of the text.
  var (idNumbers, keyNumbers) = (KeyNumbers(), KeyNumbers())
  /// What the answer says of a source; nil if none was given.
  var resolvedSource: ResolvedSource?
  /// The tree of the source; nil if none was given.
  var tree: DecodedTree?
  /// Whether it is compared with another tree, and its keys are kept.
  var keepsKeys = false
  /// The pointer to the snapshot in the body.
  var base = ""
  /// Whether steps are those of a user, which name no sections.
  var isOfUser = false
  /// The first version of the rules that has all keys and words of the text, with an effect or without.
  var textVersion = RulesVersion.base
  /// Whether a tree of a change takes more memory than a snapshot may, or the step of two is longer than it may be.
  var (hasLargeTree, hasLongStep) = (false, false)

  /// The members of a section, whose values are decoded together.
  private struct SectionParts {
    var id: String?
    var engine: Engine
    var metrics: JSONElement?
    var headers: JSONElement?
    var placeholder: JSONElement?
    var items: JSONElement?
    var footers: JSONElement?
    var members = SectionMembers()
  }

  /// Decodes the snapshot in a text, and finds warnings. O(bytes)
  ///
  /// - Parameters:
  ///   - text: The bytes of the text.
  ///   - hasSlack: Whether `JSONDocument.slackByteCount` readable bytes of the same memory follow the text.
  ///   - depthMax: The greatest depth of nested containers.
  ///   - limits: The limits of snapshots.
  ///   - naming: Names the leaves of items.
  ///   - meter: Pays for the work.
  /// - Throws: `bad-json` if it is not JSON or an object has a key twice, else `invalid-snapshot` with the first
  ///   faults; `.budgetExceeded` if the meter runs out of units.
  public static func read(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits(), naming: ContentNaming, meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> DecodedSnapshot {
    // A text that is unusual or wrong is decoded again as a whole, so that its problem does not depend on the lists.
    let read = try readBesideLists(
      text, depthMax: depthMax, limits: limits, naming: naming, meter: &meter)
    if let read { return read }
    return try readWhole(
      text, hasSlack: hasSlack, depthMax: depthMax, limits: limits, naming: naming, meter: &meter)
  }

  /// The usual way: lists of items are cut out, and a document is made of the rest. O(bytes)
  ///
  /// - Returns: nil if the text has no list that is long enough, anything is wrong with it, or a list is in a place at
  ///   which the decoder does not look for one, or follows a key with escapes.
  static func readBesideLists(
    _ text: RawSpan, depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits(), naming: ContentNaming, meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> DecodedSnapshot? {
    guard let cut = try cutLists(outOf: text, depthMax: depthMax, meter: &meter) else { return nil }
    return try read(
      cut.document, cut.lists, of: text, limits: limits, naming: naming, meter: &meter)
  }

  /// The lists of items in a text, and a document of the rest; nil if there are none that are long enough, or the rest is
  /// not JSON.
  private static func cutLists(
    outOf text: RawSpan, depthMax: Int, meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> (document: JSONDocument, lists: ItemLists)? {
    guard depthMax >= ItemLists.depth else { return nil }
    var lists: ItemLists
    do throws(WalkInterrupted) {
      guard let cut = try ItemLists(cutOutOf: text, meter: &meter) else { return nil }
      lists = cut
    } catch {
      throw .budgetExceeded
    }
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(
        parsingBeforeSlack: lists.rest, depthMax: depthMax, meter: &meter)
    } catch {
      if error.isUnfinished { throw .budgetExceeded }
      return nil
    }
    lists.forgetRest()
    return (document, lists)
  }

  /// Decodes a text that has snapshots, beside lists that are cut out of it.
  ///
  /// - Parameter body: Decodes the document.
  /// - Returns: The value of `body`; nil if the lists cannot be cut out, some of them were not taken, or anything is wrong.
  static func readBesideLists<Value>(
    _ text: RawSpan, depthMax: Int, limits: SnapshotLimits, naming: ContentNaming,
    meter: inout WorkMeter, _ body: (inout SnapshotDecoder) -> Value?
  ) throws(DecodingInterrupted) -> Value? {
    guard let cut = try cutLists(outOf: text, depthMax: depthMax, meter: &meter) else { return nil }
    var decoder = SnapshotDecoder(
      document: cut.document, limits: limits, lists: cut.lists, naming: naming, meter: meter)
    defer { meter = decoder.meter }
    decoder.hold(ListMemory.document(of: text))
    let value = body(&decoder)
    if let stop = decoder.stopped { throw stop }
    guard decoder.faults.isEmpty, !decoder.isTooLarge, decoder.lists?.areAllTaken == true else {
      return nil
    }
    return value
  }

  /// The way that reports faults: a document is made of the whole text. O(bytes)
  package static func readWhole(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits(), naming: ContentNaming, meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> DecodedSnapshot {
    let document = try document(text, hasSlack: hasSlack, depthMax: depthMax, meter: &meter)
    guard
      let read = try read(
        document, nil, of: text, limits: limits, naming: naming, meter: &meter)
    else {
      preconditionFailure("a document that is wrong is a problem")
    }
    return read
  }

  /// Decodes a text that is not a snapshot, but has parts in common with one.
  ///
  /// - Parameters:
  ///   - refusal: The problem of a text that is JSON, but wrong.
  ///   - body: Decodes the document; its result is used if it found no faults.
  static func read<Value>(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int, limits: SnapshotLimits,
    naming: ContentNaming? = nil, refusal: Problem.Name, meter: inout WorkMeter,
    _ body: (inout SnapshotDecoder) -> Value
  ) throws(DecodingInterrupted) -> Value {
    let document = try document(text, hasSlack: hasSlack, depthMax: depthMax, meter: &meter)
    var decoder = SnapshotDecoder(
      document: document, limits: limits, lists: nil, naming: naming, meter: meter)
    defer { meter = decoder.meter }
    decoder.refusal = refusal
    decoder.hold(ListMemory.document(of: text))
    let value = body(&decoder)
    if let stop = decoder.stopped { throw stop }
    if !decoder.faults.isEmpty { throw try decoder.problem() }
    return value
  }

  /// Parses a whole text. O(bytes)
  private static func document(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int, meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> JSONDocument {
    do throws(JSONSyntaxError) {
      return try JSONDocument(
        parsing: text, hasSlack: hasSlack, depthMax: depthMax, meter: &meter)
    } catch {
      if error.isUnfinished { throw .budgetExceeded }
      if error.isTooDeep,
        let deep = try JSONDocument(
          deeperThan: depthMax, text, hasSlack: hasSlack, meter: &meter)
      {
        return deep
      }
      throw .problem(Problem(error, in: text))
    }
  }

  /// Decodes a document; nil if lists were cut out of it and anything is wrong, or some of them were not taken.
  private static func read(
    _ document: JSONDocument, _ lists: consuming ItemLists?, of text: RawSpan,
    limits: SnapshotLimits, naming: ContentNaming, meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> DecodedSnapshot? {
    var decoder = SnapshotDecoder(
      document: document, limits: limits, lists: lists, naming: naming, meter: meter)
    defer { meter = decoder.meter }
    let snapshot = decoder.snapshot(document.root, of: text)
    if decoder.isStopped { throw .budgetExceeded }
    if !decoder.faults.isEmpty {
      if decoder.lists != nil { return nil }
      throw try decoder.problem()
    }
    if decoder.isTooLarge { throw .problem(.snapshotTooLarge(limits.bytes)) }
    if let lists = decoder.lists, !lists.areAllTaken { return nil }
    return decoder.decoded(snapshot, try decoder.foundWarnings())
  }

  private mutating func foundWarnings() throws(DecodingInterrupted) -> [SnapshotWarning] {
    do throws(WalkInterrupted) {
      return try warnings()
    } catch {
      throw .budgetExceeded
    }
  }

  private init(
    document: JSONDocument, limits: SnapshotLimits, lists: ItemLists?, naming: ContentNaming?,
    meter: WorkMeter
  ) {
    self.document = document
    self.limits = limits
    self.lists = lists
    givenNaming = naming
    self.meter = meter
  }

  /// Whether items are kept, and therefore named.
  var namesItems: Bool { givenNaming != nil }

  /// Names the leaves of items.
  var naming: ContentNaming {
    guard let givenNaming else { preconditionFailure("who keeps items names them") }
    return givenNaming
  }

  // MARK: Parts

  /// A decoder for a snapshot at `base`, which continues with the faults, the steps and the memory of this one.
  func part(at base: String) -> SnapshotDecoder {
    var part = SnapshotDecoder(
      document: document, limits: limits, lists: lists, naming: givenNaming, meter: meter)
    (part.base, part.keepsKeys) = (base, true)
    part.take(over: self)
    return part
  }

  /// Takes over the faults, the steps and the memory of another decoder of the document.
  mutating func take(over other: SnapshotDecoder) {
    (faults, meter, isStopped) = (other.faults, other.meter, other.isStopped)
    (listBytes, lists) = (other.listBytes, other.lists)
    (idNumbers, keyNumbers) = (other.idNumbers, other.keyNumbers)
  }

  // MARK: Steps

  /// Takes steps for work that follows; loops end when none are left.
  @inline(__always)
  mutating func take(_ steps: Int) {
    do throws(WalkInterrupted) {
      try meter.take(steps)
    } catch {
      stop()
    }
  }

  /// Notes that no steps are left.
  mutating func stop() { isStopped = true }

  /// Counts memory of lists that will be taken; loops end when there is no more of it.
  mutating func hold(_ bytes: Int) {
    listBytes += bytes
    if listBytes > limits.listBytes { stop() }
  }

  /// The reason why the decoding ended early; nil if it did not.
  var stopped: DecodingInterrupted? {
    if listBytes > limits.listBytes { return .memoryUsedUp(atLeast: listBytes) }
    return isStopped ? .budgetExceeded : nil
  }

  /// Whether decoding should continue: steps are left, and fewer faults are known than a problem lists.
  var goesOn: Bool { !isStopped && !hasEnoughFaults }

  // MARK: Faults

  /// Whether as many faults are known as a problem lists.
  var hasEnoughFaults: Bool { faults.count >= Problem.issuesMax }

  /// Whether what has been decoded takes more memory than a snapshot may.
  var isTooLarge: Bool { hasLargeTree || sectionList.byteCount > limits.bytes }

  /// Notes that a value is wrong, or exceeds a limit.
  mutating func fault(
    _ element: JSONElement, _ code: Problem.Code, _ detail: String, limit: Limit? = nil,
    first: JSONElement? = nil
  ) {
    if !hasEnoughFaults {
      faults.append(
        Fault(
          element: element, missingMember: nil, code: code, detail: detail, limit: limit,
          first: first))
    }
  }

  /// Notes that an object lacks a member, or that another code says what is wrong with that.
  mutating func fault(
    _ object: JSONElement, missing member: String, _ detail: String,
    code: Problem.Code = .missing
  ) {
    if !hasEnoughFaults {
      faults.append(
        Fault(element: object, missingMember: member, code: code, detail: detail, limit: nil))
    }
  }

  mutating func problem() throws(DecodingInterrupted) -> DecodingInterrupted {
    do throws(WalkInterrupted) {
      return .problem(try foundProblem())
    } catch {
      throw .budgetExceeded
    }
  }

  private mutating func foundProblem() throws(WalkInterrupted) -> Problem {
    var pointers = JSONPointers(document)
    if let key = try document.firstDuplicateKey(meter: &meter) {
      let name = Problem.quoted(document.string(key) ?? "")
      let pointer = try pointers.pointer(to: key, meter: &meter)
      return Problem(
        .badJSON, detail: "An object has the key \(name) twice.",
        issues: [
          Problem.Issue(.pointer(pointer), .duplicateKey, "the key \(name) occurs twice")
        ])
    }
    var issues: [Problem.Issue] = []
    for fault in faults.sorted(by: { $0.element < $1.element }) {
      let pointer = try pointers.pointer(to: fault.element, meter: &meter)
      let member = fault.missingMember.map { "/" + $0 } ?? ""
      var facts: [Problem.Issue.Fact] = []
      if let first = fault.first {
        // It is before the fault, and pointers of one object ascend.
        var firsts = JSONPointers(document)
        facts.append(.text("first", try firsts.pointer(to: first, meter: &meter)))
      }
      issues.append(
        Problem.Issue(.pointer(pointer + member), fault.code, fault.detail, facts: facts))
    }
    let first = issues[0]
    guard case .pointer(let pointer) = first.place else { return Problem(refusal) }
    let subject = pointer.isEmpty ? "The body" : Problem.visible(pointer: pointer)
    return Problem(
      refusal, detail: "\(subject) \(first.detail).",
      issues: issues, limit: faults.lazy.compactMap(\.limit).first)
  }

  // MARK: The snapshot

  /// Decodes a snapshot, which must have a source if `needsSource` is true.
  mutating func snapshot(
    _ root: JSONElement, of text: RawSpan, needsSource: Bool = false
  ) -> Snapshot {
    let elements = members(of: root, PostedKey.self, required: [])
    let scrollDirection = elements[.of(.scrollDirection)].flatMap {
      choice($0, ScrollDirection.self)
    }
    let layoutDirection = elements[.of(.layoutDirection)].flatMap {
      choice($0, LayoutDirection.self)
    }
    isHorizontal = scrollDirection == .horizontal
    let engine = elements[.of(.engine)].flatMap { choice($0, Engine.self) } ?? .flow
    let givenMetrics = elements[.of(.metrics)]
    let metrics = givenMetrics.map { self.metrics($0, over: MetricsValues(), readBy: nil) }
    metricsCache = MetricsCache(inherited: metrics ?? MetricsValues())
    let backgroundColor = elements[.of(.globalHeaderBackgroundColor)].flatMap { color($0) }
    let minimumContentLength =
      elements[.of(.minimumContentLength)].flatMap { number($0, in: RootKey.contentLengths) } ?? 0
    let members = snapshotMembers(elements)
    notesFillers = minimumContentLength == 0
    snapshotMetrics = givenMetrics
    var globals = elements[.of(.globalHeaders)].map { [StackPart(of: $0, isGlobal: true)] } ?? []
    switch (elements[.of(.sections)], elements[.source]) {
    case (_, nil) where needsSource:
      if document.type(of: root) == .object {
        fault(root, missing: PostedKey.source.name, "is missing")
      }
    case (let element?, nil): sections(element, engine: engine, of: text)
    case (nil, let element?): source(element, engine: engine, &globals, of: text)
    case (let element?, .some): fault(element, .notAllowed, "cannot stand beside source")
    case (nil, nil):
      if document.type(of: root) == .object {
        fault(root, missing: RootKey.sections.name, "is missing")
      }
    }
    let headers = stack(globals, inheriting: nil)
    sectionList.hold(headers)
    sectionList.hold(backgroundColor)
    if faults.isEmpty, let givenMetrics { noteUnread(inheritedFrom: givenMetrics, by: engines) }
    // A snapshot with faults is not used.
    if isStopped || !faults.isEmpty || isTooLarge {
      return Snapshot(
        scrollDirection: .vertical, layoutDirection: .ltr, globalHeaders: .empty, sections: [])
    }
    return Snapshot(
      scrollDirection: scrollDirection ?? .vertical, layoutDirection: layoutDirection ?? .ltr,
      globalHeaders: headers, globalHeaderBackgroundColor: backgroundColor,
      minimumContentLength: minimumContentLength, members: members, sections: sectionList)
  }

  private mutating func sections(_ element: JSONElement, engine: Engine, of text: RawSpan) {
    guard var elements = array(element) else { return }
    let count = document.count(of: element)
    guard count <= limits.sections else {
      fault(
        element, .tooMany, "has \(count) sections, the limit is \(limits.sections)",
        limit: .sections)
      return
    }
    sectionList.reserve(count)
    while goesOn, !isTooLarge, let element = document.next(&elements) {
      take(DecodingCost.section)
      sectionList.append(section(element, engine: engine, of: text))
    }
  }

  /// Decodes a section that inherits an engine.
  mutating func section(
    _ element: JSONElement, engine inherited: Engine, of text: RawSpan
  ) -> GivenSection {
    var parts = SectionParts(engine: inherited)
    if var members = object(element, SectionKey.self) {
      while let (key, value) = next(&members) { say(key, value, of: &parts) }
    }
    engines.insert(parts.engine)
    let metrics = resolvedMetrics(parts.metrics, engine: parts.engine)
    if parts.metrics != nil {
      take(DecodingCost.metrics + DecodingCost.written(metrics.section.engineByteCount))
    }
    let look = metrics.supplementaryAppearance
    let headers = parts.headers.map { stack($0, inheriting: look) }
    let placeholder = parts.placeholder.flatMap { self.placeholder($0, inheriting: look) }
    let items = parts.items.map { self.items($0, metrics: metrics, in: text) }
    let footers = parts.footers.map { stack($0, inheriting: look) }
    let section = GivenSection(
      id: parts.id, metrics: metrics.section, items: items ?? .none, headers: headers ?? .empty,
      footers: footers ?? .empty, placeholder: placeholder, members: parts.members)
    if notesFillers, section.isFiller {
      noteFiller(parts.placeholder, parts.metrics, section)
    }
    return section
  }

  /// Notes a member of a section.
  @inline(__always)
  private mutating func say(_ key: SectionKey, _ value: JSONElement, of parts: inout SectionParts) {
    switch key {
    case .id: parts.id = string(value, byteCounts: SectionKey.idByteCounts)
    case .engine: parts.engine = choice(value, Engine.self) ?? parts.engine
    case .metrics: parts.metrics = value
    case .headers: parts.headers = value
    case .placeholder: parts.placeholder = value
    case .items: parts.items = value
    case .footers: parts.footers = value
    case .member(let place):
      read(value, MemberRow.ofSections[place], into: &parts.members.given)
    }
  }
}
