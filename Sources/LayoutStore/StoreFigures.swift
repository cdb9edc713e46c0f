/// The condition of a store.
public enum StoreCondition: String, Sendable, CaseIterable {
  /// It reads and writes.
  case working
  /// Writing failed. Nothing is written until the log is known to be whole again, or the database accepts writes again. The
  /// store keeps trying.
  case failed
  /// A checkpoint failed, so the file cannot be trusted. It is being replaced by a copy.
  case suspect
  /// The file is damaged. The store is read-only, as far as the file can be read.
  case damaged
  /// The store has not been opened successfully since the program began. Nothing is read or written.
  case starting
  /// The database cannot be reached. Nothing is read or written until it can be. The store keeps trying.
  case unreachable
  /// It has been closed.
  case closed
}

/// The kinds of calls of a store.
public enum StoreOperation: String, Sendable, CaseIterable {
  case keep, load, forget, stamp, collect, document, documents, write, change, records
}

/// The numbers of a store for metrics.
public struct StoreFigures: Sendable {
  /// Ended calls, by kind and by error; nil counts those without an error.
  public internal(set) var calls: [StoreOperation: [StoreError?: Int]] = [:]
  /// Calls that wait or run, and the limit of waiting ones.
  public internal(set) var waiting = 0
  public internal(set) var waitingMax = 0
  /// Memory used by these calls and by data read for them, in bytes.
  public internal(set) var waitingBytes = 0
  /// Transactions, and the writes in them.
  public internal(set) var groups = 0
  public internal(set) var groupedWrites = 0
  /// Completed checkpoints, and failed ones.
  public internal(set) var checkpoints = 0
  public internal(set) var failedCheckpoints = 0
  /// Layouts deleted by `collect`.
  public internal(set) var collected = 0
  /// Documents, by the latest count.
  public internal(set) var documents = 0
  /// Only for a database.
  public internal(set) var database: DatabaseFigures?

  public init() {}
}

/// The numbers of the connections to a database, for metrics.
public struct DatabaseFigures: Sendable {
  /// Open connections, those of them with a call, and the limit of open ones. The listening connection is not counted.
  public internal(set) var connections = 0
  public internal(set) var connectionsInUse = 0
  public internal(set) var connectionsMax = 0
  /// Whether calls are refused at once because the database could not be reached.
  public internal(set) var isBreakerOpen = false
  /// Whether the server notifies this process of other processes' writes.
  public internal(set) var isListening = false
  /// The time since what other processes have written was last looked for.
  public internal(set) var lookAge = Duration.zero
}
