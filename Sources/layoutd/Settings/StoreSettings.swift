import LayoutStore

/// The place of layouts and documents, and the limits there.
struct StoreSettings: Sendable {
  var location = StoreLocation.memory
  /// The greatest size of the file, in bytes; nil for no limit.
  var bytesMax: Int?
  /// The greatest number of waiting calls, and of the bytes that they use.
  var waitingMax = SQLiteStore.Limits().waitingMax
  var waitingBytesMax = SQLiteStore.Limits().waitingBytesMax

  /// The file with the password of a database.
  var passwordFile: String?
  /// The connections to a database.
  var connections = PostgreSQLStore.Limits().connections

  /// The limits of documents.
  var documents = DocumentLimits()
  /// The memory for documents in memory, including calls that wait, in bytes.
  var documentBytes = StoreSettings.documentBytesMax

  /// The memory that the store may use, in bytes.
  var memoryBytes: Int {
    switch location {
    case .memory: documentBytes
    case .sqlite: waitingBytesMax + StoreSettings.cacheBytes
    case .postgresql: waitingBytesMax + connections * StoreSettings.connectionBytes
    }
  }

  /// The memory that is subtracted before memory is shared out. The default for documents in memory is small and not
  /// subtracted.
  var reservedBytes: Int { location == .memory ? bytesMax ?? 0 : memoryBytes }

  /// The greatest memory of documents in memory if it is not set.
  private static let documentBytesMax = 64 << 20
  /// The divisors of all memory that give their share, and that of waiting calls.
  private static let documentsPart = 64
  private static let waitingPart = 16
  /// The least memory of waiting calls if it is not set.
  private static let waitingBytesMin = 1 << 20

  /// Sets the memory of documents in memory, and of waiting calls unless it is given.
  mutating func shareMemory(_ bytes: Int, waitingBytes: Int?) {
    documentBytes =
      bytesMax ?? min(StoreSettings.documentBytesMax, bytes / StoreSettings.documentsPart)
    let most = SQLiteStore.Limits().waitingBytesMax
    waitingBytesMax =
      waitingBytes
      ?? min(most, max(StoreSettings.waitingBytesMin, bytes / StoreSettings.waitingPart))
  }

  /// The limits of a store of documents in memory.
  var limitsInMemory: SQLiteStore.Limits {
    var limits = SQLiteStore.Limits()
    limits.waitingMax = waitingMax
    limits.waitingBytesMax = min(waitingBytesMax, documentBytes / 2)
    limits.documents = documents
    return limits
  }

  /// The caches of SQLite's three connections.
  private static let cacheBytes = 48 << 20
  /// The memory of a connection to a database, with its TLS.
  private static let connectionBytes = 1 << 20

  /// The limits of an SQLite file, given the greatest length of a body.
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

  /// Parses `memory`, `sqlite:PATH` or `postgresql://USER@HOST/DATABASE`; nil for other texts.
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

  /// The mistake in a text that looks like a database; nil for other texts. It contains no password.
  static func fault(_ text: String) -> String? {
    guard PostgreSQLAddress.isMeant(by: text) else { return nil }
    do throws(PostgreSQLAddress.Failure) {
      _ = try PostgreSQLAddress(text)
      return nil
    } catch {
      return error.description
    }
  }

  /// A database is shown without its user and options.
  var description: String {
    switch self {
    case .memory: "memory"
    case .sqlite(let path): StoreLocation.sqlitePrefix + path
    case .postgresql(let address): "\(address)"
    }
  }
}
