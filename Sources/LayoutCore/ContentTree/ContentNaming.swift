/// What a tree's leaves and nodes are named by, and where equal ones are looked for.
public struct ContentNaming: Sendable {
  private let hasher: any ContentHasher.Type
  private let table: (any ContentTable)?

  /// Names by a hash function. With a table, what it knows already is used again.
  public init(hasher: any ContentHasher.Type, table: (any ContentTable)? = nil) {
    self.hasher = hasher
    self.table = table
  }

  /// The digest of what `write` writes.
  func digest(_ write: (inout any ContentHasher) -> Void) -> ContentDigest {
    var hasher = hasher.init()
    write(&hasher)
    return hasher.digest
  }

  /// The known object of this digest, or the leaf itself.
  func shared(_ leaf: Leaf) -> Leaf { table?.shared(leaf) ?? leaf }

  /// The known object of this digest, or the node itself.
  func shared(_ node: Node) -> Node { table?.shared(node) ?? node }
}

/// Knows leaves and nodes by their digests, so that trees that were made apart share what is equal.
///
/// It is asked once for each leaf and each node that is hashed, and not for those that a splice keeps.
public protocol ContentTable: Sendable {
  /// The object to use for a leaf of this digest: one that is known, or this one, which is known from now on.
  func shared(_ leaf: Leaf) -> Leaf

  /// The object to use for a node of this digest: one that is known, or this one, which is known from now on.
  func shared(_ node: Node) -> Node
}
