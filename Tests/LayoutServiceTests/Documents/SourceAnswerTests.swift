import ContentHash
import LayoutStore
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

/// What the service answers of a posted source, and what it keeps (docs/rules.md#source-answer).
@Suite("Posted sources")
struct SourceAnswerTests {
  private let store = FaultyStore()
  private let service: TestService

  init() throws { service = try TestService(store: store) }

  /// The page of docs/rules.md#sources: segments, of which one is shown.
  private let page = #"""
    {"engine":"column","metrics":{"rowHeight":44},"source":{"id":"product","selected":0,"children":[
      {"id":"details","headers":[{"height":30}],"children":[
        {"id":"status","items":2},{"id":"description","sections":[{"items":1},{"items":3}]}]},
      {"id":"episodes","items":24,"movable":true},{"id":"trends","state":"initial"}]}}
    """#
  private let told: JSONValue = [
    "state": "loaded", "load": [],
    "nodes": [
      ["id": "product", "state": "loaded", "first": 0, "sectionCount": 3],
      ["id": "details", "state": "loaded", "first": 0, "sectionCount": 3],
      ["id": "status", "state": "loaded", "first": 0, "sectionCount": 1],
      ["id": "description", "state": "loaded", "first": 1, "sectionCount": 2],
      ["id": "episodes", "state": "loaded", "sectionCount": 0, "movable": true],
      ["id": "trends", "state": "initial", "sectionCount": 0],
    ],
  ]

  private func put(_ snapshot: String, _ target: String) throws -> TestClient.Reply {
    try service.request(
      "PUT", target, headers: [("Content-Type", "application/json"), ("If-None-Match", "*")],
      body: Array(#"{"snapshot":\#(snapshot)}"#.utf8))
  }

  @Test("Each POST of a source answers with its nodes; no GET and no PUT does")
  func answers() throws {
    let first = try service.post(text: page, "width=320")
    #expect(first.status == 201, "\(first.text)")
    #expect(try first.json()["source"] == told)
    #expect(try first.json()["sectionCount"] == 3)
    let again = try service.post(text: page, "width=320&bounds=0,0,320,480")
    #expect(again.status == 200)
    #expect(try again.json()["source"] == told)
    let id = try #require(try first.json()["id"]?.string)
    for target in ["", "?width=320", "/snapshot", "/elements?width=320&bounds=0,0,320,480"] {
      let answer = try service.get("/v1/layouts/\(id)\(target)")
      #expect(answer.status == 200 && !answer.text.contains("source"), "\(answer.text)")
      #expect(!answer.text.contains("details"), "\(answer.text)")
    }
    let put = try put(page, "/v1/documents/product")
    #expect(put.status == 201, "\(put.text)")
    #expect(try put.json()["layout"]?.string == id)
    #expect(try put.json()["source"] == nil)
    let plain = try service.post(
      text:
        #"{"engine":"column","sections":[{"headers":[{"height":30}],"items":2},{"items":1},{"items":3}]}"#
    )
    #expect(plain.status == 200)
    #expect(try plain.json()["id"]?.string == id)
  }

  @Test("A store keeps the sections, and no name of a node")
  func kept() throws {
    let id = try #require(try service.post(text: page).json()["id"]?.string)
    let digest = try #require(Digest(hexadecimal: id))
    let row = try #require(store.rows[digest])
    let text = String(decoding: row.body.kept, as: UTF8.self)
    #expect(!row.body.isDeflated && text.contains("sections"), "\(text)")
    for name in ["source", "product", "status", "episodes", "trends", "state", "movable"] {
      #expect(!text.contains(name), "\(name): \(text)")
    }
    let other = try TestService(store: store)
    #expect(
      try other.get("/v1/layouts/\(id)/snapshot").body
        == service.get("/v1/layouts/\(id)/snapshot").body)
    #expect(try put(page, "/v1/documents/product").status == 201)
    #expect(store.rows.count == 1)
  }

  @Test("Faults point into the tree, in a POST and in a PUT, up to 20")
  func faults() throws {
    let children = (0..<30).map { #"{"id":"\#($0)","items":-1}"# }.joined(separator: ",")
    let wrong = #"{"source":{"children":[\#(children)]}}"#
    let posted = try service.expect(service.post(text: wrong), 422, "invalid-snapshot")
    let errors = try #require(posted["errors"]?.array)
    #expect(errors.count == 20)
    #expect(errors.first?["pointer"] == "/source/children/0/items")
    #expect(errors.last?["pointer"] == "/source/children/19/items")
    let put = try service.expect(put(wrong, "/v1/documents/product"), 422, "invalid-snapshot")
    #expect(put["errors"]?.array?.first?["pointer"] == "/snapshot/source/children/0/items")
    #expect(store.rows.isEmpty)
  }

  @Test("Warnings of a width point into the tree")
  func warnings() throws {
    let source = #"{"children":[{"items":1},{"children":[{"items":[{"width":400,"height":1}]}]}]}"#
    let answer = try service.post(text: #"{"source":\#(source)}"#, "width=320")
    #expect(answer.status == 201)
    #expect(
      try answer.json()["warnings"]?.array?.map { $0["pointer"] }
        == ["/source/children/1/children/0/items"], "\(answer.text)")
  }
}
