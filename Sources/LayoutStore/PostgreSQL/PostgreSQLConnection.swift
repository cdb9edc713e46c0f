internal import CPostgreSQL
import LayoutCore

/// Why a call on a connection failed.
struct PostgreSQLFailure: Error, CustomStringConvertible {
  enum Kind: Sendable {
    /// The time was up. The connection must be closed.
    case late
    /// The connection was lost, or could not be made.
    case lost
    /// It was done, but the server warned that it may not be durable. The connection must be closed.
    case warned
    /// The server answered with an error.
    case refused
    /// An earlier attempt may have been done, and this cannot be found out any more.
    case unclear
    /// The rows contradict the rules.
    case damaged
    /// Programs with later rules write documents, so this one must not.
    case superseded
  }

  let kind: Kind
  /// The SQLSTATE, five characters; empty if there is none.
  let code: String
  let message: String
  /// Whether the write may have been done.
  var mayBeDone = false

  var description: String { code.isEmpty ? message : "\(message) (SQLSTATE \(code))" }

  /// Whether the connection can still be used.
  var leavesConnection: Bool {
    switch kind {
    case .refused, .damaged, .unclear, .superseded: true
    case .late, .lost, .warned: false
    }
  }

  /// Whether a referenced row is missing, or a row is still referenced.
  var isReference: Bool { code == "23503" }

  static func damaged(_ message: String) -> PostgreSQLFailure {
    PostgreSQLFailure(kind: .damaged, code: "", message: message)
  }
}

/// A connection to a server. Only one thread may use it at a time. It closes when it is released.
@safe final class PostgreSQLConnection {
  private let connection: OpaquePointer?
  /// The deadline of its statements.
  var deadline = ContinuousClock.now
  /// The time when it was made.
  let start = ContinuousClock.now
  /// Whether the server accepted no writes when it was made.
  var isReadOnly = false

  /// The version of the library, such as `15.18`.
  static var libraryVersion: String {
    let number = Int(cpostgresql_library_version())
    return "\(number / 10_000).\(number % 10_000)"
  }

  /// Connects to a server.
  ///
  /// - Parameter passwordFile: The file whose first line is the password. It is read now.
  init(
    _ parameters: [(name: String, value: String)], passwordFile: String?,
    until deadline: ContinuousClock.Instant
  ) throws(PostgreSQLFailure) {
    self.deadline = deadline
    unsafe connection = cpostgresql_make()
    guard unsafe connection != nil else {
      throw PostgreSQLFailure(kind: .lost, code: "", message: "out of memory")
    }
    for (name, value) in parameters {
      guard unsafe cpostgresql_set(connection, name, value) else {
        throw PostgreSQLFailure(kind: .lost, code: "", message: "too many parameters")
      }
    }
    let milliseconds = PostgreSQLConnection.milliseconds(until: deadline)
    if let passwordFile {
      try check(unsafe cpostgresql_connect(connection, passwordFile, milliseconds))
    } else {
      try check(unsafe cpostgresql_connect(connection, nil, milliseconds))
    }
  }

  deinit { unsafe cpostgresql_close(connection) }

  private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
    let left = (deadline - .now) / .milliseconds(1)
    return Int32(max(0, min(left, 1e9)))
  }

  private func check(
    _ outcome: cpostgresql_outcome, mayBeDone: Bool = false
  ) throws(PostgreSQLFailure) {
    let kind: PostgreSQLFailure.Kind
    switch outcome {
    case CPOSTGRESQL_OK: return
    case CPOSTGRESQL_LATE: kind = .late
    case CPOSTGRESQL_REFUSED: kind = .refused
    default: kind = .lost
    }
    throw unsafe PostgreSQLFailure(
      kind: kind, code: String(cString: cpostgresql_code(connection)),
      message: String(cString: cpostgresql_message(connection)),
      mayBeDone: mayBeDone && kind != .refused)
  }

  /// Runs a statement.
  ///
  /// - Parameter writes: Whether the statement makes a write durable. A warning is then a failure.
  func run(
    _ sql: String, _ values: [StoreValue] = [], writes: Bool = false
  ) throws(PostgreSQLFailure) {
    for (place, value) in values.enumerated() {
      guard bind(value, at: Int32(place + 1)) else {
        throw PostgreSQLFailure(kind: .lost, code: "", message: "a value takes too much memory")
      }
    }
    let milliseconds = PostgreSQLConnection.milliseconds(until: deadline)
    try check(unsafe cpostgresql_run(connection, sql, milliseconds), mayBeDone: writes)
    guard writes, unsafe cpostgresql_has_warned(connection) else { return }
    throw PostgreSQLFailure(
      kind: .warned, code: "", message: "the server warned that a write may not be safe",
      mayBeDone: true)
  }

  /// Runs a statement and converts each of its rows.
  func rows<Row>(
    _ sql: String, _ values: [StoreValue] = [], writes: Bool = false,
    _ read: (PostgreSQLRow) throws(PostgreSQLFailure) -> Row
  ) throws(PostgreSQLFailure) -> [Row] {
    try run(sql, values, writes: writes)
    defer { unsafe cpostgresql_clear(connection) }
    var rows: [Row] = []
    for row in 0..<Int32(unsafe cpostgresql_row_count(connection)) {
      rows.append(try read(unsafe PostgreSQLRow(connection: connection, row: row)))
    }
    return rows
  }

  /// The number that a query returns; nil if it returns no row.
  func number(
    _ sql: String, _ values: [StoreValue] = [], writes: Bool = false
  ) throws(PostgreSQLFailure) -> Int? {
    try rows(sql, values, writes: writes) { row in row.number(0) }.first
  }

  /// The number of rows changed by the last statement.
  var changedCount: Int { unsafe Int(cpostgresql_changes(connection)) }

  /// The end of a transaction.
  enum Ending<Value> {
    case commit(Value)
    /// Undo all of it.
    case rollBack(Value)
  }

  /// Runs statements in one durable transaction. If one of them fails, none is done.
  func transact<Value>(
    _ work: () throws(PostgreSQLFailure) -> Ending<Value>
  ) throws(PostgreSQLFailure) -> Value {
    try run("begin")
    let ending: Ending<Value>
    do {
      ending = try work()
    } catch {
      // If this fails too, the next statement fails.
      if error.leavesConnection { try? run("rollback") }
      throw error
    }
    switch ending {
    case .commit(let value):
      try run("commit", writes: true)
      return value
    case .rollBack(let value):
      try run("rollback")
      return value
    }
  }

  /// The next notice on a channel that the connection listens to; nil if none came in time.
  func nextNotice(until deadline: ContinuousClock.Instant) throws(PostgreSQLFailure) -> String? {
    var payload: UnsafePointer<CChar>?
    let milliseconds = PostgreSQLConnection.milliseconds(until: deadline)
    let outcome = unsafe cpostgresql_next_notice(connection, milliseconds, &payload)
    if outcome == CPOSTGRESQL_LATE { return nil }
    try check(outcome)
    return unsafe payload.map { unsafe String(cString: $0) }
  }

  private func bind(_ value: StoreValue, at place: Int32) -> Bool {
    switch value {
    case .null: unsafe cpostgresql_bind_null(connection, place)
    case .number(let number): unsafe cpostgresql_bind_number(connection, place, Int64(number))
    case .text(let text):
      unsafe Array(text.utf8).withUnsafeBufferPointer {
        unsafe cpostgresql_bind_text(connection, place, $0.baseAddress, $0.count)
      }
    case .bytes(let bytes):
      unsafe bytes.withUnsafeBufferPointer {
        unsafe cpostgresql_bind_bytes(connection, place, $0.baseAddress, $0.count)
      }
    case .digest(let digest):
      unsafe withUnsafeBytes(of: digest.bytes) {
        unsafe cpostgresql_bind_bytes(
          connection, place, $0.assumingMemoryBound(to: UInt8.self).baseAddress, $0.count)
      }
    }
  }
}

/// A row of the last statement's result. Columns count from 0.
@safe struct PostgreSQLRow {
  fileprivate let connection: OpaquePointer?
  fileprivate let row: Int32

  func isNull(_ column: Int) -> Bool {
    unsafe cpostgresql_is_null(connection, row, Int32(column))
  }

  func number(_ column: Int) -> Int {
    unsafe Int(cpostgresql_read_number(connection, row, Int32(column)))
  }

  func bytes(_ column: Int) -> [UInt8] {
    var count = 0
    let bytes = unsafe cpostgresql_read_bytes(connection, row, Int32(column), &count)
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// Decodes 32 bytes; nil for NULL.
  func digest(_ column: Int) throws(PostgreSQLFailure) -> ContentDigest? {
    if isNull(column) { return nil }
    let bytes = bytes(column)
    guard let digest = ContentDigest(stored: bytes) else {
      throw .damaged("a digest has \(bytes.count) bytes")
    }
    return digest
  }
}
