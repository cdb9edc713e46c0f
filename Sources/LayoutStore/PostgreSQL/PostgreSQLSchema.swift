import LayoutCore

/// The tables in the schema `layoutd`, and the requirements for a database.
enum PostgreSQLSchema {
  /// The version of the tables in this program.
  static var version: Int { versions.count }

  /// The statements that each version adds. The previous release must still work with the result, so what it needs is
  /// removed one release later.
  private static let versions: [[String]] = [
    [
      """
      create table layoutd.layout (
        id bytea primary key check (octet_length(id) = 32),
        parent bytea references layoutd.layout (id) check (parent <> id),
        depth bigint not null default 0 check (depth between 0 and 16),
        rules bigint not null,
        used bigint not null,
        encoding bigint not null check (encoding between 0 and 3),
        length bigint not null check (length >= 0),
        body bytea not null
      )
      """,
      // The body is already deflated.
      "alter table layoutd.layout alter body set storage external",
      "create index layout_used on layoutd.layout (used)",
      "create index layout_parent on layoutd.layout (parent) where parent is not null",
      """
      create table layoutd.document (
        name text collate "C" primary key check (length(name) between 1 and 128),
        revision bigint not null check (revision > 0),
        layout bytea not null references layoutd.layout (id),
        time bigint not null
      )
      """,
      "create index document_layout on layoutd.document (layout)",
      """
      create table layoutd.record (
        name text collate "C" not null,
        revision bigint not null check (revision > 0),
        kind bigint not null check (kind between 0 and 2),
        layout bytea references layoutd.layout (id),
        parent bytea,
        key text collate "C",
        digest bytea,
        time bigint not null,
        encoding bigint not null check (encoding between 0 and 1),
        length bigint not null check (length >= 0),
        steps bytea,
        token bigint not null,
        transaction xid8 not null default pg_current_xact_id(),
        primary key (name, revision)
      )
      """,
      "alter table layoutd.record alter steps set storage external",
      "create unique index record_key on layoutd.record (name, key) where key is not null",
      "create index record_layout on layoutd.record (layout) where layout is not null",
      "create index record_transaction on layoutd.record (transaction)",
      "create index record_deleted on layoutd.record (time) where kind = 2",
      """
      create table layoutd.state (
        number bigint primary key check (number = 1),
        rules bigint not null,
        deleted bigint not null default 0,
        documents bigint not null default 0
      )
      """,
      "insert into layoutd.state (number, rules) values (1, 0)",
    ]
  ]

  /// The advisory locks for migrating and for collecting: "lyod", and a number.
  static let migrationLock = 0x6c79_6f64_0001
  static let collectionLock = 0x6c79_6f64_0002
  /// A shared lock of transactions that write documents. Raising the rules locks it exclusively.
  static let rulesLock = 0x6c79_6f64_0003

  /// Refuses a server that may lose acknowledged writes, a database without this program's tables, and one whose
  /// layouts are named by later rules.
  ///
  /// - Parameter raises: Records these rules in the database. Programs with earlier rules then write no documents any
  ///   more.
  static func check(
    _ connection: PostgreSQLConnection, rules: Int = DocumentLimits().recordedRules, raises: Bool
  ) throws(PostgreSQLFailure) {
    let (lack, found) = try look(connection, rules: rules)
    if let lack { throw unusable(lack) }
    guard raises, found < rules, !connection.isReadOnly else { return }
    try connection.transact { () throws(PostgreSQLFailure) in
      // From here on, no transaction with earlier rules is writing a document.
      try connection.run("select pg_advisory_xact_lock($1)", [.number(rulesLock)])
      try connection.run(
        "update layoutd.state set rules = $1 where rules < $1", [.number(rules)])
      return .commit(())
    }
  }

  /// The same without recording rules. Returns what its tables lack, in words, or nil; and the rules of the database.
  static func look(
    _ connection: PostgreSQLConnection, rules: Int = DocumentLimits().recordedRules
  ) throws(PostgreSQLFailure) -> (lack: String?, rules: Int) {
    try checkServer(connection)
    let version = try version(of: connection)
    guard version > 0 else {
      return ("the database has no tables of layoutd; layoutd store migrate makes them", 0)
    }
    guard version >= self.version else {
      let words = "the tables have version \(version), and this program needs \(self.version)"
      return ("\(words); run layoutd store migrate", 0)
    }
    // The next version of the tables, by a newer program, still works.
    guard version <= self.version + 1 else {
      throw unusable(
        "the tables were made by a newer layoutd: their version is \(version), this one's is \(self.version)"
      )
    }
    let found = try connection.number("select rules from layoutd.state where number = 1") ?? 0
    guard found <= rules else {
      throw unusable(
        "the database has layouts of rules \(found), and this layoutd has rules \(rules); take the newer one"
      )
    }
    return (nil, found)
  }

  private static func checkServer(
    _ connection: PostgreSQLConnection
  ) throws(PostgreSQLFailure) {
    let settings = try connection.rows(
      """
      select current_setting('server_version_num')::bigint, current_setting('server_encoding'),
      current_setting('fsync'), current_setting('synchronous_commit'),
      current_setting('synchronous_standby_names') <> '',
      current_setting('transaction_read_only')::boolean
      """
    ) { row in
      (
        version: row.number(0), encoding: row.text(1), syncs: row.text(2), commits: row.text(3),
        hasStandbys: row.number(4) == 1, isReadOnly: row.number(5) == 1
      )
    }
    guard let found = settings.first else { throw unusable("the server says nothing of itself") }
    connection.isReadOnly = found.isReadOnly
    guard found.version >= 130_000 else {
      throw unusable("the server's version is \(found.version / 10_000); 13 is the oldest")
    }
    guard found.encoding == "UTF8" else {
      throw unusable("the database's encoding is \(found.encoding); make it with UTF8")
    }
    guard found.syncs == "on" else {
      throw unusable("the server's fsync is \(found.syncs), so it loses what it acknowledges")
    }
    guard found.commits != "off", !(found.commits == "local" && found.hasStandbys) else {
      throw unusable(
        "the server's synchronous_commit is \(found.commits), so it loses what it acknowledges")
    }
  }

  /// The version of the tables in a database; 0 if there are none.
  private static func version(
    of connection: PostgreSQLConnection
  ) throws(PostgreSQLFailure) -> Int {
    let isThere = try connection.number("select to_regclass('layoutd.schema_version') is not null")
    guard isThere == 1 else { return 0 }
    return try connection.number("select version from layoutd.schema_version") ?? 0
  }

  private static func unusable(_ message: String) -> PostgreSQLFailure {
    PostgreSQLFailure(kind: .lost, code: "", message: message)
  }

  /// Migrates the tables to the version of this program, as their owner. Only one process does so at a time.
  ///
  /// In a database restored on another server, records may have transaction numbers that are still in the future there.
  /// They get the number of this transaction.
  ///
  /// - Returns: The version before.
  static func migrate(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) -> Int {
    try checkServer(connection)
    return try connection.transact { () throws(PostgreSQLFailure) in
      try connection.run("select pg_advisory_xact_lock($1)", [.number(migrationLock)])
      let isThere = try connection.number("select to_regnamespace('layoutd') is not null")
      if isThere != 1 { try connection.run("create schema layoutd") }
      let before = try version(of: connection)
      if before > 0 {
        try connection.run(
          """
          update layoutd.record set transaction = pg_current_xact_id()
          where transaction >= pg_snapshot_xmax(pg_current_snapshot())
          """)
      }
      guard before < version else { return .commit(before) }
      for statement in versions[before...].joined() { try connection.run(statement) }
      // A view of a constant, because no role can change it.
      try connection.run(
        "create or replace view layoutd.schema_version as select \(version)::bigint as version")
      return .commit(before)
    }
  }
}
