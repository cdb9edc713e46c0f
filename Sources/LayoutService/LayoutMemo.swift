import LayoutCore
import LayoutWire
import Synchronization

/// What a layout is remembered by: what is laid out, and the container's width.
struct LayoutKey: Hashable, Sendable {
  let digest: Digest
  let containerWidth: Double
}

/// Why a layout could not be prepared.
enum PreparationError: Error {
  /// The snapshot cannot be laid out at that width.
  case layout(LayoutError)
  /// It took longer than a computation may.
  case deadline
}

/// Layouts by snapshot and width, and the section layouts they share; bounded in bytes, the least recently used layout
/// goes first.
///
/// One snapshot has a bounded number of widths here, and, as soon as it has more than one, at most half of the bytes; its
/// own least recently used widths go for further ones. So who asks for one snapshot at ever new widths does not push out
/// the layouts of others.
///
/// A layout is computed once, however many ask for it at the same time: the first is told to compute it, the others wait
/// for its result. A section's layout is shared by all layouts with that section and goes with the last of them. Every
/// byte is counted once. A failure is not remembered. The lock is held briefly, and never while computing.
final class LayoutMemo: Sendable {
  typealias Waiter = @Sendable (Result<Layout, PreparationError>) -> Void

  /// What became of a look-up.
  enum Answer {
    case ready(Layout)
    /// Nobody computes it. Who has claimed it has to, by `prepare`.
    case unprepared
    /// Somebody computes it: the caller may `wait`.
    case underWay
  }

  /// A layout that is remembered, with the keys of its section layouts.
  private struct Entry: Sendable {
    let layout: Layout
    let sectionKeys: [LayoutKey]
    /// What the layout added to the memo when it was made, section layouts included.
    let byteCount: Int
  }

  /// What the memo holds of one snapshot.
  private struct Holding {
    var widths: Set<Double> = []
    var byteCount = 0
  }

  /// A section's layout, and how many layouts use it.
  private struct SharedSection {
    let cell: SectionCell
    var users: Int
    /// What it has been charged with, once its layout is there.
    var byteCount: Int
  }

  private struct State {
    var layouts = LeastRecentlyUsed<LayoutKey, Entry>()
    var holdings: [Digest: Holding] = [:]
    var sections: [LayoutKey: SharedSection] = [:]
    var sectionBytes = 0
    var waiters: [LayoutKey: [Waiter]] = [:]
    /// Room is being made on another thread.
    var isDisposing = false

    var byteCount: Int { layouts.byteCount + sectionBytes }

    mutating func insert(_ entry: Entry, for key: LayoutKey, ownByteCount: Int) {
      layouts.insert(entry, for: key, byteCount: ownByteCount)
      holdings[key.digest, default: Holding()].widths.insert(key.containerWidth)
      holdings[key.digest, default: Holding()].byteCount += entry.byteCount
    }

    mutating func remove(_ key: LayoutKey) -> Entry? {
      guard let entry = layouts.remove(key) else { return nil }
      holdings[key.digest]?.widths.remove(key.containerWidth)
      holdings[key.digest]?.byteCount -= entry.byteCount
      if holdings[key.digest]?.widths.isEmpty == true { holdings[key.digest] = nil }
      return entry
    }

    /// The layout that has to go for the one that has just been inserted, if its snapshot has too many. O(its widths)
    func surplus(beside key: LayoutKey, maximumWidths: Int, maximumBytes: Int) -> LayoutKey? {
      guard let holding = holdings[key.digest], holding.widths.count > 1,
        holding.widths.count > maximumWidths || holding.byteCount > maximumBytes
      else { return nil }
      let others = holding.widths.lazy.filter { $0 != key.containerWidth }
      return layouts.leastRecent(
        of: others.map { LayoutKey(digest: key.digest, containerWidth: $0) })
    }
  }

  /// How many sections are looked up while the lock is held once.
  private static let batch = 1024
  /// What the memo itself holds for every section of a layout, and for every section layout, in bytes.
  private static let bytesPerSectionOfLayout = 40
  private static let bytesPerSharedSection = 240

  private let capacity: Int
  private let maximumWidths: Int
  private let maximumColumns: Int
  private let metrics: ServiceMetrics
  private let disposal: Disposal
  private let state = Mutex(State())

  /// Makes an empty memo.
  init(limits: ServiceLimits, metrics: ServiceMetrics, disposal: Disposal) {
    capacity = limits.memoBytes
    maximumWidths = limits.memoWidths
    maximumColumns = limits.snapshot.columns
    self.metrics = metrics
    self.disposal = disposal
  }

  /// Looks a layout up. With `claiming`, a caller that is told `.unprepared` must call `prepare` next.
  func layout(_ key: LayoutKey, claiming: Bool) -> Answer {
    state.withLock { state in
      if let entry = state.layouts.use(key) { return .ready(entry.layout) }
      if state.waiters[key] != nil { return .underWay }
      if claiming { state.waiters[key] = [] }
      return .unprepared
    }
  }

  /// Has `waiter` called, on another thread, with the result of a computation under way. Returns false, and does
  /// nothing, when there is none any more.
  func wait(for key: LayoutKey, _ waiter: @escaping Waiter) -> Bool {
    state.withLock { state in
      state.waiters[key]?.append(waiter)
      return state.waiters[key] != nil
    }
  }

  /// Computes a layout that the caller has claimed, remembers it, and tells those who wait. O(sections + explicit items)
  ///
  /// `isLate` is asked between sections.
  func prepare(
    _ key: LayoutKey, of named: NamedSnapshot, isLate: () -> Bool
  ) throws(PreparationError) -> Layout {
    let sectionKeys = named.sectionDigests.map {
      LayoutKey(digest: $0, containerWidth: key.containerWidth)
    }
    let cells = acquire(sectionKeys)
    let result: Result<Layout, PreparationError>
    do throws(PreparationError) {
      let layout = try compute(named.snapshot, cells, key.containerWidth, isLate)
      remember(layout, sectionKeys, addedBytes: charge(sectionKeys, cells), for: key)
      result = .success(layout)
    } catch {
      release(sectionKeys)
      result = .failure(error)
    }
    let waiters = state.withLock { $0.waiters.removeValue(forKey: key) ?? [] }
    for waiter in waiters { waiter(result) }
    return try result.get()
  }

  /// Forgets all layouts of a snapshot. O(its layouts · sections), done elsewhere where that is much
  func forget(_ id: Digest) {
    let entries: [Entry] = state.withLock { state in
      let widths = state.holdings[id]?.widths ?? []
      return widths.compactMap {
        state.remove(LayoutKey(digest: id, containerWidth: $0))
      }
    }
    for entry in entries { dispose(entry) }
  }

  /// How many layouts are there, and the bytes that they and their sections hold.
  var usage: (layouts: Int, bytes: Int) {
    state.withLock { ($0.layouts.count, $0.byteCount) }
  }

  private func compute(
    _ snapshot: Snapshot, _ cells: [SectionCell], _ containerWidth: Double,
    _ isLate: () -> Bool
  ) throws(PreparationError) -> Layout {
    var layouts: [SectionLayout] = []
    layouts.reserveCapacity(cells.count)
    for (number, cell) in cells.enumerated() {
      let section = snapshot.sections[number]
      if section.items.explicitCount > 0 || number % LayoutMemo.batch == 0, isLate() {
        throw .deadline
      }
      do throws(LayoutError) {
        let layout = try cell.layout { () throws(LayoutError) in
          if section.items.count > 0 {
            metrics.engineRan(section.metrics.engine.name.rawValue, items: section.items.count)
          }
          return try SectionLayout.prepare(
            section, number: number, containerWidth: containerWidth,
            maximumColumns: maximumColumns)
        }
        layouts.append(layout)
      } catch {
        throw .layout(error)
      }
    }
    do throws(LayoutError) {
      return try Layout(snapshot, containerWidth: containerWidth, sectionLayouts: layouts)
    } catch {
      throw .layout(error)
    }
  }

  /// The cells of sections, each with one more user.
  private func acquire(_ keys: [LayoutKey]) -> [SectionCell] {
    var cells: [SectionCell] = []
    cells.reserveCapacity(keys.count)
    for batch in keys.batches(of: LayoutMemo.batch) {
      state.withLock { state in
        for key in batch {
          let cell = state.sections[key]?.cell ?? SectionCell()
          state.sections[key, default: SharedSection(cell: cell, users: 0, byteCount: 0)]
            .users += 1
          cells.append(cell)
        }
      }
    }
    return cells
  }

  /// Counts the bytes of section layouts that have just been made, and returns them.
  private func charge(_ keys: [LayoutKey], _ cells: [SectionCell]) -> Int {
    var added = 0
    for batch in keys.indices.batches(of: LayoutMemo.batch) {
      added += state.withLock { state in
        let before = state.sectionBytes
        for position in batch where state.sections[keys[position]]?.byteCount == 0 {
          let bytes = LayoutMemo.bytesPerSharedSection + (cells[position].byteCount ?? 0)
          state.sections[keys[position]]?.byteCount = bytes
          state.sectionBytes += bytes
        }
        return state.sectionBytes - before
      }
    }
    return added
  }

  /// Takes one user from each section; those without users go.
  private func release(_ keys: [LayoutKey]) {
    for batch in keys.batches(of: LayoutMemo.batch) {
      // The cells are released after the lock.
      let unused: [SectionCell] = state.withLock { state in
        batch.compactMap { key in
          state.sections[key]?.users -= 1
          guard state.sections[key]?.users == 0 else { return nil }
          let section = state.sections.removeValue(forKey: key)
          state.sectionBytes -= section?.byteCount ?? 0
          return section?.cell
        }
      }
      _ = unused
    }
  }

  /// Remembers a layout and makes room for it.
  private func remember(
    _ layout: Layout, _ sectionKeys: [LayoutKey], addedBytes: Int, for key: LayoutKey
  ) {
    let bytes = layout.byteCount + sectionKeys.count * LayoutMemo.bytesPerSectionOfLayout
    let entry = Entry(layout: layout, sectionKeys: sectionKeys, byteCount: bytes + addedBytes)
    state.withLock { $0.insert(entry, for: key, ownByteCount: bytes) }
    while let surplus = dropSurplus(beside: key) {
      dispose(surplus)
      metrics.memoEvicted(1)
    }
    makeRoom()
  }

  /// Drops the least recently used layouts until there are not too many bytes.
  private func makeRoom() {
    // Section layouts go with their last user, so each layout has to go wholly before more is known.
    while let (oldest, isElsewhere) = dropOldest() {
      metrics.memoEvicted(1)
      guard isElsewhere else {
        release(oldest.sectionKeys)
        continue
      }
      disposal.run(parts: oldest.sectionKeys.count) {
        self.release(oldest.sectionKeys)
        self.state.withLock { $0.isDisposing = false }
        self.makeRoom()
      }
      return
    }
  }

  /// Drops a layout that its snapshot has too many for.
  private func dropSurplus(beside key: LayoutKey) -> Entry? {
    state.withLock { state in
      state.surplus(beside: key, maximumWidths: maximumWidths, maximumBytes: capacity / 2)
        .flatMap { state.remove($0) }
    }
  }

  /// Drops the layout that has not been used for the longest time, if there are too many bytes; and whether the other
  /// thread is to release its sections. While that thread makes room, an eighth too much is tolerated.
  private func dropOldest() -> (Entry, isElsewhere: Bool)? {
    state.withLock { state in
      let tolerated = state.isDisposing ? capacity / 8 : 0
      guard state.byteCount > capacity + tolerated, let key = state.layouts.oldestKey,
        let oldest = state.remove(key)
      else { return nil }
      let isElsewhere =
        !state.isDisposing && oldest.sectionKeys.count > Disposal.partsAtOnce
      if isElsewhere { state.isDisposing = true }
      return (oldest, isElsewhere)
    }
  }

  private func dispose(_ entry: Entry) {
    disposal.run(parts: entry.sectionKeys.count) { self.release(entry.sectionKeys) }
  }
}

/// One section's layout at one width, computed by the first who asks for it.
///
/// Whoever asks meanwhile waits: sections that a network thread may compute are small, and those who wait for a larger
/// one have left the network threads.
private final class SectionCell: Sendable {
  private let computed = Mutex<SectionLayout?>(nil)

  func layout(
    orCompute compute: () throws(LayoutError) -> SectionLayout
  ) throws(LayoutError) -> SectionLayout {
    try computed.withLock { (computed) throws(LayoutError) in
      if let layout = computed { return layout }
      let layout = try compute()
      computed = layout
      return layout
    }
  }

  /// Nil as long as it has not been computed.
  var byteCount: Int? { computed.withLock { $0?.byteCount } }
}

extension RandomAccessCollection where Index == Int {
  /// The elements in pieces of at most `count`.
  fileprivate func batches(of count: Int) -> [SubSequence] {
    stride(from: startIndex, to: endIndex, by: count).map {
      self[$0..<Swift.min(endIndex, $0 + count)]
    }
  }
}
