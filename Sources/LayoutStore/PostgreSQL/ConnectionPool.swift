import Dispatch
import Synchronization

/// A pool of connections to a database, each with a thread of its own, and the queue of calls
/// (docs/design.md#the-store).
final class ConnectionPool: Sendable {
  private let address: PostgreSQLAddress
  private let passwordFile: String?
  private let countMax: Int
  private let bytesMax: Int
  private let rules: Int
  private let log: StoreLog
  private let workers: [Worker]
  private let state = Mutex(State())
  /// The host of the last connection, and whether it accepted no writes.
  private let preferredHost = Atomic(0)
  private let isReadOnly = Atomic(false)
  private let isWatched = Atomic(false)

  private let watching = DispatchQueue(label: "layoutd.store.watch")
  private let telling = DispatchQueue(label: "layoutd.store.answers")

  /// A thread and its connection.
  private final class Worker: Sendable {
    let queue: DispatchQueue
    let connection = Mutex<PostgreSQLConnection?>(nil)
    let isConnected = Atomic(false)

    init(_ number: Int) { queue = DispatchQueue(label: "layoutd.store.connection\(number)") }
  }

  private struct State {
    var breaker = Breaker()
    var condition = StoreCondition.starting
    var waiting = CallQueue()
    /// The number of calls that wait or run, and their bytes.
    var count = 0
    var bytes = 0
    var running: [ObjectIdentifier: any PooledCall] = [:]
    var runningLong = 0
    var idle: [Int] = []
    /// Connections made before are replaced: their server was found to accept no writes.
    var oldestStart = ContinuousClock.now
    var nextWarning = ContinuousClock.now
    var nextFailureLine = ContinuousClock.now
    var closed: DispatchSemaphore?

    mutating func noteEnd(of call: any PooledCall) {
      running[ObjectIdentifier(call)] = nil
      if call.isWrite, call.byteCount > CallQueue.longBytes { runningLong -= 1 }
    }
  }

  /// The outcome of a call on a thread.
  fileprivate enum Result {
    case ended(StoreError?)
    /// This thread has no connection for it, but other threads have.
    case leftToOthers
  }

  init(
    _ address: PostgreSQLAddress, passwordFile: String?, connections: Int, countMax: Int,
    bytesMax: Int, rules: Int, log: @escaping StoreLog
  ) {
    self.address = address
    self.passwordFile = passwordFile
    self.countMax = countMax
    self.bytesMax = bytesMax
    self.rules = rules
    self.log = log
    workers = (0..<max(1, connections)).map { Worker($0) }
    state.withLock { $0.idle = Array(workers.indices) }
    workers[0].queue.async { self.probe() }
  }

  var condition: StoreCondition {
    let condition = state.withLock { $0.condition }
    return condition == .working && isReadOnly.load(ordering: .relaxed) ? .failed : condition
  }

  /// The number of calls, and their bytes.
  var usage: (count: Int, bytes: Int) { state.withLock { ($0.count, $0.bytes) } }

  var connectedCount: Int {
    workers.count { $0.isConnected.load(ordering: .relaxed) }
  }

  /// The numbers of the connections, and the state of the breaker.
  var figures: DatabaseFigures {
    let (idle, isOpen) = state.withLock { (Set($0.idle), $0.breaker.isOpen) }
    var figures = DatabaseFigures()
    for number in workers.indices where workers[number].isConnected.load(ordering: .relaxed) {
      figures.connections += 1
      if !idle.contains(number) { figures.connectionsInUse += 1 }
    }
    figures.connectionsMax = workers.count
    figures.isBreakerOpen = isOpen
    return figures
  }

  // MARK: Calls

  /// Queues a call. Refuses it if too many calls or bytes are waiting.
  func submit(_ call: any PooledCall, beside otherBytes: Int) {
    let (refusal, worker) = state.withLock { state -> (StoreError?, Int?) in
      guard state.condition == .working else { return (.unavailable, nil) }
      guard state.count < countMax,
        state.bytes + otherBytes + call.byteCount <= bytesMax || state.count == 0
      else { return (.busy, nil) }
      state.count += 1
      state.bytes += call.byteCount
      state.waiting.append(call)
      // Prefers a thread with a connection.
      let place =
        state.idle.lastIndex { workers[$0].isConnected.load(ordering: .relaxed) }
        ?? state.idle.indices.last
      return (nil, place.map { state.idle.remove(at: $0) })
    }
    // Not on the calling thread: it may hold a lock that `done` needs.
    if let refusal { return telling.async { call.finish(refusal) } }
    watch()
    if let worker { workers[worker].queue.async { self.work(worker) } }
  }

  /// Runs waiting calls until there are none.
  private func work(_ number: Int) {
    let worker = workers[number]
    while let (call, isOpen) = take(number) {
      let result =
        isOpen
        ? .ended(.unavailable) : worker.connection.withLock { perform(call, worker, &$0) }
      guard case .ended(let error) = result else { return putBack(call, number) }
      let closed = state.withLock { state in
        state.noteEnd(of: call)
        state.count -= 1
        state.bytes -= call.byteCount
        return state.count == 0 ? state.closed : nil
      }
      telling.async { call.finish(error) }
      closed?.signal()
    }
  }

  /// The pause of a thread that got no connection although others have one, because the server allows no more. In
  /// seconds.
  private static let rest = 0.25

  /// Returns a call to the queue, for threads with connections.
  private func putBack(_ call: any PooledCall, _ number: Int) {
    let other = state.withLock { state in
      state.noteEnd(of: call)
      state.waiting.putBack(call)
      let place = state.idle.lastIndex { workers[$0].isConnected.load(ordering: .relaxed) }
      return place.map { state.idle.remove(at: $0) }
    }
    if let other { workers[other].queue.async { self.work(other) } }
    watching.asyncAfter(deadline: .now() + ConnectionPool.rest) {
      self.workers[number].queue.async { self.work(number) }
    }
  }

  /// Removes the next call from the queue, and tells whether the breaker is open. Marks the thread as idle and returns
  /// nil if there is no call.
  private func take(_ number: Int) -> (any PooledCall, Bool)? {
    state.withLock { state in
      let hasRoom = state.runningLong < max(1, workers.count / 2)
      guard let call = state.waiting.takeNext(withLong: hasRoom) else {
        state.idle.append(number)
        return nil
      }
      state.running[ObjectIdentifier(call)] = call
      if call.isWrite, call.byteCount > CallQueue.longBytes { state.runningLong += 1 }
      return (call, state.breaker.isOpen)
    }
  }

  /// The number of retries after the server ended a call because of a conflict.
  private static let conflictsMax = 3

  /// Runs a call, with retries on a new connection if one is lost. Returns why it failed, if it did.
  private func perform(
    _ call: any PooledCall, _ worker: Worker, _ connection: inout sending PostgreSQLConnection?
  ) -> Result {
    var history = CallHistory()
    var (conflicts, losses) = (0, 0)
    while true {
      guard call.deadline > .now else { return history.ended(.overdue) }
      if let old = connection, isOutdated(old) {
        connection = nil
        worker.isConnected.store(false, ordering: .relaxed)
      }
      do {
        if connection == nil {
          connection = try connect(until: call.deadline)
          worker.isConnected.store(true, ordering: .relaxed)
        }
      } catch {
        if connectedCount > 0, !history.mayBeDone { return .leftToOthers }
        guard noteFailure(error) else { return history.ended(.unavailable) }
        pause(milliseconds: 20...60, until: call.deadline)
        continue
      }
      guard let current = connection, !(call.isWrite && current.isReadOnly) else {
        return history.ended(.unavailable)
      }
      do {
        current.deadline = call.deadline
        try call.attempt(current, &history)
        state.withLock { $0.breaker.noteSuccess(at: .now) }
        return .ended(nil)
      } catch {
        if error.mayBeDone { history.mayBeDone = true }
        let verdict = Verdict(error, isWrite: call.isWrite)
        if verdict.closes {
          connection = nil
          worker.isConnected.store(false, ordering: .relaxed)
        }
        if verdict.leavesHost { leaveReadOnlyHost() }
        if let level = verdict.level { warn(level, "the database refused a call: \(error)") }
        switch verdict.next {
        case .fails(let reason): return history.ended(reason)
        case .connectsAgain:
          losses += 1
          // Old connections are often lost. Losing a new one leads to a pause.
          if losses > 1 { pause(milliseconds: 10...100, until: call.deadline) }
        case .triesAgain:
          conflicts += 1
          guard conflicts <= ConnectionPool.conflictsMax else { return history.ended(.unavailable) }
          pause(milliseconds: 10...100, until: call.deadline)
        }
      }
    }
  }

  /// Sleeps for a random time.
  private func pause(milliseconds: ClosedRange<Int>, until deadline: ContinuousClock.Instant) {
    let pause = min(Duration.milliseconds(Int.random(in: milliseconds)), deadline - .now)
    if pause > .zero { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + pause / .seconds(1)) }
  }

  /// The reaction to a failure.
  private struct Verdict {
    enum Next {
      case fails(StoreError)
      /// Retries on another connection.
      case connectsAgain
      /// Retries after a pause.
      case triesAgain
    }

    var next: Next
    var closes: Bool
    var leavesHost = false
    /// The level of the line in the log; nil if the failure is normal.
    var level: StoreLogLevel?

    init(_ failure: PostgreSQLFailure, isWrite: Bool) {
      closes = !failure.leavesConnection
      switch failure.kind {
      case .late: next = .fails(.overdue)
      case .lost: next = .connectsAgain
      case .warned:
        next = .connectsAgain
        level = .warning
      case .unclear: next = .fails(.unknownOutcome)
      case .superseded:
        next = .fails(.unavailable)
        level = .warning
      case .damaged:
        next = .fails(isWrite ? .unavailable : .damaged)
        level = .error
      case .refused:
        switch failure.code {
        // The server accepts no writes any more. Nothing was done.
        case Notices.readOnlyCode:
          next = .connectsAgain
          (closes, leavesHost) = (true, true)
        case "40001", "40P01", "55P03", "57014": next = .triesAgain
        case "53100":
          next = .fails(isWrite ? .full : .unavailable)
          level = .warning
        case "XX001", "XX002":
          next = .fails(isWrite ? .unavailable : .damaged)
          level = .error
        default:
          next = .fails(.unavailable)
          level = .error
          // Closes the connection, so that no transaction stays open.
          closes = true
        }
      }
    }
  }

  // MARK: Connections

  /// The time limit of an attempt to connect.
  private static let connectTime = Duration.seconds(3)

  /// The time after which a connection that accepts no writes is replaced, in case that a host accepts them by now.
  private static let readOnlyTime = Duration.seconds(2)

  /// Whether a connection is to be replaced, since its server may not be the primary any more.
  private func isOutdated(_ connection: PostgreSQLConnection) -> Bool {
    connection.isReadOnly && connection.start + ConnectionPool.readOnlyTime < .now
      || connection.start < state.withLock { $0.oldestStart }
  }

  /// Connects to the first host that accepts writes, beginning with the last one used; if none does, to the first
  /// primary that accepts none, for reading.
  func connect(
    until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLFailure) -> PostgreSQLConnection {
    let deadline = min(deadline, .now + ConnectionPool.connectTime)
    let first = preferredHost.load(ordering: .relaxed)
    var words: [String] = []
    var reading: (number: Int, connection: PostgreSQLConnection)?
    for place in address.hosts.indices {
      let number = (first + place) % address.hosts.count
      let host = address.hosts[number]
      // Each host gets an equal share of the remaining time, and a reader waits less for one that accepts writes.
      let parts = address.hosts.count - place
      let share = (deadline - .now) / (reading == nil ? parts : 4 * parts)
      do throws(PostgreSQLFailure) {
        let connection = try PostgreSQLConnection(
          address.parameters(host), passwordFile: passwordFile, until: .now + share)
        try PostgreSQLSchema.check(connection, rules: rules, raises: true)
        guard !connection.isReadOnly else {
          if reading == nil { reading = (number, connection) }
          continue
        }
        preferredHost.store(number, ordering: .relaxed)
        if isReadOnly.exchange(false, ordering: .relaxed) {
          log(.warning, "the database accepts writes again")
        }
        return connection
      } catch {
        words.append(error.description)
      }
    }
    if let reading {
      preferredHost.store(reading.number, ordering: .relaxed)
      if !isReadOnly.exchange(true, ordering: .relaxed) {
        log(.error, "the database accepts no writes; documents and layouts are read from it")
      }
      return reading.connection
    }
    throw PostgreSQLFailure(kind: .lost, code: "", message: words.joined(separator: "; "))
  }

  /// Leaves a host that the listener found to be read-only, unless that is known.
  func noteReadOnly() { if !isReadOnly.load(ordering: .relaxed) { leaveReadOnlyHost() } }

  /// Makes all connections be replaced, and another host be tried first.
  private func leaveReadOnlyHost() {
    state.withLock { $0.oldestStart = .now }
    let next = (preferredHost.load(ordering: .relaxed) + 1) % address.hosts.count
    preferredHost.store(next, ordering: .relaxed)
  }

  /// Counts a failed attempt to connect. Returns whether the breaker is still closed.
  private func noteFailure(_ failure: PostgreSQLFailure) -> Bool {
    let (opens, isOpen) = state.withLock { state in
      let opens = state.breaker.noteFailure(at: .now)
      if opens, state.condition == .working { state.condition = .unreachable }
      return (opens, state.breaker.isOpen)
    }
    if opens {
      logFailure(failure)
      probeLater()
    }
    return !isOpen
  }

  private func probeLater() {
    let pause = state.withLock { $0.breaker.nextPause(jitter: .random(in: 0...1)) }
    watching.asyncAfter(deadline: .now() + pause / .seconds(1)) { [weak self] in
      guard let self else { return }
      self.workers[0].queue.async { self.probe() }
    }
  }

  /// Tries to connect, apart from all calls. Closes the breaker on success, else schedules the next probe.
  private func probe() {
    guard condition != .closed else { return }
    do throws(PostgreSQLFailure) {
      try workers[0].connection.withLock { (slot) throws(PostgreSQLFailure) in
        slot = try connect(until: .now + ConnectionPool.connectTime)
      }
      workers[0].isConnected.store(true, ordering: .relaxed)
      let before = state.withLock { state in
        defer { if state.condition != .closed { state.condition = .working } }
        state.breaker.close()
        return state.condition
      }
      log(
        before == .starting ? .info : .warning,
        before == .starting ? "the database is reached" : "the database is reached again")
    } catch {
      logFailure(error)
      probeLater()
    }
  }

  /// Logs a repeated failure, at most once a minute.
  func logFailure(_ failure: PostgreSQLFailure) {
    let isDue = state.withLock { state in
      let now = ContinuousClock.now
      guard now >= state.nextFailureLine else { return false }
      state.nextFailureLine = now + .seconds(60)
      return true
    }
    if isDue {
      log(.error, "the database cannot be used, which is tried again and again: \(failure)")
    }
  }

  /// Logs a line that every call may cause, at most once in ten seconds.
  private func warn(_ level: StoreLogLevel, _ line: String) {
    let isDue = state.withLock { state in
      let now = ContinuousClock.now
      guard now >= state.nextWarning else { return false }
      state.nextWarning = now + .seconds(10)
      return true
    }
    if isDue { log(level, line) }
  }

  // MARK: Deadlines and the end

  /// The time after its deadline at which a call is ended if its thread has not done so.
  private static let grace = Duration.milliseconds(50)

  /// Ends calls past their deadlines. Repeats as long as there are calls.
  private func watch() {
    guard !isWatched.exchange(true, ordering: .relaxed) else { return }
    watching.asyncAfter(deadline: .now() + 0.1) { [weak self] in
      guard let self else { return }
      self.isWatched.store(false, ordering: .sequentiallyConsistent)
      let (waiting, running, hasCalls) = self.state.withLock { state in
        let now = ContinuousClock.now
        return (
          state.waiting.all.filter { $0.deadline < now },
          state.running.values.filter { $0.deadline + ConnectionPool.grace < now }, state.count > 0
        )
      }
      for call in waiting { call.giveUp(.overdue) }
      for call in running { call.giveUp(call.isWrite ? .unknownOutcome : .overdue) }
      if hasCalls { self.watch() }
    }
  }

  /// Refuses new calls, waits until the others end, but at most for `time`, and closes the connections.
  func close(within time: Duration) -> Bool {
    let done = DispatchSemaphore(value: 0)
    state.withLock { state in
      state.condition = .closed
      state.closed = done
      if state.count == 0 { done.signal() }
    }
    let isDone = done.wait(timeout: .now() + time / .seconds(1)) == .success
    for worker in workers { worker.queue.async { worker.connection.withLock { $0 = nil } } }
    return isDone
  }
}

extension CallHistory {
  /// The result of a call whose last attempt failed for this reason.
  fileprivate func ended(_ reason: StoreError) -> ConnectionPool.Result {
    .ended(mayBeDone ? .unknownOutcome : reason)
  }
}
