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
    switch (left, right) {
    case (.leaf(let left), .leaf(let right)): left === right
    case (.node(let left), .node(let right)): left === right
    default: false
    }
  }
}

extension ContentChild {
  /// The data that a node over it needs, besides counts and extents.
  fileprivate struct Summary {
    let digest: ContentDigest
    let bytes: Int
    /// The bytes of leaves that no table counts.
    let uncountedBytes: Int
  }

  @inline(__always)
  fileprivate var summary: Summary {
    switch self {
    case .leaf(let leaf):
      Summary(
        digest: leaf.digest, bytes: leaf.byteCount,
        uncountedBytes: leaf.entry == nil ? leaf.byteCount : 0)
    case .node(let node):
      Summary(digest: node.digest, bytes: node.byteCountOfAll, uncountedBytes: 0)
    }
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
  fileprivate init(
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
    memberTraits = ItemMember.areThere ? MemberTraits(over: children) : []
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
  fileprivate struct ChildBytes {
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

/// Puts children of one level under nodes, in order.
struct NodeBuilder {
  private let naming: ContentNaming
  /// The completed nodes.
  private var nodes: [ContentChild] = []
  // The next node: its children, the counts up to each of them, their memory, and the numbers to hash.
  private var children: [ContentChild] = []
  private var ends: [ContentCounts] = []
  private var counts = ContentCounts()
  private var childBytes = Node.ChildBytes()
  private var width: Double?
  private var height: Double?
  // A header, followed by four numbers for each child and free space.
  private var words: [UInt64] = []

  init(naming: ContentNaming) { self.naming = naming }

  /// Whether the last child ended a node.
  var isBetweenNodes: Bool { children.isEmpty }

  /// O(1) on the average
  mutating func append(_ child: ContentChild) {
    noteExtents(of: child)
    let isLast = add(child.summary, child.counts)
    children.append(child)
    if isLast { end() }
  }

  /// Appends a range of children of a node, in order. O(children)
  mutating func append(_ numbers: Range<Int>, of node: Node) {
    let source = node.children
    var start = numbers.lowerBound
    // References are counted after everything has been read, so that the processor fetches many children at once.
    for number in numbers {
      if hasUniformExtents { noteExtents(of: source[number]) }
      if add(source[number].summary, node.counts(ofChild: number)) {
        children.append(contentsOf: source[start...number])
        start = number + 1
        end()
      }
    }
    children.append(contentsOf: source[start..<numbers.upperBound])
  }

  /// Whether all children so far may have one width or one height.
  private var hasUniformExtents: Bool { ends.isEmpty || width != nil || height != nil }

  /// Combines the extents with those of the next child.
  private mutating func noteExtents(of child: ContentChild) {
    if ends.isEmpty {
      (width, height) = (child.uniform(.width), child.uniform(.height))
    } else {
      if width != nil && width != child.uniform(.width) { width = nil }
      if height != nil && height != child.uniform(.height) { height = nil }
    }
  }

  /// Adds a child, except for its extents and the child itself. Returns whether it ends the node.
  @inline(__always)
  private mutating func add(_ child: ContentChild.Summary, _ counts: ContentCounts) -> Bool {
    self.counts += counts
    childBytes.all += child.bytes
    childBytes.uncounted += child.uncountedBytes
    let place = NodeBuilder.wordCount(ofChildren: ends.count)
    ends.append(self.counts)
    if words.count < place + 4 { makeRoom(words: 2 * place + 4) }
    let bytes = child.digest.bytes
    var target = words.mutableSpan
    for number in 0..<4 { target[place + number] = bytes[number] }
    return Node.ends(after: child.digest, count: ends.count)
  }

  /// Reserves memory for a node of about `count` children.
  mutating func reserve(_ count: Int) {
    children.reserveCapacity(count)
    ends.reserveCapacity(count)
    makeRoom(words: NodeBuilder.wordCount(ofChildren: count))
  }

  private mutating func makeRoom(words count: Int) {
    if words.count >= count { return }
    words.append(contentsOf: repeatElement(0, count: count - words.count))
  }

  private static func wordCount(ofChildren count: Int) -> Int { 1 + 4 * count }

  /// Returns the nodes since the last call. The last one ends with the last child.
  mutating func take() -> [ContentChild] {
    if !children.isEmpty { end() }
    defer { nodes = [] }
    return nodes
  }

  /// Hashes the data that distinguish the node from any other node or leaf: a header, and the digests of the children.
  private mutating func end() {
    let level = children[0].level + 1
    words[0] =
      UInt64(ContentKind.node.rawValue) | UInt64(level) << 8 | UInt64(children.count) << 32
    let wordCount = NodeBuilder.wordCount(ofChildren: children.count)
    let digest = naming.digest { $0.append(words.span.extracting(first: wordCount)) }
    if let known = naming.known(digest) {
      // An equal node exists, so its children need not be stored.
      nodes.append(.node(known))
      children.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
    } else {
      for place in children.indices { naming.hold(&children[place]) }
      let node = Node(
        digest: digest, level: level, children: children, ends: ends, uniformWidth: width,
        uniformHeight: height, childBytes: childBytes, table: naming.table)
      nodes.append(.node(node))
      children = []
      ends = []
    }
    counts = ContentCounts()
    childBytes = Node.ChildBytes()
  }

  /// Builds levels over children until there is a single root. O(children)
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
