import LayoutCore
import Testing

@testable import LayoutStore

/// The names of the keys that records were written with.
@Suite("Signatures of records")
struct SignatureTests {
  private let folder = StoreFolder()
  private let feed = DocumentName("feed")!

  /// A place of a store.
  private struct Place {
    let open: () throws -> any Store
    /// Runs SQL and returns the numbers in its rows.
    let run: (String) throws -> [Int]

    /// The revisions of all rows of signatures.
    func signatures() throws -> [Int] {
      try run("select revision from record where name like '@%' order by name, revision")
    }
  }

  private func place(_ kind: StoreKind) throws -> Place {
    guard kind == .database else {
      return Place(
        open: { try kind.open(in: folder) { ($0.recordsMax, $0.signedNamesMax) = (5, 3) } },
        run: { sql in
          var numbers: [Int] = []
          let connection = try SQLiteConnection(folder.file, writes: true, rowBytesMax: 1 << 20)
          try connection.run(sql) { numbers.append($0.number(0)) }
          return numbers
        })
    }
    let server = try #require(PostgreSQLServer.shared)
    let database = server.makeDatabase()
    return Place(
      open: {
        server.open(database) {
          ($0.documents.recordsMax, $0.documents.signedNamesMax) = (5, 3)
        }
      },
      run: { sql in
        let connection = try PostgreSQLConnection(
          server.address(database).parameters(server.address(database).hosts[0]),
          passwordFile: server.passwordFile, until: .now + .seconds(30))
        connection.deadline = .now + .seconds(60)
        try connection.run("set search_path to layoutd")
        return try connection.rows(sql) { $0.number(0) }
      })
  }

  private func write(
    _ store: any Store, _ condition: DocumentWrite.Condition, _ number: Int?, by author: String?,
    of name: DocumentName? = nil
  ) throws {
    let write = DocumentWrite(
      name: name ?? feed, condition: condition, layout: number.map { id($0) },
      row: number.map { layout($0) }, by: author)
    switch try store.written(write) {
    case .done, .deleted: break
    default: Issue.record("it was not written")
    }
  }

  private func change(_ store: any Store, _ revision: Int, by author: String?) throws {
    let change = DocumentChange(
      name: feed, revision: revision, key: "k\(revision)", stepsDigest: id(7),
      steps: revision.isMultiple(of: 2) ? StoredBody([7]) : nil, parent: id(1),
      row: layout(revision + 1, on: 1, depth: 1), by: author)
    guard case .applied = try store.changed(change) else {
      Issue.record("it was not applied")
      return
    }
  }

  private func authors(_ store: any Store, after revision: Int = 0) throws -> [String?] {
    guard case .page(let page) = try store.log(of: feed, after: revision) else { return ["absent"] }
    return page.records.map(\.by)
  }

  @Test("Each record has the name that it was written with, or none", arguments: StoreKind.all)
  func records(_ kind: StoreKind) throws {
    let place = try place(kind)
    let store = try place.open()
    try write(store, .absent, 1, by: "one")
    try change(store, 1, by: nil)
    try change(store, 2, by: "two")
    try write(store, .present, 1, by: "one")
    #expect(try authors(store) == ["one", nil, "two", "one"])
    #expect(try authors(store, after: 2) == ["two", "one"])
    // The log has five records, and no more signatures.
    for revision in 4...9 { try change(store, revision, by: "n\(revision)") }
    #expect(try authors(store) == ["n5", "n6", "n7", "n8", "n9"])
    try write(store, .present, nil, by: "last")
    #expect(try authors(store) == ["n6", "n7", "n8", "n9", "last"])
    // It is the log of another document.
    try write(store, .absent, 1, by: "new")
    #expect(try authors(store) == ["new"])
    store.close(within: .seconds(60))
    if kind != .memory { #expect(try place.signatures() == [12]) }
  }

  @Test("The log of a deleted document is forgotten with its signatures", arguments: StoreKind.all)
  func forgotten(_ kind: StoreKind) throws {
    let place = try place(kind)
    let store = try place.open()
    try write(store, .absent, 1, by: "one")
    try write(store, .present, nil, by: "one")
    #expect(try authors(store) == ["one", "one"])
    try store.collectAll { try authors(store) == ["absent"] }
    store.close(within: .seconds(60))
    if kind != .memory { #expect(try place.signatures().isEmpty) }
  }

  @Test(
    "A release without signatures writes beside this one, and its records have no name",
    arguments: StoreKind.durable)
  func releases(_ kind: StoreKind) throws {
    let place = try place(kind)
    var store = try place.open()
    try write(store, .absent, 1, by: "one")
    try change(store, 1, by: "two")
    let others = (10...30).compactMap { DocumentName("d\($0)") }
    for name in others { try write(store, .absent, 1, by: "one", of: name) }
    // More than one pass looks at, and before the others.
    let kept = (1...7).compactMap { DocumentName("c\($0)") }
    for name in kept { try write(store, .absent, 1, by: "one", of: name) }
    let ones = kept.map { _ in 1 }
    store.close(within: .seconds(60))
    // Such a release limits a log, and deletes documents and forgets their logs, with these statements alone.
    _ = try place.run("delete from record where name = 'feed' and revision <= 1")
    for name in others {
      _ = try place.run("delete from document where name = '\(name.text)'")
      _ = try place.run("delete from record where name = '\(name.text)'")
    }
    #expect(try place.signatures() == ones + others.map { _ in 1 } + [1, 2])
    store = try place.open()
    #expect(try authors(store) == ["two"])
    // A write without a name is that of such a release.
    try change(store, 2, by: nil)
    #expect(try authors(store) == ["two", nil])
    let listed = try store.listed([""], after: nil, limit: 9)
    #expect(listed.map(\.name) == kept + [feed])
    // Writes delete the signatures of records that the log no longer has, and `collect` those without a log.
    try change(store, 3, by: "four")
    #expect(try authors(store) == ["two", nil, "four"])
    #expect(try place.signatures() == ones + others.map { _ in 1 } + [2, 4])
    try write(store, .absent, 1, by: "new", of: others[0])
    try store.collectAll { try place.signatures() == ones + [1, 2, 4] }
    #expect(try authors(store) == ["two", nil, "four"])
    store.close(within: .seconds(60))
    #expect(SQLiteSchema.version == 2 && PostgreSQLSchema.version == 1)
  }
}
