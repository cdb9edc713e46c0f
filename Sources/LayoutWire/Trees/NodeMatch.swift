internal import JSONText
internal import LayoutCore

/// Which nodes of two trees are the same (docs/rules.md#two-trees).
struct NodeMatch {
  /// For each node of the new tree, the same node of the old one.
  private(set) var before: [Int?]
  /// For each node of the old tree, the same node of the new one.
  private(set) var after: [Int?]

  /// Compares two trees. O(nodes)
  init(_ old: SourceTree, _ new: SourceTree) {
    before = Array(repeating: nil, count: new.nodes.count)
    after = Array(repeating: nil, count: old.nodes.count)
    // The roots are the same, whatever their ids.
    before[0] = 0
    var byID: [DiffKey.Text: Int] = [:]
    for (node, given) in old.nodes.enumerated().dropFirst() {
      if let id = given.id { byID[DiffKey.Text(text: id)] = node }
    }
    for (node, given) in new.nodes.enumerated() {
      if node > 0, let id = given.id { before[node] = byID[DiffKey.Text(text: id)] }
      guard let same = before[node] else { continue }
      after[same] = node
      for (child, other) in zip(new.children(of: node), old.children(of: same))
      where new[child].id == nil && old[other].id == nil {
        before[child] = other
      }
    }
  }
}

extension SnapshotDecoder {
  /// Notes the nodes that go to a state to which they cannot go: nodes without children whose id is in both trees.
  /// O(nodes)
  mutating func checkStates(_ old: SourceTree, _ new: SourceTree) {
    /// The state of a node; nil if it is wrong.
    func state(_ node: SourceNode) -> SourceState? {
      guard let given = node.members[.state] else { return node.state }
      return SourceState(rawValue: word(given))
    }
    var known: [DiffKey.Text: Int] = [:]
    for (node, given) in old.nodes.enumerated() where !given.hasChildren {
      take(DecodingCost.node)
      if let id = given.id { known[DiffKey.Text(text: id)] = node }
    }
    for given in new.nodes where !given.hasChildren && goesOn {
      take(DecodingCost.node)
      guard let id = given.id, let node = known[DiffKey.Text(text: id)],
        let before = state(old[node]), let after = state(given), !before.mayGo(to: after)
      else { continue }
      let detail = "cannot be \(after.rawValue) after \(before.rawValue)"
      if let member = given.members[.state] {
        fault(member, .illegalTransition, detail)
      } else {
        fault(given.element, missing: NodeKey.state.name, detail, code: .illegalTransition)
      }
    }
  }
}
