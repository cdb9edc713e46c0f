/// What stands under a node: leaves at the lowest level, nodes of one level at the others.
public enum ContentChild: Sendable {
  case leaf(Leaf)
  case node(Node)

  public var digest: ContentDigest {
    switch self {
    case .leaf(let leaf): leaf.digest
    case .node(let node): node.digest
    }
  }

  /// What it has, from the first leaf to the last.
  public var counts: ContentCounts {
    switch self {
    case .leaf(let leaf): leaf.contentCounts
    case .node(let node): node.counts
    }
  }

  /// 0 for a leaf, 1 for what stands over leaves.
  var level: Int {
    switch self {
    case .leaf: 0
    case .node(let node): node.level
    }
  }

  /// The extent that all runs have, nil where they differ.
  func uniform(_ column: ItemColumn) -> Double? {
    switch self {
    case .leaf(let leaf): leaf.uniform(column)
    case .node(let node): column == .width ? node.uniformWidth : node.uniformHeight
    }
  }

  /// Bytes of memory that it holds with all that stands below. O(1)
  var byteCountOfAll: Int {
    switch self {
    case .leaf(let leaf): leaf.byteCount
    case .node(let node): node.byteCountOfAll
    }
  }

  /// Bytes that no table counts.
  var uncountedByteCount: Int {
    switch self {
    case .leaf(let leaf): leaf.table == nil ? leaf.byteCount : 0
    case .node(let node): node.table == nil ? node.byteCountOfAll : 0
    }
  }

  /// Whether both are one object.
  public static func === (left: ContentChild, right: ContentChild) -> Bool {
    switch (left, right) {
    case (.leaf(let left), .leaf(let right)): left === right
    case (.node(let left), .node(let right)): left === right
    default: false
    }
  }
}

/// Counts of what a stretch of content has.
public struct ContentCounts: Equatable, Sendable {
  public var leaves = 0
  public var runs = 0
  public var items = 0
  /// Items of an estimated size.
  public var estimated = 0

  static func += (left: inout ContentCounts, right: ContentCounts) {
    left.leaves += right.leaves
    left.runs += right.runs
    left.items += right.items
    left.estimated += right.estimated
  }

  static func + (left: ContentCounts, right: ContentCounts) -> ContentCounts {
    var sum = left
    sum += right
    return sum
  }
}

/// Stands over 2 to 1,024 children; only the last of its level may have one.
public final class Node: Sendable {
  public let digest: ContentDigest
  /// 1 over leaves.
  public let level: Int
  public let children: [ContentChild]
  /// For each child what the children up to and with it have.
  private let ends: [ContentCounts]
  /// The width of all runs below, nil where they differ.
  let uniformWidth: Double?
  /// The height of all runs below, nil where they differ.
  let uniformHeight: Double?
  /// Bytes of memory that it and all that stands below hold.
  let byteCountOfAll: Int
  fileprivate let table: TableReference?

  static let childrenMin = 2
  static let childrenMax = 1024

  /// Whether a node with so many children ends after its last one, which has this digest.
  @inline(__always)
  static func ends(after digest: ContentDigest, count: Int) -> Bool {
    (count >= childrenMin && digest.words[3] & 31 == 0) || count == childrenMax
  }

  fileprivate init(
    digest: ContentDigest, level: Int, children: [ContentChild], ends: [ContentCounts],
    uniformWidth: Double?, uniformHeight: Double?, table: TableReference?
  ) {
    self.digest = digest
    self.level = level
    self.children = children
    self.ends = ends
    self.uniformWidth = uniformWidth
    self.uniformHeight = uniformHeight
    self.table = table
    byteCountOfAll =
      Node.objectBytes + HeapBytes.array(children) + HeapBytes.array(ends)
      + children.reduce(0) { $0 + $1.byteCountOfAll }
    table?.table.add(byteCount)
  }

  deinit { table?.table.nodeGoes(digest, bytes: byteCount) }

  /// What all children have.
  public var counts: ContentCounts { ends[ends.count - 1] }

  /// What the children before a child have.
  public func counts(before child: Int) -> ContentCounts {
    child == 0 ? ContentCounts() : ends[child - 1]
  }

  /// The first child up to which, with it, there is enough. O(log children)
  @inline(__always)
  func child(where isEnough: (ContentCounts) -> Bool) -> Int {
    partitionPoint(0..<ends.count - 1) { isEnough(ends[$0]) }
  }

  /// Bytes of memory that it holds, children left out that are counted by themselves.
  public var byteCount: Int {
    Node.objectBytes + HeapBytes.array(children) + HeapBytes.array(ends)
      + (level == 1 ? children.reduce(0) { $0 + $1.uncountedByteCount } : 0)
  }

  private static let objectBytes = HeapBytes.object(
    (
      ContentDigest, Int, [ContentChild], [ContentCounts], Double?, Double?, Int,
      TableReference?
    ).self)
}

/// Puts children of one level, which come in order, under nodes.
struct NodeBuilder {
  private let naming: ContentNaming
  /// Nodes that end where the rules say.
  private var nodes: [ContentChild] = []
  // Of the next node: its children, what they have up to each, their sizes, and the numbers that are hashed.
  private var children: [ContentChild] = []
  private var ends: [ContentCounts] = []
  private var counts = ContentCounts()
  private var width: Double?
  private var height: Double?
  private var words: [UInt64] = [0]

  init(naming: ContentNaming) { self.naming = naming }

  /// Whether the last child has ended a node.
  var isBetweenNodes: Bool { children.isEmpty }

  /// O(1) on the average
  mutating func append(_ child: ContentChild) {
    let digest: ContentDigest
    let width: Double?
    let height: Double?
    switch child {
    case .leaf(let leaf):
      digest = leaf.digest
      width = leaf.uniform(.width)
      height = leaf.uniform(.height)
      counts += leaf.contentCounts
    case .node(let node):
      digest = node.digest
      width = node.uniformWidth
      height = node.uniformHeight
      counts += node.counts
    }
    if children.isEmpty {
      (self.width, self.height) = (width, height)
    } else {
      if self.width != width { self.width = nil }
      if self.height != height { self.height = nil }
    }
    children.append(child)
    ends.append(counts)
    let bytes = digest.bytes
    for place in 0..<4 { words.append(bytes[place]) }
    if Node.ends(after: digest, count: children.count) { end() }
  }

  /// Makes room for a node of about so many children.
  mutating func reserve(_ count: Int) {
    children.reserveCapacity(count)
    ends.reserveCapacity(count)
    words.reserveCapacity(1 + 4 * count)
  }

  /// The nodes since it was asked; the last one ends with the last child.
  mutating func take() -> [ContentChild] {
    if !children.isEmpty { end() }
    defer { nodes = [] }
    return nodes
  }

  /// What distinguishes the node from any other node or leaf is hashed: a header, the digests of the children.
  private mutating func end() {
    let level = children[0].level + 1
    words[0] =
      UInt64(ContentKind.node.rawValue) | UInt64(level) << 8 | UInt64(children.count) << 32
    let node = Node(
      digest: naming.digest { $0.append(words.span) }, level: level, children: children,
      ends: ends, uniformWidth: width, uniformHeight: height, table: naming.table)
    nodes.append(.node(naming.shared(node)))
    children = []
    ends = []
    counts = ContentCounts()
    words.removeLast(words.count - 1)
  }

  /// Puts levels over children until one is left. O(children)
  static func root(over children: [ContentChild], naming: ContentNaming) -> ContentChild {
    var children = children
    while children.count > 1 {
      var builder = NodeBuilder(naming: naming)
      for child in children { builder.append(child) }
      children = builder.take()
    }
    return children[0]
  }
}
