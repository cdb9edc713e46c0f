/// The children of the next node of a level, and what the node stores about them.
struct OpenNode {
  private var children: [ContentChild] = []
  /// For each child, the counts of the children up to and including it.
  private var ends: [ContentCounts] = []
  private var counts = ContentCounts()
  private var childBytes = Node.ChildBytes()
  private var width: Double?
  private var height: Double?
  /// The numbers to hash: a header, four numbers for each child, and free space.
  private var words: SpanArray<UInt64> = []
  /// Whether the last child ends the node.
  private(set) var isFull = false

  var isEmpty: Bool { children.isEmpty }

  /// The only child; nil if there are none or several.
  var onlyChild: ContentChild? { children.count == 1 ? children[0] : nil }

  /// Appends a child. O(1) on average
  mutating func append(_ child: ContentChild) {
    noteExtents(of: child)
    add(child, child.counts)
    children.append(child)
  }

  /// Appends children of another node, up to the first one that ends this node. Returns the number after the last
  /// appended one. O(children)
  mutating func append(_ numbers: Range<Int>, of node: Node) -> Int {
    let source = node.children
    reserve(source.count)
    var end = numbers.lowerBound
    // References are counted after everything has been read, so that the processor fetches many children at once.
    while end < numbers.upperBound, !isFull {
      if ends.isEmpty || width != nil || height != nil { noteExtents(of: source[end]) }
      add(source[end], node.counts(ofChild: end))
      end += 1
    }
    children.append(contentsOf: source[numbers.lowerBound..<end])
    return end
  }

  /// Combines the extents with those of the next child.
  private mutating func noteExtents(of child: ContentChild) {
    if ends.isEmpty {
      (width, height) = (child.uniform(.width), child.uniform(.height))
    } else {
      if width != nil && width != child.uniform(.width) { width = nil }
      if height != nil && height != child.uniform(.height) { height = nil }
    }
  }

  /// Adds a child, except for its extents and the child itself.
  @inline(__always)
  private mutating func add(_ child: ContentChild, _ counts: ContentCounts) {
    let digest: ContentDigest
    switch child {
    case .leaf(let leaf):
      digest = leaf.digest
      childBytes.all += leaf.byteCount
      if leaf.entry == nil { childBytes.uncounted += leaf.byteCount }
    case .node(let node):
      digest = node.digest
      childBytes.all += node.byteCountOfAll
    }
    self.counts += counts
    let place = OpenNode.wordCount(ofChildren: ends.count)
    ends.append(self.counts)
    if words.count < place + 4 { makeRoom(words: 2 * place + 4) }
    let bytes = digest.bytes
    var target = words.mutableSpan
    for number in 0..<4 { target[place + number] = bytes[number] }
    isFull = Node.ends(after: digest, count: ends.count)
  }

  /// Reserves memory for about `count` children.
  private mutating func reserve(_ count: Int) {
    children.reserveCapacity(count)
    ends.reserveCapacity(count)
    makeRoom(words: OpenNode.wordCount(ofChildren: count))
  }

  private mutating func makeRoom(words count: Int) {
    if words.count >= count { return }
    words.append(contentsOf: repeatElement(0, count: count - words.count))
  }

  private static func wordCount(ofChildren count: Int) -> Int { 1 + 4 * count }

  /// Ends the node after its last child, and begins the next one. Returns the node, or the known one with its digest.
  ///
  /// Hashes the data that distinguish the node from any other node or leaf: a header, and the digests of the children.
  mutating func end(naming: ContentNaming) -> ContentChild {
    let level = children[0].level + 1
    words[0] =
      UInt64(ContentKind.node.rawValue) | UInt64(level) << 8 | UInt64(children.count) << 32
    let wordCount = OpenNode.wordCount(ofChildren: children.count)
    let digest = naming.digest { $0.append(words.span.extracting(first: wordCount)) }
    defer { (counts, childBytes, isFull) = (ContentCounts(), Node.ChildBytes(), false) }
    if let known = naming.known(digest) {
      // An equal node exists, so its children need not be stored.
      children.removeAll(keepingCapacity: true)
      ends.removeAll(keepingCapacity: true)
      return .node(known)
    }
    for place in children.indices { naming.hold(&children[place]) }
    let node = Node(
      digest: digest, level: level, children: children, ends: ends, uniformWidth: width,
      uniformHeight: height, childBytes: childBytes, table: naming.table)
    (children, ends) = ([], [])
    return .node(node)
  }
}
