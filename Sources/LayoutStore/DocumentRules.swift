public import LayoutCore

/// The rows that a store has for the rules of documents, all in one transaction.
protocol DocumentRows {
  associatedtype Failure: Error

  /// The record of a document's log with a key.
  func record(_ name: DocumentName, key: String) throws(Failure) -> DocumentState.Record?

  /// How many documents there are, and the newest revision of a `delete` record of any document.
  func summary() throws(Failure) -> (documents: Int, deleted: Int)

  /// Whether a layout of some rules is there. It stays there until the end of the transaction.
  func hasLayout(_ id: ContentDigest, rules: Int) throws(Failure) -> Bool

  /// Adds a layout, as ``Store/keep(_:replaces:until:_:)`` does.
  func keep(_ layout: StoredLayout, replaces: Bool) throws(Failure) -> KeepOutcome

  /// Deletes a layout and those that it is derived from, as far as nothing needs them: now, or when it is collected.
  func letGo(of layout: ContentDigest) throws(Failure)

  /// Sets what a document stands for, and returns it with the time.
  func put(
    _ name: DocumentName, revision: Int, layout: ContentDigest, isNew: Bool
  ) throws(Failure) -> DocumentHead

  /// Deletes a document without its log, and notes the revision of its `delete` record; returns the time.
  func delete(_ name: DocumentName, revision: Int, rules: Int) throws(Failure) -> Int

  /// Deletes the log of a document.
  func deleteLog(of name: DocumentName) throws(Failure)

  /// Adds a record to a log, and deletes those that are too many or too long (``DocumentLimits/trimming(_:)``).
  func append(
    _ record: LogRecord, to name: DocumentName, key: String?, stepsDigest: ContentDigest?,
    _ limits: DocumentLimits
  ) throws(Failure)
}

/// The rules of documents and of their logs, for every store (docs/rules.md#documents).
///
/// A store may do several writes in one transaction, so a write that is refused has written nothing.
extension DocumentRows {
  /// Replaces, creates or deletes a document, whose head is given, where the condition is met.
  ///
  /// - Parameter left: what a deleted document leaves of its log.
  func write(
    _ write: DocumentWrite, of head: DocumentHead?, _ limits: DocumentLimits,
    leaving left: LeftLog = .log
  ) throws(Failure) -> WriteOutcome {
    switch (write.condition, head) {
    case (.absent, nil), (.present, .some): break
    case (.revision(let revision), let head?) where head.revision == revision: break
    default: return .notMet(head)
    }
    guard let layout = write.layout else {
      guard let head else { return .notMet(nil) }
      return .deleted(revision: try delete(head, limits, leaving: left))
    }
    if write.row == nil, !(try hasLayout(layout, rules: limits.rules)) { return .layoutAbsent }
    var revision = 1
    if let head {
      revision += head.revision
    } else {
      let all = try summary()
      guard all.documents < limits.documentsMax else { return .tooMany }
      // One above the newest deletion of any document, so that no name ever has a revision twice.
      revision += all.deleted
    }
    let kept = try write.row.map { (row) throws(Failure) in
      try keep(row, replaces: write.replaces)
    }
    if kept == .parentAbsent { return .layoutAbsent }
    // Or the log of an earlier document of the name.
    if head == nil || write.beginsLog { try deleteLog(of: write.name) }
    let new = try put(write.name, revision: revision, layout: layout, isNew: head == nil)
    try append(
      LogRecord(
        revision: revision, kind: .replace, layout: layout, parent: nil, steps: nil, time: new.time),
      to: write.name, key: nil, stepsDigest: nil, limits)
    // What it was by earlier rules makes room for the next one.
    if write.beginsLog, let head, head.layout != layout { try letGo(of: head.layout) }
    return .done(new, kept)
  }

  /// Deletes a document; returns the revision of its `delete` record, which stays for a while with those before it, for
  /// those who follow the document.
  private func delete(
    _ head: DocumentHead, _ limits: DocumentLimits, leaving left: LeftLog
  ) throws(Failure) -> Int {
    let revision = head.revision + 1
    let time = try delete(head.name, revision: revision, rules: limits.rules)
    if left != .log { try deleteLog(of: head.name) }
    if left != .nothing {
      try append(
        LogRecord(
          revision: revision, kind: .delete, layout: nil, parent: nil, steps: nil, time: time),
        to: head.name, key: nil, stepsDigest: nil, limits)
    }
    return revision
  }

  /// Moves a document, whose head is given, from one layout to the next, where it has the revision that the steps are
  /// meant for.
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
      steps: change.steps, time: new.time)
    try append(
      change.steps == nil ? changed.asReplacement : changed, to: change.name, key: change.key,
      stepsDigest: change.stepsDigest, limits)
    return .applied(new, kept)
  }
}

extension DocumentState {
  /// What steps come to whose key is in the log; nil where it is not.
  public func outcome(ofKeyWith stepsDigest: ContentDigest) -> ChangeOutcome? {
    guard let record else { return nil }
    return record.stepsDigest == stepsDigest
      ? .repeated(revision: record.revision, layout: record.layout) : .keyReused
  }

  /// What steps come to that are meant for another revision; nil where they are meant for the one that the document has.
  public func outcome(ofRevision revision: Int) -> ChangeOutcome? {
    revision == head.revision ? nil : .conflict(head)
  }
}

extension DocumentLimits {
  /// A statement that deletes the records of a log which are too many or too long: all before the newest ones that are as
  /// many, and together have as many bytes of steps, as there may be; the newest one stays in any case.
  ///
  /// Its parameters are the document's name, the newest revision less ``recordsMax``, ``recordBytesMax``, and the newest
  /// revision. SQLite numbers parameters by where they first stand, so they first stand in this order.
  static func trimming(_ table: String) -> String {
    """
    delete from \(table) where name = $1 and (revision <= $2 or revision < coalesce((
      select min(revision) from (
        select revision, sum(length) over (order by revision desc) as total
        from \(table) where name = $1) as newest
      where total <= $3), $4))
    """
  }
}

extension LogAnswer {
  /// The answer of a log with some of its records, by the revisions of the document, of its `delete` record where that is
  /// the newest one, and of the oldest record.
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

/// What a deleted document leaves for a while, for those who follow it.
enum LeftLog {
  case log
  /// The record of the deletion alone, since there is no room.
  case lastRecord
  case nothing

  /// What takes less room; nil where nothing does.
  var less: LeftLog? {
    switch self {
    case .log: .lastRecord
    case .lastRecord: .nothing
    case .nothing: nil
    }
  }
}
