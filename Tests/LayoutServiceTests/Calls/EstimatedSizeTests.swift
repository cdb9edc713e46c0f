import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

/// What answers say of sizes that are estimates (docs/rules.md#estimated-sizes).
@Suite("Estimated sizes")
struct EstimatedSizeTests {
  let test: TestService

  init() throws { test = try TestService() }

  private func snapshot(_ marks: [Bool], engine: String = "column") -> JSONValue {
    let items = marks.enumerated().map { number, isEstimated in
      ["height": .number(Double(10 + number)), "estimated": .bool(isEstimated)] as JSONValue
    }
    return ["sections": [["engine": .string(engine), "items": .array(items)]]]
  }

  @Test("Every layout object counts them, and one without any does not")
  func counts() throws {
    for (marks, count) in [([true, false, true], 2), ([false], nil)] as [([Bool], Int?)] {
      let path = try test.path(of: snapshot(marks))
      for object in [
        try test.post(snapshot(marks)).json(), try test.json(path),
        try test.json("\(path)?width=300"),
        try test.post(snapshot(marks), "widths=300,200&length=400").json(),
      ] {
        #expect(object["estimatedCount"]?.int == count)
        #expect(object["itemCount"]?.int == marks.count)
      }
      let section = try test.json("\(path)/sections?width=300")["sections"]?[0]
      #expect(section?["estimatedCount"]?.int == count)
      #expect(section?["meanSize"] == (count == nil ? nil : ["height": 11]))
      let columns = try test.json("\(path)/elements?width=300&rect=0,0,9,99&format=columns")
      let expected: JSONValue? = count == nil ? nil : [true, nil, true]
      #expect(columns["cells"]?["estimated"] == expected)
    }
  }

  @Test("Headers and footers are counted beside them, hidden ones are not")
  func headers() throws {
    let marked: JSONValue = [
      ["height": 9, "estimated": true], ["hidden": true, "estimated": true],
    ]
    let path = try test.path(
      of: ["globalHeaders": marked, "sections": [["headers": marked, "footers": marked], [:]]])
    #expect(try test.json(path)["estimatedHeaderCount"] == 3)
    #expect(try test.json(path)["estimatedCount"] == nil)
    let sections = try test.json("\(path)/sections?width=300")["sections"]
    #expect(sections?[0]["estimatedHeaderCount"] == 2)
    #expect(sections?[1]["estimatedHeaderCount"] == nil)
  }

  @Test("A mark is content: each one changes the id, and nothing in a mosaic")
  func ids() throws {
    for (engine, count) in [("column", 8), ("waterfall", 8), ("mosaic", 1)] {
      let paths = try (0..<8).map { bits in
        try test.path(of: snapshot((0..<3).map { bits >> $0 & 1 == 1 }, engine: engine))
      }
      #expect(Set(paths).count == count, "\(engine)")
    }
  }

  @Test("Without an extent a resize changes the mark alone, and moves nothing")
  func marksAlone() throws {
    let path = try test.path(of: snapshot([false, false]))
    let answer = try test.post(
      text: #"{"steps":[{"resize":[{"section":0,"at":[1],"estimated":true}]}]}"#,
      to: "\(path)/changes?width=300&bounds=0,0,300,300&transition=true"
    ).json()
    #expect(try test.path(of: snapshot([false, true])).hasSuffix(answer["id"]?.string ?? "none"))
    let stretch: JSONValue = ["start": 10, "end": 21]
    #expect(answer["change"]?["changed"] == ["before": stretch, "after": stretch])
    for transition in answer["change"]?["transition"]?.array ?? [] {
      #expect(transition["initial"] == transition["final"])
    }
  }

  @Test("The mean counts as a resize of each estimate")
  func conflicts() throws {
    let path = try test.path(of: snapshot([false, true, true]))
    let mean = #"{"section":0,"estimated":"mean"}"#
    for (step, error) in [
      (#""resize":[{"section":0,"at":[1]},\#(mean)]"#, "/steps/0/resize/1 duplicate-resize"),
      (#""resize":[\#(mean),\#(mean)]"#, "/steps/0/resize/1 duplicate-resize"),
      (
        #""delete":[{"section":0,"item":2}],"resize":[\#(mean)]"#,
        "/steps/0/resize/0 delete-and-resize-same"
      ),
      (#""delete":[{"section":0,"item":0}],"resize":[\#(mean)]"#, nil),
      (
        #""resize":[{"section":1,"estimated":"mean"}]"#,
        "/steps/0/resize/0 section-out-of-range-before"
      ),
      (
        #""resize":[{"section":0,"estimated":"median"}]"#,
        "/steps/0/resize/0/estimated out-of-range"
      ),
    ] as [(String, String?)] {
      let answer = try test.post(text: #"{"steps":[{\#(step)}]}"#, to: "\(path)/changes")
      let errors = try answer.json()["errors"]?.array?.map {
        "\($0["pointer"]?.string ?? "") \($0["code"]?.string ?? "")"
      }
      #expect(errors == error.map { [$0] }, "\(step): \(answer.text)")
    }
  }
}
