public import JSONText
public import LayoutCore

/// Reads a snapshot from JSON: checks it, merges metrics, fills in defaults, and turns a horizontal one into the
/// vertical one that engines know (docs/rules.md#snapshot).
///
/// Faults are collected, not thrown, so that one answer names up to twenty of them; a wrong value is replaced by a
/// valid one meanwhile.
public struct SnapshotDecoder {
  /// How many bytes of memory reading takes at most for each byte of a text, beside a mebibyte.
  public static let bytesPerByteMax = 20

  let document: JSONDocument
  let limits: SnapshotLimits
  /// What the leaves of items are named by; nil where no items are kept.
  let givenNaming: ContentNaming?
  /// The lists that stand as empty arrays in the document; nil where it is of the whole text.
  var lists: ItemLists?
  /// Room for items while they are read, and what makes trees of them; nil as long as none has been read.
  var portion: ItemPortion?
  var treeBuilder: ContentTreeBuilder?
  var faults: [Fault] = []
  /// The problem of a text that is JSON and wrong.
  private var refusal = Problem.Name.invalidSnapshot
  /// The engines of the sections.
  private var engines: Set<Engine> = []
  /// The warnings, at most as many as an answer lists.
  var notes: [Note] = []
  var meter: StepMeter
  /// Whether the meter grants no more steps: what has been read is of no use then.
  private(set) var isStopped = false
  /// The memory that lists of steps or keys take, as far as they have been read, in bytes; of steps, until they are
  /// applied.
  private(set) var listBytes = 0
  var isHorizontal = false
  var itemCount = 0
  var explicitItemCount = 0
  var metricsCache = MetricsCache()
  var lastAppearance: Appearance?
  var lastStack = SupplementaryStack.empty
  /// Long colours that have been met: what stands in several places is one text.
  var colors: Set<Color> = []
  static let colorsMax = 1024
  /// The sections that were read, and the memory that they take.
  var sectionList = SectionList(capacity: 0, countsTexts: false)

  /// Something wrong with an element, or with a member that it lacks.
  struct Fault {
    let element: JSONElement
    let missingMember: String?
    let code: Problem.Code
    let detail: String
    let limit: Limit?
  }

  /// Reads the snapshot that a text holds, and what there is to warn of. O(bytes)
  ///
  /// - Parameters:
  ///   - text: The bytes of the text.
  ///   - hasSlack: Whether `JSONDocument.slackByteCount` readable bytes of the same memory follow the text.
  ///   - depthMax: How deep containers may be nested.
  ///   - limits: What a snapshot may have.
  ///   - naming: What the leaves of items are named by.
  ///   - meter: Bounds the work: reading ends where it grants no more steps.
  /// - Throws: `bad-json` for what is not JSON or has a key twice in an object, else `invalid-snapshot` with the first
  ///   faults; or that the steps are used up.
  public static func read(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits(), naming: ContentNaming, meter: inout StepMeter
  ) throws(DecodingStop) -> (snapshot: Snapshot, warnings: [SnapshotWarning]) {
    // A text that is unusual or wrong is read again as a whole, so that its problem does not depend on the lists.
    let read = try readBesideLists(
      text, depthMax: depthMax, limits: limits, naming: naming, meter: &meter)
    if let read { return read }
    return try readWhole(
      text, hasSlack: hasSlack, depthMax: depthMax, limits: limits, naming: naming, meter: &meter)
  }

  /// The usual way: lists of items are cut out, and a document is made of the rest. O(bytes)
  ///
  /// - Returns: nil where the text has no list that is worth it, anything is wrong with it, or a list stands where the
  ///   decoder does not look for one or behind a key with escapes.
  static func readBesideLists(
    _ text: RawSpan, depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits(), naming: ContentNaming, meter: inout StepMeter
  ) throws(DecodingStop) -> (snapshot: Snapshot, warnings: [SnapshotWarning])? {
    guard depthMax >= ItemLists.depth else { return nil }
    var lists: ItemLists
    do throws(WalkStop) {
      guard let cut = try ItemLists(cutOutOf: text, meter: &meter) else { return nil }
      lists = cut
    } catch {
      throw .stepsUsedUp
    }
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(
        parsingBeforeSlack: lists.rest, depthMax: depthMax, meter: &meter)
    } catch {
      if error.isUnfinished { throw .stepsUsedUp }
      return nil
    }
    lists.forgetRest()
    return try read(document, lists, of: text, limits: limits, naming: naming, meter: &meter)
  }

  /// The way that reports faults: a document is made of the whole text. O(bytes)
  package static func readWhole(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits(), naming: ContentNaming, meter: inout StepMeter
  ) throws(DecodingStop) -> (snapshot: Snapshot, warnings: [SnapshotWarning]) {
    let document = try document(text, hasSlack: hasSlack, depthMax: depthMax, meter: &meter)
    guard
      let read = try read(
        document, nil, of: text, limits: limits, naming: naming, meter: &meter)
    else {
      preconditionFailure("a document that is wrong is a problem")
    }
    return read
  }

  /// Reads a text that is no snapshot, but has parts in common with one.
  ///
  /// - Parameters:
  ///   - refusal: The problem of a text that is JSON and wrong.
  ///   - body: Reads the document; what it returns is of use where it found no faults.
  static func read<Value>(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int, limits: SnapshotLimits,
    naming: ContentNaming? = nil, refusal: Problem.Name, meter: inout StepMeter,
    _ body: (inout SnapshotDecoder) -> Value
  ) throws(DecodingStop) -> Value {
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

  /// Makes a document of a whole text. O(bytes)
  private static func document(
    _ text: RawSpan, hasSlack: Bool, depthMax: Int, meter: inout StepMeter
  ) throws(DecodingStop) -> JSONDocument {
    do throws(JSONSyntaxError) {
      return try JSONDocument(
        parsing: text, hasSlack: hasSlack, depthMax: depthMax, meter: &meter)
    } catch {
      throw error.isUnfinished ? .stepsUsedUp : .problem(Problem(error, in: text))
    }
  }

  /// Reads a document; nil where anything is wrong with one that lists have been cut out of, or not all are taken.
  private static func read(
    _ document: JSONDocument, _ lists: consuming ItemLists?, of text: RawSpan,
    limits: SnapshotLimits, naming: ContentNaming, meter: inout StepMeter
  ) throws(DecodingStop) -> (snapshot: Snapshot, warnings: [SnapshotWarning])? {
    var decoder = SnapshotDecoder(
      document: document, limits: limits, lists: lists, naming: naming, meter: meter)
    defer { meter = decoder.meter }
    let snapshot = decoder.snapshot(document.root, of: text)
    if decoder.isStopped { throw .stepsUsedUp }
    if !decoder.faults.isEmpty {
      if decoder.lists != nil { return nil }
      throw try decoder.problem()
    }
    if decoder.isTooLarge { throw .problem(.snapshotTooLarge(limits.bytes)) }
    if let lists = decoder.lists, !lists.areAllTaken { return nil }
    return (snapshot, try decoder.foundWarnings())
  }

  private mutating func foundWarnings() throws(DecodingStop) -> [SnapshotWarning] {
    do throws(WalkStop) {
      return try warnings()
    } catch {
      throw .stepsUsedUp
    }
  }

  private init(
    document: JSONDocument, limits: SnapshotLimits, lists: ItemLists?, naming: ContentNaming?,
    meter: StepMeter
  ) {
    self.document = document
    self.limits = limits
    self.lists = lists
    givenNaming = naming
    self.meter = meter
  }

  /// Whether items are kept, and so named.
  var namesItems: Bool { givenNaming != nil }

  /// What the leaves of items are named by.
  var naming: ContentNaming {
    guard let givenNaming else { preconditionFailure("who keeps items names them") }
    return givenNaming
  }

  // MARK: Steps

  /// Takes steps before they are done; loops end when none are left.
  @inline(__always)
  mutating func take(_ steps: Int) {
    do throws(WalkStop) {
      try meter.take(steps)
    } catch {
      stop()
    }
  }

  /// Says that no steps are left.
  mutating func stop() { isStopped = true }

  /// Counts memory of lists before it is taken; loops end when there is no more of it.
  mutating func hold(_ bytes: Int) {
    listBytes += bytes
    if listBytes > limits.listBytes { stop() }
  }

  /// What ended the reading, where something did.
  var stopped: DecodingStop? {
    if listBytes > limits.listBytes { return .memoryUsedUp(atLeast: listBytes) }
    return isStopped ? .stepsUsedUp : nil
  }

  /// Whether there is a reason to read on: steps are left, and fewer faults are known than a problem lists.
  var goesOn: Bool { !isStopped && !hasEnoughFaults }

  // MARK: Faults

  /// Whether as many faults are known as a problem lists.
  var hasEnoughFaults: Bool { faults.count >= Problem.issuesMax }

  /// Whether what has been read takes more memory than a snapshot may.
  var isTooLarge: Bool { sectionList.byteCount > limits.bytes }

  /// Notes that a value is wrong, or beyond a limit.
  mutating func fault(
    _ element: JSONElement, _ code: Problem.Code, _ detail: String, limit: Limit? = nil
  ) {
    if !hasEnoughFaults {
      faults.append(
        Fault(element: element, missingMember: nil, code: code, detail: detail, limit: limit))
    }
  }

  /// Notes that an object lacks a member.
  mutating func fault(_ object: JSONElement, missing member: String, _ detail: String) {
    if !hasEnoughFaults {
      faults.append(
        Fault(
          element: object, missingMember: member, code: .missing, detail: detail, limit: nil))
    }
  }

  private mutating func problem() throws(DecodingStop) -> DecodingStop {
    do throws(WalkStop) {
      return .problem(try foundProblem())
    } catch {
      throw .stepsUsedUp
    }
  }

  private mutating func foundProblem() throws(WalkStop) -> Problem {
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
      issues.append(Problem.Issue(.pointer(pointer + member), fault.code, fault.detail))
    }
    let first = issues[0]
    guard case .pointer(let pointer) = first.place else { return Problem(refusal) }
    let subject = pointer.isEmpty ? "The body" : Problem.visible(pointer: pointer)
    return Problem(
      refusal, detail: "\(subject) \(first.detail).",
      issues: issues, limit: faults.lazy.compactMap(\.limit).first)
  }

  // MARK: The snapshot

  mutating func snapshot(_ root: JSONElement, of text: RawSpan) -> Snapshot {
    let elements = members(of: root, RootKey.self)
    let scrollDirection = elements[.scrollDirection].flatMap { choice($0, ScrollDirection.self) }
    let layoutDirection = elements[.layoutDirection].flatMap { choice($0, LayoutDirection.self) }
    isHorizontal = scrollDirection == .horizontal
    let engine = elements[.engine].flatMap { choice($0, Engine.self) } ?? .flow
    let metrics = elements[.metrics].map { self.metrics($0, over: MetricsValues(), readBy: nil) }
    metricsCache = MetricsCache(inherited: metrics ?? MetricsValues())
    let globalHeaders = elements[.globalHeaders].map { stack($0, inheriting: nil) }
    if let globalHeaders { sectionList.hold(globalHeaders) }
    if let element = elements[.sections] { sections(element, engine: engine, of: text) }
    if faults.isEmpty, let metrics = elements[.metrics] {
      noteUnread(inheritedFrom: metrics, by: engines)
    }
    // Faulty parts make no snapshot.
    if isStopped || !faults.isEmpty || isTooLarge {
      return Snapshot(
        scrollDirection: .vertical, layoutDirection: .ltr, globalHeaders: .empty, sections: [])
    }
    return Snapshot(
      scrollDirection: scrollDirection ?? .vertical, layoutDirection: layoutDirection ?? .ltr,
      globalHeaders: globalHeaders ?? .empty, sections: sectionList)
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

  /// Reads a section that inherits an engine.
  mutating func section(
    _ element: JSONElement, engine inherited: Engine, of text: RawSpan
  ) -> GivenSection {
    var id: String?
    var engine = inherited
    var metricsElement: JSONElement?
    var headersElement: JSONElement?
    var itemsElement: JSONElement?
    var footersElement: JSONElement?
    if var members = object(element, SectionKey.self) {
      while let (key, value) = next(&members) {
        switch key {
        case .id: id = string(value, byteCounts: SectionKey.idByteCounts)
        case .engine: engine = choice(value, Engine.self) ?? inherited
        case .metrics: metricsElement = value
        case .headers: headersElement = value
        case .items: itemsElement = value
        case .footers: footersElement = value
        }
      }
    }
    engines.insert(engine)
    let metrics = resolvedMetrics(metricsElement, engine: engine)
    if metricsElement != nil {
      take(DecodingCost.metrics + DecodingCost.listed(metrics.section.engine.listedCount))
    }
    let headers = headersElement.map { stack($0, inheriting: metrics.supplementaryAppearance) }
    let items = itemsElement.map { self.items($0, metrics: metrics, in: text) }
    let footers = footersElement.map { stack($0, inheriting: metrics.supplementaryAppearance) }
    return GivenSection(
      id: id, metrics: metrics.section, items: items ?? .none, headers: headers ?? .empty,
      footers: footers ?? .empty)
  }
}
