internal import CSQLite

/// Why a call on a connection failed.
struct SQLiteFailure: Error, CustomStringConvertible {
  /// The kind of failure, by how the caller must react.
  enum Kind: Sendable {
    /// A referenced row is missing, or a row is still referenced.
    case reference
    case full
    case io
    case damaged
    case busy
    case other
  }

  let kind: Kind
  /// SQLite's extended code, and its message.
  let code: Int
  let message: String

  var description: String { "\(message) (SQLite's code \(code))" }
}

/// A connection to a file. Only one thread may use it at a time. It closes when it is released, without a checkpoint.
@safe final class SQLiteConnection {
  private let connection: OpaquePointer?
  /// Prepared statements by their text.
  private var statements: [String: SQLiteStatement] = [:]

  /// Whether there may be layouts of earlier rules that nothing needs.
  var mayHaveEarlierRows = true
  /// An upper bound of the bytes in the log of some documents.
  var logBytesMost: [DocumentName: Int] = [:]
  /// The name of signatures after which to look for strays.
  var signaturesSeen = Signatures.start

  /// The version of the library.
  static var libraryVersion: String { unsafe String(cString: csqlite_version()) }

  /// Whether this version of the library may lose writes if two processes write or checkpoint one file: sqlite.org,
  /// wal.html, section 11.
  static var hasResetDefect: Bool {
    let version = Int(csqlite_version_number())
    return version < 3_051_003 && version != 3_050_007 && version != 3_044_006
  }

  /// Opens an existing file.
  ///
  /// - Parameters:
  ///   - rowBytesMax: The greatest length of a row, in bytes.
  ///   - isAlone: Whether nobody writes the file. Then no file is made beside it.
  init(
    _ path: String, writes: Bool, rowBytesMax: Int, isAlone: Bool = false
  ) throws(SQLiteFailure) {
    var connection: OpaquePointer?
    let mode = isAlone ? CSQLITE_READ_ALONE : writes ? CSQLITE_WRITE : CSQLITE_READ
    let name = isAlone ? SQLiteConnection.unchangingFile(path) : path
    let outcome = unsafe csqlite_open(name, mode, Int64(rowBytesMax), &connection)
    unsafe self.connection = connection
    try unsafe SQLiteStatement.check(outcome, connection)
  }

  /// SQLite's URI of a file that does not change.
  private static func unchangingFile(_ path: String) -> String {
    let name = path.replacing("%", with: "%25").replacing("?", with: "%3f")
    return "file:\(name.replacing("#", with: "%23"))?immutable=1"
  }

  deinit {
    // Statements must be released before their connection.
    statements = [:]
    unsafe csqlite_close(connection)
  }

  /// Runs statements one after another, and ignores their rows.
  func execute(_ sql: String) throws(SQLiteFailure) {
    try unsafe SQLiteStatement.check(csqlite_execute(connection, sql), connection)
  }

  /// Runs a statement, which stays prepared, and calls `read` for each of its rows.
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

  /// The number that a query returns; nil if it returns no row.
  func number(_ sql: String, _ values: [StoreValue] = []) throws(SQLiteFailure) -> Int? {
    var number: Int?
    try run(sql, values) { number = $0.number(0) }
    return number
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe csqlite_is_in_transaction(connection) }

  /// Up to 100 lines about faults in the file; empty if it is sound. O(file)
  func faults(quick: Bool) throws(SQLiteFailure) -> [String] {
    var faults: [String] = []
    try run(quick ? "pragma quick_check(100)" : "pragma integrity_check(100)") { row in
      let line = row.text(0)
      if line != "ok" { faults.append(line) }
    }
    return faults
  }

  // MARK: The log

  /// The modes of a checkpoint.
  enum Checkpoint {
    /// Moves as much of the log as readers allow.
    case passive
    /// Moves all of the log, so that it starts again from its beginning.
    case restart
    /// Moves all of the log and truncates it.
    case truncate
  }

  /// Moves the log into the file. Fails with `busy` if a reader prevents completion.
  func checkpoint(_ mode: Checkpoint) throws(SQLiteFailure) {
    let mode =
      switch mode {
      case .passive: CSQLITE_PASSIVE
      case .restart: CSQLITE_RESTART
      case .truncate: CSQLITE_TRUNCATE
      }
    try unsafe SQLiteStatement.check(csqlite_checkpoint(connection, mode), connection)
  }

  /// The number of pages in the log after the last commit.
  var logPages: Int { unsafe Int(csqlite_log_pages(connection)) }
}
