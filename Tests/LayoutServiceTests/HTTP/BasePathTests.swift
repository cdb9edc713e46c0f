import Foundation
import LayoutStore
import LayoutWire
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport
@testable import Resources

@Suite("The path under which a proxy makes the service reachable")
struct BasePathTests {
  private static let base = "/a/layouts"
  private static let snapshot = Array(#"{"sections":[{"items":3}]}"#.utf8)
  private static let json = [("Content-Type", "application/json")]

  private let test: TestService

  init() throws {
    test = try TestService(
      basePath: #require(BasePath(Self.base)),
      store: SQLiteStore(bytesMax: 1 << 20) { _, _ in })
  }

  @Test(
    "It has segments of plain characters, and no path of the service begins like it",
    arguments: [
      ("/layouts", "/layouts"), ("/layouts/", "/layouts"), ("/A-b_c.d~9/x", "/A-b_c.d~9/x"),
      ("/", ""), ("", nil), ("layouts", nil), ("//", nil), ("/a//b", nil), ("/a/../b", nil),
      ("/.", nil), ("/a b", nil), ("/a%20b", nil), ("/ä", nil), ("/a?b", nil), ("/a#b", nil),
      ("https://example.com/a", nil), ("/v1", nil), ("/v1/layouts", nil), ("/docs", nil),
      ("/problems/x", nil), ("/healthz", nil), ("/playground", nil), ("/client", nil),
      ("/openapi.json", nil), ("/v2", "/v2"),
      ("/" + String(repeating: "a", count: 127), "/" + String(repeating: "a", count: 127)),
      ("/" + String(repeating: "a", count: 128), nil),
    ] as [(String, String?)])
  func syntax(text: String, path: String?) {
    #expect(BasePath(text)?.description == path)
  }

  @Test("The service's own paths are answered below it and without it", arguments: ["", base])
  func paths(prefix: String) throws {
    let posted = try test.request(
      "POST", "\(prefix)/v1/layouts", headers: Self.json, body: Self.snapshot)
    let location = try #require(posted.headers["location"])
    #expect(posted.status == 201 && location.hasPrefix("\(Self.base)/v1/layouts/"))
    #expect(try test.get(location).status == 200)
    #expect(try test.get(String(location.dropFirst(Self.base.count))).status == 200)

    let put = try test.request(
      "PUT", "\(prefix)/v1/documents/feed",
      headers: Self.json + [("If-None-Match", "*")],
      body: Array(#"{"snapshot":"#.utf8) + Self.snapshot + Array("}".utf8))
    #expect(put.headers["location"] == "\(Self.base)/v1/documents/feed")
    let led = try test.get("\(prefix)/v1/documents/feed/elements?width=390&rect=0,0,390,800")
    #expect(led.status == 307)
    let target = try #require(led.headers["location"])
    #expect(target.hasPrefix("\(location)/elements?width=390"))
    #expect(try test.get(target).status == 200)

    for path in ["/healthz", "/readyz", "/version", "/metrics", "/openapi.yaml", "/docs", "/"] {
      #expect(try test.get(prefix + path).status == 200, "\(path)")
    }
  }

  @Test("Problems name it in their type and in their advice")
  func problems() throws {
    let missing = try test.get("\(Self.base)/v1/layout")
    #expect(missing.status == 404)
    #expect(try missing.json()["type"]?.string == "\(Self.base)/problems/not-found")
    #expect(missing.text.contains("no path \\\"\(Self.base)/v1/layout\\\""))
    #expect(missing.text.contains("there is \\\"\(Self.base)/v1/layouts\\\""))
    #expect(try test.get("/v1/layout").text.contains("there is \\\"/v1/layouts\\\""))
    let badID = try test.get("\(Self.base)/v1/layouts/undefined")
    #expect(badID.status == 400 && badID.text.contains("not \\\"undefined\\\""))
    for path in [
      "\(Self.base)x/v1/layouts", "/a", "/a/", "/a/layout/", "\(Self.base)/\(Self.base)/",
    ] {
      #expect(try test.get(path).status == 404, "\(path)")
    }
  }

  @Test("Without the slash at its end it leads to the page, whose links are relative")
  func slash() throws {
    let led = try test.get(Self.base)
    #expect(led.status == 307 && led.headers["location"] == "\(Self.base)/")
    #expect(try test.get("\(Self.base)/").text == (try test.get("/").text))
    let closed = try TestService(basePath: #require(BasePath(Self.base)), hasPlayground: false)
    #expect(try closed.get(Self.base).status == 404)
  }

  @Test("Each link of each page leads to an answer below it, or of the root without it")
  func links() throws {
    let pages =
      Resource.all.filter { $0.mediaType.hasPrefix("text/html") && $0.missing == nil }.map(\.path)
      + ["/problems/not-found"]
    #expect(pages.count >= 4)
    let root = try TestService()
    for (service, prefix) in [(test, Self.base), (root, "")] {
      for page in pages {
        let text = try service.get(prefix + page).text
        let url = try #require(URL(string: "http://host\(prefix)\(page)"))
        for match in text.matches(of: /(?:href|src)="([^"#]+)"/) {
          let link = try #require(URL(string: String(match.1), relativeTo: url)?.absoluteURL)
          guard link.host() == "host" else { continue }
          #expect(link.path().hasPrefix("\(prefix)/"), "\(match.1) in \(page)")
          #expect(try service.get(link.path()).status != 404, "\(match.1) in \(page)")
        }
      }
    }
  }

  @Test("No script or style of a page names a path of the root")
  func scripts() throws {
    for file in Resource.all where file.path.hasPrefix("/playground/") {
      let text = String(decoding: file.bytes, as: UTF8.self)
      #expect(
        !text.contains(/(?:from |import\(|url\(|fetch\(|href: |src: )['"`]\//), "\(file.path)")
    }
  }

  @Test(
    "The descriptions of the calls name it as their server",
    .enabled(if: Resource.all.allSatisfy { $0.missing != "script/describe" }),
    arguments: ["/openapi.json", "/openapi.yaml"])
  func description(path: String) throws {
    let plain = try TestService().get(path)
    let based = try test.get(Self.base + path)
    #expect(plain.text.contains("http://127.0.0.1:8080"))
    #expect(
      based.text
        == plain.text.replacingOccurrences(of: "http://127.0.0.1:8080", with: Self.base))
    #expect(based.headers["etag"] != plain.headers["etag"])
    let tag = try #require(based.headers["etag"])
    #expect(try test.get(Self.base + path, ("If-None-Match", tag)).status == 304)
  }
}
