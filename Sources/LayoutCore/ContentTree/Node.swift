/// A child of a node: a leaf at the lowest level, a node at the others.
public enum ContentChild: Sendable {
  case leaf(Leaf)
  case node(Node)

  public var digest: ContentDigest {
    switch self {
    case .leaf(let leaf): leaf.digest
    case .node(let node): node.digest
    }
  }

  /// The counts of all its leaves.
  public var counts: ContentCounts {
    switch self {
    case .leaf(let leaf): leaf.contentCounts
    case .node(let node): node.counts
    }
  }

  /// 0 for a leaf, 1 for a node over leaves.
  var level: Int {
    switch self {
    case .leaf: 0
    case .node(let node): node.level
    }
  }

  /// The identity of the object, without reading the object.
  @inline(__always)
  var identity: ObjectIdentifier {
    switch self {
    case .leaf(let leaf): ObjectIdentifier(leaf)
    case .node(let node): ObjectIdentifier(node)
    }
  }

  /// The extent of all runs; nil if they differ.
  func uniform(_ column: ItemColumn) -> Double? {
    switch self {
    case .leaf(let leaf): leaf.uniform(column)
    case .node(let node):
      switch column {
      case .width: node.uniformWidth
      case .height: node.uniformHeight
      }
    }
  }

  /// The table's entry of it.
  public var entry: (any ContentEntry)? {
    switch self {
    case .leaf(let leaf): leaf.entry
    case .node(let node): node.entry
    }
  }

  /// Bytes of its own memory, without children that are counted themselves.
  var byteCount: Int {
    switch self {
    case .leaf(let leaf): leaf.byteCount
    case .node(let node): node.byteCount
    }
  }

  /// Bytes of memory of it and everything below. O(1)
  var byteCountOfAll: Int {
    switch self {
    case .leaf(let leaf): leaf.byteCount
    case .node(let node): node.byteCountOfAll
    }
  }

  /// The part of these bytes that no table counts.
  var uncountedByteCount: Int {
    switch self {
    case .leaf(let leaf): leaf.entry == nil ? leaf.byteCount : 0
    case .node(let node): node.entry == nil ? node.byteCountOfAll : 0
    }
  }

  /// Whether both are the same object.
  public static func === (left: ContentChild, right: ContentChild) -> Bool {
    left.identity == right.identity
  }
}

/// Counts of a stretch of content.
public struct ContentCounts: Equatable, Sendable {
  public var leaves = 0
  public var runs = 0
  public var items = 0
  /// Items with an estimated size.
  public var estimated = 0

  static func += (left: inout ContentCounts, right: ContentCounts) {
    left.leaves += right.leaves
    left.runs += right.runs
    left.items += right.items
    left.estimated += right.estimated
  }

  static func - (left: ContentCounts, right: ContentCounts) -> ContentCounts {
    ContentCounts(
      leaves: left.leaves - right.leaves, runs: left.runs - right.runs,
      items: left.items - right.items, estimated: left.estimated - right.estimated)
  }

  static func + (left: ContentCounts, right: ContentCounts) -> ContentCounts {
    var sum = left
    sum += right
    return sum
  }
}

/// A node over 2 to 1,024 children. Only the last node of a level may have one child.
public final class Node: Sendable {
  public let digest: ContentDigest
  /// 1 over leaves.
  public let level: Int
  public let children: [ContentChild]
  /// For each child, the counts of the children up to and including it.
  private let ends: [ContentCounts]
  /// The width of all runs below; nil if they differ.
  let uniformWidth: Double?
  /// The height of all runs below; nil if they differ.
  let uniformHeight: Double?
  let memberTraits: MemberTraits
  /// Bytes of memory of the node and everything below.
  let byteCountOfAll: Int
  /// Bytes of its own memory, without children that are counted themselves.
  public let byteCount: Int
  /// The table's entry of the node.
  public let entry: (any ContentEntry)?

  static let childrenMin = 2
  static let childrenMax = 1024

  /// Whether a node with `count` children ends after the last one, whose digest is given.
  @inline(__always)
  static func ends(after digest: ContentDigest, count: Int) -> Bool {
    (count >= childrenMin && digest.words[3] & 31 == 0) || count == childrenMax
  }

  /// - Parameter children: The children, which the node retains from now on, as the table knows.
  init(
    digest: ContentDigest, level: Int, children: [ContentChild], ends: [ContentCounts],
    uniformWidth: Double?, uniformHeight: Double?, childBytes: ChildBytes,
    table: (any ContentTable)?
  ) {
    self.digest = digest
    self.level = level
    self.children = children
    self.ends = ends
    self.uniformWidth = uniformWidth
    self.uniformHeight = uniformHeight
    memberTraits = MemberTraits(over: children)
    let ownBytes = Node.objectBytes + HeapBytes.array(children) + HeapBytes.array(ends)
    byteCountOfAll = ownBytes + childBytes.all
    byteCount = ownBytes + childBytes.uncounted
    entry = table?.entry(bytes: byteCount)
  }

  deinit {
    for child in children { child.letGo() }
  }

  /// The counts of all children.
  public var counts: ContentCounts { ends[ends.count - 1] }

  /// The counts of the children before a child.
  public func counts(before child: Int) -> ContentCounts {
    child == 0 ? ContentCounts() : ends[child - 1]
  }

  /// The counts of a child.
  @inline(__always)
  func counts(ofChild child: Int) -> ContentCounts { ends[child] - counts(before: child) }

  /// The first child at whose end `isEnough` is true. O(log children)
  @inline(__always)
  func child(where isEnough: (ContentCounts) -> Bool) -> Int {
    partitionPoint(0..<ends.count - 1) { isEnough(ends[$0]) }
  }

  /// The memory of its children, in bytes.
  struct ChildBytes {
    /// Including everything below them.
    var all = 0
    /// The leaves that no table counts.
    var uncounted = 0
  }

  private static let objectBytes = HeapBytes.object(
    (
      ContentDigest, Int, [ContentChild], [ContentCounts], Double?, Double?, MemberTraits, Int, Int,
      (any ContentEntry)?
    ).self)
}
