import Dispatch
public import LayoutCore
import Synchronization

/// A store in an SQLite file that only this process writes (docs/design.md#the-store).
///
/// One thread writes and makes checkpoints. It runs all waiting writes in one transaction and acknowledges them when
/// that is on disk. Two more threads read.
public final class SQLiteStore: Store {
  /// Limits of the store.
  public struct Limits: Sendable {
    /// The greatest length of a row, in bytes.
    public var rowBytesMax = 65 << 20
    /// The greatest size of the file, in bytes; nil for no limit.
    public var fileBytesMax: Int?
    /// The greatest number of waiting calls, and of bytes in waiting calls and in data that was read.
    public var waitingMax = 4096
    public var waitingBytesMax = 128 << 20
    /// The limits of documents.
    public var documents = DocumentLimits()

    public init() {}
  }

  /// What starting a store at a path would create or migrate, in words; nil if nothing. Opens the file for reading, and
  /// writes nothing.
  ///
  /// - Throws: The error of the start if the folder or the file causes it.
  public static func look(at path: String) throws(StoreUnusable) -> String? {
    let files = SQLiteFiles(path: path)
    if try files.lacksFolder() {
      return "the folder \(files.folder) is not there; the start makes it, and the store is empty"
    }
    guard files.byteCounts.file > 0 else { return nil }
    let connection: SQLiteConnection
    do throws(SQLiteFailure) {
      // Beside a file that is open there is an index of its log.
      connection = try SQLiteSchema.reader(
        path, rowBytesMax: Limits().rowBytesMax, isAlone: !SQLiteFiles.exists(path + "-shm"))
    } catch {
      throw StoreUnusable("cannot open \(path): \(error)")
    }
    let (version, now) = (
      try SQLiteSchema.check(connection, path, migrates: false), SQLiteSchema.version
    )
    guard version == now else {
      return "\(path) has tables of version \(version); the start brings them to version \(now)"
    }
    try SQLiteSchema.checkRules(
      connection, path, DocumentLimits().recordedRules, records: false)
    return nil
  }

  /// The library's version, such as `3.40.1`.
  public static var libraryVersion: String { SQLiteConnection.libraryVersion }

  /// Whether the library may lose writes if two programs write one file.
  public static var libraryMayLose: Bool { SQLiteConnection.hasResetDefect }

  private let files: SQLiteFiles
  let limits: Limits
  private let log: StoreLog
  private let lock: Mutex<SQLiteFiles.Lock?>
  private let writes: WriteQueue
  private let writer: Mutex<SQLiteWriter>
  private let readers: [SQLiteReader]
  private let reads = Mutex(PendingReads())
  private let readBytes = HeldBytes()
  let published = Mutex(Published())
  private let follower = DocumentFollower()

  // The first queue writes, the second one completes writes, so that the next transaction need not wait for
  // completions.
  private let writing = DispatchQueue(label: "layoutd.store.writer")
  private let telling = DispatchQueue(label: "layoutd.store.answers")
  let watching = DispatchQueue(label: "layoutd.store.watch")
  private let isWatched = Atomic(false)
  /// The number of document writes in a store in memory.
  let writesInMemory = Atomic(0)
  let isMakingRoom = Atomic(false)

  /// The state that is read without waiting for the writer.
  struct Published {
    var condition = StoreCondition.working
    var logBytes = 0
    var figures = StoreFigures()
  }

  /// Opens a store, or creates it.
  ///
  /// - Parameter path: The path of the file. Its folder is created if it is missing.
  public init(_ path: String, _ limits: Limits = Limits(), log: @escaping StoreLog)
    throws(StoreUnusable)
  {
    let files = SQLiteFiles(path: path)
    let (isPassing, isNew) = try files.prepareFolder()
    let lock = try files.lock()
    do {
      if files.hasWholeCopy { try files.replaceByCopy() }
      try SQLiteFiles(path: files.partialCopy).remove()
      try files.makeFile()
    } catch {
      throw StoreUnusable("\(error)")
    }
    let wasLeftOpen = files.wasLeftOpen
    let writer = try SQLiteWriter(files, limits, log: log)
    do {
      readers = try (0..<2).map { try SQLiteReader($0, files, rowBytesMax: limits.rowBytesMax) }
    } catch {
      throw StoreUnusable("cannot open \(path): \(error)")
    }
    self.files = files
    self.limits = limits
    self.log = log
    self.lock = Mutex(lock)
    published.withLock { $0.figures.documents = writer.documentsAtStart }
    self.writer = Mutex(writer)
    writes = WriteQueue(countMax: limits.waitingMax, bytesMax: limits.waitingBytesMax)
    if isNew { log(.info, "the folder \(files.folder) has been made") }
    if isPassing {
      log(.warning, "\(files.folder) is lost with the machine or the container; mount a disk there")
    }
    if wasLeftOpen { checkInBackground() }
    publish()
  }

  /// Creates a store in memory, of up to `bytesMax` bytes. It serves documents if layouts are not stored otherwise.
  public init(bytesMax: Int, _ given: Limits = Limits(), log: @escaping StoreLog)
    throws(StoreUnusable)
  {
    var limits = given
    limits.fileBytesMax = bytesMax
    files = SQLiteFiles(path: SQLiteStore.inMemory)
    self.limits = limits
    self.log = log
    lock = Mutex(nil)
    writer = Mutex(try SQLiteWriter(files, limits, log: log))
    writes = WriteQueue(countMax: limits.waitingMax, bytesMax: limits.waitingBytesMax)
    // A database in memory has only one connection.
    readers = []
  }

  /// SQLite's name for a database in memory.
  private static let inMemory = ":memory:"

  public var isDurable: Bool { files.path != SQLiteStore.inMemory }

  /// Checks the whole file on a thread and a connection of its own.
  private func checkInBackground() {
    log(.info, "the store was not closed the last time; the file is checked meanwhile")
    guard let reader = try? SQLiteReader(readers.count, files, rowBytesMax: limits.rowBytesMax)
    else { return log(.warning, "the store could not be checked") }
    reader.read { connection in
      do {
        guard let faults = try connection?.faults(quick: true) else { return }
        if let first = faults.first { return self.noteDamage(first) }
        self.log(.info, "the store has been checked, and is whole")
      } catch {
        self.log(.warning, "the store could not be checked: \(error)")
      }
    }
  }

  // MARK: Calls

  public func keep(
    _ layout: StoredLayout, replaces: Bool, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<KeepOutcome>
  ) {
    submit(
      Write(
        until: deadline, bytes: layout.body.kept.count,
        { (connection) throws(SQLiteFailure) in try connection.keep(layout, replaces: replaces)
        },
        done: noting(.keep, done)))
  }

  public func forget(
    _ id: ContentDigest, until deadline: ContinuousClock.Instant,
    ended: @escaping @Sendable () -> Void, _ done: @escaping StoreAnswer<Void>
  ) {
    submit(
      Write(
        until: deadline,
        { (connection) throws(SQLiteFailure) in _ = try connection.forget(id) },
        ended: ended, done: noting(.forget, done)))
  }

  // MARK: Writing

  func submit(_ write: any PendingWrite) {
    let isWorking = condition == .working
    switch isWorking ? writes.submit(write, beside: readBytes.byteCount) : .refused {
    case .first:
      writing.async { self.drain() }
      watch()
    case .waits:
      watch()
    case .refused:
      // Not on the calling thread: it may hold a lock that `done` needs.
      telling.async { write.finish(isWorking ? .busy : .unavailable) }
    }
  }

  /// The number of times that the queue was empty, and whether a timer waits for the next checkpoint.
  private let pauses = Atomic(0)
  private let isPausing = Atomic(false)

  /// Runs waiting writes until there are none.
  private func drain() {
    while true {
      let group = writes.next()
      if group.isEmpty { break }
      let errors = writer.withLock { $0.run(group) }
      published.withLock { published in
        published.figures.groups += 1
        published.figures.groupedWrites += group.count
      }
      telling.async { for (write, error) in zip(group, errors) { write.finish(error) } }
      writer.withLock { $0.checkpointIfLong(isIdle: false) }
      publish()
    }
    pauses.add(1, ordering: .relaxed)
    checkpointWhenIdle()
  }

  /// Makes a checkpoint when nothing has been written for a second. One timer serves all writes.
  private func checkpointWhenIdle() {
    guard !isPausing.exchange(true, ordering: .relaxed) else { return }
    let number = pauses.load(ordering: .relaxed)
    writing.asyncAfter(deadline: .now() + 1) { [weak self] in
      guard let self else { return }
      self.isPausing.store(false, ordering: .relaxed)
      if self.pauses.load(ordering: .relaxed) != number { return self.checkpointWhenIdle() }
      if self.writes.usage.count > 0 { return }
      self.writer.withLock { $0.checkpointIfLong(isIdle: true) }
      self.publish()
    }
  }

  /// Publishes the writer's condition, and schedules the repair of a failed store.
  private func publish() {
    let next = writer.withLock { writer in
      published.withLock { published in
        published.condition = writer.condition
        published.logBytes = writer.logBytes
        published.figures.checkpoints = writer.checkpoints
        published.figures.failedCheckpoints = writer.failedCheckpoints
      }
      return writer.nextAttempt
    }
    guard let next, !isPuttingRight.exchange(true, ordering: .relaxed) else { return }
    writing.asyncAfter(deadline: .now() + next / .seconds(1)) { [weak self] in
      guard let self else { return }
      self.writer.withLock { writer in
        writer.putRight(
          closeReaders: { for reader in self.readers { reader.close() } },
          openReaders: { for reader in self.readers { try reader.open() } })
      }
      self.isPuttingRight.store(false, ordering: .relaxed)
      self.publish()
    }
  }

  private let isPuttingRight = Atomic(false)

  private func noteDamage(_ what: String) {
    writing.async {
      self.writer.withLock { $0.noteDamage(what) }
      self.publish()
    }
  }

  // MARK: Reading

  /// Reads that wait or run. They are ended when their deadlines pass.
  private struct PendingReads {
    var next = 0
    var reads: [Int: (deadline: ContinuousClock.Instant, end: @Sendable (StoreError) -> Void)] = [:]
    var isClosed = false
  }

  public func load(
    _ id: ContentDigest, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<StoredChain?>
  ) {
    read(.load, until: deadline, done) { (connection) throws(StoreError) in
      try self.chain(of: id, connection)
    }
  }

  /// Reads on one of the reading threads.
  func read<Value: Sendable>(
    _ operation: StoreOperation, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<Value>,
    _ work: @escaping @Sendable (SQLiteConnection) throws(StoreError) -> Value
  ) {
    guard !readers.isEmpty else {
      let write = Write(until: deadline) { connection in
        let result: Result<Value, StoreError>
        do throws(StoreError) {
          result = .success(try work(connection))
        } catch {
          result = .failure(error)
        }
        return result
      } done: { result in
        self.noting(operation, done)(result.flatMap { $0 })
      }
      return submit(write)
    }
    let once = CompletionOnce(noting(operation, done))
    let number: Int? = reads.withLock { reads in
      guard !reads.isClosed, reads.reads.count < limits.waitingMax else { return nil }
      reads.next += 1
      reads.reads[reads.next] = (deadline, { @Sendable in once.finish(.failure($0)) })
      return reads.next
    }
    guard let number else { return telling.async { once.finish(.failure(.busy)) } }
    watch()
    let reader = readers.min { $0.waiting < $1.waiting } ?? readers[0]
    reader.read { connection in
      let result: Result<Value, StoreError>
      do throws(StoreError) {
        guard let connection else { throw .unavailable }
        guard deadline > .now else { throw .overdue }
        result = .success(try work(connection))
      } catch {
        result = .failure(error)
      }
      self.reads.withLock { $0.reads[number] = nil }
      once.finish(result)
    }
  }

  /// Reads in one transaction, so that nothing is deleted meanwhile.
  func transact<Value>(
    _ connection: SQLiteConnection, _ work: () throws -> Value
  ) throws(StoreError) -> Value {
    do {
      // The only connection of a store in memory may already be in a transaction.
      let begins = !connection.isInTransaction
      if begins { try connection.execute("begin") }
      defer { if begins { try? connection.execute("commit") } }
      return try work()
    } catch let error as StoreError {
      throw error
    } catch let failure as SQLiteFailure {
      log(.error, "the store could not be read: \(failure)")
      guard failure.kind == .damaged else { throw .unavailable }
      noteDamage(failure.description)
      throw .damaged
    } catch {
      throw .unavailable
    }
  }

  /// Reads a layout and those that it is derived from.
  private func chain(
    of id: ContentDigest, _ connection: SQLiteConnection
  ) throws(StoreError) -> StoredChain? {
    try transact(connection) {
      guard let bytes = try keptBytes(of: id, connection) else { return nil }
      let chain = StoredChain(holding: bytes, of: readBytes)
      try checkRoom(beside: chain.held)
      chain.fill(try connection.chain(id))
      return chain
    }
  }

  /// Throws if the memory limit is exceeded, unless this is the only data held.
  private func checkRoom(beside held: HeldPart) throws(StoreError) {
    guard held.heldBytes + writes.usage.bytes <= limits.waitingBytesMax || held.isAlone else {
      throw .busy
    }
  }

  /// Counts the bytes of an answer's steps in the store's memory until the answer is released.
  func holding(_ answer: LogAnswer) throws(StoreError) -> LogAnswer {
    guard case .page(let page) = answer, page.byteCounts.kept > 0 else { return answer }
    let held = HeldPart(page.byteCounts.kept, of: readBytes)
    try checkRoom(beside: held)
    return .page(page.held(by: held))
  }

  /// The stored bytes of a layout and of those that it is derived from; nil if it is not stored.
  private func keptBytes(
    of id: ContentDigest, _ connection: SQLiteConnection
  ) throws(SQLiteFailure) -> Int? {
    var (bytes, next, count) = (0, Optional(id), 0)
    while let id = next, count <= StoredLayout.depthMax {
      guard let (kept, parent) = try connection.measure(id) else { return nil }
      (bytes, next, count) = (bytes + kept, parent, count + 1)
    }
    return bytes
  }

  // MARK: The rest

  public func follow(_ changed: @escaping @Sendable (DocumentName?) -> Void) {
    follower.follow(changed)
  }

  /// Notifies the follower that a document may have changed.
  func tell(_ name: DocumentName) { follower.tell(name) }

  public var condition: StoreCondition { published.withLock { $0.condition } }

  public var figures: StoreFigures {
    var figures = published.withLock { $0.figures }
    let usage = writes.usage
    figures.waiting = usage.count + reads.withLock { $0.reads.count }
    figures.waitingBytes = usage.bytes + readBytes.byteCount
    figures.waitingMax = limits.waitingMax
    return figures
  }

  public var bytesOnDisk: (file: Int, log: Int) {
    (files.byteCounts.file, published.withLock { $0.logBytes })
  }

  /// Adds to the number of documents.
  func count(_ change: Int) { published.withLock { $0.figures.documents += change } }

  /// Counts a call when it ends. `refusal` returns the error for a result that refuses the call.
  func noting<Value>(
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
      self.published.withLock { published in
        published.figures.calls[operation, default: [:]][error, default: 0] += 1
      }
      if result.isFull, operation != .collect { self.makeRoom() }
      done(result)
    }
  }

  /// Ends calls past their deadlines. Repeats as long as there are calls.
  private func watch() {
    guard !isWatched.exchange(true, ordering: .relaxed) else { return }
    watching.asyncAfter(deadline: .now() + 0.25) { [weak self] in
      guard let self else { return }
      self.isWatched.store(false, ordering: .sequentiallyConsistent)
      let now = ContinuousClock.now
      let hasWrites = self.writes.endOverdue()
      let (late, hasReads) = self.reads.withLock { reads in
        (reads.reads.values.filter { $0.deadline < now }.map(\.end), !reads.reads.isEmpty)
      }
      for end in late { end(.overdue) }
      if hasWrites || hasReads { self.watch() }
    }
  }

  public func close(within time: Duration) {
    writes.close()
    reads.withLock { $0.isClosed = true }
    let isClosed = DispatchSemaphore(value: 0)
    writing.async {
      self.drain()
      for reader in self.readers { reader.close() }
      self.writer.withLock { $0.close() }
      self.publish()
      self.lock.withLock { $0 = nil }
      self.telling.async { isClosed.signal() }
    }
    if isClosed.wait(timeout: .now() + time / .seconds(1)) == .timedOut {
      log(.error, "the store could not be closed in time; what was acknowledged is in its log")
    }
  }
}
