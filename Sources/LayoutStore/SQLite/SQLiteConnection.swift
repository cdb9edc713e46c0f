internal import CSQLite

/// Why a call of a connection failed.
struct SQLiteFailure: Error, CustomStringConvertible {
  /// What the caller has to do about it.
  enum Kind: Sendable {
    /// A row that is referred to is not there, or a row is referred to.
    case reference
    case full
    case io
    case damaged
    case busy
    case other
  }

  let kind: Kind
  /// SQLite's extended code, and its words.
  let code: Int
  let message: String

  var description: String { "\(message) (SQLite's code \(code))" }
}

/// One connection to a file. Used by one thread at a time; it closes when it is let go of, without a checkpoint.
@safe final class SQLiteConnection {
  private let connection: OpaquePointer?
  /// By their text.
  private var statements: [String: SQLiteStatement] = [:]

  /// Whether there may be layouts of earlier rules that nothing needs.
  var mayHaveEarlierRows = true
  /// For some documents a number of bytes that those of the records of its log do not exceed.
  var logBytesMost: [DocumentName: Int] = [:]

  /// The version of the library.
  static var libraryVersion: String { unsafe String(cString: csqlite_version()) }

  /// Whether the library may lose what was written where two processes write or checkpoint one file: sqlite.org,
  /// wal.html, section 11.
  static var hasResetDefect: Bool {
    let version = Int(csqlite_version_number())
    return version < 3_051_003 && version != 3_050_007 && version != 3_044_006
  }

  /// Opens a file that exists; rows may have so many bytes.
  init(_ path: String, writes: Bool, rowBytesMax: Int) throws(SQLiteFailure) {
    var connection: OpaquePointer?
    let outcome = unsafe csqlite_open(path, writes, Int64(rowBytesMax), &connection)
    unsafe self.connection = connection
    try unsafe SQLiteStatement.check(outcome, connection)
  }

  deinit {
    // They have to go first.
    statements = [:]
    unsafe csqlite_close(connection)
  }

  /// Runs statements one after the other, whose rows are left out.
  func execute(_ sql: String) throws(SQLiteFailure) {
    try unsafe SQLiteStatement.check(csqlite_execute(connection, sql), connection)
  }

  /// Runs a statement, which stays prepared, and hands out each of its rows.
  func run(
    _ sql: String, _ values: [StoreValue] = [],
    _ read: (borrowing SQLiteRow) throws(SQLiteFailure) -> Void = { _ in }
  ) throws(SQLiteFailure) {
    let statement: SQLiteStatement
    if let prepared = statements[sql] {
      statement = prepared
    } else {
      statement = try unsafe SQLiteStatement(sql, of: connection)
      statements[sql] = statement
    }
    try statement.run(values, read)
  }

  /// The number that a query answers; nil where it answers no row.
  func number(_ sql: String, _ values: [StoreValue] = []) throws(SQLiteFailure) -> Int? {
    var number: Int?
    try run(sql, values) { number = $0.number(0) }
    return number
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe csqlite_is_in_transaction(connection) }

  /// What is wrong with the file, up to 100 lines; none where all is well. O(file)
  func faults(quick: Bool) throws(SQLiteFailure) -> [String] {
    var faults: [String] = []
    try run(quick ? "pragma quick_check(100)" : "pragma integrity_check(100)") { row in
      let line = row.text(0)
      if line != "ok" { faults.append(line) }
    }
    return faults
  }

  // MARK: The log

  /// How a checkpoint goes about the log.
  enum Checkpoint {
    /// As far as no reader is in the way.
    case passive
    /// Wholly, so that the log begins anew.
    case restart
    /// Wholly, and the log is cut to nothing.
    case truncate
  }

  /// Moves the log into the file. Busy where a reader kept it from being complete.
  func checkpoint(_ mode: Checkpoint) throws(SQLiteFailure) {
    let mode =
      switch mode {
      case .passive: CSQLITE_PASSIVE
      case .restart: CSQLITE_RESTART
      case .truncate: CSQLITE_TRUNCATE
      }
    try unsafe SQLiteStatement.check(csqlite_checkpoint(connection, mode), connection)
  }

  /// How many pages the log had after the last commit.
  var logPages: Int { unsafe Int(csqlite_log_pages(connection)) }
}
