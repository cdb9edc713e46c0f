import Comparison
import ContentHash
import JSONText
import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("The step of two trees")
struct TreeStepTests {
  // MARK: Sections that are the same

  /// Trees of two nodes with children, a and b, in which x and y are anywhere or nowhere, loading or loaded.
  static let trees: [String] = {
    var trees: [String] = []
    func node(_ id: String, _ isLoading: Bool) -> String {
      #"{"id":"\#(id)","items":2\#(isLoading ? #","state":"loading""# : "")}"#
    }
    for x in ["a", "b", ""] {
      for y in ["a", "b", ""] {
        for bits in 0..<(x.isEmpty ? 2 : 4) * (y.isEmpty ? 1 : 2) {
          func children(of parent: String) -> String {
            var children: [String] = []
            if y == parent { children.append(node("y", bits & (x.isEmpty ? 2 : 4) > 0)) }
            if x == parent { children.insert(node("x", bits & 2 > 0), at: 0) }
            return children.joined(separator: ",")
          }
          let placeholder = bits & 1 > 0 ? #","placeholder":{}"# : ""
          trees.append(
            #"{"source":{"children":[{"id":"a","placeholder":{},"children":["#
              + #"\#(children(of: "a"))]},{"id":"b"\#(placeholder),"children":["#
              + #"\#(children(of: "b"))]}]}}"#)
        }
      }
    }
    return trees
  }()

  @Test(
    "No section of a tree becomes two of another one",
    arguments: seeds(short: 0..<8, all: 0..<TreeStepTests.trees.count))
  func becomesOne(number: Int) throws {
    let from = Self.trees[number]
    let before = try SnapshotDecoder.snapshot(reading: Array(from.utf8))
    for to in Self.trees {
      // What is loaded does not load again.
      let isIllegal = ["x", "y"].contains {
        from.contains(#""\#($0)","items":2}"#) && to.contains(#""\#($0)","items":2,"#)
      }
      if isIllegal { continue }
      let naive = try NaiveTreeChange(
        from: JSONValue(parsing: from), to: JSONValue(parsing: to))
      let kept = naive.before.compactMap { $0 }
      #expect(Set(kept).count == kept.count, "\(from) \(to)")
      let body = #"{"from":\#(from),"to":\#(to)}"#
      let changed = try apply(read(body), to: before)
      for (section, same) in naive.before.enumerated() {
        #expect(changed.applied.mapping.sections.run(from: section).from == same, "\(body)")
      }
      #expect(
        try id(changed.snapshot) == id(SnapshotDecoder.snapshot(reading: Array(to.utf8))),
        "\(body)")
    }
  }

  // MARK: Items

  /// Items with keys before and after, and the step that makes one of the other.
  static let items: [(from: String, to: String, step: String)] = [
    (
      #""items":0"#, #""items":{"heights":[1,2,3,4]}"#,
      #"{"insert":[{"item":0,"items":{"heights":[1,2,3,4]},"section":0}]}"#
    ),
    (
      #""items":0"#, #""items":{"count":1000000000,"height":7}"#,
      #"{"insert":[{"item":0,"items":{"count":1000000000,"height":7},"section":0}]}"#
    ),
    (
      #""keys":[1,2,3],"items":{"heights":[1,2,3]}"#,
      #""keys":[1,4,5,6,2,3],"items":{"heights":[1,4,5,6,2,3]}"#,
      #"{"insert":[{"item":1,"items":{"heights":[4,5,6]},"section":0}]}"#
    ),
    (
      #""keys":[1,2,3,4],"items":{"heights":[1,2,3,4]}"#,
      #""keys":[1,2,3,4],"items":{"heights":[1,7,8,4],"estimated":[false,true,false,false]}"#,
      #"{"resize":[{"item":1,"items":{"estimated":[true,false],"heights":[7,8]},"section":0}]}"#
    ),
    (
      #""keys":[1,2,3],"items":{"count":3,"height":1}"#,
      #""keys":[1,2,3],"items":[{"height":1},{"height":2},{"height":2}]"#,
      #"{"resize":[{"item":1,"items":{"count":2,"height":2},"section":0}]}"#
    ),
    (
      #""keys":["a","b"],"items":{"count":2,"height":1}"#,
      #""keys":["c","d"],"items":[{"count":2,"height":2}]"#,
      #"{"delete":[{"count":2,"item":0,"section":0}],"#
        + #""insert":[{"item":0,"items":{"count":2,"height":2},"section":0}]}"#
    ),
    (
      #""keys":["a","b","c","d"],"items":{"heights":[44,44,44,44]}"#,
      #""keys":["d","a","b","e"],"items":{"heights":[80,44,44,60]}"#,
      #"{"delete":[{"item":2,"section":0}],"#
        + #""insert":[{"item":3,"items":{"count":1,"height":60},"section":0}],"#
        + #""move":[{"from":{"item":3,"section":0},"to":{"item":0,"section":0}}],"#
        + #""resize":[{"item":3,"items":{"count":1,"height":80},"section":0}]}"#
    ),
  ]

  @Test("Items of a step have the shortest form", arguments: items)
  func shortest(from: String, to: String, step: String) throws {
    func tree(_ members: String) -> String { #"{"engine":"column","source":{\#(members)}}"# }
    let posted = try read(
      #"{"revision":1,"from":\#(tree(from)),"to":\#(tree(to))}"#, ofDocument: true)
    #expect(String(decoding: posted.head?.steps ?? [], as: UTF8.self) == "[\(step)]")
  }

  @Test("A step lists no more items one by one than the snapshot")
  func listed() throws {
    // A list of numbers would be shorter, and have twice as many items.
    let rows = (0..<8).map { #"{"count":2,"height":\#($0)}"# }.joined(separator: ",")
    let keys = (0..<16).map(String.init).joined(separator: ",")
    let empty = #"{"engine":"column","source":{"items":0}}"#
    let full = #"{"engine":"column","source":{"items":[\#(rows)],"keys":[\#(keys)]}}"#
    let other = full.replacing(#""height":"#, with: #""height":1"#)
    let inserting =
      #"{"engine":"column","source":{"children":[{"id":"other","items":[\#(rows)]}]}}"#
    var limits = SnapshotLimits()
    limits.explicitItems = 8
    for (from, to) in [(empty, full), (full, other), (full, inserting)] {
      let before = try SnapshotDecoder.snapshot(reading: Array(from.utf8), limits: limits)
      let after = try SnapshotDecoder.snapshot(reading: Array(to.utf8), limits: limits)
      let changed = try apply(read(#"{"from":\#(from),"to":\#(to)}"#, limits), to: before)
      #expect(id(changed.snapshot) == id(after))
    }
  }

  // MARK: Long steps

  /// A short body whose step is long: each section that is inserted has all that it inherits.
  private func growing(sections: Int, styles: Int = 200) -> String {
    func node(_ names: [String]) -> String {
      let list = (0..<styles).map { "\"\(names[$0 % 2])\"" }.joined(separator: ",")
      let sections = Array(repeating: #"{"items":1}"#, count: sections).joined(separator: ",")
      return #"{"metrics":{"leadingSegments":[\#(list)]},"sections":[\#(sections)]}"#
    }
    let nodes = node(["fullWidth", "fiftyFifty"]) + "," + node(["fiftyFifty", "fullWidth"])
    return #"{"from":{"engine":"mosaic","source":{"children":[]}},"#
      + #""to":{"engine":"mosaic","source":{"children":[\#(nodes)]}}}"#
  }

  @Test("A step that is longer than a body may be is refused before all of it is written")
  func tooLong() throws {
    // The step has 600 sections of 2 600 bytes.
    let body = growing(sections: 300)
    var limits = SnapshotLimits()
    var meter = WorkMeter.unlimited
    _ = try read(body, limits, meter: &meter)
    let all = meter.units
    limits.stepBytes = 1_200_000
    // The memory does not matter: no more of it could help.
    for listBytes in [Int.max, 1_000_000] {
      limits.listBytes = listBytes
      meter = .unlimited
      let problem = stop(body, limits, meter: &meter)?.problem
      #expect(problem?.status == 413)
      #expect(problem?.limit == .body)
      #expect(meter.units < all / 2, "\(meter.units) \(all)")
    }
  }

  @Test("Writing pays for its bytes")
  func pays() throws {
    var meter = WorkMeter.unlimited
    var steps: [Int] = []
    for sections in [100, 200] {
      meter = .unlimited
      _ = try read(growing(sections: sections), meter: &meter)
      steps.append(meter.units)
    }
    // A section has 200 styles, of 13 bytes each, which are written, read and checked.
    #expect(steps[1] - steps[0] > 200 * 200 * 13 / 16 * 2)
  }

  @Test("Sections with the same metrics are compared once", arguments: [2, 20])
  func comparesOnce(kinds: Int) throws {
    func tree(_ sections: Int, styles: Int) -> String {
      let style = Array(repeating: "\"fullWidth\"", count: styles).joined(separator: ",")
      let list = (0..<sections).map { "{\"metrics\":{\"padding\":{\"top\":\($0 % kinds)}}}" }
      return #"{"engine":"mosaic","source":{"metrics":{"segments":[\#(style)]},"sections":["#
        + list.joined(separator: ",") + "]}}"
    }
    func steps(_ sections: Int) throws -> Int {
      var meter = WorkMeter.unlimited
      let (from, to) = (tree(sections, styles: 1000), tree(sections, styles: 999))
      _ = try read("{\"from\":\(from),\"to\":\(to)}", meter: &meter)
      return meter.units
    }
    // A section of each tree costs 300 steps; the text of its segments would cost 900 more.
    #expect(try steps(2000) - steps(1000) < 1000 * 1000)
  }

  @Test("A step for which there is no memory is known to need it before it is tried again")
  func lacksMemory() throws {
    let body = growing(sections: 200, styles: 1000)
    var limits = SnapshotLimits()
    limits.listBytes = 1_000_000
    var tries = 1
    var meter = WorkMeter.unlimited
    while tries < 10, case .memoryUsedUp(let bytes)? = stop(body, limits, meter: &meter) {
      limits.listBytes = max(bytes + bytes / 2, 2 * limits.listBytes)
      tries += 1
    }
    let isRead = stop(body, limits, meter: &meter) == nil
    #expect(isRead)
    // Once for the trees, once for the text of the step, and once for reading it.
    #expect(tries <= 4)
  }

  // MARK: Steps of a user

  @Test("The items of the tree of a user are read once")
  func userLists() throws {
    let heights = (0..<10_000).map { "\($0 % 50)" }.joined(separator: ",")
    let tree =
      #"{"engine":"column","source":{"editable":true,"items":{"heights":[\#(heights)]}}}"#
    let steps = #"[{"delete":[{"section":0,"item":3}]}]"#
    let layout = try SnapshotDecoder.snapshot(reading: Array(tree.utf8))
    var used: [Int] = []
    for body in [#"{"from":\#(tree),"steps":\#(steps)}"#, #"{"steps":\#(steps),"from":\#(tree)}"#] {
      var meter = WorkMeter.unlimited
      let changed = try apply(read(body, meter: &meter), to: layout)
      #expect(changed.snapshot.itemCount == 9_999)
      used.append(meter.units)
    }
    // Without the lists the text is short.
    #expect(used[0] < used[1] * 2 / 3, "\(used)")
    // Lists of the steps are read with the whole text.
    let inserting = #"[{"insert":[{"section":0,"item":0,"items":[{"height":1},{"height":2}]}]}]"#
    let changed = try apply(read(#"{"from":\#(tree),"steps":\#(inserting)}"#), to: layout)
    #expect(changed.snapshot.itemCount == 10_002)
  }

  // MARK: Details

  /// Bodies for a layout of three sections, of which the first one has an item, and their first details.
  static let details: [(body: String, detail: String)] = [
    (#"{"to":{"source":{}}}"#, "is missing; a change with to needs the tree before it"),
    (#"{"from":{"source":{}},"steps":[]}"#, "has 1 section, the layout has 3"),
    (
      #"{"from":{"source":{"sections":[{},{}]}},"steps":[]}"#, "has 2 sections, the layout has 3"
    ),
    (
      #"{"from":{"source":{"sections":[{"items":2},{"items":1},{}]}},"steps":[]}"#,
      "has 2 items, section 0 of the layout has 1"
    ),
    (
      #"{"from":{"source":{"sections":[{"items":1},{"items":1},{}]}},"steps":[]}"#,
      "has 1 item, section 1 of the layout has 0"
    ),
    (
      #"{"from":{"layoutDirection":"rtl","source":{"sections":[{"items":1},{},{}]}},"steps":[]}"#,
      "is rtl, that of the layout is ltr"
    ),
  ]

  @Test("A detail says what is wrong", arguments: details)
  func detail(body: String, detail: String) throws {
    let layout = #"{"sections":[{"items":1},{},{}]}"#
    let snapshot = try SnapshotDecoder.snapshot(reading: Array(layout.utf8))
    var meter = WorkMeter.unlimited
    let problem = stop(body, of: snapshot, meter: &meter)?.problem
    #expect(problem?.issues.first?.detail == detail)
  }

  // MARK: Reading

  private func read(
    _ body: String, _ limits: SnapshotLimits = SnapshotLimits(), ofDocument: Bool = false
  ) throws(DecodingInterrupted) -> PostedSteps {
    var meter = WorkMeter.unlimited
    return try read(body, limits, ofDocument: ofDocument, meter: &meter)
  }

  private func read(
    _ body: String, _ limits: SnapshotLimits = SnapshotLimits(), ofDocument: Bool = false,
    meter: inout WorkMeter
  ) throws(DecodingInterrupted) -> PostedSteps {
    try StepsDecoder.change(
      Array(body.utf8).span.bytes, hasSlack: false, isHorizontal: nil, ofDocument: ofDocument,
      limits: limits, naming: .tests, meter: &meter)
  }

  /// Why a body cannot be read, or applied to a layout; nil if it can.
  private func stop(
    _ body: String, _ limits: SnapshotLimits = SnapshotLimits(), of layout: Snapshot? = nil,
    meter: inout WorkMeter
  ) -> DecodingInterrupted? {
    do throws(DecodingInterrupted) {
      let posted = try read(body, limits, meter: &meter)
      if let layout { _ = try apply(posted, to: layout) }
      return nil
    } catch {
      return error
    }
  }

  private func apply(
    _ posted: PostedSteps, to snapshot: Snapshot
  ) throws(DecodingInterrupted) -> ChangedSnapshot {
    var meter = WorkMeter.unlimited
    return try ChangedSnapshot(posted, of: snapshot, meter: &meter)
  }

  private func id(_ snapshot: Snapshot) -> Digest? {
    IdentifiedSnapshot(snapshot, unless: { false })?.id
  }
}

extension DecodingInterrupted {
  fileprivate var problem: Problem? {
    if case .problem(let problem) = self { return problem }
    return nil
  }
}
