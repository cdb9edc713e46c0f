internal import LayoutCore

/// What the answer to a snapshot with a source says of its nodes (docs/rules.md#source-answer), and the places of its
/// sections.
package struct SourceOutline: Sendable {
  /// A node of the answer.
  package struct AnsweredNode: Sendable {
    /// Its position in the tree.
    package let node: Int
    package let state: SourceState
    /// Its sections in the layout.
    package let sections: Range<Int>
    package let isMovable: Bool
    package let isEditable: Bool
  }

  /// The sections of a node without children, or those that it shows in place of others.
  package struct OwnSections: Sendable {
    package let node: Int
    package let sections: Range<Int>
    /// Whether they are listed as `sections`.
    package let areListed: Bool
  }

  /// The state of the root.
  package let state: SourceState
  /// The positions of the nodes with an id that are to be loaded, in order.
  package let load: [Int]
  /// The nodes with an id.
  package let nodes: [AnsweredNode]
  /// In order.
  package let lists: [OwnSections]
  /// The places of all nodes: the node above, and the number among its children.
  private let places: [(parent: Int?, number: Int)]

  package init(_ tree: SourceTree) {
    state = tree[0].state ?? .loaded
    load = tree.nodes.indices.filter { tree[$0].isToBeLoaded }
    places = tree.nodes.map { ($0.parent, $0.number) }
    lists = tree.nodes.enumerated().compactMap { place, node in
      if !node.hasOwnSections { return nil }
      return OwnSections(node: place, sections: node.sections, areListed: node.areListed)
    }
    nodes = tree.nodes.enumerated().compactMap { place, node in
      if node.id == nil { return nil }
      return AnsweredNode(
        node: place, state: node.state ?? .loaded, sections: node.sections,
        isMovable: node.isMovable, isEditable: node.isEditable)
    }
  }

  /// The memory, in bytes, at most, without texts.
  package var byteCount: Int {
    nodes.count * 96 + load.count * 16 + places.count * 32 + lists.count * 40
  }

  /// The place of a section: its node, or its entry in the node's `sections`. O(log nodes)
  package func place(ofSection section: Int) -> SourcePlace {
    let list = lists[partitionPoint(0..<lists.count) { lists[$0].sections.upperBound > section }]
    return SourcePlace(
      list.node, section: list.areListed ? section - list.sections.lowerBound : nil)
  }

  /// The numbers of the children on the way from the root to a node. O(depth)
  package func way(to node: Int) -> [Int] {
    var way: [Int] = []
    var next = node
    while let parent = places[next].parent {
      way.append(places[next].number)
      next = parent
    }
    return way.reversed()
  }
}
