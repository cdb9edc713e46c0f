import LayoutCore
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
    var widths: [Digest: Set<Double>] = [:]
    var sections: [LayoutKey: SharedSection] = [:]
    var sectionBytes = 0
    var waiters: [LayoutKey: [Waiter]] = [:]

    var byteCount: Int { layouts.byteCount + sectionBytes }
  }

  /// How many sections are looked up while the lock is held once.
  private static let batch = 1024
  /// What the memo itself holds for every section of a layout, and for every section layout, in bytes.
  private static let bytesPerSectionOfLayout = 40
  private static let bytesPerSharedSection = 240

  private let capacity: Int
  private let maximumColumns: Int
  private let metrics: ServiceMetrics
  private let state = Mutex(State())

  init(capacity: Int, maximumColumns: Int, metrics: ServiceMetrics) {
    self.capacity = capacity
    self.maximumColumns = maximumColumns
    self.metrics = metrics
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
      charge(sectionKeys, cells)
      result = .success(layout)
    } catch {
      result = .failure(error)
    }
    if case .success(let layout) = result {
      remember(Entry(layout: layout, sectionKeys: sectionKeys), for: key)
    } else {
      release(sectionKeys)
    }
    let waiters = state.withLock { $0.waiters.removeValue(forKey: key) ?? [] }
    for waiter in waiters { waiter(result) }
    return try result.get()
  }

  /// Forgets all layouts of a snapshot. O(its layouts · sections)
  func forget(_ id: Digest) {
    let entries: [Entry] = state.withLock { state in
      let widths = state.widths.removeValue(forKey: id) ?? []
      return widths.compactMap {
        state.layouts.remove(LayoutKey(digest: id, containerWidth: $0))
      }
    }
    for entry in entries { release(entry.sectionKeys) }
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

  /// Counts the bytes of section layouts that have just been made.
  private func charge(_ keys: [LayoutKey], _ cells: [SectionCell]) {
    for batch in keys.indices.batches(of: LayoutMemo.batch) {
      state.withLock { state in
        for position in batch where state.sections[keys[position]]?.byteCount == 0 {
          let bytes = LayoutMemo.bytesPerSharedSection + (cells[position].byteCount ?? 0)
          state.sections[keys[position]]?.byteCount = bytes
          state.sectionBytes += bytes
        }
      }
    }
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
  private func remember(_ entry: Entry, for key: LayoutKey) {
    let bytes =
      entry.layout.byteCount + entry.sectionKeys.count * LayoutMemo.bytesPerSectionOfLayout
    state.withLock { state in
      state.layouts.insert(entry, for: key, byteCount: bytes)
      state.widths[key.digest, default: []].insert(key.containerWidth)
    }
    // Section layouts go with their last user, so each layout has to go wholly before more is known.
    while let oldest = dropOldest() {
      release(oldest.sectionKeys)
      metrics.memoEvicted(1)
    }
  }

  /// Drops the layout that has not been used for the longest time, if there are too many bytes.
  private func dropOldest() -> Entry? {
    state.withLock { state in
      guard state.byteCount > capacity, let oldest = state.layouts.removeOldest() else {
        return nil
      }
      state.widths[oldest.key.digest]?.remove(oldest.key.containerWidth)
      if state.widths[oldest.key.digest]?.isEmpty == true {
        state.widths[oldest.key.digest] = nil
      }
      return oldest.value
    }
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
