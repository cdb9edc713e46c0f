import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Plans and diffs")
struct ListHelperTests {
  private func post(
    _ test: TestService, _ target: String, _ text: String, type: String = "application/json"
  ) throws -> TestClient.Reply {
    try test.request(
      "POST", target, headers: [("Content-Type", type)], body: Array(text.utf8))
  }

  @Test("A plan is answered and not kept", arguments: [false, true])
  func plan(overSocket: Bool) throws {
    let test = try TestService(overSocket: overSocket)
    let answer = try post(
      test, "/v1/plans", #"{"counts": [2], "steps": [{"delete": [{"section": 0, "item": 0}]}]}"#)
    #expect(answer.status == 200)
    #expect(answer.headers["cache-control"] == "no-store")
    #expect(answer.headers["content-type"] == "application/json")
    #expect(answer.headers["location"] == nil && answer.headers["etag"] == nil)
    #expect(
      answer.text
        == #"{"counts":[1],"sections":[0],"items":[[{"count":1,"section":0,"item":1}]],"#
        + #""plan":[{"remove":{"section":0,"item":0}}],"traps":[]}"#)
  }

  @Test("A plan takes no more memory than there is to work with")
  func planBytes() throws {
    let test = try TestService(limits: { $0.workingBytes = 128 * 10 })
    func plan(deleting count: Int) throws -> TestClient.Reply {
      let steps = #"[{"delete": [{"section": 0, "item": 0, "count": \#(count)}]}]"#
      return try post(test, "/v1/plans", #"{"counts": [20], "steps": \#(steps)}"#)
    }
    #expect(try plan(deleting: 10).status == 200)
    let refused = try test.expect(plan(deleting: 11), 422, "invalid-change")
    #expect(refused["errors"]?[0]["code"] == "too-many")
    #expect(refused["errors"]?[0]["pointer"] == "/steps")
  }

  @Test("A diff is answered")
  func diff() throws {
    let test = try TestService()
    let answer = try post(test, "/v1/diffs", #"{"before": ["a", "b"], "after": ["b", "c"]}"#)
    #expect(answer.status == 200)
    #expect(
      answer.text
        == #"{"steps":[{"delete":[{"section":0,"item":0}],"#
        + #""insert":[{"section":0,"item":1,"items":1}]}]}"#)
  }

  @Test("What is wrong is a problem of the call")
  func problems() throws {
    let test = try TestService()
    let plan = try test.expect(
      post(test, "/v1/plans", #"{"counts": [1], "steps": [{"set": {}}]}"#), 422, "invalid-change")
    #expect(plan["errors"]?[0]["code"] == "unknown-key")
    let step = try test.expect(
      post(
        test, "/v1/plans", #"{"counts": [1], "steps": [{"delete": [{"section": 1, "item": 0}]}]}"#),
      422, "invalid-change")
    #expect(step["errors"]?[0]["code"] == "section-out-of-range-before")
    #expect(step["errors"]?[0]["pointer"] == "/steps/0/delete/0")
    let diff = try test.expect(
      post(test, "/v1/diffs", #"{"before": [1, 1], "after": []}"#), 422, "invalid-diff")
    #expect(diff["errors"]?[0]["first"] == "/before/0")
    for path in ["/v1/plans", "/v1/diffs"] {
      try test.expect(post(test, path, "{"), 400, "bad-json")
      try test.expect(post(test, path + "?width=3", "{}"), 400, "bad-parameter")
      try test.expect(post(test, path, "{}", type: "text/plain"), 415, "unsupported-media-type")
      let get = try test.expect(test.get(path), 405, "method-not-allowed")
      #expect(get["errors"] == nil)
    }
  }

  @Test("Much is computed on a compute thread, and ends where the time is over")
  func muchWork() throws {
    // A short body that makes a long answer, and a long body that makes a short one.
    let moves =
      #"{"from": {"section": 0, "item": 0}, "to": {"section": 0, "item": 0}, "count": 99999}"#
    let plan = #"{"counts": [100000], "steps": [{"move": [\#(moves)]}]}"#
    let keys = (0..<50_000).map(String.init).joined(separator: ",")
    let diff = #"{"before": [\#(keys)], "after": [\#(keys)]}"#
    let test = try TestService(overSocket: true, threadCount: 1)
    let long = try post(test, "/v1/plans", plan)
    #expect(long.status == 200)
    #expect(try long.json()["plan"]?.array?.count == 2 * 99_999)
    #expect(try post(test, "/v1/diffs", diff).text == #"{"steps":[]}"#)
    let late = try TestService(limits: { $0.computeTimeout = .zero })
    try late.expect(post(late, "/v1/plans", plan), 503, "unavailable")
    try late.expect(post(late, "/v1/diffs", diff), 503, "unavailable")
  }
}
