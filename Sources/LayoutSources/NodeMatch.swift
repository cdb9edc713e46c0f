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
    for (node, given) in new.nodes.enumerated() {
      if node > 0, let same = given.id.flatMap({ old.node(withID: $0) }), same > 0 {
        before[node] = same
      }
      guard let same = before[node] else { continue }
      after[same] = node
      for (child, other) in zip(new.children(of: node), old.children(of: same))
      where new[child].id == nil && old[other].id == nil {
        before[child] = other
      }
    }
  }
}

extension SourceTree {
  /// The nodes that cannot go to their state from the one that they have in an old tree: nodes without children whose id is
  /// in both trees. O(nodes)
  package func illegalTransitions(from old: SourceTree) -> [SourceFault] {
    var faults: [SourceFault] = []
    for (place, node) in nodes.enumerated() where !node.hasChildren {
      guard let after = node.state, let same = node.id.flatMap({ old.node(withID: $0) }),
        !old[same].hasChildren, let before = old[same].state, !before.mayGo(to: after)
      else { continue }
      faults.append(
        SourceFault(
          SourcePlace(place, .state), .illegalTransition,
          SourceDetail("cannot be ", after.rawValue, " after ", before.rawValue)))
    }
    return faults
  }
}
