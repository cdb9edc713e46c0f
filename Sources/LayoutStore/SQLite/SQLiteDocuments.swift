internal import CSQLite
import LayoutCore

/// The rows of documents and their logs.
extension SQLiteConnection: DocumentRows {
  typealias Failure = SQLiteFailure

  private static let headColumns = "name, revision, layout, time"

  /// The head of a document.
  func head(_ name: DocumentName) throws(SQLiteFailure) -> DocumentHead? {
    try heads(
      "select \(SQLiteConnection.headColumns) from document where name = ?1", [.text(name.text)]
    ).first
  }

  /// The number of documents. O(documents)
  func documentCount() throws(SQLiteFailure) -> Int {
    try number("select count(*) from document") ?? 0
  }

  /// The heads of documents whose names begin with one of the prefixes and come after a name, ordered by the bytes of
  /// their names.
  func heads(
    prefixes: [String], after name: DocumentName?, limit: Int
  ) throws(SQLiteFailure) -> [DocumentHead] {
    var found: [DocumentHead] = []
    for prefix in prefixes where found.count < limit {
      // The end of the range is greater than any name with the prefix.
      found += try heads(
        """
        select \(SQLiteConnection.headColumns) from document
        where name >= ?1 and name < ?2 and name > ?3 order by name limit ?4
        """,
        [
          .text(prefix), .text(prefix + "\u{7f}"), .text(name?.text ?? ""),
          .number(limit - found.count),
        ])
    }
    return found
  }

  private func heads(
    _ sql: String, _ values: [StoreValue]
  ) throws(SQLiteFailure) -> [DocumentHead] {
    var heads: [DocumentHead] = []
    try run(sql, values) { (row) throws(SQLiteFailure) in
      heads.append(try SQLiteConnection.head(row))
    }
    return heads
  }

  private static func head(_ row: borrowing SQLiteRow) throws(SQLiteFailure) -> DocumentHead {
    guard let name = DocumentName(row.text(0)), let layout = try row.digest(2) else {
      throw SQLiteFailure(kind: .damaged, code: 0, message: "a document has no name or layout")
    }
    return DocumentHead(name: name, revision: row.number(1), layout: layout, time: row.number(3))
  }

  /// Examines up to `limit` documents after a name and returns those whose layouts were named by earlier rules.
  func outdated(
    after name: DocumentName?, limit: Int, before rules: Int
  ) throws(SQLiteFailure) -> OutdatedHeads {
    var found: [(DocumentHead, Int)] = []
    try run(
      """
      select \(SQLiteConnection.headColumns), (select rules from layout where id = document.layout)
      from document where name > ?1 order by name limit ?2
      """, [.text(name?.text ?? ""), .number(limit)]
    ) { (row) throws(SQLiteFailure) in
      found.append((try SQLiteConnection.head(row), row.number(4)))
    }
    return OutdatedHeads(found, before: rules)
  }

  func record(_ name: DocumentName, key: String) throws(SQLiteFailure) -> DocumentState.Record? {
    var found: DocumentState.Record?
    try run(
      "select revision, layout, digest from record where name = ?1 and key = ?2",
      [.text(name.text), .text(key)]
    ) { (row) throws(SQLiteFailure) in
      guard let layout = try row.digest(1), let digest = try row.digest(2) else { return }
      found = (row.number(0), layout, digest)
    }
    return found
  }

  // MARK: Writes, each within a transaction

  func summary() throws(SQLiteFailure) -> (documents: Int, deleted: Int) {
    (try documentCount(), try number("select deleted from state") ?? 0)
  }

  func hasLayout(_ id: ContentDigest, rules: ClosedRange<Int>) throws(SQLiteFailure) -> Bool {
    try number(
      "select 1 from layout where id = ?1 and rules between ?2 and ?3",
      [.digest(id), .number(rules.lowerBound), .number(rules.upperBound)]) != nil
  }

  func put(
    _ name: DocumentName, revision: Int, layout: ContentDigest, isNew: Bool
  ) throws(SQLiteFailure) -> DocumentHead {
    let time = Int(csqlite_now())
    try run(
      """
      insert into document (name, revision, layout, time) values (?1, ?2, ?3, ?4)
      on conflict (name) do update set revision = ?2, layout = ?3, time = ?4
      """, [.text(name.text), .number(revision), .digest(layout), .number(time)])
    return DocumentHead(name: name, revision: revision, layout: layout, time: time)
  }

  func delete(_ name: DocumentName, revision: Int, rules: Int) throws(SQLiteFailure) -> Int {
    try run("delete from document where name = ?1", [.text(name.text)])
    try run(
      """
      insert into state (number, rules, deleted) values (1, ?2, ?1)
      on conflict (number) do update set deleted = max(deleted, ?1)
      """, [.number(revision), .number(rules)])
    return Int(csqlite_now())
  }

  // MARK: The log

  func deleteLog(of name: DocumentName) throws(SQLiteFailure) {
    try deleteLog(of: name.text)
  }

  private func deleteLog(of name: String) throws(SQLiteFailure) {
    try run("delete from record where name in (?1, \(Signatures.name("?1")))", [.text(name)])
  }

  func append(
    _ record: LogRecord, to name: DocumentName, key: String?, stepsDigest: ContentDigest?,
    _ limits: DocumentLimits
  ) throws(SQLiteFailure) {
    let bytes = record.steps?.byteCount ?? 0
    try run(
      """
      insert into record
      (name, revision, kind, layout, parent, key, digest, time, encoding, length, steps)
      values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """, record.values(name, key: key, stepsDigest: stepsDigest))
    if let author = record.by {
      try run(
        """
        insert into record (name, revision, kind, time, encoding, length, steps)
        values (\(Signatures.name("?1")), ?2, 0, ?3, 0, 0, ?4)
        """,
        [
          .text(name.text), .number(record.revision), .number(record.time),
          .bytes(Array(author.utf8)),
        ])
    }
    let most: [StoreValue] = [.text(name.text), .number(record.revision - limits.recordsMax)]
    guard try mayBeTooLong(logOf: name, addedBytes: bytes, limits) else {
      // Signatures of records that an earlier release has deleted are older than the log.
      return try run(
        """
        delete from record where name in (?1, \(Signatures.name("?1")))
        and revision <= max(?2, (select min(revision) from record where name = ?1) - 1)
        """, most)
    }
    try run(
      DocumentLimits.trimming("record"),
      most + [.number(limits.recordBytesMax), .number(record.revision)])
  }

  /// The greatest number of documents whose log size is estimated.
  private static let knownLogsMax = 10_000

  /// Whether the records of a log may have too many bytes. Counts them only now and then, as that reads the whole log.
  private func mayBeTooLong(
    logOf name: DocumentName, addedBytes: Int, _ limits: DocumentLimits
  ) throws(SQLiteFailure) -> Bool {
    if let known = logBytesMost[name], known + addedBytes <= limits.recordBytesMax {
      logBytesMost[name] = known + addedBytes
      return false
    }
    // Counted before any are deleted, because deletions may be rolled back.
    let bytes =
      try number("select sum(length) from record where name = ?1", [.text(name.text)]) ?? 0
    if logBytesMost.count >= SQLiteConnection.knownLogsMax { logBytesMost = [:] }
    logBytesMost[name] = bytes <= limits.recordBytesMax ? bytes : nil
    return bytes > limits.recordBytesMax
  }

  /// Up to `limit` records of a document after a revision, with about `bytesMax` bytes of steps at most.
  func records(
    of name: DocumentName, after revision: Int, limit: Int, bytesMax: Int
  ) throws(SQLiteFailure) -> LogAnswer {
    var (records, bytes): ([LogRecord], Int) = ([], 0)
    try run(
      """
      select revision, kind, layout, parent, time, encoding, length, steps,
      (select steps from record as signature
        where signature.name = \(Signatures.name("?1")) and signature.revision = record.revision)
      from record where name = ?1 and revision > ?2 order by revision limit ?3
      """, [.text(name.text), .number(revision), .number(limit)]
    ) { (row) throws(SQLiteFailure) in
      let length = row.number(6)
      bytes += length
      guard bytes <= bytesMax || records.isEmpty else {
        bytes = bytesMax + 1
        return
      }
      guard let kind = LogRecord.Kind(rawValue: row.number(1)) else {
        throw SQLiteFailure(kind: .damaged, code: 0, message: "a record has no kind")
      }
      let steps =
        row.isNull(7)
        ? nil
        : StoredBody(byteCount: length, isDeflated: row.number(5) == 1, kept: row.bytes(7))
      records.append(
        LogRecord(
          revision: row.number(0), kind: kind, layout: try row.digest(2),
          parent: try row.digest(3), steps: steps, time: row.number(4),
          by: row.isNull(8) ? nil : row.text(8)))
    }
    let head = try head(name)?.revision
    let newest = "select revision from record where name = ?1 and kind = 2 order by revision desc"
    return LogAnswer(
      records, head: head,
      deletion: head == nil ? try number(newest + " limit 1", [.text(name.text)]) : nil,
      oldest: try number("select min(revision) from record where name = ?1", [.text(name.text)]))
  }

  /// Deletes a few logs of documents deleted longer than `age` ago, with their signatures. Returns the number of deleted
  /// records.
  func forgetDeletions(olderThan age: Duration) throws(SQLiteFailure) -> Int {
    let time = Int(csqlite_now()) - Int(age / .milliseconds(1))
    var (count, bytes) = (0, 0)
    while count < DocumentLimits.forgottenRecords, bytes < DocumentLimits.forgottenBytes {
      var name: String?
      try run(
        "select name from record where kind = 2 and time < ?1 order by time limit 1",
        [.number(time)]
      ) { row in name = row.text(0) }
      guard let name else { break }
      try run("select count(*), sum(length) from record where name = ?1", [.text(name)]) { row in
        count += row.number(0)
        bytes += row.number(1)
      }
      try deleteLog(of: name)
    }
    return count
  }

  /// Deletes the signatures of a document that has no log (``Signatures``). Looks at up to `namesMax` names after those
  /// that it looked at last. Returns whether it has found any.
  func deleteStraySignatures(namesMax: Int) throws(SQLiteFailure) -> Bool {
    var (last, stray): (String?, String?)
    try run(Signatures.strays("record"), [.text(signaturesSeen), .number(namesMax)]) { row in
      if !row.isNull(0) { last = row.text(0) }
      if !row.isNull(1) { stray = row.text(1) }
    }
    if let stray { try run("delete from record where name = ?1", [.text(stray)]) }
    signaturesSeen = stray ?? last ?? Signatures.first
    return stray != nil
  }
}
