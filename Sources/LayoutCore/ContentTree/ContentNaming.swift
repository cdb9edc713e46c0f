/// What a tree's leaves and nodes are named by, and where equal ones are looked for.
public struct ContentNaming: Sendable {
  private let hasher: any ContentHasher.Type
  let table: TableReference?
  /// Is called with the bytes of what is new to the table.
  private var noteNew: (@Sendable (Int) -> Void)?

  /// Names by a hash function. With a table, what it knows already is used again.
  public init(hasher: any ContentHasher.Type, table: (any ContentTable)? = nil) {
    self.hasher = hasher
    self.table = table.map(TableReference.init)
  }

  /// The same, and `noteNew` is called with the bytes of each leaf and each node that is new to the table.
  public func noting(_ noteNew: @escaping @Sendable (Int) -> Void) -> ContentNaming {
    var naming = self
    naming.noteNew = noteNew
    return naming
  }

  /// The digest of what `write` writes.
  func digest(_ write: (inout any ContentHasher) -> Void) -> ContentDigest {
    var hasher = hasher.init()
    write(&hasher)
    return hasher.digest
  }

  /// The known object of this digest, or the leaf itself.
  func shared(_ leaf: Leaf) -> Leaf {
    guard let table = leaf.table?.table else { return leaf }
    let known = table.shared(leaf)
    if known === leaf { noteNew?(leaf.byteCount) }
    return known
  }

  /// The known object of this digest, or the node itself.
  func shared(_ node: Node) -> Node {
    guard let table = table?.table else { return node }
    let known = table.shared(node)
    if known === node { noteNew?(node.byteCount) }
    return known
  }
}

/// Knows leaves and nodes by their digests, so that trees that were made apart share what is equal.
///
/// It is asked once for each node and each leaf of some runs that is hashed, and not for those that a splice keeps. It
/// counts what these take, each once, whoever has them; short leaves are counted by those who have them.
public protocol ContentTable: AnyObject, Sendable {
  /// Counts memory that a leaf or a node takes, in bytes.
  func add(_ bytes: Int)

  /// Counts memory that what is laid out of a leaf takes from now on, or, below 0, no more; in bytes.
  func count(blockBytes: Int)

  /// A leaf goes.
  func leafGoes(_ digest: ContentDigest, bytes: Int)

  /// A node goes.
  func nodeGoes(_ digest: ContentDigest, bytes: Int)

  /// The object to use for a leaf of this digest: one that is known, or this one, which is known from now on.
  func shared(_ leaf: Leaf) -> Leaf

  /// The object to use for a node of this digest: one that is known, or this one, which is known from now on.
  func shared(_ node: Node) -> Node
}

/// A table, as what it knows refers to it: in one word.
final class TableReference: Sendable {
  let table: any ContentTable

  init(_ table: any ContentTable) { self.table = table }
}
