import Dispatch
import Foundation
import LayoutCore
import Oracle
import Synchronization
import TestClient
import Testing

@testable import LayoutStore

@Suite("Layouts in a PostgreSQL database", .enabled(if: PostgreSQLServer.isThere))
struct PostgreSQLStoreTests {
  private let server: PostgreSQLServer
  private let database: String

  init() throws {
    server = try #require(PostgreSQLServer.shared)
    database = server.makeDatabase()
  }

  private func connect(user: String = "layoutd") throws -> PostgreSQLConnection {
    let connection = try PostgreSQLConnection(
      server.address(database, user: user).parameters(server.address(database).hosts[0]),
      passwordFile: user == "layoutd" ? server.passwordFile : server.folder + "/owner",
      until: .now + .seconds(30))
    connection.deadline = .now + .seconds(60)
    return connection
  }

  private func write(
    _ text: String, _ condition: DocumentWrite.Condition, _ number: Int?
  ) throws -> DocumentWrite {
    DocumentWrite(
      name: try #require(DocumentName(text)), condition: condition,
      layout: number.map { id($0) }, row: number.map { layout($0) })
  }

  private func revision(_ outcome: WriteOutcome) -> Int? {
    switch outcome {
    case .done(let head, _): head.revision
    case .deleted(let revision): revision
    case .notMet, .layoutAbsent, .tooMany: nil
    }
  }

  @Test("What one process writes another one sees, and is told of")
  func twoProcesses() throws {
    let (one, two) = (server.open(database), server.open(database))
    let told = Mutex<[String]>([])
    two.follow { name in told.withLock { $0 += name.map { [$0.text] } ?? [] } }
    #expect(try one.kept(layout(1)) == .new)
    #expect(try two.kept(layout(1)) == .known(depth: 0))
    #expect(try two.loaded(id(1))?.count == 1)
    for number in 0...30 {
      let write = try write("feed\(number)", .absent, 1)
      let outcome = try one.written(write)
      #expect(revision(outcome) == 1)
      // Its first look may come later, and tell that any document may have changed.
      if number == 0 { #expect(eventually { two.figures.documents == 1 }) }
    }
    #expect(eventually { told.withLock { Set($0).subtracting(["feed0"]).count == 30 } })
    let head = try two.head(of: DocumentName("feed7")!)
    #expect(head?.layout == id(1))
    one.close(within: .seconds(60))
    two.close(within: .seconds(60))
  }

  @Test("A change that nobody sends a notice of is found")
  func lostNotices() throws {
    let store = server.open(database)
    let told = Mutex<[String]>([])
    store.follow { name in told.withLock { $0.append(name?.text ?? "any") } }
    // A connection of its own sends none.
    let connection = try connect()
    _ = try connection.write(write("a", .absent, 1), DocumentLimits(), prior: nil) { _ in }
    #expect(eventually { store.figures.documents == 1 })
    _ = try connection.write(write("b", .absent, 1), DocumentLimits(), prior: nil) { _ in }
    #expect(eventually { told.withLock { $0.contains("b") } })
    // A deletion, too.
    told.withLock { $0 = [] }
    _ = try connection.write(write("b", .present, nil), DocumentLimits(), prior: nil) { _ in }
    #expect(eventually { told.withLock { $0.contains("b") } })
    // Whoever listens anew does not know what was lost.
    told.withLock { $0 = [] }
    server.command(
      """
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '\(database)' and query like '%pg_snapshot_xip%' and pid <> pg_backend_pid()
      """)
    #expect(eventually { told.withLock { !$0.isEmpty } })
    #expect(told.withLock { Set($0) } == ["any"])
    store.close(within: .seconds(60))
  }

  @Test("A look finds what was written since the last one, whatever numbers transactions have")
  func looks() throws {
    let (writer, reader, other) = (try connect(), try connect(), try connect())
    let owner = try connect(user: "layoutd_owner")
    var place: LogPlace?
    func put(_ name: String, by connection: PostgreSQLConnection) throws {
      let state = try connection.state(DocumentName(name)!, key: nil)
      let condition = state.map { DocumentWrite.Condition.revision($0.head.revision) } ?? .absent
      _ = try connection.write(write(name, condition, 1), DocumentLimits(), prior: nil) { _ in }
    }
    func look(recordsMax: Int = 100) throws -> [String]? {
      let found = try reader.changed(since: place, recordsMax: recordsMax)
      place = found.place
      return found.names?.map { "\($0.name.text) \($0.revision)" }.sorted()
    }
    #expect(try look() == nil)
    #expect(try look() == [])
    try put("a", by: writer)
    #expect(try look() == ["a 1"])
    #expect(try look() == [])
    // A number that a crash gives again: one that was seen, and wrote no record.
    let spent = try #require(try writer.number("select pg_current_xact_id()::text::bigint"))
    #expect(try look() == [])
    try put("b", by: writer)
    try owner.run(
      "update layoutd.record set transaction = $1::text::xid8 where name = 'b'",
      [.text("\(spent)")])
    #expect(try look() == ["b 1"])
    // One transaction runs long: what others write is found once, and what it writes when it ends.
    try other.run("begin")
    let long = try #require(try other.number("select pg_current_xact_id()::text::bigint"))
    try other.run(
      """
      insert into layoutd.record (name, revision, kind, time, encoding, length, token)
      values ('c', 1, 0, 0, 0, 0, 0)
      """)
    for revision in 2...4 {
      try put("a", by: writer)
      #expect(try look() == ["a \(revision)"])
      #expect(place?.running.contains(long) == true)
    }
    try other.run("commit")
    #expect(try look() == ["c 1"])
    // More than a look reads. The next one goes on behind it.
    for _ in 0..<3 { try put("a", by: writer) }
    #expect(try look(recordsMax: 2) == nil)
    try put("b", by: writer)
    #expect(try look(recordsMax: 2) == ["b 2"])
    // Another server, whose numbers are lower. Those of a backup are yet to come.
    place?.newest += 1_000_000
    #expect(try look() == nil)
    try owner.run("update layoutd.record set transaction = '1000000000' where name = 'c'")
    #expect(try look() == [])
    try put("a", by: writer)
    #expect(try look() == ["a 8"])
  }

  @Test("A write whose answer was lost is found by its mark, and never done twice")
  func priorAttempts() throws {
    let connection = try connect()
    func write(
      _ condition: DocumentWrite.Condition, _ number: Int?, prior: PriorAttempt? = nil
    ) throws -> (revision: Int?, noted: PriorAttempt?) {
      var noted: PriorAttempt?
      let outcome = try connection.write(
        self.write("feed", condition, number), DocumentLimits(), prior: prior
      ) { noted = $0 }
      return (revision(outcome), noted)
    }
    let created = try write(.absent, 1)
    #expect(created.revision == 1)
    #expect(try write(.absent, 1, prior: created.noted).revision == 1)
    let replaced = try write(.revision(1), 2)
    #expect(try write(.revision(1), 2, prior: replaced.noted).revision == 2)
    // One that was not done is done now.
    #expect(try write(.revision(2), 3, prior: PriorAttempt(revision: 3, token: 7)).revision == 3)
    // Of one that others have gone past nobody knows.
    let failure = #expect(throws: PostgreSQLFailure.self) {
      _ = try write(.present, 3, prior: PriorAttempt(revision: 3, token: 7))
    }
    #expect(failure?.kind == .unclear)
    let deleted = try write(.revision(3), nil)
    #expect(deleted.revision == 4)
    #expect(try write(.revision(3), nil, prior: deleted.noted).revision == 4)
    let other = #expect(throws: PostgreSQLFailure.self) {
      _ = try write(.absent, 1, prior: PriorAttempt(revision: 1, token: 7))
    }
    #expect(other?.kind == .unclear)
    #expect(try write(.absent, 1).revision == 5)
    let change = DocumentChange(
      name: DocumentName("feed")!, revision: 5, key: "k", stepsDigest: id(9),
      steps: StoredBody([1]), parent: id(1), row: layout(9, on: 1, depth: 1))
    var noted: PriorAttempt?
    for _ in 0..<3 {
      let outcome = try connection.change(change, DocumentLimits(), prior: noted) { noted = $0 }
      guard case .applied(let head, _) = outcome else { return #expect(Bool(false), "\(outcome)") }
      #expect(head.revision == 6)
    }
    let again = try connection.change(change, DocumentLimits(), prior: nil) { _ in }
    guard case .repeated(6, _) = again else { return #expect(Bool(false), "\(again)") }
  }

  @Test("No name ever has a revision twice, whoever creates and deletes at once")
  func revisions() throws {
    let lines = CollectedLines()
    let stores = (0..<2).map { _ in server.open(database, lines: lines) }
    let revisions = Mutex<[String: [Int]]>([:])
    DispatchQueue.concurrentPerform(iterations: 6) { number in
      var generator = SplitMix64(seed: UInt64(number))
      for step in 0..<40 {
        let name = ["a", "b"].randomElement(using: &generator)!
        let condition: DocumentWrite.Condition = step % 2 == 0 ? .absent : .present
        let write = DocumentWrite(
          name: DocumentName(name)!, condition: condition,
          layout: step % 4 == 1 ? nil : id(1), row: layout(1))
        let result = answer { stores[number % 2].write(write, until: .now + .seconds(60), $0) }
        guard case .success(let outcome) = result else {
          Issue.record("\(result) \(lines.all)")
          continue
        }
        if let revision = revision(outcome) {
          revisions.withLock { $0[name, default: []].append(revision) }
        }
      }
    }
    revisions.withLock { revisions in
      for (name, all) in revisions {
        #expect(Set(all).count == all.count, "\(name)")
      }
      #expect(revisions.values.reduce(0) { $0 + $1.count } > 50)
    }
    let count = server.command("select documents from layoutd.state", in: database)
    #expect(server.command("select count(*) from layoutd.document", in: database) == count)
    for store in stores { store.close(within: .seconds(60)) }
  }

  @Test("Each write of a document is done once, whatever connections are cut meanwhile")
  func cutWrites() throws {
    let store = server.open(database) { $0.connections = 2 }
    let isDone = Atomic(false)
    let steps = Atomic(0)
    let cuts = Atomic(0)
    let cutter = DispatchGroup()
    DispatchQueue(label: "cutter").async(group: cutter) { [database] in
      guard let superuser = try? connect(user: "postgres") else { return }
      var next = 0
      while !isDone.load(ordering: .relaxed) {
        // Some writes are done between two cuts.
        eventually { steps.load(ordering: .relaxed) >= next || isDone.load(ordering: .relaxed) }
        superuser.deadline = .now + .seconds(60)
        let count = try? superuser.number(
          """
          select count(pg_terminate_backend(pid)) from (
            select pid from pg_stat_activity where datname = $1 and usename = 'layoutd'
            and (state = 'idle in transaction' or query = 'commit') limit 1) as one
          """, [.text(database)])
        guard let count, count > 0 else { continue }
        cuts.add(count, ordering: .relaxed)
        next = steps.load(ordering: .relaxed) + .random(in: 0...20)
      }
    }
    let feed = try #require(DocumentName("feed"))
    var revision = 0
    for step in 0..<4000 {
      // Where the machine is slow, few writes meet a cut.
      if step >= 200, cuts.load(ordering: .relaxed) >= 5 { break }
      let until = ContinuousClock.now + .seconds(60)
      // Created, changed, replaced, deleted, and so on.
      switch step % 4 {
      case 0:
        let write = try write("feed", .absent, 1)
        let outcome = try answer { store.write(write, until: until, $0) }.get()
        #expect(self.revision(outcome) == revision + 1, "\(step) \(outcome)")
      case 1:
        let change = DocumentChange(
          name: feed, revision: revision, key: nil, stepsDigest: id(2), steps: StoredBody([1]),
          parent: id(1), row: layout(2, on: 1, depth: 1))
        let outcome = try answer { store.change(change, until: until, $0) }.get()
        guard case .applied(let head, _) = outcome, head.revision == revision + 1 else {
          return #expect(Bool(false), "\(step) \(outcome)")
        }
      case 2:
        let write = try write("feed", .revision(revision), 3)
        let outcome = try answer { store.write(write, until: until, $0) }.get()
        #expect(self.revision(outcome) == revision + 1, "\(step) \(outcome)")
      default:
        let write = try write("feed", .revision(revision), nil)
        let outcome = try answer { store.write(write, until: until, $0) }.get()
        #expect(self.revision(outcome) == revision + 1, "\(step) \(outcome)")
      }
      revision += 1
      steps.add(1, ordering: .relaxed)
    }
    isDone.store(true, ordering: .relaxed)
    cutter.wait()
    #expect(cuts.load(ordering: .relaxed) >= 5)
    store.close(within: .seconds(60))
  }

  @Test("A server that accepts no writes is read from, until it accepts them")
  func readOnly() throws {
    let lines = CollectedLines()
    let store = server.open(database, lines: lines)
    #expect(revision(try store.written(write("feed", .absent, 1))) == 1)
    func set(_ change: String) {
      server.command("alter database \(database) \(change)")
      server.command(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = '\(database)'")
    }
    set("set default_transaction_read_only = on")
    let write = try write("feed", .present, 2)
    #expect(throws: StoreError.unavailable) { try store.written(write) }
    for _ in 0..<10 {
      #expect(try store.head(of: DocumentName("feed")!)?.revision == 1)
      #expect(throws: StoreError.unavailable) { try store.written(write) }
    }
    #expect(store.condition == .failed)
    #expect(lines.all.count { $0.contains("accepts no writes") } == 1)
    server.command("alter database \(database) reset default_transaction_read_only")
    #expect(eventually { (try? store.written(write)) != nil })
    #expect(store.condition == .working)
    store.close(within: .seconds(60))
  }

  @Test("Calls end at their deadlines where the server does not answer, and go on when it does")
  func lateServer() throws {
    let store = server.open(database)
    _ = try store.kept(layout(1))
    let blocking = try connect(user: "layoutd_owner")
    try blocking.run("begin")
    try blocking.run("lock table layoutd.layout")
    func outcomes(within time: Duration) -> [StoreError?] {
      let outcomes = Mutex<[StoreError?]>([])
      let done = DispatchGroup()
      for number in 0..<12 {
        done.enter()
        store.keep(layout(number), replaces: false, until: .now + time) { result in
          outcomes.withLock { $0.append(result.failure) }
          done.leave()
        }
      }
      done.enter()
      store.load(id(1), until: .now + time) { result in
        outcomes.withLock { $0.append(result.failure) }
        done.leave()
      }
      done.wait()
      return outcomes.withLock { $0 }
    }
    var time = Duration.milliseconds(150)
    var found: [StoreError?] = []
    // A slow machine begins calls only with more time.
    eventually {
      time *= 2
      found = outcomes(within: time)
      return found.contains(.unknownOutcome)
    }
    #expect(found.count == 13 && Set(found) == [.overdue, .unknownOutcome])
    // Those that had no connection were not begun.
    #expect(found.count { $0 == .unknownOutcome } <= 8)
    try blocking.run("rollback")
    #expect(try store.loaded(id(1)) != nil)
    #expect(store.condition == .working)
    store.close(within: .seconds(60))
  }

  @Test("A queue that is full refuses, and what is read counts until it is let go of")
  func limits() throws {
    let store = server.open(database) {
      $0.waitingMax = 16
      $0.waitingBytesMax = 1 << 20
    }
    var generator = SplitMix64(seed: 7)
    let random = generator.bytes(700_000)
    for number in 0..<2 { _ = try store.kept(layout(number, bytes: random)) }
    #expect(eventually { store.figures.waitingBytes == 0 })
    var chain = try store.chain(of: id(0))
    #expect(chain != nil)
    #expect(eventually { store.figures.waitingBytes == 700_000 })
    #expect(throws: StoreError.busy) { try store.loaded(id(1)) }
    chain = nil
    #expect(try store.loaded(id(1)) != nil)
    let results = Mutex<[StoreError?: Int]>([:])
    let done = DispatchGroup()
    for number in 0..<500 {
      done.enter()
      store.keep(layout(number + 10), replaces: false, until: .now + .seconds(60)) { result in
        results.withLock { $0[result.failure, default: 0] += 1 }
        done.leave()
      }
    }
    done.wait()
    results.withLock { results in
      #expect(Set(results.keys) == [nil, .busy])
      #expect((results[nil] ?? 0) >= 16)
      #expect(results.values.reduce(0, +) == 500)
    }
    #expect(eventually { store.figures.waiting == 0 })
    #expect(store.figures.calls[.keep]?[nil] == results.withLock { ($0[nil] ?? 0) + 2 })
    store.close(within: .seconds(60))
  }

  @Test("Tables of another version are not used until they are as they have to be")
  func otherVersions() throws {
    let view = "create or replace view layoutd.schema_version as select"
    func look() throws -> String? {
      try PostgreSQLMaintenance.look(
        at: server.address(database), passwordFile: server.passwordFile)
    }
    #expect(try look() == nil)
    server.command("\(view) 0::bigint as version", in: database)
    #expect(try look()?.contains("layoutd store migrate makes them") == true)
    server.command("\(view) 99::bigint as version", in: database)
    #expect(throws: StoreUnusable.self) { try look() }
    let lines = CollectedLines()
    let store = PostgreSQLStore(
      server.address(database), passwordFile: server.passwordFile
    ) { _, line in lines.append(line) }
    #expect(eventually { lines.all.contains { $0.contains("a newer layoutd") } })
    #expect(store.condition == .starting)
    #expect(throws: StoreError.unavailable) { try store.kept(layout(1)) }
    // A newer one's next version is as this one needs it.
    server.command("\(view) 2::bigint as version", in: database)
    #expect(eventually { store.condition == .working })
    #expect(try store.kept(layout(1)) == .new)
    store.close(within: .seconds(60))
    for (sql, words) in [
      ("drop view layoutd.schema_version", "has no tables of layoutd"),
      ("\(view) 0::bigint as version", "has no tables of layoutd"),
      ("\(view) 1::bigint as version; update layoutd.state set rules = 99", "take the newer one"),
    ] {
      server.command(sql, in: database)
      server.command("grant select on all tables in schema layoutd to layoutd", in: database)
      let refusal = #expect(throws: StoreUnusable.self) {
        try PostgreSQLMaintenance(server.address(database), passwordFile: server.passwordFile)
      }
      #expect(refusal?.description.contains(words) == true, "\(refusal as Any)")
    }
  }

  @Test("The role that serves writes rows, and changes nothing else")
  func leastPrivilege() throws {
    let connection = try connect()
    for sql in [
      "create table layoutd.other (a int)", "create table public.other (a int)",
      "drop table layoutd.record", "alter table layoutd.layout add column a int",
      "create or replace view layoutd.schema_version as select 9::bigint as version",
      "truncate layoutd.layout", "create schema other",
    ] {
      let failure = #expect(throws: PostgreSQLFailure.self) { try connection.run(sql) }
      #expect(failure?.code == "42501", "\(sql)")
    }
    let failure = #expect(throws: PostgreSQLFailure.self) {
      try connection.run("update layoutd.schema_version set version = 9")
    }
    #expect(failure?.code == "55000")
    server.command(
      "create or replace view layoutd.schema_version as select 0::bigint as version", in: database)
    let refusal = #expect(throws: StoreUnusable.self) {
      try PostgreSQLMaintenance.migrate(
        server.address(database), passwordFile: server.passwordFile)
    }
    #expect(refusal?.description.contains("permission denied") == true, "\(refusal as Any)")
  }

  @Test("The file of the password is read for each connection")
  func passwordFile() throws {
    let role = "rotating_\(database)"
    server.command("create role \(role) login in role layoutd password 'one'")
    let file = NSTemporaryDirectory() + "layoutd-password-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data("one\n".utf8).write(to: URL(fileURLWithPath: file))
    let store = PostgreSQLStore(server.address(database, user: role), passwordFile: file) {
      _, _ in
    }
    #expect(eventually { store.condition == .working })
    #expect(try store.kept(layout(1)) == .new)
    server.command("alter role \(role) password 'two'")
    try Data("two\n".utf8).write(to: URL(fileURLWithPath: file))
    server.command(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = '\(database)'")
    #expect(try store.kept(layout(2)) == .new)
    store.close(within: .seconds(60))
    try FileManager.default.removeItem(atPath: file)
    let refusal = #expect(throws: StoreUnusable.self) {
      try PostgreSQLMaintenance(server.address(database, user: role), passwordFile: file)
    }
    #expect(refusal?.description.contains("cannot read \(file), the file") == true)
    let wrong = #expect(throws: StoreUnusable.self) {
      try PostgreSQLMaintenance.look(
        at: server.address(database, user: role), passwordFile: server.passwordFile)
    }
    #expect(wrong?.description.contains("password authentication failed") == true)
  }
}

extension Result where Failure == StoreError {
  fileprivate var failure: StoreError? {
    if case .failure(let error) = self { error } else { nil }
  }
}

@Suite("What decides where and when PostgreSQL is tried")
struct PostgreSQLSettingsTests {
  @Test("Failures in a row open the breaker, and a success beside the calls closes it")
  func breaker() {
    var breaker = Breaker()
    let start = ContinuousClock.now
    #expect(breaker.isOpen)
    breaker.close()
    let first = (1...4).map { _ in breaker.noteFailure(at: start) }
    #expect(first == [false, false, false, false])
    breaker.noteSuccess(at: start)
    let second = (1...6).map { _ in breaker.noteFailure(at: start) }
    #expect(second == [false, false, false, false, true, false])
    #expect(breaker.isOpen)
    let pauses = (0..<6).map { _ in breaker.nextPause(jitter: 0.5) }
    #expect(pauses == [0.5, 1, 2, 4, 4, 4].map { Duration.seconds($0) })
    breaker.close()
    let shortest = breaker.nextPause(jitter: 0)
    let longest = breaker.nextPause(jitter: 1)
    #expect(shortest == .milliseconds(400))
    #expect((.milliseconds(1199)...(.milliseconds(1201))).contains(longest))
  }

  @Test("Failures that are half of many open the breaker, and old ones do not count")
  func shareOfFailures() {
    var breaker = Breaker()
    breaker.close()
    let start = ContinuousClock.now
    for number in 0..<19 {
      if number % 2 == 1 {
        breaker.noteSuccess(at: start)
      } else if breaker.noteFailure(at: start) {
        Issue.record("\(number)")
      }
    }
    var other = breaker
    let (soon, later) = (
      breaker.noteFailure(at: start), other.noteFailure(at: start + .seconds(11))
    )
    #expect(soon && !later)
  }

  @Test("Addresses are read, told without who connects, and made libpq's parameters")
  func addresses() throws {
    func parameters(_ text: String, _ host: Int = 0) throws -> [String: String] {
      let address = try PostgreSQLAddress(text)
      return Dictionary(uniqueKeysWithValues: address.parameters(address.hosts[host]))
    }
    let text = "postgresql://lay%40out@db1,db2:6432,[::1]:7/some%2Fbase"
    let address = try PostgreSQLAddress(text)
    #expect(address.user == "lay@out")
    #expect(address.database == "some/base")
    #expect(address.hosts.map(\.name) == ["db1", "db2", "::1"])
    #expect(address.hosts.map(\.port) == [5432, 6432, 7])
    #expect("\(address)" == "postgresql://db1,db2:6432,[::1]:7/some/base")
    #expect(!address.isExposed)
    #expect(try parameters(text)["sslmode"] == "verify-full")
    #expect(try parameters(text)["sslrootcert"] == "/etc/ssl/certs/ca-certificates.crt")
    #expect(try parameters(text)["target_session_attrs"] == "primary")
    #expect(try parameters(text, 2)["sslmode"] == "prefer")
    #expect(try parameters("postgresql://u@%2Frun%2Fpg/d")["host"] == "/run/pg")
    #expect(try parameters("postgresql://u@db/d?sslmode=require")["sslmode"] == "require")
    #expect(try PostgreSQLAddress("postgresql://u@db/d?sslmode=require").isExposed)
    #expect(try !PostgreSQLAddress("postgresql://u@127.0.0.1/d?sslmode=disable").isExposed)
    let file = try parameters("postgresql://u@db/d?sslrootcert=%2Fetc%2Fca.pem")
    #expect(file["sslrootcert"] == "/etc/ca.pem" && file["sslmode"] == "verify-full")
  }

  @Test(
    "Other texts are refused in words",
    arguments: [
      ("postgres://u@h/d", "begins with postgresql://"), ("postgresql://h/d", "with a user"),
      ("postgresql://u:secret@h/d", "without a password"), ("postgresql://u@h", "a database"),
      ("postgresql://u@h/", "a database"), ("postgresql://@h/d", "with a user"),
      ("postgresql://u@/d", "HOST:PORT"), ("postgresql://u@a,,b/d", "HOST:PORT"),
      ("postgresql://u@h:0/d", "HOST:PORT"), ("postgresql://u@h:x/d", "HOST:PORT"),
      ("postgresql://u@h/d?options=x", "options are"), ("postgresql://u@h/d?sslmode=no", "sslmode"),
      ("postgresql://u@h/%00", "a database"), ("postgresql://u@h/%ff", "a database"),
      ("postgresql://u@1,2,3,4,5,6,7,8,9/d", "at most 8"),
    ])
  func faults(text: String, words: String) {
    let fault = #expect(throws: PostgreSQLAddress.Failure.self) { try PostgreSQLAddress(text) }
    #expect(fault?.description.contains(words) == true, "\(fault as Any)")
    #expect(fault?.description.contains("secret") == false)
  }
}
