import ContentHash
import Dispatch
import HTTPServer
import LayoutCore
import LayoutStore
import LayoutWire
import Synchronization

/// Loads snapshots from the store that are not in memory, each only once for all requests that wait for it.
extension Service {
  /// Loads a snapshot from the store, or waits for the request that does.
  ///
  /// - Parameter goOn: Called once with the snapshot, nil if there is none, and whether this request loaded it.
  func loadSnapshot(
    _ id: Digest, until deadline: ContinuousClock.Instant,
    _ goOn: @escaping SnapshotLoads.LoadWaiter
  ) {
    guard let store else { preconditionFailure("there is a store to read from") }
    let start = ContinuousClock.now
    guard loads.wait(for: id, goOn) else { return }
    let removals = cache.removals
    store.load(id, until: min(deadline, start + limits.storeTimeout)) { result in
      self.metrics.storeWaited(.load, .now - start)
      switch result {
      case .success(let chain?):
        self.read(chain, id, removals: removals, until: deadline)
      case .success(nil):
        self.metrics.loaded(.absent)
        self.loads.finish(id, .success(nil))
      case .failure(let error):
        self.metrics.loaded(error == .damaged ? .damaged : .failed)
        self.loads.finish(id, .failure(Problem(error)))
      }
    }
  }

  /// Decodes a chain of rows: a small one at once, else on a compute thread.
  private func read(
    _ chain: StoredChain, _ id: Digest, removals: Int, until deadline: ContinuousClock.Instant,
    listBytes: Int = 0
  ) {
    let memoryBytes = max(listBytes, chain.workingBytes)
    @Sendable func read(on thread: Allowance.Thread) {
      var allowance = Allowance(on: thread, until: deadline)
      allowance.listBytes = memoryBytes + Allowance.listBytesBeside
      do throws(Problem) {
        if chain.layouts.contains(where: { $0.rules > rulesVersion }) { throw .ofLaterRules }
        let named = try self.snapshot(of: chain.layouts, &allowance)
        if let named { self.keepLoaded(named, chain.layouts, removals: removals) }
        self.metrics.loaded(named == nil ? .absent : .hit)
        self.loads.finish(id, .success(named))
      } catch {
        if let bytes = allowance.lackedListBytes {
          // An acknowledged layout must be readable, whatever memory its steps need.
          return self.read(
            chain, id, removals: removals, until: deadline,
            listBytes: max(bytes + bytes / 2, 2 * memoryBytes))
        }
        // There is more work than is allowed on this thread.
        if thread == .network, error.limit == .computeTimeout { return queue() }
        self.metrics.loaded(error.name == .storedLayoutDamaged ? .damaged : .failed)
        self.loads.finish(id, .failure(error))
      }
    }
    @Sendable func queue() {
      let job = ComputePool.Job(
        run: { read(on: .compute) }, isVain: { false }, memoryBytes: memoryBytes)
      if pool.submit(job) { return }
      metrics.loaded(.failed)
      loads.finish(id, .failure(.overloaded))
    }
    let bytes = chain.layouts.reduce(0) { $0 + $1.body.byteCount }
    guard listBytes == 0, bytes <= Allowance.bytesAtOnce else { return queue() }
    DispatchQueue.global().async { read(on: .network) }
  }

  /// Removes the layouts of snapshots that were evicted.
  func noteEvicted(_ insertion: SnapshotInsertion) {
    memo.forget(insertion.evicted + insertion.evictedPreviews)
    metrics.snapshotsEvicted(insertion.evicted.count)
  }

  /// Caches a snapshot loaded from the store.
  private func keepLoaded(_ named: IdentifiedSnapshot, _ layouts: [StoredLayout], removals: Int) {
    guard let last = layouts.last, let base = layouts.first else { return }
    let row = StoredRow(
      used: last.used, depth: last.depth, baseBytes: base.body.byteCount,
      stepsBytes: layouts.dropFirst().reduce(0) { $0 + $1.body.byteCount },
      rules: UInt8(clamping: last.rules))
    // If there is no room for it, it is still answered.
    if let insertion = try? cache.insert(named, readFrom: nil, row: (row, removals)) {
      noteEvicted(insertion)
    }
  }

  /// Decodes a chain of rows and verifies the id of each; nil if they were named by other rules. O(bytes)
  func snapshot(
    of layouts: [StoredLayout], _ allowance: inout Allowance
  ) throws(Problem) -> IdentifiedSnapshot? {
    guard layouts.allSatisfy({ rulesVersions ~= UInt8(clamping: $0.rules) }) else { return nil }
    // Begins after the last row whose snapshot is cached.
    var named: IdentifiedSnapshot?
    let known = layouts.lastIndex { layout in
      named = cache.snapshot(layout.id)
      return named != nil
    }
    for layout in layouts[((known ?? -1) + 1)...] {
      let next = try read(layout, on: named, &allowance)
      guard next.id == layout.id, layout.parent == named?.id else {
        loads.noteDamaged(layout.id)
        throw Problem(.storedLayoutDamaged)
      }
      named = next
    }
    return named
  }

  /// Decodes a row, applying steps to the snapshot before it; nil if that is missing.
  func read(
    _ layout: StoredLayout, on parent: IdentifiedSnapshot?, _ allowance: inout Allowance
  ) throws(Problem) -> IdentifiedSnapshot {
    var meter = allowance.decodingMeter
    let added = AddedContent()
    let naming = naming.counting(added)
    func snapshot(of text: RawSpan) throws(DecodingInterrupted) -> IdentifiedSnapshot? {
      guard let parent else {
        let read = try SnapshotDecoder.read(
          text, hasSlack: true, limits: limits.stored, naming: naming, meter: &meter)
        return IdentifiedSnapshot(
          read.snapshot, adding: added.byteCount, unless: { allowance.isLate() })
      }
      var limits = limits.stored
      limits.listBytes = allowance.listBytes
      let posted = try StepsDecoder.change(
        text, hasSlack: true, isHorizontal: parent.snapshot.isHorizontal, limits: limits,
        naming: naming, meter: &meter)
      let steps = try ChangedSnapshot(posted, of: parent.snapshot, meter: &meter)
      return IdentifiedSnapshot(
        steps, from: parent, adding: added.byteCount, unless: { allowance.isLate() })
    }
    let read: IdentifiedSnapshot??
    do throws(DecodingInterrupted) {
      read = try layout.body.withBytes(slack: Request.bodySlackBytes, snapshot)
    } catch {
      switch error {
      case .problem(let problem) where problem.name == .tooLarge: throw problem
      case .problem:
        loads.noteDamaged(layout.id)
        throw Problem(.storedLayoutDamaged)
      case .budgetExceeded: throw .tooLate
      case .memoryUsedUp(let bytes):
        allowance.lackedListBytes = bytes
        throw .listsTooLarge(allowance.listBytes)
      }
    }
    guard let named = read else {
      loads.noteDamaged(layout.id)
      throw Problem(.storedLayoutDamaged)
    }
    guard let named else { throw .tooLate }
    return named
  }
}

extension StoredChain {
  /// The greatest memory for decoding the rows, in bytes; lists of steps may need more. Each row is at most
  /// `StoredBody.byteCountMax`.
  var workingBytes: Int {
    layouts.reduce(0) { $0 + $1.body.byteCount } * ServiceLimits.workingBytesPerBodyByte
  }
}

extension Problem {
  /// A program of a later release, which runs at the same time, has named the layout.
  fileprivate static let ofLaterRules = Problem(
    .storeUnavailable, detail: "A newer release answers for this layout. Try again.",
    retryAfterSeconds: 1)
}

/// The requests that wait for snapshots from the store.
final class SnapshotLoads: Sendable {
  typealias LoadWaiter = @Sendable (Result<IdentifiedSnapshot?, Problem>, _ isFirst: Bool) -> Void

  private let waiters = Mutex<[Digest: [LoadWaiter]]>([:])
  /// The ids of damaged rows that have not been posted again since.
  private let damaged = Mutex<Set<Digest>>([])
  /// The greatest number of these ids; further ones are not stored.
  private static let damagedMax = 10_000

  /// Marks a row as damaged, so that a post of its layout replaces it.
  func noteDamaged(_ id: Digest) {
    damaged.withLock { if $0.count < SnapshotLoads.damagedMax { $0.insert(id) } }
  }

  func isDamaged(_ id: Digest) -> Bool { damaged.withLock { $0.contains(id) } }

  func noteWhole(_ id: Digest) { _ = damaged.withLock { $0.remove(id) } }

  /// Waits for a snapshot. Returns whether this is the first waiter, which must load it.
  func wait(for id: Digest, _ waiter: @escaping LoadWaiter) -> Bool {
    waiters.withLock { waiters in
      waiters[id, default: []].append(waiter)
      return waiters[id]?.count == 1
    }
  }

  /// The number of waiters.
  var waiterCount: Int { waiters.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  /// Passes the result to all waiters.
  func finish(_ id: Digest, _ result: Result<IdentifiedSnapshot?, Problem>) {
    let waiting = waiters.withLock { $0.removeValue(forKey: id) } ?? []
    for (number, waiter) in waiting.enumerated() { waiter(result, number == 0) }
  }
}
