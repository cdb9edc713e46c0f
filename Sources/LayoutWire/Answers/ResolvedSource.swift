public import JSONText
package import LayoutSources

/// What the answer to a snapshot with a source says of its nodes (docs/rules.md#source-answer).
public final class ResolvedSource: Sendable {
  /// The pointer to the snapshot in the body.
  public let base: String
  private let outline: SourceOutline
  /// The id of each node that has one, by its position.
  private let ids: [Int: String]

  /// - Parameter base: The pointer to the snapshot in the body.
  init(_ outline: SourceOutline, ids: [Int: String], at base: String) {
    (self.outline, self.ids, self.base) = (outline, ids, base)
  }

  /// The state of the root.
  package var state: SourceState { outline.state }
  /// The ids of the nodes that are to be loaded, in order.
  package var load: [String] { outline.load.map(id) }
  /// The nodes with an id, in order.
  package var nodes: [(id: String, node: SourceOutline.AnsweredNode)] {
    outline.nodes.map { (id($0.node), $0) }
  }

  private func id(_ node: Int) -> String { ids[node] ?? "" }

  /// The memory, in bytes, at most.
  public var byteCount: Int {
    ids.values.reduce(outline.byteCount + 64) { $0 + 2 * $1.utf8.count + 64 }
  }

  /// The pointer to a section in the body: to its node, or to its entry in the node's `sections`. O(log nodes + depth)
  public func pointer(toSection section: Int) -> String {
    let place = outline.place(ofSection: section)
    let node = outline.way(to: place.node).map { "/children/\($0)" }.joined()
    return base + "/source" + node + (place.section.map { "/sections/\($0)" } ?? "")
  }

  /// Writes `{"state", "load", "nodes"}`. O(nodes)
  public func write(to writer: inout JSONWriter) {
    writer.literal("{\"state\":")
    writer.string(state.rawValue)
    writer.literal(",\"load\":")
    writer.array(load) { id, writer in writer.string(id) }
    writer.literal(",\"nodes\":")
    writer.array(nodes) { named, writer in
      let node = named.node
      writer.literal("{\"id\":")
      writer.string(named.id)
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
