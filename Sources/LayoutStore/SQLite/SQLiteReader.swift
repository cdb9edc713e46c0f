import Dispatch
import LayoutCore
import Synchronization

/// A read-only connection on a thread of its own.
final class SQLiteReader: Sendable {
  private let files: SQLiteFiles
  private let rowBytesMax: Int
  private let queue: DispatchQueue
  private let connection: Mutex<SQLiteConnection?>
  private let waitingCount = Atomic(0)

  init(_ number: Int, _ files: SQLiteFiles, rowBytesMax: Int) throws(SQLiteFailure) {
    self.files = files
    self.rowBytesMax = rowBytesMax
    queue = DispatchQueue(label: "layoutd.store.reader\(number)")
    connection = Mutex(try SQLiteSchema.reader(files.path, rowBytesMax: rowBytesMax))
  }

  /// The number of reads that wait or run.
  var waiting: Int { waitingCount.load(ordering: .relaxed) }

  /// Runs `body` on the thread. The connection is nil if it could not be opened.
  func read(_ body: @escaping @Sendable (SQLiteConnection?) -> Void) {
    waitingCount.add(1, ordering: .relaxed)
    queue.async {
      self.connection.withLock { body($0) }
      self.waitingCount.subtract(1, ordering: .relaxed)
    }
  }

  /// Closes the connection after waiting for a running read.
  func close() { connection.withLock { $0 = nil } }

  /// Opens the connection again.
  func open() throws(SQLiteFailure) {
    try connection.withLock { (connection) throws(SQLiteFailure) in
      connection = try SQLiteSchema.reader(files.path, rowBytesMax: rowBytesMax)
    }
  }
}
