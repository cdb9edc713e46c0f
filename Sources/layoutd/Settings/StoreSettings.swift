import LayoutStore

/// Where layouts are kept, and how much of it.
struct StoreSettings: Sendable {
  var location = StoreLocation.memory
  /// The greatest size of the file, in bytes; nil for no limit.
  var bytesMax: Int?
  /// How many calls may wait, and how many bytes they may hold.
  var waitingMax = SQLiteStore.Limits().waitingMax
  var waitingBytesMax = SQLiteStore.Limits().waitingBytesMax

  /// The file with the password of a database.
  var passwordFile: String?
  /// The connections to a database.
  var connections = PostgreSQLStore.Limits().connections

  /// How much is kept of documents.
  var documents = DocumentLimits()
  /// The memory that documents may take where they are in memory, what waits for them included, in bytes.
  var documentBytes = StoreSettings.documentBytesMax

  /// The memory that it may take, in bytes.
  var memoryBytes: Int {
    switch location {
    case .memory: documentBytes
    case .sqlite: waitingBytesMax + StoreSettings.cacheBytes
    case .postgresql: waitingBytesMax + connections * StoreSettings.connectionBytes
    }
  }

  /// What of it the other budgets are smaller for; what documents take where nobody says is little enough to be left
  /// from them.
  var reservedBytes: Int { location == .memory ? bytesMax ?? 0 : memoryBytes }

  /// The most memory that documents take where nobody says.
  private static let documentBytesMax = 64 << 20
  /// The part of all memory that they take there.
  private static let documentsPart = 64

  /// Gives documents in memory their part of it.
  mutating func shareMemory(_ bytes: Int) {
    documentBytes =
      bytesMax ?? min(StoreSettings.documentBytesMax, bytes / StoreSettings.documentsPart)
  }

  /// The limits of a store of documents in memory.
  var limitsInMemory: SQLiteStore.Limits {
    var limits = SQLiteStore.Limits()
    limits.waitingMax = waitingMax
    limits.waitingBytesMax = min(waitingBytesMax, documentBytes / 2)
    limits.documents = documents
    return limits
  }

  /// What SQLite's three connections cache.
  private static let cacheBytes = 48 << 20
  /// What a connection to a database takes, with its TLS.
  private static let connectionBytes = 1 << 20

  /// The limits of an SQLite file whose bodies are at most so long.
  func limits(bodyBytesMax: Int) -> SQLiteStore.Limits {
    var limits = SQLiteStore.Limits()
    limits.rowBytesMax = max(bodyBytesMax, StoredBody.byteCountMax) + (1 << 20)
    limits.fileBytesMax = bytesMax
    limits.waitingMax = waitingMax
    limits.waitingBytesMax = waitingBytesMax
    limits.documents = documents
    return limits
  }

  /// The limits of a PostgreSQL database.
  var databaseLimits: PostgreSQLStore.Limits {
    var limits = PostgreSQLStore.Limits()
    limits.connections = connections
    limits.documents = documents
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
  /// A PostgreSQL database.
  case postgresql(PostgreSQLAddress)

  private static let sqlitePrefix = "sqlite:"

  /// Reads `memory`, `sqlite:PATH` or `postgresql://USER@HOST/DATABASE`; nil for anything else.
  init?(_ text: String) {
    if text == "memory" {
      self = .memory
    } else if text.hasPrefix(StoreLocation.sqlitePrefix), text != StoreLocation.sqlitePrefix {
      self = .sqlite(path: String(text.dropFirst(StoreLocation.sqlitePrefix.count)))
    } else if let address = try? PostgreSQLAddress(text) {
      self = .postgresql(address)
    } else {
      return nil
    }
  }

  /// What is wrong with a text that is meant to be a database; nil for other texts. It has no password.
  static func fault(_ text: String) -> String? {
    guard PostgreSQLAddress.isMeant(by: text) else { return nil }
    do throws(PostgreSQLAddress.Failure) {
      _ = try PostgreSQLAddress(text)
      return nil
    } catch {
      return error.description
    }
  }

  /// Of a database only what tells nobody who connects.
  var description: String {
    switch self {
    case .memory: "memory"
    case .sqlite(let path): StoreLocation.sqlitePrefix + path
    case .postgresql(let address): "\(address)"
    }
  }
}
