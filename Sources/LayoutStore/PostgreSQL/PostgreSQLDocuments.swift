import LayoutCore

/// A write of an earlier attempt whose outcome is unknown.
struct PriorAttempt: Sendable {
  /// The revision that it would make, and the token of its record.
  let revision: Int
  let token: Int
}

/// The rows of documents and their logs.
extension PostgreSQLConnection {
  private static let headColumns = "name, revision, layout, time"

  private static func head(_ row: PostgreSQLRow) throws(PostgreSQLFailure) -> DocumentHead {
    guard let name = DocumentName(row.text(0)), let layout = try row.digest(2) else {
      throw .damaged("a document has no name or layout")
    }
    return DocumentHead(name: name, revision: row.number(1), layout: layout, time: row.number(3))
  }

  /// The head of a document. With `locks`, no other transaction can write the document until this one ends.
  func head(_ name: DocumentName, locks: Bool = false) throws(PostgreSQLFailure) -> DocumentHead? {
    try rows(
      """
      select \(PostgreSQLConnection.headColumns) from layoutd.document where name = $1
      \(locks ? "for update" : "")
      """, [.text(name.text)], PostgreSQLConnection.head
    ).first
  }

  /// The heads of documents whose names begin with one of the prefixes and come after a name, ordered by the bytes of
  /// their names.
  func heads(
    prefixes: [String], after name: DocumentName?, limit: Int
  ) throws(PostgreSQLFailure) -> [DocumentHead] {
    // Each page has the heads with the next prefix, as long as there is room. The end of the range is greater than any
    // name with the prefix. Without the offset, the server could read a page twice.
    try rows(
      """
      with recursive page as (
        select 0 as number, $3 as room, array[]::layoutd.document[] as heads
        union all
        select number + 1, room - cardinality(next.heads), next.heads
        from page cross join lateral (
          select array(
            select document from layoutd.document
            where name >= prefixes[number + 1] and name < prefixes[number + 1] || chr(127)
            and name > $2 order by name limit room) as heads
          from (select $1::text[] as prefixes) as given offset 0) as next
        where room > 0 and number < cardinality($1::text[]))
      select head.name, head.revision, head.layout, head.time
      from page cross join unnest(heads) as head order by head.name
      """,
      [
        // Beginnings of names have no quotes and no backslashes.
        .text("{\(prefixes.map { "\"\($0)\"" }.joined(separator: ","))}"),
        .text(name?.text ?? ""), .number(limit),
      ], PostgreSQLConnection.head)
  }

  /// Examines up to `limit` documents after a name and returns those whose layouts were named by earlier rules.
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

  /// Replaces, creates or deletes a document in a transaction if its condition is met.
  ///
  /// - Parameters:
  ///   - prior: An earlier attempt, which may have been done.
  ///   - notes: Receives this attempt before it may be done.
  func write(
    _ write: DocumentWrite, _ limits: DocumentLimits, prior: PriorAttempt?,
    notes: (PriorAttempt) -> Void
  ) throws(PostgreSQLFailure) -> WriteOutcome {
    do {
      return try transact { () throws(PostgreSQLFailure) in
        try keepRules()
        var head = try head(write.name, locks: true)
        var rows = PostgreSQLDocumentRows(connection: self)
        // Creations and deletions run one at a time.
        if head == nil, write.condition == .absent {
          rows.all = try lockedSummary()
          // Not locked and not changed: if the document exists now, the condition is not met.
          head = try self.head(write.name)
        } else if head != nil, write.layout == nil {
          rows.all = try lockedSummary()
        }
        if let record = try done(prior, write.name, head) {
          return .commit(
            record.head.map { .done($0, nil) } ?? .deleted(revision: record.revision))
        }
        let outcome = try rows.write(write, of: head, limits)
        guard let revision = outcome.revision else { return .rollBack(outcome) }
        notes(PriorAttempt(revision: revision, token: rows.token))
        return .commit(outcome)
      }
    } catch {
      if error.isReference { return .layoutAbsent }
      throw error
    }
  }

  /// Applies a change to a document in a transaction if the document has the revision that the steps are based on. For
  /// `prior` and `notes`, see `write`.
  func change(
    _ change: DocumentChange, _ limits: DocumentLimits, prior: PriorAttempt?,
    notes: (PriorAttempt) -> Void
  ) throws(PostgreSQLFailure) -> ChangeOutcome {
    do {
      return try transact { () throws(PostgreSQLFailure) in
        try keepRules()
        let head = try head(change.name, locks: true)
        if let head = try done(prior, change.name, head)?.head {
          // The earlier outcome is not known any more.
          return .commit(.applied(head, .known(depth: StoredLayout.depthMax)))
        }
        let rows = PostgreSQLDocumentRows(connection: self)
        let outcome = try rows.change(change, of: head, limits)
        if case .repeated = outcome {
          // The transaction that wrote it may not be on the standby yet.
          try waitForStandby()
          return .commit(outcome)
        }
        guard let revision = outcome.revision else { return .rollBack(outcome) }
        notes(PriorAttempt(revision: revision, token: rows.token))
        return .commit(outcome)
      }
    } catch {
      if error.isReference { return .parentAbsent }
      throw error
    }
  }

  /// Makes a process that raises the rules wait for the end of the transaction.
  private func keepRules() throws(PostgreSQLFailure) {
    try run(
      "select pg_advisory_xact_lock_shared($1)", [.number(PostgreSQLSchema.rulesLock)])
  }

  /// The result of ``DocumentRows/summary()``. No other transaction can change it until this one ends.
  private func lockedSummary() throws(PostgreSQLFailure) -> (documents: Int, deleted: Int) {
    let found = try rows(
      "select documents, deleted from layoutd.state where number = 1 for update"
    ) { row in (row.number(0), row.number(1)) }
    guard let found = found.first else { throw .damaged("there is no state") }
    return found
  }

  /// The record of an earlier attempt if that was done, and the document's head at that time.
  private func done(
    _ prior: PriorAttempt?, _ name: DocumentName, _ head: DocumentHead?
  ) throws(PostgreSQLFailure) -> (revision: Int, head: DocumentHead?)? {
    guard let prior else { return nil }
    let found = try rows(
      """
      select revision, layout, time from layoutd.record where name = $1 and revision = $2 and token = $3
      """, [.text(name.text), .number(prior.revision), .number(prior.token)]
    ) { (row) throws(PostgreSQLFailure) -> (revision: Int, head: DocumentHead?) in
      let revision = row.number(0)
      let head = try row.digest(1).map {
        DocumentHead(name: name, revision: revision, layout: $0, time: row.number(2))
      }
      return (revision, head)
    }
    if let found = found.first {
      // It may not be on the standby yet.
      try waitForStandby()
      return found
    }
    // The record may have been deleted since. Then a later revision exists.
    let deleted = try number("select deleted from layoutd.state where number = 1") ?? 0
    guard max(head?.revision ?? 0, deleted) < prior.revision else {
      throw PostgreSQLFailure(
        kind: .unclear, code: "", message: "an earlier attempt may have been done", mayBeDone: true)
    }
    return nil
  }

  // MARK: The log

  /// Up to `limit` records of a document after a revision, with about `bytesMax` bytes of steps at most.
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
        where name = $1 order by revision desc limit 1),
      (select steps from layoutd.record as signature
        where signature.name = \(Signatures.name("$1")) and signature.revision = record.revision)
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
        steps: steps, time: row.number(6), by: row.isNull(11) ? nil : row.text(11))
    }
    return LogAnswer(
      found.compactMap { $0 }, head: head, deletion: deletion, oldest: oldest)
  }

  // MARK: What has changed

  /// Looks for the documents that have changed since an earlier look.
  ///
  /// - Parameters:
  ///   - place: The place of the earlier look; nil if there was none.
  ///   - recordsMax: The limit of what is read, in records.
  /// - Returns: The place of this look, the changed documents with their newest revisions, the number of documents, and
  ///   whether the server accepts no writes. The changed documents are nil if they are not known: there was no earlier
  ///   look, too much has changed, or the server is another one.
  func changed(
    since place: LogPlace?, recordsMax: Int = 10_000
  ) throws(PostgreSQLFailure) -> (
    place: LogPlace, names: [(name: DocumentName, revision: Int)]?, documents: Int,
    isReadOnly: Bool
  ) {
    var (next, documents, count) = (LogPlace(newest: 0, running: []), 0, 0)
    var isReadOnly = false
    let running = place?.running.filter { $0 < place?.newest ?? 0 } ?? []
    // Records with numbers that are yet to come are those of a backup of another server.
    let found = try rows(
      """
      with moved as (
        (select name, revision from layoutd.record
          where transaction > $1::text::xid8
          and transaction < pg_snapshot_xmax(pg_current_snapshot()) limit $3)
        union all
        (select name, revision from layoutd.record
          where transaction = any ($2::text::xid8[]) limit $3))
      select coalesce((select transaction from layoutd.record
          where transaction < pg_snapshot_xmax(pg_current_snapshot())
          order by transaction desc limit 1), '0')::text::bigint,
        (select string_agg(number::text, ',') from pg_snapshot_xip(pg_current_snapshot()) as number),
        (select documents from layoutd.state where number = 1), (select count(*) from moved),
        name, revision, current_setting('transaction_read_only')::boolean
      from (select) as one
      left join (select name, max(revision) as revision from moved group by name) as latest on true
      """,
      [
        place.map { .text("\($0.newest)") } ?? .null,
        .text("{\(running.map { "\($0)" }.joined(separator: ","))}"), .number(recordsMax + 1),
      ]
    ) { (row) -> (DocumentName, Int)? in
      next = LogPlace(
        newest: row.number(0),
        running: row.isNull(1) ? [] : row.text(1).split(separator: ",").compactMap { Int($0) })
      (documents, count, isReadOnly) = (row.number(2), row.number(3), row.number(6) == 1)
      return DocumentName(row.text(4)).map { ($0, row.number(5)) }
    }
    let isKnown = count <= recordsMax && place.map { $0.newest <= next.newest } ?? false
    return (next, isKnown ? found.compactMap { $0 } : nil, documents, isReadOnly)
  }
}

/// A place in the records of all documents, by one snapshot of the database: transactions with greater numbers, and those
/// that were running, were not seen.
///
/// The number is that of a durable record, so a server that has crashed gives only greater ones. It does give other
/// numbers again: those of transactions that wrote nothing durable, such as notices.
struct LogPlace: Hashable, Sendable {
  /// The greatest number of a transaction that has written a record.
  var newest: Int
  /// The transactions that were running.
  var running: [Int]
}

/// The rows of documents within a transaction that writes one of them.
private struct PostgreSQLDocumentRows: DocumentRows {
  typealias Failure = PostgreSQLFailure

  let connection: PostgreSQLConnection
  /// The token of the record.
  let token = Int.random(in: .min ... .max)
  /// Set if a document is created or deleted.
  var all: (documents: Int, deleted: Int)?

  func record(
    _ name: DocumentName, key: String
  ) throws(PostgreSQLFailure) -> DocumentState.Record? {
    try connection.state(name, key: key)?.record
  }

  func summary() throws(PostgreSQLFailure) -> (documents: Int, deleted: Int) {
    guard let all else { throw .damaged("a document is created without the lock") }
    return all
  }

  func hasLayout(_ id: ContentDigest, rules: ClosedRange<Int>) throws(PostgreSQLFailure) -> Bool {
    try connection.number(
      "select 1::bigint from layoutd.layout where id = $1 and rules between $2 and $3 for key share",
      [.digest(id), .number(rules.lowerBound), .number(rules.upperBound)]) != nil
  }

  func keep(_ layout: StoredLayout, replaces: Bool) throws(PostgreSQLFailure) -> KeepOutcome {
    try connection.keep(layout, replaces: replaces, isOneStatement: false)
  }

  /// Left to `collect`.
  func letGo(of layout: ContentDigest) {}

  func put(
    _ name: DocumentName, revision: Int, layout: ContentDigest, isNew: Bool
  ) throws(PostgreSQLFailure) -> DocumentHead {
    if isNew {
      try connection.run("update layoutd.state set documents = documents + 1 where number = 1")
    }
    let time = try connection.number(
      """
      insert into layoutd.document (name, revision, layout, time)
      values ($1, $2, $3, \(PostgreSQLConnection.now))
      on conflict (name) do update
      set revision = excluded.revision, layout = excluded.layout, time = excluded.time returning time
      """, [.text(name.text), .number(revision), .digest(layout)])
    return DocumentHead(name: name, revision: revision, layout: layout, time: time ?? 0)
  }

  func delete(
    _ name: DocumentName, revision: Int, rules: Int
  ) throws(PostgreSQLFailure) -> Int {
    let time = try connection.number(
      "delete from layoutd.document where name = $1 returning \(PostgreSQLConnection.now)",
      [.text(name.text)])
    try connection.run(
      """
      update layoutd.state set deleted = greatest(deleted, $1), documents = documents - 1
      where number = 1
      """, [.number(revision)])
    return time ?? 0
  }

  func deleteLog(of name: DocumentName) throws(PostgreSQLFailure) {
    try connection.run(
      "delete from layoutd.record where name in ($1, \(Signatures.name("$1")))", [.text(name.text)])
  }

  func append(
    _ record: LogRecord, to name: DocumentName, key: String?, stepsDigest: ContentDigest?,
    _ limits: DocumentLimits
  ) throws(PostgreSQLFailure) {
    try connection.run(
      """
      with signature as (
        insert into layoutd.record (name, revision, kind, time, encoding, length, steps, token)
        select \(Signatures.name("$1")), $2, 0, $8, 0, 0, $14::bytea, $12 where $14::bytea is not null)
      insert into layoutd.record
      (name, revision, kind, layout, parent, key, digest, time, encoding, length, steps, token)
      select $1, $2, $3, $4, $5, $6::text, $7, $8, $9, $10, $11, $12
      where exists (select from layoutd.state where number = 1 and rules <= $13)
      """,
      record.values(name, key: key, stepsDigest: stepsDigest) + [
        .number(token), .number(limits.recordedRules),
        record.by.map { .bytes(Array($0.utf8)) } ?? .null,
      ])
    guard connection.changedCount == 1 else {
      throw PostgreSQLFailure(
        kind: .superseded, code: "",
        message: "documents are written by later rules than these; take the newer layoutd")
    }
    try connection.run(
      DocumentLimits.trimming("layoutd.record"),
      [
        .text(name.text), .number(record.revision - limits.recordsMax),
        .number(limits.recordBytesMax), .number(record.revision),
      ])
  }
}
