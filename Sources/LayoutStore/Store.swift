public import LayoutCore

/// Where layouts live beyond one process (docs/rules.md#store).
///
/// Calls return at once. `done` runs once, on a thread of the store, also where the deadline passes first. What is
/// refused at once fails with ``StoreError/busy`` or ``StoreError/unavailable``.
public protocol Store: Sendable {
  /// Keeps a layout durably, or notes that the one that is there was used today; or, with `replaces`, puts this one in
  /// the place of a damaged one.
  func keep(
    _ layout: StoredLayout, replaces: Bool, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<KeepOutcome>)

  /// What a layout is made of: a snapshot, then the steps on it, in order. Nil where there is none.
  func load(
    _ id: ContentDigest, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<StoredChain?>)

  /// Deletes a layout durably, unless something needs it. `ended` runs when it is known what became of it: before
  /// `done`, or later where the deadline has passed first.
  func forget(
    _ id: ContentDigest, until deadline: ContinuousClock.Instant,
    ended: @escaping @Sendable () -> Void, _ done: @escaping StoreAnswer<Void>)

  /// Notes that layouts were used on a day. May be dropped.
  func stamp(_ ids: [ContentDigest], day: Day)

  /// Deletes the layouts that were last used before a day and that nothing needs, bit by bit; and the logs of documents
  /// that were deleted more than an hour ago.
  func collect(usedBefore day: Day)

  /// The head of a document; nil where there is none.
  func document(
    _ name: DocumentName, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<DocumentHead?>)

  /// The head of a document, and the record of its log with a key; nil where there is no such document.
  func state(
    of name: DocumentName, key: String?, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<DocumentState?>)

  /// The documents whose names begin with a text and come after a name, at most so many, by the bytes of their names.
  func documents(
    prefix: String, after name: DocumentName?, limit: Int, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<[DocumentHead]>)

  /// Looks at so many documents that come after a name, by the bytes of their names, for those whose layouts are named by
  /// earlier rules.
  func outdated(
    after name: DocumentName?, limit: Int, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<OutdatedHeads>)

  /// Creates, replaces or deletes a document durably; layout, head and record together.
  func write(
    _ write: DocumentWrite, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<WriteOutcome>)

  /// Moves a document from one layout to the next durably; layout, head and record together.
  func change(
    _ change: DocumentChange, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<ChangeOutcome>)

  /// The records of a document's log behind a revision, at most so many; fewer where their steps have more bytes, as they
  /// are written, but always one if there is one.
  func records(
    of name: DocumentName, after revision: Int, limit: Int, bytesMax: Int,
    until deadline: ContinuousClock.Instant, _ done: @escaping StoreAnswer<LogAnswer>)

  /// Has `changed` called whenever a document may have changed, on a thread of the store; spurious calls are allowed.
  func follow(_ changed: @escaping @Sendable (DocumentName) -> Void)

  /// Whether other processes write and delete, too, so that what this one has seen there may be gone.
  var isShared: Bool { get }

  /// Whether layouts outlive the process.
  var isDurable: Bool { get }

  /// What the store is able to do now.
  var condition: StoreCondition { get }

  /// What is told of it in metrics.
  var figures: StoreFigures { get }

  /// The bytes of the store's file, and those of its log that are not in the file yet.
  var bytesOnDisk: (file: Int, log: Int) { get }

  /// Refuses new calls, ends those that wait, and closes the store. Waits until it is closed, or for so long.
  func close(within time: Duration)
}

extension Store {
  public var isShared: Bool { false }

  /// The records of a document's log behind a revision, as many as one answer has.
  public func records(
    of name: DocumentName, after revision: Int, limit: Int, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<LogAnswer>
  ) {
    records(
      of: name, after: revision, limit: limit, bytesMax: LogPage.bytesMax, until: deadline, done)
  }
}

/// Takes what became of a call of a store.
public typealias StoreAnswer<Value> = @Sendable (Result<Value, StoreError>) -> Void

/// What became of a layout that was to be kept.
public enum KeepOutcome: Hashable, Sendable {
  /// It was not there before.
  case new
  /// It was there, with this depth.
  case known(depth: Int)
  /// The layout that it is derived from is not there; nothing was kept.
  case parentAbsent
}

/// Why a store did not do what it was asked for.
public enum StoreError: String, Error, Sendable, CaseIterable {
  /// There is no room.
  case full
  /// It is out of order. Nothing was done.
  case unavailable
  /// Too much waits. Nothing was done.
  case busy
  /// The deadline passed first. Nothing was done.
  case overdue
  /// It failed, or did not end in time, and may have been done.
  case unknownOutcome = "unknown"
  /// What is kept cannot be read.
  case damaged
}

/// Takes a line of the program's log.
public typealias StoreLog = @Sendable (StoreLogLevel, String) -> Void

/// How much a line of the log matters.
public enum StoreLogLevel: Sendable { case info, warning, error }

/// Why a store cannot be opened: a sentence for the operator.
public struct StoreUnusable: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}
