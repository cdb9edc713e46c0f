import LayoutCore
import Synchronization

/// The leaves and nodes of all content trees by their digests, weakly: so that snapshots which have content in common
/// share it, whether one was made from the other or not. Each goes with the last tree that has it, and is counted once;
/// so is what is laid out of a leaf, which layouts share.
///
/// The tables are small and many, each behind a lock of its own.
final class SharedContent: ContentTable {
  /// Objects of one kind by the first bytes of their digests, which are compared when one is found.
  private final class Table<Object: AnyObject & Sendable>: Sendable {
    struct Reference {
      weak var object: Object?

      /// The object, or, if there is none, another one from now on.
      mutating func known(or other: Object) -> Object {
        if let object { return object }
        object = other
        return other
      }
    }

    private let objects = Mutex<[UInt64: Reference]>([:])

    /// The object that is known by a key, or this one, which is known from now on.
    func known(_ key: UInt64, or object: Object) -> Object {
      // Nothing is let go of behind the lock, since who goes needs it.
      objects.withLock { $0[key, default: Reference()].known(or: object) }
    }

    /// Forgets a key whose object goes, unless another one is known by it meanwhile.
    func forget(_ key: UInt64) {
      _ = objects.withLock { objects in
        let other = objects[key]?.object
        if other == nil {
          objects[key] = nil
          objects.giveRoomBack()
        }
        return other
      }
    }
  }

  /// What is held for each of them beside itself, in bytes; the last is what a weak reference refers to.
  fileprivate static let bytesPerEntry =
    HeapBytes.tablePlace(of: (UInt64, Table<Leaf>.Reference).self) + HeapBytes.block(32)

  private let leaves = (0..<64).map { _ in Table<Leaf>() }
  private let nodes = (0..<64).map { _ in Table<Node>() }
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
    let known = leaves[place(key)].known(key, or: leaf)
    return known.digest == leaf.digest ? known : leaf
  }

  func shared(_ node: Node) -> Node {
    let key = node.digest.prefix
    let known = nodes[place(key)].known(key, or: node)
    return known.digest == node.digest ? known : node
  }

  func leafGoes(_ digest: ContentDigest, bytes: Int) {
    subtract(bytes)
    leaves[place(digest.prefix)].forget(digest.prefix)
  }

  func nodeGoes(_ digest: ContentDigest, bytes: Int) {
    subtract(bytes)
    nodes[place(digest.prefix)].forget(digest.prefix)
  }

  private func subtract(_ bytes: Int) {
    self.bytes.subtract(bytes + SharedContent.bytesPerEntry, ordering: .relaxed)
  }

  private func place(_ key: UInt64) -> Int { Int(key % 64) }
}

/// Counts the content that is made for one snapshot and that no other one has.
final class AddedContent: Sendable {
  private let bytes = Atomic(0)

  /// With what is held for it in the table.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  fileprivate func count(_ bytes: Int) {
    self.bytes.add(bytes + SharedContent.bytesPerEntry, ordering: .relaxed)
  }
}

extension ContentNaming {
  /// The same, and what is new to the table is counted.
  func counting(_ added: AddedContent) -> ContentNaming {
    noting { bytes in added.count(bytes) }
  }
}
