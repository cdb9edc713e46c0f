public import LayoutCore

/// Where layouts live beyond one process (docs/rules.md#store).
///
/// Calls return at once. `done` runs once, on a thread of the store, also where the deadline passes first. What is
/// refused at once fails with ``StoreError/busy`` or ``StoreError/unavailable``.
public protocol Store: Sendable {
  /// Keeps a layout durably, or notes that the one that is there was used today.
  func keep(
    _ layout: StoredLayout, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<KeepOutcome>)

  /// What a layout is made of: a snapshot, then the steps on it, in order. Nil where there is none.
  func load(
    _ id: ContentDigest, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<StoredChain?>)

  /// Deletes a layout durably, unless another one is derived from it.
  func forget(
    _ id: ContentDigest, until deadline: ContinuousClock.Instant,
    _ done: @escaping StoreAnswer<Void>)

  /// Notes that layouts were used on a day. May be dropped.
  func stamp(_ ids: [ContentDigest], day: Day)

  /// Deletes the layouts that were last used before a day and that no other one is derived from, bit by bit.
  func collect(usedBefore day: Day)

  /// What the store is able to do now.
  var condition: StoreCondition { get }

  /// What is told of it in metrics.
  var figures: StoreFigures { get }

  /// What the store takes on disk, in bytes: its file, and its log.
  var bytesOnDisk: (file: Int, log: Int) { get }

  /// Refuses new calls, ends those that wait, and closes the store. Waits until it is closed, or for so long.
  func close(within time: Duration)
}

/// Takes what became of a call of a store.
public typealias StoreAnswer<Value> = @Sendable (Result<Value, StoreError>) -> Void

/// What became of a layout that was to be kept.
public enum KeepOutcome: Sendable {
  /// It was not there before.
  case new
  /// It was there.
  case known
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
