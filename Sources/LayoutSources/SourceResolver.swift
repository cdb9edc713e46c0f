package import LayoutCore

/// Makes the sections of a tree of sources, one after another, from what its nodes give (docs/rules.md#sources). Nodes that
/// are not shown are checked and counted, too.
///
/// Whoever reads the tree enters each node in order, and then reads each section that the node lists: its engine and metrics
/// are known before its items are read.
package final class SourceResolver {
  /// What the sections of a node inherit, and what it adds to those of the nodes above.
  private final class Level {
    let node: Int
    let metrics: MetricsValues
    let engine: Engine
    let contents: NodeContents

    init(_ node: Int, _ contents: NodeContents, metrics: MetricsValues, engine: Engine) {
      (self.node, self.contents, self.metrics, self.engine) = (node, contents, metrics, engine)
    }
  }

  package let tree: SourceTree
  private let isHorizontal: Bool
  private let engine: Engine
  private let metrics: MetricsValues
  private let warnsOfFillers: Bool
  private var engines: [EngineSet]
  /// The node that was entered last, after those above it.
  private var levels: [Level] = []
  /// The number of the next section of the node.
  private var next = 0
  private var cache: MetricsCache
  private var lastAppearance: Appearance?
  private var lastStack = SupplementaryStack.empty
  private var lastPlaceholder: Placeholder?
  /// The nodes that give metrics.
  private var given: [Level] = []
  private var warnings: [SourceWarning] = []
  private var takenWarnings = 0
  /// The units of work since they were taken last.
  private var work = 0

  /// The cost of a node, a section, its metrics and one of its values.
  private static let (sectionCost, metricsCost, valueCost) = (40, 100, 1)

  /// - Parameters:
  ///   - tree: A finished tree.
  ///   - engine: The engine that nodes inherit from the snapshot.
  ///   - metrics: The metrics that nodes inherit from the snapshot.
  ///   - hasContentLength: Whether the content has a least length, so that fillers fill something.
  package init(
    _ tree: SourceTree, isHorizontal: Bool, engine: Engine, metrics: MetricsValues,
    hasContentLength: Bool
  ) {
    warnsOfFillers = !hasContentLength
    (self.tree, self.isHorizontal, self.engine) = (tree, isHorizontal, engine)
    self.metrics = metrics
    cache = MetricsCache(inherited: metrics)
    engines = Array(repeating: EngineSet(), count: tree.nodes.count)
  }

  /// Takes the units of work since they were taken last.
  package func takeWork() -> Int {
    defer { work = 0 }
    return work
  }

  /// Takes the warnings since they were taken last: those among the first of all that an answer lists.
  package func takeWarnings() -> ArraySlice<SourceWarning> {
    defer { takenWarnings = warnings.count }
    return warnings[takenWarnings...]
  }

  // MARK: Nodes

  /// Enters the next node; its sections follow.
  ///
  /// - Returns: The section that it shows in place of what it lists, or of all nodes below; nil if it shows none.
  package func enter(_ node: Int, _ contents: NodeContents) -> GivenSection? {
    while let last = levels.last, tree[last.node].end <= node { levels.removeLast() }
    let (above, own) = (levels.last, tree[node])
    let level = Level(
      node, contents, metrics: (above?.metrics ?? metrics).merged(with: contents.metrics),
      engine: contents.engine ?? above?.engine ?? engine)
    levels.append(level)
    if contents.metrics != nil { given.append(level) }
    next = own.sections.lowerBound
    guard !own.sections.isEmpty, own.isBare else { return nil }
    return bareSection(
      of: node, placeholder: own.state != .initial ? contents.placeholder : nil)
  }

  /// The metrics that the last node that was entered gives its sections.
  package var values: MetricsValues { levels[levels.count - 1].metrics }

  /// The section of a node that lists nothing now: without items and `sectionInset`, with the headers that say
  /// `visibleWhileShowingPlaceholder`, and with a placeholder if one is given.
  private func bareSection(
    of node: Int, placeholder: SupplementaryValues?
  ) -> GivenSection {
    work += SourceResolver.sectionCost + SourceResolver.metricsCost
    let level = levels[levels.count - 1]
    engines[node].insert(level.engine)
    var values = level.metrics
    values[.sectionInset] = .none
    let metrics = cache.resolved(values, for: level.engine)
    let look = metrics.supplementaryAppearance
    let section = GivenSection(
      id: nil, metrics: metrics.section, items: .none,
      headers: stack(outerHeaders(at: next), inheriting: look, isBare: true),
      footers: stack(outerFooters(at: next), inheriting: look, isBare: true),
      placeholder: placeholder.flatMap { self.placeholder($0, inheriting: look) })
    if section.isFiller { warn(.filler(SourcePlace(node, .placeholder))) }
    return section
  }

  /// The headers that a section has from nodes: those of the nodes whose first section it is, from the outermost. Those of
  /// the root are global headers. O(nodes above it)
  private func outerHeaders(at place: Int) -> NodeElements {
    var headers = NodeElements()
    for number in 1..<max(1, levels.count) {
      let level = levels[number]
      if tree[level.node].sections.lowerBound != place { continue }
      work += SourceResolver.valueCost
      headers.append(level.contents.headers)
    }
    return headers
  }

  /// The footers that a section has from nodes: those of the nodes whose last section it is, from the innermost.
  private func outerFooters(at place: Int) -> NodeElements {
    var footers = NodeElements()
    var number = levels.count
    while number > 0 {
      number -= 1
      let level = levels[number]
      if tree[level.node].sections.upperBound != place + 1 { continue }
      work += SourceResolver.valueCost
      footers.append(level.contents.footers)
    }
    return footers
  }

  // MARK: Sections

  /// The metrics of the next section that the node lists, with which its items are read.
  ///
  /// - Parameter number: Its number among those that the node lists; nil for the one of its `items`.
  package func metrics(of section: NodeContents, _ number: Int?) -> ResolvedMetrics {
    let level = levels[levels.count - 1]
    let engine = section.engine ?? level.engine
    engines[level.node].insert(engine)
    work += SourceResolver.sectionCost
    var values = level.metrics
    if let given = section.metrics {
      work += SourceResolver.metricsCost
      values = values.merged(with: given)
      let rules = EngineRules.of(engine)
      for (key, _) in given.values where !rules.reads(key) {
        warn(.unread(key, by: engine, SourcePlace(level.node, section: number, .metrics)))
      }
    }
    return cache.resolved(values, for: engine)
  }

  /// The next section that the node lists, with its items and all that it inherits.
  ///
  /// - Parameters:
  ///   - metrics: What `metrics(of:_:)` has returned for it.
  ///   - number: Its number among those that the node lists; nil for the one of its `items`.
  ///   - unreadCount: The number of warnings of its items' sizes, which the engine does not read.
  /// - Returns: Nil if it is not shown.
  package func section(
    _ section: NodeContents, _ number: Int?, _ metrics: ResolvedMetrics, items: Items,
    unreadCount: Int = 0
  ) -> GivenSection? {
    let level = levels[levels.count - 1]
    for _ in 0..<min(unreadCount, SourceWarning.countMax) {
      warn(.unreadItems(by: metrics.rules.engine, SourcePlace(level.node, section: number, .items)))
    }
    let own = tree[level.node]
    guard !own.sections.isEmpty, !own.isBare else { return nil }
    defer { next += 1 }
    let look = metrics.supplementaryAppearance
    var (headers, footers) = (outerHeaders(at: next), section.footers)
    headers.append(section.headers)
    footers.append(outerFooters(at: next))
    let made = GivenSection(
      id: section.id, metrics: metrics.section, items: items,
      headers: stack(headers, inheriting: look), footers: stack(footers, inheriting: look),
      placeholder: section.placeholder.flatMap { placeholder($0, inheriting: look) },
      members: section.members)
    if made.isFiller { warn(.filler(filler(section, number, hasItems: items.count > 0))) }
    return made
  }

  /// The place of what lets a section take a part of what the content lacks: its placeholder, or the metrics that give the
  /// innermost `rowHeight`; nil for those of the snapshot.
  private func filler(_ section: NodeContents, _ number: Int?, hasItems: Bool) -> SourcePlace? {
    let node = levels[levels.count - 1].node
    if !hasItems { return SourcePlace(node, section: number, .placeholder) }
    if section.metrics.gives(.rowHeight) {
      return SourcePlace(node, section: number, .metrics)
    }
    let giving = levels.last { $0.contents.metrics.gives(.rowHeight) }
    return giving.map { SourcePlace($0.node, .metrics) }
  }

  /// The global headers: those of the snapshot, and the headers of the root.
  package func globalHeaders(
    _ own: NodeElements, ofRoot others: NodeElements
  ) -> SupplementaryStack {
    var headers = own
    headers.append(others)
    return stack(headers, inheriting: nil)
  }

  private func stack(
    _ list: NodeElements, inheriting look: Appearance?, isBare: Bool = false
  ) -> SupplementaryStack {
    if list.elements.isEmpty { return .empty }
    var stack = SupplementaryStack.Builder(capacity: list.elements.count)
    for element in list.elements where !isBare || element.isVisibleWhileShowingPlaceholder {
      let made = element.values.element(
        index: Int(element.index), isHorizontal: isHorizontal, inheriting: look,
        sharing: &lastAppearance)
      if let made { stack.append(made) }
    }
    lastStack = stack.stack(unlessEqualTo: lastStack)
    return lastStack
  }

  private func placeholder(
    _ values: SupplementaryValues, inheriting look: Appearance?
  ) -> Placeholder? {
    let placeholder = values.placeholder(
      isHorizontal: isHorizontal, inheriting: look, sharing: &lastAppearance)
    if placeholder != lastPlaceholder { lastPlaceholder = placeholder }
    return lastPlaceholder
  }

  // MARK: Warnings

  private func warn(_ warning: SourceWarning) {
    guard warnings.count < SourceWarning.countMax else { return }
    if case .filler(let place) = warning {
      if !warnsOfFillers { return }
      for case .filler(let other) in warnings where other == place { return }
    }
    warnings.append(warning)
  }

  /// Finds the metrics of nodes, and of the snapshot, that the engine of no section below them reads, once all sections are
  /// made. O(nodes + members of metrics)
  package func warnOfUnreadMetrics(ofSnapshot metrics: GivenMetrics?) {
    for node in tree.nodes.indices.reversed() {
      if let parent = tree[node].parent { engines[parent].formUnion(engines[node]) }
    }
    for level in given {
      if let metrics = level.contents.metrics {
        warn(ofUnread: metrics, of: level.node, by: engines[level.node])
      }
    }
    if let metrics { warn(ofUnread: metrics, of: nil, by: engines[0]) }
  }

  private func warn(ofUnread metrics: GivenMetrics, of node: Int?, by engines: EngineSet) {
    if engines.isEmpty { return }
    for (key, _) in metrics.values where !engines.read(key) { warn(.readByNone(key, node: node)) }
  }
}

extension GivenMetrics? {
  fileprivate func gives(_ key: MetricsKey) -> Bool {
    self?.values.contains { $0.key == key } ?? false
  }
}

/// Something in a tree of sources that is allowed, but probably a mistake (docs/rules.md#warnings).
package enum SourceWarning: Sendable {
  /// A metric of a section that its engine does not read: the place of the metrics.
  case unread(MetricsKey, by: Engine, SourcePlace)
  /// Sizes of items that the engine of their section does not read: the place of the items. Whoever reads the items may
  /// know more of them.
  case unreadItems(by: Engine, SourcePlace)
  /// A metric of a node, or of the snapshot, that the engine of no section below it reads.
  case readByNone(MetricsKey, node: Int?)
  /// A section that takes a part of what the content lacks: the place of the placeholder, or of the metrics that give
  /// `rowHeight`; nil for those of the snapshot.
  case filler(SourcePlace?)

  /// The greatest number of warnings of an answer.
  static let countMax = 20
}
