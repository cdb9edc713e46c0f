internal import CSQLite
import LayoutCore

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
    try check(outcome)
  }

  deinit { unsafe csqlite_close(connection) }

  /// Runs statements, whose rows are left out.
  func execute(_ sql: String) throws(SQLiteFailure) {
    try check(unsafe csqlite_execute(connection, sql))
  }

  /// The number that a query answers; nil where it answers no row.
  func number(_ sql: String) throws(SQLiteFailure) -> Int? {
    var number: Int64 = 0
    let outcome = unsafe csqlite_number(connection, sql, &number)
    if outcome == CSQLITE_ABSENT { return nil }
    try check(outcome)
    return Int(number)
  }

  /// The text that a query answers, up to 16 KiB of it.
  func text(_ sql: String) throws(SQLiteFailure) -> String? {
    var text = [CChar](repeating: 0, count: 16384)
    let outcome = unsafe csqlite_text(connection, sql, &text, text.count)
    if outcome == CSQLITE_ABSENT { return nil }
    try check(outcome)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether a transaction is open.
  var isInTransaction: Bool { unsafe csqlite_is_in_transaction(connection) }

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
    try check(unsafe csqlite_checkpoint(connection, mode))
  }

  /// How many pages the log had after the last commit.
  var logPages: Int { unsafe Int(csqlite_log_pages(connection)) }

  // MARK: Layouts

  /// Adds a row, or notes the day of its use where it is there.
  func keep(_ layout: StoredLayout) throws(SQLiteFailure) -> KeepOutcome {
    var isNew = false
    let outcome = unsafe layout.body.kept.withUnsafeBufferPointer { body in
      var row = unsafe csqlite_layout()
      unsafe withUnsafeMutableBytes(of: &row.id) {
        unsafe $0.storeBytes(of: layout.id.bytes, as: Words.self)
      }
      if let parent = layout.parent {
        unsafe row.has_parent = true
        unsafe withUnsafeMutableBytes(of: &row.parent) {
          unsafe $0.storeBytes(of: parent.bytes, as: Words.self)
        }
      }
      unsafe row.depth = Int64(layout.depth)
      unsafe row.rules = Int64(layout.rules)
      unsafe row.used = Int64(layout.used.number)
      unsafe row.encoding = (layout.parent == nil ? 0 : 2) + (layout.body.isDeflated ? 1 : 0)
      unsafe row.length = Int64(layout.body.byteCount)
      unsafe row.body = body.baseAddress
      unsafe row.body_count = body.count
      return unsafe csqlite_keep(connection, &row, &isNew)
    }
    if outcome == CSQLITE_REFERENCE { return .parentAbsent }
    try check(outcome)
    return isNew ? .new : .known
  }

  /// Notes a day of use, unless a later one is noted.
  func stamp(_ id: ContentDigest, day: Day) throws(SQLiteFailure) {
    let outcome = unsafe withBytes(of: id) {
      unsafe csqlite_stamp(connection, $0, Int64(day.number))
    }
    try check(outcome)
  }

  /// The row of an id.
  func load(_ id: ContentDigest) throws(SQLiteFailure) -> StoredLayout? {
    var row = unsafe csqlite_layout()
    let outcome = unsafe withBytes(of: id) { unsafe csqlite_load(connection, $0, &row) }
    return unsafe try layout(row, outcome)
  }

  /// How many bytes the body of an id takes, without reading it, and which layout it is derived from.
  func measure(_ id: ContentDigest) throws(SQLiteFailure) -> (
    keptBytes: Int, parent: ContentDigest?
  )? {
    var row = unsafe csqlite_layout()
    let outcome = unsafe withBytes(of: id) { unsafe csqlite_measure(connection, $0, &row) }
    if outcome == CSQLITE_ABSENT { return nil }
    try check(outcome)
    return unsafe (row.body_count, row.has_parent ? SQLiteConnection.digest(row.parent) : nil)
  }

  /// The row with the next number, and its number.
  func layout(after number: Int) throws(SQLiteFailure) -> (number: Int, layout: StoredLayout)? {
    var row = unsafe csqlite_layout()
    let outcome = unsafe csqlite_next(connection, Int64(number), &row)
    guard let layout = unsafe try layout(row, outcome) else { return nil }
    return unsafe (Int(row.number), layout)
  }

  /// Deletes the row of an id, if there is one; false where another one is derived from it.
  func forget(_ id: ContentDigest) throws(SQLiteFailure) -> Bool {
    let outcome = unsafe withBytes(of: id) { unsafe csqlite_forget(connection, $0) }
    if outcome == CSQLITE_REFERENCE { return false }
    if outcome != CSQLITE_ABSENT { try check(outcome) }
    return true
  }

  /// Deletes at most so many rows that were last used before a day and that nothing is derived from; says how many.
  func collect(usedBefore day: Day, rowsMax: Int, bytesMax: Int) throws(SQLiteFailure) -> Int {
    var deleted: Int64 = 0
    try check(
      unsafe csqlite_collect(
        connection, Int64(day.number), Int64(rowsMax), Int64(bytesMax), &deleted))
    return Int(deleted)
  }

  /// What is wrong with the file, up to 100 lines; none where all is well. O(file)
  func faults(quick: Bool) throws(SQLiteFailure) -> [String] {
    final class Lines { var texts: [String] = [] }
    let lines = Lines()
    let outcome = unsafe csqlite_check(
      connection, quick, 100, Unmanaged.passUnretained(lines).toOpaque()
    ) { context, text in
      guard let context = unsafe context, let text = unsafe text else { return }
      unsafe Unmanaged<Lines>.fromOpaque(context).takeUnretainedValue().texts.append(
        String(cString: text))
    }
    try check(outcome)
    return lines.texts
  }

  // MARK: Rows

  private typealias Words = InlineArray<4, UInt64>
  private typealias IDBytes = (
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
    UInt8,
    UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8,
    UInt8,
    UInt8, UInt8, UInt8, UInt8
  )

  private func withBytes<Value>(
    of id: ContentDigest, _ body: (UnsafePointer<UInt8>?) -> Value
  ) -> Value {
    unsafe withUnsafeBytes(of: id.bytes) {
      unsafe body($0.assumingMemoryBound(to: UInt8.self).baseAddress)
    }
  }

  private static func digest(_ bytes: IDBytes) -> ContentDigest {
    unsafe withUnsafeBytes(of: bytes) { bytes in
      ContentDigest(
        words: InlineArray { word in
          unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self))
        })
    }
  }

  private func layout(
    _ row: csqlite_layout, _ outcome: csqlite_outcome
  ) throws(SQLiteFailure) -> StoredLayout? {
    if outcome == CSQLITE_ABSENT { return nil }
    try check(outcome)
    let kept = unsafe Array(UnsafeBufferPointer(start: row.body, count: row.body_count))
    return unsafe StoredLayout(
      id: SQLiteConnection.digest(row.id),
      parent: row.has_parent ? SQLiteConnection.digest(row.parent) : nil, depth: Int(row.depth),
      rules: Int(row.rules), used: Day(number: Int(row.used)),
      body: StoredBody(byteCount: Int(row.length), isDeflated: row.encoding & 1 == 1, kept: kept))
  }

  private func check(_ outcome: csqlite_outcome) throws(SQLiteFailure) {
    let kind: SQLiteFailure.Kind
    switch outcome {
    case CSQLITE_OK: return
    case CSQLITE_REFERENCE: kind = .reference
    case CSQLITE_FULL: kind = .full
    case CSQLITE_IO: kind = .io
    case CSQLITE_DAMAGED: kind = .damaged
    case CSQLITE_BUSY: kind = .busy
    default: kind = .other
    }
    throw unsafe SQLiteFailure(
      kind: kind, code: Int(csqlite_code(connection)),
      message: String(cString: csqlite_message(connection)))
  }
}
