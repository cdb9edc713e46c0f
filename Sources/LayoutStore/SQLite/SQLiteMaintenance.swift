public import LayoutCore

/// Maintenance of a store's file by operators (docs/operations.md#keeping-layouts).
public final class SQLiteMaintenance {
  private let files: SQLiteFiles
  private let lock: SQLiteFiles.Lock?
  private let connection: SQLiteConnection

  /// Opens an existing file for reading.
  ///
  /// - Parameter isExclusive: Refuses a file that a process serves, and prevents others from serving it.
  public init(_ path: String, isExclusive: Bool) throws(StoreUnusable) {
    files = SQLiteFiles(path: path)
    guard files.byteCounts.file > 0 else { throw StoreUnusable("there is no store at \(path)") }
    lock = isExclusive ? try files.lock() : nil
    try SQLiteMaintenance.checkWhole(files)
    connection = try SQLiteMaintenance.open(path) { (path) throws(SQLiteFailure) in
      try SQLiteSchema.reader(path, rowBytesMax: SQLiteMaintenance.rowBytesMax)
    }
    try SQLiteSchema.check(connection, path)
  }

  /// Refuses a file that is about to be replaced by a copy, because it may contain less.
  private static func checkWhole(_ files: SQLiteFiles) throws(StoreUnusable) {
    guard files.hasWholeCopy || files.isDistrusted else { return }
    throw StoreUnusable(
      "\(files.path) is being replaced by a copy, which the next start of layoutd serve finishes")
  }

  /// The greatest length of a row that SQLite supports, in bytes.
  private static let rowBytesMax = 1_000_000_000

  private static func open(
    _ path: String, _ open: (String) throws(SQLiteFailure) -> SQLiteConnection
  ) throws(StoreUnusable) -> SQLiteConnection {
    try failing("cannot open \(path)") { () throws(SQLiteFailure) in try open(path) }
  }

  private static func failing<Value>(
    _ what: String, _ work: () throws(SQLiteFailure) -> Value
  ) throws(StoreUnusable) -> Value {
    do throws(SQLiteFailure) {
      return try work()
    } catch {
      throw StoreUnusable("\(what): \(error)")
    }
  }

  /// The faults of the file's pages, indexes and references; empty if it is sound. O(file)
  public func faults() throws(StoreUnusable) -> [String] {
    try SQLiteMaintenance.failing("cannot read \(files.path)") { () throws(SQLiteFailure) in
      var faults = try connection.faults(quick: false)
      if let count = try connection.number("select count(*) from pragma_foreign_key_check"),
        count > 0
      {
        faults.append("\(count) rows lack the row that they are derived from")
      }
      return faults
    }
  }

  /// The number of layouts.
  public func layoutCount() throws(StoreUnusable) -> Int {
    try SQLiteMaintenance.failing("cannot read \(files.path)") { () throws(SQLiteFailure) in
      try connection.number("select count(*) from layout") ?? 0
    }
  }

  /// Calls `body` for each layout with those that it is derived from, in the order of insertion. Calls it with nil for
  /// a row that cannot be read, and ends there. O(file)
  public func visitAll(_ body: ([StoredLayout]?) -> Void) {
    var number = 0
    do {
      while let row = try connection.layout(after: number) {
        number = row.number
        body(try layouts(of: row.layout.id))
      }
    } catch {
      body(nil)
    }
  }

  /// The snapshot of a layout, followed by the steps applied to it; nil if the layout is not stored.
  public func layouts(of id: ContentDigest) throws(StoreUnusable) -> [StoredLayout]? {
    let layouts = try SQLiteMaintenance.failing("cannot read \(files.path)") {
      () throws(SQLiteFailure) in
      try connection.chain(id)
    }
    return layouts.isEmpty ? nil : layouts
  }

  /// Copies the file's present contents to a new file, durably. A process may serve the file meanwhile. O(file)
  public func back(upTo target: String) throws(StoreUnusable) {
    guard !SQLiteFiles.exists(target) else { throw StoreUnusable("\(target) is there already") }
    let partial = target + "-copy"
    let copies = SQLiteFiles(path: target)
    do {
      try SQLiteWriter.copy(connection, to: partial)
      let copy = try SQLiteSchema.reader(partial, rowBytesMax: SQLiteMaintenance.rowBytesMax)
      guard try copy.faults(quick: false).isEmpty else {
        throw StoreUnusable("the copy is damaged; see layoutd store check")
      }
      try copies.publish(partial, as: target)
    } catch let error as StoreUnusable {
      throw error
    } catch {
      throw StoreUnusable("cannot back up to \(target): \(error)")
    }
  }

  /// Replaces a file that no process serves by a copy without free pages. O(file)
  ///
  /// - Returns: The bytes of the file before and after.
  public static func compact(_ path: String) throws(StoreUnusable) -> (before: Int, after: Int) {
    let files = SQLiteFiles(path: path)
    guard files.byteCounts.file > 0 else { throw StoreUnusable("there is no store at \(path)") }
    let lock = try files.lock()
    defer { withExtendedLifetime(lock) {} }
    try checkWhole(files)
    let before = files.byteCounts.file
    var limits = SQLiteStore.Limits()
    limits.rowBytesMax = rowBytesMax
    var writer = try SQLiteWriter(files, limits) { _, _ in }
    do {
      try writer.copyWhole()
      writer.close()
      try files.replaceByCopy()
    } catch {
      throw StoreUnusable("cannot compact \(path): \(error)")
    }
    return (before, files.byteCounts.file)
  }

  /// Migrates a file that no process serves to the version of this program.
  ///
  /// - Returns: The version.
  public static func migrate(_ path: String) throws(StoreUnusable) -> Int {
    let files = SQLiteFiles(path: path)
    guard files.byteCounts.file > 0 else { throw StoreUnusable("there is no store at \(path)") }
    let lock = try files.lock()
    defer { withExtendedLifetime(lock) {} }
    try checkWhole(files)
    // Opening the file migrates it.
    var writer = try SQLiteWriter(files, SQLiteStore.Limits()) { _, _ in }
    writer.close()
    return SQLiteSchema.version
  }
}
