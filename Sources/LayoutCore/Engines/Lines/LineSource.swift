/// The lines of a tree that another one may take, leaf after leaf.
struct LineSource {
  let former: LineTree.Former
  /// What both trees have in common, the next part at the end.
  private var parts: [KeptChildren] = []
  /// The leaf that was last asked for.
  private var asked = 0

  init(_ former: LineTree.Former, for root: Node) {
    self.former = former
    guard case .node(let rootBefore) = former.tree.root else { return }
    parts = KeptLines(of: root, in: rootBefore, former.root).parts.reversed()
  }

  /// Where the lines of a leaf start here, in its numbers; nil of a leaf that both trees do not have in common. Leaves
  /// are asked for in order. O(log children)
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

  /// The next leaf behind the one that was last asked for from which on rows may start as they have to where they did
  /// not yet: where the leaves that follow each other in both trees end, or where such leaves begin.
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

  /// Whether a part follows another one in both trees.
  private func isNeighbour(_ next: KeptChildren, of last: KeptChildren) -> Bool {
    next.shift == last.shift && next.leavesBefore.lowerBound == last.leavesBefore.upperBound
  }

  /// Takes the next parts that follow each other in both trees, at least one.
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
