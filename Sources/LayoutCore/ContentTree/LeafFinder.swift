/// Finds one leaf of a tree after the other: in the node of the last one, if it stands there, without a look above.
struct LeafFinder {
  private let root: ContentChild
  /// The node over the last leaf.
  private var node: Node?
  /// What is before that node.
  private var before = ContentCounts()

  init(_ tree: ContentTree) { root = tree.root }

  /// The leaf of an item that exists, and what is before it. O(log leaves)
  mutating func leaf(ofItem item: Int) -> LeafPlace { leaf(item) { $0.items } }

  /// The leaf of a number that exists, and what is before it. O(log leaves)
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

  /// Finds the lowest node up to which, with it, there is enough.
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
  /// The first leaf of it up to which, with it, there is enough, where something is before it.
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
  /// A level below each time, so that no reference is counted on the way.
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
  /// The first leaf of it. O(levels)
  @inline(__always)
  var firstLeaf: Leaf {
    switch self {
    case .leaf(let leaf): leaf
    case .node(let node): node.firstLeaf
    }
  }
}

extension Node {
  /// The first leaf below it. A level below each time.
  fileprivate var firstLeaf: Leaf { children[0].firstLeaf }
}
