import Foundation
import Testing

@Suite("docs/scripts.md")
struct ScriptTests {
  /// The first cells of the table below a heading.
  private func rows(_ heading: String) throws -> [String] {
    let page = try Repository.read.get().first { $0.path == "docs/scripts.md" }
    let part = try #require(page?.text.split(separator: "# \(heading)\n").last)
    return part.prefix(upTo: part.firstRange(of: "\n#")?.lowerBound ?? part.endIndex)
      .matches(of: /\n\| `([^`]+)`/).map { String($0.1) }
  }

  /// The files below a folder of the repository, or the folders there that have a file of this name.
  private func names(in path: String, with file: String? = nil) throws -> [String] {
    let folder = Repository.folder.appending(path: path)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
      let inner = folder.appending(path: name).path
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: inner, isDirectory: &isFolder) else {
        return false
      }
      guard let file else {
        return !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: inner)
      }
      return FileManager.default.fileExists(atPath: "\(inner)/\(file)")
    }.sorted()
  }

  @Test("It has a row for every command in script/, and no other")
  func commands() throws {
    let commands = try names(in: "script").map { "script/\($0)" }
    #expect(try rows("The scripts").sorted() == commands)
    #expect(commands.count <= 15)
  }

  @Test("It has a row for every group of tests, and no other")
  func groups() throws {
    let groups = try names(in: "Tests/Program", with: "__init__.py")
    #expect(groups.count > 5)
    #expect(try rows("Tests of the program").sorted() == groups)
  }

  @Test("Every script that a file names exists")
  func named() throws {
    var count = 0
    for file in try Repository.read.get() where file.path != "CHANGELOG.md" {
      for match in file.text.matches(of: /\bscript(?:\/[A-Za-z0-9_-]+)+(?:\.[a-z]+)?/) {
        count += 1
        #expect(Repository.exists(String(match.0)), "\(match.0) in \(file.path)")
      }
    }
    #expect(count > 100)
  }
}
