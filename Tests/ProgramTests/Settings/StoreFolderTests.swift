import Foundation
import Testing

/// Goal: whoever misspells the folder of a store learns so before the start makes it.
@Suite("The folder of a store") struct StoreFolderTests {
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
  }
}
