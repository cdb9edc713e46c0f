/// The one connection that writes and checkpoints, and what it has to do after failures (docs/design.md#the-store).
///
/// Used by one thread at a time.
struct SQLiteWriter {
  private(set) var condition = StoreCondition.working
  /// When to try again to put a failed store right.
  private(set) var nextAttempt: Duration?
  private(set) var checkpoints = 0
  private(set) var failedCheckpoints = 0
  /// How many documents there were when the file was opened.
  let documentsAtStart: Int

  private let files: SQLiteFiles
  private let limits: SQLiteStore.Limits
  private let log: StoreLog
  /// Nil while the file is replaced, and where it could not be opened again.
  private var connection: SQLiteConnection?
  private var attempts = 0
  private var nextWarning = ContinuousClock.now
  /// After one that did not end, checkpoints wait for a while.
  private var nextCheckpoint = ContinuousClock.now

  /// Opens the file; refuses it where it is not one of this program.
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
    try SQLiteSchema.checkRules(opened, files.path, limits.documents.rules)
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
      // What a killed process left in the log is in the file before anything is acknowledged.
      try connection?.checkpoint(.truncate)
    } catch {
      guard error.kind != .full else {
        // What is there can be read.
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

  /// Does writes in one transaction, and says what became of each, in order.
  mutating func run(_ group: [any PendingWrite]) -> [StoreError?] {
    guard condition == .working else { return group.map { _ in .unavailable } }
    var outcome = transact(group)
    if outcome?.error == .busy { outcome = transact(group) }
    guard case (var error, let mayBeOfOne)? = outcome else { return group.map { _ in nil } }
    if error == .busy { error = .unavailable }
    guard mayBeOfOne, group.count > 1 else { return group.map { _ in error } }
    // One write that fails must not take others with it.
    return group.map { write in
      condition == .working ? transact([write])?.error : .unavailable
    }
  }

  /// Does writes in one transaction. Nothing of it stays where it fails, but where the outcome is not known.
  ///
  /// - Returns: why it failed, if it did, and whether a single one of the writes may be the reason.
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

  /// Takes a failed write into account, and says what its clients are told.
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

  /// Logs what may come with every write, one line in ten seconds.
  private mutating func warn(_ line: String) {
    let now = ContinuousClock.now
    guard now >= nextWarning else { return }
    nextWarning = now + .seconds(10)
    log(.warning, line)
  }

  /// Has nothing written before the log is known to be whole.
  private mutating func fail(_ failure: SQLiteFailure) {
    condition = .failed
    attempts = 0
    nextAttempt = SQLiteWriter.pauses[0]
    log(.error, "the store could not write: \(failure)")
  }

  // MARK: Checkpoints

  /// The log is moved into the file beyond so many bytes, in the background of reads.
  private static let passiveBytes = 64 << 20
  /// Beyond so many, readers are waited for.
  private static let restartBytes = 256 << 20
  /// When nothing has been written for a while, it is enough that the log has so many.
  private static let idleBytes = 4 << 20

  /// The bytes of the log.
  var logBytes: Int { (connection?.logPages ?? 0) * SQLiteSchema.pageBytes }

  /// Moves the log into the file where it has grown long.
  mutating func checkpointIfLong(isIdle: Bool) {
    guard condition == .working,
      logBytes >= (isIdle ? SQLiteWriter.idleBytes : SQLiteWriter.passiveBytes),
      .now >= nextCheckpoint
    else { return }
    checkpoint(logBytes >= SQLiteWriter.restartBytes ? .restart : .passive)
  }

  /// Moves the log into the file. Says whether it is there wholly.
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
        // A reader, such as a backup, is in the way of its end, which a later one reaches.
        checkpoints += 1
      case .full, .reference, .other:
        failedCheckpoints += 1
        warn("a checkpoint of the store did not end: \(error)")
      case .io:
        // Pages may be half written, and a later checkpoint that succeeds would leave the file broken.
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

  /// The pauses between two attempts to put a failed store right.
  private static let pauses: [Duration] = [
    .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800),
    .milliseconds(1600), .seconds(5),
  ]

  /// Tries to put a failed store right: by moving the whole log into the file, or by replacing the file.
  ///
  /// - Parameters:
  ///   - closeReaders: closes the connections that read, before the file is replaced.
  ///   - openReaders: opens them again. What a file that is half replaced holds is read by nobody.
  mutating func putRight(closeReaders: () -> Void, openReaders: () throws -> Void) {
    guard condition == .failed || condition == .suspect else { return }
    attempts += 1
    nextAttempt = SQLiteWriter.pauses[min(attempts, SQLiteWriter.pauses.count - 1)]
    // Frames behind those that could not be written may lie where nothing is found again, so nothing is acknowledged
    // before the log begins anew.
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

  /// Has the file replaced by a copy, by the next process if not by this one.
  private mutating func distrust() {
    condition = .suspect
    nextAttempt = .zero
    do {
      try files.distrust()
    } catch {
      log(.error, "the store's file is not to be trusted, and that could not be noted: \(error)")
    }
  }

  /// Puts the whole copy in the place of the file.
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

  /// Makes a copy of what the file and its log hold, and checks it.
  func copyWhole() throws {
    guard let connection else { return }
    try SQLiteWriter.copy(connection, to: files.partialCopy)
    let copy = try SQLiteSchema.reader(files.partialCopy, rowBytesMax: limits.rowBytesMax)
    guard try copy.faults(quick: true).isEmpty else {
      throw StoreUnusable("the copy is damaged, too")
    }
    try files.finishCopy()
  }

  /// Writes what a connection sees into a new file, which its owner alone may read.
  static func copy(_ connection: SQLiteConnection, to path: String) throws {
    let file = SQLiteFiles(path: path)
    try file.remove()
    try file.makeFile()
    let quoted = path.split(separator: "'", omittingEmptySubsequences: false).joined(
      separator: "''")
    try connection.execute("vacuum into '\(quoted)'")
  }

  // MARK: The end

  /// Moves the log into the file, and closes it.
  mutating func close() {
    if condition == .working { checkpoint(.truncate) }
    // Nothing is put right any more.
    condition = .closed
    connection = nil
    nextAttempt = nil
  }

  /// Notes that a reader found damage.
  mutating func noteDamage(_ what: String) {
    guard condition == .working else { return }
    condition = .damaged
    log(.error, "the store is damaged; it is only read from now on: \(what)")
  }
}
