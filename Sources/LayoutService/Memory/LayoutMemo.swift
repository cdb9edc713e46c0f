import ContentHash
import HTTPServer
import LayoutCore
import LayoutWire
import Synchronization

/// The key of a cached layout: the digest of its snapshot or section, and the container's width.
struct LayoutKey: Hashable, Sendable {
  let digest: Digest
  let containerWidth: Double
}

/// A cache of layouts by snapshot and width, and of the section layouts that they share. Limited in bytes; the least
/// recently used layout is evicted first.
///
/// A snapshot has a limited number of widths here and, if it has more than one, at most half of the bytes. Beyond that
/// its own least recently used widths are evicted. So a client that queries one snapshot at ever new widths leaves at
/// least half of the cache to others.
///
/// A layout is computed only once at a time: the first caller is told to compute it, the others wait for the result. A
/// section layout is shared by all layouts with that section, and released with the last of them. Every byte is counted
/// once. Failures are not cached. No lock is held while computing.
final class LayoutMemo: Sendable {
  typealias Waiter = @Sendable (Result<Layout, LayoutInterrupted>) -> Void

  /// The result of a lookup.
  enum LookUp {
    case ready(Layout)
    /// Not cached and not being computed. The caller has claimed it and must call `prepare`, with the sections of the
    /// old layout if they are given.
    case unprepared(EarlierSections?)
    /// Not being computed, and the caller may not compute it.
    case tooHeavy
    /// Being computed. The caller may `wait`.
    case underWay
  }

  /// A cached layout.
  fileprivate struct Entry: Sendable {
    let layout: Layout
    let sections: [SharedSection]
    /// The bytes of the layout itself, with its entry in the cache.
    let ownBytes: Int
    /// The bytes of the section layouts that were made for it.
    let addedBytes: Int
  }

  /// The cached layouts of one snapshot.
  private struct Holding {
    /// In no particular order.
    var widths: [Double] = []
    /// The bytes that its layouts added when they were made, without sections made for other layouts.
    var layoutBytes = 0

    /// These bytes and those of this value.
    var byteCount: Int { layoutBytes + ownBytes }
    var ownBytes: Int {
      HeapBytes.array(widths) + HeapBytes.tablePlace(of: (Digest, Holding).self)
    }
  }

  private struct State {
    var layouts = LeastRecentlyUsed<LayoutKey, Entry>()
    var holdings: [Digest: Holding] = [:]
    /// The bytes of the holdings themselves.
    var holdingBytes = 0
    var waiters: [LayoutKey: [Waiter]] = [:]
    /// The bytes of sections that were evicted and are about to be released.
    var leavingBytes = 0

    /// The bytes of all of this, without section layouts.
    var byteCount: Int { layouts.valueByteCount + holdingBytes }

    mutating func insert(_ entry: Entry, for key: LayoutKey) {
      layouts.insert(entry, for: key, byteCount: entry.ownBytes)
      changeHolding(of: key.digest) { holding in
        holding.widths.append(key.containerWidth)
        holding.layoutBytes += entry.ownBytes + entry.addedBytes
      }
    }

    private mutating func changeHolding(of digest: Digest, _ change: (inout Holding) -> Void) {
      let known = holdings.removeValue(forKey: digest)
      holdingBytes -= known?.ownBytes ?? 0
      var holding = known ?? Holding()
      change(&holding)
      if holding.widths.isEmpty { return holdings.giveRoomBack() }
      holdingBytes += holding.ownBytes
      holdings[digest] = holding
    }

    /// The caller must dispose of the removed entry.
    mutating func remove(_ key: LayoutKey) -> Entry? {
      guard let entry = layouts.remove(key) else { return nil }
      changeHolding(of: key.digest) { holding in
        if let place = holding.widths.firstIndex(of: key.containerWidth) {
          holding.widths.swapAt(place, holding.widths.count - 1)
          holding.widths.removeLast()
        }
        holding.layoutBytes -= entry.ownBytes + entry.addedBytes
      }
      leavingBytes += entry.addedBytes
      return entry
    }

    /// Removes layouts that must be evicted for the one just inserted, because its snapshot has too many.
    mutating func removeSurplus(
      beside key: LayoutKey, maximumWidths: Int, maximumBytes: Int
    ) -> [Entry] {
      var surplus: [Entry] = []
      while let holding = holdings[key.digest], holding.widths.count > 1,
        holding.widths.count > maximumWidths || holding.byteCount > maximumBytes
      {
        let others = holding.widths.lazy.filter { $0 != key.containerWidth }
        let oldest = layouts.leastRecent(
          of: others.map { LayoutKey(digest: key.digest, containerWidth: $0) })
        guard let oldest, let entry = remove(oldest) else { break }
        surplus.append(entry)
      }
      return surplus
    }
  }

  /// The bytes that a layout needs in the cache besides its own.
  private static let bytesPerLayout =
    LeastRecentlyUsed<LayoutKey, Entry>.nodeByteCount
    + LeastRecentlyUsed<LayoutKey, Entry>.tablePlaceByteCount

  private let capacity: Int
  private let maximumWidths: Int
  private let maximumColumns: Int
  private let metrics: ServiceMetrics
  private let disposal: Disposal
  private let content: SharedContent
  private let sections = SharedSections()
  private let state = Mutex(State())

  /// Creates an empty cache.
  init(
    limits: ServiceLimits, content: SharedContent, metrics: ServiceMetrics, disposal: Disposal
  ) {
    self.content = content
    capacity = limits.memoBytes
    maximumWidths = limits.memoWidths
    maximumColumns = limits.snapshot.columns
    self.metrics = metrics
    self.disposal = disposal
  }

  /// Looks up a layout. If it is neither cached nor being computed, also looks up the layout of the parent snapshot at
  /// the same width.
  ///
  /// - Parameter mayPrepare: Whether the caller may compute the layout, from the parent's or from scratch.
  func layout(
    _ key: LayoutKey, after lineage: IdentifiedSnapshot.Lineage? = nil,
    claiming mayPrepare: (_ isDerived: Bool) -> Bool
  ) -> LookUp {
    state.withLock { state in
      if let entry = state.layouts.use(key) { return .ready(entry.layout) }
      if state.waiters[key] != nil { return .underWay }
      let earlier = lineage.flatMap { lineage in
        let before = LayoutKey(digest: lineage.parent, containerWidth: key.containerWidth)
        return state.layouts.use(before).map {
          EarlierSections(entry: $0, origins: lineage.sections)
        }
      }
      guard mayPrepare(earlier != nil) else { return .tooHeavy }
      state.waiters[key] = []
      return .unprepared(earlier)
    }
  }

  /// Adds a function to call, on another thread, with the result of a computation in progress. Returns false, without
  /// effect, if there is none.
  func wait(for key: LayoutKey, _ waiter: @escaping Waiter) -> Bool {
    state.withLock { state in
      state.waiters[key]?.append(waiter)
      return state.waiters[key] != nil
    }
  }

  /// Computes a layout that the caller has claimed, caches it, and calls the waiting functions. O(sections + explicit
  /// items)
  ///
  /// - Parameters:
  ///   - earlier: The sections of the parent's layout, from which changed sections are laid out.
  ///   - meter: Pays for sections and for items that are laid out.
  func prepare(
    _ key: LayoutKey, of named: IdentifiedSnapshot, from earlier: EarlierSections? = nil,
    on thread: Allowance.Thread, meter: inout WorkMeter
  ) throws(LayoutInterrupted) -> Layout {
    let result: Result<Layout, LayoutInterrupted>
    do throws(LayoutInterrupted) {
      let entry = try compute(named, key.containerWidth, from: earlier, &meter)
      remember(entry, for: key, on: thread)
      result = .success(entry.layout)
    } catch {
      result = .failure(error)
    }
    let waiters = state.withLock { $0.waiters.removeValue(forKey: key) ?? [] }
    for waiter in waiters { waiter(result) }
    return try result.get()
  }

  /// Removes all layouts of some snapshots. O(their layouts · sections); large layouts are released on another thread
  func forget(_ ids: [Digest]) {
    dispose(on: .network) { state in
      ids.flatMap { id in
        let widths = state.holdings[id]?.widths ?? []
        return widths.compactMap {
          state.remove(LayoutKey(digest: id, containerWidth: $0))
        }
      }
    }
  }

  /// The number of cached layouts, and the bytes that they and their sections use.
  var usage: (layouts: Int, bytes: Int) {
    state.withLock { ($0.layouts.count, $0.byteCount + sharedBytes) }
  }

  /// The bytes that layouts share.
  private var sharedBytes: Int { sections.byteCount + content.blockByteCount }

  /// The sections of a layout before a change.
  struct EarlierSections {
    fileprivate let entry: Entry
    fileprivate let origins: OriginRuns<Int>

    /// The old section from which a section comes, if it has this digest, else nil. O(log runs)
    fileprivate func section(of number: Int, _ digest: Digest) -> SharedSection? {
      guard let from = origins.run(from: number).from, entry.sections[from].key.digest == digest
      else { return nil }
      return entry.sections[from]
    }

    /// The layout of a section before the change if it had the same metrics, else nil. O(log runs)
    fileprivate func layout(of number: Int, _ section: Section) -> SectionLayout? {
      let origin = origins.run(from: number)
      guard let from = origin.from, !origin.isReloaded,
        entry.layout.snapshot.sections[from].metrics == section.metrics
      else { return nil }
      return entry.layout.sectionLayout(from)
    }
  }

  private func compute(
    _ named: IdentifiedSnapshot, _ containerWidth: Double, from earlier: EarlierSections?,
    _ meter: inout WorkMeter
  ) throws(LayoutInterrupted) -> Entry {
    var shared: [SharedSection] = []
    var addedBytes = 0
    shared.reserveCapacity(named.sectionDigests.count)
    for (number, section) in named.snapshot.sections.enumerated() {
      let digest = named.sectionDigests[number]
      // Equal sections are mostly neighbours, and a change leaves most sections as they are.
      let last = shared.last.flatMap { $0.key.digest == digest ? $0 : nil }
      let known = last ?? earlier?.section(of: number, digest)
      do throws(WalkInterrupted) {
        try meter.take(known == nil ? Allowance.stepsPerSection : Allowance.stepsPerKnownSection)
      } catch {
        throw .budgetExceeded
      }
      if let known {
        shared.append(known)
        continue
      }
      let key = LayoutKey(digest: digest, containerWidth: containerWidth)
      let (made, isNew) = try sections.section(key) { () throws(LayoutInterrupted) in
        if section.items.count > 0 {
          metrics.engineRan(section.metrics.engine.name, items: section.items.count)
        }
        return try SectionLayout.prepare(
          section, number: number, containerWidth: containerWidth,
          maximumColumns: maximumColumns, from: earlier?.layout(of: number, section),
          meter: &meter)
      }
      if isNew { addedBytes += made.addedBytes }
      shared.append(made)
    }
    do throws(LayoutError) {
      let layout = try Layout(
        named.snapshot, containerWidth: containerWidth, sectionLayouts: shared.map(\.layout))
      return Entry(
        layout: layout, sections: shared,
        ownBytes: LayoutMemo.bytesPerLayout + layout.byteCount + HeapBytes.array(shared),
        addedBytes: addedBytes)
    } catch {
      throw .layout(error)
    }
  }

  /// Caches a layout and makes room for it.
  private func remember(_ entry: Entry, for key: LayoutKey, on thread: Allowance.Thread) {
    let removed = dispose(on: thread) { state in
      state.insert(entry, for: key)
      return state.removeSurplus(
        beside: key, maximumWidths: maximumWidths, maximumBytes: capacity / 2)
    }
    metrics.memoEvicted(removed)
    makeRoom(on: thread)
  }

  /// Evicts the least recently used layouts while the cache has too many bytes.
  private func makeRoom(on thread: Allowance.Thread) {
    // Evicting a layout does not free the sections that it shares, so several rounds may be needed.
    while true {
      let removed = dispose(on: thread) { state in
        var evicted: [Entry] = []
        while state.byteCount + sharedBytes - state.leavingBytes > capacity,
          let key = state.layouts.oldestKey, let oldest = state.remove(key)
        {
          evicted.append(oldest)
        }
        return evicted
      }
      if removed == 0 { return }
      metrics.memoEvicted(removed)
    }
  }

  /// Releases layouts removed from the cache: at once or, if they have many sections, on another thread. A compute
  /// thread does it itself if too many bytes already wait to be released.
  ///
  /// - Returns: The number of removed layouts.
  @discardableResult
  private func dispose(
    on thread: Allowance.Thread, _ take: (inout sending State) -> [Entry]
  ) -> Int {
    let (entries, isTooMuchElsewhere) = state.withLock { state in
      let entries = take(&state)
      return (entries, state.leavingBytes > capacity / 2)
    }
    if entries.isEmpty { return 0 }
    let addedBytes = entries.reduce(0) { $0 + $1.addedBytes }
    let parts = entries.reduce(0) { $0 + $1.sections.count }
    let isHere = thread == .compute && isTooMuchElsewhere
    let count = entries.count
    disposal.dispose(
      entries, parts: isHere ? 0 : parts,
      bytes: addedBytes + entries.reduce(0) { $0 + $1.ownBytes }
    ) { isElsewhere in
      self.state.withLock { $0.leavingBytes -= addedBytes }
      if isElsewhere { self.makeRoom(on: .network) }
    }
    return count
  }
}
