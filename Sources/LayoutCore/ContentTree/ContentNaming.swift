/// What a tree's leaves and nodes are named by, and where equal ones are looked for.
public struct ContentNaming: Sendable {
  private let makeHasher: @Sendable () -> any ContentHasher
  private let makeBatchHasher: (@Sendable () -> any ContentBatchHasher)?
  let table: (any ContentTable)?
  /// Is called with the bytes of what is new to the table.
  private var noteNew: (@Sendable (Int) -> Void)?

  /// So many runs wait for their leaves to be named at a time; the columns of as many fit into the processor's caches.
  static let batchRuns = 8192

  /// Names by a hash function, of which each name takes a new hasher, or several one of `batchHasher`. With a table,
  /// what it knows already is used again.
  public init(
    table: (any ContentTable)? = nil,
    batchHasher makeBatchHasher: (@Sendable () -> any ContentBatchHasher)? = nil,
    hasher makeHasher: @escaping @Sendable () -> any ContentHasher
  ) {
    self.makeHasher = makeHasher
    self.makeBatchHasher = makeBatchHasher
    self.table = table
  }

  /// The same, and `noteNew` is called with the bytes of each leaf and each node that is new to the table.
  public func noting(_ noteNew: @escaping @Sendable (Int) -> Void) -> ContentNaming {
    var naming = self
    naming.noteNew = noteNew
    return naming
  }

  /// The digest of what `write` writes.
  func digest(_ write: (any ContentHasher) -> Void) -> ContentDigest {
    let hasher = makeHasher()
    write(hasher)
    return hasher.digest
  }

  /// Leaves of contents, in order. O(runs)
  func leaves(_ contents: [LeafContent]) -> [Leaf] {
    guard contents.count > 1, let hasher = makeBatchHasher?() else {
      return contents.map { Leaf($0, naming: self) }
    }
    for content in contents {
      content.write(to: hasher)
      hasher.endContent()
    }
    let digests = hasher.digests
    return contents.indices.map { Leaf(contents[$0], digest: digests[$0], table: table) }
  }

  /// The node of this digest, if the table knows one.
  func known(_ digest: ContentDigest) -> Node? { table?.node(digest) }

  /// Counts a node or a tree that has a child; where the table knows another one of this digest, that one instead.
  @inline(__always)
  func hold(_ child: inout ContentChild) {
    if !child.addToHolders() { holdFirst(&child) }
  }

  /// Does so for one that has no holder.
  private func holdFirst(_ child: inout ContentChild) {
    guard let table = child.entry?.table else { return }
    let held = table.held(child)
    if held === child { noteNew?(child.byteCount) } else { child = held }
  }
}

extension ContentChild {
  /// Counts one holder more, unless there is none, and says whether it did; nobody counts those of short leaves.
  @inline(__always)
  func addToHolders() -> Bool {
    // What the child refers to is looked at in place: to count references to it would take as long again.
    switch self {
    case .leaf(let leaf): leaf.entry?.addToHolders() ?? true
    case .node(let node): node.entry?.addToHolders() ?? true
    }
  }

  /// One node or tree has it no more; the table lets it go with the last one.
  @inline(__always)
  func letGo() {
    let isLast =
      switch self {
      case .leaf(let leaf): leaf.entry?.removeHolder() ?? false
      case .node(let node): node.entry?.removeHolder() ?? false
      }
    if isLast { entry?.table.letGo(self) }
  }
}

/// Knows leaves and nodes by their digests, so that trees that were made apart share what is equal.
///
/// It knows what a node or a tree has, and is asked once for each node that is made, and once for each node and each
/// leaf of some runs that one of those has and no other one yet. It counts what these take, each once, whoever has them; short leaves are counted by those who have them.
public protocol ContentTable: AnyObject, Sendable {
  /// What to keep for a leaf or a node that takes so many bytes, as long as it is there.
  func entry(bytes: Int) -> any ContentEntry

  /// The node of this digest, if it is known.
  func node(_ digest: ContentDigest) -> Node?

  /// The object to use for one that has no holder: a known one of this digest, or this one, which is known from now on.
  /// It has a holder more.
  func held(_ child: ContentChild) -> ContentChild

  /// Forgets an object that has no holder, unless it has got one meanwhile.
  func letGo(_ child: ContentChild)
}

/// What a table keeps for a leaf or a node: it counts the nodes and trees that have it, its holders.
public protocol ContentEntry: AnyObject, Sendable {
  var table: any ContentTable { get }

  /// Counts one holder more, unless there is none, and says whether it did.
  func addToHolders() -> Bool

  /// Counts one holder less, and says whether it was the last one.
  func removeHolder() -> Bool

  /// Counts memory that what is laid out of the leaf takes from now on, or, below 0, no more; in bytes.
  func count(blockBytes: Int)
}
