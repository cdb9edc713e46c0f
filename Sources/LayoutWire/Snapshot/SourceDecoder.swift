internal import JSONText
internal import LayoutCore
internal import LayoutSources

/// A tree of sources, with where its parts are in the text.
struct DecodedTree {
  fileprivate(set) var tree = SourceTree()
  /// The object of each node, and its members.
  fileprivate var nodes: [(element: JSONElement, members: MembersByKey<NodeKey>)] = []
  /// The id of each node that has one, by its position.
  fileprivate var ids: [Int: String] = [:]
  fileprivate var keyLists = KeyLists()
  /// Of each section of the layout, the keys of its items, if they are kept, and whether a member gives its items.
  fileprivate(set) var keys: [[Int32]?] = []
  fileprivate(set) var givesItems: [Bool] = []
}

/// Decoding a source into sections (docs/rules.md#sources). The rules are those of `SourceTree` and `SourceResolver`.
extension SnapshotDecoder {
  /// Decodes a source into sections.
  ///
  /// - Parameter globalHeaders: Those of the snapshot, to which the headers of the root are added.
  mutating func source(
    _ root: JSONElement, engine: Engine, _ globalHeaders: inout [StackPart], of text: RawSpan
  ) {
    var decoded = DecodedTree()
    let isWhole = readNodes(from: root, into: &decoded)
    defer { tree = decoded }
    guard isWhole else { return }
    let isFinished = decoded.tree.finish(sectionsMax: limits.sections)
    note(decoded.tree.takeFaults(), in: decoded)
    guard isFinished else { return }
    sectionList.reserve(decoded.tree[0].sections.count)
    if let headers = decoded.nodes[0].members[.headers] {
      globalHeaders.append(StackPart(of: headers, isGlobal: true, isOfNode: true))
    }
    let resolver = SourceResolver(
      decoded.tree, isHorizontal: isHorizontal, engine: engine, metrics: metricsCache.inherited,
      hasContentLength: !notesFillers)
    for node in decoded.tree.nodes.indices {
      guard goesOn, !isTooLarge else { return }
      let members = decoded.nodes[node].members
      let bare = resolver.enter(node, contents(of: node, members))
      if let metrics = members[.metrics] { checkSlots(of: resolver.values, givenBy: metrics) }
      if let bare {
        engines.insert(bare.metrics.engine.name)
        append(bare, nil, givesItems: false, to: &decoded)
      }
      take(resolver.takeWork())
      if !decoded.tree[node].hasChildren { sections(of: node, members, &decoded, resolver, text) }
    }
    if isStopped || !faults.isEmpty { return }
    resolver.warnOfUnreadMetrics(ofSnapshot: nil)
    note(resolver.takeWarnings(), in: decoded)
    resolvedSource = ResolvedSource(SourceOutline(decoded.tree), ids: decoded.ids, at: base)
  }

  // MARK: Nodes

  /// Decodes the nodes without their contents. Returns false if not all of them are read. O(nodes), without recursion
  private mutating func readNodes(
    from root: JSONElement, into decoded: inout DecodedTree
  ) -> Bool {
    /// The nodes whose children are being read, from the root on, with the children that are left.
    var open: [(node: Int, children: JSONContents)] = []
    var element: JSONElement? = root
    var number = 0
    while goesOn {
      if let element {
        guard decoded.tree.mayGrow() else {
          note(decoded.tree.takeFaults(), in: decoded)
          return false
        }
        let node = decoded.nodes.count
        take(DecodingCost.node)
        readNode(element, parent: open.last?.node, number: number, into: &decoded)
        note(decoded.tree.takeFaults(), in: decoded)
        if let children = decoded.nodes[node].members[.children], let contents = array(children) {
          open.append((node, contents))
          number = -1
        }
      }
      guard let last = open.indices.last else { return true }
      element = document.next(&open[last].children)
      number += 1
      if element == nil { number = decoded.tree[open.removeLast().node].number }
    }
    return false
  }

  private mutating func readNode(
    _ element: JSONElement, parent: Int?, number: Int, into decoded: inout DecodedTree
  ) {
    var node = SourceNode(parent: parent, number: number)
    var members = MembersByKey<NodeKey>()
    if var left = object(element, NodeKey.self) {
      while let (key, value) = next(&left) {
        members.append(value, for: key)
        node.given.insert(key)
      }
    }
    if let id = members[.id], let text = string(id, byteCounts: SectionKey.idByteCounts) {
      decoded.ids[decoded.nodes.count] = text
      node.id = idNumbers.number(of: id, in: document).map { Int($0) }
    }
    if node.hasChildren {
      let isList = members[.children].map { document.type(of: $0) == .array } ?? false
      node.selected = members[.selected].flatMap { isList ? selected($0) : nil }
    } else {
      node.listedCount = members[.sections].map { document.count(of: $0) } ?? 1
      if let state = members[.state] { node.state = choice(state, SourceState.self) }
      node.isMovable = members[.movable].flatMap { boolean($0) } ?? false
      node.isEditable = members[.editable].flatMap { boolean($0) } ?? false
    }
    decoded.nodes.append((element, members))
    decoded.tree.append(node)
  }

  /// The number of a child; −1 if it is the number of none.
  private mutating func selected(_ element: JSONElement) -> Int? {
    guard document.type(of: element) == .number else { return integer(element, in: 0...0) }
    return document.integer(element) ?? -1
  }

  private mutating func contents(of node: Int, _ members: MembersByKey<NodeKey>) -> NodeContents {
    let contents = NodeContents()
    contents.metrics = members[.metrics].map { givenMetrics($0) }
    contents.engine = members[.engine].flatMap { choice($0, Engine.self) }
    // Headers of the root are global headers.
    if node > 0, let headers = members[.headers] {
      contents.headers = elements(StackPart(of: headers, isOfNode: true))
    }
    if let footers = members[.footers] { contents.footers = elements(StackPart(of: footers)) }
    contents.placeholder = members[.placeholder].flatMap { placeholderValues($0) }
    return contents
  }

  // MARK: Sections

  private mutating func sections(
    of node: Int, _ members: MembersByKey<NodeKey>, _ decoded: inout DecodedTree,
    _ resolver: SourceResolver, _ text: RawSpan
  ) {
    guard let list = members[.sections] else {
      return section(
        NodeContents(), SourcePlace(node), items: members[.items], keys: members[.keys], &decoded,
        resolver, text)
    }
    guard var sections = array(list) else { return }
    var number = 0
    while goesOn, !isTooLarge, let element = document.next(&sections) {
      let section = NodeContents()
      var (items, keys): (JSONElement?, JSONElement?)
      if var members = object(element, NodeSectionKey.self) {
        while let (key, value) = next(&members) {
          switch key {
          case .keys: keys = value
          case .of(.id): section.id = string(value, byteCounts: SectionKey.idByteCounts)
          case .of(.engine): section.engine = choice(value, Engine.self)
          case .of(.metrics): section.metrics = givenMetrics(value)
          case .of(.headers): section.headers = elements(StackPart(of: value))
          case .of(.placeholder): section.placeholder = placeholderValues(value)
          case .of(.items): items = value
          case .of(.footers): section.footers = elements(StackPart(of: value))
          case .of(.member(let place)):
            read(value, MemberRow.ofSections[place], into: &section.members.given)
          }
        }
      }
      self.section(
        section, SourcePlace(node, section: number), items: items, keys: keys, &decoded, resolver,
        text)
      number += 1
    }
  }

  /// Decodes the items of a section of a node, and adds it if it is shown.
  private mutating func section(
    _ section: NodeContents, _ place: SourcePlace, items list: JSONElement?, keys: JSONElement?,
    _ decoded: inout DecodedTree, _ resolver: SourceResolver, _ text: RawSpan
  ) {
    let metrics = resolver.metrics(of: section, place.section)
    engines.insert(metrics.rules.engine)
    note(resolver.takeWarnings(), in: decoded)
    if section.metrics != nil {
      let given = element(
        at: SourcePlace(place.node, section: place.section, .metrics), in: decoded)
      checkSlots(of: metrics.values, givenBy: given.element)
    }
    take(DecodingCost.written(metrics.section.engineByteCount))
    let faultCount = faults.count
    let items = list.map { self.items($0, metrics: metrics, in: text) } ?? .none
    // Listed items are not kept once there is a fault.
    let isListed = list.map { document.type(of: $0) != .number } ?? false
    let isKnown = faults.count == faultCount && (faults.isEmpty || !isListed)
    let numbers = keys.flatMap {
      self.keys(
        $0, itemCount: isKnown ? items.count : nil,
        at: SourcePlace(place.node, section: place.section, .keys), &decoded)
    }
    if let made = resolver.section(section, place.section, metrics, items: items) {
      append(made, numbers, givesItems: list != nil, to: &decoded)
    }
    note(resolver.takeWarnings(), in: decoded)
    take(resolver.takeWork())
  }

  private mutating func append(
    _ section: GivenSection, _ keys: [Int32]?, givesItems: Bool, to decoded: inout DecodedTree
  ) {
    sectionList.append(section)
    guard keepsKeys else { return }
    decoded.keys.append(keys)
    decoded.givesItems.append(givesItems)
  }

  /// Decodes the keys of a section's items, and checks them; nil if there are too many. O(bytes)
  private mutating func keys(
    _ list: JSONElement, itemCount: Int?, at place: SourcePlace, _ decoded: inout DecodedTree
  ) -> [Int32]? {
    guard var elements = array(list) else { return nil }
    let count = document.count(of: list)
    defer { note(decoded.keyLists.takeFaults(), in: decoded) }
    guard decoded.keyLists.mayRead(count, itemCount: itemCount, at: place) else { return nil }
    if keepsKeys {
      hold((KeyNumbers.bytes + MemoryLayout<Int32>.stride) * count)
    } else {
      keyNumbers = KeyNumbers()
    }
    guard goesOn else { return nil }
    keyNumbers.reserve(count)
    var numbers: [Int32] = []
    numbers.reserveCapacity(count)
    while goesOn, let element = document.next(&elements) {
      take(
        DecodingCost.member * 4 + DecodingCost.bytes(document.stringByteCount(element) ?? 0))
      numbers.append(keyNumbers.number(of: element, in: document) ?? -1)
    }
    decoded.keyLists.read(numbers, at: place)
    return numbers
  }

  // MARK: Places in the text

  /// The value at a place, and a member that is not there.
  private func element(
    at place: SourcePlace, in decoded: DecodedTree
  ) -> (element: JSONElement, missing: NodeKey?) {
    var element = decoded.nodes[place.node].element
    func child(_ number: Int, of list: JSONElement) -> JSONElement {
      var contents = document.contents(of: list)
      for _ in 0..<number { _ = document.next(&contents) }
      return document.next(&contents) ?? list
    }
    if let section = place.section,
      let list = document.value(of: NodeKey.sections.name, in: element)
    {
      element = child(section, of: list)
    }
    guard let key = place.key else { return (element, nil) }
    guard let member = document.value(of: key.name, in: element) else { return (element, key) }
    return (place.entry.map { child($0, of: member) } ?? member, nil)
  }

  /// Notes mistakes of a tree.
  mutating func note(_ found: [SourceFault], in decoded: DecodedTree) {
    for fault in found where !hasEnoughFaults {
      let (element, missing) = element(at: fault.place, in: decoded)
      let code = Problem.Code(rawValue: fault.code.rawValue) ?? .notAllowed
      if let missing {
        self.fault(element, missing: missing.name, fault.detail.text, code: code)
      } else {
        self.fault(
          element, code, fault.detail.text, limit: fault.exceedsSections ? .sections : nil,
          first: fault.first.map { self.element(at: $0, in: decoded).element })
      }
    }
  }

  /// Notes warnings of a tree.
  private mutating func note(_ warnings: ArraySlice<SourceWarning>, in decoded: DecodedTree) {
    for warning in warnings {
      switch warning {
      case .unread(let key, let engine, let place):
        guard let value = metric(key, at: place, in: decoded) else { continue }
        note(unread: value, "is not read by the engine \(engine.rawValue)")
      case .readByNone(let key, let node):
        guard let value = metric(key, at: node.map { SourcePlace($0, .metrics) }, in: decoded)
        else { continue }
        note(unread: value, "is read by the engine of no section")
      // Noted where the items are decoded.
      case .unreadItems: break
      case .filler(let place) where place?.key == .placeholder:
        if let place { noteFiller(element(at: place, in: decoded).element) }
      case .filler(let place):
        guard let value = metric(.rowHeight, at: place, in: decoded) else { continue }
        noteFiller(value)
      }
    }
  }

  /// The value of a metric; nil if it is not given there.
  ///
  /// - Parameter place: That of the object of metrics; nil for that of the snapshot.
  private func metric(
    _ key: MetricsKey, at place: SourcePlace?, in decoded: DecodedTree
  ) -> JSONElement? {
    guard let place else { return snapshotMetrics.flatMap { document.value(of: key.name, in: $0) } }
    let (element, missing) = element(at: place, in: decoded)
    return missing == nil ? document.value(of: key.name, in: element) : nil
  }
}

extension JSONDocument {
  /// Parses a text that is too deep for a body without a source; nil if it has none, or is too deep for one, too.
  /// O(bytes)
  convenience init?(
    deeperThan depthMax: Int, _ text: RawSpan, hasSlack: Bool, meter: inout WorkMeter
  ) throws(DecodingInterrupted) {
    do throws(JSONSyntaxError) {
      try self.init(
        parsing: text, hasSlack: hasSlack, depthMax: depthMax + SourceTree.furtherDepth,
        meter: &meter)
    } catch {
      if error.isUnfinished { throw .budgetExceeded }
      return nil
    }
    if !hasSource { return nil }
  }

  /// Whether it is a snapshot with a source, or a document's new state or a change with one.
  var hasSource: Bool {
    let names = [DocumentKey.snapshot.name, ChangeKey.from.name, ChangeKey.to.name]
    let snapshots = [root] + names.compactMap { value(of: $0, in: root) }
    return snapshots.contains { value(of: PostedKey.source.name, in: $0) != nil }
  }

  /// The value of a member; nil if there is none. O(members)
  func value(of name: String, in object: JSONElement) -> JSONElement? {
    guard type(of: object) == .object else { return nil }
    let name = Array(name.utf8)
    var members = contents(of: object)
    while let key = next(&members), let value = next(&members) {
      if hasBytes(key, name) { return value }
    }
    return nil
  }
}
