/// The state of a call's earlier attempts.
struct CallHistory {
  /// Whether an earlier attempt may have been done.
  var mayBeDone = false
  /// The write of the last attempt.
  var noted: PriorAttempt?

  /// The write to look for before the next attempt.
  var prior: PriorAttempt? { mayBeDone ? noted : nil }
}

/// A call that waits for a connection or has one.
protocol PooledCall: AnyObject, Sendable {
  var deadline: ContinuousClock.Instant { get }
  var byteCount: Int { get }
  var isWrite: Bool { get }

  /// Runs the call and stores its result.
  func attempt(
    _ connection: PostgreSQLConnection, _ history: inout CallHistory
  ) throws(PostgreSQLFailure)

  /// Completes the call with the stored result, or with an error. Does nothing if already completed.
  func finish(_ error: StoreError?)

  /// Completes the call because its deadline has passed, before its outcome is known.
  func giveUp(_ error: StoreError)
}

/// A call with its result.
final class DatabaseCall<Value: Sendable>: PooledCall {
  typealias Attempt =
    @Sendable (PostgreSQLConnection, inout CallHistory) throws(PostgreSQLFailure) -> Value

  let deadline: ContinuousClock.Instant
  let byteCount: Int
  let isWrite: Bool
  private let work: Attempt
  private let ended: @Sendable () -> Void
  private let once: CompletionOnce<Value>

  init(
    until deadline: ContinuousClock.Instant, bytes: Int = 0, isWrite: Bool,
    _ work: @escaping Attempt,
    ended: @escaping @Sendable () -> Void = {}, done: @escaping StoreAnswer<Value>
  ) {
    self.deadline = deadline
    byteCount = bytes
    self.isWrite = isWrite
    self.work = work
    self.ended = ended
    once = CompletionOnce(done)
  }

  func attempt(
    _ connection: PostgreSQLConnection, _ history: inout CallHistory
  ) throws(PostgreSQLFailure) {
    once.keep(try work(connection, &history))
  }

  func finish(_ error: StoreError?) {
    ended()
    once.finish(error)
  }

  func giveUp(_ error: StoreError) { once.finish(error) }
}

/// The queue of waiting calls. Reads come first; long writes can be left out.
struct CallQueue {
  private struct WaitingLine {
    var calls: [(number: Int, call: any PooledCall)?] = []
    var next = 0

    var first: (number: Int, call: any PooledCall)? { next < calls.count ? calls[next] : nil }
    var all: [any PooledCall] { calls[next...].compactMap { $0?.call } }

    mutating func putBack(_ call: any PooledCall) {
      guard next > 0 else { return calls.insert((0, call), at: 0) }
      next -= 1
      calls[next] = (0, call)
    }

    mutating func takeFirst() -> (any PooledCall)? {
      guard let first else { return nil }
      calls[next] = nil
      next += 1
      if next >= 1024, next * 2 >= calls.count {
        calls.removeFirst(next)
        next = 0
      }
      return first.call
    }
  }

  /// Longer writes are long, in bytes.
  static let longBytes = 1 << 20

  /// Puts a removed call back to the front.
  mutating func putBack(_ call: any PooledCall) {
    if !call.isWrite {
      reads.putBack(call)
    } else if call.byteCount > CallQueue.longBytes {
      longWrites.putBack(call)
    } else {
      writes.putBack(call)
    }
  }

  private var reads = WaitingLine()
  private var writes = WaitingLine()
  private var longWrites = WaitingLine()
  private var number = 0

  /// All waiting calls.
  var all: [any PooledCall] { reads.all + writes.all + longWrites.all }

  mutating func append(_ call: any PooledCall) {
    number += 1
    if !call.isWrite {
      reads.calls.append((number, call))
    } else if call.byteCount > CallQueue.longBytes {
      longWrites.calls.append((number, call))
    } else {
      writes.calls.append((number, call))
    }
  }

  /// Removes and returns the next call; if `withLong` is false, the next one that is not a long write.
  mutating func takeNext(withLong: Bool) -> (any PooledCall)? {
    if let read = reads.takeFirst() { return read }
    let long = withLong ? longWrites.first?.number : nil
    guard let long, writes.first.map({ long < $0.number }) ?? true else {
      return writes.takeFirst()
    }
    return longWrites.takeFirst()
  }
}
