internal import CSQLite

/// The files of a store, and what the file system has to do for it.
struct SQLiteFiles: Sendable {
  /// The file that SQLite writes.
  let path: String

  /// A whole copy that is about to replace the file. Whoever finds it finishes that.
  var wholeCopy: String { path + "-whole" }
  /// A copy that is being made.
  var partialCopy: String { path + "-copy" }
  var log: String { path + "-wal" }
  /// Is there from a checkpoint that failed until the file has been replaced by a copy.
  private var distrustMark: String { path + "-distrusted" }

  /// The folder that the file is in.
  var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Why a file cannot be used: the system's number.
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

  /// Makes the folder where it is missing; says whether what is written there is lost with the machine.
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

  /// Whether the folder is missing, so that the start would make it. Makes nothing, and fails where the start would.
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

  /// The lock of one process; it is held until it is let go of.
  final class Lock: Sendable {
    private let descriptor: Int32

    fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { csqlite_unlock(descriptor) }
  }

  /// Takes the lock, so that no other process serves the file.
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

  /// Makes the file where it is missing, for its owner alone. Before SQLite opens it.
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

  /// Whether a checkpoint has failed, in this process or in an earlier one. What was to be written may be in the
  /// system's memory alone, where a further checkpoint finds it and takes it for written.
  var isDistrusted: Bool { SQLiteFiles.exists(distrustMark) }

  /// Has the next process know, too. Not synced: what the system holds in its memory goes with the machine.
  func distrust() throws(Failure) { try SQLiteFiles(path: distrustMark).makeFile() }

  /// Removes the file, if there is one.
  func remove() throws(Failure) {
    try SQLiteFiles.check(unsafe csqlite_remove(path), "cannot remove \(path)")
  }

  /// Makes a copy durable under the name that says that it is whole.
  func finishCopy() throws(Failure) {
    try publish(partialCopy, as: wholeCopy)
  }

  /// Syncs a file, gives it its name, and syncs the folder.
  func publish(_ partial: String, as name: String) throws(Failure) {
    try SQLiteFiles.check(unsafe csqlite_sync(partial), "cannot sync \(partial)")
    try SQLiteFiles.check(unsafe csqlite_rename(partial, name), "cannot rename \(partial)")
    let folder = SQLiteFiles(path: name).folder
    try SQLiteFiles.check(unsafe csqlite_sync(folder), "cannot sync \(folder)")
  }

  /// Whether there is such a file.
  static func exists(_ path: String) -> Bool { unsafe csqlite_byte_count(path) >= 0 }

  /// Whether a whole copy is there.
  var hasWholeCopy: Bool { SQLiteFiles.exists(wholeCopy) }

  /// Puts the whole copy in the place of the file, whose connections are closed. Can be repeated from any point where
  /// it was cut off: the old log goes first, and durably, since it belongs to the old file.
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
