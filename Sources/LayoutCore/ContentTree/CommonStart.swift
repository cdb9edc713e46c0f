extension ContentTree {
  /// The common start of both trees: leaves that are the same objects in both, found by comparing nodes. O(log leaves ·
  /// children of a node)
  func commonStart(with other: ContentTree) -> ContentCounts {
    var (one, other) = (root, other.root)
    var common = ContentCounts()
    while true {
      if one === other { return common + one.counts }
      switch (one, other) {
      case (.node(let node), _) where one.level > other.level: one = node.children[0]
      case (_, .node(let node)) where other.level > one.level: other = node.children[0]
      case (.node(let node), .node(let otherNode)):
        var child = 0
        let count = min(node.children.count, otherNode.children.count)
        while child < count, node.children[child] === otherNode.children[child] { child += 1 }
        common += node.counts(before: child)
        if child == count { return common }
        one = node.children[child]
        other = otherNode.children[child]
      default: return common
      }
    }
  }
}
