import Synchronization

/// A write that waits for its transaction or is in it.
protocol PendingWrite: AnyObject, Sendable {
  var deadline: ContinuousClock.Instant { get }
  var byteCount: Int { get }

  /// Writes within a transaction. Called again if that is rolled back.
  func perform(_ connection: SQLiteConnection) throws(SQLiteFailure)

  /// Completes the write because it is durable, or with an error. Does nothing if already completed.
  func finish(_ error: StoreError?)

  /// Completes the write because its deadline has passed, before its outcome is known.
  func giveUp(_ error: StoreError)
}

/// A write with its result.
final class Write<Value: Sendable>: PendingWrite {
  let deadline: ContinuousClock.Instant
  let byteCount: Int
  private let work: @Sendable (SQLiteConnection) throws(SQLiteFailure) -> Value
  private let ended: @Sendable () -> Void
  private let once: CompletionOnce<Value>

  init(
    until deadline: ContinuousClock.Instant, bytes: Int = 0,
    _ work: @escaping @Sendable (SQLiteConnection) throws(SQLiteFailure) -> Value,
    ended: @escaping @Sendable () -> Void = {}, done: @escaping StoreAnswer<Value>
  ) {
    self.deadline = deadline
    byteCount = bytes
    self.work = work
    self.ended = ended
    once = CompletionOnce(done)
  }

  func perform(_ connection: SQLiteConnection) throws(SQLiteFailure) {
    once.keep(try work(connection))
  }

  func finish(_ error: StoreError?) {
    ended()
    once.finish(error)
  }

  func giveUp(_ error: StoreError) { once.finish(error) }
}

/// The queue of writes for the writing thread. Their number and bytes are limited.
final class WriteQueue: Sendable {
  private struct State {
    /// The writes from index `next` on wait; earlier ones have been taken.
    var waiting: [(any PendingWrite)?] = []
    var next = 0
    /// Writes in the current transaction.
    var running: [any PendingWrite] = []
    var bytes = 0
    var isBusy = false
    var isClosed = false

    var count: Int { waiting.count - next + running.count }

    mutating func removeTaken() {
      guard next >= 1024 && next * 2 >= waiting.count else { return }
      waiting.removeFirst(next)
      next = 0
    }
  }

  private let countMax: Int
  private let bytesMax: Int
  private let state = Mutex(State())

  init(countMax: Int, bytesMax: Int) {
    self.countMax = countMax
    self.bytesMax = bytesMax
  }

  /// The result of submitting a write.
  enum Submission {
    /// It waits, and the writing thread must be started.
    case first
    case waits
    case refused
  }

  /// Queues a write. Refuses it if too many writes or bytes are waiting.
  func submit(_ write: any PendingWrite, beside otherBytes: Int) -> Submission {
    state.withLock { state in
      guard !state.isClosed, state.count < countMax,
        state.bytes + otherBytes + write.byteCount <= bytesMax || state.count == 0
      else { return .refused }
      state.waiting.append(write)
      state.bytes += write.byteCount
      if state.isBusy { return .waits }
      state.isBusy = true
      return .first
    }
  }

  /// The greatest number of writes in a transaction, and the approximate limit of their bytes.
  private static let groupCountMax = 256
  private static let groupBytesMax = 8 << 20

  /// Removes the next writes, for one transaction. Empty if there are none; the thread must then stop.
  func next() -> [any PendingWrite] {
    var late: [any PendingWrite] = []
    let group = state.withLock { state in
      let now = ContinuousClock.now
      state.bytes -= state.running.reduce(0) { $0 + $1.byteCount }
      state.running = []
      var bytes = 0
      while state.next < state.waiting.count, state.running.count < WriteQueue.groupCountMax,
        bytes < WriteQueue.groupBytesMax, let write = state.waiting[state.next]
      {
        state.waiting[state.next] = nil
        state.next += 1
        if write.deadline < now {
          state.bytes -= write.byteCount
          late.append(write)
          continue
        }
        state.running.append(write)
        bytes += write.byteCount
      }
      state.removeTaken()
      state.isBusy = !state.running.isEmpty
      return state.running
    }
    for write in late { write.finish(.overdue) }
    return group
  }

  /// Ends writes past their deadlines. Waiting ones were not done, those in the current transaction may have been.
  /// Returns whether any writes are left.
  func endOverdue() -> Bool {
    let (waiting, running, isEmpty) = state.withLock { state in
      let now = ContinuousClock.now
      return (
        state.waiting[state.next...].compactMap { $0 }.filter { $0.deadline < now },
        state.running.filter { $0.deadline < now }, state.count == 0
      )
    }
    for write in waiting { write.giveUp(.overdue) }
    for write in running { write.giveUp(.unknownOutcome) }
    return !isEmpty
  }

  /// Refuses new writes.
  func close() { state.withLock { $0.isClosed = true } }

  /// The number of writes, and their bytes.
  var usage: (count: Int, bytes: Int) { state.withLock { ($0.count, $0.bytes) } }
}
