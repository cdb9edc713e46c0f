import Testing

@testable import LayoutWire

@Suite("Problems")
struct ProblemTests {
  @Test("Every name has a status and a text", arguments: Problem.Name.allCases)
  func names(_ name: Problem.Name) throws {
    let problem = Problem(name)
    #expect((400...505).contains(problem.status))
    #expect(!problem.detail.isEmpty)
    let document = try JSONDocument(parsing: problem.json())
    #expect(document.count(of: document.root) == 4)
    if ![.badJSON, .badParameter, .layoutNotFound].contains(name) {
      #expect(Problem(status: name.status).name == name)
    }
  }

  @Test("A problem is written with its errors in order")
  func json() {
    let problem = Problem(
      .invalidSnapshot, detail: "Two \"errors\".",
      issues: [
        Problem.Issue(.pointer("/sections/3/items/17/width"), "is negative"),
        Problem.Issue(.parameter("rect"), "has no area"),
      ])
    #expect(
      String(decoding: problem.json(), as: UTF8.self)
        == #"{"type":"/problems/invalid-snapshot","title":"The body is not a snapshot","status":422,"#
        + #""detail":"Two \"errors\".","errors":["#
        + #"{"pointer":"/sections/3/items/17/width","detail":"is negative"},"#
        + #"{"parameter":"rect","detail":"has no area"}]}"#)
  }

  @Test("At most twenty errors are listed")
  func first20() {
    let issues = (0..<30).map { Problem.Issue(.pointer("/\($0)"), "") }
    #expect(Problem(.invalidSnapshot, issues: issues).issues == Array(issues.prefix(20)))
  }

  @Test(
    "A bare status has the problem of its kind", arguments: [400, 402, 417, 499, 500, 502, 503])
  func statuses(_ status: Int) {
    #expect(Problem(status: status).name == (status < 500 ? .badRequest : .unavailable))
  }

  @Test("Unavailable says when to try again")
  func retryAfter() {
    #expect(Problem(.unavailable).retryAfterSeconds == 1)
    #expect(Problem(.unavailable, retryAfterSeconds: 30).retryAfterSeconds == 30)
    #expect(Problem(.notFound).retryAfterSeconds == nil)
  }

  @Test("Text of the client is cut and cannot steer a terminal")
  func quoted() {
    #expect(Problem.quoted("a\"b\\") == #""a\"b\\""#)
    #expect(Problem.quoted("\u{1b}[2J\n\u{202e}") == #""\u{1b}[2J\u{a}\u{202e}""#)
    #expect(Problem.quoted(String(repeating: "é", count: 32)).utf8.count == 66)
    let long = Problem.quoted(String(repeating: "é", count: 33))
    #expect(long == "\"" + String(repeating: "é", count: 32) + "\"…")
  }
}
