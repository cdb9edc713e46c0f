import HTTPServer
import LayoutStore
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Conditions of requests")
struct ConditionTests {
  let test: TestService
  let layout: String

  init() throws {
    test = try TestService(store: SQLiteStore(bytesMax: 64 << 20) { _, _ in })
    layout = try test.path(of: Snapshots.mixed)
    try test.create("bad-json", #"{"layout": "\#(layout.suffix(64))"}"#)
  }

  /// For each call that is answered, a request that succeeds.
  private func request(_ call: Call, _ method: Method) -> (target: String, body: [UInt8]?)? {
    let path = call.files ?? call.path
    var target = path.replacing("/v1/layouts/{id}", with: layout)
      .replacing("{name}", with: "bad-json").replacing("{section}/{item}", with: "0/0")
    let queries = [
      "elements": "?width=390&rect=0,0,390,844", "special": "?bounds=0,0,390,844",
      "sections": "?width=390", "items": "/0/0?width=390",
      "supplementary": "/header/0/0?width=390", "decorations": "/rowSeparator/0/1?width=390",
      "hit": "?width=390&point=1,1", "transition": "?bounds=0,0,390,844",
      "neighbors": "?width=390", "target": "?bounds=0,0,390,844&item=0,0",
      "window": "?bounds=0,0,390,844", "reorder": "?bounds=0,0,390,844&item=0,0&point=1,1",
    ]
    if call.path.hasPrefix("/v1/layouts/{id}/") {
      target += queries[String(call.path.split(separator: "/").last!)] ?? ""
    }
    guard method == .post || method == .put else { return (target, nil) }
    let body =
      switch call.path {
      case "/v1/layouts": #"{"sections": [{"items": 3}]}"#
      case "/v1/plans": #"{"counts": [1], "steps": []}"#
      case "/v1/diffs": #"{"before": [1], "after": [2]}"#
      case "/v1/documents/{name}/changes": #"{"revision": 1, "steps": []}"#
      default: #"{"steps": []}"#
      }
    return (target, Array(body.utf8))
  }

  @Test("A condition that no representation meets is refused by every call, and nothing is done")
  func refused() throws {
    var count = 0
    for call in Call.all where !call.path.hasSuffix("{rest}") {
      for method in call.methods where call.conditions != .document {
        guard let (target, body) = request(call, method), call.path != "other" else { continue }
        let headers = [("If-Match", "\"another\""), ("Content-Type", "application/json")]
        let answer = try test.request(method.name, target, headers: headers, body: body)
        #expect(answer.status == 412, "\(method) \(target): \(answer.status) \(answer.text)")
        count += 1
      }
    }
    #expect(count > 30)
    #expect(try test.get(layout).status == 200)
  }

  @Test("A tag for a call that takes none is refused with a word on where the revision stands")
  func tagOfPost() throws {
    let headers = [("If-Match", "\"1\""), ("Content-Type", "application/json")]
    for call in Call.all where call.conditions == .path && call.methods == [.post] {
      guard let (target, body) = request(call, .post) else { continue }
      let answer = try test.request("POST", target, headers: headers, body: body)
      let detail = try test.expect(answer, 412, "precondition-failed")["detail"]?.string ?? ""
      #expect(detail.hasPrefix("This call takes no tags"))
      #expect(!detail.contains("ETag"))
      #expect(detail.contains("revision") == (call.path == "/v1/documents/{name}/changes"))
    }
  }

  @Test("A weak tag, as proxies make it, is named where it cannot match")
  func weakTag() throws {
    let head: JSONValue = ["layout": .string(String(layout.suffix(64)))]
    for (method, target, body) in [
      ("GET", layout, nil), ("DELETE", layout, nil), ("DELETE", "/v1/documents/bad-json", nil),
      ("PUT", "/v1/documents/bad-json", Array(head.text.utf8)),
    ] as [(String, String, [UInt8]?)] {
      let tag = "W/" + (try test.get(target).headers["etag"] ?? "")
      let headers = [("If-Match", tag), ("Content-Type", "application/json")]
      let problem = try test.expect(
        test.request(method, target, headers: headers, body: body), 412, "precondition-failed")
      let detail = problem["detail"]?.string ?? ""
      #expect(detail.contains(tag) && detail.contains("nginx"), "\(method) \(target): \(detail)")
    }
  }

  @Test("Every call that computes says how long it took")
  func timing() throws {
    var count = 0
    for call in Call.all where !call.path.hasSuffix("{rest}") {
      if case .nothing = call.answering { continue }
      // What computes nothing.
      if [.layout, .document].contains(call.conditions) || call.path.hasSuffix("/events") {
        continue
      }
      for method in call.methods {
        guard let (target, body) = request(call, method) else { continue }
        let answer = try test.request(
          method.name, target, headers: [("Content-Type", "application/json")], body: body)
        #expect((200..<300).contains(answer.status), "\(method) \(target): \(answer.text)")
        #expect(answer.headers["server-timing"]?.contains(";dur=") == true, "\(method) \(target)")
        count += 1
      }
    }
    #expect(count > 20)
  }

  @Test("GET compares If-Match strongly, before If-None-Match")
  func get() throws {
    let tag = try #require(try test.get(layout).headers["etag"])
    for (headers, status) in [
      ([("If-Match", tag)], 200), ([("If-Match", "*")], 200), ([("If-Match", "W/\(tag)")], 412),
      ([("If-Match", "\"x\", \(tag)")], 200), ([("If-Match", "x")], 412),
      ([("If-Match", tag), ("If-None-Match", tag)], 304),
      ([("If-Match", "\"x\""), ("If-None-Match", tag)], 412),
      ([("If-Match", "*"), ("If-None-Match", "\"x\"")], 200),
      ([("If-Unmodified-Since", "Sun, 06 Nov 1994 08:49:37 GMT")], 200),
      ([("Range", "bytes=0-1"), ("If-Range", tag)], 200),
    ] as [([(String, String)], Int)] {
      for method in ["GET", "HEAD"] {
        let answer = try test.request(method, layout, headers: headers)
        #expect(answer.status == status, "\(headers)")
      }
    }
    #expect(try test.get("/v1/documents/bad-json", ("If-Match", "\"1\"")).status == 200)
    #expect(try test.get("/v1/documents/bad-json", ("If-Match", "\"2\"")).status == 412)
    #expect(try test.get("/version", ("If-Match", "*")).status == 200)
    // What is not there, or is wrong, stays so.
    let absent = "/v1/layouts/\(String(repeating: "0", count: 64))"
    #expect(try test.get(absent, ("If-Match", tag)).status == 404)
    #expect(try test.get("\(layout)?a=1", ("If-Match", "\"x\"")).status == 400)
  }

  @Test("A layout is forgotten only where it is as the condition asks")
  func deletion() throws {
    let tag = try #require(try test.get(layout).headers["etag"])
    let id = try test.path(of: Snapshots.rows(7))
    func delete(_ path: String, _ header: String, _ value: String) throws -> Int {
      try test.request("DELETE", path, headers: [(header, value)]).status
    }
    #expect(try delete(id, "If-Match", tag) == 412)
    #expect(try delete(id, "If-None-Match", "*") == 412)
    #expect(try test.get(id).status == 200)
    #expect(try delete(id, "If-Match", "*") == 204)
    #expect(try delete(id, "If-Match", "*") == 412)
    #expect(try delete(id, "If-None-Match", "*") == 204)
  }
}
