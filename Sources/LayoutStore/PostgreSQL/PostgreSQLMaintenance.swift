public import LayoutCore

/// What operators do with a store's database (docs/operations.md#keeping-layouts).
public final class PostgreSQLMaintenance {
  private let connection: PostgreSQLConnection

  /// Connects to a database whose tables this program reads.
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

  /// What nobody waits for may take so long.
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

  /// Brings the tables to the version of this program, as the role that owns them.
  ///
  /// - Returns: the version before, and the version now.
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

  /// Hands out each layout with what it is derived from, in the order of the ids; nil for a row that cannot be read,
  /// which ends it. O(rows)
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

  /// A snapshot and the steps on it that make a layout; nil where it is not there.
  public func layouts(of id: ContentDigest) throws(StoreUnusable) -> [StoredLayout]? {
    connection.deadline = .now + PostgreSQLMaintenance.statementTime
    let layouts = try PostgreSQLMaintenance.failing("cannot read") {
      () throws(PostgreSQLFailure) in
      try connection.chain(id)
    }
    return layouts.isEmpty ? nil : layouts
  }
}
