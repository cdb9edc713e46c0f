import LayoutCore

/// What is known of an earlier attempt of a write whose outcome is not known.
struct PriorAttempt: Sendable {
  /// The revision that it was to make, and the mark of its record.
  let revision: Int
  let token: Int
}

/// The rows of documents and of their logs.
extension PostgreSQLConnection {
  private static let headColumns = "name, revision, layout, time"

  private static func head(_ row: PostgreSQLRow) throws(PostgreSQLFailure) -> DocumentHead {
    guard let name = DocumentName(row.text(0)), let layout = try row.digest(2) else {
      throw .damaged("a document has no name or layout")
    }
    return DocumentHead(name: name, revision: row.number(1), layout: layout, time: row.number(3))
  }

  /// The head of a document; with `locks`, nobody else writes it until the end of the transaction.
  func head(_ name: DocumentName, locks: Bool = false) throws(PostgreSQLFailure) -> DocumentHead? {
    try rows(
      """
      select \(PostgreSQLConnection.headColumns) from layoutd.document where name = $1
      \(locks ? "for update" : "")
      """, [.text(name.text)], PostgreSQLConnection.head
    ).first
  }

  /// The heads of documents whose names begin with a text and come after a name, by the bytes of their names.
  func heads(
    prefix: String, after name: DocumentName?, limit: Int
  ) throws(PostgreSQLFailure) -> [DocumentHead] {
    // No byte of a name is as great as that of the end.
    try rows(
      """
      select \(PostgreSQLConnection.headColumns) from layoutd.document
      where name >= $1 and name < $2 and name > $3 order by name limit $4
      """,
      [
        .text(prefix), .text(prefix + "\u{7f}"), .text(name?.text ?? ""), .number(limit),
      ], PostgreSQLConnection.head)
  }

  /// Looks at so many documents that come after a name for those whose layouts are named by earlier rules.
  func outdated(
    after name: DocumentName?, limit: Int, before rules: Int
  ) throws(PostgreSQLFailure) -> OutdatedHeads {
    let found = try rows(
      """
      select \(PostgreSQLConnection.headColumns),
      (select rules from layoutd.layout where id = document.layout)
      from layoutd.document where name > $1 order by name limit $2
      """, [.text(name?.text ?? ""), .number(limit)]
    ) { (row) throws(PostgreSQLFailure) in (try PostgreSQLConnection.head(row), row.number(4)) }
    return OutdatedHeads(found, before: rules)
  }

  /// The head of a document, and the record with a key.
  func state(_ name: DocumentName, key: String?) throws(PostgreSQLFailure) -> DocumentState? {
    try rows(
      """
      select document.name, document.revision, document.layout, document.time,
      record.revision, record.layout, record.digest
      from layoutd.document left join layoutd.record
      on record.name = document.name and record.key = $2 where document.name = $1
      """, [.text(name.text), key.map { .text($0) } ?? .null]
    ) { (row) throws(PostgreSQLFailure) in
      var record: (revision: Int, layout: ContentDigest, stepsDigest: ContentDigest)?
      if let layout = try row.digest(5), let digest = try row.digest(6) {
        record = (row.number(4), layout, digest)
      }
      return DocumentState(head: try PostgreSQLConnection.head(row), record: record)
    }.first
  }

  // MARK: Writes

  /// Replaces, creates or deletes a document where its condition is met, in a transaction.
  ///
  /// - Parameters:
  ///   - prior: an earlier attempt, which may have been done.
  ///   - notes: takes this attempt before it may be done.
  func write(
    _ write: DocumentWrite, _ limits: DocumentLimits, prior: PriorAttempt?,
    notes: (PriorAttempt) -> Void
  ) throws(PostgreSQLFailure) -> WriteOutcome {
    do {
      return try transact { () throws(PostgreSQLFailure) in
        try keepRules()
        var head = try head(write.name, locks: true)
        var state: (deleted: Int, documents: Int)?
        // Who creates or deletes is alone.
        if head == nil, write.condition == .absent {
          state = try lockedState()
          // Not locked, and not to be changed: where it is there now, the condition is not met.
          head = try self.head(write.name)
        } else if head != nil, write.layout == nil {
          state = try lockedState()
        }
        if let record = try done(prior, write.name, head) {
          guard let layout = record.layout else {
            return .commit(.deleted(revision: record.revision))
          }
          return .commit(
            .done(
              DocumentHead(
                name: write.name, revision: record.revision, layout: layout, time: record.time),
              nil))
        }
        switch (write.condition, head) {
        case (.absent, nil), (.present, .some): break
        case (.revision(let revision), let head?) where head.revision == revision: break
        default: return .rollBack(.notMet(head))
        }
        let attempt = PriorAttempt(
          revision: (head?.revision ?? state?.deleted ?? 0) + 1, token: .random(in: .min ... .max))
        notes(attempt)
        guard let layout = write.layout else {
          guard head != nil else { return .rollBack(.notMet(nil)) }
          try delete(write.name, attempt, limits)
          return .commit(.deleted(revision: attempt.revision))
        }
        let kept = try write.row.map { (row) throws(PostgreSQLFailure) in
          try keep(row, replaces: write.replaces, isOneStatement: false)
        }
        if kept == .parentAbsent { return .rollBack(.layoutAbsent) }
        guard
          try number(
            """
            select 1::bigint from layoutd.layout where id = $1 and rules = $2 for key share
            """, [.digest(layout), .number(limits.rules)]) != nil
        else { return .rollBack(.layoutAbsent) }
        if let state, head == nil {
          guard state.documents < limits.documentsMax else { return .rollBack(.tooMany) }
          try run("update layoutd.state set documents = documents + 1 where number = 1")
        }
        // Or the log of an earlier document of the name.
        if head == nil || write.beginsLog {
          try run("delete from layoutd.record where name = $1", [.text(write.name.text)])
        }
        let time = try put(write.name, attempt.revision, layout)
        try append(
          write.name, attempt, .replace, layout: layout, parent: nil, key: nil, digest: nil,
          steps: nil, time: time, limits)
        return .commit(
          .done(
            DocumentHead(name: write.name, revision: attempt.revision, layout: layout, time: time),
            kept))
      }
    } catch {
      if error.isReference { return .layoutAbsent }
      throw error
    }
  }

  /// The newest revision of a `delete` record of any document, and how many documents there are. A new document begins
  /// one above that revision, so that no name ever has one twice.
  private func lockedState() throws(PostgreSQLFailure) -> (deleted: Int, documents: Int) {
    let found = try rows(
      "select deleted, documents from layoutd.state where number = 1 for update"
    ) { row in (row.number(0), row.number(1)) }
    guard let found = found.first else { throw .damaged("there is no state") }
    return found
  }

  /// The record of an earlier attempt, if that was done.
  private func done(
    _ prior: PriorAttempt?, _ name: DocumentName, _ head: DocumentHead?
  ) throws(PostgreSQLFailure) -> (revision: Int, layout: ContentDigest?, time: Int)? {
    guard let prior else { return nil }
    let found = try rows(
      """
      select revision, layout, time from layoutd.record where name = $1 and revision = $2 and token = $3
      """, [.text(name.text), .number(prior.revision), .number(prior.token)]
    ) { (row) throws(PostgreSQLFailure) in
      (revision: row.number(0), layout: try row.digest(1), time: row.number(2))
    }
    if let found = found.first {
      // It may not have been safe yet.
      try waitForStandby()
      return found
    }
    // A record that was made may be gone again, and then there is a later revision.
    let deleted = try number("select deleted from layoutd.state where number = 1") ?? 0
    guard max(head?.revision ?? 0, deleted) < prior.revision else {
      throw PostgreSQLFailure(
        kind: .unclear, code: "", message: "an earlier attempt may have been done", mayBeDone: true)
    }
    return nil
  }

  /// Sets the head of a document; returns the time.
  private func put(
    _ name: DocumentName, _ revision: Int, _ layout: ContentDigest
  ) throws(PostgreSQLFailure) -> Int {
    let time = try number(
      """
      insert into layoutd.document (name, revision, layout, time)
      values ($1, $2, $3, \(PostgreSQLConnection.now))
      on conflict (name) do update
      set revision = excluded.revision, layout = excluded.layout, time = excluded.time returning time
      """, [.text(name.text), .number(revision), .digest(layout)])
    return time ?? 0
  }

  private func delete(
    _ name: DocumentName, _ attempt: PriorAttempt, _ limits: DocumentLimits
  ) throws(PostgreSQLFailure) {
    let time = try number(
      "delete from layoutd.document where name = $1 returning \(PostgreSQLConnection.now)",
      [.text(name.text)])
    // The log stays for a while, for those who follow the document.
    try append(
      name, attempt, .delete, layout: nil, parent: nil, key: nil, digest: nil, steps: nil,
      time: time ?? 0, limits)
    try run(
      """
      update layoutd.state set deleted = greatest(deleted, $1), documents = documents - 1
      where number = 1
      """, [.number(attempt.revision)])
  }

  /// Moves a document from one layout to the next, where it has the revision that the steps are meant for, in a
  /// transaction. `prior` and `notes` as for `write`.
  func change(
    _ change: DocumentChange, _ limits: DocumentLimits, prior: PriorAttempt?,
    notes: (PriorAttempt) -> Void
  ) throws(PostgreSQLFailure) -> ChangeOutcome {
    do {
      return try transact { () throws(PostgreSQLFailure) in
        try keepRules()
        let head = try head(change.name, locks: true)
        if let record = try done(prior, change.name, head), let layout = record.layout {
          return .commit(
            .applied(
              DocumentHead(
                name: change.name, revision: record.revision, layout: layout, time: record.time),
              // What it found is not known any more.
              .known(depth: StoredLayout.depthMax)))
        }
        guard let head else { return .rollBack(.absent) }
        if change.key != nil, let record = try state(change.name, key: change.key)?.record {
          guard record.stepsDigest == change.stepsDigest else { return .rollBack(.keyReused) }
          // Who wrote it may not have been told that it is safe.
          try waitForStandby()
          return .commit(.repeated(revision: record.revision, layout: record.layout))
        }
        guard head.revision == change.revision else { return .rollBack(.conflict(head)) }
        let attempt = PriorAttempt(
          revision: head.revision + 1, token: .random(in: .min ... .max))
        notes(attempt)
        let kept = try keep(change.row, replaces: change.replaces, isOneStatement: false)
        if kept == .parentAbsent { return .rollBack(.parentAbsent) }
        let time = try put(change.name, attempt.revision, change.row.id)
        try append(
          change.name, attempt, change.steps == nil ? .replace : .change, layout: change.row.id,
          parent: change.steps == nil ? nil : change.parent, key: change.key,
          digest: change.stepsDigest, steps: change.steps, time: time, limits)
        return .commit(
          .applied(
            DocumentHead(
              name: change.name, revision: attempt.revision, layout: change.row.id, time: time),
            kept))
      }
    } catch {
      if error.isReference { return .parentAbsent }
      throw error
    }
  }

  /// Has who raises the rules wait for the end of the transaction.
  private func keepRules() throws(PostgreSQLFailure) {
    try run(
      "select pg_advisory_xact_lock_shared($1)", [.number(PostgreSQLSchema.rulesLock)])
  }

  // MARK: The log

  /// Adds a record, and deletes those that are too many or too long.
  private func append(
    _ name: DocumentName, _ attempt: PriorAttempt, _ kind: LogRecord.Kind, layout: ContentDigest?,
    parent: ContentDigest?, key: String?, digest: ContentDigest?, steps: StoredBody?, time: Int,
    _ limits: DocumentLimits
  ) throws(PostgreSQLFailure) {
    try run(
      """
      insert into layoutd.record
      (name, revision, kind, layout, parent, key, digest, time, encoding, length, steps, token)
      select $1, $2, $3, $4, $5, $6::text, $7, $8, $9, $10, $11, $12
      where exists (select from layoutd.state where number = 1 and rules <= $13)
      """,
      [
        .text(name.text), .number(attempt.revision), .number(kind.rawValue), .optional(layout),
        .optional(parent), key.map { .text($0) } ?? .null, .optional(digest), .number(time),
        .number(steps?.isDeflated == true ? 1 : 0), .number(steps?.byteCount ?? 0),
        steps.map { .bytes($0.kept) } ?? .null, .number(attempt.token), .number(limits.rules),
      ])
    guard changedCount == 1 else {
      throw PostgreSQLFailure(
        kind: .superseded, code: "",
        message: "documents are written by later rules than these; take the newer layoutd")
    }
    try run(
      """
      delete from layoutd.record where name = $1 and (revision <= $2 or revision < coalesce((
        select min(revision) from (
          select revision, sum(length) over (order by revision desc) as total
          from layoutd.record where name = $1) as newest
        where total <= $3), $4))
      """,
      [
        .text(name.text), .number(attempt.revision - limits.recordsMax),
        .number(limits.recordBytesMax), .number(attempt.revision),
      ])
  }

  /// The records of a document behind a revision, at most so many, and of about so many bytes.
  func records(
    of name: DocumentName, after revision: Int, limit: Int, bytesMax: Int
  ) throws(PostgreSQLFailure) -> LogAnswer {
    var (head, oldest, deletion): (Int?, Int?, Int?)
    let found = try rows(
      """
      with page as (
        select revision, length from layoutd.record
        where name = $1 and revision > $2 order by revision limit $3),
      fitting as (
        select revision from (
          select revision, sum(length) over (order by revision) as total,
          row_number() over (order by revision) as number from page) as summed
        where total <= $4 or number = 1)
      select (select revision from layoutd.document where name = $1),
      (select min(revision) from layoutd.record where name = $1),
      record.revision, kind, layout, parent, time, encoding, length, steps,
      (select case kind when 2 then revision end from layoutd.record
        where name = $1 order by revision desc limit 1)
      from (select) as one left join layoutd.record
      on record.name = $1 and record.revision in (select revision from fitting)
      order by record.revision
      """,
      [.text(name.text), .number(revision), .number(limit), .number(bytesMax)]
    ) { (row) throws(PostgreSQLFailure) -> LogRecord? in
      if !row.isNull(0) { head = row.number(0) }
      if !row.isNull(1) { oldest = row.number(1) }
      if !row.isNull(10) { deletion = row.number(10) }
      guard !row.isNull(2) else { return nil }
      guard let kind = LogRecord.Kind(rawValue: row.number(3)) else {
        throw .damaged("a record has no kind")
      }
      let steps =
        row.isNull(9)
        ? nil
        : StoredBody(byteCount: row.number(8), isDeflated: row.number(7) == 1, kept: row.bytes(9))
      return LogRecord(
        revision: row.number(2), kind: kind, layout: try row.digest(4), parent: try row.digest(5),
        steps: steps, time: row.number(6))
    }
    guard let revision = head ?? deletion else { return .absent }
    return .page(
      LogPage(
        records: found.compactMap { $0 }, revision: revision, oldest: oldest ?? revision,
        isDeleted: head == nil))
  }

  // MARK: What has changed

  /// The documents that transactions have changed which an earlier look may not have seen, each with its newest revision,
  /// where the next look begins, and how many documents there are.
  ///
  /// - Parameter transaction: where this one begins; what has ended before that is seen by all.
  func changed(
    since transaction: Int
  ) throws(PostgreSQLFailure) -> (
    next: Int, names: [(name: DocumentName, revision: Int)], documents: Int
  ) {
    var (next, documents) = (transaction, 0)
    let found = try rows(
      """
      select pg_snapshot_xmin(pg_current_snapshot())::text::bigint, name, max(revision)::bigint,
      (select documents from layoutd.state where number = 1)
      from (select) as one left join layoutd.record on record.transaction >= $1::text::xid8
      group by name
      """, [.text("\(transaction)")]
    ) { (row) -> (DocumentName, Int)? in
      (next, documents) = (row.number(0), row.number(3))
      return DocumentName(row.text(1)).map { ($0, row.number(2)) }
    }
    return (next, found.compactMap { $0 }, documents)
  }
}
