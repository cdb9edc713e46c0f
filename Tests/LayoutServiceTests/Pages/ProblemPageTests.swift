import LayoutStore
import LayoutWire
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("The pages of problems")
struct ProblemPageTests {
  let test: TestService

  init() throws {
    test = try TestService(overSocket: true, store: SQLiteStore(bytesMax: 1 << 20) { _, _ in })
  }

  @Test("Every problem has a page that explains it", arguments: Problem.Name.allCases)
  func page(name: Problem.Name) throws {
    let answer = try test.get("/problems/\(name.rawValue)")
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
    #expect(answer.headers["cache-control"] == "no-store")
    let directives = try #require(answer.headers["content-security-policy"])
      .split(separator: ";").map { $0.drop { $0 == " " } }
    #expect(directives.first == "default-src 'none'")
    #expect(directives.allSatisfy { $0.hasSuffix(" 'none'") || $0 == "style-src 'self'" })
    #expect(answer.text.contains(#"<link rel="stylesheet" href="../docs/page.css">"#))
    #expect(answer.text.hasPrefix("<!doctype html>"))
    let heading = name.title
    for part in [
      "<h1>\(heading)</h1>",
      "<code>/problems/\(name.rawValue)</code>, status \(name.status.rawValue)",
      "<h2>Cause</h2>", "<h2>Cure</h2>", "<h2>Example</h2>",
    ] {
      #expect(answer.text.contains(part), "\(part)")
    }
    for other in Problem.Name.allCases where other != name {
      #expect(answer.text.contains("href=\"\(other.rawValue)\""))
    }
    for code in Problem.Code.allCases {
      let isExplained = answer.text.contains("<code>\(code.rawValue)</code>")
      #expect(isExplained == name.codes.contains(code), "\(code)")
    }
    #expect(!answer.text.contains("<script") && !answer.text.contains("style="))
    #expect(try test.request("HEAD", "/problems/\(name.rawValue)").status == 200)
  }

  @Test("The example on a page is answered with its problem", arguments: Problem.Name.allCases)
  func example(name: Problem.Name) throws {
    let example = name.explanation.example
    guard example.condition == nil else { return }
    let client = try test.connect()
    client.send(
      example.text.split(separator: "\n", omittingEmptySubsequences: false).joined(
        separator: "\r\n"))
    let answer = try #require(client.answer())
    try test.expect(answer, name.status.rawValue, name.rawValue)
    #expect(try answer.json()["errors"] == nil || !name.codes.isEmpty)
  }

  @Test("Of counts that differ it is given which one the steps make")
  func counts() throws {
    let page = try test.get("/problems/invalid-change").text
    let sentence = """
      differs: expected is what the steps of a plan make, or what the layout has; given is what the \
      body has
      """
    #expect(page.contains("The number of sections \(sentence)"))
    #expect(page.contains("The number of items of a section \(sentence)"))
    for (after, texts) in [
      ("[4]", ["has 4 items, the steps make 3", #""expected":3,"given":4"#]),
      ("[3,1]", ["has 2 sections, the steps make 1", #""expected":1,"given":2"#]),
    ] {
      let answer = try test.post(
        text: #"{"counts":[3],"steps":[],"after":\#(after)}"#, to: "/v1/plans")
      for text in texts { #expect(answer.text.contains(text), "\(answer.text)") }
    }
  }

  @Test("Most examples are whole requests")
  func wholeExamples() {
    let whole = Problem.Name.allCases.filter { $0.explanation.example.condition == nil }
    #expect(whole.count >= 13)
  }

  @Test(
    "A name that no problem has leads nowhere",
    arguments: ["", "Bad-JSON", "bad-json/", "nothing", "bad%2Djson", "..", "bad-json%20"])
  func unknown(name: String) throws {
    try test.expect(test.get("/problems/\(name)"), 404, "not-found")
  }

  @Test("Problem pages need no key, take no parameters, and have GET and HEAD only")
  func open() throws {
    try test.expect(test.get("/problems/bad-json?x=1"), 400, "bad-parameter")
    let answer = try test.request("DELETE", "/problems/bad-json")
    try test.expect(answer, 405, "method-not-allowed")
    #expect(answer.headers["allow"] == "GET, HEAD")
    try test.expect(test.get("/problems"), 404, "not-found")
    let digest = String(repeating: "0", count: 64)
    let keys = APIKeyRing(try APIKeys(file: Array("\(digest) a read\n".utf8)))
    let closed = try TestService(keys: keys)
    #expect(try closed.get("/problems/bad-json").status == 200)
    try closed.expect(closed.get("/problems/nothing"), 404, "not-found")
    try closed.expect(closed.get("/nothing"), 401, "unauthorized")
  }
}
