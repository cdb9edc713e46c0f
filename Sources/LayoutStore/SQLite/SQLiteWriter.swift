/// The only connection that writes and makes checkpoints, with its recovery from failures (docs/design.md#the-store).
///
/// Only one thread may use it at a time.
struct SQLiteWriter {
  private(set) var condition = StoreCondition.working
  /// The pause before the next attempt to repair a failed store.
  private(set) var nextAttempt: Duration?
  private(set) var checkpoints = 0
  private(set) var failedCheckpoints = 0
  /// The number of documents when the file was opened.
  let documentsAtStart: Int

  private let files: SQLiteFiles
  private let limits: SQLiteStore.Limits
  private let log: StoreLog
  /// Nil while the file is being replaced, and after it could not be opened again.
  private var connection: SQLiteConnection?
  private var attempts = 0
  private var nextWarning = ContinuousClock.now
  /// Checkpoints pause until then, after one did not complete.
  private var nextCheckpoint = ContinuousClock.now

  /// Opens the file. Refuses a file of another program.
  init(
    _ files: SQLiteFiles, _ limits: SQLiteStore.Limits, log: @escaping StoreLog
  ) throws(StoreUnusable) {
    self.files = files
    self.limits = limits
    self.log = log
    let opened: SQLiteConnection
    do throws(SQLiteFailure) {
      opened = try SQLiteWriter.open(files, limits)
    } catch {
      throw StoreUnusable("cannot open \(files.path): \(error)")
    }
    connection = opened
    try SQLiteSchema.check(opened, files.path)
    try SQLiteSchema.checkRules(opened, files.path, limits.documents.recordedRules)
    documentsAtStart = (try? opened.documentCount()) ?? 0
    if files.isDistrusted {
      do {
        try copyWhole()
        try replaceFile()
      } catch {
        throw StoreUnusable(
          "a checkpoint of \(files.path) failed, and it cannot be replaced by a copy: \(error)")
      }
    }
    do throws(SQLiteFailure) {
      // The log left by a killed process is moved into the file before anything is acknowledged.
      try connection?.checkpoint(.truncate)
    } catch {
      guard error.kind != .full else {
        // The existing data can still be read.
        fail(error)
        return
      }
      if error.kind == .io { distrust() }
      throw StoreUnusable("cannot move the log of \(files.path) into the file: \(error)")
    }
  }

  private static func open(
    _ files: SQLiteFiles, _ limits: SQLiteStore.Limits
  ) throws(SQLiteFailure) -> SQLiteConnection {
    try SQLiteSchema.writer(
      files.path, rowBytesMax: limits.rowBytesMax, fileBytesMax: limits.fileBytesMax)
  }

  // MARK: Writing

  /// Runs writes in one transaction. Returns the error of each, in order.
  mutating func run(_ group: [any PendingWrite]) -> [StoreError?] {
    guard condition == .working else { return group.map { _ in .unavailable } }
    var outcome = transact(group)
    if outcome?.error == .busy { outcome = transact(group) }
    guard case (var error, let mayBeOfOne)? = outcome else { return group.map { _ in nil } }
    if error == .busy { error = .unavailable }
    guard mayBeOfOne, group.count > 1 else { return group.map { _ in error } }
    // A failing write must not make the others fail.
    return group.map { write in
      condition == .working ? transact([write])?.error : .unavailable
    }
  }

  /// Runs writes in one transaction. Rolls it back on failure, unless the outcome is unknown.
  ///
  /// - Returns: The error if it failed, and whether a single write may be the cause.
  private mutating func transact(
    _ group: [any PendingWrite]
  ) -> (error: StoreError, mayBeOfOne: Bool)? {
    guard let connection else { return (.unavailable, false) }
    var isCommitting = false
    do throws(SQLiteFailure) {
      try connection.execute("begin immediate")
      for write in group { try write.perform(connection) }
      isCommitting = true
      try connection.execute("commit")
      return nil
    } catch {
      if connection.isInTransaction { try? connection.execute("rollback") }
      let mayBeOfOne =
        switch error.kind {
        case .full, .reference, .other: true
        case .io, .damaged, .busy: false
        }
      return (storeError(error, isCommitting: isCommitting), mayBeOfOne)
    }
  }

  /// Reacts to a failed write, and returns the error for its caller.
  private mutating func storeError(_ failure: SQLiteFailure, isCommitting: Bool) -> StoreError {
    switch failure.kind {
    case .full:
      warn("the store is full: \(failure)")
      return .full
    case .busy:
      warn("another process is in the way of the store: \(failure)")
      return .busy
    case .damaged:
      condition = .damaged
      log(.error, "the store is damaged; it is only read from now on: \(failure)")
      return .unavailable
    case .io:
      fail(failure)
      return isCommitting ? .unknownOutcome : .unavailable
    case .reference, .other:
      warn("the store refused a write: \(failure)")
      return .unavailable
    }
  }

  /// Logs a line that every write may cause, at most once in ten seconds.
  private mutating func warn(_ line: String) {
    let now = ContinuousClock.now
    guard now >= nextWarning else { return }
    nextWarning = now + .seconds(10)
    log(.warning, line)
  }

  /// Stops writing until the log is known to be whole.
  private mutating func fail(_ failure: SQLiteFailure) {
    condition = .failed
    attempts = 0
    nextAttempt = SQLiteWriter.pauses[0]
    log(.error, "the store could not write: \(failure)")
  }

  // MARK: Checkpoints

  /// The log is moved into the file when it exceeds this size, without waiting for readers. In bytes.
  private static let passiveBytes = 64 << 20
  /// The same size at which it waits for readers.
  private static let restartBytes = 256 << 20
  /// The same size after a while without writes.
  private static let idleBytes = 4 << 20

  /// The size of the log, in bytes.
  var logBytes: Int { (connection?.logPages ?? 0) * SQLiteSchema.pageBytes }

  /// Moves the log into the file if it is long.
  mutating func checkpointIfLong(isIdle: Bool) {
    guard condition == .working,
      logBytes >= (isIdle ? SQLiteWriter.idleBytes : SQLiteWriter.passiveBytes),
      .now >= nextCheckpoint
    else { return }
    checkpoint(logBytes >= SQLiteWriter.restartBytes ? .restart : .passive)
  }

  /// Moves the log into the file. Returns whether all of it was moved.
  @discardableResult private mutating func checkpoint(_ mode: SQLiteConnection.Checkpoint) -> Bool {
    guard let connection else { return false }
    do throws(SQLiteFailure) {
      try connection.checkpoint(mode)
      checkpoints += 1
      return true
    } catch {
      nextCheckpoint = .now + .seconds(5)
      switch error.kind {
      case .busy:
        // A reader, such as a backup, prevents completion. A later checkpoint completes.
        checkpoints += 1
      case .full, .reference, .other:
        failedCheckpoints += 1
        warn("a checkpoint of the store did not end: \(error)")
      case .io:
        // Pages may be half written. A later checkpoint that succeeds would leave the file broken.
        failedCheckpoints += 1
        log(.error, "a checkpoint of the store failed, so the file is replaced by a copy: \(error)")
        distrust()
      case .damaged:
        failedCheckpoints += 1
        nextAttempt = nil
        condition = .damaged
        log(.error, "the store is damaged; it is only read from now on: \(error)")
      }
      return false
    }
  }

  // MARK: Putting it right

  /// The pauses between attempts to repair a failed store.
  private static let pauses: [Duration] = [
    .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800),
    .milliseconds(1600), .seconds(5),
  ]

  /// Tries to repair a failed store, by moving the whole log into the file or by replacing the file.
  ///
  /// - Parameters:
  ///   - closeReaders: Closes the reading connections before the file is replaced.
  ///   - openReaders: Opens them again. It is not called while the file is only half replaced.
  mutating func putRight(closeReaders: () -> Void, openReaders: () throws -> Void) {
    guard condition == .failed || condition == .suspect else { return }
    attempts += 1
    nextAttempt = SQLiteWriter.pauses[min(attempts, SQLiteWriter.pauses.count - 1)]
    // After frames that could not be written, later ones may be lost at the next start. So nothing is acknowledged
    // until the log starts from its beginning again.
    if condition == .failed, checkpoint(.truncate) { return resume() }
    guard condition == .suspect else { return }
    do {
      if !files.hasWholeCopy { try copyWhole() }
      closeReaders()
      try replaceFile()
      try openReaders()
      resume()
    } catch {
      log(.error, "the store could not be replaced by a copy, which is tried again: \(error)")
    }
  }

  /// Marks the file for replacement by a copy, by this process or the next one.
  private mutating func distrust() {
    condition = .suspect
    nextAttempt = .zero
    do {
      try files.distrust()
    } catch {
      log(.error, "the store's file is not to be trusted, and that could not be noted: \(error)")
    }
  }

  /// Replaces the file by the complete copy.
  private mutating func replaceFile() throws {
    connection = nil
    try files.replaceByCopy()
    connection = try SQLiteWriter.open(files, limits)
  }

  private mutating func resume() {
    condition = .working
    nextAttempt = nil
    attempts = 0
    log(.warning, "the store works again")
  }

  /// Copies the contents of the file and its log, and checks the copy.
  func copyWhole() throws {
    guard let connection else { return }
    try SQLiteWriter.copy(connection, to: files.partialCopy)
    let copy = try SQLiteSchema.reader(files.partialCopy, rowBytesMax: limits.rowBytesMax)
    guard try copy.faults(quick: true).isEmpty else {
      throw StoreUnusable("the copy is damaged, too")
    }
    try files.finishCopy()
  }

  /// Writes the contents seen by a connection to a new file, with access for its owner only.
  static func copy(_ connection: SQLiteConnection, to path: String) throws {
    let file = SQLiteFiles(path: path)
    try file.remove()
    try file.makeFile()
    let quoted = path.split(separator: "'", omittingEmptySubsequences: false).joined(
      separator: "''")
    try connection.execute("vacuum into '\(quoted)'")
  }

  // MARK: The end

  /// Moves the log into the file and closes it.
  mutating func close() {
    if condition == .working { checkpoint(.truncate) }
    // No more repairs.
    condition = .closed
    connection = nil
    nextAttempt = nil
  }

  /// Records that a reader found damage.
  mutating func noteDamage(_ what: String) {
    guard condition == .working else { return }
    condition = .damaged
    log(.error, "the store is damaged; it is only read from now on: \(what)")
  }
}
