import Foundation
import Testing

/// The repository that these files are of.
private enum Clone {
  static let folder = SourceFile.folder.deletingLastPathComponent()
  static let isOne = FileManager.default.fileExists(atPath: folder.appending(path: ".git").path)

  /// The lines that git prints.
  static func git(_ arguments: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    // The clone may belong to another user.
    process.arguments =
      ["git", "-c", "safe.directory=*", "-c", "core.excludesFile=", "-C", folder.path] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map(String.init)
  }
}

@Suite("Files that scripts make", .enabled(if: Clone.isOne, "not a clone"))
struct GeneratedFileTests {
  @Test("No file that .gitignore names is in the repository")
  func tracked() throws {
    #expect(try Clone.git(["ls-files"]).count > 1000)
    #expect(
      try Clone.git(["ls-files", "--cached", "--ignored", "--exclude-per-directory=.gitignore"])
        == [])
  }

  @Test("What a script makes is named by .gitignore")
  func ignored() throws {
    let made = [
      "clients/typescript/bundles/feed.js", "clients/typescript/layout.wasm",
      "clients/typescript/source/steps/tables.ts", "clients/typescript/types/described.ts",
      "deploy/layoutd-replicas.yaml", "deploy/layoutd-single.yaml",
      "docs/reference/dashboard.json", "docs/reference/guide.html",
      "docs/reference/index.html", "docs/reference/openapi.json",
    ]
    let ignored = try Clone.git(["check-ignore", "--no-index"] + made)
    #expect(ignored == made)
  }

  /// A longer file is likely made by a program. The description of the calls is written by hand.
  @Test("No file of the repository has more than 2000 lines")
  func lengths() throws {
    for path in try Clone.git(["ls-files"]) where path != "openapi.yaml" {
      let file = Clone.folder.appending(path: path)
      // What a link leads to is counted in its place.
      let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: file.path)) != nil
      guard !isLink, let data = try? Data(contentsOf: file) else { continue }
      #expect(data.count { $0 == UInt8(ascii: "\n") } <= 2000, "\(path)")
    }
  }
}
