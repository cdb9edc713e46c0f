import LayoutCore
import Synchronization

/// The leaves and nodes of all content trees by their digests, weakly: so that snapshots which have content in common
/// share it, whether one was made from the other or not. Each goes with the last tree that has it, and is counted once; so
/// is what is laid out of a leaf, which layouts share.
///
/// The tables are small and many, each behind a lock of its own.
final class SharedContent: ContentTable {
  private struct WeakLeaf {
    weak var leaf: Leaf?
  }

  private struct WeakNode {
    weak var node: Node?
  }

  private final class Table: Sendable {
    /// By the first bytes of their digests, which are compared when one is found.
    let leaves = Mutex<[UInt64: WeakLeaf]>([:])
    let nodes = Mutex<[UInt64: WeakNode]>([:])
  }

  /// What is held for each of them beside itself, in bytes; the last is what a weak reference refers to.
  private static let bytesPerEntry =
    HeapBytes.tablePlace(of: (UInt64, WeakLeaf).self) + HeapBytes.block(32)

  private let tables = (0..<64).map { _ in Table() }
  private let bytes = Atomic(0)
  private let blockBytes = Atomic(0)

  /// What all of them hold.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// What is laid out of them.
  var blockByteCount: Int { blockBytes.load(ordering: .relaxed) }

  func count(blockBytes: Int) { self.blockBytes.add(blockBytes, ordering: .relaxed) }

  func add(_ bytes: Int) {
    self.bytes.add(bytes + SharedContent.bytesPerEntry, ordering: .relaxed)
  }

  func shared(_ leaf: Leaf) -> Leaf {
    let key = leaf.digest.prefix
    let known = table(key).leaves.withLock { leaves in
      let known = leaves[key]?.leaf
      if known == nil { leaves[key] = WeakLeaf(leaf: leaf) }
      return known
    }
    return known?.digest == leaf.digest ? known! : leaf
  }

  func shared(_ node: Node) -> Node {
    let key = node.digest.prefix
    let known = table(key).nodes.withLock { nodes in
      let known = nodes[key]?.node
      if known == nil { nodes[key] = WeakNode(node: node) }
      return known
    }
    return known?.digest == node.digest ? known! : node
  }

  func leafGoes(_ digest: ContentDigest, bytes: Int) {
    subtract(bytes)
    // Another one of the digest may be known meanwhile.
    _ = table(digest.prefix).leaves.withLock { leaves in
      let other = leaves[digest.prefix]?.leaf
      if other == nil {
        leaves[digest.prefix] = nil
        leaves.giveRoomBack()
      }
      return other
    }
  }

  func nodeGoes(_ digest: ContentDigest, bytes: Int) {
    subtract(bytes)
    _ = table(digest.prefix).nodes.withLock { nodes in
      let other = nodes[digest.prefix]?.node
      if other == nil {
        nodes[digest.prefix] = nil
        nodes.giveRoomBack()
      }
      return other
    }
  }

  private func subtract(_ bytes: Int) {
    self.bytes.subtract(bytes + SharedContent.bytesPerEntry, ordering: .relaxed)
  }

  private func table(_ key: UInt64) -> Table { tables[Int(key % 64)] }
}
