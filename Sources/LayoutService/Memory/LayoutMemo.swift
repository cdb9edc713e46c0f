import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutWire
import Synchronization

/// What a layout is remembered by: what is laid out, and the container's width.
struct LayoutKey: Hashable, Sendable {
  let digest: Digest
  let containerWidth: Double
}

/// Layouts by snapshot and width, and the section layouts they share; bounded in bytes, the least recently used layout
/// goes first.
///
/// One snapshot has a bounded number of widths here, and, as soon as it has more than one, at most half of the bytes;
/// its own least recently used widths go for further ones. So who asks for one snapshot at ever new widths leaves at
/// least the other half to others.
///
/// A layout is computed once, however many ask for it at the same time: the first is told to compute it, the others
/// wait for its result. A section's layout is shared by all layouts with that section and goes with the last of them.
/// Every byte is counted once. A failure is not remembered. No lock is held while computing.
final class LayoutMemo: Sendable {
  typealias Waiter = @Sendable (Result<Layout, LayoutStop>) -> Void

  /// What became of a look-up.
  enum LookUp {
    case ready(Layout)
    /// Nobody computed it: the caller has claimed it, and must call `prepare`, from the sections of the layout before
    /// it, where these are there.
    case unprepared(EarlierSections?)
    /// Nobody computes it, and the caller may not.
    case tooHeavy
    /// Somebody computes it: the caller may `wait`.
    case underWay
  }

  /// A layout that is remembered.
  fileprivate struct Entry: Sendable {
    let layout: Layout
    let sections: [SharedSection]
    /// The layout's own bytes, with what the memo holds for it.
    let ownBytes: Int
    /// The bytes of the section layouts that were made for it.
    let addedBytes: Int
  }

  /// What the memo holds of one snapshot.
  private struct Holding {
    /// In no order.
    var widths: [Double] = []
    /// What its layouts added when they were made; sections that others had made are theirs.
    var layoutBytes = 0

    /// The same, with what is held here.
    var byteCount: Int { layoutBytes + ownBytes }
    var ownBytes: Int {
      HeapBytes.array(widths) + HeapBytes.tablePlace(of: (Digest, Holding).self)
    }
  }

  private struct State {
    var layouts = LeastRecentlyUsed<LayoutKey, Entry>()
    var holdings: [Digest: Holding] = [:]
    /// What the holdings themselves take.
    var holdingBytes = 0
    var waiters: [LayoutKey: [Waiter]] = [:]
    /// Of sections that layouts have left and that are about to be released.
    var leavingBytes = 0

    /// What all of it takes, the sections' layouts left out.
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

    /// Whoever removes a layout has to dispose of it.
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

    /// The layouts that have to go for the one that has just been inserted, since its snapshot has too many.
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

  /// What the memo holds for a layout beside itself, in bytes.
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

  /// Makes an empty memo.
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

  /// Looks a layout up, and where nobody has it or computes it, that of the snapshot before at the same width.
  ///
  /// - Parameter mayPrepare: Says whether the caller may compute it, from that or from scratch.
  func layout(
    _ key: LayoutKey, after lineage: NamedSnapshot.Lineage? = nil,
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

  /// Has `waiter` called, on another thread, with the result of a computation under way. Returns false, and does
  /// nothing, when there is none any more.
  func wait(for key: LayoutKey, _ waiter: @escaping Waiter) -> Bool {
    state.withLock { state in
      state.waiters[key]?.append(waiter)
      return state.waiters[key] != nil
    }
  }

  /// Computes a layout that the caller has claimed, remembers it, and tells those who wait. O(sections + explicit
  /// items)
  ///
  /// - Parameters:
  ///   - earlier: Sections that a change has made are laid out from those of the layout before it.
  ///   - meter: Grants the steps of sections and of items that are laid out.
  func prepare(
    _ key: LayoutKey, of named: NamedSnapshot, from earlier: EarlierSections? = nil,
    on thread: Allowance.Thread, meter: inout StepMeter
  ) throws(LayoutStop) -> Layout {
    let result: Result<Layout, LayoutStop>
    do throws(LayoutStop) {
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

  /// Forgets all layouts of some snapshots. O(their layouts · sections), done elsewhere where that is much
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

  /// How many layouts are there, and the bytes that they and their sections hold.
  var usage: (layouts: Int, bytes: Int) {
    state.withLock { ($0.layouts.count, $0.byteCount + sharedBytes) }
  }

  /// What layouts share, in bytes.
  private var sharedBytes: Int { sections.byteCount + content.blockByteCount }

  /// The sections of a layout before a change.
  struct EarlierSections {
    fileprivate let entry: Entry
    fileprivate let origins: OriginRuns<Int>

    /// The section of this digest where a section comes from, if it has not changed. O(log runs)
    fileprivate func section(of number: Int, _ digest: Digest) -> SharedSection? {
      guard let from = origins.run(from: number).from, entry.sections[from].key.digest == digest
      else { return nil }
      return entry.sections[from]
    }

    /// The layout of a section before, if it had these metrics. O(log runs)
    fileprivate func layout(of number: Int, _ section: Section) -> SectionLayout? {
      let origin = origins.run(from: number)
      guard let from = origin.from, !origin.isReloaded,
        entry.layout.snapshot.sections[from].metrics == section.metrics
      else { return nil }
      return entry.layout.sectionLayout(from)
    }
  }

  private func compute(
    _ named: NamedSnapshot, _ containerWidth: Double, from earlier: EarlierSections?,
    _ meter: inout StepMeter
  ) throws(LayoutStop) -> Entry {
    var shared: [SharedSection] = []
    var addedBytes = 0
    shared.reserveCapacity(named.sectionDigests.count)
    for (number, section) in named.snapshot.sections.enumerated() {
      let digest = named.sectionDigests[number]
      // Equal sections mostly stand side by side, and a change leaves most of them as they are.
      let last = shared.last.flatMap { $0.key.digest == digest ? $0 : nil }
      let known = last ?? earlier?.section(of: number, digest)
      do throws(WalkStop) {
        try meter.take(known == nil ? Allowance.stepsPerSection : Allowance.stepsPerKnownSection)
      } catch {
        throw .stepsUsedUp
      }
      if let known {
        shared.append(known)
        continue
      }
      let key = LayoutKey(digest: digest, containerWidth: containerWidth)
      let (made, isNew) = try sections.section(key) { () throws(LayoutStop) in
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

  /// Remembers a layout and makes room for it.
  private func remember(_ entry: Entry, for key: LayoutKey, on thread: Allowance.Thread) {
    let removed = dispose(on: thread) { state in
      state.insert(entry, for: key)
      return state.removeSurplus(
        beside: key, maximumWidths: maximumWidths, maximumBytes: capacity / 2)
    }
    metrics.memoEvicted(removed)
    makeRoom(on: thread)
  }

  /// Drops the least recently used layouts as long as there are too many bytes.
  private func makeRoom(on thread: Allowance.Thread) {
    // What a layout made with others stays when it goes, so it may take several turns.
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

  /// Lets go of layouts that are taken from the memo: at once, or, where they have many sections, elsewhere. A compute
  /// thread does it itself when too much waits for that already.
  ///
  /// - Returns: how many layouts were taken.
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
