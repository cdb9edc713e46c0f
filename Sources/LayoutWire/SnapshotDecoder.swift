public import LayoutCore

/// Reads a snapshot from JSON: checks it, merges metrics, fills in defaults, and turns a horizontal one into the
/// vertical one that engines know (contract section 2).
///
/// What is wrong is collected, not thrown, so that one answer names up to twenty faults; a value that is wrong is
/// replaced by any valid one meanwhile.
public struct SnapshotDecoder {
  let document: JSONDocument
  let limits: SnapshotLimits
  /// The lists that stand as empty arrays in the document; nil where it is of the whole text.
  var lists: SizeLists?
  var faults: [Fault] = []
  var isHorizontal = false
  var itemCount = 0
  var explicitItemCount = 0
  var metricsCache = MetricsCache()
  var lastAppearance: Appearance?

  /// Something wrong with an element, or with a member that it lacks.
  struct Fault {
    let element: JSONElement
    let missingMember: String?
    let detail: String
    let limit: Limit?
  }

  /// Reads the snapshot that a text holds. O(bytes)
  ///
  /// - Parameters:
  ///   - text: The bytes of the text.
  ///   - hasSlack: Whether `JSONDocument.slackByteCount` readable bytes of the same memory follow the text.
  ///   - depthMax: How deep containers may be nested.
  ///   - limits: What a snapshot may have.
  ///   - checkpoint: Called between the stages; reading ends with what it throws.
  /// - Throws: `bad-json` for what is not JSON or has a key twice in an object, else `invalid-snapshot` with the first
  ///   faults.
  public static func snapshot(
    reading text: RawSpan, hasSlack: Bool, depthMax: Int = JSONDocument.depthMax,
    limits: SnapshotLimits = SnapshotLimits(), checkpoint: () throws(Problem) -> Void = {}
  ) throws(Problem) -> Snapshot {
    // Whatever is unusual or wrong is read again as a whole, so that what is said about it does not depend on the lists.
    if depthMax >= SizeLists.depth,
      let lists = try SizeLists(cutOutOf: text, checkpoint: checkpoint)
    {
      try checkpoint()
      if let snapshot = snapshot(of: lists, depthMax: depthMax, limits: limits) {
        return snapshot
      }
      try checkpoint()
    }
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: text, hasSlack: hasSlack, depthMax: depthMax)
    } catch {
      throw Problem(error)
    }
    try checkpoint()
    return try snapshot(from: document, limits: limits)
  }

  /// Reads the snapshot that a document holds. O(elements)
  ///
  /// - Throws: `bad-json` where an object has a key twice, else `invalid-snapshot` with the first faults.
  public static func snapshot(
    from document: JSONDocument, limits: SnapshotLimits = SnapshotLimits()
  ) throws(Problem) -> Snapshot {
    var decoder = SnapshotDecoder(document: document, limits: limits, lists: nil)
    let snapshot = decoder.snapshot(document.root)
    if !decoder.faults.isEmpty { throw decoder.problem() }
    return snapshot
  }

  /// Reads the snapshot of a text that lists have been cut out of; nil where anything is wrong with it, or a list stands
  /// where the decoder does not look for one or behind a key with escapes.
  private static func snapshot(
    of lists: consuming SizeLists, depthMax: Int, limits: SnapshotLimits
  ) -> Snapshot? {
    guard let document = try? JSONDocument(parsing: lists.rest, depthMax: depthMax) else {
      return nil
    }
    var decoder = SnapshotDecoder(document: document, limits: limits, lists: lists)
    let snapshot = decoder.snapshot(document.root)
    return decoder.faults.isEmpty && decoder.lists?.areAllTaken == true ? snapshot : nil
  }

  private init(document: JSONDocument, limits: SnapshotLimits, lists: SizeLists?) {
    self.document = document
    self.limits = limits
    self.lists = lists
  }

  // MARK: Faults

  /// Whether as many faults are known as a problem lists.
  var hasEnoughFaults: Bool { faults.count >= Problem.issuesMax }

  /// Notes that a value is wrong, or beyond a limit.
  mutating func fault(_ element: JSONElement, _ detail: String, limit: Limit? = nil) {
    if !hasEnoughFaults {
      faults.append(Fault(element: element, missingMember: nil, detail: detail, limit: limit))
    }
  }

  /// Notes that an object lacks a member, or should not have it.
  mutating func fault(_ object: JSONElement, member: String, _ detail: String) {
    if !hasEnoughFaults {
      faults.append(Fault(element: object, missingMember: member, detail: detail, limit: nil))
    }
  }

  private func problem() -> Problem {
    var pointers = JSONPointers(document)
    if let key = document.firstDuplicateKey() {
      let name = Problem.quoted(document.string(key) ?? "")
      let place = hasLongName(key) ? "" : pointers.pointer(to: key)
      return Problem(
        .badJSON, detail: "An object has the key \(name) twice.",
        issues: [Problem.Issue(.pointer(place), "the key \(name) occurs twice")])
    }
    let issues = faults.sorted { $0.element.index < $1.element.index }.map { fault in
      let pointer = pointers.pointer(to: fault.element)
      let member = fault.missingMember.map { "/" + $0 } ?? ""
      return Problem.Issue(.pointer(pointer + member), fault.detail)
    }
    let first = issues[0]
    guard case .pointer(let pointer) = first.place else { return Problem(.invalidSnapshot) }
    return Problem(
      .invalidSnapshot, detail: "\(pointer.isEmpty ? "The body" : pointer) \(first.detail).",
      issues: issues, limit: faults.lazy.compactMap(\.limit).first)
  }

  // MARK: The snapshot

  private mutating func snapshot(_ root: JSONElement) -> Snapshot {
    var elements: [RootKey: JSONElement] = [:]
    if var members = object(root, RootKey.self) {
      while let (key, value) = next(&members) { elements[key] = value }
      if elements[.sections] == nil { fault(root, member: "sections", "is missing") }
    }
    let scrollDirection = elements[.scrollDirection].flatMap { choice($0, ScrollDirection.self) }
    let layoutDirection = elements[.layoutDirection].flatMap { choice($0, LayoutDirection.self) }
    isHorizontal = scrollDirection == .horizontal
    let engine = elements[.engine].flatMap { choice($0, EngineName.self) } ?? .flow
    let metrics = elements[.metrics].map { self.metrics($0, over: MetricsValues()) }
    metricsCache = MetricsCache(inherited: metrics ?? MetricsValues())
    let globalHeaders = elements[.globalHeaders].map { stack($0, inheriting: nil) }
    let sections = elements[.sections].map { self.sections($0, engine: engine) }
    // Parts that are wrong, or only right by themselves, make no snapshot.
    if !faults.isEmpty {
      return Snapshot(
        scrollDirection: .vertical, layoutDirection: .ltr, globalHeaders: .empty, sections: [])
    }
    return Snapshot(
      scrollDirection: scrollDirection ?? .vertical, layoutDirection: layoutDirection ?? .ltr,
      globalHeaders: globalHeaders ?? .empty, sections: sections ?? [])
  }

  private mutating func sections(_ element: JSONElement, engine: EngineName) -> [Section] {
    guard var elements = array(element) else { return [] }
    let count = document.count(of: element)
    guard count <= limits.sections else {
      fault(
        element, "has \(count) sections, the limit is \(limits.sections)", limit: .sections)
      return []
    }
    var sections: [Section] = []
    sections.reserveCapacity(count)
    while let element = document.next(&elements), !hasEnoughFaults {
      sections.append(section(element, engine: engine))
    }
    return sections
  }

  private mutating func section(_ element: JSONElement, engine inherited: EngineName) -> Section {
    var id: String?
    var engine = inherited
    var metricsElement: JSONElement?
    var headersElement: JSONElement?
    var itemsElement: JSONElement?
    var footersElement: JSONElement?
    if var members = object(element, SectionKey.self) {
      while let (key, value) = next(&members) {
        switch key {
        case .id: id = string(value, byteCounts: 0...256)
        case .engine: engine = choice(value, EngineName.self) ?? inherited
        case .metrics: metricsElement = value
        case .headers: headersElement = value
        case .items: itemsElement = value
        case .footers: footersElement = value
        }
      }
    }
    let metrics = resolvedMetrics(metricsElement, engine: engine)
    let headers = headersElement.map { stack($0, inheriting: metrics.supplementaryAppearance) }
    let items = itemsElement.map { self.items($0, metrics: metrics) }
    let footers = footersElement.map { stack($0, inheriting: metrics.supplementaryAppearance) }
    return Section(
      id: id, metrics: metrics.section,
      items: items ?? Items(count: 0, widths: .uniform(0), heights: .uniform(0)),
      headers: headers ?? .empty, footers: footers ?? .empty)
  }
}
