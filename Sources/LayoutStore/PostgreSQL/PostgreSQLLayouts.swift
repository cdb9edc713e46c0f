import LayoutCore

/// The rows of layouts.
extension PostgreSQLConnection {
  private static let columns = "id, parent, depth, rules, used, encoding, length, body"

  /// Inserts a row. If it is already stored, updates its day of use or, with `replaces`, replaces it.
  ///
  /// Every statement here writes, even if the row is known, so that it waits for the standby: the transaction that
  /// inserted the row may not be there yet.
  func keep(
    _ layout: StoredLayout, replaces: Bool = false, isOneStatement: Bool = true
  ) throws(PostgreSQLFailure) -> KeepOutcome {
    if !replaces {
      let known = try number(
        "update layoutd.layout set used = greatest(used, $2) where id = $1 returning depth",
        [.digest(layout.id), .number(layout.used.number)], writes: isOneStatement)
      if let known { return .known(depth: known) }
    }
    let conflict =
      replaces
      ? """
      parent = excluded.parent, depth = excluded.depth, rules = excluded.rules, \
      used = excluded.used, encoding = excluded.encoding, length = excluded.length, \
      body = excluded.body
      """ : "used = greatest(layout.used, excluded.used)"
    // Checks the parent's depth too, so that no chain gets too long to read.
    let found = try rows(
      """
      insert into layoutd.layout (\(PostgreSQLConnection.columns))
      select $1, $2::bytea, $3, $4, $5, $6, $7, $8
      where $2::bytea is null or exists (select from layoutd.layout where id = $2 and depth = $3 - 1)
      on conflict (id) do update set \(conflict) returning depth, xmax = 0
      """, layout.values, writes: isOneStatement
    ) { row in (depth: row.number(0), isNew: row.number(1) == 1) }
    guard let found = found.first else { return .parentAbsent }
    return found.isNew ? .new : .known(depth: found.depth)
  }

  /// Sets the day of use of some rows, except rows with a later day and rows locked by other processes.
  func stamp(_ ids: [ContentDigest], day: Day) throws(PostgreSQLFailure) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32 * ids.count)
    for id in ids {
      for place in 0..<4 {
        for shift in stride(from: 56, through: 0, by: -8) {
          bytes.append(UInt8(truncatingIfNeeded: id.words[place] >> UInt64(shift)))
        }
      }
    }
    try run(
      """
      with given as (
        select substring($1 from 32 * place::int + 1 for 32) as id
        from generate_series(0, octet_length($1) / 32 - 1) as place),
      found as (
        select layout.id from layoutd.layout join given on layout.id = given.id
        where layout.used < $2 for update of layout skip locked)
      update layoutd.layout set used = $2 from found where layout.id = found.id
      """, [.bytes(bytes), .number(day.number)], writes: true)
  }

  /// The bytes of a layout and of the layouts that it is derived from; nil if it is not stored.
  func measure(_ id: ContentDigest) throws(PostgreSQLFailure) -> Int? {
    try rows(
      """
      with recursive chain as (
        select id, parent, octet_length(body) as bytes, 0 as place from layoutd.layout where id = $1
        union all
        select layout.id, layout.parent, octet_length(layout.body), place + 1
        from chain join layoutd.layout on layout.id = chain.parent where place < $2)
      select sum(bytes)::bigint from chain
      """, [.digest(id), .number(StoredLayout.depthMax)]
    ) { row in row.isNull(0) ? nil : row.number(0) }.first ?? nil
  }

  /// A layout with those that it is derived from: a snapshot, followed by the steps applied to it, in order. Empty if
  /// it is not stored.
  func chain(_ id: ContentDigest) throws(PostgreSQLFailure) -> [StoredLayout] {
    try rows(
      """
      with recursive chain as (
        select \(PostgreSQLConnection.columns), 0 as place from layoutd.layout where id = $1
        union all
        select layout.id, layout.parent, layout.depth, layout.rules, layout.used, layout.encoding,
        layout.length, layout.body, place + 1
        from chain join layoutd.layout on layout.id = chain.parent where place < $2)
      select \(PostgreSQLConnection.columns) from chain order by place desc
      """, [.digest(id), .number(StoredLayout.depthMax)]
    ) { (row) throws(PostgreSQLFailure) in
      guard let id = try row.digest(0) else { throw .damaged("a layout has no id") }
      return StoredLayout(
        id: id, parent: try row.digest(1), depth: row.number(2), rules: row.number(3),
        used: Day(number: row.number(4)),
        body: StoredBody(
          byteCount: row.number(6), isDeflated: row.number(5) & 1 == 1, kept: row.bytes(7)))
    }
  }

  /// The next ids after an id, in order.
  func ids(after id: ContentDigest?, limit: Int) throws(PostgreSQLFailure) -> [ContentDigest] {
    try rows(
      "select id from layoutd.layout where $1::bytea is null or id > $1 order by id limit $2",
      [.optional(id), .number(limit)]
    ) { (row) throws(PostgreSQLFailure) in
      guard let id = try row.digest(0) else { throw .damaged("a layout has no id") }
      return id
    }
  }

  /// Deletes the row with an id if nothing needs it.
  ///
  /// Runs in a transaction, so that a delayed deletion cannot take effect after a later write of the row.
  func forget(_ id: ContentDigest) throws(PostgreSQLFailure) {
    do {
      try transact { () throws(PostgreSQLFailure) in
        try run("delete from layoutd.layout where id = $1", [.digest(id)])
        // An earlier call may have deleted it, and that may not be on the standby yet.
        if changedCount == 0 { try waitForStandby() }
        return .commit(())
      }
    } catch {
      if !error.isReference { throw error }
    }
  }

  /// Makes the end of a transaction wait for the standby even if it changes nothing, so that everything it has read is
  /// durable.
  func waitForStandby() throws(PostgreSQLFailure) {
    try run("select pg_logical_emit_message(true, 'layoutd', '')")
  }

  /// Deletes up to `rowsMax` rows last used before a day that nothing needs, and a few logs of documents deleted longer
  /// than `age` ago, with their signatures; if there are none of these, the signatures of a few documents that have no
  /// log. Does nothing if another process is collecting.
  ///
  /// - Parameter seen: The last name of signatures that an earlier call has looked at.
  /// - Returns: The numbers of deleted records and layouts; whether signatures of a document without a log were found;
  ///   and the name after which to look for more of these.
  func collect(
    usedBefore day: Day, rowsMax: Int, bytesMax: Int, deletedFor age: Duration,
    signaturesAfter seen: String, namesMax: Int
  ) throws(PostgreSQLFailure) -> (records: Int, layouts: Int, isStray: Bool, seen: String) {
    try transact { () throws(PostgreSQLFailure) in
      let isAlone = try number(
        "select pg_try_advisory_xact_lock($1)", [.number(PostgreSQLSchema.collectionLock)])
      guard isAlone == 1 else { return .rollBack((0, 0, false, seen)) }
      try run(
        """
        with old as (
          select name, time from layoutd.record
          where kind = 2 and time < \(PostgreSQLConnection.now) - $1 order by time limit 100),
        logs as (
          select name, min(old.time) as time, count(*) as records, sum(length) as bytes
          from old join layoutd.record using (name) group by name),
        chosen as (
          select name, sum(records) over earlier - records as records,
          sum(bytes) over earlier - bytes as bytes
          from logs window earlier as (order by time, name)),
        signatures as (
          delete from layoutd.record using chosen
          where record.name = \(Signatures.name("chosen.name")) and chosen.records < $2 and chosen.bytes < $3)
        delete from layoutd.record using chosen
        where record.name = chosen.name and chosen.records < $2 and chosen.bytes < $3
        """,
        [
          .number(Int(age / .milliseconds(1))), .number(DocumentLimits.forgottenRecords),
          .number(DocumentLimits.forgottenBytes),
        ])
      let records = changedCount
      // Checks the day again: another process may have updated it meanwhile.
      try run(
        """
        with old as (
          select id, used, octet_length(body) as bytes from layoutd.layout
          where used < $1
          and not exists (select from layoutd.layout as child where child.parent = layout.id)
          and not exists (select from layoutd.document where document.layout = layout.id)
          and not exists (select from layoutd.record where record.layout = layout.id)
          order by used limit $2 for update of layout skip locked),
        chosen as (select id, sum(bytes) over (order by used, id) - bytes as before from old)
        delete from layoutd.layout using chosen
        where layout.id = chosen.id and layout.used < $1 and chosen.before < $3
        """, [.number(day.number), .number(rowsMax), .number(bytesMax)])
      let layouts = changedCount
      // Last, because it looks at many names.
      guard records + layouts == 0 else { return .commit((records, layouts, false, seen)) }
      let found = try deleteStraySignatures(after: seen, namesMax: namesMax)
      return .commit((0, 0, found.isStray, found.seen))
    }
  }

  /// Deletes the signatures of a document that has no log (``Signatures``). Looks at up to `namesMax` names after `seen`.
  /// Returns whether it has found any, and the name after which to continue.
  private func deleteStraySignatures(
    after seen: String, namesMax: Int
  ) throws(PostgreSQLFailure) -> (isStray: Bool, seen: String) {
    let found = try rows(
      Signatures.strays("layoutd.record"), [.text(seen), .number(namesMax)]
    ) { row in (last: row.isNull(0) ? nil : row.text(0), stray: row.isNull(1) ? nil : row.text(1)) }
    guard let stray = found.first?.stray else {
      return (false, found.first?.last ?? Signatures.first)
    }
    // The document may have been created meanwhile.
    try run(
      """
      delete from layoutd.record where name = $1
      and not exists (select from layoutd.record as log where log.name = substr($1, 2))
      """, [.text(stray)])
    return (true, stray)
  }

  /// The server's clock, in milliseconds since 1970-01-01.
  static let now = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
}
