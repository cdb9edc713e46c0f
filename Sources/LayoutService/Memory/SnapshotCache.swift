import LayoutCore
import LayoutStore
import Synchronization

/// What became of a snapshot that was to be kept in memory.
struct SnapshotInsertion: Sendable {
  /// Whether the snapshot was not there before.
  let isNew: Bool
  /// The ids of those that had to go for it.
  let evicted: [Digest]
}

/// A snapshot that alone is larger than the memory for all.
struct SnapshotTooLarge: Error {
  let bytes: Int
  let limit: Int
}

/// Snapshots in memory, bounded in bytes; the least recently used one goes first. Where there is a store, it is the
/// cache in front of it.
final class SnapshotCache: Sendable {
  private let capacity: Int
  private let content: SharedContent
  private let disposal: Disposal
  private let state = Mutex(State())

  /// A snapshot, the last body that it was read from, so that it need not be read again, and what is known of its row
  /// in the store.
  private struct Entry: Sendable {
    let named: NamedSnapshot
    var body: BodyTag?
    var row: StoredRow?
    /// The last day of use that the store was told of; it may not have taken notice.
    var told: Day?
  }

  private struct State {
    var snapshots = LeastRecentlyUsed<Digest, Entry>()
    var ids: [BodyTag: Digest] = [:]
    /// How often a snapshot was removed, not counting those that made room.
    var removals = 0
    /// Up to which use the store knows of them.
    var lastTold = 0

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

    mutating func note(_ row: (row: StoredRow, removals: Int)?, of id: Digest) {
      guard let row, row.removals == removals else { return }
      snapshots.change(id) { $0.row = row.row }
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

  /// The snapshot of an id, if it is there.
  func snapshot(_ id: Digest) -> NamedSnapshot? {
    state.withLock { $0.snapshots.use(id)?.named }
  }

  /// The snapshot that was last read from a body, if it is there.
  func snapshot(readFrom body: BodyTag) -> NamedSnapshot? {
    state.withLock { state in state.ids[body].flatMap { state.snapshots.use($0)?.named } }
  }

  /// Stops a snapshot that alone is larger than the memory for all.
  func checkRoom(for snapshot: NamedSnapshot) throws(SnapshotTooLarge) {
    let bytesAlone = snapshot.byteCount + State.byteCountOfOne
    guard bytesAlone <= capacity else {
      throw SnapshotTooLarge(bytes: bytesAlone, limit: capacity)
    }
  }

  /// Keeps a snapshot, unless it is there already, and notes that it was read from that body, and its row in the store;
  /// it may push out others.
  ///
  /// - Parameter row: with the count of removals from before the row was written or read: where there have been others
  ///   since, the row may be gone.
  func insert(
    _ snapshot: NamedSnapshot, readFrom body: BodyTag?,
    row: (row: StoredRow, removals: Int)? = nil
  ) throws(SnapshotTooLarge) -> SnapshotInsertion {
    try checkRoom(for: snapshot)
    // What goes is released after the lock.
    let evicted: [NamedSnapshot]? = state.withLock { state in
      guard state.snapshots.use(snapshot.id) == nil else {
        state.note(body, of: snapshot.id)
        state.note(row, of: snapshot.id)
        return nil
      }
      state.snapshots.insert(
        Entry(named: snapshot), for: snapshot.id, byteCount: snapshot.ownByteCount)
      state.note(body, of: snapshot.id)
      state.note(row, of: snapshot.id)
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

  /// Forgets a snapshot, there or not.
  func remove(_ id: Digest) {
    let removed = state.withLock { state in
      state.removals += 1
      return state.remove(id)
    }
    guard let removed else { return }
    disposal.dispose(
      removed, parts: removed.snapshot.sections.count, bytes: removed.byteCount)
  }

  /// How many snapshots are there, and the bytes they hold.
  var usage: (snapshots: Int, bytes: Int) {
    state.withLock { ($0.snapshots.count, $0.byteCount + content.byteCount) }
  }

  // MARK: The store behind it

  /// How often a snapshot was removed.
  var removals: Int { state.withLock { $0.removals } }

  /// What is known of a snapshot's row in the store; nil where nothing is.
  func row(of id: Digest) -> StoredRow? {
    state.withLock { $0.snapshots.value(of: id)?.row }
  }

  /// The ids of those that have been used since this was last asked, and that the store has not been told of on a day.
  /// O(those)
  func takeUsed(on day: Day) -> [Digest] {
    state.withLock { state in
      var ids: [Digest] = []
      state.snapshots.change(usedAfter: state.lastTold) { id, entry in
        if let last = entry.told ?? entry.row?.used, last >= day { return }
        entry.told = day
        ids.append(id)
      }
      state.lastTold = state.snapshots.useCount
      return ids
    }
  }
}

/// What is known of a snapshot's row in the store.
struct StoredRow: Sendable {
  /// The day of its last use, as the row said when it was written or read.
  let used: Day
  /// How many steps bodies lie between it and a whole snapshot.
  let depth: Int
  /// The bytes of that snapshot, and of all steps on it.
  let baseBytes: Int
  let stepsBytes: Int

  /// Whether steps of so many bytes on it are kept as steps: while reading them again is cheap beside reading the
  /// snapshot.
  func takesSteps(_ byteCount: Int) -> Bool {
    depth < StoredLayout.depthMax && stepsBytes + byteCount <= max(64 << 10, baseBytes / 4)
  }

  /// Whether steps of so many bytes on it are kept as steps where the snapshot that they make is too long to be kept:
  /// while reading all of it costs no more than reading a text of `textBytes`.
  func takesSteps(_ byteCount: Int, besideTextOf textBytes: Int) -> Bool {
    depth < StoredLayout.depthMax && baseBytes + stepsBytes + byteCount <= textBytes
  }
}
