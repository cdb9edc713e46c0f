import LayoutStore
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("A body is read once")
struct ReadOnceTests {
  private let store = FaultyStore()
  private let service: TestService
  /// The layout of the document `feed`, which is at revision 2; the change that made it has the key `k`.
  private let layout: String

  init() throws {
    service = try TestService(store: store)
    try service.create()
    let change = try service.post(
      text: #"{"revision":1,"key":"k","steps":[{"delete":[{"section":0,"item":0}]}]}"#,
      to: "/v1/documents/feed/changes")
    layout = try #require(try change.json()["id"]?.string)
  }

  /// Posts a body, and expects that it was read once.
  private func expect(_ status: Int, _ target: String, _ body: String) throws {
    let answer = try service.post(text: body, to: "/v1/\(target)")
    #expect(answer.status == status, "\(body): \(answer.text)")
    let record = try service.record(of: answer.headers["x-request-id"])
    #expect(record.bodyReads == 1, "\(body)")
  }

  @Test("A post, and a change of a layout")
  func layouts() throws {
    try expect(201, "layouts?width=300", #"{"sections":[{"items":7}]}"#)
    try expect(400, "layouts?width=300", #"{"sections":[{"items":7}"#)
    let changes = "layouts/\(layout)/changes?width=300"
    try expect(201, changes, #"{"steps":[{"delete":[{"section":0,"item":0}]}]}"#)
    try expect(422, changes, #"{"steps":[{"delete":[{"section":0,"item":9}]}]}"#)
  }

  @Test("A plan and a diff")
  func lists() throws {
    try expect(200, "plans", #"{"counts":[2],"steps":[{"delete":[{"section":0,"item":0}]}]}"#)
    try expect(200, "diffs", #"{"before":["a","b"],"after":["b","c"]}"#)
    try expect(400, "diffs", #"{"before":["a","b"],"after":["b","c"]"#)
  }

  @Test("A change of a document, also where the store is asked for its key before it is refused")
  func documents() throws {
    let target = "documents/feed/changes"
    let right = #""steps":[{"delete":[{"section":0,"item":1}]}]}"#
    // No item 9: the steps cannot be applied.
    let wrong = #""steps":[{"delete":[{"section":0,"item":9}]}]}"#
    for key in ["", #""key":"other","#] {
      try expect(422, target, "{\(key)\"revision\":2,\(wrong)")
      try expect(409, target, "{\(key)\"revision\":1,\(right)")
      try expect(400, target + "?cursor=x&width=300&rect=0,0,1,1", "{\(key)\"revision\":2,\(right)")
      try expect(400, target + "?width=0", "{\(key)\"revision\":2,\(right)")
      try expect(200, target, #"{\#(key)"revision":2,"steps":[]}"#)
    }
    // What has been applied is answered as before; other steps with its key are refused.
    try expect(
      200, target, #"{"revision":1,"key":"k","steps":[{"delete":[{"section":0,"item":0}]}]}"#)
    try expect(422, target, "{\"key\":\"k\",\"revision\":2,\(wrong)")
    try expect(200, target, "{\"key\":\"new\",\"revision\":2,\(right)")
  }

  @Test(
    "A change of a document that there is not, whose steps are right for one of the directions",
    arguments: [
      (404, "width"), (404, "height"), (422, "x"),
    ])
  func absent(status: Int, extent: String) throws {
    let header = extent == "x" ? "{}" : #"{"\#(extent)":3}"#
    let section = #"{"items":1,"headers":[\#(header)]}"#
    try expect(
      status, "documents/none/changes",
      #"{"revision":1,"steps":[{"insertSections":[{"section":0,"sections":[\#(section)]}]}]}"#)
  }
}
