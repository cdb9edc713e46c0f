import Comparison
import ContentHash
import JSONText
import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Sources")
struct SourceTests {
  @Test(
    "A source has the id of its sections, and is described by its nodes",
    arguments: seeds(short: 0..<10, all: 0..<100))
  func trees(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for _ in 0..<100 {
      let given = generator.snapshotWithSource(containerWidth: 390)
      let naive = NaiveSource(given)
      let read = try read(given.text)
      let plain = try self.read(naive.snapshot.text)
      #expect(summary(read.snapshot) == summary(plain.snapshot), "\(given.text)")
      #expect(id(read.snapshot) == id(plain.snapshot), "\(given.text)")
      let told = try #require(read.source, "\(given.text)")
      #expect(told.json == naive.json, "\(given.text)")
    }
  }

  /// Bodies with a fault, and its code and place.
  static let faults: [(body: String, code: String, pointer: String)] = [
    (#"{"sections":[],"source":{}}"#, "not-allowed", "/sections"),
    ("{}", "missing", "/sections"),
    (#"{"source":{"children":[],"items":3}}"#, "not-allowed", "/source/items"),
    (#"{"source":{"children":[],"sections":[]}}"#, "not-allowed", "/source/sections"),
    (#"{"source":{"children":[],"keys":[]}}"#, "not-allowed", "/source/keys"),
    (#"{"source":{"children":[],"state":"loaded"}}"#, "not-allowed", "/source/state"),
    (#"{"source":{"children":[],"movable":true}}"#, "not-allowed", "/source/movable"),
    (#"{"source":{"children":[],"editable":true}}"#, "not-allowed", "/source/editable"),
    (#"{"source":{"selected":0}}"#, "not-allowed", "/source/selected"),
    (#"{"source":{"sections":[],"items":1}}"#, "not-allowed", "/source/items"),
    (#"{"source":{"sections":[],"keys":[]}}"#, "not-allowed", "/source/keys"),
    (#"{"source":{"children":[{}],"selected":1}}"#, "out-of-range", "/source/selected"),
    (#"{"source":{"children":[],"selected":0}}"#, "out-of-range", "/source/selected"),
    (#"{"source":{"children":[{}],"selected":"0"}}"#, "wrong-type", "/source/selected"),
    (#"{"source":{"state":"ready"}}"#, "out-of-range", "/source/state"),
    (
      #"{"source":{"id":"a","children":[{"id":"b"},{"id":"a"}]}}"#, "duplicate-key",
      "/source/children/1/id"
    ),
    (#"{"source":{"items":2,"keys":["a"]}}"#, "not-allowed", "/source/keys"),
    (#"{"source":{"items":3,"keys":["a",1,"a"]}}"#, "duplicate-key", "/source/keys/2"),
    (#"{"source":{"items":2,"keys":[1,1.0]}}"#, "duplicate-key", "/source/keys/1"),
    (#"{"source":{"items":1,"keys":[true]}}"#, "wrong-type", "/source/keys/0"),
    (#"{"source":{"sections":[{"items":1,"keys":[]}]}}"#, "not-allowed", "/source/sections/0/keys"),
    (#"{"sections":[{"items":1,"keys":["a"]}]}"#, "unknown-key", "/sections/0/keys"),
    (
      #"{"source":{"footers":[{"height":1,"visibleWhileShowingPlaceholder":true}]}}"#,
      "unknown-key",
      "/source/footers/0/visibleWhileShowingPlaceholder"
    ),
    (
      #"{"sections":[{"headers":[{"height":1,"visibleWhileShowingPlaceholder":true}]}]}"#,
      "unknown-key",
      "/sections/0/headers/0/visibleWhileShowingPlaceholder"
    ),
    (
      #"{"source":{"sections":[{"headers":[{"height":1,"visibleWhileShowingPlaceholder":true}]}]}}"#,
      "unknown-key",
      "/source/sections/0/headers/0/visibleWhileShowingPlaceholder"
    ),
    // The number of listed items is not known once there is a fault.
    (
      #"{"source":{"children":[{"items":-1},{"items":[{"height":1},{"height":2}],"keys":[1]}]}}"#,
      "out-of-range", "/source/children/0/items"
    ),
    // What is not shown is checked like what is shown.
    (
      #"{"source":{"selected":0,"children":[{},{"items":[{"width":-1}]}]}}"#, "out-of-range",
      "/source/children/1/items/0/width"
    ),
    (#"{"source":{"state":"loading","items":-1}}"#, "out-of-range", "/source/items"),
    (
      #"{"source":{"selected":0,"children":[{},{"headers":[{"height":-1}]}]}}"#, "out-of-range",
      "/source/children/1/headers/0/height"
    ),
  ]

  @Test("A fault is named by its code and its place in the tree", arguments: faults)
  func fault(body: String, code: String, pointer: String) throws {
    let found = try #require(problem(body))
    #expect(found.pointers == [pointer], "\(body)")
    #expect(found.issues.map(\.code.rawValue) == [code], "\(body)")
  }

  @Test("Faults are in the order of the text, each once, with where a key was first")
  func order() throws {
    let repeated = try #require(
      problem(
        #"{"source":{"items":4,"keys":["a","b","b","a"],"footers":[{"height":-1}],"state":"x"}}"#))
    #expect(
      repeated.pointers == [
        "/source/keys/2", "/source/keys/3", "/source/footers/0/height", "/source/state",
      ])
    let firsts = repeated.issues.map { issue in
      issue.facts.compactMap { if case .text("first", let text) = $0 { text } else { nil } }
    }
    #expect(firsts == [["/source/keys/1"], ["/source/keys/0"], [], []])
    let wrong = problem(#"{"source":{"items":4,"keys":["a","a",null,"b"]}}"#)
    #expect(wrong?.pointers == ["/source/keys/1", "/source/keys/2"])
  }

  @Test("Keys are compared with a number of items that is known")
  func keyCounts() throws {
    let children = #"{"items":-1,"keys":[1]},{"items":2,"keys":[1]},{"keys":[1]}"#
    #expect(
      problem(#"{"source":{"children":[\#(children)]}}"#)?.pointers == [
        "/source/children/0/items", "/source/children/1/keys", "/source/children/2/keys",
      ])
  }

  @Test("Nodes, keys and sections are counted whether they are shown or not")
  func limits() throws {
    func children(_ count: Int) -> String {
      let list = Array(repeating: "{}", count: count).joined(separator: ",")
      return #"{"source":{"selected":0,"children":[\#(list)]}}"#
    }
    #expect(problem(children(9_999)) == nil)
    #expect(problem(children(10_000))?.pointers == ["/source"])
    func keys(_ counts: Int...) -> String {
      var first = 0
      let children = counts.map { count in
        defer { first += count }
        let keys = (first..<first + count).map(String.init).joined(separator: ",")
        return #"{"items":\#(count),"keys":[\#(keys)]}"#
      }
      return #"{"source":{"children":[\#(children.joined(separator: ","))]}}"#
    }
    #expect(problem(keys(600_000, 400_000)) == nil)
    #expect(problem(keys(600_000, 400_001, 5))?.pointers == ["/source"])
    var limits = SnapshotLimits()
    limits.sections = 3
    #expect(problem(children(3), limits: limits) == nil)
    #expect(problem(children(4), limits: limits)?.limit == .sections)
  }

  @Test("A body with a source may be 16 levels deeper")
  func depth() throws {
    func chain(_ count: Int) -> String {
      #"{"source":"# + String(repeating: #"{"children":["#, count: count) + "{}"
        + String(repeating: "]}", count: count) + "}"
    }
    // Two levels for each node with children, one for the last node, one for the body.
    func isDeep(_ count: Int) -> Bool {
      guard case .failure(let problem) = reading(chain(count), depthMax: 16) else { return false }
      return problem.limit == .depth
    }
    #expect(!isDeep(15))
    #expect(isDeep(16))
    // Steps that run out while it is parsed again do not make it too deep.
    let text = Array(chain(15).utf8)
    var isRead = false
    for steps in 1..<2000 where !isRead {
      var meter = WorkMeter(portion: steps)
      do throws(DecodingInterrupted) {
        _ = try SnapshotDecoder.read(
          text.span.bytes, hasSlack: false, naming: .tests, meter: &meter)
        isRead = true
      } catch {
        guard case .budgetExceeded = error else { throw error }
      }
    }
    #expect(isRead)
    let plain =
      #"{"sections":[{"metrics":\#(String(repeating: "[", count: 20))\#(String(repeating: "]", count: 20))}]}"#
    guard case .failure(let problem) = reading(plain, depthMax: 16) else {
      Issue.record("it is too deep")
      return
    }
    #expect(problem.limit == .depth)
  }

  @Test("Of many warnings about inherited metrics, the first are given")
  func warnings() throws {
    let children = Array(repeating: #"{"items":1,"metrics":{"rowHeight":9}}"#, count: 30)
      .joined(separator: ",")
    let warnings = try read(#"{"source":{"children":[\#(children)]}}"#).warnings
    #expect(
      warnings.map(\.pointer)
        == (0..<SnapshotWarning.countMax).map { "/source/children/\($0)/metrics/rowHeight" })
  }

  @Test("A warning about a section names its place in the tree")
  func places() throws {
    let source = try #require(
      read(
        #"{"source":{"children":[{"items":1},{"children":[{"sections":[{},{}]},{"state":"error"}]}]}}"#
      ).source)
    #expect(
      (0..<4).map { source.pointer(toSection: $0) } == [
        "/source/children/0", "/source/children/1/children/0/sections/0",
        "/source/children/1/children/0/sections/1", "/source/children/1/children/1",
      ])
  }

  private func read(_ text: String) throws -> DecodedSnapshot {
    var meter = WorkMeter.unlimited
    return try SnapshotDecoder.read(
      Array(text.utf8).span.bytes, hasSlack: false, naming: .tests, meter: &meter)
  }

  private func id(_ snapshot: Snapshot) -> Digest? {
    IdentifiedSnapshot(snapshot, unless: { false })?.id
  }
}

extension ResolvedSource {
  fileprivate var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension NaiveSource {
  /// The member `source` of the answer.
  fileprivate var json: String {
    let nodes = nodes.filter { $0.id != nil }.map { node -> JSONValue in
      var object: JSONValue = ["id": .string(node.id!), "state": .string(node.state)]
      if let first = node.first { object["first"] = .number(Double(first)) }
      object["sectionCount"] = .number(Double(node.sectionCount))
      if node.isMovable { object["movable"] = true }
      if node.isEditable { object["editable"] = true }
      return object
    }
    let answer: JSONValue = [
      "state": .string(state), "load": .array(load.map { .string($0) }), "nodes": .array(nodes),
    ]
    return answer.text
  }
}
