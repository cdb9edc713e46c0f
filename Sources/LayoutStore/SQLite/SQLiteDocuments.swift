internal import CSQLite
import LayoutCore

/// The rows of documents and of their logs.
extension SQLiteConnection {
  private static let headColumns = "name, revision, layout, time"

  /// The head of a document.
  func head(_ name: DocumentName) throws(SQLiteFailure) -> DocumentHead? {
    try heads(
      "select \(SQLiteConnection.headColumns) from document where name = ?1", [.text(name.text)]
    ).first
  }

  /// How many documents there are. O(documents)
  func documentCount() throws(SQLiteFailure) -> Int {
    try number("select count(*) from document") ?? 0
  }

  /// The heads of documents whose names begin with a text and come after a name, by the bytes of their names.
  func heads(
    prefix: String, after name: DocumentName?, limit: Int
  ) throws(SQLiteFailure) -> [DocumentHead] {
    // No byte of a name is as great as that of the end.
    try heads(
      """
      select \(SQLiteConnection.headColumns) from document
      where name >= ?1 and name < ?2 and name > ?3 order by name limit ?4
      """,
      [.text(prefix), .text(prefix + "\u{7f}"), .text(name?.text ?? ""), .number(limit)])
  }

  private func heads(
    _ sql: String, _ values: [SQLiteValue]
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

  /// Looks at so many documents that come after a name for those whose layouts are named by earlier rules.
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

  /// The head of a document, and the record with a key.
  func state(_ name: DocumentName, key: String?) throws(SQLiteFailure) -> DocumentState? {
    guard let head = try head(name) else { return nil }
    return DocumentState(head: head, record: try record(name, key: key))
  }

  private func record(
    _ name: DocumentName, key: String?
  ) throws(SQLiteFailure) -> (revision: Int, layout: ContentDigest, stepsDigest: ContentDigest)? {
    guard let key else { return nil }
    var found: (Int, ContentDigest, ContentDigest)?
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

  /// Replaces, creates or deletes a document where its condition is met; a deleted one leaves something of its log.
  func write(
    _ write: DocumentWrite, _ limits: DocumentLimits, leaving left: LeftLog
  ) throws(SQLiteFailure) -> WriteOutcome {
    let head = try head(write.name)
    switch (write.condition, head) {
    case (.absent, nil), (.present, .some): break
    case (.revision(let revision), let head?) where head.revision == revision: break
    default: return .notMet(head)
    }
    guard let layout = write.layout else {
      return try delete(write.name, head, limits, leaving: left)
    }
    let isKnown =
      try number(
        "select 1 from layout where id = ?1 and rules = ?2",
        [.digest(layout), .number(limits.rules)]) != nil
    guard isKnown || write.row != nil else { return .layoutAbsent }
    if head == nil {
      guard try documentCount() < limits.documentsMax else { return .tooMany }
    }
    let kept = try write.row.map { (row) throws(SQLiteFailure) in
      try keep(row, replaces: write.replaces)
    }
    if kept == .parentAbsent { return .layoutAbsent }
    var revision = 1
    if let head {
      revision = head.revision + 1
    } else {
      revision = try nextFirstRevision()
    }
    // Or the log of an earlier document of the name.
    if head == nil || write.beginsLog {
      try run("delete from record where name = ?1", [.text(write.name.text)])
    }
    let time = Int(csqlite_now())
    try put(DocumentHead(name: write.name, revision: revision, layout: layout, time: time))
    try append(
      write.name, revision, .replace, layout: layout, parent: nil, key: nil, digest: nil,
      steps: nil, time: time, limits)
    // What it was by earlier rules makes room for the next one.
    if write.beginsLog, let head, head.layout != layout { try forgetChain(head.layout) }
    return .done(
      DocumentHead(name: write.name, revision: revision, layout: layout, time: time), kept)
  }

  /// A new document begins one above the newest `delete` record of any document, so that no name ever has a revision
  /// twice.
  private func nextFirstRevision() throws(SQLiteFailure) -> Int {
    (try number("select deleted from state") ?? 0) + 1
  }

  private func put(_ head: DocumentHead) throws(SQLiteFailure) {
    try run(
      """
      insert into document (name, revision, layout, time) values (?1, ?2, ?3, ?4)
      on conflict (name) do update set revision = ?2, layout = ?3, time = ?4
      """,
      [.text(head.name.text), .number(head.revision), .digest(head.layout), .number(head.time)])
  }

  private func delete(
    _ name: DocumentName, _ head: DocumentHead?, _ limits: DocumentLimits, leaving left: LeftLog
  ) throws(SQLiteFailure) -> WriteOutcome {
    guard let head else { return .notMet(nil) }
    let revision = head.revision + 1
    try run("delete from document where name = ?1", [.text(name.text)])
    if left != .log { try run("delete from record where name = ?1", [.text(name.text)]) }
    if left != .nothing {
      try append(
        name, revision, .delete, layout: nil, parent: nil, key: nil, digest: nil, steps: nil,
        time: Int(csqlite_now()), limits)
    }
    try run(
      """
      insert into state (number, rules, deleted) values (1, ?2, ?1)
      on conflict (number) do update set deleted = max(deleted, ?1)
      """, [.number(revision), .number(limits.rules)])
    return .deleted(revision: revision)
  }

  /// Moves a document from one layout to the next, where it has the revision that the steps are meant for.
  func change(
    _ change: DocumentChange, _ limits: DocumentLimits
  ) throws(SQLiteFailure) -> ChangeOutcome {
    guard let state = try state(change.name, key: change.key) else { return .absent }
    if let record = state.record {
      return record.stepsDigest == change.stepsDigest
        ? .repeated(revision: record.revision, layout: record.layout) : .keyReused
    }
    guard state.head.revision == change.revision else { return .conflict(state.head) }
    let kept = try keep(change.row, replaces: change.replaces)
    if kept == .parentAbsent { return .parentAbsent }
    let (revision, time) = (state.head.revision + 1, Int(csqlite_now()))
    let head = DocumentHead(
      name: change.name, revision: revision, layout: change.row.id, time: time)
    try put(head)
    try append(
      change.name, revision, change.steps == nil ? .replace : .change, layout: change.row.id,
      parent: change.steps == nil ? nil : change.parent, key: change.key,
      digest: change.stepsDigest, steps: change.steps, time: time, limits)
    return .applied(head, kept)
  }

  // MARK: The log

  /// Adds a record, and deletes those that are too many or too long.
  private func append(
    _ name: DocumentName, _ revision: Int, _ kind: LogRecord.Kind, layout: ContentDigest?,
    parent: ContentDigest?, key: String?, digest: ContentDigest?, steps: StoredBody?, time: Int,
    _ limits: DocumentLimits
  ) throws(SQLiteFailure) {
    try run(
      """
      insert into record
      (name, revision, kind, layout, parent, key, digest, time, encoding, length, steps)
      values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """,
      [
        .text(name.text), .number(revision), .number(kind.rawValue), .optional(layout),
        .optional(parent), key.map { .text($0) } ?? .null, .optional(digest), .number(time),
        .number(steps?.isDeflated == true ? 1 : 0), .number(steps?.byteCount ?? 0),
        steps.map { .bytes($0.kept) } ?? .null,
      ])
    try run(
      "delete from record where name = ?1 and revision <= ?2",
      [.text(name.text), .number(revision - limits.recordsMax)])
    try trimLog(of: name, to: revision, addedBytes: steps?.byteCount ?? 0, limits)
  }

  /// Of how many documents it is known about how many bytes their logs have.
  private static let knownLogsMax = 10_000

  /// Deletes the oldest records where all of them have too many bytes. They are counted once in a while, since that
  /// takes as long as the log.
  private func trimLog(
    of name: DocumentName, to revision: Int, addedBytes: Int, _ limits: DocumentLimits
  ) throws(SQLiteFailure) {
    if let known = logBytesMost[name], known + addedBytes <= limits.recordBytesMax {
      logBytesMost[name] = known + addedBytes
      return
    }
    var bytes =
      try number("select sum(length) from record where name = ?1", [.text(name.text)]) ?? 0
    // What is deleted here may be rolled back, so nothing is known then.
    if logBytesMost.count >= SQLiteConnection.knownLogsMax { logBytesMost = [:] }
    logBytesMost[name] = bytes <= limits.recordBytesMax ? bytes : nil
    guard bytes > limits.recordBytesMax else { return }
    var oldest = revision
    try run(
      "select revision, length from record where name = ?1 and revision < ?2 order by revision",
      [.text(name.text), .number(revision)]
    ) { row in
      guard bytes > limits.recordBytesMax else {
        oldest = min(oldest, row.number(0))
        return
      }
      bytes -= row.number(1)
    }
    try run(
      "delete from record where name = ?1 and revision < ?2", [.text(name.text), .number(oldest)])
  }

  /// The records of a document behind a revision, at most so many, and of about so many bytes.
  func records(
    of name: DocumentName, after revision: Int, limit: Int, bytesMax: Int
  ) throws(SQLiteFailure) -> LogAnswer {
    var (records, bytes): ([LogRecord], Int) = ([], 0)
    try run(
      """
      select revision, kind, layout, parent, time, encoding, length, steps from record
      where name = ?1 and revision > ?2 order by revision limit ?3
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
          parent: try row.digest(3), steps: steps, time: row.number(4)))
    }
    let head = try head(name)
    var newest = head?.revision
    if head == nil {
      try run(
        "select revision from record where name = ?1 and kind = 2 order by revision desc limit 1",
        [.text(name.text)]
      ) { row in newest = row.number(0) }
    }
    guard let revision = newest else { return .absent }
    let oldest = try number(
      "select min(revision) from record where name = ?1", [.text(name.text)])
    return .page(
      LogPage(
        records: records, revision: revision, oldest: oldest ?? revision, isDeleted: head == nil))
  }

  /// Forgets the logs of documents that were deleted so long ago, a few at a time; says how many records they had.
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
      try run("delete from record where name = ?1", [.text(name)])
    }
    return count
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
