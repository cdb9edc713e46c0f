import Foundation
import Testing

/// Goal: whoever misspells the place of a store learns so before the start.
@Suite("The place of a store") struct StoreFolderTests {
  @Test(
    "--check-config says that a folder is to be made, makes none, and ends with 1 where it could not"
  )
  func check() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "layoutd-folder-\(UUID().uuidString)"
    ).path
    func check(_ folder: String) throws -> (status: Int32, output: String, errors: String) {
      let end = try Program([
        "serve", "--check-config", "--listen", "127.0.0.1:0", "--store",
        "sqlite:\(folder)/layouts.db",
      ]).end()
      return (end.status, end.output, end.errors)
    }
    let missing = try check(folder)
    #expect(missing.status == 0)
    #expect(
      missing.output.contains(
        "the folder \(folder) is not there; the start makes it, and the store is empty\n"))
    #expect(!FileManager.default.fileExists(atPath: folder))

    let deep = try check(folder + "/below")
    #expect(deep.status == 1 && deep.errors.contains("cannot make the folder \(folder)/below"))

    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let there = try check(folder)
    #expect(there.status == 0 && !there.output.contains("is not there"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)

    // A file that is there is opened, and nothing is made beside it.
    let file = folder + "/layouts.db"
    let program = try Program(["serve", "--listen", "127.0.0.1:0", "--store", "sqlite:\(file)"])
    _ = try program.port()
    #expect(try check(folder).status == 0)
    program.send(SIGTERM)
    #expect(program.end().status == 0)
    for name in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + name) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(try check(folder).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == names)
    try Data("no database".utf8).write(to: URL(fileURLWithPath: file))
    let other = try check(folder)
    #expect(other.status == 1 && other.errors.contains("cannot open \(file): "), "\(other)")
  }

  @Test("--check-config ends with 1 where a password or a database cannot be had")
  func database() throws {
    for (options, reason) in [
      ([], "refused"),
      (
        ["--store-password-file", "/nowhere/password"],
        "cannot read /nowhere/password, the file of the password: No such file or directory"
      ),
    ] {
      let end = try Program(
        [
          "serve", "--check-config", "--listen", "127.0.0.1:0", "--store",
          "postgresql://layoutd@127.0.0.1:1/layoutd",
        ] + options
      ).end()
      #expect(end.status == 1 && end.errors.contains(reason), "\(end)")
    }
  }
}
