import LayoutCore
import LayoutNaming
import LayoutStore
import Synchronization

/// What became of a snapshot that was to be kept in memory.
struct SnapshotInsertion: Sendable {
  /// Whether the snapshot was not there before.
  let isNew: Bool
  /// The ids of those that had to go for it.
  let evicted: [Digest]
  /// The ids of snapshots after moves that had to go for it.
  var evictedPreviews: [Digest] = []
}

/// What the snapshot after a move is remembered by.
struct PreviewKey: Hashable, Sendable {
  /// The layout before the move.
  let layout: Digest
  let item: ItemPath
  let target: ItemPath
}

/// A snapshot that alone is larger than the memory for all.
struct SnapshotTooLarge: Error {
  let bytes: Int
  let limit: Int
}

/// Snapshots in memory, bounded in bytes; the least recently used one goes first. Where there is a store, it is the
/// cache in front of it.
///
/// It also remembers a bounded number of snapshots after moves, for previews while items are dragged. Nobody finds these
/// by their ids, and they take a bounded part of the bytes.
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
    var previews = LeastRecentlyUsed<PreviewKey, NamedSnapshot>()
    /// The bytes of shared content that were made for these.
    var previewContentBytes = 0
    /// How often a snapshot was removed, not counting those that made room.
    var removals = 0
    /// Up to which use the store knows of them.
    var lastTold = 0

    var byteCount: Int { snapshots.byteCount + ids.tableByteCount + previews.byteCount }

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

    /// Takes what has to go so that all take at most `capacity` bytes beside those of content: snapshots, but for `kept`,
    /// then previews.
    mutating func makeRoom(
      _ capacity: Int, beside contentBytes: Int, keeping kept: Digest, _ gone: inout Removed
    ) {
      while byteCount + contentBytes - gone.contentBytes > capacity,
        let oldest = snapshots.oldestKey, oldest != kept, let removed = remove(oldest)
      {
        gone.take(removed)
      }
      while byteCount + contentBytes - gone.contentBytes > capacity,
        let oldest = previews.oldestKey
      {
        removePreview(oldest, &gone)
      }
    }

    mutating func removePreview(_ key: PreviewKey, _ gone: inout Removed) {
      guard let removed = previews.remove(key) else { return }
      previewContentBytes -= removed.releasedContentBytes
      gone.take(preview: removed, isSnapshot: snapshots.value(of: removed.id) != nil)
    }
  }

  /// What is taken from the cache.
  private struct Removed {
    /// Previews among them.
    private(set) var all: [NamedSnapshot] = []
    private(set) var snapshotIDs: [Digest] = []
    /// Of previews that are no snapshots that stay.
    private(set) var previewIDs: [Digest] = []
    /// The bytes of content that goes. What others share stays; who comes next then finds it still there.
    private(set) var contentBytes = 0

    mutating func take(_ snapshot: NamedSnapshot) {
      snapshotIDs.append(snapshot.id)
      add(snapshot)
    }

    mutating func take(preview: NamedSnapshot, isSnapshot: Bool) {
      if !isSnapshot { previewIDs.append(preview.id) }
      add(preview)
    }

    private mutating func add(_ snapshot: NamedSnapshot) {
      all.append(snapshot)
      contentBytes += snapshot.releasedContentBytes
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
    let gone: Removed? = state.withLock { state in
      guard state.snapshots.use(snapshot.id) == nil else {
        state.note(body, of: snapshot.id)
        state.note(row, of: snapshot.id)
        return nil
      }
      state.snapshots.insert(
        Entry(named: snapshot), for: snapshot.id, byteCount: snapshot.ownByteCount)
      state.note(body, of: snapshot.id)
      state.note(row, of: snapshot.id)
      var gone = Removed()
      state.makeRoom(capacity, beside: content.byteCount, keeping: snapshot.id, &gone)
      return gone
    }
    guard let gone else { return SnapshotInsertion(isNew: false, evicted: []) }
    return insertion(of: gone)
  }

  /// Forgets a snapshot, there or not, and what it is after moves; returns the ids of these.
  @discardableResult
  func remove(_ id: Digest) -> [Digest] {
    let gone = state.withLock { state in
      state.removals += 1
      var gone = Removed()
      if let removed = state.remove(id) { gone.take(removed) }
      for key in state.previews.keys where key.layout == id { state.removePreview(key, &gone) }
      return gone
    }
    return insertion(of: gone).evictedPreviews
  }

  /// Lets go of what has been taken.
  private func insertion(of gone: Removed) -> SnapshotInsertion {
    let insertion = SnapshotInsertion(
      isNew: true, evicted: gone.snapshotIDs, evictedPreviews: gone.previewIDs)
    disposal.dispose(
      gone.all, parts: gone.all.reduce(0) { $0 + $1.snapshot.sections.count },
      bytes: gone.all.reduce(0) { $0 + $1.byteCount })
    return insertion
  }

  // MARK: Previews

  /// How many snapshots after moves are remembered.
  static let previewsMax = 256

  /// The bytes that they may take, those of the content included that was made for them.
  private var previewCapacity: Int { capacity / 8 }

  /// The snapshot after a move, if it is remembered.
  func preview(_ key: PreviewKey) -> NamedSnapshot? {
    state.withLock { $0.previews.use(key) }
  }

  /// Remembers the snapshot after a move, if there is room for it; it may push out others.
  func insert(preview: NamedSnapshot, for key: PreviewKey) -> SnapshotInsertion {
    let gone = state.withLock { state in
      var gone = Removed()
      if state.previews.use(key) != nil { return gone }
      state.previews.insert(preview, for: key, byteCount: preview.ownByteCount)
      state.previewContentBytes += preview.releasedContentBytes
      while state.previews.count > SnapshotCache.previewsMax
        || state.previews.byteCount + state.previewContentBytes > previewCapacity,
        let oldest = state.previews.oldestKey
      {
        state.removePreview(oldest, &gone)
      }
      state.makeRoom(capacity, beside: content.byteCount, keeping: key.layout, &gone)
      return gone
    }
    return insertion(of: gone)
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
