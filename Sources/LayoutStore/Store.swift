public import LayoutCore

/// A store of layouts that outlives a process or is shared by several (docs/rules.md#store).
///
/// Calls return at once. `done` runs only once, on a thread of the store, even if the deadline passes first. A call
/// that is refused at once fails with ``StoreError/busy`` or ``StoreError/unavailable``.
public protocol Store: Sendable {
  /// Stores a layout durably. If it is already stored, updates its day of use instead or, with `replaces`, replaces the
  /// damaged row.
  func keep(
    _ layout: StoredLayout, replaces: Bool, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<KeepOutcome>)

  /// Loads a layout: a snapshot, followed by the steps applied to it, in order. Nil if it is not stored.
  func load(
    _ id: ContentDigest, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<StoredChain?>)

  /// Deletes a layout durably, unless something needs it. `ended` runs when the outcome is known: before `done`, or
  /// later if the deadline passed first.
  func forget(
    _ id: ContentDigest, until deadline: ContinuousClock.Instant,
    ended: @escaping @Sendable () -> Void, _ done: @escaping StoreAnswer<Void>)

  /// Sets the day of use of some layouts. May be skipped.
  func stamp(_ ids: [ContentDigest], day: Day)

  /// Deletes, in small parts, layouts last used before a day that nothing needs, and the logs of documents deleted more
  /// than an hour ago.
  func collect(usedBefore day: Day)

  /// The head of a document; nil if the document does not exist.
  func document(
    _ name: DocumentName, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<DocumentHead?>)

  /// The head of a document, and the record with a key in its log; nil if the document does not exist.
  func state(
    of name: DocumentName, key: String?, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<DocumentState?>)

  /// Up to `limit` documents whose names begin with one of the prefixes and come after a name, ordered by the bytes of
  /// their names. The prefixes must be in that order, and none may begin with another one.
  func documents(
    prefixes: [String], after name: DocumentName?, limit: Int,
    until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<[DocumentHead]>)

  /// Examines up to `limit` documents after a name, ordered by the bytes of their names, and returns those whose
  /// layouts were named by earlier rules.
  func outdated(
    after name: DocumentName?, limit: Int, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<OutdatedHeads>)

  /// Creates, replaces or deletes a document durably. Layout, head and record are written together.
  func write(
    _ write: DocumentWrite, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<WriteOutcome>)

  /// Applies a change to a document durably. Layout, head and record are written together.
  func change(
    _ change: DocumentChange, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<ChangeOutcome>)

  /// Up to `limit` records of a document's log after a revision. Returns fewer if their steps have more than `bytesMax`
  /// bytes as JSON, but at least one if there is one.
  func records(
    of name: DocumentName, after revision: Int, limit: Int, bytesMax: Int,
    until deadline: ContinuousClock.Instant, _ done: @escaping StoreAnswer<LogAnswer>)

  /// Sets a closure to call on a thread of the store whenever a document may have changed, or with nil any document. It
  /// may be called without a change.
  func follow(_ changed: @escaping @Sendable (DocumentName?) -> Void)

  /// Whether other processes write to the store too, so that data seen before may be gone.
  var isShared: Bool { get }

  /// Whether layouts outlive the process.
  var isDurable: Bool { get }

  /// The present condition of the store.
  var condition: StoreCondition { get }

  /// Numbers for metrics.
  var figures: StoreFigures { get }

  /// The bytes of the store's file, and of its log that are not yet in the file.
  var bytesOnDisk: (file: Int, log: Int) { get }

  /// Refuses new calls, ends waiting ones, and closes the store. Waits until it is closed, but at most for `time`.
  func close(within time: Duration)
}

extension Store {
  public var isShared: Bool { false }

  /// The records of a document's log after a revision, up to the bytes of one answer.
  public func records(
    of name: DocumentName, after revision: Int, limit: Int, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<LogAnswer>
  ) {
    records(
      of: name, after: revision, limit: limit, bytesMax: LogPage.bytesMax, until: deadline, done)
  }
}

/// The completion of a store's call.
public typealias StoreAnswer<Value> = @Sendable (Result<Value, StoreError>) -> Void

/// The outcome of storing a layout.
public enum KeepOutcome: Hashable, Sendable {
  /// It was not stored before.
  case new
  /// It was already stored, with this depth.
  case known(depth: Int)
  /// The layout that it is derived from is not stored. Nothing was written.
  case parentAbsent
}

/// Why a call of a store failed.
public enum StoreError: String, Error, Sendable, CaseIterable {
  /// The store is full.
  case full
  /// The store is out of order. Nothing was done.
  case unavailable
  /// Too many calls or bytes are waiting. Nothing was done.
  case busy
  /// The deadline passed first. Nothing was done.
  case overdue
  /// It failed or did not end in time. It may have been done.
  case unknownOutcome = "unknown"
  /// The stored data cannot be read.
  case damaged
}

/// Writes a line to the program's log.
public typealias StoreLog = @Sendable (StoreLogLevel, String) -> Void

/// The level of a line in the log.
public enum StoreLogLevel: Sendable { case info, warning, error }

/// Why a store cannot be opened: a sentence for the operator.
public struct StoreUnusable: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
