import Comparison
import Foundation
import JSONText
import LayoutCore
import Oracle
import Testing

@testable import LayoutWire

/// Reads a change of a vertical layout, however long that takes.
func postedSteps(
  _ json: String, isHorizontal: Bool = false, limits: SnapshotLimits = SnapshotLimits()
) throws(DecodingInterrupted) -> PostedSteps {
  var meter = WorkMeter.unlimited
  return try Array(json.utf8).withText { (text) throws(DecodingInterrupted) in
    try StepsDecoder.change(
      text, hasSlack: false, isHorizontal: isHorizontal, limits: limits, naming: .tests,
      meter: &meter)
  }
}

/// The pointers and codes of a problem.
func issues(_ stop: DecodingInterrupted?) -> [String] {
  guard case .problem(let problem) = stop else { return ["\(String(describing: stop))"] }
  return problem.issues.map { issue in
    guard case .pointer(let pointer) = issue.place else { return "" }
    return "\(pointer) \(issue.code.rawValue)"
  }
}

@Suite("Steps as they are posted")
struct StepsDecoderTests {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "ChangeVectors")

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.sorted()
  }()

  /// How many items each section of a snapshot has.
  private func counts(_ snapshot: JSONValue?) throws -> [Int] {
    try #require(snapshot?["sections"]?.array).map { section in
      guard let items = section["items"] else { return 0 }
      if let rows = items.array { return rows.reduce(0) { $0 + ($1["count"]?.int ?? 1) } }
      if let count = items.int ?? items["count"]?.int { return count }
      return (items["widths"] ?? items["heights"])?.array?.count ?? 0
    }
  }

  @Test("There are examples")
  func examples() { #expect(Self.names.count == 32) }

  @Test(
    "The examples' steps make as many items, or are refused as the examples say", arguments: names)
  func example(name: String) throws {
    let vector = try JSONValue(parsing: Data(contentsOf: Self.folder.appending(path: name)))
    let before = try counts(vector["snapshot"])
    let body: JSONValue = ["steps": try #require(vector["steps"])]
    var applied = AppliedSteps(
      sectionCount: before.count, itemCount: before.reduce(0, +), itemCount: { before[$0] })
    var found: [String] = []
    do {
      let isHorizontal = vector["snapshot"]?["scrollDirection"]?.string == "horizontal"
      let posted = try postedSteps(body.text, isHorizontal: isHorizontal)
      for (number, step) in posted.steps.enumerated() {
        var meter = WorkMeter.unlimited
        do throws(StepFailure) {
          try applied.apply(step.step, meter: &meter)
        } catch {
          guard case .problems(let problems) = error else { continue }
          throw DecodingInterrupted.problem(Problem(problems, step: number))
        }
      }
    } catch {
      found = issues(error as? DecodingInterrupted)
    }
    let expected = (vector["errors"]?.array ?? []).map {
      "\($0["pointer"]?.string ?? "") \($0["code"]?.string ?? "")"
    }
    #expect(found == expected)
    if expected.isEmpty {
      let after = (0..<applied.sectionCount).map(applied.itemCount(of:))
      #expect(after == (try counts(vector["result"])))
    }
  }

  @Test("Items are read in every form")
  func itemForms() throws {
    let forms: [(String, [GivenItems.Run])] = [
      ("3", [run(3)]),
      (#"{"count": 2, "height": 60}"#, [run(2, height: 60)]),
      (
        #"{"count": 2, "width": 1, "height": 2, "estimated": true}"#,
        [run(2, width: 1, height: 2, true)]
      ),
      (
        #"[{"count": 900, "height": 50}, {}, {"height": 72, "estimated": true}]"#,
        [run(900, height: 50), run(1), run(1, height: 72, true)]
      ),
      (#"[{"width": 5}, {"count": 0}, {"count": 2}]"#, [run(1, width: 5), run(2)]),
      (#"{"heights": [1, 2]}"#, [run(1, height: 1), run(1, height: 2)]),
      (
        #"{"widths": [7, 8], "estimated": [false, true]}"#,
        [run(1, width: 7), run(1, width: 8, true)]
      ),
      (#"{"widths": [7], "estimated": true}"#, [run(1, width: 7, true)]),
    ]
    for (form, runs) in forms {
      let posted = try postedSteps(
        #"{"steps": [{"insert": [{"section": 0, "item": 4, "items": \#(form)}]}]}"#)
      let items = posted.steps[0].given.inserted[0]
      #expect(items.count == runs.reduce(0) { $0 + $1.count }, "\(form)")
      #expect(items.runCount == runs.count)
      var item = 0
      for run in runs {
        #expect(items.run(from: item) == run, "\(form)")
        item += run.count
      }
      #expect(posted.steps[0].step.insert == [Range(ItemPath(0, 4), count: items.count)])
    }
  }

  private func run(
    _ count: Int, width: Double? = nil, height: Double? = nil, _ isEstimated: Bool = false
  ) -> GivenItems.Run {
    var run = GivenItems.Run(count: count, isEstimated: isEstimated)
    run.sizes[.width] = width
    run.sizes[.height] = height
    return run
  }

  @Test("Every list is read")
  func allLists() throws {
    let posted = try postedSteps(
      """
      {"steps": [{
        "delete": [{"section": 0, "item": 2, "count": 3}, {"section": 1, "item": 0}],
        "insert": [{"section": 0, "item": 0, "items": {"heights": [60, 60]}}],
        "move": [{"from": {"section": 0, "item": 3}, "to": {"section": 1, "item": 0}, "count": 2}],
        "resize": [{"section": 0, "item": 5, "items": [{"height": 72}]},
          {"section": 1, "at": [3, 17, 4], "heights": [61.5, 80, 47], "estimated": true},
          {"section": 2, "at": []}, {"section": 2, "estimated": "mean"}],
        "reload": [{"section": 0, "item": 7, "items": {"heights": [90]}},
          {"section": 0, "item": 8, "count": 2}, {"section": 0, "item": 9, "items": []}],
        "deleteSections": [{"section": 3, "count": 2, "slide": "right"}],
        "insertSections": [{"section": 1, "sections": [{"engine": "mosaic", "items": 12}, {}],
          "slide": "left"}],
        "moveSections": [{"from": 2, "to": 4}],
        "reloadSections": [{"section": 5, "value": {"items": 3}}],
        "setSections": [{"section": 0, "count": 2, "metrics": {"minimumLineSpacing": 4},
          "headers": [{"height": 52, "pin": true}]}, {"section": 7}],
        "set": {"globalHeaders": [{"height": 40}]}
      }, {}], "expect": {"itemCount": 7}}
      """)
    let step = posted.steps[0].step
    #expect(step.delete.map(\.length) == [3, 1])
    #expect(step.insert.map(\.length) == [2])
    #expect(step.move[0].from.length == 2 && step.move[0].to == ItemPath(1, 0))
    #expect(step.reload.map(\.length) == [1, 2, 0])
    #expect(step.deleteSections == [3..<5] && step.setSections == [0..<2, 7..<7])
    #expect(step.insertSections[0].itemCounts == [12, 0])
    #expect(step.moveSections[0].from == 2..<3 && step.moveSections[0].to == 4)
    #expect(step.reloadSections[0].itemCount == 3)
    #expect(step.resize.count == 4)
    let named = posted.steps[0].given.resized[1]
    #expect((0..<3).map { named.run(from: $0).sizes[.height] } == [61.5, 80, 47])
    #expect(named.run(from: 2).isEstimated)
    #expect(posted.steps[0].given.reloaded.map { $0?.count } == [1, nil, 0])
    let given = posted.steps[0].given
    #expect(given.deletedSlides == [.right] && given.insertedSlides == [.left])
    #expect(posted.steps[1].step.entryCount == 0)
    #expect(posted.expected.itemCount == 7 && posted.expected.id == nil)
  }

  @Test(
    "What is wrong with the form is found in all steps at once",
    arguments: [
      ("[]", [" wrong-type"]), ("{}", ["/steps missing"]),
      (
        #"{"steps": [{"remove": []}], "stops": 1}"#,
        ["/steps/0/remove unknown-key", "/stops unknown-key"]
      ),
      (
        #"{"steps": [{"delete": [{}]}]}"#,
        ["/steps/0/delete/0/section missing", "/steps/0/delete/0/item missing"]
      ),
      (
        #"{"steps": [{"delete": [{"section": 0, "item": -1}]}, {"insert": 3}]}"#,
        ["/steps/0/delete/0/item out-of-range", "/steps/1/insert wrong-type"]
      ),
      (
        #"{"steps": [{"delete": [{"section": 0, "item": 0, "count": 0}]}]}"#,
        ["/steps/0/delete/0/count out-of-range"]
      ),
      (
        #"{"steps": [{"delete": [{"section": 0.5, "item": "a"}]}]}"#,
        ["/steps/0/delete/0/section out-of-range", "/steps/0/delete/0/item wrong-type"]
      ),
      (
        #"{"steps": [{"insert": [{"section": 0, "item": 0, "items": {"widths": [1], "heights": [1, 2]}}]}]}"#,
        ["/steps/0/insert/0/items/heights not-allowed"]
      ),
      (
        #"{"steps": [{"insert": [{"section": 0, "item": 0, "items": {"count": 1, "heights": [1]}}]}]}"#,
        ["/steps/0/insert/0/items/count not-allowed"]
      ),
      (
        #"{"steps": [{"insert": [{"section": 0, "item": 0, "items": [{"height": -1}]}]}]}"#,
        ["/steps/0/insert/0/items/0/height out-of-range"]
      ),
      (
        #"{"steps": [{"resize": [{"section": 0, "item": 1, "at": [2]}]}]}"#,
        ["/steps/0/resize/0/item not-allowed"]
      ),
      (
        #"{"steps": [{"resize": [{"section": 0, "at": [2], "heights": [1, 2]}]}]}"#,
        ["/steps/0/resize/0/heights not-allowed"]
      ),
      (
        #"{"steps": [{"resize": [{"section": 0, "heights": [1]}]}]}"#,
        [
          "/steps/0/resize/0/item missing", "/steps/0/resize/0/items missing",
          "/steps/0/resize/0/heights not-allowed",
        ]
      ),
      (#"{"steps": [{"resize": [1]}]}"#, ["/steps/0/resize/0 wrong-type"]),
      (
        #"{"steps": [{"resize": [{"section": 0, "estimated": true}]}]}"#,
        ["/steps/0/resize/0/estimated out-of-range"]
      ),
      (
        #"{"steps": [{"reload": [{"section": 0, "item": 0, "count": 2, "items": 3}]}]}"#,
        ["/steps/0/reload/0 not-allowed"]
      ),
      (
        #"{"steps": [{"move": [{"from": {"section": 0}, "to": 3}]}]}"#,
        ["/steps/0/move/0/from/item missing", "/steps/0/move/0/to wrong-type"]
      ),
      (
        #"{"steps": [{"deleteSections": [{"section": 0, "slide": "up"}]}]}"#,
        ["/steps/0/deleteSections/0/slide out-of-range"]
      ),
      (
        #"{"steps": [{"setSections": [{"section": 0, "metrics": {"rowHeight": -1}, "engine": "x"}]}]}"#,
        [
          "/steps/0/setSections/0/metrics/rowHeight out-of-range",
          "/steps/0/setSections/0/engine out-of-range",
        ]
      ),
      (
        #"{"steps": [{"set": {"globalHeaders": [{}]}}]}"#,
        ["/steps/0/set/globalHeaders/0/height missing"]
      ),
      (
        #"{"steps": [], "expect": {"id": "a", "items": 3}}"#,
        ["/expect/id out-of-range", "/expect/items unknown-key"]
      ),
      (
        #"{"steps": [{"delete": [{"section": -1, "item": 0}], "reload": [{"section": 0, "item": 1, "count": 2, "items": {"heights": [3, 4]}}, {"section": 0, "item": 4, "count": 2, "items": [{"height": 3}]}]}]}"#,
        ["/steps/0/delete/0/section out-of-range", "/steps/0/reload/1 not-allowed"]
      ),
      (#"{"steps": [{"delete": [], "delete": []}]}"#, ["/steps/0/delete duplicate-key"]),
    ] as [(String, [String])])
  func wrongForms(json: String, expected: [String]) {
    let stop = #expect(throws: DecodingInterrupted.self) { _ = try postedSteps(json) }
    #expect(issues(stop) == expected)
  }

  @Test("Steps, entries and items that are listed one by one are limited")
  func limits() throws {
    let many = Array(repeating: "{}", count: 1001).joined(separator: ",")
    let first = #expect(throws: DecodingInterrupted.self) {
      _ = try postedSteps(#"{"steps": [\#(many)]}"#)
    }
    #expect(issues(first) == ["/steps too-many"])
    let entries = Array(repeating: #"{"section":0,"item":0}"#, count: 100_001).joined(
      separator: ",")
    let second = #expect(throws: DecodingInterrupted.self) {
      _ = try postedSteps(#"{"steps": [{}, {"delete": [\#(entries)]}]}"#)
    }
    #expect(issues(second) == ["/steps/1 too-many"])
    var limits = SnapshotLimits()
    limits.explicitItems = 4
    func body(_ sizes: String) -> String {
      #"{"steps": [{"resize": [{"section": 0, "at": [1, 2]}], "insert": [{"section": 0, "item": 0, "items": \#(sizes)}]}]}"#
    }
    _ = try postedSteps(body(#"{"heights": [1, 2]}"#), limits: limits)
    _ = try postedSteps(body(#"{"count": 100}"#), limits: limits)
    for sizes in [#"{"heights": [1, 2, 3]}"#, "[{}, {}, {}]"] {
      let stop = #expect(throws: DecodingInterrupted.self) {
        _ = try postedSteps(body(sizes), limits: limits)
      }
      #expect(issues(stop) == ["/steps/0/insert/0/items too-many"])
    }
  }
}
