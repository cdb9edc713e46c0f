import Glibc
import LayoutCore
import Synchronization
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutStore

@Suite("What is told of a store")
struct FigureTests {
  private let folder = StoreFolder()

  /// The samples of an exposition, by what stands before their values.
  private func samples(_ metrics: ServiceMetrics) -> [String: Double] {
    let text = metrics.exposition()
    var samples: [String: Double] = [:]
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ")
      samples[String(parts[0])] = Double(parts[1])
    }
    return samples
  }

  @Test("Documents are counted, also those that are there", arguments: StoreKind.all)
  func documents(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    func write(_ name: String, _ condition: DocumentWrite.Condition, _ number: Int?) throws {
      _ = try store.written(try #require(DocumentName(name)), condition, number)
    }
    let metrics = ServiceMetrics()
    metrics.read(from: store)
    func count() -> Double? { samples(metrics)["layoutd_documents"] }
    #expect(count() == 0)
    for name in ["a", "b", "c"] { try write(name, .absent, 1) }
    // Neither of these makes one.
    try write("a", .absent, 1)
    try write("b", .present, 2)
    #expect(eventually { store.figures.documents == 3 })
    #expect(count() == 3)
    try write("a", .present, nil)
    try write("a", .present, nil)
    #expect(eventually { store.figures.documents == 2 })
    #expect(count() == 2)
    // Collecting counts them again.
    store.collect(usedBefore: Day(number: 1))
    #expect(eventually { store.figures.calls[.collect] == [nil: 1] })
    #expect(count() == 2)
    store.close(within: .seconds(60))
    guard kind == .file else { return }
    let again = try folder.open()
    #expect(again.figures.documents == 2)
    again.close(within: .seconds(60))
  }

  @Test("Connections are told of where the store is a database", arguments: StoreKind.all)
  func connections(_ kind: StoreKind) throws {
    let store = try kind.open(in: folder)
    let metrics = ServiceMetrics()
    metrics.read(from: store)
    let rows = ServiceMetrics.Reading.allCases.map(\.rawValue).filter {
      $0.hasPrefix("layoutd_database_")
    }
    #expect(rows.count == 5)
    for row in rows {
      let isThere = samples(metrics).keys.contains { $0 == row || $0.hasPrefix(row + "{") }
      #expect(isThere == (kind == .database), "\(row)")
    }
    store.close(within: .seconds(60))
  }

  @Test(
    "Connections are counted by what they do, and a database that is away is told of",
    .enabled(if: PostgreSQLServer.isThere))
  func database() throws {
    let server = try #require(PostgreSQLServer.shared)
    let database = server.makeDatabase()
    let store = server.open(database)
    let metrics = ServiceMetrics()
    metrics.read(from: store)
    func found(_ row: String) -> Double? { samples(metrics)["layoutd_database_" + row] }
    #expect(eventually { found("listening") == 1 })
    #expect(found("connections_limit") == 4 && found("breaker_open") == 0)
    #expect(found(#"connections{state="idle"}"#) == 1)
    #expect(found(#"connections{state="in_use"}"#) == 0)
    #expect(eventually { found("look_age_seconds").map { $0 < 2 } == true })
    do {
      // A call that waits for a lock has its connection.
      let address = server.address(database)
      let other = try PostgreSQLConnection(
        address.parameters(address.hosts[0]), passwordFile: server.passwordFile,
        until: .now + .seconds(60))
      other.deadline = .now + .seconds(60)
      try other.run("begin")
      try other.run("lock table layoutd.document in access exclusive mode")
      let done = Mutex(false)
      store.document(try #require(DocumentName("a")), until: .now + .seconds(60)) { _ in
        done.withLock { $0 = true }
      }
      #expect(eventually { found(#"connections{state="in_use"}"#) == 1 })
      #expect(found(#"connections{state="idle"}"#) == 0 && !done.withLock { $0 })
      try other.run("rollback")
      #expect(eventually { found(#"connections{state="in_use"}"#) == 0 })
    }
    server.command("alter database \(database) with allow_connections false")
    server.command(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = '\(database)'")
    #expect(
      eventually {
        _ = answer { store.document(DocumentName("a")!, until: .now + .seconds(1), $0) }
        return found("breaker_open") == 1
      })
    #expect(eventually { found("listening") == 0 })
    #expect(eventually { found("look_age_seconds").map { $0 > 2.5 } == true })
    #expect(found(#"connections{state="idle"}"#) == 0)
    server.command("alter database \(database) with allow_connections true")
    #expect(eventually { found("breaker_open") == 0 && found("listening") == 1 })
    store.close(within: .seconds(60))
  }
}
