import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

/// Goal: a path that leads nowhere, and an index that is out of range, say what came and what there is.
@Suite("What was likely meant") struct PathAdviceTests {
  let test: TestService

  init() throws { test = try TestService() }

  @Test(
    "A path that leads nowhere is told which one was likely meant",
    arguments: [
      ("/layouts", "There is no path \"/layouts\"; there is \"/v1/layouts\"."),
      ("/v1/layouts/", "There is no path \"/v1/layouts/\"; there is \"/v1/layouts\"."),
      ("/V1/Layouts", "There is no path \"/V1/Layouts\"; there is \"/v1/layouts\"."),
      ("//v1//layouts", "There is no path \"//v1//layouts\"; there is \"/v1/layouts\"."),
      ("/documents/feed", "There is no path \"/documents/feed\"; there is \"/v1/documents/feed\"."),
      ("/v1/layout", "There is no path \"/v1/layout\"; there is \"/v1/layouts\"."),
      ("/healthz/", "There is no path \"/healthz/\"; there is \"/healthz\"."),
      (
        "/v1/layouts/0/element",
        "There is no path \"/v1/layouts/0/element\"; there is \"/v1/layouts/{id}/elements\"."
      ),
      (
        "/v1/layouts//sections",
        "There is no path \"/v1/layouts//sections\"; there is \"/v1/layouts/{id}/sections\"."
      ),
      ("/nothing", "There is no path \"/nothing\"."),
      ("/%1b[1m", "There is no path \"/%1b[1m\"."),
    ])
  func path(path: String, detail: String) throws {
    for method in ["GET", "POST"] {
      let problem = try test.expect(test.request(method, path), 404, "not-found")
      #expect(problem["detail"]?.string == detail)
    }
  }

  @Test(
    "What stands in the place of an id is told, and what is likely wrong with it",
    arguments: [
      ("undefined", "the program that asks has no id yet"), ("%7Bid%7D", "in its place"),
      (String(repeating: "A", count: 64), "write its letters in lower case"),
      ("abc123", "these are 6 digits"), ("what", "not \"what\"."),
    ])
  func id(text: String, advice: String) throws {
    let path = "/v1/layouts/\(text)/sections?width=3"
    let problem = try test.expect(test.get(path), 400, "bad-parameter")
    let detail = try #require(problem["detail"]?.string)
    #expect(
      detail.hasPrefix("A layout id is 64 lower-case hexadecimal digits, not \"\(text.prefix(64))"))
    #expect(detail.contains(advice), "\(detail)")
  }

  @Test("A step that names what is not there is told how many there are")
  func indices() throws {
    let path = try test.path(of: Snapshots.rows(7))
    for (steps, detail) in [
      (
        #"{"delete":[{"section":0,"item":7}]}"#,
        "names an item that is not there before the step: there are 7"
      ),
      (
        #"{"delete":[{"section":1,"item":0}]}"#,
        "names a section that is not there before the step: there is 1"
      ),
      (
        #"{"move":[{"from":{"section":0,"item":0},"to":{"section":0,"item":7}}]}"#,
        "names a place behind the items that the section has after the step: there are 7"
      ),
      (
        #"{"moveSections":[{"from":0,"to":1}]}"#,
        "names a section that is not there after the step: there is 1"
      ),
      (
        #"{"move":[{"from":{"section":0,"item":0},"to":{"section":3,"item":0}}]}"#,
        "names a section that is not there after the step: there is 1"
      ),
      (
        #"{"insert":[{"section":0,"item":0,"items":1}]}"#,
        "leaves \"height\" open, which the engine reads: a section keeps sizes, not the metrics that once gave them"
      ),
      (
        #"{"setSections":[{"section":0,"engine":"flow"}],"insert":[{"section":0,"item":0,"items":1}]}"#,
        "leaves \"width\" and \"height\" open, which the engine reads: a section keeps sizes, not the metrics that once gave them"
      ),
    ] {
      let answer = try test.post(text: #"{"steps":[\#(steps)]}"#, to: "\(path)/changes")
      let problem = try test.expect(answer, 422, "invalid-change")
      #expect(problem["errors"]?.array?.first?["detail"]?.string == detail)
    }
    let anchor = try test.post(
      text: #"{"steps":[]}"#, to: "\(path)/changes?bounds=0,0,9,9&anchor=0,7")
    let problem = try test.expect(anchor, 400, "bad-parameter")
    #expect(problem["detail"]?.string == "The layout has no item 0,7: section 0 has 7 items.")
  }

  @Test("A body that is too large is told how large it is, and how large it may be")
  func size() throws {
    let small = try TestService(server: { $0.bodyBytesMax = 1000 })
    let answer = try small.post(text: String(repeating: " ", count: 1001))
    let problem = try small.expect(answer, 413, "too-large")
    #expect(
      problem["detail"]?.string == "The body has 1001 bytes; at most 1000 are taken (max-body).")
  }
}
