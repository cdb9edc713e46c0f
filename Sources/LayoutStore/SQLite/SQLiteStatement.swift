internal import CSQLite
import LayoutCore

/// A prepared statement. Only the thread of its connection may use it.
@safe final class SQLiteStatement {
  private let connection: OpaquePointer?
  private let statement: OpaquePointer?

  /// Prepares a statement. Its connection must outlive it.
  init(_ sql: String, of connection: OpaquePointer?) throws(SQLiteFailure) {
    unsafe self.connection = connection
    var statement: OpaquePointer?
    let outcome = unsafe csqlite_prepare(connection, sql, &statement)
    unsafe self.statement = statement
    unsafe try SQLiteStatement.check(outcome, connection)
  }

  deinit { unsafe csqlite_finalize(statement) }

  /// Runs the statement and calls `read` for each of its rows.
  func run(
    _ values: [StoreValue], _ read: (borrowing SQLiteRow) throws(SQLiteFailure) -> Void = { _ in }
  ) throws(SQLiteFailure) {
    for (place, value) in values.enumerated() { bind(value, at: Int32(place + 1)) }
    defer { unsafe csqlite_reset(statement) }
    while true {
      let outcome = unsafe csqlite_step(connection, statement)
      if outcome == CSQLITE_ABSENT { return }
      unsafe try SQLiteStatement.check(outcome, connection)
      try read(unsafe SQLiteRow(statement: statement))
    }
  }

  private func bind(_ value: StoreValue, at place: Int32) {
    switch value {
    case .null: break
    case .number(let number): unsafe csqlite_bind_number(statement, place, Int64(number))
    case .text(let text):
      unsafe Array(text.utf8).withUnsafeBufferPointer {
        unsafe csqlite_bind_text(statement, place, $0.baseAddress, $0.count)
      }
    case .bytes(let bytes):
      unsafe bytes.withUnsafeBufferPointer {
        unsafe csqlite_bind_bytes(statement, place, $0.baseAddress, $0.count)
      }
    case .digest(let digest):
      unsafe withUnsafeBytes(of: digest.bytes) {
        unsafe csqlite_bind_bytes(
          statement, place, $0.assumingMemoryBound(to: UInt8.self).baseAddress, $0.count)
      }
    }
  }

  /// Throws the failure for an outcome, with the connection's message.
  static func check(
    _ outcome: csqlite_outcome, _ connection: OpaquePointer?
  ) throws(SQLiteFailure) {
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

/// The current row of a statement. Columns count from 0.
@safe struct SQLiteRow: ~Copyable {
  fileprivate let statement: OpaquePointer?

  func isNull(_ column: Int) -> Bool { unsafe csqlite_is_null(statement, Int32(column)) }

  func number(_ column: Int) -> Int { unsafe Int(csqlite_read_number(statement, Int32(column))) }

  func bytes(_ column: Int) -> [UInt8] {
    var count = 0
    let bytes = unsafe csqlite_read_bytes(statement, Int32(column), &count)
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count))
  }

  func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// Decodes 32 bytes; nil for NULL.
  func digest(_ column: Int) throws(SQLiteFailure) -> ContentDigest? {
    if isNull(column) { return nil }
    let bytes = bytes(column)
    guard let digest = ContentDigest(stored: bytes) else {
      throw SQLiteFailure(kind: .damaged, code: 0, message: "a digest has \(bytes.count) bytes")
    }
    return digest
  }
}
