public import LayoutCore
import Synchronization

/// A snapshot with its names.
public struct NamedSnapshot: Sendable {
  /// The layout id.
  public let id: Digest
  public let snapshot: Snapshot
  /// The digest of each section, in order.
  let sectionDigests: [Digest]

  /// Names a snapshot; nil when that takes until it is late, which is asked now and then.
  /// O(sections + explicit items)
  init?(_ snapshot: Snapshot, unless isLate: () -> Bool) {
    var digests: [Digest] = []
    var metricsDigests: [ObjectIdentifier: Digest] = [:]
    digests.reserveCapacity(snapshot.sections.count)
    for (number, section) in snapshot.sections.enumerated() {
      if section.items.explicitCount > 0 || number % 1024 == 0, isLate() { return nil }
      if number > 0, section.isKnownToEqual(snapshot.sections[number - 1]) {
        digests.append(digests[number - 1])
        continue
      }
      let identity = ObjectIdentifier(section.metrics)
      let metricsDigest = metricsDigests[identity] ?? Digest(of: section.metrics)
      metricsDigests[identity] = metricsDigest
      digests.append(Digest(of: section, metrics: metricsDigest))
    }
    self.snapshot = snapshot
    sectionDigests = digests
    id = Digest(of: snapshot, sections: digests)
  }

  /// Bytes of memory that the snapshot and its names hold. O(sections)
  var byteCount: Int {
    snapshot.byteCount + sectionDigests.count * MemoryLayout<Digest>.stride
      + KnownBodies.bytesPerSnapshot
  }
}

/// Where snapshots live between requests.
public protocol SnapshotStore: Sendable {
  /// The snapshot of that id, if it is there.
  func snapshot(_ id: Digest) -> NamedSnapshot?

  /// The snapshot that was last read from that body, if it is there.
  func snapshot(readFrom body: BodyTag) -> NamedSnapshot?

  /// Keeps a snapshot, unless it is there already, and that it was read from that body; it may push out others.
  func insert(
    _ snapshot: NamedSnapshot, readFrom body: BodyTag?
  ) throws(SnapshotStoreError) -> SnapshotInsertion

  /// Forgets a snapshot, there or not.
  func remove(_ id: Digest)

  /// How many snapshots are there, and the bytes they hold.
  var usage: (snapshots: Int, bytes: Int) { get }
}

/// What became of a snapshot that was to be kept.
public struct SnapshotInsertion: Sendable {
  /// Whether the snapshot was not there before.
  public let isNew: Bool
  /// The ids of those that had to go for it.
  public let evicted: [Digest]
}

/// Why a snapshot was not kept.
public enum SnapshotStoreError: Error {
  /// It alone is larger than the store.
  case tooLarge(bytes: Int, limit: Int)
}

/// Snapshots in memory, bounded in bytes; the least recently used one goes first.
public final class MemorySnapshotStore: SnapshotStore {
  private let capacity: Int
  private let disposal: Disposal
  private let state = Mutex(State())

  private struct State {
    var snapshots = LeastRecentlyUsed<Digest, NamedSnapshot>()
    var bodies = KnownBodies()

    mutating func remove(_ id: Digest) -> NamedSnapshot? {
      bodies.forget(id)
      return snapshots.remove(id)
    }
  }

  /// Makes an empty store of `capacity` bytes.
  init(capacity: Int, disposal: Disposal) {
    self.capacity = capacity
    self.disposal = disposal
  }

  public func snapshot(_ id: Digest) -> NamedSnapshot? {
    state.withLock { $0.snapshots.use(id) }
  }

  public func snapshot(readFrom body: BodyTag) -> NamedSnapshot? {
    state.withLock { state in state.bodies.id(of: body).flatMap { state.snapshots.use($0) } }
  }

  public func insert(
    _ snapshot: NamedSnapshot, readFrom body: BodyTag?
  ) throws(SnapshotStoreError) -> SnapshotInsertion {
    let bytes = snapshot.byteCount
    guard bytes <= capacity else { throw .tooLarge(bytes: bytes, limit: capacity) }
    // What goes is released after the lock.
    let evicted: [NamedSnapshot]? = state.withLock { state in
      if let body { state.bodies.note(body, of: snapshot.id) }
      guard state.snapshots.use(snapshot.id) == nil else { return nil }
      var evicted: [NamedSnapshot] = []
      while state.snapshots.byteCount + bytes > capacity, let oldest = state.snapshots.oldestKey,
        let removed = state.remove(oldest)
      {
        evicted.append(removed)
      }
      state.snapshots.insert(snapshot, for: snapshot.id, byteCount: bytes)
      return evicted
    }
    guard let evicted else { return SnapshotInsertion(isNew: false, evicted: []) }
    let insertion = SnapshotInsertion(isNew: true, evicted: evicted.map(\.id))
    disposal.dispose(evicted, parts: evicted.reduce(0) { $0 + $1.snapshot.sections.count })
    return insertion
  }

  public func remove(_ id: Digest) {
    guard let removed = state.withLock({ $0.remove(id) }) else { return }
    disposal.dispose(removed, parts: removed.snapshot.sections.count)
  }

  public var usage: (snapshots: Int, bytes: Int) {
    state.withLock { ($0.snapshots.count, $0.snapshots.byteCount) }
  }
}

/// Which bodies the snapshots of a store were read from: the last one of each, so that it need not be read again.
private struct KnownBodies {
  /// What is held for every snapshot, in bytes, with the room that dictionaries keep.
  static let bytesPerSnapshot = 256

  private var ids: [BodyTag: Digest] = [:]
  private var bodies: [Digest: BodyTag] = [:]

  func id(of body: BodyTag) -> Digest? { ids[body] }

  mutating func note(_ body: BodyTag, of id: Digest) {
    forget(id)
    ids[body] = id
    bodies[id] = body
  }

  mutating func forget(_ id: Digest) {
    if let body = bodies.removeValue(forKey: id) { ids[body] = nil }
  }
}
