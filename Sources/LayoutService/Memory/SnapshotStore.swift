public import LayoutCore
import LayoutWire
import Synchronization

/// A snapshot with its names.
public struct NamedSnapshot: Sendable {
  /// The layout id.
  public let id: Digest
  public let snapshot: Snapshot
  /// The digest of each section, in order.
  let sectionDigests: [Digest]
  /// The names of the nodes over the sections.
  let sectionNodes: SectionNodes
  /// The snapshot that this one was made from by steps, if it was.
  let lineage: Lineage?

  /// Where a snapshot comes from.
  struct Lineage: Sendable {
    /// The layout id of the snapshot before the steps.
    let parent: Digest
    /// Where its sections stood there.
    let sections: OriginRuns<Int>
  }

  /// Names a snapshot; nil when that takes until it is late, which is asked now and then.
  /// O(sections)
  init?(_ snapshot: Snapshot, unless isLate: () -> Bool) {
    self.init(snapshot, from: nil, unless: isLate)
  }

  /// Names a snapshot that steps made of another one, whose sections have their names; nil when that takes until it is
  /// late. O(sections)
  init?(
    _ changed: ChangedSnapshot, from parent: NamedSnapshot, unless isLate: () -> Bool
  ) {
    self.init(
      changed.snapshot, from: (parent, changed.applied.mapping.sections), unless: isLate)
  }

  private init?(
    _ snapshot: Snapshot, from origin: (parent: NamedSnapshot, sections: OriginRuns<Int>)?,
    unless isLate: () -> Bool
  ) {
    var digests: [Digest] = []
    var metricsDigests: [ObjectIdentifier: Digest] = [:]
    digests.reserveCapacity(snapshot.sections.count)
    func name(_ number: Int, _ section: Section) {
      if number > 0, section === snapshot.sections[number - 1] {
        digests.append(digests[number - 1])
        return
      }
      let identity = ObjectIdentifier(section.metrics)
      let metricsDigest = metricsDigests[identity] ?? Digest(of: section.metrics)
      // Only the last ones come again, but for those without metrics of their own, which are few.
      if metricsDigests.count >= NamedSnapshot.metricsRemembered { metricsDigests = [:] }
      metricsDigests[identity] = metricsDigest
      digests.append(Digest(of: section, metrics: metricsDigest))
    }
    let runs = origin?.sections.runs.map { ($0.count, $0.from) } ?? [(snapshot.sections.count, nil)]
    for (count, from) in runs {
      for offset in 0..<count {
        let number = digests.count
        if number % 64 == 0, isLate() { return nil }
        let section = snapshot.sections[number]
        if let from, let parent = origin?.parent,
          section === parent.snapshot.sections[from + offset]
        {
          digests.append(parent.sectionDigests[from + offset])
        } else {
          name(number, section)
        }
      }
    }
    self.snapshot = snapshot
    sectionDigests = digests
    sectionNodes = SectionNodes(
      digests, of: snapshot, from: origin.map { (named: $0.parent, origins: $0.sections) })
    id = Digest(of: snapshot, sections: sectionNodes.root)
    lineage = origin.map { Lineage(parent: $0.parent.id, sections: $0.sections) }
  }

  private static let metricsRemembered = 1024

  /// Bytes of memory that the snapshot and its names hold.
  var byteCount: Int {
    snapshot.byteCount + HeapBytes.array(sectionDigests) + sectionNodes.byteCount
      + (lineage.map { HeapBytes.array($0.sections.runs) } ?? 0)
  }

  /// Bytes of shared content that were made for it: what goes with it, unless others have come to share it.
  var addedContentBytes = 0

  /// Those of them that are not counted where snapshots share content.
  var ownByteCount: Int { byteCount - snapshot.countedByteCount }
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
  private let content: SharedContent
  private let disposal: Disposal
  private let state = Mutex(State())

  /// A snapshot, and the last body that it was read from, so that it need not be read again.
  private struct Entry: Sendable {
    let named: NamedSnapshot
    var body: BodyTag?
  }

  private struct State {
    var snapshots = LeastRecentlyUsed<Digest, Entry>()
    var ids: [BodyTag: Digest] = [:]

    var byteCount: Int { snapshots.byteCount + ids.tableByteCount }

    /// What is held for a single snapshot besides, in bytes.
    static let byteCountOfOne =
      LeastRecentlyUsed<Digest, Entry>.byteCountOfOne
      + HeapBytes.table(
        capacity: 1, entryBytes: MemoryLayout<BodyTag>.stride + MemoryLayout<Digest>.stride)

    mutating func note(_ body: BodyTag?, of id: Digest) {
      guard let body else { return }
      snapshots.change(id) { entry in
        if let last = entry.body, ids[last] == id { ids[last] = nil }
        entry.body = body
        ids[body] = id
      }
    }

    mutating func remove(_ id: Digest) -> NamedSnapshot? {
      guard let entry = snapshots.remove(id) else { return nil }
      if let body = entry.body, ids[body] == id { ids[body] = nil }
      ids.giveRoomBack()
      return entry.named
    }
  }

  /// Makes an empty store of `capacity` bytes, those of the content included that snapshots share.
  init(capacity: Int, content: SharedContent, disposal: Disposal) {
    self.capacity = capacity
    self.content = content
    self.disposal = disposal
  }

  public func snapshot(_ id: Digest) -> NamedSnapshot? {
    state.withLock { $0.snapshots.use(id)?.named }
  }

  public func snapshot(readFrom body: BodyTag) -> NamedSnapshot? {
    state.withLock { state in state.ids[body].flatMap { state.snapshots.use($0)?.named } }
  }

  public func insert(
    _ snapshot: NamedSnapshot, readFrom body: BodyTag?
  ) throws(SnapshotStoreError) -> SnapshotInsertion {
    let bytes = snapshot.byteCount
    let bytesAlone = bytes + State.byteCountOfOne
    guard bytesAlone <= capacity else { throw .tooLarge(bytes: bytesAlone, limit: capacity) }
    // What goes is released after the lock.
    let evicted: [NamedSnapshot]? = state.withLock { state in
      guard state.snapshots.use(snapshot.id) == nil else {
        state.note(body, of: snapshot.id)
        return nil
      }
      state.snapshots.insert(
        Entry(named: snapshot), for: snapshot.id, byteCount: snapshot.ownByteCount)
      state.note(body, of: snapshot.id)
      var evicted: [NamedSnapshot] = []
      // Content that others share stays when a snapshot goes; who comes next then finds it still there.
      var leavingBytes = 0
      while state.byteCount + content.byteCount - leavingBytes > capacity,
        let oldest = state.snapshots.oldestKey,
        oldest != snapshot.id, let removed = state.remove(oldest)
      {
        evicted.append(removed)
        leavingBytes += min(removed.addedContentBytes, removed.snapshot.countedByteCount)
      }
      return evicted
    }
    guard let evicted else { return SnapshotInsertion(isNew: false, evicted: []) }
    let insertion = SnapshotInsertion(isNew: true, evicted: evicted.map(\.id))
    disposal.dispose(
      evicted, parts: evicted.reduce(0) { $0 + $1.snapshot.sections.count },
      bytes: evicted.reduce(0) { $0 + $1.byteCount })
    return insertion
  }

  public func remove(_ id: Digest) {
    guard let removed = state.withLock({ $0.remove(id) }) else { return }
    disposal.dispose(
      removed, parts: removed.snapshot.sections.count, bytes: removed.byteCount)
  }

  public var usage: (snapshots: Int, bytes: Int) {
    state.withLock { ($0.snapshots.count, $0.byteCount + content.byteCount) }
  }
}
