import Foundation
import Testing

@Suite("Rules for all source files")
struct TidyTests {
  /// The files that may contain unsafe code.
  static let unsafeFiles: Set<String> = [
    "HTTPServer/AnswerStream.swift", "HTTPServer/CValues.swift", "HTTPServer/Callbacks.swift",
    "HTTPServer/Exchange.swift", "HTTPServer/MadeRequest.swift", "HTTPServer/Request.swift",
    "HTTPServer/Server.swift", "HTTPServer/System/Probe.swift", "HTTPServer/UnfoldedBody.swift",
    "JSONText/JSONDocument.swift", "JSONText/JSONList.swift", "JSONText/JSONOutput.swift",
    "JSONText/RawText.swift",
    "ContentHash/LibcryptoSHA256.swift", "ContentHash/SHA256.swift",
    "LayoutService/Memory/BodyTag.swift", "LayoutService/Memory/DigestText.swift",
    "LayoutService/Metrics/LazyObjects.swift",
    "LayoutStore/PostgreSQL/PostgreSQLConnection.swift",
    "LayoutStore/SQLite/SQLiteConnection.swift",
    "LayoutStore/SQLite/SQLiteFiles.swift", "LayoutStore/SQLite/SQLiteStatement.swift",
    "LayoutStore/StoredLayout.swift", "LayoutWeb/Exports.swift", "LayoutWeb/NumberInput.swift",
    "Resources/Resource.swift",
    "layoutd/Process/OperatingSystem.swift",
  ]

  let swiftFiles: [SourceFile]

  init() throws {
    swiftFiles = try SourceFile.all(["swift"])
    try #require(swiftFiles.count > 50)
  }

  @Test("Unsafe code stands in these files alone")
  func unsafeWord() {
    let files = swiftFiles.filter { file in
      file.codeLines.contains { line in
        line.split { !$0.isLetter && $0 != "_" }.contains("unsafe")
      }
    }
    #expect(Set(files.map(\.path)) == TidyTests.unsafeFiles)
  }

  @Test("No type is called unsafe without the word")
  func unsafeTypes() {
    for file in swiftFiles where !TidyTests.unsafeFiles.contains(file.path) {
      for word in ["Unsafe", "Unmanaged", "OpaquePointer", "@unchecked"] {
        #expect(!file.codeLines.contains { $0.contains(word) }, "\(word) in \(file.path)")
      }
    }
  }

  @Test("The core imports nothing")
  func core() {
    let core = swiftFiles.filter { $0.target == "LayoutCore" }
    #expect(!core.isEmpty)
    for file in core { #expect(file.imports.isEmpty, "\(file.path)") }
  }

  @Test("Nothing imports Foundation")
  func foundation() {
    for file in swiftFiles {
      #expect(!file.imports.contains { $0.hasPrefix("Foundation") }, "\(file.path)")
    }
  }

  @Test("A target imports from the floors below it only")
  func floors() {
    let system: Set<String> = ["Synchronization", "Dispatch", "Glibc"]
    let floors: [String: Set<String>] = [
      "LayoutCore": [],
      "ContentHash": ["CCrypto", "CSHA256", "LayoutCore"],
      "LayoutSources": ["LayoutCore"],
      "LayoutWeb": ["LayoutCore", "ContentHash", "LayoutSources"],
      "HTTPServer": ["CHTTPServer", "Synchronization", "Glibc"],
      "Resources": ["CResources"],
      "JSONText": ["LayoutCore", "CJSON"],
      "LayoutWire": ["LayoutCore", "LayoutSources", "JSONText"],
      "LayoutDrawing": ["LayoutCore", "JSONText"],
      "LayoutStore": [
        "LayoutCore", "CSQLite", "CPostgreSQL", "CDeflate", "Synchronization", "Dispatch",
      ],
      "LayoutService": [
        "LayoutCore", "ContentHash", "JSONText", "LayoutWire", "LayoutDrawing", "LayoutStore",
        "HTTPServer", "Resources", "CCrypto",
        "Metrics",
        "Synchronization", "Dispatch",
      ],
      "layoutd": system.union([
        "LayoutCore", "ContentHash", "LayoutWire", "LayoutStore", "HTTPServer", "LayoutService",
        "Resources", "ArgumentParser",
        "Logging", "Metrics",
      ]),
      "Benchmarks": system.union([
        "LayoutCore", "ContentHash", "JSONText", "LayoutWire", "HTTPServer", "LayoutService",
        "CReference",
      ]),
    ]
    for file in swiftFiles {
      guard let allowed = floors[file.target] else {
        Issue.record("\(file.path) belongs to no floor")
        continue
      }
      #expect(file.imports.subtracting(allowed).isEmpty, "\(file.path)")
    }
  }

  /// What an app links is the core, what names it and what reads it, and never the service's.
  @Test("The Swift package links whole targets, and files of JSONText")
  func links() throws {
    let package = SourceFile.folder.deletingLastPathComponent()
    let folder = package.appending(path: "clients/swift/Sources")
    let manager = FileManager.default
    var targets: Set<String> = []
    for path in try manager.subpathsOfDirectory(atPath: folder.path) {
      let link = try? manager.destinationOfSymbolicLink(atPath: folder.appending(path: path).path)
      guard let link else { continue }
      if path.hasPrefix("JSONText/") {
        #expect(link == "../../../../Sources/\(path)")
      } else {
        #expect(link == "../../../Sources/\(path)")
        targets.insert(path)
      }
    }
    #expect(targets == ["CSHA256", "LayoutCore", "ContentHash", "LayoutSources", "LayoutWire"])
  }

  @Test("Each C library is included by one target")
  func includes() throws {
    let doors: [String: Set<String>] = [
      "microhttpd.h": ["CHTTPServer"], "simdjson.h": ["CJSON"], "sqlite3.h": ["CSQLite"],
      "libpq-fe.h": ["CPostgreSQL"], "openssl/": ["CCrypto"],
      // For what is sent, and for what is kept.
      "libdeflate.h": ["CHTTPServer", "CDeflate"],
    ]
    for file in try SourceFile.all(["c", "cpp", "h"]) {
      for line in file.lines where line.hasPrefix("#include") {
        for (header, targets) in doors where line.contains(header) {
          #expect(targets.contains(file.target), "\(file.path)")
        }
      }
    }
  }

  @Test("The tests that the workarounds for libmicrohttpd name exist")
  func namedTests() throws {
    let names: Set<String> = ["CHTTPServer/library.c", "CHTTPServer/connection/network.c"]
    let files = try SourceFile.all(["c"]).filter { names.contains($0.path) }
    #expect(files.count == names.count)
    let text = files.map { $0.text.replacing(#/\n *// /#, with: " ") }.joined()
    let folder = SourceFile.folder.deletingLastPathComponent().appending(
      path: "Tests/HTTPServerTests")
    let tests = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    var count = 0
    for suite in text.matches(of: /(\w+Tests): ("[^"]+"(?:, "[^"]+")*)/) {
      let path = try #require(tests.first { $0.hasSuffix("/\(suite.1).swift") })
      let file = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      for name in suite.2.matches(of: /"[^"]+"/) {
        #expect(file.contains(name.0), "\(suite.1): \(name.0)")
        count += 1
      }
    }
    #expect(count > 10)
  }

  @Test("No folder has more than twenty source files")
  func folders() throws {
    let package = SourceFile.folder.deletingLastPathComponent()
    let sources = SourceFile.written.union(["py", "mjs", "ts", "svg"])
    // What builds and script/release make.
    let made = [".build/", "typescript/bundles/"]
    var counts: [String: Int] = [:]
    for root in ["Sources", "Tests", "script", "clients"] {
      let paths = try FileManager.default.subpathsOfDirectory(
        atPath: package.appending(path: root).path)
      for path in paths where !made.contains(where: path.contains) {
        let name = path as NSString
        // The commands in `script` have no extension.
        var isFolder: ObjCBool = false
        let isCommand =
          root == "script" && name.pathExtension.isEmpty
          && FileManager.default.fileExists(
            atPath: package.appending(path: "script/\(path)").path, isDirectory: &isFolder)
          && !isFolder.boolValue
        guard isCommand || sources.contains(name.pathExtension) else { continue }
        counts["\(root)/\(name.deletingLastPathComponent)", default: 0] += 1
      }
    }
    #expect(counts.count > 50)
    for (folder, count) in counts { #expect(count <= 20, "\(folder)") }
  }

  @Test("No source file has more than 500 lines")
  func lengths() throws {
    for file in try SourceFile.all(SourceFile.written) {
      #expect(file.lines.count <= 500, "\(file.path)")
    }
  }

  @Test("Pages fetch nothing from elsewhere and hold no script and no style")
  func pages() throws {
    let files = try SourceFile.all(["html", "css", "js", "svg"])
    #expect(files.contains { $0.path == "Resources/Playground/index.html" })
    for file in files {
      let text = file.text.replacingOccurrences(of: "http://www.w3.org/", with: "")
      for word in ["http:", "https:", "//cdn", "@import", "innerHTML", "eval("] {
        #expect(!text.contains(word), "\(word) in \(file.path)")
      }
      guard file.path.hasSuffix(".html") else { continue }
      #expect(
        !text.contains("<style") && text.firstMatch(of: /\s(style|on[a-z]+)=/) == nil,
        "\(file.path)")
      for script in text.matches(of: /<script[^>]*>([^<]*)/) {
        #expect(script.0.contains(" src=") && script.1.isEmpty, "\(file.path)")
      }
    }
  }

  @Test("No source file has a TODO")
  func leftovers() throws {
    for file in try SourceFile.all(SourceFile.written) {
      for word in ["TO" + "DO", "FIX" + "ME", "HA" + "CK"] {
        #expect(!file.text.contains(word), "\(file.path)")
      }
    }
  }
}
