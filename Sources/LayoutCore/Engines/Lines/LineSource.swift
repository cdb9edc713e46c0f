/// Lines of another tree that a new tree may reuse, leaf by leaf.
struct LineSource {
  let former: LineTree.Former
  /// The parts that both trees share, in reverse order.
  private var parts: [KeptChildren] = []
  /// The leaf passed to the last call of `start(ofLeaf:)`.
  private var asked = 0

  init(_ former: LineTree.Former, for root: Node) {
    self.former = former
    guard case .node(let rootBefore) = former.tree.root else { return }
    parts = KeptLines(of: root, in: rootBefore, former.root).parts.reversed()
  }

  /// The first item of a leaf's first line in the other tree, in the leaf's numbers; nil if the trees do not share the
  /// leaf. Call it with ascending leaves. O(log children)
  mutating func start(ofLeaf leaf: Int) -> Int? {
    asked = leaf
    while let part = parts.last, part.leaf < leaf {
      let end = part.leavesBefore.upperBound + part.shift
      let leafOfNode = leaf - part.shift - part.nodeLeafBefore
      let child =
        end <= leaf ? part.children.upperBound : part.node.child { $0.leaves > leafOfNode }
      let isWithin =
        child < part.children.upperBound && part.node.counts(before: child).leaves < leafOfNode
      let rest = (isWithin ? child + 1 : child)..<part.children.upperBound
      if rest.isEmpty { parts.removeLast() } else { parts[parts.count - 1].children = rest }
      if isWithin { parts.append(part.below(child)) }
    }
    guard let part = parts.last, part.leaf == leaf else { return nil }
    return part.start
  }

  /// The next leaf at which old and new rows may line up again: where a shared stretch of leaves begins or ends.
  var nextStretch: Int {
    guard let first = parts.last else { return .max }
    if first.leaf > asked { return first.leaf }
    var last = first
    for next in parts.reversed().dropFirst() {
      guard isNeighbour(next, of: last) else { break }
      last = next
    }
    return last.leavesBefore.upperBound + last.shift
  }

  /// Whether a part directly follows another one in both trees.
  private func isNeighbour(_ next: KeptChildren, of last: KeptChildren) -> Bool {
    next.shift == last.shift && next.leavesBefore.lowerBound == last.leavesBefore.upperBound
  }

  /// Removes and returns the next parts that directly follow each other in both trees, at least one.
  mutating func takeStretch() -> [KeptChildren] {
    var stretch = [parts.removeLast()]
    var last = stretch[0]
    while let next = parts.last, isNeighbour(next, of: last) {
      last = next
      stretch.append(parts.removeLast())
    }
    return stretch
  }
}
