/// The items of a section as an immutable tree: runs in leaves, leaves under nodes, each with a digest of its content.
///
/// A value of one word; trees share leaves and nodes.
public struct ContentTree: Sendable {
  private enum Root {
    /// A leaf that is not in the table.
    case leaf(Leaf)
    case held(HeldRoot)
  }

  private let holder: Root

  /// A tree with a root, or with the known object that has the root's digest.
  init(root: ContentChild, naming: ContentNaming) {
    if case .leaf(let leaf) = root, leaf.entry == nil {
      holder = .leaf(leaf)
    } else {
      var root = root
      naming.hold(&root)
      holder = .held(HeldRoot(root))
    }
  }

  /// Owns a root.
  private final class HeldRoot: Sendable {
    let root: ContentChild

    /// - Parameter root: The root, which the tree retains from now on, as the table knows.
    init(_ root: ContentChild) { self.root = root }

    deinit { root.letGo() }

    static let objectBytes = HeapBytes.object(ContentChild.self)
  }

  /// The root, below which are all leaves.
  public var root: ContentChild {
    switch holder {
    case .leaf(let leaf): .leaf(leaf)
    case .held(let held): held.root
    }
  }

  public var digest: ContentDigest { root.digest }
  public var counts: ContentCounts { root.counts }
  /// The number of items, at most 2⁵³.
  public var itemCount: Int { counts.items }
  /// The number of runs, which engines may have to visit.
  public var runCount: Int { counts.runs }
  public var leafCount: Int { counts.leaves }
  public var estimatedCount: Int { counts.estimated }

  /// Bytes of memory of the leaves, the nodes, and the object with the root. O(1)
  public var byteCount: Int {
    switch holder {
    case .leaf(let leaf): leaf.byteCount
    case .held(let held): held.root.byteCountOfAll + HeldRoot.objectBytes
    }
  }

  /// The part of these bytes that the table counts. O(1)
  public var countedByteCount: Int {
    let root = root
    return root.byteCountOfAll - root.uncountedByteCount
  }

  /// The extent of all items, for any marks; nil if they differ. O(1)
  public func uniform(_ column: ItemColumn) -> Double? { root.uniform(column) }

  /// Properties of the members of its items. O(1)
  var memberTraits: MemberTraits { root.memberTraits }

  /// Whether items differ in members that are geometry. O(1)
  var differsInGeometry: Bool { root.memberTraits.contains(.differInGeometry) }

  /// The leaf of an existing item, and the counts of the leaves before it. O(log leaves)
  public func leaf(ofItem item: Int) -> LeafPlace {
    precondition(item >= 0 && item < itemCount, "the section has the item")
    return root.leaf(before: ContentCounts()) { $0.items > item }
  }

  /// The leaf with a number below `leafCount`, and the counts of the leaves before it. O(log leaves)
  public func leaf(number: Int) -> LeafPlace {
    precondition(number >= 0 && number < leafCount, "the tree has the leaf")
    return root.leaf(before: ContentCounts()) { $0.leaves > number }
  }

  /// The size, the mark and the members of an existing item. The count is that of its run within the leaf. O(log runs)
  public subscript(item: Int) -> ItemRun {
    let place = leaf(ofItem: item)
    return place.leaf[place.leaf.run(ofItem: item - place.before.items).run]
  }

  /// The same without members. O(log runs)
  func sizes(ofItem item: Int) -> SizedRun {
    let place = leaf(ofItem: item)
    return place.leaf.sizes(ofRun: place.leaf.run(ofItem: item - place.before.items).run)
  }

  /// The leaves in order, beginning with a number. O(log leaves), then O(1) each
  public func leaves(from number: Int = 0) -> LeafCursor { LeafCursor(self, from: number) }
}
