import ContentHash
import Dispatch
import Foundation
import HTTPServer
import LayoutCore
import LayoutStore
import LayoutWire
import Oracle
import Synchronization
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Calls of documents")
struct DocumentCallTests {
  /// Where documents live.
  enum Storage: CaseIterable {
    case memory, file
  }

  /// A store, and the folder that goes with it.
  private final class Store {
    let store: SQLiteStore
    private let folder = NSTemporaryDirectory() + "layoutd-documents-\(UUID().uuidString)"

    init(_ place: Storage, _ change: (inout SQLiteStore.Limits) -> Void = { _ in }) throws {
      var limits = SQLiteStore.Limits()
      change(&limits)
      store =
        switch place {
        case .memory: try SQLiteStore(bytesMax: 64 << 20, limits) { _, _ in }
        case .file: try SQLiteStore(folder + "/layouts.db", limits) { _, _ in }
        }
    }

    deinit {
      store.close(within: .seconds(10))
      try? FileManager.default.removeItem(atPath: folder)
    }
  }

  private func put(
    _ service: TestService, _ name: String, _ body: String, _ condition: (String, String)...
  ) throws -> TestClient.Reply {
    try service.request(
      "PUT", "/v1/documents/\(name)", headers: condition + [("Content-Type", "application/json")],
      body: Array(body.utf8))
  }

  private func snapshot(_ heights: [Int]) -> String {
    #"{"sections":[{"engine":"column","items":{"heights":\#(heights)}}]}"#
  }

  private func create(
    _ service: TestService, _ name: String = "feed", _ heights: [Int] = [40, 50, 60]
  ) throws {
    let answer = try put(
      service, name, #"{"snapshot":\#(snapshot(heights))}"#, ("If-None-Match", "*"))
    #expect(answer.status == 201, "\(answer.text)")
  }

  private func insertion(_ height: Int, at item: Int = 0) -> String {
    #"[{"insert":[{"section":0,"item":\#(item),"items":{"count":1,"height":\#(height)}}]}]"#
  }

  private func change(
    _ service: TestService, _ revision: Int, _ steps: String, key: String? = nil,
    more: String = "", query: String = ""
  ) throws -> TestClient.Reply {
    let key = key.map { #","key":"\#($0)""# } ?? ""
    return try service.post(
      text: #"{"revision":\#(revision)\#(key),"steps":\#(steps)\#(more)}"#,
      to: "/v1/documents/feed/changes\(query)")
  }

  /// The ids that a snapshot and what steps make of it have.
  private func id(_ service: TestService, _ heights: [Int]) throws -> String {
    try #require(try service.post(text: snapshot(heights)).json()["id"]?.string)
  }

  // MARK: Writing

  @Test("A document is written where its condition is met", arguments: Storage.allCases)
  func conditions(_ place: Storage) throws {
    let store = try Store(place)
    let service = try TestService(store: store.store)
    let (one, other) = (try id(service, [1]), try id(service, [2]))
    func answer(_ id: String, _ condition: (String, String)...) throws -> TestClient.Reply {
      let headers = condition + [("Content-Type", "application/json")]
      return try service.request(
        "PUT", "/v1/documents/a", headers: headers, body: Array(#"{"layout":"\#(id)"}"#.utf8))
    }
    try service.expect(answer(one), 428, "precondition-required")
    try service.expect(answer(one, ("If-None-Match", "\"1\"")), 400, "bad-request")
    try service.expect(
      answer(one, ("If-Match", "*"), ("If-None-Match", "*")), 400, "bad-request")
    try service.expect(answer(one, ("If-Match", "\"1\", \"2\"")), 400, "bad-request")
    let absent = try service.expect(answer(one, ("If-Match", "*")), 412, "precondition-failed")
    #expect(absent["revision"] == nil)
    let created = try answer(one, ("If-None-Match", "*"))
    #expect(created.status == 201)
    #expect(created.headers["location"] == "/v1/documents/a")
    #expect(created.headers["etag"] == "\"1\"")
    let object = try created.json()
    #expect(object["name"]?.string == "a" && object["revision"]?.int == 1)
    #expect(object["layout"]?.string == one)
    #expect(
      object["warnings"]?.array?.first?["code"]?.string == (place == .memory ? "not-stored" : nil))
    let there = try service.expect(
      answer(other, ("If-None-Match", "*")), 412, "precondition-failed")
    #expect(there["revision"]?.int == 1 && there["layout"]?.string == one)
    for tag in ["\"2\"", "W/\"1\"", "\"x\"", "\"01\"", "\"99999999999999999999\""] {
      try service.expect(answer(other, ("If-Match", tag)), 412, "precondition-failed")
    }
    // Blanks around a value do not belong to it.
    #expect(try answer(other, ("If-Match", " \"1\"\t ")).headers["etag"] == "\"2\"")
    // Also by the layout that it has.
    #expect(try answer(other, ("If-Match", "*")).status == 200)
    #expect(try service.json("/v1/documents/a")["revision"]?.int == 3)
    try service.expect(
      answer(String(repeating: "0", count: 64), ("If-Match", "\"3\"")), 404, "layout-not-found")
    // The condition comes before the layout.
    try service.expect(
      answer(String(repeating: "0", count: 64), ("If-Match", "\"1\"")), 412, "precondition-failed")
    func delete(_ headers: (String, String)...) throws -> TestClient.Reply {
      try service.request("DELETE", "/v1/documents/a", headers: headers)
    }
    try service.expect(delete(), 428, "precondition-required")
    try service.expect(delete(("If-None-Match", "*")), 400, "bad-request")
    try service.expect(delete(("If-Match", "\"2\"")), 412, "precondition-failed")
    #expect(try delete(("If-Match", "\"3\"")).status == 204)
    try service.expect(delete(("If-Match", "*")), 412, "precondition-failed")
    try service.expect(service.get("/v1/documents/a"), 404, "document-not-found")
    // No name has a revision twice.
    #expect(try answer(one, ("If-None-Match", "*")).headers["etag"] == "\"5\"")
  }

  @Test("The body of a document is refused where it is wrong")
  func bodies() throws {
    let store = try Store(.memory)
    let service = try TestService(store: store.store)
    func pointer(_ body: String, _ status: Int = 422) throws -> String? {
      let answer = try put(service, "a", body, ("If-None-Match", "*"))
      #expect(answer.status == status, "\(body): \(answer.text)")
      return try answer.json()["errors"]?.array?.first?["pointer"]?.string
    }
    #expect(try pointer("{}") == "/layout")
    #expect(try pointer("[]") == "")
    #expect(try pointer(#"{"layout":"00"}"#) == "/layout")
    #expect(try pointer(#"{"layout":"\#(String(repeating: "A", count: 64))"}"#) == "/layout")
    #expect(try pointer(#"{"layout":1,"snapshot":{"sections":[]}}"#) == "")
    #expect(
      try pointer(#"{"snapshot":{"sections":[{"items":-1}]}}"#) == "/snapshot/sections/0/items")
    #expect(try pointer(#"{"snapshot":{"sections":[]},"x":1}"#) == "/x")
    #expect(try pointer(#"{"snapshot":[]}"#) == "/snapshot")
    #expect(try pointer(#"{"snapshot":{"sections":[]},"snapshot":{"sections":[]}}"#, 400) != nil)
    #expect(try pointer(#"{"snapshot":{"sections":[]}"#, 400) == "")
    try service.expect(service.get("/v1/documents/a"), 404, "document-not-found")
    // Unusual spellings mean the same.
    let plain = try id(service, [3, 4])
    for (number, body) in [
      #"{"snapshot":\#(snapshot([3, 4]))}"#, " { \"snapshot\" :\n\(snapshot([3, 4]))\t} ",
      #"{"snap\u0073hot":\#(snapshot([3, 4]))}"#,
    ].enumerated() {
      let answer = try put(service, "b\(number)", body, ("If-None-Match", "*"))
      #expect(try answer.json()["layout"]?.string == plain, "\(answer.text)")
    }
    // A warning names its place in the body, whatever form the items have.
    for (number, items) in [
      #"[{"width":3,"height":2}]"#, #"{"count":1,"width":3,"height":2}"#,
    ].enumerated() {
      let warned = try put(
        service, "c\(number)",
        #"{"snapshot":{"sections":[{"engine":"column","items":\#(items)}]}}"#,
        ("If-None-Match", "*"))
      let pointer = try warned.json()["warnings"]?.array?.first?["pointer"]?.string
      #expect(pointer?.hasPrefix("/snapshot/sections/0/items") == true, "\(warned.text)")
    }
  }

  @Test("A name is letters, digits and some marks, however it is spelled in the path")
  func names() throws {
    let store = try Store(.memory)
    let service = try TestService(store: store.store)
    try create(service, "a.b_c~d-1")
    #expect(try service.json("/v1/documents/a.b%5Fc%7ed-1")["name"]?.string == "a.b_c~d-1")
    for name in ["-a", "", "a%2fb", "%C3%A4", "a%", String(repeating: "a", count: 129)] {
      try service.expect(service.get("/v1/documents/\(name)"), 400, "bad-parameter")
    }
    #expect(try service.get("/v1/documents/" + String(repeating: "a", count: 128)).status == 404)
    let answer = try service.request("POST", "/v1/documents/a", body: [])
    #expect(answer.status == 405)
    #expect(answer.headers["allow"] == "GET, HEAD, PUT, DELETE")
    #expect(
      try service.request("PUT", "/v1/documents/a/elements").headers["allow"] == "GET, HEAD")
  }

  @Test("Beyond the most documents, others are refused")
  func mostDocuments() throws {
    let store = try Store(.memory) { $0.documents.documentsMax = 2 }
    let service = try TestService(store: store.store)
    try create(service, "a")
    try create(service, "b")
    let answer = try put(
      service, "c", #"{"snapshot":{"sections":[]}}"#, ("If-None-Match", "*"))
    try service.expect(answer, 507, "store-full")
    #expect(
      try put(service, "b", #"{"snapshot":{"sections":[]}}"#, ("If-Match", "*")).status == 200)
    #expect(try service.record(of: answer.headers["x-request-id"]).limit == "max-documents")
  }

  // MARK: Reading

  @Test("A document has its revision as its tag, and leads to what its layout answers")
  func reading() throws {
    let store = try Store(.memory)
    let service = try TestService(store: store.store)
    try create(service)
    let answer = try service.get("/v1/documents/feed")
    #expect(answer.headers["etag"] == "\"1\"")
    #expect(answer.headers["cache-control"] == "no-cache")
    let layout = try #require(try answer.json()["layout"]?.string)
    for tag in ["\"1\"", "W/\"1\"", "\"x\", \"1\"", "*"] {
      let known = try service.get("/v1/documents/feed", ("If-None-Match", tag))
      #expect(known.status == 304 && known.headers["etag"] == "\"1\"")
    }
    #expect(try service.get("/v1/documents/feed", ("If-None-Match", "\"2\"")).status == 200)
    for rest in [
      "elements?width=390&rect=0,0,390,80", "hit?nonsense", "supplementary/header/0/0",
      "a/b/c/d/e/f",
      "elements", "",
    ] {
      let leading = try service.get("/v1/documents/feed/\(rest)")
      #expect(leading.status == 307)
      #expect(leading.headers["location"] == "/v1/layouts/\(layout)/\(rest)")
      #expect(leading.headers["cache-control"] == "no-cache")
    }
    try service.expect(service.get("/v1/documents/none/elements"), 404, "document-not-found")
  }

  @Test("A layout that a document needs is there, also where memory has forgotten it")
  func evictedLayouts() throws {
    let store = try Store(.memory)
    let service = try TestService(limits: { $0.snapshotBytes = 30_000 }, store: store.store)
    try create(service, "feed", Array(1...40))
    let layout = try #require(try service.json("/v1/documents/feed")["layout"]?.string)
    let before = try service.get("/v1/layouts/\(layout)/elements?width=320&rect=0,0,320,900")
    for number in 0..<200 { _ = try id(service, [number]) }
    #expect(service.service.cache.snapshot(try #require(Digest(hexadecimal: layout))) == nil)
    let after = try service.get("/v1/layouts/\(layout)/elements?width=320&rect=0,0,320,900")
    #expect(after.status == 200 && after.body == before.body)
    #expect(try change(service, 1, insertion(7)).status == 200)
  }

  // MARK: Changes

  @Test(
    "A change makes the layout that the same list has, and the next revision",
    arguments: Storage.allCases)
  func changes(_ place: Storage) throws {
    let store = try Store(place)
    let service = try TestService(store: store.store)
    try create(service, "feed", [40, 50, 60])
    var heights = [40, 50, 60]
    for revision in 1...40 {
      let item = revision * 7 % (heights.count + 1)
      heights.insert(revision, at: item)
      let answer = try change(
        service, revision, insertion(revision, at: item), query: "?width=320&bounds=0,0,320,200")
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer.headers["etag"] == "\"\(revision + 1)\"")
      #expect(answer.headers["cache-control"] == "no-store")
      let object = try answer.json()
      #expect(object["revision"]?.int == revision + 1)
      #expect(object["id"]?.string == (try id(service, heights)))
      #expect(object["change"]?["changed"] != nil)
    }
    let head = try service.json("/v1/documents/feed")
    #expect(head["revision"]?.int == 41)
    #expect(head["layout"]?.string == (try id(service, heights)))
    // The log tells the way: whoever applies it arrives at the same layout.
    var (layout, after) = (try id(service, [40, 50, 60]), 1)
    while after < 41 {
      let log = try service.json("/v1/documents/feed/changes?after=\(after)&limit=7")
      #expect(log["revision"]?.int == 41 && log["oldest"]?.int == 1)
      for record in log["changes"]?.array ?? [] {
        #expect(record["revision"]?.int == after + 1)
        #expect(record["kind"]?.string == "change" && record["parent"]?.string == layout)
        let steps = try #require(record["steps"])
        layout = try #require(
          try service.post(
            text: #"{"steps":\#(steps.text)}"#, to: "/v1/layouts/\(layout)/changes"
          ).json()["id"]?.string)
        #expect(record["layout"]?.string == layout)
        after += 1
      }
    }
    #expect(
      try service.json("/v1/documents/feed/changes?after=41")["changes"]?.array?.isEmpty == true)
  }

  @Test("Steps are meant for a revision, a key makes retries harmless", arguments: Storage.allCases)
  func retries(_ place: Storage) throws {
    let store = try Store(place)
    let service = try TestService(store: store.store)
    try create(service)
    let first = try change(service, 1, insertion(1), key: "k")
    #expect(first.status == 200)
    let id = try first.json()["id"]?.string
    // Equal as JSON values.
    let spelled = #"[{"insert":[{"items":{"height":1.0e0,"count":1},"item":0,"section":0.0}]}]"#
    for (revision, steps) in [(1, insertion(1)), (1, spelled), (7, spelled)] {
      let again = try change(service, revision, steps, key: "k", query: "?width=1")
      #expect(again.status == 200 && again.headers["etag"] == nil)
      let object = try again.json()
      #expect(object["repeated"]?.bool == true && object["revision"]?.int == 2)
      #expect(object["id"]?.string == id)
    }
    try service.expect(change(service, 1, insertion(2), key: "k"), 422, "key-reused")
    let conflict = try service.expect(change(service, 1, insertion(1)), 409, "conflict")
    #expect(conflict["revision"]?.int == 2 && conflict["layout"]?.string == id)
    try service.expect(change(service, 3, insertion(1)), 409, "conflict")
    // Whatever the head is by now.
    #expect(try change(service, 2, insertion(5), key: "l").status == 200)
    #expect(try change(service, 1, insertion(1), key: "k").json()["revision"]?.int == 2)
    // Keys are not told.
    #expect(!(try service.get("/v1/documents/feed/changes").text.contains("\"k\"")))
    // A key is forgotten with its document.
    #expect(
      try service.request("DELETE", "/v1/documents/feed", headers: [("If-Match", "*")]).status
        == 204)
    try create(service)
    try service.expect(change(service, 1, insertion(1), key: "k"), 409, "conflict")
  }

  @Test("A repeat reads no parameters; a first try with wrong ones is refused")
  func parametersOfRepeats() throws {
    let store = try Store(.memory)
    let service = try TestService(store: store.store)
    let wrong = [
      "?width=x", "?width=0", "?nonsense=1", "?cursor=abc", "?format=svg", "?anchor=auto",
      "?width=1&width=2", "?height=5", "?width=%zz", "?limit=0",
    ]
    for query in wrong {
      // The document comes before.
      try service.expect(change(service, 1, insertion(1), query: query), 404, "document-not-found")
    }
    try create(service)
    for query in wrong {
      try service.expect(
        change(service, 1, insertion(1), key: "k", query: query), 400, "bad-parameter", "\(query)")
    }
    #expect(try service.json("/v1/documents/feed")["revision"]?.int == 1)
    #expect(try change(service, 1, insertion(1), key: "k").json()["repeated"] == nil)
    for query in wrong {
      let again = try change(service, 1, insertion(1), key: "k", query: query)
      #expect(again.status == 200 && again.headers["etag"] == nil, "\(query)")
      #expect(try again.json()["repeated"]?.bool == true)
      try service.expect(
        change(service, 1, insertion(2), key: "k", query: query), 422, "key-reused")
      // What is wrong for every layout comes before the revision.
      try service.expect(
        change(service, 1, insertion(1), query: query), query == "?height=5" ? 409 : 400,
        query == "?height=5" ? "conflict" : "bad-parameter", "\(query)")
    }
  }

  @Test("Faults are found in this order: form, document, key, revision, ranges")
  func order() throws {
    let store = try Store(.memory)
    let service = try TestService(store: store.store)
    let misformed = #"[{"insert":[{"section":0,"item":0,"items":[{"height":-1}]}]}]"#
    let misplaced = insertion(1, at: 99)
    try service.expect(change(service, 1, misformed), 422, "invalid-change")
    try service.expect(change(service, 1, misplaced), 404, "document-not-found")
    try create(service)
    #expect(try change(service, 1, insertion(1), key: "k").status == 200)
    let problem = try service.expect(change(service, 1, misformed, key: "k"), 422, "invalid-change")
    #expect(
      problem["errors"]?.array?.first?["pointer"]?.string == "/steps/0/insert/0/items/0/height")
    try service.expect(change(service, 1, misplaced, key: "k"), 422, "key-reused")
    try service.expect(change(service, 1, misplaced), 409, "conflict")
    try service.expect(change(service, 2, misplaced), 422, "invalid-change")
    try service.expect(
      change(service, 2, insertion(1), more: #","expect":{"itemCount":9}"#), 422,
      "unexpected-result")
    for body in [
      #"{"steps":[]}"#, #"{"revision":0,"steps":[]}"#, #"{"revision":2}"#,
      #"{"revision":2,"steps":{}}"#, #"{"revision":2,"key":"","steps":[]}"#,
      #"{"revision":2,"key":7,"steps":[]}"#, #"{"revision":2,"key":"a\u0000b","steps":[]}"#,
      #"{"revision":2,"steps":[],"x":1}"#, "[]", "7",
      #"{"revision":2,"key":"\#(String(repeating: "ä", count: 65))","steps":[]}"#,
    ] {
      try service.expect(
        service.post(text: body, to: "/v1/documents/feed/changes"), 422, "invalid-change", "\(body)"
      )
    }
    for body in ["", "{", #"{"revision":2,"revision":2,"steps":[{"a":1}]}"#] {
      let answer = try service.post(text: body, to: "/v1/documents/feed/changes")
      #expect(answer.status == 400, "\(body) \(answer.text)")
    }
    let key = String(repeating: "ä", count: 64)
    #expect(try change(service, 2, insertion(1), key: key).status == 200)
  }

  @Test("What is refused, or says nothing, is a repeat where its key was used")
  func keysOfRefusedChanges() throws {
    let store = FaultyStore()
    let service = try TestService(store: store)
    try create(service)
    #expect(try change(service, 1, insertion(1), key: "k").status == 200)
    // One more reading of the document finds the key of what is not written.
    let readings = store.count(.document)
    #expect(try change(service, 2, insertion(9), key: "l").status == 200)
    #expect(store.count(.document) == readings + 1)
    try service.expect(change(service, 2, insertion(9), key: "m"), 409, "conflict")
    #expect(store.count(.document) == readings + 3)
    try service.expect(change(service, 2, insertion(9)), 409, "conflict")
    #expect(store.count(.document) == readings + 4)
    // At the revision that the document has, too.
    for steps in ["[]", "[{}]", insertion(1, at: 99), insertion(3)] {
      try service.expect(change(service, 3, steps, key: "k"), 422, "key-reused", "\(steps)")
    }
    let again = try change(service, 3, insertion(1), key: "k", more: #","expect":{"itemCount":99}"#)
    #expect(try again.json()["repeated"]?.bool == true, "\(again.text)")
    #expect(try service.json("/v1/documents/feed")["revision"]?.int == 3)
    #expect(try change(service, 3, "[]", key: "n").json()["revision"]?.int == 3)
    try service.expect(change(service, 3, insertion(1, at: 99), key: "n"), 422, "invalid-change")
    // A document that goes, or changes, while the key is sought.
    store.meet(.document, .answersLate)
    let body = Array(#"{"revision":2,"key":"o","steps":[]}"#.utf8)
    let late = Pending(
      service.service, Request(posting: body, to: "/v1/documents/feed/changes"))
    #expect(eventually { store.waitingCount == 1 })
    _ = try service.request("DELETE", "/v1/documents/feed", headers: [("If-Match", "*")])
    store.goOn()
    #expect(try late.wait()?.status == 404)
  }

  @Test("A change that its twin has applied meanwhile is not written again")
  func twins() throws {
    let store = FaultyStore()
    let service = try TestService(store: store)
    try create(service, "feed", [40, 50, 60])
    let steps =
      #"[{"insert":[{"section":0,"item":0,"items":{"count":2,"height":9007199254740992}}]}]"#
    let body = Array(#"{"revision":1,"key":"k","steps":\#(steps)}"#.utf8)
    // Its layout is too long, so the store is asked for the key before it is refused.
    store.meet(.document, .answersLate, .waits)
    let late = Pending(
      service.service,
      Request(posting: body, to: "/v1/documents/feed/changes", query: "width=300"))
    #expect(eventually { store.waitingCount == 1 })
    store.goOn()
    #expect(eventually { store.waitingCount == 1 })
    #expect(try change(service, 1, steps, key: "k").status == 200)
    store.goOn()
    let answer = try late.wait()
    #expect(answer?.status == 200)
    #expect(answer?.body["repeated"]?.bool == true)
    #expect(store.count(.change) == 1)
  }

  @Test("Without steps, or with empty ones, nothing is recorded, and the key is not kept")
  func emptySteps() throws {
    let store = try Store(.memory)
    let service = try TestService(store: store.store)
    try create(service)
    for steps in ["[]", "[{}]", #"[{"insert":[],"delete":[]},{}]"#] {
      let answer = try change(service, 1, steps, key: "k", query: "?width=320")
      #expect(answer.status == 200 && answer.headers["etag"] == "\"1\"")
      #expect(try answer.json()["revision"]?.int == 1)
    }
    try service.expect(change(service, 9, "[]"), 409, "conflict")
    #expect(try service.json("/v1/documents/feed/changes")["changes"]?.array?.count == 1)
    #expect(try change(service, 1, insertion(1), key: "k").json()["revision"]?.int == 2)
  }

  @Test("Equal items that change places make a new revision of the same layout")
  func sameLayout() throws {
    let store = try Store(.file)
    let service = try TestService(store: store.store)
    try create(service, "feed", [5, 5, 5])
    let layout = try service.json("/v1/documents/feed")["layout"]?.string
    for revision in 1...3 {
      let answer = try change(
        service, revision,
        #"[{"move":[{"from":{"section":0,"item":0},"to":{"section":0,"item":2}}]}]"#)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try answer.json()["id"]?.string == layout)
      #expect(try answer.json()["revision"]?.int == revision + 1)
    }
  }

  @Test("Sizes of a horizontal layout are read across")
  func horizontal() throws {
    let store = try Store(.memory)
    let service = try TestService(store: store.store)
    _ = try put(
      service, "feed", #"{"snapshot":\#(Snapshots.horizontal.text)}"#, ("If-None-Match", "*"))
    let header = #"[{"setSections":[{"section":0,"headers":[{"width":44}]}]}]"#
    #expect(try change(service, 1, header).status == 200)
    let wrong = #"[{"setSections":[{"section":0,"headers":[{"height":44}]}]}]"#
    try service.expect(change(service, 2, wrong), 422, "invalid-change")
  }

  @Test("Long steps are recorded as a replacement, with their key")
  func longSteps() throws {
    let store = try Store(.memory)
    let service = try TestService(limits: { $0.recordedStepsBytes = 40 }, store: store.store)
    try create(service)
    #expect(try change(service, 1, insertion(1), key: "k").status == 200)
    let record = try service.json("/v1/documents/feed/changes?after=1")["changes"]?.array?.first
    #expect(record?["kind"]?.string == "replace")
    #expect(record?["steps"] == nil && record?["parent"] == nil && record?["layout"] != nil)
    #expect(try change(service, 1, insertion(1), key: "k").json()["repeated"]?.bool == true)
  }

  @Test("A log that has lost its beginning says so")
  func history() throws {
    let store = try Store(.memory) { $0.documents.recordsMax = 3 }
    let service = try TestService(store: store.store)
    try create(service)
    for revision in 1...5 { _ = try change(service, revision, insertion(revision)) }
    for after in [0, 1, 2, 7, 100] {
      let problem = try service.expect(
        service.get("/v1/documents/feed/changes?after=\(after)&wait=30"), 410, "history-gone")
      #expect(problem["oldest"]?.int == 4 && problem["revision"]?.int == 6)
    }
    let log = try service.json("/v1/documents/feed/changes?after=3")
    #expect(log["changes"]?.array?.compactMap { $0["revision"]?.int } == [4, 5, 6])
    for query in ["?after=-1", "?after=1.5", "?wait=31", "?wait=-1", "?limit=1001", "?after="] {
      try service.expect(service.get("/v1/documents/feed/changes\(query)"), 400, "bad-parameter")
    }
  }

  // MARK: Waiting

  /// A request on another thread.
  private final class Pending: Sendable {
    private let answer = Mutex<Response?>(nil)
    private let isThere = DispatchSemaphore(value: 0)

    convenience init(_ service: Service, _ target: String) {
      self.init(service, Request(.get, target))
    }

    init(_ service: Service, _ request: Request) {
      Thread.detachNewThread {
        let response = service.response(to: request)
        self.answer.withLock { $0 = response }
        self.isThere.signal()
      }
    }

    var isAnswered: Bool { answer.withLock { $0 != nil } }

    /// The answer, as JSON; nil where none comes in a minute.
    func wait() throws -> (status: Int, body: JSONValue)? {
      guard isThere.wait(timeout: .now() + 60) == .success else { return nil }
      guard let response = answer.withLock({ $0 }) else { return nil }
      return (response.status, try JSONValue(parsing: response.body))
    }
  }

  @Test("A poll that waits is answered when there is a record", arguments: Storage.allCases)
  func waiting(_ place: Storage) throws {
    let store = try Store(place)
    let service = try TestService(store: store.store)
    try create(service)
    try create(service, "other")
    let polls = (0..<10).map { _ in
      Pending(service.service, "/v1/documents/feed/changes?after=1&wait=30")
    }
    #expect(eventually { service.service.watchers.count == 10 })
    // What happens to others wakes nobody.
    #expect(
      try put(service, "other", #"{"snapshot":{"sections":[]}}"#, ("If-Match", "*")).status == 200)
    #expect(service.service.watchers.count == 10)
    #expect(try change(service, 1, insertion(1)).status == 200)
    for poll in polls {
      let answer = try #require(try poll.wait())
      #expect(answer.body["changes"]?.array?.compactMap { $0["revision"]?.int } == [2])
      #expect(answer.body["revision"]?.int == 2 && answer.body["oldest"]?.int == 1)
    }
    #expect(service.service.watchers.count == 0)
    // Who waits for a document that is deleted is told.
    let poll = Pending(service.service, "/v1/documents/feed/changes?after=2&wait=30")
    #expect(eventually { service.service.watchers.count == 1 })
    _ = try service.request("DELETE", "/v1/documents/feed", headers: [("If-Match", "*")])
    let answer = try #require(try poll.wait())
    #expect(answer.status == 200)
    #expect(answer.body["changes"]?.array?.first?["kind"]?.string == "delete")
    #expect(answer.body["changes"]?.array?.first?["layout"] == nil)
    #expect(answer.body["revision"]?.int == 3 && answer.body["oldest"]?.int == 1)
    // Who comes later is told that there is none.
    for query in ["?after=2&wait=30", "?after=2", "?after=3&wait=30", "?after=4", "", "?after=0"] {
      try service.expect(
        service.get("/v1/documents/feed/changes\(query)"), 404, "document-not-found")
    }
    try service.expect(service.get("/v1/documents/feed"), 404, "document-not-found")
  }

  @Test("A poll ends with an empty list when its time is over, and when the program drains")
  func emptyPolls() throws {
    let store = try Store(.memory)
    let service = try TestService(store: store.store)
    try create(service)
    let short = Pending(service.service, "/v1/documents/feed/changes?after=1&wait=0.05")
    let poll = Pending(service.service, "/v1/documents/feed/changes?after=1&wait=30")
    // Both, the check for clients that have gone, and the upkeep of the store.
    #expect(eventually { service.clock.timerCount == 4 })
    service.clock.advance(by: .milliseconds(49))
    #expect(service.service.watchers.count == 2)
    service.clock.advance(by: .milliseconds(1))
    let answer = try #require(try short.wait()?.body)
    #expect(answer["changes"]?.array?.isEmpty == true)
    #expect(answer["revision"]?.int == 1 && answer["oldest"]?.int == 1)
    #expect(service.service.watchers.count == 1)
    service.service.beginDrain()
    #expect(try poll.wait()?.body["changes"]?.array?.isEmpty == true)
    // Who comes back waits for its time, or until the end of the drain.
    let two = try ["0.05", "30"].map { time in
      let client = try service.connect()
      client.send("GET /v1/documents/feed/changes?after=1&wait=\(time) HTTP/1.1\r\nHost: a\r\n\r\n")
      return client
    }
    #expect(eventually { service.service.watchers.count == 2 })
    func expectEnd(_ client: TestClient) {
      let answer = client.answer()
      #expect(answer?.text == #"{"changes":[],"revision":1,"oldest":1}"#)
      #expect(answer?.closes == true && client.isClosedByServer())
    }
    service.clock.advance(by: .milliseconds(50))
    expectEnd(two[0])
    #expect(service.service.watchers.count == 1)
    service.service.endFollowing()
    expectEnd(two[1])
    let late = Pending(service.service, "/v1/documents/feed/changes?after=1&wait=30")
    #expect(try late.wait()?.body["changes"]?.array?.isEmpty == true)
    // Nothing is left of a poll but the check for clients that have gone, for its last second.
    #expect(service.clock.timerCount == 2)
  }

  @Test("No more than so many wait, and clients that have gone make room")
  func mostWatchers() throws {
    let store = try Store(.memory)
    let service = try TestService(
      overSocket: true, limits: { $0.watchers = 3 }, store: store.store)
    try create(service)
    let poll = "GET /v1/documents/feed/changes?after=1&wait=30 HTTP/1.1\r\nHost: a\r\n\r\n"
    var clients: [TestClient?] = []
    for count in 1...3 {
      clients.append(try service.connect())
      clients.last??.send(poll)
      #expect(eventually { service.service.watchers.count == count })
    }
    let refused = try service.get("/v1/documents/feed/changes?after=1&wait=30")
    try service.expect(refused, 429, "too-many-watchers")
    #expect(refused.headers["retry-after"] == "1")
    // Who does not have to wait is answered.
    #expect(try service.get("/v1/documents/feed/changes?after=0&wait=30").status == 200)
    clients[0] = nil
    #expect(
      service.clock.advance(by: .milliseconds(100)) { service.service.watchers.count == 2 })
    #expect(try change(service, 1, insertion(1)).status == 200)
    for client in clients.dropFirst() { #expect(client?.answer()?.status == 200) }
  }

  @Test("A poll is answered where its document was changed without a notice, and any may have been")
  func lostNotice() throws {
    let store = FaultyStore()
    let service = try TestService(store: store)
    try create(service)
    store.loseNotices()
    let poll = Pending(service.service, "/v1/documents/feed/changes?after=1&wait=30")
    #expect(eventually { service.service.watchers.count == 1 })
    #expect(try change(service, 1, insertion(1)).status == 200)
    #expect(service.service.watchers.count == 1)
    store.tellOfAll()
    #expect(try poll.wait()?.body["changes"]?.array?.map { $0["revision"]?.int } == [2])
  }

  // MARK: Failures

  @Test("What the store fails with is given, and whether it may have been done")
  func failures() throws {
    let store = FaultyStore()
    let service = try TestService(store: store)
    try create(service)
    store.meet(.document, .fails(.unavailable))
    try service.expect(service.get("/v1/documents/feed"), 503, "store-unavailable")
    store.meet(.records, .fails(.overdue))
    try service.expect(service.get("/v1/documents/feed/changes"), 503, "store-unavailable")
    store.meet(.documents, .fails(.busy))
    try service.expect(service.get("/v1/documents"), 503, "store-unavailable")
    // The form of a change is checked first.
    store.meet(.document, .fails(.unavailable))
    try service.expect(change(service, 1, #"{"delete":[{"section":-1}]}"#), 422, "invalid-change")
    store.meet(.document, .fails(.unavailable))
    try service.expect(change(service, 1, "{"), 400, "bad-json")
    store.meet(.document, .fails(.unavailable))
    try service.expect(change(service, 1, insertion(1)), 503, "store-unavailable")
    store.meet(.change, .fails(.full))
    try service.expect(change(service, 1, insertion(1), key: "k"), 507, "store-full")
    store.meet(.change, .losesAnswer)
    let unknown = try service.expect(
      change(service, 1, insertion(1), key: "k"), 503, "store-unavailable")
    #expect(unknown["detail"]?.string?.contains("It may have been done; send it again.") == true)
    let again = try change(service, 1, insertion(1), key: "k")
    #expect(try again.json()["repeated"]?.bool == true, "\(again.text)")
    store.meet(.write, .losesAnswer)
    let lost = try put(service, "feed", #"{"snapshot":{"sections":[]}}"#, ("If-Match", "\"2\""))
    try service.expect(lost, 503, "store-unavailable")
    // The retry shows that it was done.
    let retry = try put(service, "feed", #"{"snapshot":{"sections":[]}}"#, ("If-Match", "\"2\""))
    #expect(try service.expect(retry, 412, "precondition-failed")["revision"]?.int == 3)
    // A failing read of the log only delays those who wait.
    let poll = Pending(service.service, "/v1/documents/feed/changes?after=3&wait=30")
    #expect(eventually { service.service.watchers.count == 1 })
    store.meet(.records, .fails(.unavailable))
    #expect(
      try put(service, "feed", #"{"snapshot":\#(snapshot([9]))}"#, ("If-Match", "*")).status == 200)
    #expect(service.clock.advance(by: .milliseconds(10)) { poll.isAnswered })
    #expect(try poll.wait()?.body["revision"]?.int == 4)
  }

  @Test("A document that is put in the place of a damaged row mends it")
  func damagedRows() throws {
    let folder = NSTemporaryDirectory() + "layoutd-documents-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(folder + "/layouts.db") { _, _ in }
    defer { store.close(within: .seconds(10)) }
    let first = try TestService(store: store)
    try create(first)
    let layout = try #require(try first.json("/v1/documents/feed")["layout"]?.string)
    // What the id does not stand for.
    let damaged = StoredLayout(
      id: try #require(Digest(hexadecimal: layout)), rules: Int(rulesVersions.lowerBound),
      used: .today, body: StoredBody(Array(#"{"sections":[]}"#.utf8)))
    let isDone = DispatchSemaphore(value: 0)
    store.keep(damaged, replaces: true, until: .now + .seconds(60)) { _ in isDone.signal() }
    isDone.wait()
    let second = try TestService(store: store)
    try second.expect(second.get("/v1/layouts/\(layout)"), 500, "stored-layout-damaged")
    let body = #"{"snapshot":\#(snapshot([40, 50, 60]))}"#
    #expect(try put(second, "feed", body, ("If-Match", "*")).status == 200)
    #expect(try TestService(store: store).get("/v1/layouts/\(layout)").status == 200)
  }

  @Test("Warnings of a document are counted")
  func warnings() throws {
    let store = try Store(.file)
    let service = try TestService(store: store.store)
    let body = #"{"snapshot":{"sections":[{"engine":"column","items":[{"width":3,"height":2}]}]}}"#
    #expect(try put(service, "feed", body, ("If-None-Match", "*")).status == 201)
    #expect(service.metric("layoutd_warnings_total") == 1)
  }

  @Test("Without a store there are no documents")
  func withoutStore() throws {
    let service = try TestService()
    try service.expect(service.get("/v1/documents/feed"), 503, "store-unavailable")
    let answer = try put(service, "a", #"{"snapshot":{"sections":[]}}"#, ("If-None-Match", "*"))
    try service.expect(answer, 503, "store-unavailable")
    try service.expect(
      service.request("DELETE", "/v1/documents/a", headers: [("If-Match", "*")]), 503,
      "store-unavailable")
    try service.expect(change(service, 1, insertion(1)), 503, "store-unavailable")
  }
}
