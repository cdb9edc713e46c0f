/// What a store is able to do.
public enum StoreCondition: String, Sendable, CaseIterable {
  /// It reads and writes.
  case working
  /// Writing failed. Nothing is written until the log is known to be whole again, which is tried again and again.
  case failed
  /// The file cannot be trusted any more after a failed checkpoint; it is being replaced by a copy.
  case suspect
  /// The file is damaged. What can be read is read, and nothing is written.
  case damaged
  /// It has not been seen whole since the program began. Nothing is read or written.
  case starting
  /// It cannot be reached. Nothing is read or written until it can be, which is tried again and again.
  case unreachable
  /// It has been closed.
  case closed
}

/// The kinds of calls of a store.
public enum StoreOperation: String, Sendable, CaseIterable {
  case keep, load, forget, stamp, collect, document, documents, write, change, records
}

/// What is told of a store in metrics.
public struct StoreFigures: Sendable {
  /// The calls that have ended, by kind; by what they failed with, or, under nil, those that did not.
  public internal(set) var calls: [StoreOperation: [StoreError?: Int]] = [:]
  /// The calls that wait or are being done, and how many may wait.
  public internal(set) var waiting = 0
  public internal(set) var waitingMax = 0
  /// What they and what is read for them hold, in bytes.
  public internal(set) var waitingBytes = 0
  /// The transactions, and the writes in them.
  public internal(set) var groups = 0
  public internal(set) var groupedWrites = 0
  /// Checkpoints that were done, and that failed.
  public internal(set) var checkpoints = 0
  public internal(set) var failedCheckpoints = 0
  /// Layouts that were collected.
  public internal(set) var collected = 0
  /// Documents, as far as it has been told.
  public internal(set) var documents = 0
  /// What is told of a database alone.
  public internal(set) var database: DatabaseFigures?

  public init() {}
}

/// What is told of the connections to a database in metrics.
public struct DatabaseFigures: Sendable {
  /// The connections that are open, of these those with a call, and how many may be open; beside the one that listens.
  public internal(set) var connections = 0
  public internal(set) var connectionsInUse = 0
  public internal(set) var connectionsMax = 0
  /// Whether calls are refused at once, since the database could not be reached.
  public internal(set) var isBreakerOpen = false
  /// Whether the server tells at once of what other processes write.
  public internal(set) var isListening = false
}
