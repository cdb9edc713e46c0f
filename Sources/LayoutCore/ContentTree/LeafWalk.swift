/// Iterates over the leaves of a tree in order.
public struct LeafWalk: Sequence, IteratorProtocol {
  /// The nodes above the next leaf from the root on, each with the number of the child that leads to the leaf.
  private var path: [(node: Node, child: Int)] = []
  private var leaf: Leaf?
  /// The counts before the next leaf.
  public private(set) var before = ContentCounts()

  init(_ root: ContentChild, from number: Int) {
    guard number < root.counts.leaves else {
      before = root.counts
      return
    }
    var child = root
    while case .node(let node) = child {
      let place = node.child { before.leaves + $0.leaves > number }
      before += node.counts(before: place)
      path.append((node, place))
      child = node.children[place]
    }
    if case .leaf(let first) = child { leaf = first }
  }

  public mutating func next() -> LeafPlace? {
    guard let leaf else { return nil }
    let place = LeafPlace(leaf: leaf, before: before)
    before += leaf.contentCounts
    advance()
    return place
  }

  private mutating func advance() {
    leaf = nil
    while let last = path.indices.last {
      let number = path[last].child + 1
      guard number < path[last].node.children.count else {
        path.removeLast()
        continue
      }
      path[last].child = number
      var below = path[last].node.children[number]
      while case .node(let node) = below {
        path.append((node, 0))
        below = node.children[0]
      }
      if case .leaf(let next) = below { leaf = next }
      return
    }
  }
}
