import Foundation
import HTTPServer
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport
@testable import Resources

@Suite(
  "The description of the service, as YAML, as JSON and as a page",
  .enabled(
    if: Resource.all.allSatisfy { $0.missing != "script/describe" },
    "script/describe did not run before the build"))
struct ReferenceTests {
  /// Path, file, media type and route of each page.
  static let served = [
    ("/openapi.yaml", "openapi.yaml", "application/yaml", "/openapi.yaml"),
    ("/openapi.json", "docs/reference/openapi.json", "application/json", "/openapi.json"),
    ("/docs", "docs/reference/index.html", "text/html; charset=utf-8", "/docs"),
    ("/docs/guide", "docs/reference/guide.html", "text/html; charset=utf-8", "/docs"),
    ("/docs/page.css", "script/describing/page.css", "text/css; charset=utf-8", "/docs"),
  ]

  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  let test: TestService

  init() throws { test = try TestService(overSocket: true) }

  @Test("Each page is its file, in any coding", arguments: served)
  func files(path: String, file: String, mediaType: String, route: String) throws {
    let answer = try test.get(path)
    let isSame =
      answer.body == [UInt8](try Data(contentsOf: Self.repository.appending(path: file)))
    #expect(answer.status == 200 && isSame)
    #expect(answer.headers["content-type"] == mediaType)
    let coded = try test.get(path, ("Accept-Encoding", "gzip"))
    #expect(coded.headers["content-encoding"] == "gzip")
    #expect(try inflated(coded.body) == answer.body)
    #expect(coded.headers["etag"] != answer.headers["etag"])
  }

  @Test(
    "A release answers the same all its life: caches ask whether it has changed", arguments: served)
  func lifetime(path: String, file: String, mediaType: String, route: String) throws {
    let answer = try test.get(path)
    #expect(answer.headers["cache-control"] == "no-cache")
    let tag = try #require(answer.headers["etag"])
    for match in [tag, "\"other\", W/\(tag)", "*"] {
      let again = try test.get(path, ("If-None-Match", match))
      #expect(again.status == 304 && again.body.isEmpty, "\(match)")
      #expect(again.headers["etag"] == tag && again.headers["cache-control"] == "no-cache")
    }
    #expect(try test.get(path, ("If-None-Match", "\"other\"")).status == 200)
  }

  @Test("Each page needs no key, also without the playground", arguments: served)
  func isOpen(path: String, file: String, mediaType: String, route: String) throws {
    let keys = APIKeyRing(
      try APIKeys(file: Array("\(String(repeating: "0", count: 64)) nobody read".utf8)))
    let closed = try TestService(keys: keys, hasPlayground: false)
    #expect(try closed.get(path).status == 200)
    try closed.expect(closed.get("/docs/"), 401, "unauthorized")
  }

  @Test("Each page is counted and logged by its path", arguments: served)
  func names(path: String, file: String, mediaType: String, route: String) throws {
    let answer = try test.get(path)
    let record = try test.record(of: answer.headers["x-request-id"])
    #expect(record.route.template == route)
    #expect(path.hasPrefix(record.route.template))
  }

  @Test("The page runs no script, loads only its style, and cannot be framed")
  func policy() throws {
    for path in ["/docs", "/docs/guide", "/docs/page.css"] {
      let answer = try test.get(path)
      let policy = try #require(answer.headers["content-security-policy"])
      #expect(
        policy.components(separatedBy: "; ") == [
          "default-src 'none'", "style-src 'self'", "base-uri 'none'", "form-action 'none'",
          "frame-ancestors 'none'",
        ])
      #expect(answer.headers["referrer-policy"] == "no-referrer")
    }
    for path in ["/docs", "/docs/guide"] {
      let page = try test.get(path).text
      #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
      for word in ["<script", "<style", "style=", "src=", "href=\"http", "onclick"] {
        #expect(!page.contains(word), "\(word) in \(path)")
      }
    }
    #expect(!(try test.get("/docs/page.css").text.contains("url(")))
  }

  @Test("Every page leads to the guide")
  func guide() throws {
    let pages = Resource.all.filter { $0.mediaType.hasPrefix("text/html") }.map(\.path)
    #expect(pages.count >= 5)
    for path in pages + ["/problems/not-found", "/problems/conflict"] {
      let text = try test.get(path).text
      // Pages with a script have the links that `frame.js` puts into their menu.
      let hasMenu = text.contains("<script") && text.contains("id=\"menu\"")
      #expect(hasMenu || text.contains(/<a href="[.\/]*docs\/guide"/), "\(path)")
    }
    #expect(try test.get("/playground/page/frame.js").text.contains("'/docs/guide'"))
  }

  @Test("The two descriptions have the same paths, and every route has one")
  func paths() throws {
    let description = try test.json("/openapi.json")
    let yaml = try test.get("/openapi.yaml").text
    let paths = try #require(description["paths"]?.members).map(\.key)
    #expect(paths == yaml.matches(of: /\n  (\/[^\n]*):\n/).map { String($0.1) })
    for route in Route.allCases where route != .other && route != .playground {
      #expect(paths.contains { $0.hasPrefix(route.template) }, "\(route.template)")
    }
  }

  @Test("Similar paths are not found")
  func others() throws {
    for path in ["/docs/", "/docs/index.html", "/docs/page.css/", "/openapi", "/openapi.json/"] {
      try test.expect(test.get(path), 404, "not-found", "\(path)")
    }
    try test.expect(test.get("/docs?a=1"), 400, "bad-parameter")
    let answer = try test.request("POST", "/docs")
    try test.expect(answer, 405, "method-not-allowed")
    #expect(answer.headers["allow"] == "GET, HEAD")
  }
}
