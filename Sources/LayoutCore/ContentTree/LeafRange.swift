/// Neighbouring leaves of a tree, at least one.
struct LeafRange {
  /// The root of the tree; a leaf that is in no tree is its own root.
  let root: ContentChild
  /// The numbers of the leaves.
  var leaves: Range<Int>

  init(root: ContentChild, leaves: Range<Int>) {
    self.root = root
    self.leaves = leaves
  }

  /// A leaf that is in no tree.
  init(_ leaf: Leaf) { self.init(root: .leaf(leaf), leaves: 0..<1) }

  /// Whether these are all leaves of the tree.
  var isWhole: Bool { leaves.count == root.counts.leaves }

  /// Whether the last leaf of the tree is among them. It need not end at a cut, and nodes above it may be incomplete.
  var hasEnd: Bool { leaves.upperBound == root.counts.leaves }

  /// The last leaf. O(log leaves of the tree)
  var last: Leaf {
    let number = leaves.upperBound - 1
    return root.leaf(before: ContentCounts()) { $0.leaves > number }.leaf
  }

  /// Appends leaves if they follow these in the same tree. Returns whether they do.
  mutating func join(_ next: LeafRange) -> Bool {
    guard root === next.root, leaves.upperBound == next.leaves.lowerBound else { return false }
    leaves = leaves.lowerBound..<next.leaves.upperBound
    return true
  }
}

/// Leaves whose content may occur again, and their places in trees. The first few are compared one by one, which is as
/// fast as a table.
struct KnownLeaves {
  /// The first leaves.
  private var few: [Entry] = []
  /// The other leaves, by the first number of their digests; the last leaf if several digests begin alike.
  private var others = NumberedValues<Entry>()

  private struct Entry {
    let digest: ContentDigest
    let place: LeafRange
  }

  private static let fewMax = 8

  /// Records a leaf with its place.
  mutating func note(_ leaf: Leaf, _ place: LeafRange) {
    let entry = Entry(digest: leaf.digest, place: place)
    if let last = few.last, last.digest == entry.digest { return }
    if few.count < KnownLeaves.fewMax {
      few.append(entry)
    } else {
      others.set(entry, at: entry.digest.start)
    }
  }

  /// The place of a recorded leaf with the same content, or that of the leaf itself. Records the leaf if others were
  /// recorded before.
  mutating func place(of leaf: Leaf) -> LeafRange {
    if few.isEmpty { return LeafRange(leaf) }
    for entry in few where entry.digest == leaf.digest { return entry.place }
    if let entry = others[leaf.digest.start], entry.digest == leaf.digest { return entry.place }
    note(leaf, LeafRange(leaf))
    return LeafRange(leaf)
  }
}

extension ContentDigest {
  /// The first number of the digest.
  fileprivate var start: Int { Int(truncatingIfNeeded: words[0]) }
}
