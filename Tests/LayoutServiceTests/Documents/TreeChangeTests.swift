import LayoutStore
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

/// Changes that are told as two trees, and steps beside a tree (docs/rules.md#two-trees).
@Suite("Changes of trees")
struct TreeChangeTests {
  private let service: TestService

  init() throws { service = try TestService(store: FaultyStore()) }

  // MARK: Requests

  private func post(_ snapshot: String) throws -> String {
    let answer = try service.post(text: snapshot)
    #expect(answer.status < 300, "\(answer.text)")
    return try #require(try answer.json()["id"]?.string)
  }

  private func send(_ target: String, _ body: String) throws -> TestClient.Reply {
    try service.request(
      "POST", target, headers: [("Content-Type", "application/json")], body: Array(body.utf8))
  }

  /// The answer to the change of the layout of one tree to another one.
  private func change(_ from: String, _ to: String, _ query: String = "") throws -> JSONValue {
    let id = try post(from)
    let answer = try send(
      "/v1/layouts/\(id)/changes?\(query)", #"{"from":\#(from),"to":\#(to)}"#)
    #expect(answer.status < 300, "\(answer.text)")
    let json = try answer.json()
    #expect(try json["id"]?.string == post(to))
    return json
  }

  /// The step that one tree makes of another one, from the log of a document.
  private func step(_ from: String, _ to: String) throws -> JSONValue? {
    let name = "page-\(try post(from).prefix(16))-\(try post(to).prefix(16))"
    try service.create(name, #"{"snapshot":\#(from)}"#)
    let changes = "/v1/documents/\(name)/changes"
    let answer = try send(changes, #"{"revision":1,"from":\#(from),"to":\#(to)}"#)
    #expect(answer.status == 200, "\(answer.text)")
    let log = try service.get("\(changes)?after=1").json()
    let records = try #require(log["changes"]?.array, "\(log.text)")
    guard let record = records.first else { return nil }
    #expect(record["layout"]?.string == (try post(to)))
    return record["steps"]?.array?.first
  }

  private func errors(_ answer: TestClient.Reply) throws -> [String] {
    #expect(answer.status == 422, "\(answer.text)")
    return try (answer.json()["errors"]?.array ?? []).map {
      "\($0["pointer"]?.string ?? "") \($0["code"]?.string ?? "")"
    }
  }

  // MARK: The page

  /// The page of a product with some segment shown.
  private func page(_ selected: Int, reviews: (String, String) = ("initial", "initial")) -> String {
    let ratings =
      reviews.0 == "loaded"
      ? #"{"id":"ratings","items":[{"height":70}]}"#
      : #"{"id":"ratings","state":"\#(reviews.0)"}"#
    let texts =
      reviews.1 == "loaded"
      ? #"{"id":"texts","items":{"count":3,"height":88}}"#
      : #"{"id":"texts","state":"\#(reviews.1)"}"#
    return #"""
      {"engine":"column","metrics":{"rowHeight":44},"globalHeaders":[{"height":100}],
       "source":{"id":"product","selected":\#(selected),"headers":[{"height":44,"pin":true}],"children":[
        {"id":"details","children":[
          {"id":"status","items":2,"metrics":{"rowHeight":60}},
          {"id":"information","items":5,"headers":[{"height":30}]},
          {"id":"description","items":[{"height":120,"estimated":true}],"headers":[{"height":30}]}]},
        {"id":"episodes","items":24,"movable":true,"editable":true},
        {"id":"reviews","children":[\#(ratings),\#(texts)]}]}}
      """#
  }

  @Test("The answer has the source of the new tree, and the layout what the new tree makes")
  func answer() throws {
    let answer = try change(page(0), page(1), "width=320")
    #expect(answer["source"]?["state"] == "loaded")
    #expect(answer["source"]?["nodes"]?.array?[5]["sectionCount"] == 1)
    #expect(answer["change"]?["parent"]?.string == (try post(page(0))))
    // A repeat is answered alike.
    #expect(try change(page(0), page(1), "width=320") == answer)
  }

  @Test("Two segmented pages slide, and the viewport goes to the start of the shorter one")
  func slides() throws {
    func tree(_ selected: Int) -> String {
      #"{"engine":"column","source":{"selected":\#(selected),"children":[{"items":{"count":20,"height":50}},{"items":[{"height":733}]}]}}"#
    }
    let step = try #require(try step(tree(0), tree(1)))
    #expect(step["deleteSections"] == [["section": 0, "slide": "right"]])
    #expect(step["insertSections"]?[0]["slide"] == "right")
    #expect(step.members?.count == 2)
    let back = try #require(try self.step(tree(1), tree(0)))
    #expect(back["deleteSections"] == [["section": 0, "slide": "left"]])
    let answer = try change(tree(0), tree(1), "bounds=0,432,320,568&transition=true")
    #expect(answer["change"]?["bounds"]?["y"] == 0)
    let moves = try #require(answer["change"]?["transition"]?.array)
    let last = try #require(moves.first { $0["from"]?["item"] == 9 })
    #expect(last["initial"]?["frame"] == ["x": 0, "y": 450, "width": 320, "height": 50])
    #expect(last["final"]?["frame"]?["x"] == -320 && last["final"]?["frame"]?["y"] == 18)
    let new = try #require(moves.first { $0["to"] != nil })
    #expect(new["initial"]?["frame"]?["x"] == 320 && new["initial"]?["frame"]?["y"] == 432)
    #expect(new["final"]?["frame"]?["x"] == 0 && new["final"]?["frame"]?["y"] == 0)
    #expect(moves.allSatisfy { $0["initial"]?["alpha"] == nil && $0["final"]?["alpha"] == nil })
  }

  @Test("A header that has scrolled away stays away if the content is long enough")
  func header() throws {
    func start(_ selected: Int, from y: Int) throws -> Double? {
      let query = "bounds=0,\(y),320,480&inset=64,0,0,0"
      return try change(page(0), page(selected, reviews: ("loading", "loading")), query)["change"]?[
        "bounds"]?["y"]?.double
    }
    #expect(try start(1, from: 184) == 36)
    #expect(try start(1, from: -64) == -64)
    #expect(try start(2, from: 184) == -64)
  }

  @Test("An equal tree makes no revision")
  func empty() throws {
    try service.create("page", #"{"snapshot":\#(page(0))}"#)
    // What is not shown is another tree, and the same layout.
    let to = page(0, reviews: ("loading", "initial"))
    let answer = try send(
      "/v1/documents/page/changes", #"{"revision":1,"key":"k","from":\#(page(0)),"to":\#(to)}"#)
    #expect(answer.status == 200, "\(answer.text)")
    #expect(try answer.json()["revision"] == 1)
    #expect(try answer.json()["source"]?["nodes"]?.array?.count == 9)
    // The key has not been used.
    let next = try send(
      "/v1/documents/page/changes",
      #"{"revision":1,"key":"k","from":\#(page(0)),"to":\#(page(1))}"#)
    #expect(try next.json()["revision"] == 2, "\(next.text)")
  }

  @Test("Equal trees with the same key are a repeat, in any spelling; other trees are not")
  func repeats() throws {
    try service.create("page", #"{"snapshot":\#(page(0))}"#)
    func send(_ from: String, _ to: String, revision: Int = 1) throws -> TestClient.Reply {
      try self.send(
        "/v1/documents/page/changes",
        #"{"to":\#(to),"key":"k","revision":\#(revision),"from":\#(from)}"#)
    }
    #expect(try send(page(0), page(1)).json()["revision"] == 2)
    let respelled = page(1).replacing(#""items":24"#, with: #""items" : 2.4e1"#)
    for _ in 0..<2 {
      let answer = try send(page(0), respelled)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try answer.json()["repeated"] == true && answer.json()["revision"] == 2)
    }
    _ = try service.expect(send(page(0), page(2)), 422, "key-reused")
    // Steps that do the same are other steps.
    let log = try service.get("/v1/documents/page/changes?after=1").json()
    let steps = try #require(log["changes"]?[0]["steps"])
    _ = try service.expect(
      self.send(
        "/v1/documents/page/changes", #"{"revision":1,"key":"k","steps":\#(steps.text)}"#),
      422, "key-reused")
    // A state that cannot follow is found before the key is looked at.
    let wrong = page(1, reviews: ("loaded", "initial"))
    #expect(
      try errors(send(page(0), wrong)) == [
        "/to/source/children/2/children/0/state illegal-transition"
      ])
  }

  @Test("The measured sizes of what stays are kept")
  func measured() throws {
    let from = page(0)
    let id = try post(from)
    let steps = #"{"steps":[{"resize":[{"section":2,"item":0,"items":[{"height":150}]}]}]}"#
    let measured = try send("/v1/layouts/\(id)/changes", steps).json()["id"]?.string
    let to = from.replacing(#""rowHeight":60"#, with: #""rowHeight":60,"backgroundColor":"red""#)
    let answer = try send(
      "/v1/layouts/\(try #require(measured))/changes?width=320&rect=0,0,320,1000",
      #"{"from":\#(from),"to":\#(to)}"#)
    #expect(answer.status == 201, "\(answer.text)")
    let last = try answer.json()["elements"]?.array?.last
    #expect(last?["frame"]?["height"] == 150, "\(answer.text)")
  }

  @Test("layoutd compute takes two trees")
  func compute() throws {
    let (status, body) = service.service.compute(
      snapshot: Array(page(0).utf8), changes: Array(#"{"from":\#(page(0)),"to":\#(page(1))}"#.utf8),
      query: "width=320")
    let answer = try JSONValue(parsing: body)
    #expect(status == 201)
    #expect(answer["id"]?.string == (try post(page(1))))
    #expect(answer["source"]?["nodes"]?.array?.count == 9)
  }
}
