internal import JSONText
internal import LayoutCore

/// Decoding the content of a source's nodes into sections (docs/rules.md#sources). Nodes that are not shown are checked
/// and counted, too.
extension SnapshotDecoder {
  /// What the sections of a node inherit.
  private struct Inherited {
    /// The node.
    let node: Int
    let metrics: MetricsValues
    let engine: Engine
  }

  /// Decodes a source into sections.
  ///
  /// - Parameter globalHeaders: Those of the snapshot, to which the headers of the root are added.
  mutating func source(
    _ root: JSONElement, engine: Engine, _ globalHeaders: inout [StackPart], of text: RawSpan
  ) {
    var tree = sourceTree(root)
    defer { self.tree = tree }
    let listed = tree.nodes.map { sectionCount($0) }
    let count = listed.reduce(0, +)
    guard goesOn else { return }
    guard count <= limits.sections else {
      fault(
        root, .tooMany, "has \(count) sections, the limit is \(limits.sections)", limit: .sections)
      return
    }
    tree.resolve { listed[$0] }
    sectionList.reserve(tree[0].sections.count)
    if let headers = tree[0].members[.headers] {
      globalHeaders.append(StackPart(of: headers, isGlobal: true, isOfNode: true))
    }
    var open: [Inherited] = []
    for node in tree.nodes.indices {
      guard goesOn, !isTooLarge else { return }
      while let last = open.last, tree[last.node].end <= node { open.removeLast() }
      let members = tree[node].members
      let inherited = Inherited(
        node: node,
        metrics: metrics(members[.metrics], over: open.last?.metrics ?? metricsCache.inherited),
        engine: members[.engine].flatMap { choice($0, Engine.self) } ?? open.last?.engine ?? engine)
      open.append(inherited)
      if tree[node].sections.isEmpty { checkStacks(of: node, in: tree) }
      let others = engines
      engines = []
      content(of: node, in: tree, inherited, text)
      tree[node].engines = engines
      engines.formUnion(others)
    }
    if isStopped || !faults.isEmpty { return }
    noteUnreadMetrics(in: &tree)
    resolvedSource = ResolvedSource(tree, at: base)
  }

  private func sectionCount(_ node: SourceNode) -> Int {
    if node.hasChildren { return 0 }
    return node.members[.sections].map { document.count(of: $0) } ?? 1
  }

  private mutating func metrics(_ element: JSONElement?, over inherited: MetricsValues)
    -> MetricsValues
  {
    element.map { metrics($0, over: inherited, readBy: nil) } ?? inherited
  }

  /// Checks the headers and footers of a node that has no section.
  private mutating func checkStacks(of node: Int, in tree: SourceTree) {
    let members = tree[node].members
    for key in [NodeKey.headers, .footers] where node > 0 || key == .footers {
      guard let element = members[key] else { continue }
      _ = stack([StackPart(of: element, isOfNode: key == .headers)], inheriting: nil)
    }
  }

  /// Decodes what a node lists, and adds the sections that it shows.
  private mutating func content(
    of node: Int, in tree: SourceTree, _ inherited: Inherited, _ text: RawSpan
  ) {
    let isShown = !tree[node].sections.isEmpty
    let isBare = tree[node].isBare
    let members = tree[node].members
    let showsPlaceholder = isShown && isBare && tree[node].state != .initial
    if isShown && isBare {
      let placeholder = showsPlaceholder ? members[.placeholder] : nil
      sectionList.append(bareSection(of: node, in: tree, inherited, placeholder))
    }
    if !showsPlaceholder, let element = members[.placeholder] {
      _ = placeholder(element, inheriting: nil)
    }
    if tree[node].hasChildren { return }
    guard let list = members[.sections] else {
      take(DecodingCost.section)
      var parts = SectionParts(engine: inherited.engine)
      parts.items = members[.items]
      let place = isShown && !isBare ? tree[node].sections.lowerBound : nil
      let section = section(parts, node, in: tree, at: place, inherited, keys: members[.keys], text)
      if place != nil { sectionList.append(section) }
      return
    }
    guard var elements = array(list) else { return }
    var next = tree[node].sections.lowerBound
    while goesOn, !isTooLarge, let element = document.next(&elements) {
      take(DecodingCost.section)
      var parts = SectionParts(engine: inherited.engine)
      var keys: JSONElement?
      if var members = object(element, NodeSectionKey.self) {
        while let (key, value) = self.next(&members) {
          switch key {
          case .of(let key): say(key, value, of: &parts)
          case .keys: keys = value
          }
        }
      }
      let place = isShown && !isBare ? next : nil
      let section = section(parts, node, in: tree, at: place, inherited, keys: keys, text)
      if place != nil { sectionList.append(section) }
      next += 1
    }
  }

  /// Decodes a section of a node.
  ///
  /// - Parameter place: Its number in the layout; nil if it is not shown.
  private mutating func section(
    _ parts: SectionParts, _ node: Int, in tree: SourceTree, at place: Int?, _ inherited: Inherited,
    keys: JSONElement?, _ text: RawSpan
  ) -> GivenSection {
    engines.insert(parts.engine)
    var values = inherited.metrics
    if let element = parts.metrics {
      values = metrics(element, over: values, readBy: EngineRules.of(parts.engine))
      take(DecodingCost.metrics)
    }
    let metrics = metricsCache.resolved(values, for: parts.engine)
    take(DecodingCost.listed(metrics.section.engine.listedCount))
    let look = metrics.supplementaryAppearance
    let placeholder = parts.placeholder.flatMap { self.placeholder($0, inheriting: look) }
    let faultCount = faults.count
    let items = parts.items.map { self.items($0, metrics: metrics, in: text) } ?? .none
    // Listed items are not kept once there is a fault.
    let isListed = parts.items.map { document.type(of: $0) != .number } ?? false
    let isKnown = faults.count == faultCount && (faults.isEmpty || !isListed)
    if let keys { check(keys, count: isKnown ? items.count : nil, in: tree) }
    var (headers, footers) = place.map { outerStacks(of: node, in: tree, at: $0) } ?? ([], [])
    if let element = parts.headers { headers.append(StackPart(of: element)) }
    if let element = parts.footers { footers.insert(StackPart(of: element), at: 0) }
    let section = GivenSection(
      id: parts.id, metrics: metrics.section, items: items,
      headers: stack(headers, inheriting: look), footers: stack(footers, inheriting: look),
      placeholder: placeholder)
    if notesFillers, place != nil, section.isFiller {
      var given = [parts.metrics]
      var next: Int? = node
      while let node = next {
        given.append(tree[node].members[.metrics])
        next = tree[node].parent
      }
      noteFiller(parts.placeholder, given, section)
    }
    return section
  }

  /// The section of a node that lists nothing now: without items and `sectionInset`, with the headers that say
  /// `visibleWhileShowingPlaceholder`, and with a placeholder if one is given.
  private mutating func bareSection(
    of node: Int, in tree: SourceTree, _ inherited: Inherited, _ placeholder: JSONElement?
  ) -> GivenSection {
    take(DecodingCost.section + DecodingCost.metrics)
    engines.insert(inherited.engine)
    var values = inherited.metrics
    values[.sectionInset] = .none
    let metrics = metricsCache.resolved(values, for: inherited.engine)
    let look = metrics.supplementaryAppearance
    let outer = outerStacks(of: node, in: tree, at: tree[node].sections.lowerBound)
    let section = GivenSection(
      id: nil, metrics: metrics.section, items: .none,
      headers: stack(outer.headers, inheriting: look),
      footers: stack(outer.footers, inheriting: look),
      placeholder: placeholder.flatMap { self.placeholder($0, inheriting: look) })
    if notesFillers, section.isFiller { noteFiller(placeholder, [], section) }
    return section
  }

  /// The headers and footers that a section has from nodes, in order: headers of the nodes whose first section it is,
  /// from the outermost; footers of those whose last section it is, from the innermost. O(nodes above it)
  private mutating func outerStacks(
    of node: Int, in tree: SourceTree, at place: Int
  ) -> (headers: [StackPart], footers: [StackPart]) {
    let isBare = tree[node].isBare
    var (headers, footers): ([StackPart], [StackPart]) = ([], [])
    var next: Int? = node
    while let node = next, tree[node].sections.lowerBound == place {
      take(DecodingCost.member)
      if node > 0, let element = tree[node].members[.headers] {
        headers.append(StackPart(of: element, isOfNode: true, isOfBareSection: isBare))
      }
      next = tree[node].parent
    }
    headers.reverse()
    next = node
    while let node = next, tree[node].sections.upperBound == place + 1 {
      take(DecodingCost.member)
      if let element = tree[node].members[.footers] {
        footers.append(StackPart(of: element, isOfBareSection: isBare))
      }
      next = tree[node].parent
    }
    return (headers, footers)
  }

  /// Checks the keys of a section's items: one for each, none twice. O(keys log keys)
  ///
  /// - Parameter itemCount: The number of items; nil if it is not known.
  private mutating func check(_ list: JSONElement, count itemCount: Int?, in tree: SourceTree) {
    guard var elements = array(list) else { return }
    let count = document.count(of: list)
    let before = keyCount
    keyCount += count
    guard keyCount <= SourceTree.keysMax else {
      if before <= SourceTree.keysMax {
        fault(tree[0].element, .tooMany, "has more than \(SourceTree.keysMax) keys")
      }
      return
    }
    if let itemCount, count != itemCount {
      fault(list, .notAllowed, "has \(count) keys, there are \(itemCount) items")
      return
    }
    // Hashes take less memory than keys, and two of them are seldom equal.
    take(count * DiffKey.tableCost)
    var hashes: [Int] = []
    hashes.reserveCapacity(isStopped ? 0 : count)
    while goesOn, let element = document.next(&elements) {
      if let key = key(element) { hashes.append(key.hashValue) }
    }
    hashes.sort()
    let repeated = Set(zip(hashes, hashes.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
    if !repeated.isEmpty { noteRepeated(list, repeated) }
  }

  /// Notes the keys that occur twice in a list.
  ///
  /// - Parameter hashes: The hashes that occur twice.
  private mutating func noteRepeated(_ list: JSONElement, _ hashes: Set<Int>) {
    var known: [DiffKey: JSONElement] = [:]
    var elements = document.contents(of: list)
    while goesOn, let element = document.next(&elements) {
      // Other values have been noted.
      guard [.string, .number].contains(document.type(of: element)), let key = key(element),
        hashes.contains(key.hashValue)
      else { continue }
      if let first = known[key] {
        fault(element, .duplicateKey, "is the key of another item", first: first)
      } else {
        known[key] = element
      }
    }
  }

  /// Notes the metrics of nodes that the engine of no section below them reads. O(nodes + members of metrics)
  private mutating func noteUnreadMetrics(in tree: inout SourceTree) {
    for node in tree.nodes.indices.reversed() {
      guard let parent = tree[node].parent else { continue }
      tree[parent].engines.formUnion(tree[node].engines)
    }
    // An answer has the first warnings alone.
    for node in tree.nodes.indices {
      guard let metrics = tree[node].members[.metrics] else { continue }
      noteUnread(inheritedFrom: metrics, by: tree[node].engines)
    }
  }
}
