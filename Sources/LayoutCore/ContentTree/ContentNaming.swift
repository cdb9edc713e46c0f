/// The hash function that names a tree's leaves and nodes, and the table in which equal ones are looked up.
public struct ContentNaming: Sendable {
  private let makeHasher: @Sendable () -> any ContentHasher
  private let makeBatchHasher: (@Sendable () -> any ContentBatchHasher)?
  let table: (any ContentTable)?
  /// Called with the bytes of content that is new to the table.
  private var noteNew: (@Sendable (Int) -> Void)?

  /// Leaves are named in batches of about this many runs, whose columns fit into the processor's caches.
  static let batchRuns = 8192

  /// Creates a naming with a hash function: each name uses a new hasher, or several share one made by `batchHasher`.
  /// With a table, content that it knows is reused.
  public init(
    table: (any ContentTable)? = nil,
    batchHasher makeBatchHasher: (@Sendable () -> any ContentBatchHasher)? = nil,
    hasher makeHasher: @escaping @Sendable () -> any ContentHasher
  ) {
    self.makeHasher = makeHasher
    self.makeBatchHasher = makeBatchHasher
    self.table = table
  }

  /// A copy that also calls `noteNew` with the bytes of each leaf and each node that is new to the table.
  public func noting(_ noteNew: @escaping @Sendable (Int) -> Void) -> ContentNaming {
    var naming = self
    naming.noteNew = noteNew
    return naming
  }

  /// The digest of the bytes that `write` writes.
  func digest(_ write: (any ContentHasher) -> Void) -> ContentDigest {
    let hasher = makeHasher()
    write(hasher)
    return hasher.digest
  }

  /// Creates leaves from contents, in order. O(runs)
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

  /// The node with a digest if the table knows it, else nil.
  func known(_ digest: ContentDigest) -> Node? { table?.node(digest) }

  /// Counts an owner of a child: a node or a tree. If the table knows another object with the same digest, replaces the
  /// child by that.
  @inline(__always)
  func hold(_ child: inout ContentChild) {
    if !child.addToHolders() { holdFirst(&child) }
  }

  /// Adds the first owner of a child: enters the child in the table, or replaces it by the table's object of that digest.
  private func holdFirst(_ child: inout ContentChild) {
    guard let table = child.entry?.table else { return }
    let held = table.held(child)
    if held === child { noteNew?(child.byteCount) } else { child = held }
  }
}

extension ContentChild {
  /// Counts one more owner, unless there is none, and returns whether it did. Owners of short leaves are not counted.
  @inline(__always)
  func addToHolders() -> Bool {
    // Accesses the object in place, because counting references to it would take as long again.
    switch self {
    case .leaf(let leaf): leaf.entry?.addToHolders() ?? true
    case .node(let node): node.entry?.addToHolders() ?? true
    }
  }

  /// Counts one owner less. The table forgets the object with its last owner.
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

/// A table of leaves and nodes by their digests, so that trees made independently share equal content.
///
/// It contains everything owned by a node or a tree. It is asked once for each node that is made, and once for each
/// node and each longer leaf that gets its first owner. It counts the memory of each object once. The memory of short
/// leaves is counted by their owners.
public protocol ContentTable: AnyObject, Sendable {
  /// Creates the entry of a leaf or a node of `bytes` bytes.
  func entry(bytes: Int) -> any ContentEntry

  /// The node with a digest if it is known, else nil.
  func node(_ digest: ContentDigest) -> Node?

  /// The object to use for an object without owners: a known object with the same digest, or `child` itself, which then
  /// becomes known. Counts one more owner.
  func held(_ child: ContentChild) -> ContentChild

  /// Forgets an object without owners, unless it has got one meanwhile.
  func letGo(_ child: ContentChild)
}

/// The entry of a leaf or a node in a table. It counts the owners: nodes and trees that contain the object.
public protocol ContentEntry: AnyObject, Sendable {
  var table: any ContentTable { get }

  /// Counts one more owner, unless there is none, and returns whether it did.
  func addToHolders() -> Bool

  /// Counts one owner less, and returns whether it was the last one.
  func removeHolder() -> Bool

  /// Adds to the memory of the blocks laid out for the leaf, or subtracts from it if negative. In bytes.
  func count(blockBytes: Int)
}
