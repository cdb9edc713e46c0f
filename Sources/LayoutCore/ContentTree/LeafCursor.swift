/// A position in a tree. It finds leaves by item or by number, and goes through them in order.
///
/// It remembers the lowest node above the last leaf. If the next leaf is below the same node, it visits no other node.
public struct LeafCursor: Sequence, IteratorProtocol {
  /// The root of the tree.
  let root: ContentChild
  /// The lowest node above the last leaf, and the counts before that node.
  private var node: Node?
  private var before = ContentCounts()
  /// The leaf that `next` returns.
  private var number: Int

  /// Creates a cursor. `next` first returns the leaf with this number.
  init(_ tree: ContentTree, from number: Int = 0) {
    root = tree.root
    self.number = number
  }

  /// The leaf of an existing item, and the counts before it. O(log leaves)
  mutating func leaf(ofItem item: Int) -> LeafPlace { leaf(item) { $0.items } }

  /// The leaf with an existing number, and the counts before it. O(log leaves)
  mutating func leaf(number: Int) -> LeafPlace { leaf(number) { $0.leaves } }

  /// The next leaf in order; nil after the last one. O(log leaves)
  public mutating func next() -> LeafPlace? {
    guard number < root.counts.leaves else { return nil }
    number += 1
    return leaf(number: number - 1)
  }

  @inline(__always)
  private mutating func leaf(_ number: Int, _ count: (ContentCounts) -> Int) -> LeafPlace {
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

/// A leaf of a tree, and the counts of the leaves before it.
public struct LeafPlace: Sendable {
  public let leaf: Leaf
  public let before: ContentCounts

  /// The number of the leaf in the tree.
  public var number: Int { before.leaves }
  /// The numbers of its items in the section.
  public var items: Range<Int> { before.items..<before.items + leaf.itemCount }
}

extension ContentChild {
  /// The first leaf at whose end `isEnough` is true. `before` are the counts before this child. O(log leaves)
  ///
  /// Recurses one level down, so that no reference is counted on the way.
  @inline(__always)
  func leaf(before: ContentCounts, where isEnough: (ContentCounts) -> Bool) -> LeafPlace {
    switch self {
    case .leaf(let leaf): LeafPlace(leaf: leaf, before: before)
    case .node(let node): node.leaf(before: before, where: isEnough)
    }
  }

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
  fileprivate func leaf(
    before: ContentCounts, where isEnough: (ContentCounts) -> Bool
  ) -> LeafPlace {
    let number = child { isEnough(before + $0) }
    return children[number].leaf(before: before + counts(before: number), where: isEnough)
  }

  fileprivate var firstLeaf: Leaf { children[0].firstLeaf }
}
