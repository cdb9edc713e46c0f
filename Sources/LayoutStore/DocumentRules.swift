public import LayoutCore

/// The rows that a store provides for the rules of documents. All calls run in one transaction.
protocol DocumentRows {
  associatedtype Failure: Error

  /// The record with a key in a document's log.
  func record(_ name: DocumentName, key: String) throws(Failure) -> DocumentState.Record?

  /// The number of documents, and the newest revision of a `delete` record of any document.
  func summary() throws(Failure) -> (documents: Int, deleted: Int)

  /// Whether a layout with one of these versions of the rules is stored. It stays until the end of the transaction.
  func hasLayout(_ id: ContentDigest, rules: ClosedRange<Int>) throws(Failure) -> Bool

  /// Adds a layout, as ``Store/keep(_:replaces:until:_:)`` does.
  func keep(_ layout: StoredLayout, replaces: Bool) throws(Failure) -> KeepOutcome

  /// Deletes a layout and the layouts that it is derived from if nothing needs them. A store may leave this to
  /// `collect`.
  func letGo(of layout: ContentDigest) throws(Failure)

  /// Sets a document's layout and returns its head, including the time.
  func put(
    _ name: DocumentName, revision: Int, layout: ContentDigest, isNew: Bool
  ) throws(Failure) -> DocumentHead

  /// Deletes a document but not its log, and stores the revision of its `delete` record. Returns the time.
  func delete(_ name: DocumentName, revision: Int, rules: Int) throws(Failure) -> Int

  /// Deletes the log of a document, with its signatures.
  func deleteLog(of name: DocumentName) throws(Failure)

  /// Appends a record to a log, with its signature if it has one, and deletes records beyond the limits with theirs
  /// (``DocumentLimits/trimming(_:)``).
  func append(
    _ record: LogRecord, to name: DocumentName, key: String?, stepsDigest: ContentDigest?,
    _ limits: DocumentLimits
  ) throws(Failure)
}

/// The rules of documents and their logs, shared by all stores (docs/rules.md#documents).
///
/// Several writes may share a transaction, so a refused write must not have written anything.
extension DocumentRows {
  /// Replaces, creates or deletes a document with the given head if the condition is met.
  ///
  /// - Parameter left: The part of the log that a deleted document leaves.
  func write(
    _ write: DocumentWrite, of head: DocumentHead?, _ limits: DocumentLimits,
    leaving left: Tombstone = .log
  ) throws(Failure) -> WriteOutcome {
    switch (write.condition, head) {
    case (.absent, nil), (.present, .some): break
    case (.revision(let revision), let head?) where head.revision == revision: break
    default: return .notMet(head)
    }
    guard let layout = write.layout else {
      guard let head else { return .notMet(nil) }
      return .deleted(revision: try delete(head, by: write.by, limits, leaving: left))
    }
    if write.row == nil, !(try hasLayout(layout, rules: limits.rules)) { return .layoutAbsent }
    var revision = 1
    if let head {
      revision += head.revision
    } else {
      let all = try summary()
      guard all.documents < limits.documentsMax else { return .tooMany }
      // Starts above the newest deletion of any document, so that a name never has the same revision twice.
      revision += all.deleted
    }
    let kept = try write.row.map { (row) throws(Failure) in
      try keep(row, replaces: write.replaces)
    }
    if kept == .parentAbsent { return .layoutAbsent }
    // This may also be the log of an earlier document of the same name.
    if head == nil || write.beginsLog { try deleteLog(of: write.name) }
    let new = try put(write.name, revision: revision, layout: layout, isNew: head == nil)
    try append(
      LogRecord(
        revision: revision, kind: .replace, layout: layout, parent: nil, steps: nil, time: new.time,
        by: write.by),
      to: write.name, key: nil, stepsDigest: nil, limits)
    // The document's layout by earlier rules makes room for the new one.
    if write.beginsLog, let head, head.layout != layout { try letGo(of: head.layout) }
    return .done(new, kept)
  }

  /// Deletes a document and returns the revision of its `delete` record. That record and the log stay for a while, for
  /// followers of the document.
  private func delete(
    _ head: DocumentHead, by author: String?, _ limits: DocumentLimits, leaving left: Tombstone
  ) throws(Failure) -> Int {
    let revision = head.revision + 1
    let time = try delete(head.name, revision: revision, rules: limits.recordedRules)
    if left != .log { try deleteLog(of: head.name) }
    if left != .nothing {
      try append(
        LogRecord(
          revision: revision, kind: .delete, layout: nil, parent: nil, steps: nil, time: time,
          by: author),
        to: head.name, key: nil, stepsDigest: nil, limits)
    }
    return revision
  }

  /// Applies a change to a document with the given head if the document has the revision that the steps are based on.
  func change(
    _ change: DocumentChange, of head: DocumentHead?, _ limits: DocumentLimits
  ) throws(Failure) -> ChangeOutcome {
    guard let head else { return .absent }
    let state = DocumentState(
      head: head,
      record: try change.key.flatMap { (key) throws(Failure) in
        try record(change.name, key: key)
      })
    if let outcome = state.outcome(ofKeyWith: change.stepsDigest) { return outcome }
    if let outcome = state.outcome(ofRevision: change.revision) { return outcome }
    let kept = try keep(change.row, replaces: change.replaces)
    if kept == .parentAbsent { return .parentAbsent }
    let new = try put(
      change.name, revision: head.revision + 1, layout: change.row.id, isNew: false)
    let changed = LogRecord(
      revision: new.revision, kind: .change, layout: new.layout, parent: change.parent,
      steps: change.steps, time: new.time, by: change.by)
    try append(
      change.steps == nil ? changed.asReplacement : changed, to: change.name, key: change.key,
      stepsDigest: change.stepsDigest, limits)
    return .applied(new, kept)
  }
}

extension DocumentState {
  /// The outcome if the change's key is already in the log, else nil.
  public func outcome(ofKeyWith stepsDigest: ContentDigest) -> ChangeOutcome? {
    guard let record else { return nil }
    return record.stepsDigest == stepsDigest
      ? .repeated(revision: record.revision, layout: record.layout) : .keyReused
  }

  /// The outcome if the change is based on another revision than the document's, else nil.
  public func outcome(ofRevision revision: Int) -> ChangeOutcome? {
    revision == head.revision ? nil : .conflict(head)
  }
}

extension DocumentLimits {
  /// A statement that deletes the oldest records of a log. The newest records stay while there are at most as many,
  /// with at most as many bytes of steps, as the limits allow. The very newest one always stays. Their signatures are
  /// deleted with them.
  ///
  /// Its parameters are the document's name, the newest revision less ``recordsMax``, ``recordBytesMax``, and the
  /// newest revision. SQLite numbers parameters by first occurrence, so they first occur in this order.
  static func trimming(_ table: String) -> String {
    """
    delete from \(table) where name in ($1, \(Signatures.name("$1"))) and (revision <= $2 or revision < coalesce((
      select min(revision) from (
        select revision, sum(length) over (order by revision desc) as total
        from \(table) where name = $1) as newest
      where total <= $3), $4))
    """
  }
}

/// The rows with the names of the keys that records were written with.
///
/// The name of a key is the column `steps` of a row of its own, under the revision of the record and the document's name
/// after an `@`. No document has such a name, so the tables are the same as in releases without signatures. Such a
/// release does not see these rows: if it deletes records, their signatures stay. The next write of the document by this
/// release deletes them, and `collect` those of documents that have no log any more.
enum Signatures {
  /// The name of the rows for the document that an expression names.
  static func name(_ document: String) -> String { "'\(first)' || \(document)" }

  /// Less than all of these names.
  static let first = "@"
  /// Greater than all of these names.
  private static let end = "A"

  /// The name after which a process begins to look for strays. It is chosen at random, because many processes end before
  /// they have looked at all names of a large store.
  static var start: String {
    first + String("0123456789abcdefghijklmnopqrstuvwxyz".randomElement()!)
  }

  /// A query for a name of rows without a log. Its parameters are the name after which it begins, and the number of names
  /// that it looks at. Its row has the last one of these, nil if fewer are left, and the first name that was found, nil
  /// if there is none.
  static func strays(_ table: String) -> String {
    """
    with recursive signed(name, number) as (
      select min(name), 1 from \(table) where name > $1 and name < '\(end)'
      union all
      select (select min(next.name) from \(table) as next where next.name > signed.name and next.name < '\(end)'),
      number + 1 from signed where name is not null and number < $2)
    select (select name from signed where number = $2),
      (select min(name) from signed where name is not null
        and not exists (select 1 from \(table) as log where log.name = substr(signed.name, 2)))
    """
  }
}

extension LogAnswer {
  /// Creates the answer for a log from some of its records, the revision of the document, the revision of its `delete`
  /// record if that is the newest one, and the revision of the oldest record.
  init(_ records: [LogRecord], head: Int?, deletion: Int?, oldest: Int?) {
    guard let revision = head ?? deletion else {
      self = .absent
      return
    }
    self = .page(
      LogPage(
        records: records, revision: revision, oldest: oldest ?? revision, isDeleted: head == nil))
  }
}

/// The part of a log that a deleted document leaves for a while, for its followers.
enum Tombstone {
  case log
  /// Only the record of the deletion, because the store is full.
  case lastRecord
  case nothing

  /// The next smaller part; nil if there is none.
  var less: Tombstone? {
    switch self {
    case .log: .lastRecord
    case .lastRecord: .nothing
    case .nothing: nil
    }
  }
}
