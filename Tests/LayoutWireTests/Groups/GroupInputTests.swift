import Comparison
import JSONText
import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Groups in snapshots")
struct GroupInputTests {
  private static func text(_ count: Int, _ part: String) -> String {
    Array(repeating: part, count: count).joined(separator: ",")
  }

  private func written(_ snapshot: Snapshot) throws -> String {
    var encoder = SnapshotEncoder(snapshot, bytesMax: .max, explicitItemsMax: .max)
    var (writer, meter) = (JSONWriter(), WorkMeter.unlimited)
    try encoder.write(to: &writer, meter: &meter)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Wrong values of the metric `groups`.
  static let wrong: [(json: String, pointer: String, code: Problem.Code)] = [
    ("1", "", .wrongType), ("null", "", .wrongType), ("{}", "", .wrongType),
    ("[]", "", .outOfRange), ("[1]", "/0", .wrongType), ("[{}]", "/0", .missing),
    (#"[{"row":[{}]}]"#, "/0", .missing), (#"[{"ratio":1},{}]"#, "/1", .missing),
    (#"[{"heigth":1,"ratio":1}]"#, "/0/heigth", .unknownKey),
    (#"[{"parts":1,"ratio":1}]"#, "/0/parts", .unknownKey),
    (#"[{"repeat":1,"ratio":1}]"#, "/0/repeat", .unknownKey),
    (#"[{"height":0}]"#, "/0/height", .outOfRange), (#"[{"ratio":0}]"#, "/0/ratio", .outOfRange),
    (#"[{"ratio":-1}]"#, "/0/ratio", .outOfRange), (#"[{"ratio":"1"}]"#, "/0/ratio", .wrongType),
    (#"[{"height":null}]"#, "/0/height", .wrongType),
    (#"[{"height":1,"ratio":1}]"#, "/0/ratio", .notAllowed),
    (#"[{"ratio":1,"height":1}]"#, "/0/ratio", .notAllowed),
    (#"[{"ratio":1,"column":[{}],"row":[{}]}]"#, "/0/column", .notAllowed),
    (#"[{"ratio":1,"row":[]}]"#, "/0/row", .outOfRange),
    (#"[{"ratio":1,"row":null}]"#, "/0/row", .wrongType),
    (#"[{"ratio":1,"row":{}}]"#, "/0/row", .wrongType),
    (#"[{"ratio":1,"row":[1]}]"#, "/0/row/0", .wrongType),
    (#"[{"ratio":1,"spacing":-1}]"#, "/0/spacing", .outOfRange),
    (#"[{"ratio":1,"row":[{},{"parts":0}]}]"#, "/0/row/1/parts", .outOfRange),
    (#"[{"ratio":1,"row":[{"points":-1}]}]"#, "/0/row/0/points", .outOfRange),
    (#"[{"ratio":1,"row":[{"points":1,"parts":1}]}]"#, "/0/row/0/points", .notAllowed),
    (#"[{"ratio":1,"row":[{"repeat":0}]}]"#, "/0/row/0/repeat", .outOfRange),
    (#"[{"ratio":1,"row":[{"repeat":1.5}]}]"#, "/0/row/0/repeat", .outOfRange),
    (#"[{"ratio":1,"row":[{"repeat":1001}]}]"#, "/0/row/0/repeat", .tooMany),
    (#"[{"ratio":1,"row":[{"height":1}]}]"#, "/0/row/0/height", .unknownKey),
    (
      #"[{"ratio":1,"row":[{"column":[{"row":[{"spacing":"1"}]}]}]}]"#,
      "/0/row/0/column/0/row/0/spacing", .wrongType
    ),
    (#"[{"ratio":1,"row":[{"row":[{}],"column":[{}]}]}]"#, "/0/row/0/column", .notAllowed),
    ("[" + text(1001, #"{"ratio":1}"#) + "]", "", .tooMany),
    (#"[{"ratio":1,"row":[\#(text(10_001, "{}"))]}]"#, "/0/row", .tooMany),
    (
      #"[{"ratio":1,"row":[{"repeat":1000},{"repeat":9,"row":[{"repeat":1000}]},{}]}]"#, "",
      .tooMany
    ),
    (
      #"[{"ratio":1,"row":[{"repeat":1000,"row":[{"repeat":1000,"row":[{"repeat":1000}]}]}]}]"#,
      "", .tooMany
    ),
    (#"[{"ratio":1,"row":[{"repeat":1000,"row":[{"repeat":10}]}]},{"ratio":1}]"#, "", .tooMany),
  ]

  @Test(
    "What is wrong with groups is named, whichever engine reads them", arguments: 0..<wrong.count)
  func refused(number: Int) {
    let (json, pointer, code) = Self.wrong[number]
    for (place, text) in [
      ("/metrics", "{\"metrics\":{\"groups\":\(json)},\"sections\":[]}"),
      (
        "/sections/0/metrics",
        "{\"sections\":[{\"engine\":\"groups\",\"metrics\":{\"groups\":\(json)}}]}"
      ),
      (
        "/source/metrics", "{\"source\":{\"metrics\":{\"groups\":\(json)},\"items\":1}}"
      ),
    ] {
      let problem = problem(text)
      #expect(problem?.name == .invalidSnapshot)
      #expect(problem?.pointers == ["\(place)/groups\(pointer)"], "\(text.prefix(200))")
      #expect(problem?.issues.map(\.code) == [code], "\(text.prefix(200))")
    }
  }

  @Test("Leading and last groups may be none")
  func none() {
    for key in ["leadingGroups", "lastGroups"] {
      #expect(problem("{\"metrics\":{\"\(key)\":[]},\"sections\":[]}") == nil)
      #expect(
        problem("{\"metrics\":{\"\(key)\":[{}]},\"sections\":[]}")?.pointers
          == ["/metrics/\(key)/0"])
    }
  }

  @Test("All groups of a section together have few slots, those that it inherits too")
  func slots() {
    func groups(_ key: String, _ slots: Int) -> String {
      #""\#(key)":[{"ratio":1,"row":[{"repeat":\#(slots / 10),"row":[{"repeat":10}]}]}]"#
    }
    func section(_ metrics: String) -> String {
      #"{"engine":"groups","metrics":{\#(metrics)},"items":2}"#
    }
    let (half, other) = (groups("groups", 5000), groups("lastGroups", 5000))
    #expect(problem("{\"metrics\":{\(half),\(other)},\"sections\":[]}") == nil)
    let (more, last) = (groups("groups", 5010), groups("leadingGroups", 5000))
    for text in [
      "{\"metrics\":{\(more),\(other)},\"sections\":[]}",
      "{\"sections\":[\(section("\(more),\(other)"))]}",
      "{\"metrics\":{\(more)},\"sections\":[\(section(other))]}",
    ] {
      let problem = problem(text)
      #expect(problem?.pointers.first?.hasSuffix("/metrics/lastGroups") == true, "\(text)")
      #expect(problem?.issues.map(\.code) == [.tooMany])
    }
    #expect(problem("{\"metrics\":{\(half)},\"sections\":[\(section(last))]}") == nil)
    #expect(
      problem("{\"metrics\":{\(half),\(other)},\"sections\":[\(section(last))]}")?.pointers
        == ["/sections/0/metrics/leadingGroups"])
  }

  @Test("A source's nodes inherit groups, whose slots count together")
  func sources() {
    func groups(_ key: String, _ slots: Int) -> String {
      #""\#(key)":[{"ratio":1,"row":[{"repeat":\#(slots / 10),"row":[{"repeat":10}]}]}]"#
    }
    func source(_ slots: Int) -> String {
      #"{"source":{"engine":"groups","metrics":{\#(groups("groups", 5000))},"children":[{"metrics":{\#(groups("lastGroups", slots))},"items":3}]}}"#
    }
    #expect(problem(source(5000)) == nil)
    #expect(problem(source(5010))?.issues.map(\.code) == [.tooMany])
  }

  @Test("Steps that give a section too many slots beside those that it has are refused")
  func setSections() throws {
    func groups(_ key: String, _ slots: Int) -> String {
      #""\#(key)":[{"ratio":1,"row":[{"repeat":\#(slots / 10),"row":[{"repeat":10}]}]}]"#
    }
    let parent = try decoded(
      #"{"engine":"groups","metrics":{\#(groups("groups", 5000))},"sections":[{"items":3}]}"#)
    func problem(_ slots: Int) throws -> Problem? {
      let steps =
        #"{"steps":[{"setSections":[{"section":0,"metrics":{\#(groups("lastGroups", slots))}}]}]}"#
      var meter = WorkMeter.unlimited
      do throws(DecodingInterrupted) {
        _ = try ChangedSnapshot(postedSteps(steps), of: parent, meter: &meter)
        return nil
      } catch {
        guard case .problem(let problem) = error else { throw error }
        return problem
      }
    }
    #expect(try problem(5000) == nil)
    let refused = try problem(5010)
    #expect(refused?.name == .invalidChange)
    #expect(refused?.pointers == ["/steps/0/setSections/0/metrics/lastGroups"])
    #expect(refused?.issues.map(\.code) == [.tooMany])
  }

  @Test("A snapshot that is written has the groups as they were given, and the same id")
  func written() throws {
    var generator = SnapshotGenerator(seed: 99)
    var count = 0
    for _ in 0..<400 {
      let width = generator.containerWidth()
      var json = generator.snapshot(containerWidth: width)
      json["engine"] = "groups"
      let snapshot = try decoded(json.text)
      let text = try written(snapshot)
      let again = try decoded(text)
      #expect(summary(snapshot) == summary(again), "\(text)")
      for (section, other) in zip(snapshot.sections, again.sections) {
        guard let engine = section.metrics.engine as? GroupsEngine else { continue }
        #expect(engine.isEqual(to: other.metrics.engine))
        if engine.cycle != .standard { count += 1 }
      }
    }
    #expect(count > 100)
  }
}
