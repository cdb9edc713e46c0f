internal import JSONText
internal import LayoutCore

/// The nodes of a source in the order of the text, which is that of a walk from each node to its children, with what is
/// known before their content is decoded (docs/rules.md#sources).
struct SourceTree {
  /// The greatest number of nodes.
  static let nodesMax = 10_000
  /// The depth that a body with a source may have beyond that of other bodies.
  static let furtherDepth = 16
  /// The greatest number of keys of items.
  static let keysMax = DiffKey.countMax

  private(set) var nodes: [SourceNode] = []

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

  mutating func append(_ node: SourceNode) { nodes.append(node) }

  subscript(node: Int) -> SourceNode {
    get { nodes[node] }
    _modify { yield &nodes[node] }
  }

  /// Derives states from those of basic nodes, decides which nodes are shown, and numbers the sections. O(nodes)
  ///
  /// - Parameter sectionCount: The number of sections that a basic node lists.
  mutating func resolve(sectionCount: (Int) -> Int) {
    for node in nodes.indices.reversed() where nodes[node].hasChildren {
      nodes[node].state = state(ofChildrenOf: node)
    }
    var next = 0
    for node in nodes.indices {
      let number = nodes[node].number
      nodes[node].isShown =
        nodes[node].parent.map {
          nodes[$0].isShown && (nodes[$0].selected ?? number) == number
        } ?? true
      nodes[node].isReplaced =
        nodes[node].parent.map { nodes[$0].isReplaced || nodes[$0].isBare } ?? false
      let isThere = nodes[node].isShown && !nodes[node].isReplaced
      let own =
        !isThere ? 0 : nodes[node].isBare ? 1 : nodes[node].hasChildren ? 0 : sectionCount(node)
      nodes[node].sections = next..<next + own
      next += own
    }
    // The sections of a node with children end where those of the last node below it end.
    for node in nodes.indices.reversed() where nodes[node].hasChildren && nodes[node].isShown {
      let start = nodes[node].sections.lowerBound
      nodes[node].sections = start..<nodes[nodes[node].end - 1].sections.upperBound
    }
  }

  private func state(ofChildrenOf node: Int) -> SourceState {
    let children = children(of: node)
    if let selected = nodes[node].selected { return nodes[children[selected]].state }
    let states = Set(children.map { nodes[$0].state })
    return SourceState.dominance.first { states.contains($0) } ?? .loaded
  }
}

/// A node. Nodes are identified by their positions in the tree.
struct SourceNode {
  let element: JSONElement
  /// The node whose child it is; nil for the root.
  let parent: Int?
  /// Its number among the children of its parent.
  let number: Int
  var members = MembersByKey<NodeKey>()
  var id: String?
  /// The given state of a basic node; otherwise the state that follows from those of the children.
  var state = SourceState.loaded
  var isMovable = false
  var isEditable = false
  /// The engines of the sections that it lists; after decoding, also of those of the nodes below it.
  var engines: Set<Engine> = []
  /// The child that is shown; nil if all are.
  var selected: Int?
  /// The position after the last node below it.
  var end = 0
  /// Whether no node from the root to it has selected another child.
  var isShown = false
  /// Whether a node above it shows one section in place of all nodes below.
  var isReplaced = false
  /// Its sections in the layout. Empty if it is not shown.
  var sections = 0..<0

  var hasChildren: Bool { members[.children] != nil }
  /// Whether it has one section without items, because of its state: in place of what it lists, or of all nodes below.
  var isBare: Bool {
    hasChildren ? members[.placeholder] != nil && state == .loading : state.isBare
  }
  /// Whether sections of the layout are its own, and not those of nodes below it.
  var hasOwnSections: Bool { !sections.isEmpty && (isBare || !hasChildren) }
}
