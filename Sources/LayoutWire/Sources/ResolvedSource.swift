public import JSONText
internal import LayoutCore

/// What the answer to a snapshot with a source says of its nodes (docs/rules.md#source-answer).
public final class ResolvedSource: Sendable {
  /// The pointer to the snapshot in the body.
  public let base: String
  /// The state of the root.
  package let state: SourceState
  /// The ids of the nodes that are to be loaded, in order.
  package let load: [String]
  package let nodes: [NamedNode]
  /// Each node with sections of its own, in order: those that list them, and those that show one in place of others.
  private let lists: [ListingNode]
  /// The places of all nodes: the node above, and the number among its children.
  private let places: [(parent: Int?, number: Int)]

  /// The sections of a node without children.
  private struct ListingNode: Sendable {
    let node: Int
    let sections: Range<Int>
    /// Whether they are listed as `sections`.
    let areListed: Bool
  }

  /// A node with an id.
  package struct NamedNode: Sendable {
    package let id: String
    package let state: SourceState
    /// Its sections in the layout.
    package let sections: Range<Int>
    package let isMovable: Bool
    package let isEditable: Bool
  }

  /// - Parameter base: The pointer to the snapshot in the body.
  init(_ tree: SourceTree, at base: String) {
    self.base = base
    state = tree[0].state
    load = tree.nodes.compactMap {
      $0.isShown && !$0.hasChildren && $0.state == .initial ? $0.id : nil
    }
    places = tree.nodes.map { ($0.parent, $0.number) }
    lists = tree.nodes.enumerated().compactMap { place, node in
      if !node.hasOwnSections { return nil }
      return ListingNode(
        node: place, sections: node.sections,
        areListed: node.members[.sections] != nil && !node.isBare)
    }
    nodes = tree.nodes.compactMap { node in
      node.id.map {
        NamedNode(
          id: $0, state: node.state, sections: node.sections, isMovable: node.isMovable,
          isEditable: node.isEditable)
      }
    }
  }

  /// The memory, in bytes, at most.
  public var byteCount: Int {
    nodes.reduce(load.count * 16 + 64 + places.count * 32 + lists.count * 40) {
      $0 + 2 * $1.id.utf8.count + 96
    }
  }

  /// The place of a section in the body: its node, or its entry in the node's `sections`. O(log nodes + depth)
  public func pointer(toSection section: Int) -> String {
    let list = lists[partitionPoint(0..<lists.count) { lists[$0].sections.upperBound > section }]
    var path = list.areListed ? ["sections", "\(section - list.sections.lowerBound)"] : []
    var node = list.node
    while let parent = places[node].parent {
      path = ["children", "\(places[node].number)"] + path
      node = parent
    }
    return base + "/source" + path.map { "/" + $0 }.joined()
  }

  /// Writes `{"state", "load", "nodes"}`. O(nodes)
  public func write(to writer: inout JSONWriter) {
    writer.literal("{\"state\":")
    writer.string(state.rawValue)
    writer.literal(",\"load\":")
    writer.array(load) { id, writer in writer.string(id) }
    writer.literal(",\"nodes\":")
    writer.array(nodes) { node, writer in
      writer.literal("{\"id\":")
      writer.string(node.id)
      writer.literal(",\"state\":")
      writer.string(node.state.rawValue)
      if !node.sections.isEmpty {
        writer.literal(",\"first\":")
        writer.integer(node.sections.lowerBound)
      }
      writer.literal(",\"sectionCount\":")
      writer.integer(node.sections.count)
      if node.isMovable { writer.literal(",\"movable\":true") }
      if node.isEditable { writer.literal(",\"editable\":true") }
      writer.literal("}")
    }
    writer.literal("}")
  }
}
