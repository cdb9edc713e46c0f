import Foundation
import HTTPServer
import Resources
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("The page at / and its files")
struct PlaygroundTests {
  /// Every one of them.
  static let paths = Resource.all.filter { $0.missing == nil }.map(\.path).filter { path in
    !ReferenceTests.served.contains { $0.0 == path }
  }

  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The paths of all files in a folder and in the folders in it.
  private static func files(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
      !(path as NSString).pathExtension.isEmpty
    }
  }

  let test: TestService

  init() throws { test = try TestService(overSocket: true) }

  @Test("Every file of the folder is served unchanged, with its media type")
  func files() throws {
    let folder = Self.repository.appending(path: "Sources/Resources/Playground")
    let types = [
      "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
      "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml", "webp": "image/webp",
    ]
    let names = try Self.files(in: folder)
    #expect(names.count > 2)
    for name in names {
      let file = folder.appending(path: name)
      let answer = try test.get(name == "index.html" ? "/" : "/playground/\(name)")
      let isSame = answer.body == [UInt8](try Data(contentsOf: file))
      #expect(answer.status == 200 && isSame, "\(name)")
      #expect(answer.headers["content-type"] == types[file.pathExtension], "\(name)")
    }
  }

  @Test(
    "The bundles of the client are served unchanged, and no file of its sources",
    .enabled(if: paths.contains("/client/feed.js"), "script/bundles ran before the build"))
  func client() throws {
    let folder = Self.repository.appending(path: "clients/typescript/bundles")
    let names = try Self.files(in: folder).filter { $0.hasSuffix(".js") && !$0.contains("/") }
    #expect(
      Set(names).isSuperset(of: ["index", "feed", "element", "module", "react"].map { "\($0).js" }))
    for name in names {
      let answer = try test.get("/client/\(name)")
      let isSame = answer.body == [UInt8](try Data(contentsOf: folder.appending(path: name)))
      #expect(answer.status == 200 && isSame, "\(name)")
      #expect(answer.headers["content-type"] == "text/javascript; charset=utf-8", "\(name)")
    }
    try test.expect(test.get("/client/source/feed/Feed.js"), 404, "not-found")
  }

  @Test("Every example is served unchanged, and can be chosen on the page")
  func examples() throws {
    let folder = Self.repository.appending(path: "Sources/Resources/Examples")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    let page = try test.get("/").text
    for name in names {
      #expect(page.contains("<option value=\"\(name.dropLast(".json".count))\">"), "\(name)")
      let answer = try test.get("/playground/\(name)")
      let isSame = answer.body == [UInt8](try Data(contentsOf: folder.appending(path: name)))
      #expect(answer.status == 200 && isSame, "\(name)")
      #expect(answer.headers["content-type"] == "application/json", "\(name)")
    }
  }

  @Test("Browsers fetch nothing from elsewhere, and ask whether a file has changed")
  func headers() throws {
    for path in Self.paths {
      let answer = try test.get(path)
      let policy = try #require(answer.headers["content-security-policy"])
      let directives = policy.components(separatedBy: "; ")
      #expect(directives.first == "default-src 'none'", "\(path)")
      // The pages may compile the WebAssembly module, and nothing else that is no file of theirs.
      let ownScripts = "script-src 'self' 'wasm-unsafe-eval'"
      #expect(directives.contains(ownScripts), "\(path)")
      #expect(
        directives.dropFirst().filter { $0 != ownScripts }
          .allSatisfy { $0.hasSuffix(" 'self'") || $0.hasSuffix(" 'none'") }, "\(path)")
      for name in ["script-src", "connect-src", "base-uri", "form-action", "frame-ancestors"] {
        #expect(directives.contains { $0.hasPrefix("\(name) ") }, "\(path) \(name)")
      }
      #expect(answer.headers["referrer-policy"] == "no-referrer", "\(path)")
      #expect(answer.headers["x-content-type-options"] == "nosniff", "\(path)")
      // What its name says is always the same.
      let isNamedByContent =
        path.hasPrefix("/client/")
        && path.firstMatch(of: /-([0-9a-f]{16}\.wasm|[2-7A-Z]{8}\.js)$/) != nil
      #expect(
        answer.headers["cache-control"]
          == (isNamedByContent ? "public, max-age=31536000, immutable" : "no-cache"), "\(path)")
      #expect(answer.headers["etag"]?.hasPrefix("\"") == true, "\(path)")
    }
  }

  @Test("No two files share a tag")
  func tags() throws {
    let tags = try Self.paths.map { try #require(try test.get($0).headers["etag"], "\($0)") }
    #expect(Set(tags).count == Self.paths.count)
  }

  @Test("A file whose entity tag the browser has is not sent again, in any coding")
  func notModified() throws {
    for path in Self.paths {
      for coding in ["identity", "gzip", "br"] {
        let first = try test.get(path, ("Accept-Encoding", coding))
        let isLong = try test.get(path).body.count > 1024
        let hasBrotli = Resource.all.contains { $0.path == path && $0.brotli != nil }
        let isCoded = (isLong && coding == "gzip") || (hasBrotli && coding == "br")
        #expect(first.headers["content-encoding"] == (isCoded ? coding : nil), "\(path)")
        let tag = try #require(first.headers["etag"])
        for match in [tag, "W/\(tag)", "\"a\", \(tag)", "*"] {
          let answer = try test.get(path, ("Accept-Encoding", coding), ("If-None-Match", match))
          #expect(answer.status == 304, "\(path) \(match)")
          #expect(answer.body.isEmpty, "\(path)")
          for name in ["etag", "cache-control", "vary"] {
            #expect(answer.headers[name] == first.headers[name], "\(path) \(name)")
          }
        }
        let other = try test.get(path, ("If-None-Match", "\"0\""))
        #expect(other.status == 200, "\(path)")
      }
    }
  }

  @Test(
    "The module is sent in brotli, as script/wasm has made it, with a tag of its own",
    .enabled(if: paths.contains("/client/layout.wasm"), "script/wasm ran before the build"))
  func brotli() throws {
    let folder = Self.repository.appending(path: "clients/typescript")
    let path = "/client/layout.wasm"
    func answer(_ accepted: String) throws -> (coding: String?, bytes: [UInt8], tag: String) {
      let answer = try test.get(path, ("Accept-Encoding", accepted))
      #expect(answer.headers["content-type"] == "application/wasm")
      #expect(answer.headers["vary"] == "Accept-Encoding")
      return (answer.headers["content-encoding"], answer.body, try #require(answer.headers["etag"]))
    }
    let plain = try answer("identity")
    #expect(plain.coding == nil)
    let coded = try answer("gzip, deflate, br")
    #expect(coded.coding == "br")
    let made = [UInt8](try Data(contentsOf: folder.appending(path: "layout.wasm.br")))
    let isSame = coded.bytes == made
    #expect(isSame)
    #expect(coded.bytes.count * 5 < plain.bytes.count * 2)
    let gzipped = try answer("gzip, br;q=0.9")
    #expect(gzipped.coding == "gzip")
    #expect(Set([plain.tag, coded.tag, gzipped.tag]).count == 3)
    let (get, head) = (
      try test.get(path, ("Accept-Encoding", "br")),
      try test.request("HEAD", path, headers: [("Accept-Encoding", "br")])
    )
    #expect(head.body.isEmpty && head.lastingHeaders == get.lastingHeaders)
    // A tag of a coding that the client does not accept is none of its answers.
    for (accepted, status) in [("br", 304), ("gzip", 200), ("identity", 200)] {
      let again = try test.get(
        path, ("Accept-Encoding", accepted), ("If-None-Match", coded.tag))
      #expect(again.status == status, "\(accepted)")
    }
    try test.expect(test.get(path + ".br"), 404, "not-found")
  }

  @Test("HEAD has the lines of GET; other methods, parameters and paths are refused")
  func refusals() throws {
    for path in ["/", "/playground/page.css"] {
      let (get, head) = (try test.get(path), try test.request("HEAD", path))
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(head.lastingHeaders == get.lastingHeaders)
      for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = try test.request(method, path)
        try test.expect(answer, 405, "method-not-allowed")
        #expect(answer.headers["allow"] == "GET, HEAD")
      }
      try test.expect(test.get(path + "?a=1"), 400, "bad-parameter")
      #expect(try test.get(path + "?").status == 200)
    }
    for path in [
      "/index.html", "/playground", "/playground/", "/playground/index.html",
      "/playground//page.css",
      "/playground/page.css/", "/playground/../page.css", "/client/", "/playground/page%2Ecss",
      "//",
    ] {
      try test.expect(test.get(path), 404, "not-found", "\(path)")
    }
  }

  @Test("Log and metrics call all of it by one name")
  func names() throws {
    let answers = try ["/", "/playground/page.css"].map { try test.get($0) }
    for answer in answers {
      let record = try test.record(of: answer.headers["x-request-id"])
      #expect(record.route.template == "/playground")
    }
    #expect(
      try test.get("/metrics").text.contains(
        #"layoutd_requests_total{method="GET",route="/playground",status="200"} 2"#))
  }

  @Test("A switched-off playground is an unknown path, also with keys")
  func off() throws {
    let keys = APIKeyRing(
      try APIKeys(file: Array("\(String(repeating: "0", count: 64)) nobody read".utf8)))
    let without = try TestService(hasPlayground: false)
    let closed = try TestService(keys: keys, hasPlayground: false)
    let open = try TestService(keys: keys)
    for path in Self.paths {
      for method in ["GET", "HEAD", "POST"] {
        #expect(try without.request(method, path).status == 404, "\(path)")
      }
      let (page, nothing) = (try closed.get(path), try closed.get("/nothing"))
      try closed.expect(page, 401, "unauthorized")
      var (headers, others) = (page.lastingHeaders, nothing.lastingHeaders)
      (headers["content-length"], others["content-length"]) = (nil, nil)
      #expect(headers == others, "\(path)")
      #expect(try open.get(path).status == 200, "\(path)")
    }
  }
}
