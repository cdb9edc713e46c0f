internal import LayoutCore

/// A tree of sources: its nodes in the order of a walk from each node to its children (docs/rules.md#sources).
///
/// Whoever reads it appends the nodes, then finishes the tree; a `SourceResolver` makes sections of its contents.
package struct SourceTree: Sendable {
  /// The greatest number of nodes, and that of keys of items.
  package static let nodesMax = 10_000
  package static let keysMax = 1_000_000
  /// The depth that a JSON body with a source may have beyond that of other bodies.
  package static let furtherDepth = 16

  package private(set) var nodes: [SourceNode] = []
  private var faults: [SourceFault] = []
  /// By the numbers of ids, the node that has it; −1 if none has.
  private var nodesByID: [Int32] = []

  package init() {}

  package internal(set) subscript(node: Int) -> SourceNode {
    get { nodes[node] }
    _modify { yield &nodes[node] }
  }

  /// Takes the mistakes that were found since they were taken last.
  package mutating func takeFaults() -> [SourceFault] {
    defer { faults = [] }
    return faults
  }

  /// Whether another node may be appended; if not, that is a fault of the root.
  package mutating func mayGrow() -> Bool {
    if nodes.count < SourceTree.nodesMax { return true }
    faults.append(
      SourceFault(
        SourcePlace(0), .tooMany, SourceDetail("has more than ", SourceTree.nodesMax, " nodes")))
    return false
  }

  /// Appends a node, and finds its mistakes. O(1)
  package mutating func append(_ node: SourceNode) {
    let place = nodes.count
    func refuse(_ key: NodeKey, _ detail: String) {
      guard node.given.contains(key) else { return }
      faults.append(SourceFault(SourcePlace(place, key), .notAllowed, SourceDetail(detail)))
    }
    if let id = node.id {
      if id >= nodesByID.count {
        nodesByID += Array(repeating: -1, count: id + 1 - nodesByID.count)
      }
      if nodesByID[id] >= 0 {
        faults.append(
          SourceFault(
            SourcePlace(place, .id), .duplicateKey, SourceDetail("is the id of another node"),
            first: SourcePlace(Int(nodesByID[id]), .id)))
      } else {
        nodesByID[id] = Int32(place)
      }
    }
    if node.hasChildren {
      for key in NodeKey.ofBasic { refuse(key, "cannot stand beside children") }
    } else {
      refuse(.selected, "needs children")
      if node.listsSections {
        for key in [NodeKey.items, .keys] { refuse(key, "cannot stand beside sections") }
      }
    }
    nodes.append(node)
    if node.hasChildren { nodes[place].listedCount = 0 }
  }

  /// The node with an id; nil if there is none. O(1)
  func node(withID id: Int) -> Int? {
    id < nodesByID.count && nodesByID[id] >= 0 ? Int(nodesByID[id]) : nil
  }

  /// Derives states from those of basic nodes, decides which nodes are shown, and numbers the sections, once all nodes are
  /// appended. O(nodes)
  ///
  /// - Parameter sectionsMax: The greatest number of sections, shown or not.
  /// - Returns: Whether the number of sections is within the limit.
  package mutating func finish(sectionsMax: Int) -> Bool {
    for node in nodes.indices.reversed() {
      nodes[node].end = max(nodes[node].end, node + 1)
      if let parent = nodes[node].parent {
        nodes[parent].end = max(nodes[parent].end, nodes[node].end)
      }
    }
    for node in nodes.indices where nodes[node].hasChildren { select(node) }
    let count = nodes.reduce(0) { $0 + $1.listedCount }
    guard count <= sectionsMax else {
      faults.append(
        SourceFault(
          SourcePlace(0), .tooMany,
          SourceDetail("has ", count, " sections, the limit is ").and(sectionsMax),
          exceedsSections: true))
      return false
    }
    for node in nodes.indices.reversed() where nodes[node].hasChildren {
      nodes[node].state = state(ofChildrenOf: node)
    }
    numberSections()
    return true
  }

  /// Checks the number of the child that a node shows. O(children)
  private mutating func select(_ node: Int) {
    guard let selected = nodes[node].selected else { return }
    let count = children(of: node).count
    if selected >= 0, selected < count { return }
    nodes[node].selected = nil
    faults.append(
      SourceFault(
        SourcePlace(node, .selected), .outOfRange,
        SourceDetail("must be the number of a child, and there are ", count)))
  }

  private mutating func numberSections() {
    var next = 0
    for place in nodes.indices {
      var node = nodes[place]
      (node.isShown, node.isReplaced) = (true, false)
      if let parent = node.parent.map({ nodes[$0] }) {
        node.isShown = parent.isShown && (parent.selected ?? node.number) == node.number
        node.isReplaced = parent.isReplaced || parent.isBare
      }
      let isThere = node.isShown && !node.isReplaced
      let own = !isThere ? 0 : node.isBare ? 1 : node.listedCount
      node.sections = next..<next + own
      next += own
      nodes[place] = node
    }
    // The sections of a node with children end where those of the last node below it end.
    for node in nodes.indices.reversed() where nodes[node].hasChildren && nodes[node].isShown {
      let start = nodes[node].sections.lowerBound
      nodes[node].sections = start..<nodes[nodes[node].end - 1].sections.upperBound
    }
  }

  private func state(ofChildrenOf node: Int) -> SourceState {
    let children = children(of: node)
    func state(_ child: Int) -> SourceState { nodes[child].state ?? .loaded }
    if let selected = nodes[node].selected { return state(children[selected]) }
    return SourceState.dominance.first { one in children.contains { state($0) == one } } ?? .loaded
  }

  /// The positions of a node's children. O(children)
  func children(of node: Int) -> [Int] {
    var children: [Int] = []
    var child = node + 1
    while child < nodes[node].end {
      children.append(child)
      child = nodes[child].end
    }
    return children
  }

  /// The nodes without children below a node that are reached through selected children, in order. O(nodes below it)
  func basicNodes(below node: Int) -> [Int] {
    var found: [Int] = []
    var next = node + 1
    while next < nodes[node].end {
      if let parent = nodes[next].parent, let selected = nodes[parent].selected,
        selected != nodes[next].number
      {
        next = nodes[next].end
        continue
      }
      if !nodes[next].hasChildren { found.append(next) }
      next += 1
    }
    return found
  }
}

extension SourceTree {
  /// The place of a section: its node, or its entry in the node's `sections`. O(nodes)
  package func place(ofSection section: Int) -> SourcePlace {
    let node = nodes.firstIndex { $0.hasOwnSections && $0.sections.contains(section) } ?? 0
    return SourcePlace(
      node, section: nodes[node].areListed ? section - nodes[node].sections.lowerBound : nil)
  }

  /// For each node with sections of its own, how they slide, by ranges of sections in order.
  @inline(never)
  func ownSections(_ slide: (Int) -> Slide?) -> [(sections: Range<Int>, slide: Slide?)] {
    var own: [(sections: Range<Int>, slide: Slide?)] = []
    for (place, node) in nodes.enumerated() where node.hasOwnSections {
      own.append((node.sections, slide(place)))
    }
    return own
  }
}
