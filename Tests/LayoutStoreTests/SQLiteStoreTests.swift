import Dispatch
import Foundation
import LayoutCore
import Oracle
import Synchronization
import TestClient
import Testing

@testable import LayoutStore

@Suite("Layouts in an SQLite file")
struct SQLiteStoreTests {
  private let folder = StoreFolder()

  @Test("Writes that come together are done together, and each is told its own outcome")
  func groups() throws {
    let store = try folder.open()
    let outcomes = Mutex<[Int: KeepOutcome]>([:])
    let done = DispatchGroup()
    for number in 0..<1000 {
      done.enter()
      // Every tenth one is there already, and every seventh one lacks its parent.
      let row =
        number % 7 == 3 ? layout(number, on: 5000, depth: 1) : layout(number % 10 == 9 ? 0 : number)
      store.keep(row, replaces: false, until: .now + .seconds(60)) { result in
        outcomes.withLock { $0[number] = try? result.get() }
        done.leave()
      }
    }
    done.wait()
    outcomes.withLock { outcomes in
      for number in 0..<1000 {
        let expected: KeepOutcome =
          number % 7 == 3 ? .parentAbsent : number % 10 == 9 ? .known(depth: 0) : .new
        #expect(outcomes[number] == expected, "\(number)")
      }
    }
    let figures = store.figures
    #expect(figures.groupedWrites == 1000)
    #expect(figures.groups < 1000)
    #expect(figures.calls[.keep]?[nil] == 1000)
    store.close(within: .seconds(60))
  }

  @Test("A queue that is full refuses")
  func limits() throws {
    let store = try folder.open {
      $0.waitingMax = 16
      $0.waitingBytesMax = 1 << 20
    }
    let results = Mutex<[StoreError?: Int]>([:])
    let done = DispatchGroup()
    for number in 0..<2000 {
      done.enter()
      store.keep(
        layout(number, bytes: [UInt8](repeating: 1, count: 1000)), replaces: false,
        until: .now + .seconds(60)
      ) {
        result in
        var error: StoreError?
        if case .failure(let failure) = result { error = failure }
        results.withLock { $0[error, default: 0] += 1 }
        done.leave()
      }
    }
    done.wait()
    results.withLock { results in
      #expect((results[.busy] ?? 0) > 0)
      #expect((results[nil] ?? 0) >= 16)
      #expect(results.values.reduce(0, +) == 2000)
      #expect(results.keys.allSatisfy { $0 == nil || $0 == .busy })
    }
    #expect(eventually { store.figures.waiting == 0 })
    #expect(store.figures.waitingBytes == 0)
    store.close(within: .seconds(60))
    let closed = answer { store.keep(layout(1), replaces: false, until: .now + .seconds(9), $0) }
    #expect(throws: StoreError.unavailable) { try closed.get() }
  }

  @Test("What has been read counts until it is let go of")
  func heldBytes() throws {
    let store = try folder.open { $0.waitingBytesMax = 1 << 20 }
    var generator = SplitMix64(seed: 7)
    let random = generator.bytes(700_000)
    for number in 0..<2 {
      _ = try store.kept(layout(number, bytes: random))
      #expect(eventually { store.figures.waitingBytes == 0 })
    }
    var chain = try store.chain(of: id(0))
    #expect(chain != nil)
    #expect(store.figures.waitingBytes == 700_000)
    #expect(throws: StoreError.busy) { try store.loaded(id(1)) }
    chain = nil
    #expect(eventually { store.figures.waitingBytes == 0 })
    #expect(try store.loaded(id(1)) != nil)
    #expect(eventually { store.figures.waitingBytes == 0 })
    store.close(within: .seconds(60))
  }

  @Test("A store that is full says so, and goes on when there is room")
  func full() throws {
    let store = try folder.open { $0.fileBytesMax = 1 << 20 }
    var generator = SplitMix64(seed: 7)
    let random = generator.bytes(100_000)
    var kept = 0
    #expect(throws: StoreError.full) {
      while kept < 100 {
        _ = try store.kept(layout(kept, bytes: random))
        kept += 1
      }
    }
    #expect((5..<11).contains(kept))
    #expect(store.condition == .working)
    #expect(try store.kept(layout(1000)) == .new)
    try store.forgotten(id(0))
    #expect(try store.kept(layout(1001, bytes: random)) == .new)
    for number in 1..<kept { #expect(try store.loaded(id(number)) != nil) }
    store.close(within: .seconds(60))
  }

  /// Opens a store of 2 MiB, where the logs of deleted documents are kept so long when it is full.
  private func smallStore(_ kind: StoreKind, deletionsKept: Duration) throws -> SQLiteStore {
    var limits = SQLiteStore.Limits()
    limits.fileBytesMax = 2 << 20
    limits.documents.deletionsKeptWhenFull = deletionsKept
    if kind == .memory { return try SQLiteStore(bytesMax: 2 << 20, limits) { _, _ in } }
    return try folder.open { $0 = limits }
  }

  private func write(
    _ name: DocumentName, _ condition: DocumentWrite.Condition, _ row: StoredLayout?,
    in store: SQLiteStore
  ) -> Result<WriteOutcome, StoreError> {
    answer {
      store.write(
        DocumentWrite(name: name, condition: condition, layout: row?.id, row: row),
        until: .now + .seconds(60), $0)
    }
  }

  /// Creates documents with long names until there is no room for the smallest.
  private func fill(_ store: SQLiteStore) throws -> [DocumentName] {
    var generator = SplitMix64(seed: 5)
    var (names, length) = ([DocumentName](), 30_000)
    while length > 0 {
      let bytes = generator.bytes(length)
      let text = String(generator.next(), radix: 36)
      let name = try #require(DocumentName(String(repeating: text, count: 8) + "\(names.count)"))
      switch write(name, .absent, layout(names.count, bytes: bytes), in: store) {
      case .success(.done): names.append(name)
      case .failure(.full): length /= 4
      case let other:
        #expect(Bool(false), "\(other)")
        return names
      }
    }
    return names.shuffled(using: &generator)
  }

  @Test(
    "Every document of a full store can be deleted", arguments: [StoreKind.memory, StoreKind.file])
  func deletionWhenFull(_ kind: StoreKind) throws {
    let store = try smallStore(kind, deletionsKept: .seconds(86_400))
    let names = try fill(store)
    #expect(names.count > 50)
    for name in names {
      guard case .success(.deleted) = write(name, .present, nil, in: store) else {
        return #expect(Bool(false), "\(name.text)")
      }
      #expect(try store.head(of: name) == nil)
    }
    #expect(eventually { store.figures.documents == 0 })
    // No revision is given twice.
    guard case .success(.done(let head, _)) = write(names[0], .absent, layout(0), in: store) else {
      return #expect(Bool(false))
    }
    #expect(head.revision == 3)
    store.close(within: .seconds(60))
  }

  @Test(
    "The logs of deleted documents go before their time where there is no room",
    arguments: [StoreKind.memory, StoreKind.file])
  func forgettingWhenFull(_ kind: StoreKind) throws {
    let store = try smallStore(kind, deletionsKept: .zero)
    let names = try fill(store)
    for name in names { _ = write(name, .present, nil, in: store) }
    func isForgotten(_ name: DocumentName) throws -> Bool {
      if case .absent = try store.log(of: name, after: 1) { true } else { false }
    }
    #expect(try !names.allSatisfy(isForgotten))
    // One that is too long for the store is refused, and what can go goes.
    var generator = SplitMix64(seed: 6)
    let bytes = generator.bytes(3_000_000)
    #expect(throws: StoreError.full) { try store.kept(layout(1_000_000, bytes: bytes)) }
    #expect(eventually { (try? names.allSatisfy(isForgotten)) == true })
    store.close(within: .seconds(60))
  }

  @Test("One process has the store, and its files are its owner's alone")
  func ownership() throws {
    let store = try folder.open()
    let refusal = #expect(throws: StoreUnusable.self) { try folder.open() }
    #expect(refusal?.description == "another process serves \(folder.file)")
    for name in folder.names {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    store.close(within: .seconds(60))
    try folder.open().close(within: .seconds(60))
  }

  @Test(
    "Other files are refused in words",
    arguments: ["text", "program", "version", "tables", "rules"])
  func otherFiles(_ kind: String) throws {
    try folder.open().close(within: .seconds(60))
    if kind == "text" {
      try Data(
        "this is no database, and longer than a header is, which has 100 bytes: 0123456789".utf8
      )
      .write(to: URL(fileURLWithPath: folder.file))
    } else {
      let connection = try SQLiteConnection(folder.file, writes: true, rowBytesMax: 1 << 20)
      try connection.execute(
        [
          "program": "pragma application_id = 7", "version": "pragma user_version = 1000",
          "tables": "create table other (a)", "rules": "update state set rules = 99",
        ][kind]!)
    }
    let refusal = #expect(throws: StoreUnusable.self) { try folder.open() }
    let words = [
      "text": "file is not a database", "program": "another program",
      "version": "written by a newer layoutd", "tables": "other tables",
      "rules": "take the newer one",
    ]
    #expect(refusal?.description.contains(words[kind]!) == true, "\(refusal as Any)")
  }

  @Test("A whole copy that was about to replace the file does so at the next start")
  func wholeCopy() throws {
    var store = try folder.open()
    _ = try store.kept(layout(1))
    store.close(within: .seconds(60))
    try FileManager.default.copyItem(atPath: folder.file, toPath: folder.file + "-whole")
    try Data("half a copy".utf8).write(to: URL(fileURLWithPath: folder.file + "-copy"))
    // Both the file and its log are wrong: neither is looked at.
    for suffix in ["", "-wal"] {
      try Data("damaged".utf8).write(to: URL(fileURLWithPath: folder.file + suffix))
    }
    store = try folder.open()
    #expect(try store.loaded(id(1)) != nil)
    #expect(folder.names.isDisjoint(with: ["layouts.db-whole", "layouts.db-copy"]))
    store.close(within: .seconds(60))
  }

  @Test("A file that a checkpoint failed on in an earlier process is replaced by a copy")
  func distrusted() throws {
    var store = try folder.open()
    _ = try store.kept(layout(1))
    store.close(within: .seconds(60))
    let before = try fileNumber()
    try SQLiteFiles(path: folder.file).distrust()
    store = try folder.open()
    #expect(try fileNumber() != before)
    #expect(try store.loaded(id(1)) != nil)
    #expect(!folder.names.contains("layouts.db-distrusted"))
    store.close(within: .seconds(60))
    let after = try fileNumber()
    try folder.open().close(within: .seconds(60))
    #expect(try fileNumber() == after)
  }

  /// Which file has the name.
  private func fileNumber() throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file)
    return try #require(attributes[.systemFileNumber] as? Int)
  }

  @Test("The file is replaced again where that failed at its very end")
  func replacedAgain() throws {
    let store = try folder.open()
    _ = try store.kept(layout(1))
    store.close(within: .seconds(60))
    let files = SQLiteFiles(path: folder.file)
    try FileManager.default.copyItem(atPath: folder.file, toPath: files.wholeCopy)
    try files.replaceByCopy()
    try files.replaceByCopy()
    let next = try folder.open()
    #expect(try next.loaded(id(1)) != nil)
    next.close(within: .seconds(60))
  }

  @Test("The log is moved into the file, and what is read meanwhile is right")
  func checkpoints() throws {
    let store = try folder.open()
    var generator = SplitMix64(seed: 7)
    let random = generator.bytes(1_000_000)
    for number in 0..<80 { _ = try store.kept(layout(number, bytes: random)) }
    #expect(eventually { store.figures.checkpoints > 0 })
    #expect(try store.loaded(id(79))?.first?.body.kept == random)
    store.close(within: .seconds(60))
    #expect(store.bytesOnDisk.log == 0)
    #expect(store.bytesOnDisk.file > 80_000_000)
  }
}
