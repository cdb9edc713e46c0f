import JSONText
import Testing

@testable import LayoutWire

@Suite("Problems")
struct ProblemTests {
  @Test("Every name has a status and a text", arguments: Problem.Name.allCases)
  func names(_ name: Problem.Name) throws {
    let problem = Problem(name)
    #expect((400...507).contains(problem.status))
    #expect(!problem.detail.isEmpty)
    let document = try JSONDocument(parsing: problem.json())
    #expect(document.count(of: document.root) == 4)
    let notFirst: [Problem.Name] = [
      .badJSON, .badParameter, .layoutNotFound, .invalidChange, .invalidDiff, .unexpectedResult,
      .cannotLayOut, .storedLayoutDamaged, .storeUnavailable, .documentNotFound, .keyReused,
    ]
    if !notFirst.contains(name) {
      #expect(Problem(status: problem.status).name == name)
    }
  }

  @Test("A problem is written with its errors in order")
  func json() {
    let problem = Problem(
      .invalidSnapshot, detail: "Two \"errors\".",
      issues: [
        Problem.Issue(.pointer("/sections/3/items/17/width"), .outOfRange, "is negative"),
        Problem.Issue(.parameter("rect"), .missing, "has no area"),
      ])
    #expect(
      String(decoding: problem.json(), as: UTF8.self)
        == #"{"type":"/problems/invalid-snapshot","title":"The body is not a snapshot","status":422,"#
        + #""detail":"Two \"errors\".","errors":["#
        + #"{"pointer":"/sections/3/items/17/width","code":"out-of-range","detail":"is negative"},"#
        + #"{"parameter":"rect","code":"missing","detail":"has no area"}]}"#)
  }

  @Test("At most twenty errors are listed")
  func first20() {
    let issues = (0..<30).map { Problem.Issue(.pointer("/\($0)"), .missing, "") }
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

  /// Characters that turn, hide or steer in a terminal: C0 and C1 controls, marks of direction, joiners, fillers.
  static let unseenScalars: [Unicode.Scalar] =
    (0..<0x20).map { Unicode.Scalar(UInt8($0)) } + (0x7F...0x9F).map { Unicode.Scalar(UInt8($0)) }
    + [
      "\u{AD}", "\u{61C}", "\u{115F}", "\u{180E}", "\u{200B}", "\u{200E}", "\u{200F}",
      "\u{2028}", "\u{2029}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}",
      "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{E000}", "\u{FEFF}", "\u{FFF9}",
      "\u{1D173}", "\u{E0041}", "\u{10FFFF}",
    ]

  private static let unseen = Set(unseenScalars)

  private func hasUnseen(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: Self.unseen.contains)
  }

  @Test("No text of a client puts an unseen character into a problem", arguments: unseenScalars)
  func unseen(_ scalar: Unicode.Scalar) throws {
    let escape = scalar.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
    let key = "a\(escape)b"
    var problems = [
      "{\"sections\":[],\"\(key)\":1}", "{\"sections\":[],\"\(key)\":1,\"\(key)\":2}",
      "{\"sections\":[{\"id\":{\"\(key)\":{\"x\":1,\"x\":2}}}]}",
      "{\"sections\":[],\"engine\":\"\(key)\"}", "{\"sections\":[{\"metrics\":{\"\(key)\":1}}]}",
    ].compactMap { LayoutWireTests.problem($0) }
    #expect(problems.count == 5)
    let encoded =
      "a"
      + Array(String(scalar).utf8).map {
        ($0 < 16 ? "%0" : "%") + String($0, radix: 16)
      }.joined() + "b"
    for query in ["\(encoded)=1", "width=\(encoded)", "format=\(encoded)", encoded] {
      do throws(Problem) {
        _ = try QueryParameters(
          query, allowed: QueryParameters.Name.allCases)
      } catch { problems.append(error) }
    }
    #expect(problems.count == 9)
    for problem in problems {
      #expect(!hasUnseen(problem.detail))
      #expect(problem.issues.allSatisfy { !hasUnseen($0.detail) })
      let json = problem.json()
      #expect(!hasUnseen(String(decoding: json, as: UTF8.self)))
      // The pointer says exactly which key it is.
      let document = try JSONDocument(parsing: json)
      let again = try JSONPointersOfProblem(document)
      #expect(again.places == problem.issues.map(\.place.text))
    }
    let pointed = try #require(problems.first).issues.map(\.place.text)
    #expect(pointed == ["/a\(scalar)b"])
  }

  @Test("A pointer ends before a key that is too long, and a detail is short in any case")
  func longKeys() {
    let long = String(repeating: "k", count: 1000)
    let problem = LayoutWireTests.problem(
      #"{"sections":[{"id":{"\#(long)":{"b":1,"b":2}}}]}"#)
    #expect(problem?.pointers == ["/sections/0/id"])
    #expect(
      LayoutWireTests.problem(#"{"sections":[{"\#(long)":1,"\#(long)":2}]}"#)?.pointers
        == ["/sections/0"])
    let deep = (0..<12).reduce(#"{"b":1,"b":2}"#) { inner, _ in
      "{\"\(String(repeating: "\u{9F}", count: 32))\":\(inner)}"
    }
    let nested = LayoutWireTests.problem(deep)
    #expect(nested?.pointers.first?.utf8.count == 12 * 65 + 2)
    #expect(nested?.detail.utf8.count ?? .max < 1200)
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

/// The places that a problem's JSON names.
private struct JSONPointersOfProblem {
  var places: [String] = []

  init(_ document: JSONDocument) throws {
    var members = document.contents(of: document.root)
    while let key = document.next(&members), let value = document.next(&members) {
      guard document.string(key) == "errors" else { continue }
      var errors = document.contents(of: value)
      while let error = document.next(&errors) {
        var members = document.contents(of: error)
        while let key = document.next(&members), let value = document.next(&members) {
          if ["pointer", "parameter"].contains(document.string(key)) {
            places.append(try #require(document.string(value)))
          }
        }
      }
    }
  }
}

extension Problem.Issue.Place {
  fileprivate var text: String {
    switch self {
    case .pointer(let text), .parameter(let text): text
    }
  }
}
