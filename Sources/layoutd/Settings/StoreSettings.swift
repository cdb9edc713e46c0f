import LayoutStore

/// Where layouts are kept, and how much of it.
struct StoreSettings: Sendable {
  var location = StoreLocation.memory
  /// The greatest size of the file, in bytes; nil for no limit.
  var bytesMax: Int?
  /// How many calls may wait, and how many bytes they may hold.
  var waitingMax = SQLiteStore.Limits().waitingMax
  var waitingBytesMax = SQLiteStore.Limits().waitingBytesMax

  /// The memory that it may take, in bytes.
  var memoryBytes: Int { location == .memory ? 0 : waitingBytesMax + StoreSettings.cacheBytes }

  /// What SQLite's three connections cache.
  private static let cacheBytes = 48 << 20

  /// The limits of an SQLite file whose bodies are at most so long.
  func limits(bodyBytesMax: Int) -> SQLiteStore.Limits {
    var limits = SQLiteStore.Limits()
    limits.rowBytesMax = max(bodyBytesMax, StoredBody.byteCountMax) + (1 << 20)
    limits.fileBytesMax = bytesMax
    limits.waitingMax = waitingMax
    limits.waitingBytesMax = waitingBytesMax
    return limits
  }
}

/// The value of `--store`.
enum StoreLocation: Hashable, Sendable, CustomStringConvertible {
  /// Layouts are lost when the program ends.
  case memory
  /// An SQLite file.
  case sqlite(path: String)

  private static let sqlitePrefix = "sqlite:"

  /// Reads `memory` or `sqlite:PATH`; nil for anything else.
  init?(_ text: String) {
    if text == "memory" {
      self = .memory
    } else if text.hasPrefix(StoreLocation.sqlitePrefix), text != StoreLocation.sqlitePrefix {
      self = .sqlite(path: String(text.dropFirst(StoreLocation.sqlitePrefix.count)))
    } else {
      return nil
    }
  }

  var description: String {
    switch self {
    case .memory: "memory"
    case .sqlite(let path): StoreLocation.sqlitePrefix + path
    }
  }
}
