public import LayoutCore

/// Maintenance of a store's database by operators (docs/operations.md#keeping-layouts).
public final class PostgreSQLMaintenance {
  private let connection: PostgreSQLConnection

  /// Connects to a database whose tables this program can read.
  public convenience init(
    _ address: PostgreSQLAddress, passwordFile: String?
  ) throws(StoreUnusable) {
    try self.init(address, passwordFile: passwordFile, checks: true)
  }

  private init(
    _ address: PostgreSQLAddress, passwordFile: String?, checks: Bool
  ) throws(StoreUnusable) {
    connection = try PostgreSQLMaintenance.failing("cannot use \(address)") {
      () throws(PostgreSQLFailure) in
      var words: [String] = []
      for host in address.hosts {
        do throws(PostgreSQLFailure) {
          let connection = try PostgreSQLConnection(
            address.parameters(host), passwordFile: passwordFile, until: .now + .seconds(10))
          if checks { try PostgreSQLSchema.check(connection, raises: false) }
          return connection
        } catch {
          words.append(error.description)
        }
      }
      throw PostgreSQLFailure(kind: .lost, code: "", message: words.joined(separator: "; "))
    }
  }

  /// The time limit of a statement. No request waits for it.
  private static let statementTime = Duration.seconds(3600)

  private static func failing<Value>(
    _ what: String, _ work: () throws(PostgreSQLFailure) -> Value
  ) throws(StoreUnusable) -> Value {
    do throws(PostgreSQLFailure) {
      return try work()
    } catch {
      throw StoreUnusable("\(what): \(error)")
    }
  }

  /// Migrates the tables to the version of this program, as the role that owns them.
  ///
  /// - Returns: The version before, and the version now.
  public static func migrate(
    _ address: PostgreSQLAddress, passwordFile: String?
  ) throws(StoreUnusable) -> (before: Int, now: Int) {
    let store = try PostgreSQLMaintenance(address, passwordFile: passwordFile, checks: false)
    store.connection.deadline = .now + statementTime
    let before = try failing("cannot migrate \(address)") { () throws(PostgreSQLFailure) in
      try PostgreSQLSchema.migrate(store.connection)
    }
    return (before, max(before, PostgreSQLSchema.version))
  }

  /// What a database lacks that `layoutd store migrate` makes, in words; nil if it lacks nothing. Makes one connection,
  /// and writes nothing. Fails if `serve` could not use the database.
  public static func look(
    at address: PostgreSQLAddress, passwordFile: String?
  ) throws(StoreUnusable) -> String? {
    let store = try PostgreSQLMaintenance(address, passwordFile: passwordFile, checks: false)
    return try failing("cannot use \(address)") { () throws(PostgreSQLFailure) in
      try PostgreSQLSchema.look(store.connection).lack
    }
  }

  /// Calls `body` for each layout with those that it is derived from, in the order of the ids. Calls it with nil for a
  /// row that cannot be read, and ends there. O(rows)
  public func visitAll(_ body: ([StoredLayout]?) -> Void) {
    var last: ContentDigest?
    do throws(PostgreSQLFailure) {
      while true {
        connection.deadline = .now + PostgreSQLMaintenance.statementTime
        let ids = try connection.ids(after: last, limit: 1000)
        guard !ids.isEmpty else { return }
        for id in ids {
          let layouts = try connection.chain(id)
          // It may have been deleted meanwhile.
          if !layouts.isEmpty { body(layouts) }
        }
        last = ids.last
      }
    } catch {
      body(nil)
    }
  }

  /// The snapshot of a layout, followed by the steps applied to it; nil if the layout is not stored.
  public func layouts(of id: ContentDigest) throws(StoreUnusable) -> [StoredLayout]? {
    connection.deadline = .now + PostgreSQLMaintenance.statementTime
    let layouts = try PostgreSQLMaintenance.failing("cannot read") {
      () throws(PostgreSQLFailure) in
      try connection.chain(id)
    }
    return layouts.isEmpty ? nil : layouts
  }
}
