internal import CSQLite

/// The files of a store, and operations on them.
struct SQLiteFiles: Sendable {
  /// The file that SQLite writes.
  let path: String

  /// A complete copy that is about to replace the file. The next process that finds it completes that.
  var wholeCopy: String { path + "-whole" }
  /// A copy in progress.
  var partialCopy: String { path + "-copy" }
  var log: String { path + "-wal" }
  /// This file exists from a failed checkpoint until the database file has been replaced by a copy.
  private var distrustMark: String { path + "-distrusted" }

  /// The folder of the file.
  var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Why a file cannot be used, with the system's error number.
  struct Failure: Error, CustomStringConvertible {
    let what: String
    let number: Int32

    var description: String {
      "\(what): \(unsafe String(cString: csqlite_error_text(number)))"
    }
  }

  private static func check(_ number: Int32, _ what: String) throws(Failure) {
    guard number == 0 else { throw Failure(what: what, number: number) }
  }

  // MARK: Opening

  /// Creates the folder if it is missing. Returns whether files there are lost when the machine stops, and whether the
  /// folder is new.
  func prepareFolder() throws(StoreUnusable) -> (isPassing: Bool, isNew: Bool) {
    var isNew = false
    var kind = CSQLITE_DISK
    do throws(Failure) {
      try SQLiteFiles.check(
        unsafe csqlite_make_folder(folder, &isNew), "cannot make the folder \(folder)")
      try SQLiteFiles.check(
        unsafe csqlite_find_file_system(folder, &kind), "cannot look at the folder \(folder)")
    } catch {
      throw StoreUnusable(error.description)
    }
    try refuse(kind)
    return (kind == CSQLITE_PASSING, isNew)
  }

  /// Whether the folder is missing, so that the start would create it. Creates nothing. Fails if the start would fail.
  func lacksFolder() throws(StoreUnusable) -> Bool {
    var kind = CSQLITE_DISK
    let number = unsafe csqlite_find_file_system(folder, &kind)
    let isMissing = csqlite_is_absence(number)
    do throws(Failure) {
      if isMissing {
        let above = SQLiteFiles(path: folder).folder
        try SQLiteFiles.check(
          unsafe csqlite_find_file_system(above, &kind), "cannot make the folder \(folder)")
      } else {
        try SQLiteFiles.check(number, "cannot look at the folder \(folder)")
      }
    } catch {
      throw StoreUnusable(error.description)
    }
    try refuse(kind)
    return isMissing
  }

  /// Refuses a network file system.
  private func refuse(_ kind: csqlite_file_system) throws(StoreUnusable) {
    guard kind == CSQLITE_NETWORK else { return }
    throw StoreUnusable(
      "\(folder) is on a network file system, which lacks the locks that SQLite needs; take a local disk"
    )
  }

  /// The lock of a process. It is released with this object.
  final class Lock: Sendable {
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { csqlite_unlock(descriptor) }
  }

  /// Locks the file, so that no other process serves it.
  func lock() throws(StoreUnusable) -> Lock {
    var descriptor: Int32 = -1
    let number = unsafe csqlite_lock(path + ".lock", &descriptor)
    guard number != SQLiteFiles.wouldBlock else {
      throw StoreUnusable("another process serves \(path)")
    }
    do throws(Failure) {
      try SQLiteFiles.check(number, "cannot lock \(path).lock")
    } catch {
      throw StoreUnusable(error.description)
    }
    return Lock(descriptor)
  }

  private static let wouldBlock: Int32 = 11

  /// Creates the file if it is missing, with access for its owner only. Call it before SQLite opens the file.
  func makeFile() throws(Failure) {
    try SQLiteFiles.check(unsafe csqlite_make_file(path), "cannot open \(path)")
  }

  /// Whether the last process that wrote ended without closing the store.
  var wasLeftOpen: Bool { unsafe csqlite_byte_count(log) > 0 }

  /// The bytes of the file and of its log.
  var byteCounts: (file: Int, log: Int) {
    unsafe (Int(max(0, csqlite_byte_count(path))), Int(max(0, csqlite_byte_count(log))))
  }

  // MARK: Replacing the file

  /// Whether a checkpoint has failed, in this process or an earlier one. Its pages may be only in the system's memory;
  /// a further checkpoint would mistake them for written ones.
  var isDistrusted: Bool { SQLiteFiles.exists(distrustMark) }

  /// Makes the next process distrust the file too. Not synced: pages in the system's memory do not survive the machine
  /// either.
  func distrust() throws(Failure) { try SQLiteFiles(path: distrustMark).makeFile() }

  /// Removes the file if it exists.
  func remove() throws(Failure) {
    try SQLiteFiles.check(unsafe csqlite_remove(path), "cannot remove \(path)")
  }

  /// Makes a copy durable, and gives it the name of a complete one.
  func finishCopy() throws(Failure) {
    try publish(partialCopy, as: wholeCopy)
  }

  /// Syncs a file, renames it, and syncs the folder.
  func publish(_ partial: String, as name: String) throws(Failure) {
    try SQLiteFiles.check(unsafe csqlite_sync(partial), "cannot sync \(partial)")
    try SQLiteFiles.check(unsafe csqlite_rename(partial, name), "cannot rename \(partial)")
    let folder = SQLiteFiles(path: name).folder
    try SQLiteFiles.check(unsafe csqlite_sync(folder), "cannot sync \(folder)")
  }

  /// Whether a file exists.
  static func exists(_ path: String) -> Bool { unsafe csqlite_byte_count(path) >= 0 }

  /// Whether a complete copy exists.
  var hasWholeCopy: Bool { SQLiteFiles.exists(wholeCopy) }

  /// Replaces the file by the complete copy. All connections must be closed. An interrupted call can be repeated from
  /// any point: the old log is removed first, durably, because it belongs to the old file.
  func replaceByCopy() throws(Failure) {
    if hasWholeCopy {
      try SQLiteFiles.check(unsafe csqlite_remove(log), "cannot remove \(log)")
      try SQLiteFiles.check(unsafe csqlite_remove(path + "-shm"), "cannot remove \(path)-shm")
      try SQLiteFiles.check(unsafe csqlite_sync(folder), "cannot sync \(folder)")
      try SQLiteFiles.check(unsafe csqlite_rename(wholeCopy, path), "cannot rename \(wholeCopy)")
    }
    try SQLiteFiles.check(unsafe csqlite_sync(folder), "cannot sync \(folder)")
    try SQLiteFiles(path: distrustMark).remove()
  }
}
