import Dispatch
public import LayoutCore
import Synchronization

/// A store in a PostgreSQL database that several processes share (docs/design.md#the-store).
public final class PostgreSQLStore: Store {
  /// Limits of the store.
  public struct Limits: Sendable {
    /// The connections, not counting the one that listens.
    public var connections = 8
    /// The greatest number of waiting calls, and of bytes in waiting calls and in data that was read.
    public var waitingMax = 4096
    public var waitingBytesMax = 128 << 20
    /// The limits of documents.
    public var documents = DocumentLimits()

    public init() {}
  }

  /// The version of libpq, such as `15.18`.
  public static var libraryVersion: String { PostgreSQLConnection.libraryVersion }

  let limits: Limits
  private let log: StoreLog
  private let pool: ConnectionPool
  private let notices: Notices
  private let notifier: Notifier
  private let follower: DocumentFollower
  private let readBytes = HeldBytes()
  private let figuresCounted = Mutex(StoreFigures())
  /// The name of signatures after which to look for strays.
  private let signaturesSeen = Mutex(Signatures.start)
  private let upkeep = DispatchQueue(label: "layoutd.store.upkeep")

  /// Creates a store and begins to connect. It keeps trying, and its condition is `starting` until it has succeeded
  /// once.
  ///
  /// - Parameter passwordFile: The file whose first line is the password. It is read again for each connection.
  public init(
    _ address: PostgreSQLAddress, passwordFile: String?, _ limits: Limits = Limits(),
    log: @escaping StoreLog
  ) {
    self.limits = limits
    self.log = log
    let pool = ConnectionPool(
      address, passwordFile: passwordFile, connections: limits.connections,
      countMax: limits.waitingMax, bytesMax: limits.waitingBytesMax,
      rules: limits.documents.recordedRules, log: log)
    let follower = DocumentFollower()
    self.pool = pool
    self.follower = follower
    notices = Notices(
      connect: { () throws(PostgreSQLFailure) in try pool.connect(until: .now + .seconds(3)) },
      changed: { follower.tell($0) },
      failed: { failure in
        if failure.code == Notices.readOnlyCode {
          pool.noteReadOnly()
        } else {
          pool.logFailure(failure)
        }
      })
    notifier = Notifier { payload, done in
      pool.submit(
        DatabaseCall(
          until: .now + .seconds(2), isWrite: true,
          { (connection, _) throws(PostgreSQLFailure) in
            try connection.run(
              "select pg_notify('\(Notices.channel)', $1)", [.text(payload)], writes: true)
          }, done: { _ in done() }), beside: 0)
    }
    if address.isExposed {
      log(
        .warning,
        "the connection to the database can be read or led elsewhere; sslmode=verify-full prevents that"
      )
    }
  }

  public var isDurable: Bool { true }

  public var isShared: Bool { true }

  // MARK: Layouts

  public func keep(
    _ layout: StoredLayout, replaces: Bool, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<KeepOutcome>
  ) {
    write(.keep, until: deadline, bytes: layout.body.kept.count, done) {
      (connection, _) throws(PostgreSQLFailure) in
      do throws(PostgreSQLFailure) {
        return try connection.keep(layout, replaces: replaces)
      } catch {
        // The parent was deleted meanwhile.
        if error.isReference { return .parentAbsent }
        throw error
      }
    }
  }

  public func load(
    _ id: ContentDigest, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<StoredChain?>
  ) {
    let work: DatabaseCall<Result<StoredChain?, StoreError>>.Attempt = {
      (connection, _) throws(PostgreSQLFailure) in
      guard let keptBytes = try connection.measure(id) else { return .success(nil) }
      let chain = StoredChain(holding: keptBytes, of: self.readBytes)
      guard self.hasRoom(beside: chain.held) else { return .failure(.busy) }
      let layouts = try connection.chain(id)
      chain.fill(layouts)
      return .success(layouts.isEmpty ? nil : chain)
    }
    let done = noting(.load, done)
    let call = DatabaseCall(until: deadline, isWrite: false, work) { result in
      done(result.flatMap { $0 })
    }
    pool.submit(call, beside: readBytes.byteCount)
  }

  public func forget(
    _ id: ContentDigest, until deadline: ContinuousClock.Instant,
    ended: @escaping @Sendable () -> Void, _ done: @escaping StoreAnswer<Void>
  ) {
    let work: DatabaseCall<Void>.Attempt = { (connection, _) throws(PostgreSQLFailure) in
      try connection.forget(id)
    }
    write(.forget, until: deadline, ended: ended, done, work)
  }

  public func stamp(_ ids: [ContentDigest], day: Day) {
    for start in stride(from: 0, to: ids.count, by: PostgreSQLStore.stampsOfOneWrite) {
      let some = Array(ids[start..<min(ids.count, start + PostgreSQLStore.stampsOfOneWrite)])
      let work: DatabaseCall<Void>.Attempt = { (connection, _) throws(PostgreSQLFailure) in
        try connection.stamp(some, day: day)
      }
      write(.stamp, until: .now + PostgreSQLStore.upkeepTime, { _ in }, work)
    }
  }

  public func collect(usedBefore day: Day) {
    collect(usedBefore: day, deletedFor: DocumentLimits.deletionsKept)
  }

  /// Collects with another time limit for the logs of deleted documents.
  func collect(usedBefore day: Day, deletedFor age: Duration) {
    let start = ContinuousClock.now
    let (seen, namesMax) = (signaturesSeen.withLock { $0 }, limits.documents.signedNamesMax)
    let done: StoreAnswer<(records: Int, layouts: Int, isStray: Bool, seen: String)> = { result in
      guard case .success((let records, let layouts, let isStray, let seen)) = result else {
        return
      }
      self.signaturesSeen.withLock { $0 = seen }
      guard records + layouts > 0 || isStray else { return }
      self.figuresCounted.withLock { $0.collected += layouts }
      // Leaves half of the time to others.
      let pause = min(max(ContinuousClock.now - start, .milliseconds(10)), .seconds(10))
      self.upkeep.asyncAfter(deadline: .now() + pause / .seconds(1)) {
        self.collect(usedBefore: day, deletedFor: age)
      }
    }
    write(.collect, until: start + PostgreSQLStore.upkeepTime, done) {
      (connection, _) throws(PostgreSQLFailure) in
      try connection.collect(
        usedBefore: day, rowsMax: PostgreSQLStore.collectedRows,
        bytesMax: PostgreSQLStore.collectedBytes, deletedFor: age, signaturesAfter: seen,
        namesMax: namesMax)
    }
  }

  private static let stampsOfOneWrite = 1000
  private static let collectedRows = 200
  private static let collectedBytes = 64 << 20
  /// The time limit of maintenance. No request waits for it.
  private static let upkeepTime = Duration.seconds(60)

  // MARK: Documents

  public func document(
    _ name: DocumentName, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<DocumentHead?>
  ) {
    read(.document, until: deadline, done) { (connection) throws(PostgreSQLFailure) in
      try connection.head(name)
    }
  }

  public func state(
    of name: DocumentName, key: String?, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<DocumentState?>
  ) {
    read(.document, until: deadline, done) { (connection) throws(PostgreSQLFailure) in
      try connection.state(name, key: key)
    }
  }

  public func documents(
    prefixes: [String], after name: DocumentName?, limit: Int,
    until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<[DocumentHead]>
  ) {
    read(.documents, until: deadline, done) { (connection) throws(PostgreSQLFailure) in
      try connection.heads(prefixes: prefixes, after: name, limit: limit)
    }
  }

  public func outdated(
    after name: DocumentName?, limit: Int, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<OutdatedHeads>
  ) {
    let rules = limits.documents.rules.lowerBound
    read(.documents, until: deadline, done) { (connection) throws(PostgreSQLFailure) in
      try connection.outdated(after: name, limit: limit, before: rules)
    }
  }

  public func records(
    of name: DocumentName, after revision: Int, limit: Int, bytesMax: Int,
    until deadline: ContinuousClock.Instant, _ done: @escaping StoreAnswer<LogAnswer>
  ) {
    let done: StoreAnswer<LogAnswer> = { result in
      done(result.flatMap { self.holding($0) })
    }
    read(.records, until: deadline, done) { (connection) throws(PostgreSQLFailure) in
      try connection.records(
        of: name, after: revision, limit: limit, bytesMax: bytesMax)
    }
  }

  private func hasRoom(beside held: HeldPart) -> Bool {
    held.heldBytes + pool.usage.bytes <= limits.waitingBytesMax || held.isAlone
  }

  /// Counts the bytes of an answer's steps in the store's memory until the answer is released.
  private func holding(_ answer: LogAnswer) -> Result<LogAnswer, StoreError> {
    guard case .page(let page) = answer, page.byteCounts.kept > 0 else { return .success(answer) }
    let held = HeldPart(page.byteCounts.kept, of: readBytes)
    return hasRoom(beside: held) ? .success(.page(page.held(by: held))) : .failure(.busy)
  }

  public func write(
    _ write: DocumentWrite, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<WriteOutcome>
  ) {
    let limits = limits.documents
    let done = telling(of: write.name, done, revision: \.revision)
    let bytes = write.row?.body.kept.count ?? 0
    self.write(.write, until: deadline, bytes: bytes, refusal: \.refusal, done) {
      (connection, history) throws(PostgreSQLFailure) in
      try connection.write(write, limits, prior: history.prior) { history.noted = $0 }
    }
  }

  public func change(
    _ change: DocumentChange, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<ChangeOutcome>
  ) {
    let limits = limits.documents
    let done = telling(of: change.name, done, revision: \.revision)
    let bytes = change.row.body.kept.count + (change.steps?.kept.count ?? 0)
    write(.change, until: deadline, bytes: bytes, done) {
      (connection, history) throws(PostgreSQLFailure) in
      try connection.change(change, limits, prior: history.prior) { history.noted = $0 }
    }
  }

  /// Notifies followers of a write before its writer gets the result, and then other processes.
  private func telling<Outcome>(
    of name: DocumentName, _ done: @escaping StoreAnswer<Outcome>,
    revision: @escaping @Sendable (Outcome) -> Int?
  ) -> StoreAnswer<Outcome> {
    { result in
      switch result {
      case .success(let outcome):
        if let revision = revision(outcome) {
          self.notices.tell(name, revision)
          self.notifier.note(name, revision)
        }
      // A failed write may have been done.
      case .failure: self.notices.tell(name, nil)
      }
      done(result)
    }
  }

  // MARK: Calls

  private func read<Value: Sendable>(
    _ operation: StoreOperation, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<Value>,
    _ work: @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Value
  ) {
    let call = DatabaseCall(
      until: deadline, isWrite: false,
      { (connection, _) throws(PostgreSQLFailure) in try work(connection) },
      done: noting(operation, done))
    pool.submit(call, beside: readBytes.byteCount)
  }

  private func write<Value: Sendable>(
    _ operation: StoreOperation, until deadline: ContinuousClock.Instant, bytes: Int = 0,
    ended: @escaping @Sendable () -> Void = {},
    refusal: @escaping @Sendable (Value) -> StoreError? = { _ in nil },
    _ done: @escaping StoreAnswer<Value>, _ work: @escaping DatabaseCall<Value>.Attempt
  ) {
    let call = DatabaseCall(
      until: deadline, bytes: bytes, isWrite: true, work, ended: ended,
      done: noting(operation, refusal: refusal, done))
    pool.submit(call, beside: readBytes.byteCount)
  }

  /// Counts a call when it ends. `refusal` returns the error for a result that refuses the call.
  private func noting<Value>(
    _ operation: StoreOperation,
    refusal: @escaping @Sendable (Value) -> StoreError? = { _ in nil },
    _ done: @escaping StoreAnswer<Value>
  ) -> StoreAnswer<Value> {
    return { result in
      let error: StoreError? =
        switch result {
        case .success(let value): refusal(value)
        case .failure(let error): error
        }
      self.figuresCounted.withLock { $0.calls[operation, default: [:]][error, default: 0] += 1 }
      done(result)
    }
  }

  // MARK: The rest

  public func follow(_ changed: @escaping @Sendable (DocumentName?) -> Void) {
    follower.follow(changed)
  }

  public var condition: StoreCondition { pool.condition }

  public var figures: StoreFigures {
    var figures = figuresCounted.withLock { $0 }
    let usage = pool.usage
    figures.waiting = usage.count
    figures.waitingBytes = usage.bytes + readBytes.byteCount
    figures.waitingMax = limits.waitingMax
    figures.documents = notices.documentCount
    figures.database = pool.figures
    figures.database?.isListening = notices.isListening
    figures.database?.lookAge = notices.lookAge
    return figures
  }

  /// The database takes care of these.
  public var bytesOnDisk: (file: Int, log: Int) { (0, 0) }

  public func close(within time: Duration) {
    notices.close()
    if !pool.close(within: time) {
      log(.error, "what waited for the database could not be ended in time")
    }
  }
}
