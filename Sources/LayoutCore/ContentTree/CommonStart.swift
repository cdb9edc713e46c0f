extension ContentTree {
  /// The leaves that both trees have in common from the first one on. O(log leaves · children of a node)
  func commonStart(with other: ContentTree) -> ContentCounts { common(with: other, fromEnd: false) }

  /// The leaves that both trees have in common from the first one on, or back from the last one if `fromEnd`: the same
  /// objects, or objects of equal digests, found by comparing nodes. O(log leaves · children of a node)
  func common(with other: ContentTree, fromEnd: Bool) -> ContentCounts {
    var (one, other) = (root, other.root)
    var common = ContentCounts()
    while true {
      if one.isEqual(to: other) { return common + one.counts }
      switch (one, other) {
      case (.node(let node), _) where one.level > other.level: one = node.child(0, fromEnd: fromEnd)
      case (_, .node(let node)) where other.level > one.level:
        other = node.child(0, fromEnd: fromEnd)
      case (.node(let node), .node(let otherNode)):
        var place = 0
        let count = min(node.children.count, otherNode.children.count)
        while place < count,
          node.child(place, fromEnd: fromEnd).isEqual(to: otherNode.child(place, fromEnd: fromEnd))
        {
          place += 1
        }
        common +=
          fromEnd
          ? node.counts - node.counts(before: node.children.count - place)
          : node.counts(before: place)
        if place == count { return common }
        (one, other) = (
          node.child(place, fromEnd: fromEnd), otherNode.child(place, fromEnd: fromEnd)
        )
      default: return common
      }
    }
  }
}

extension ContentChild {
  /// Whether both have equal content.
  fileprivate func isEqual(to other: ContentChild) -> Bool {
    self === other || digest == other.digest
  }
}

extension Node {
  /// The child at a place, counted from the first child or, if `fromEnd`, from the last one.
  fileprivate func child(_ place: Int, fromEnd: Bool) -> ContentChild {
    children[fromEnd ? children.count - 1 - place : place]
  }
}
