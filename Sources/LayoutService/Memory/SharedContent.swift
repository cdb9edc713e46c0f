import ContentHash
public import LayoutCore
import Synchronization

/// All leaves and nodes of content trees by their digests, so that snapshots share the content that they have in
/// common, even if neither was made from the other. Each is released with the last tree that contains it, and is
/// counted once. So are the blocks laid out for a leaf, which layouts share.
///
/// The tables count the owners of an object. Weak references would do without that, but an object with weak references
/// has its reference counts in a separate block, which makes every walk over a tree slower.
///
/// There are many small tables, each with its own lock.
final class SharedContent: ContentTable {
  /// Leaves or nodes by the first bytes of their digests. The whole digests are compared when an object is found.
  private final class ContentShard: Sendable {
    private let objects = Mutex<[UInt64: ContentChild]>([:])

    /// The object with a digest; nil if it is not known.
    func known(_ digest: ContentDigest) -> ContentChild? {
      let known = objects.withLock { $0[digest.prefix] }
      return known?.digest == digest ? known : nil
    }

    /// The known object with the digest of `object`, or `object` itself, which then becomes known. Counts one more
    /// owner.
    func held(_ object: ContentChild) -> ContentChild {
      objects.withLock { objects in
        let known = ContentShard.value(&objects[object.digest.prefix, default: object])
        let held = known.digest == object.digest ? known : object
        held.holders?.add()
        return held
      }
    }

    private static func value(_ object: inout ContentChild) -> ContentChild { object }

    /// Forgets an object without owners.
    func letGo(_ object: ContentChild) {
      objects.withLock { objects in
        guard object.holders?.isEmpty == true,
          let place = objects.index(forKey: object.digest.prefix),
          objects.values[place] === object
        else { return }
        // The caller still retains it, so nothing is released while the lock is held.
        objects.remove(at: place)
        objects.giveRoomBack()
      }
    }
  }

  /// Counts the owners of an object. Only the lock of the object's table allows the count to rise from 0.
  fileprivate final class Holders: ContentEntry {
    let content: SharedContent
    private let count = Atomic<UInt32>(0)
    private let bytes: UInt32

    init(_ content: SharedContent, bytes: Int) {
      self.content = content
      self.bytes = UInt32(bytes)
      content.bytes.add(bytes + SharedContent.bytesPerEntry, ordering: .relaxed)
    }

    deinit {
      content.bytes.subtract(Int(bytes) + SharedContent.bytesPerEntry, ordering: .relaxed)
    }

    static let objectBytes = HeapBytes.object((SharedContent, UInt32, UInt32).self)

    var table: any ContentTable { content }

    var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    func add() { count.add(1, ordering: .relaxed) }

    func addToHolders() -> Bool {
      var known = count.load(ordering: .relaxed)
      while known > 0 {
        let (isDone, found) = count.weakCompareExchange(
          expected: known, desired: known + 1, ordering: .relaxed)
        if isDone { return true }
        known = found
      }
      return false
    }

    func removeHolder() -> Bool { count.subtract(1, ordering: .relaxed).newValue == 0 }

    func count(blockBytes: Int) { content.blockBytes.add(blockBytes, ordering: .relaxed) }
  }

  /// The memory for an object besides its own, in bytes.
  fileprivate static let bytesPerEntry =
    HeapBytes.tablePlace(of: (UInt64, ContentChild).self) + Holders.objectBytes

  private let tables = (0..<128).map { _ in ContentShard() }
  private let bytes = Atomic(0)
  private let blockBytes = Atomic(0)

  /// The memory of all of them, in bytes.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// The memory of the blocks laid out for them, in bytes.
  var blockByteCount: Int { blockBytes.load(ordering: .relaxed) }

  func entry(bytes: Int) -> any ContentEntry { Holders(self, bytes: bytes) }

  func node(_ digest: ContentDigest) -> Node? {
    guard case .node(let node) = table(digest).known(digest) else { return nil }
    return node
  }

  func held(_ child: ContentChild) -> ContentChild { table(child.digest).held(child) }

  func letGo(_ child: ContentChild) { table(child.digest).letGo(child) }

  private func table(_ digest: ContentDigest) -> ContentShard { tables[Int(digest.prefix % 128)] }
}

extension ContentChild {
  /// The owners; nil for an object of another table.
  fileprivate var holders: SharedContent.Holders? { entry as? SharedContent.Holders }
}

/// Counts the content that is made for one snapshot and that no other snapshot has.
final class AddedContent: Sendable {
  private let bytes = Atomic(0)

  /// Including the memory for it in the table, in bytes.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  fileprivate func count(_ bytes: Int) {
    self.bytes.add(bytes + SharedContent.bytesPerEntry, ordering: .relaxed)
  }
}

extension ContentNaming {
  /// A copy that also counts content new to the table.
  func counting(_ added: AddedContent) -> ContentNaming {
    noting { bytes in added.count(bytes) }
  }
}

extension ContentNaming {
  /// Names content by SHA-256, and shares named content in a new table.
  public static func sharingSHA256() -> ContentNaming { .sha256(sharing: SharedContent()) }

  /// Names content by SHA-256, and shares content that a table knows.
  static func sha256(sharing content: SharedContent) -> ContentNaming {
    ContentNaming(table: content) { CanonicalHasher() }
  }
}
