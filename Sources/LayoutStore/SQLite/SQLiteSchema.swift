import LayoutCore

/// The setup of a file, and the requirements for it.
enum SQLiteSchema {
  /// "lyod". Files of other programs are refused.
  static let applicationID = 0x6c79_6f64
  /// The version of the tables in this program.
  static var version: Int { versions.count }
  static let pageBytes = 16384

  /// The statements that each version adds, begun in the form in which SQLite records them, for comparison.
  private static let versions: [[String]] = [
    [
      """
      CREATE TABLE layout (
        number integer primary key,
        id blob not null unique check (length(id) = 32),
        parent blob references layout (id) check (parent <> id),
        depth integer not null default 0 check (depth between 0 and 16),
        rules integer not null,
        used integer not null,
        encoding integer not null check (encoding between 0 and 3),
        length integer not null check (length >= 0),
        body blob not null
      ) strict
      """,
      "CREATE INDEX layout_used on layout (used)",
      "CREATE INDEX layout_parent on layout (parent) where parent is not null",
    ],
    [
      """
      CREATE TABLE document (
        name text primary key check (length(name) between 1 and 128),
        revision integer not null check (revision > 0),
        layout blob not null references layout (id),
        time integer not null
      ) strict, without rowid
      """,
      "CREATE INDEX document_layout on document (layout)",
      """
      CREATE TABLE record (
        name text not null,
        revision integer not null check (revision > 0),
        kind integer not null check (kind between 0 and 2),
        layout blob references layout (id),
        parent blob,
        key text,
        digest blob,
        time integer not null,
        encoding integer not null check (encoding between 0 and 1),
        length integer not null check (length >= 0),
        steps blob
      ) strict
      """,
      "CREATE UNIQUE INDEX record_revision on record (name, revision)",
      "CREATE INDEX record_key on record (name, key) where key is not null",
      "CREATE INDEX record_layout on record (layout)",
      "CREATE INDEX record_deleted on record (time) where kind = 2",
      """
      CREATE TABLE state (
        number integer primary key check (number = 1),
        rules integer not null,
        deleted integer not null default 0
      ) strict
      """,
    ],
  ]

  /// The settings of each connection. The writer's own settings come first.
  private static let pragmas = """
    pragma foreign_keys = on;
    pragma cell_size_check = on;
    pragma mmap_size = 0;
    pragma cache_size = -16000;
    pragma temp_store = memory;
    """

  /// Opens a read-only connection with its settings.
  static func reader(
    _ path: String, rowBytesMax: Int, isAlone: Bool = false
  ) throws(SQLiteFailure) -> SQLiteConnection {
    let connection = try SQLiteConnection(
      path, writes: false, rowBytesMax: rowBytesMax, isAlone: isAlone)
    try connection.execute(pragmas)
    return connection
  }

  /// Opens the connection that writes, with its settings. A new file gets its tables.
  ///
  /// - Parameter fileBytesMax: The greatest size of the file, in bytes; nil for no limit.
  static func writer(
    _ path: String, rowBytesMax: Int, fileBytesMax: Int?
  ) throws(SQLiteFailure) -> SQLiteConnection {
    let connection = try SQLiteConnection(path, writes: true, rowBytesMax: rowBytesMax)
    let pagesMax = fileBytesMax.map { max(16, $0 / pageBytes) } ?? 0xffff_fffe
    // The page size can be set only before there are tables. Deleted data is not zeroed: that would write as many bytes
    // as storing it did.
    try connection.execute(
      """
      pragma page_size = \(pageBytes);
      pragma journal_mode = wal;
      pragma synchronous = \(SQLiteSchema.synchronous);
      pragma secure_delete = fast;
      pragma max_page_count = \(pagesMax);
      \(pragmas)
      """)
    return connection
  }

  /// FULL: each commit is on disk before it is acknowledged.
  private static let synchronous = "full"

  /// Creates the tables of a new file, and adds those missing in a file of an older version. Refuses a file of another
  /// program or of a newer version.
  ///
  /// - Parameter migrates: Whether it creates tables.
  /// - Returns: The version before.
  @discardableResult
  static func check(
    _ connection: SQLiteConnection, _ path: String, migrates: Bool = true
  ) throws(StoreUnusable) -> Int {
    do throws(SQLiteFailure) {
      let (id, version) = (
        try connection.number("pragma application_id") ?? 0,
        try connection.number("pragma user_version") ?? 0
      )
      let tableCount = try connection.number("select count(*) from sqlite_schema") ?? 0
      let isNew = id == 0 && version == 0 && tableCount == 0
      guard isNew || id == applicationID else {
        throw refused("\(path) is a database of another program")
      }
      guard version <= versions.count else {
        throw refused(
          "\(path) was written by a newer layoutd: its version is \(version), this one reads \(versions.count)"
        )
      }
      var found: Set<String> = []
      try connection.run(
        "select sql from sqlite_schema where sql is not null and name not like 'sqlite_%'"
      ) { found.insert($0.text(0)) }
      guard found == Set(versions[..<version].joined()) else {
        throw refused("\(path) has other tables than layoutd makes")
      }
      guard migrates, version < versions.count else { return version }
      try connection.execute(
        """
        begin immediate;
        \(versions[version...].joined().joined(separator: ";\n"));
        pragma application_id = \(applicationID);
        pragma user_version = \(versions.count);
        commit;
        """)
      return version
    } catch {
      throw StoreUnusable(
        error.code == refusal ? error.message : "cannot open \(path): \(error)")
    }
  }

  /// Refuses a file whose newest layouts were named by later rules, because this program gives other answers. Otherwise
  /// records this program's rules, if `records` is true.
  static func checkRules(
    _ connection: SQLiteConnection, _ path: String, _ rules: Int, records: Bool = true
  ) throws(StoreUnusable) {
    do throws(SQLiteFailure) {
      let found = try connection.number("select rules from state") ?? 0
      guard found <= rules else {
        throw refused(
          "\(path) has layouts of rules \(found), and this layoutd has rules \(rules); take the newer one"
        )
      }
      guard records, found < rules else { return }
      try connection.run(
        """
        insert into state (number, rules) values (1, ?1) on conflict (number) do update set rules = ?1
        """, [.number(rules)])
    } catch {
      // If the disk is full, a later start records them.
      if error.kind == .full { return }
      throw StoreUnusable(error.code == refusal ? error.message : "cannot open \(path): \(error)")
    }
  }

  // A refusal is thrown as a failure with a code that SQLite does not use.
  private static let refusal = -1

  private static func refused(_ message: String) -> SQLiteFailure {
    SQLiteFailure(kind: .other, code: refusal, message: message)
  }
}
