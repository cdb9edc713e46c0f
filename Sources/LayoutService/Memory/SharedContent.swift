public import LayoutCore
import LayoutNaming
import Synchronization

/// The leaves and nodes of all content trees by their digests, so that snapshots which have content in common share it,
/// whether one was made from the other or not. Each goes with the last tree that has it, and is counted once; so is what
/// is laid out of a leaf, which layouts share.
///
/// The tables count who has an object. With weak references nobody would have to, but an object that is referred to
/// weakly has its references counted in a block of its own, which makes each walk over a tree slower.
///
/// The tables are small and many, each behind a lock of its own.
final class SharedContent: ContentTable {
  /// Leaves or nodes by the first bytes of their digests, which are compared when one is found.
  private final class ContentShard: Sendable {
    private let objects = Mutex<[UInt64: ContentChild]>([:])

    /// The object of a digest, if it is known.
    func known(_ digest: ContentDigest) -> ContentChild? {
      let known = objects.withLock { $0[digest.prefix] }
      return known?.digest == digest ? known : nil
    }

    /// The object of this one's digest that is known, or this one, which is known from now on, with a holder more.
    func held(_ object: ContentChild) -> ContentChild {
      objects.withLock { objects in
        let known = ContentShard.value(&objects[object.digest.prefix, default: object])
        let held = known.digest == object.digest ? known : object
        held.holders?.add()
        return held
      }
    }

    private static func value(_ object: inout ContentChild) -> ContentChild { object }

    /// Forgets an object without holders.
    func letGo(_ object: ContentChild) {
      objects.withLock { objects in
        guard object.holders?.isEmpty == true,
          let place = objects.index(forKey: object.digest.prefix),
          objects.values[place] === object
        else { return }
        // The caller has it: nothing goes behind the lock.
        objects.remove(at: place)
        objects.giveRoomBack()
      }
    }
  }

  /// Counts who has an object. The number rises from 0 behind the lock of the object's table alone.
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

  /// What is held for each of them beside itself, in bytes.
  fileprivate static let bytesPerEntry =
    HeapBytes.tablePlace(of: (UInt64, ContentChild).self) + Holders.objectBytes

  private let tables = (0..<128).map { _ in ContentShard() }
  private let bytes = Atomic(0)
  private let blockBytes = Atomic(0)

  /// What all of them hold.
  var byteCount: Int { bytes.load(ordering: .relaxed) }

  /// What is laid out of them.
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
  /// Those who have it; none are counted for what another table knows.
  fileprivate var holders: SharedContent.Holders? { entry as? SharedContent.Holders }
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

extension ContentNaming {
  /// Names by SHA-256, and shares what it has named in a table of its own.
  public static func sharingSHA256() -> ContentNaming { .sha256(sharing: SharedContent()) }

  /// Names by SHA-256, and shares what a table knows.
  static func sha256(sharing content: SharedContent) -> ContentNaming {
    ContentNaming(table: content) { CanonicalHasher() }
  }
}
