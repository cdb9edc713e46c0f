import LayoutCore
import LayoutStore
import Synchronization

/// A store in memory that counts its calls, and fails, loses the answer of, or holds back those that a test names.
final class FaultyStore: Store {
  /// What becomes of a call.
  enum Fault: Sendable {
    /// It fails, and nothing is done.
    case fails(StoreError)
    /// It is done, and its outcome is not known.
    case losesAnswer
    /// It waits until it is let go on.
    case waits
    /// It is done, and what it answers waits until it is let go on.
    case answersLate
  }

  private struct State {
    var rows: [ContentDigest: StoredLayout] = [:]
    var counts: [StoreOperation: Int] = [:]
    var faults: [StoreOperation: [Fault]] = [:]
    var waiting: [@Sendable () -> Void] = []
    var stamped: [ContentDigest: Day] = [:]
    var collectedBefore: Day?
    var losesNotices = false
    var changed: (@Sendable (DocumentName?) -> Void)?
  }

  private let state = Mutex(State())

  /// The rows by id.
  var rows: [ContentDigest: StoredLayout] { state.withLock { $0.rows } }
  var stamped: [ContentDigest: Day] { state.withLock { $0.stamped } }
  var collectedBefore: Day? { state.withLock { $0.collectedBefore } }

  func count(_ operation: StoreOperation) -> Int { state.withLock { $0.counts[operation] ?? 0 } }

  /// Has the next calls of a kind meet faults.
  func meet(_ operation: StoreOperation, _ faults: Fault...) {
    state.withLock { $0.faults[operation] = faults }
  }

  /// How many calls wait.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Lets those that wait go on.
  func goOn() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for call in waiting { call() }
  }

  /// Changes a row behind the service's back.
  func change(_ id: ContentDigest, _ change: (StoredLayout) -> StoredLayout?) {
    state.withLock { state in state.rows[id] = state.rows[id].flatMap(change) }
  }

  /// Counts a call, and takes what it is to meet.
  private func nextFault(_ operation: StoreOperation) -> Fault? {
    state.withLock { state in
      state.counts[operation, default: 0] += 1
      let isEmpty = state.faults[operation]?.isEmpty ?? true
      return isEmpty ? nil : state.faults[operation]?.removeFirst()
    }
  }

  private func run<Value: Sendable>(
    _ operation: StoreOperation, _ done: @escaping StoreAnswer<Value>,
    _ work: @escaping @Sendable (inout State) -> Value
  ) {
    let fault = nextFault(operation)
    let finish = { @Sendable in done(.success(self.state.withLock { work(&$0) })) }
    switch fault {
    case .fails(let error): done(.failure(error))
    case .losesAnswer:
      _ = state.withLock { work(&$0) }
      done(.failure(.unknownOutcome))
    case .waits: state.withLock { $0.waiting.append(finish) }
    case .answersLate:
      let value = state.withLock { work(&$0) }
      state.withLock { $0.waiting.append { done(.success(value)) } }
    case nil: finish()
    }
  }

  func keep(
    _ layout: StoredLayout, replaces: Bool, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<KeepOutcome>
  ) {
    run(.keep, done) { state in
      let isKnown = state.rows[layout.id] != nil
      if let row = state.rows[layout.id], !replaces { return .known(depth: row.depth) }
      if let parent = layout.parent, state.rows[parent]?.depth != layout.depth - 1 {
        return .parentAbsent
      }
      state.rows[layout.id] = layout
      return isKnown ? .known(depth: layout.depth) : .new
    }
  }

  func load(
    _ id: ContentDigest, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<StoredChain?>
  ) {
    if rows[id] == nil {
      return pass(.load, done) { self.documents.load(id, until: deadline, $0) }
    }
    run(.load, done) { state in
      var chain: [StoredLayout] = []
      var next: ContentDigest? = id
      while let id = next {
        guard let row = state.rows[id] else { return nil }
        chain.insert(row, at: 0)
        next = row.parent
      }
      return StoredChain(chain)
    }
  }

  func forget(
    _ id: ContentDigest, until deadline: ContinuousClock.Instant,
    ended: @escaping @Sendable () -> Void, _ done: @escaping StoreAnswer<Void>
  ) {
    let done: StoreAnswer<Void> = { result in
      ended()
      done(result)
    }
    run(.forget, done) { state in
      if !state.rows.values.contains(where: { $0.parent == id }) { state.rows[id] = nil }
    }
  }

  func stamp(_ ids: [ContentDigest], day: Day) {
    state.withLock { state in for id in ids { state.stamped[id] = day } }
  }

  func collect(usedBefore day: Day) { state.withLock { $0.collectedBefore = day } }

  // MARK: Documents are another store's, which meets the same faults

  private let documents: any Store
  /// How many documents it still writes; it refuses later ones, as a store whose program is ended.
  private let writesLeft: Mutex<Int>

  private func pass<Value: Sendable>(
    _ operation: StoreOperation, _ done: @escaping StoreAnswer<Value>,
    _ call: @escaping @Sendable (@escaping StoreAnswer<Value>) -> Void
  ) {
    let fault = nextFault(operation)
    switch fault {
    case .fails(let error): done(.failure(error))
    case .losesAnswer: call { _ in done(.failure(.unknownOutcome)) }
    case .waits: state.withLock { $0.waiting.append { call(done) } }
    case .answersLate:
      call { result in self.state.withLock { $0.waiting.append { done(result) } } }
    case nil: call(done)
    }
  }

  func document(
    _ name: DocumentName, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<DocumentHead?>
  ) { pass(.document, done) { self.documents.document(name, until: deadline, $0) } }

  func state(
    of name: DocumentName, key: String?, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<DocumentState?>
  ) { pass(.document, done) { self.documents.state(of: name, key: key, until: deadline, $0) } }

  func documents(
    prefixes: [String], after name: DocumentName?, limit: Int,
    until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<[DocumentHead]>
  ) {
    pass(.documents, done) {
      self.documents.documents(
        prefixes: prefixes, after: name, limit: limit, until: deadline, $0)
    }
  }

  func outdated(
    after name: DocumentName?, limit: Int, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<OutdatedHeads>
  ) { documents.outdated(after: name, limit: limit, until: deadline, done) }

  func write(
    _ write: DocumentWrite, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<WriteOutcome>
  ) {
    let isLeft = writesLeft.withLock { left in
      left -= 1
      return left >= 0
    }
    guard isLeft else {
      _ = nextFault(.write)
      return done(.failure(.unavailable))
    }
    pass(.write, done) { self.documents.write(write, until: deadline, $0) }
  }

  func change(
    _ change: DocumentChange, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<ChangeOutcome>
  ) { pass(.change, done) { self.documents.change(change, until: deadline, $0) } }

  func records(
    of name: DocumentName, after revision: Int, limit: Int, bytesMax: Int,
    until deadline: ContinuousClock.Instant, _ done: @escaping StoreAnswer<LogAnswer>
  ) {
    pass(.records, done) {
      self.documents.records(
        of: name, after: revision, limit: limit, bytesMax: bytesMax, until: deadline, $0)
    }
  }

  func follow(_ changed: @escaping @Sendable (DocumentName?) -> Void) {
    state.withLock { $0.changed = changed }
    documents.follow { name in
      if !self.state.withLock({ $0.losesNotices }) { changed(name) }
    }
  }

  /// Tells of no changes from now on, or that any document may have changed.
  func loseNotices() { state.withLock { $0.losesNotices = true } }
  func tellOfAll() { state.withLock { $0.changed }?(nil) }

  var isDurable: Bool { true }

  /// Whether it says that others write it, too.
  let isShared: Bool
  /// What it says that it is able to do.
  let given = Mutex(StoreCondition.working)

  init(
    isShared: Bool = false,
    documents: any Store = try! SQLiteStore(bytesMax: 64 << 20) { _, _ in }, writes: Int = .max
  ) {
    (self.isShared, self.documents) = (isShared, documents)
    writesLeft = Mutex(writes)
  }

  var condition: StoreCondition { given.withLock { $0 } }
  var figures: StoreFigures { StoreFigures() }
  var bytesOnDisk: (file: Int, log: Int) { (0, 0) }
  func close(within time: Duration) {}
}
