internal import JSONText
internal import LayoutCore

/// Which nodes of two trees are the same (docs/rules.md#two-trees).
struct NodeMatch {
  /// For each node of the new tree, the same node of the old one.
  private(set) var before: [Int?] = []
  /// For each node of the old tree, the same node of the new one.
  private(set) var after: [Int?]

  /// Compares two trees. O(nodes)
  init(_ old: SourceTree, _ new: SourceTree) {
    after = Array(repeating: nil, count: old.nodes.count)
    var byID: [DiffKey.Text: Int] = [:]
    var children = [[Int]](repeating: [], count: old.nodes.count)
    for (node, given) in old.nodes.enumerated() {
      if let parent = given.parent { children[parent].append(node) }
      // The roots are the same, whatever their ids.
      if let id = given.id, node > 0 { byID[DiffKey.Text(text: id)] = node }
    }
    for (node, given) in new.nodes.enumerated() {
      var same: Int?
      if let id = given.id, node > 0 {
        same = byID[DiffKey.Text(text: id)]
      } else if let parent = given.parent {
        same = before[parent].flatMap { parent in
          guard given.number < children[parent].count else { return nil }
          let child = children[parent][given.number]
          return old[child].id == nil ? child : nil
        }
      } else {
        same = 0
      }
      before.append(same)
      if let same { after[same] = node }
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
