import ContentHash
import LayoutCore
import LayoutStore
import LayoutWire
import Synchronization

/// The outcome of inserting a snapshot into the cache.
struct SnapshotInsertion: Sendable {
  /// Whether the snapshot was not cached before.
  let isNew: Bool
  /// The ids of the snapshots that were evicted for it.
  let evicted: [Digest]
  /// The ids of the previews that were evicted for it.
  var evictedPreviews: [Digest] = []
}

/// The key of a cached preview: the snapshot after a move.
struct PreviewKey: Hashable, Sendable {
  /// The layout before the move.
  let layout: Digest
  let item: ItemPath
  let target: ItemPath
}

/// Snapshots in memory, limited in bytes; the least recently used one is evicted first. If there is a store, this is
/// its cache.
///
/// It also caches a limited number of previews: snapshots after moves, while items are dragged. These cannot be found
/// by id, and may use only a part of the bytes.
final class SnapshotCache: Sendable {
  private let capacity: Int
  private let content: SharedContent
  private let disposal: Disposal
  private let state = Mutex(State())

  /// A snapshot, the last body from which it was decoded, so that the body need not be decoded again, and its row in
  /// the store.
  private struct Entry: Sendable {
    let named: IdentifiedSnapshot
    var body: BodyTag?
    var row: StoredRow?
    /// The last day of use that was sent to the store, which may have ignored it.
    var told: Day?
  }

  private struct State {
    var snapshots = LeastRecentlyUsed<Digest, Entry>()
    var ids: [BodyTag: Digest] = [:]
    var previews = LeastRecentlyUsed<PreviewKey, IdentifiedSnapshot>()
    /// The bytes of shared content made for the previews.
    var previewContentBytes = 0
    /// The number of removals, without evictions.
    var removals = 0
    /// The last use that was sent to the store.
    var lastTold = 0

    var byteCount: Int { snapshots.byteCount + ids.tableByteCount + previews.byteCount }

    /// The memory for a single snapshot besides its own, in bytes.
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

    mutating func remove(_ id: Digest) -> IdentifiedSnapshot? {
      guard let entry = snapshots.remove(id) else { return nil }
      if let body = entry.body, ids[body] == id { ids[body] = nil }
      ids.giveRoomBack()
      return entry.named
    }

    /// Evicts snapshots, except `kept`, and then previews until all of them use at most `capacity` bytes, including the
    /// bytes of content.
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

  /// Snapshots and previews removed from the cache.
  private struct Removed {
    /// Including previews.
    private(set) var all: [IdentifiedSnapshot] = []
    private(set) var snapshotIDs: [Digest] = []
    /// The ids of previews that are not snapshots in the cache.
    private(set) var previewIDs: [Digest] = []
    /// The bytes of content released with them. Content shared with others is not released, so another round may be
    /// needed.
    private(set) var contentBytes = 0

    mutating func take(_ snapshot: IdentifiedSnapshot) {
      snapshotIDs.append(snapshot.id)
      add(snapshot)
    }

    mutating func take(preview: IdentifiedSnapshot, isSnapshot: Bool) {
      if !isSnapshot { previewIDs.append(preview.id) }
      add(preview)
    }

    private mutating func add(_ snapshot: IdentifiedSnapshot) {
      all.append(snapshot)
      contentBytes += snapshot.releasedContentBytes
    }
  }

  /// Creates an empty cache of `capacity` bytes, including the content that snapshots share.
  init(capacity: Int, content: SharedContent, disposal: Disposal) {
    self.capacity = capacity
    self.content = content
    self.disposal = disposal
  }

  /// The snapshot with an id; nil if it is not cached.
  func snapshot(_ id: Digest) -> IdentifiedSnapshot? {
    state.withLock { $0.snapshots.use(id)?.named }
  }

  /// The snapshot that was last decoded from a body; nil if it is not cached.
  func snapshot(readFrom body: BodyTag) -> IdentifiedSnapshot? {
    state.withLock { state in state.ids[body].flatMap { state.snapshots.use($0)?.named } }
  }

  /// The problem of a snapshot that alone exceeds the memory limit; nil if it does not.
  func problemOfRoom(for snapshot: IdentifiedSnapshot) -> Problem? {
    let bytes = snapshot.byteCount + State.byteCountOfOne
    if bytes <= capacity { return nil }
    return Problem(
      .tooLarge, detail: "The snapshot takes \(bytes) bytes; \(capacity) are held at most.",
      limit: .snapshotBytes)
  }

  /// Caches a snapshot, unless it is already cached, and stores the body from which it was decoded and its row in the
  /// store. May evict others.
  ///
  /// - Parameter row: The row, with the number of removals before it was written or read. After further removals, the
  ///   row may not exist any more.
  func insert(
    _ snapshot: IdentifiedSnapshot, readFrom body: BodyTag?,
    row: (row: StoredRow, removals: Int)? = nil
  ) throws(Problem) -> SnapshotInsertion {
    if let problem = problemOfRoom(for: snapshot) { throw problem }
    // Evicted snapshots are released after the lock.
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

  /// Removes a snapshot, cached or not, and its previews. Returns the ids of the previews.
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

  /// Releases removed snapshots.
  private func insertion(of gone: Removed) -> SnapshotInsertion {
    let insertion = SnapshotInsertion(
      isNew: true, evicted: gone.snapshotIDs, evictedPreviews: gone.previewIDs)
    disposal.dispose(
      gone.all, parts: gone.all.reduce(0) { $0 + $1.snapshot.sections.count },
      bytes: gone.all.reduce(0) { $0 + $1.byteCount })
    return insertion
  }

  // MARK: Previews

  /// The greatest number of cached previews.
  static let previewsMax = 256

  /// The greatest number of bytes that previews may use, including the content made for them.
  private var previewCapacity: Int { capacity / 8 }

  /// The preview of a move; nil if it is not cached.
  func preview(_ key: PreviewKey) -> IdentifiedSnapshot? {
    state.withLock { $0.previews.use(key) }
  }

  /// Caches the preview of a move, if there is room. May evict others.
  func insert(preview: IdentifiedSnapshot, for key: PreviewKey) -> SnapshotInsertion {
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

  /// The number of cached snapshots, and the bytes that they use.
  var usage: (snapshots: Int, bytes: Int) {
    state.withLock { ($0.snapshots.count, $0.byteCount + content.byteCount) }
  }

  // MARK: The store

  /// The number of removals of snapshots.
  var removals: Int { state.withLock { $0.removals } }

  /// A snapshot's row in the store; nil if it is not known.
  func row(of id: Digest) -> StoredRow? {
    state.withLock { $0.snapshots.value(of: id)?.row }
  }

  /// The ids of the snapshots used since the last call whose use on `day` was not sent to the store yet. O(these
  /// snapshots)
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

/// A snapshot's row in the store, as far as it is known.
struct StoredRow: Sendable {
  /// The day of its last use when the row was written or read.
  let used: Day
  /// The number of steps bodies from a whole snapshot to this row.
  let depth: Int
  /// The bytes of that snapshot, and of all steps.
  let baseBytes: Int
  let stepsBytes: Int
  /// The version of the rules by which it can be read, which is at least that of its snapshot.
  let rules: UInt8

  /// Whether further steps of `byteCount` bytes are stored as steps, because decoding them is cheap compared to the
  /// snapshot.
  func takesSteps(_ byteCount: Int) -> Bool {
    depth < StoredLayout.depthMax && stepsBytes + byteCount <= max(64 << 10, baseBytes / 4)
  }

  /// Whether further steps of `byteCount` bytes are stored as steps although their result is too long to be stored,
  /// because decoding all of it costs at most as much as decoding a text of `textBytes` bytes.
  func takesSteps(_ byteCount: Int, besideTextOf textBytes: Int) -> Bool {
    depth < StoredLayout.depthMax && baseBytes + stepsBytes + byteCount <= textBytes
  }
}
