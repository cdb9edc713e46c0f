/// Finds leaves of a tree one after another. If a leaf is in the same node as the last one, no other node is visited.
struct LeafFinder {
  private let root: ContentChild
  /// The node above the last leaf.
  private var node: Node?
  /// The counts before that node.
  private var before = ContentCounts()

  init(_ tree: ContentTree) { root = tree.root }

  /// The leaf of an existing item, and the counts before it. O(log leaves)
  mutating func leaf(ofItem item: Int) -> LeafPlace { leaf(item) { $0.items } }

  /// The leaf with an existing number, and the counts before it. O(log leaves)
  mutating func leaf(number: Int) -> LeafPlace { leaf(number) { $0.leaves } }

  @inline(__always)
  private mutating func leaf(
    _ number: Int, _ count: (ContentCounts) -> Int
  ) -> LeafPlace {
    let isNear = node.map {
      number >= count(before) && number < count(before) + count($0.counts)
    }
    if isNear != true { findNode { count($0) > number } }
    let under = node.map { ContentChild.node($0) } ?? root
    return under.leaf(before: before) { count($0) > number }
  }

  /// Finds the first node of the lowest level at whose end `isEnough` is true.
  private mutating func findNode(where isEnough: (ContentCounts) -> Bool) {
    before = ContentCounts()
    guard case .node(var next) = root else { return }
    while true {
      let child = next.child { isEnough(before + $0) }
      guard case .node(let below) = next.children[child] else { break }
      before += next.counts(before: child)
      next = below
    }
    node = next
  }
}

extension ContentChild {
  /// The first leaf at whose end `isEnough` is true. `before` are the counts before this child.
  @inline(__always)
  func leaf(
    before: ContentCounts, where isEnough: (ContentCounts) -> Bool
  ) -> LeafPlace {
    switch self {
    case .leaf(let leaf): LeafPlace(leaf: leaf, before: before)
    case .node(let node): node.leaf(before: before, where: isEnough)
    }
  }
}

extension Node {
  /// Recurses one level down, so that no reference is counted on the way.
  fileprivate func leaf(
    before: ContentCounts, where isEnough: (ContentCounts) -> Bool
  ) -> LeafPlace {
    let number = child { isEnough(before + $0) }
    let before = before + counts(before: number)
    return switch children[number] {
    case .leaf(let leaf): LeafPlace(leaf: leaf, before: before)
    case .node(let below): below.leaf(before: before, where: isEnough)
    }
  }
}

extension ContentChild {
  /// The first leaf below this child. O(levels)
  @inline(__always)
  var firstLeaf: Leaf {
    switch self {
    case .leaf(let leaf): leaf
    case .node(let node): node.firstLeaf
    }
  }
}

extension Node {
  /// The first leaf below this node. Recurses one level down.
  fileprivate var firstLeaf: Leaf { children[0].firstLeaf }
}
