import Synchronization
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport
@testable import Resources

@Suite("Files that scripts make, in a build without them")
struct MissingFileTests {
  /// A list in the form that the C side has: one file that is there, and one that is missing.
  private static let list = [
    ("/there", "text/css", "a{}"), ("/missing", "", "script/describe"), ("/empty", "text/css", ""),
  ].flatMap { path, mediaType, text in
    let count = withUnsafeBytes(of: UInt64(text.utf8.count)) { Array($0) }
    return Array(path.utf8) + [0] + Array(mediaType.utf8) + [0] + count + Array(text.utf8)
  }

  @Test("A missing file is listed with the script that makes it")
  func listed() {
    let files = MissingFileTests.list.withUnsafeBytes { Resource.list(in: $0) }
    #expect(files.map(\.path) == ["/there", "/missing", "/empty"])
    #expect(files.map(\.missing) == [nil, "script/describe", nil])
    #expect(files.map(\.bytes) == [Array("a{}".utf8), [], []])
  }

  @Test("Its problem says what to run")
  func problem() throws {
    let files = MissingFileTests.list.withUnsafeBytes { Resource.list(in: $0) }
    #expect(files.map { ServedFile.problem(of: $0)?.name } == [nil, .notFound, nil])
    #expect(
      ServedFile.problem(of: files[1])?.detail
        == "This program was built without /missing: run script/describe and build it again.")
    let module = Resource(path: "/client/x.js", mediaType: "", bytes: [], missing: "script/bundles")
    #expect(
      ServedFile.problem(of: module)?.detail.hasSuffix(
        "run script/bundles and build it again, unless script/server has started it.") == true)
  }

  @Test("A file that is made while the program runs is answered in place of its own, as it is then")
  func made() throws {
    let disk = Mutex([
      "layout.wasm": [UInt8](repeating: 0, count: 2000), "layout.wasm.br": [1],
      "module/files.js": [2],
      "module/first-a.wasm": [3], "bundles/element.js": [4], "bundles/chunk-A_B.js": [5],
      "bundles/index.js": [6], "bundles/element.d.ts": [7], "README.md": [8], "module/files.h": [9],
    ])
    let test = try TestService(madeFiles: MadeFiles { path in disk.withLock { $0[path] } })
    let module = try test.get("/client/layout.wasm", ("Accept-Encoding", "br"))
    #expect(module.body == [1] && module.headers["content-type"] == "application/wasm")
    for (path, body) in [
      ("module/files.js", 2), ("element.js", 4), ("chunk-A_B.js", 5), ("index.js", 6),
    ] {
      let answer = try test.get("/client/\(path)")
      #expect(answer.body == [UInt8(body)], "\(path)")
      #expect(answer.headers["content-type"] == "text/javascript; charset=utf-8", "\(path)")
    }
    let first = try test.get("/client/module/first-a.wasm")
    #expect(first.body == [3] && first.headers["cache-control"]?.hasSuffix("immutable") == true)
    for path in [
      "README.md", "element.d.ts", "module/files.h", "module/../README.md", ".js", "x/",
      "bundles/element.js", "module/.x.js",
    ] {
      try test.expect(test.get("/client/\(path)"), 404, "not-found", "\(path)")
    }
    disk.withLock { $0["bundles/element.js"] = [10, 11] }
    #expect(try test.get("/client/element.js").body == [10, 11])
  }

  @Test("Every path of this build is its file, or that problem, whatever a cache asks")
  func answers() throws {
    let test = try TestService()
    for file in Resource.all {
      for match in [("Accept", "*/*"), ("If-None-Match", "*")] {
        let answer = try test.get(file.path, match)
        guard let script = file.missing else {
          #expect(answer.status == (match.0 == "Accept" ? 200 : 304), "\(file.path)")
          continue
        }
        let problem = try test.expect(answer, 404, "not-found", "\(file.path)")
        #expect(problem["detail"]?.string?.contains(script) == true, "\(file.path)")
      }
    }
  }
}
