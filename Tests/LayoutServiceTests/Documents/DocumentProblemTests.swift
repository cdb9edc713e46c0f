import LayoutStore
import LayoutWire
import Oracle
import TestClient
import Testing

@testable import HTTPServer
@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Problems of documents")
struct DocumentProblemTests {
  /// A service with a document at revision 2, whose store fails where a request says so.
  private final class Setting {
    let store = FaultyStore()
    let service: TestService
    let layout: String

    init() throws {
      service = try TestService(limits: { $0.watchers = 0 }, store: store)
      try service.create()
      let change = try service.post(
        text: #"{"revision":1,"key":"k","steps":[{"delete":[{"section":0,"item":0}]}]}"#,
        to: "/v1/documents/feed/changes")
      layout = try #require(try change.json()["id"]?.string)
    }

    static let json = [("Content-Type", "application/json")]

    func answer(to row: Row) throws -> TestClient.Reply {
      if let (operation, error) = row.fault { store.meet(operation, .fails(error)) }
      let type = row.body == nil ? [] : Setting.json
      return try service.request(
        row.method, "/v1/\(row.path)", headers: row.headers + type,
        body: row.body.map { Array($0.utf8) })
    }
  }

  /// A request, and how its refusal has to be.
  private struct Row {
    let method: String
    let path: String
    var headers: [(String, String)] = []
    var body: String?
    var fault: (StoreOperation, StoreError)?
    let name: Problem.Name
    /// The places and codes of `errors`.
    var errors: [String] = []
    /// The members that this kind has beside those of all, with their values; nil stands for the document's layout.
    var members: [String: JSONValue?] = [:]
    var retryAfter: String?

    init(
      _ name: Problem.Name, _ method: String, _ path: String, _ headers: [(String, String)] = [],
      _ body: String? = nil, fault: (StoreOperation, StoreError)? = nil, errors: [String] = [],
      members: [String: JSONValue?] = [:], retryAfter: String? = nil
    ) {
      (self.method, self.path, self.headers, self.body) = (method, path, headers, body)
      (self.fault, self.name, self.errors) = (fault, name, errors)
      (self.members, self.retryAfter) = (members, retryAfter)
    }
  }

  private static let head: [String: JSONValue?] = ["revision": 2, "layout": nil]
  private static let unknown = #"{"layout":"\#(String(repeating: "0", count: 64))"}"#
  private static let changes = "documents/feed/changes"

  private static let rows: [Row] = [
    Row(.badParameter, "GET", "documents/-a", errors: ["name bad-syntax"]),
    Row(.badParameter, "GET", "documents?limit=0", errors: ["limit out-of-range"]),
    Row(.badParameter, "GET", "documents?cursor=-", errors: ["cursor bad-syntax"]),
    Row(
      .badParameter, "GET", "documents?prefix=fee&cursor=af", errors: ["cursor not-allowed"]),
    Row(.badParameter, "GET", changes + "?wait=31", errors: ["wait out-of-range"]),
    Row(.badParameter, "GET", changes + "?offset=1", errors: ["offset unknown-key"]),
    Row(
      .badParameter, "POST", changes + "?width=x", [], #"{"revision":2,"steps":[]}"#,
      errors: ["width bad-syntax"]),
    Row(.badRequest, "PUT", "documents/feed", [("If-Match", "2")], unknown),
    Row(.badRequest, "PUT", "documents/feed", [("If-None-Match", "\"2\"")], unknown),
    Row(.badRequest, "DELETE", "documents/feed", [("If-Match", "*"), ("If-None-Match", "*")]),
    Row(.badRequest, "DELETE", "documents/feed", [("If-None-Match", "*")]),
    Row(.badRequest, "GET", "documents/feed/events", [("Last-Event-ID", "x")]),
    Row(.badJSON, "PUT", "documents/feed", [("If-Match", "*")], "{", errors: [" bad-syntax"]),
    Row(.documentNotFound, "GET", "documents/none"),
    Row(.documentNotFound, "GET", "documents/none/elements"),
    Row(.documentNotFound, "GET", "documents/none/changes"),
    Row(.documentNotFound, "GET", "documents/none/events"),
    Row(.documentNotFound, "POST", "documents/none/changes", [], #"{"revision":2,"steps":[]}"#),
    Row(.layoutNotFound, "PUT", "documents/feed", [("If-Match", "*")], unknown),
    Row(.methodNotAllowed, "POST", "documents/feed", [], "{}"),
    Row(.conflict, "POST", changes, [], #"{"revision":1,"steps":[]}"#, members: head),
    Row(.historyGone, "GET", changes + "?after=3", members: ["oldest": 1, "revision": 2]),
    Row(
      .historyGone, "GET", "documents/feed/events?after=3",
      members: ["oldest": 1, "revision": 2]),
    Row(
      .preconditionFailed, "PUT", "documents/feed", [("If-None-Match", "*")], unknown,
      members: head),
    Row(.preconditionFailed, "PUT", "documents/none", [("If-Match", "*")], unknown),
    Row(.preconditionFailed, "DELETE", "documents/feed", [("If-Match", "\"1\"")], members: head),
    Row(.preconditionFailed, "DELETE", "documents/none", [("If-Match", "*")]),
    Row(.preconditionRequired, "PUT", "documents/feed", [], unknown),
    Row(.preconditionRequired, "DELETE", "documents/feed"),
    Row(
      .invalidSnapshot, "PUT", "documents/feed", [("If-Match", "*")], "{}",
      errors: ["/layout missing"]),
    Row(
      .invalidSnapshot, "PUT", "documents/feed", [("If-Match", "*")],
      #"{"snapshot":{"sections":7}}"#, errors: ["/snapshot/sections wrong-type"]),
    Row(
      .invalidChange, "POST", changes, [], #"{"key":"","steps":7}"#,
      errors: ["/revision missing", "/key out-of-range", "/steps wrong-type"]),
    Row(
      .invalidChange, "POST", changes, [],
      #"{"revision":2,"steps":[{},{"delete":[{"section":0,"item":2}]}]}"#,
      errors: ["/steps/1/delete/0 item-out-of-range-before"]),
    Row(
      .unexpectedResult, "POST", changes, [],
      #"{"revision":2,"steps":[],"expect":{"itemCount":9}}"#,
      members: ["id": nil, "itemCount": 2]),
    Row(.keyReused, "POST", changes, [], #"{"revision":2,"key":"k","steps":[]}"#),
    Row(
      .cannotLayOut, "POST", changes + "?width=1000", [],
      #"{"revision":2,"steps":[{"setSections":[{"section":0,"metrics":{"minimumColumnWidth":1e-9}}]}]}"#,
      errors: ["/sections/0 too-many"]),
    Row(.tooManyWatchers, "GET", changes + "?after=2&wait=1", retryAfter: "1"),
    Row(.storedLayoutDamaged, "GET", "documents/feed", fault: (.document, .damaged)),
    Row(
      .storeUnavailable, "GET", "documents/feed", fault: (.document, .unavailable),
      retryAfter: "1"),
    Row(
      .storeFull, "DELETE", "documents/feed", [("If-Match", "*")], fault: (.write, .full),
      retryAfter: "30"),
    Row(
      .invalidDiff, "POST", "diffs", [], #"{"before":["a","a"]}"#,
      errors: ["/after missing"]),
  ]

  @Test("A refusal has the status, the title, the places and the members of its kind")
  func rows() throws {
    for row in DocumentProblemTests.rows {
      let setting = try Setting()
      let answer = try setting.answer(to: row)
      let comment: Comment = "\(row.method) \(row.path): \(answer.text)"
      let problem = try setting.service.expect(
        answer, row.name.status.rawValue, row.name.rawValue, comment)
      #expect(problem["title"]?.string == row.name.title, comment)
      #expect(problem["detail"]?.string != row.name.title, comment)
      #expect(answer.headers["retry-after"] == row.retryAfter, comment)
      let errors = (problem["errors"]?.array ?? []).map { error in
        let place = error["pointer"]?.string ?? error["parameter"]?.string ?? "?"
        return "\(place) \(error["code"]?.string ?? "?")"
      }
      #expect(errors == row.errors, comment)
      for (name, value) in row.members {
        #expect(problem[name] == value ?? .string(setting.layout), comment)
      }
      var names: Set = ["type", "title", "status", "detail", "requestId"]
      names.formUnion(row.members.keys)
      if !row.errors.isEmpty { names.insert("errors") }
      #expect(Set(try #require(problem.members).map(\.key)) == names, comment)
      // Nothing is done.
      #expect(try setting.service.json("/v1/documents/feed")["revision"]?.int == 2, comment)
    }
  }

  @Test("All kinds that documents have brought are met")
  func kinds() {
    let met = Set(DocumentProblemTests.rows.map(\.name))
    let brought: Set<Problem.Name> = [
      .documentNotFound, .conflict, .historyGone, .preconditionFailed, .invalidChange,
      .unexpectedResult, .keyReused, .invalidDiff, .cannotLayOut, .preconditionRequired,
      .tooManyWatchers, .storedLayoutDamaged, .storeUnavailable, .storeFull,
    ]
    #expect(brought.isSubset(of: met), "\(brought.subtracting(met))")
  }
}
