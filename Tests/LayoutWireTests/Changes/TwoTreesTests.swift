import Comparison
import ContentHash
import JSONText
import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Changes that are told as two trees")
struct TwoTreesTests {
  @Test(
    "The step of two trees makes the layout of the second out of that of the first",
    arguments: seeds(short: 0..<10, all: 0..<100))
  func makesSecond(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    var count = 0
    for _ in 0..<100 {
      let (from, to) = generator.changedSource(containerWidth: 390)
      guard let before = try? snapshot(from), let after = try? snapshot(to) else { continue }
      count += 1
      let text = body(from, to)
      let posted = try read(text)
      let changed = try apply(posted, to: before)
      #expect(summary(changed.snapshot) == summary(after), "\(text)")
      #expect(id(changed.snapshot) == id(after), "\(text)")
      compare(changed, with: NaiveTreeChange(from: from, to: to), text)
    }
    // Few trees are wrong after a change.
    #expect(count > 60)
  }

  /// Compares which sections stay, and how the others come and go, with a look at every section.
  private func compare(_ changed: ChangedSnapshot, with naive: NaiveTreeChange, _ text: String) {
    let applied = changed.applied
    var kept: [Int?] = []
    for section in naive.before.indices {
      kept.append(applied.mapping.sections.run(from: section).from)
    }
    for (section, same) in naive.before.enumerated() {
      // A section that is reloaded and moves is deleted and inserted.
      #expect(kept[section] == same || kept[section] == nil, "section \(section) of \(text)")
    }
    guard let step = applied.steps.first else { return }
    // No sequence of sections that stay in order is longer.
    let moved = step.moveSections.reduce(0) { $0 + $1.from.count }
    let staying = kept.compactMap { $0 }
    #expect(staying.count - moved == longestAscending(staying), "\(text)")
    for (place, range) in step.deleteSections.enumerated() {
      let slide = changed.slides[0].deleted[place]?.rawValue
      for section in range { #expect(naive.going[section] == slide, "\(section) of \(text)") }
    }
    for (place, entry) in step.insertSections.enumerated() {
      let slide = changed.slides[0].inserted[place]?.rawValue
      for section in entry.section..<entry.section + entry.itemCounts.count {
        #expect(naive.coming[section] == slide, "\(section) of \(text)")
      }
    }
  }

  /// The length of the longest ascending sequence in a list.
  private func longestAscending(_ list: [Int]) -> Int {
    var lengths: [Int] = []
    for (place, value) in list.enumerated() {
      let before = (0..<place).filter { list[$0] < value }.map { lengths[$0] }.max() ?? 0
      lengths.append(before + 1)
    }
    return lengths.max() ?? 0
  }

  @Test("Equal trees make an empty step", arguments: 0..<5)
  func equal(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for _ in 0..<20 {
      let given = generator.changedSource(containerWidth: 390).from
      let posted = try read(body(given, given))
      #expect(posted.steps.allSatisfy { $0.step.entryCount == 0 && !$0.setsSnapshot })
    }
  }

  /// The members of two nodes, and the list of the step that makes the second out of the first.
  static let lists: [(from: String, to: String, list: Step.List?)] = [
    (#""items":3"#, #""items":4"#, .reloadSections), (#""items":0"#, #""items":4"#, .insert),
    (#""items":3"#, #""items":0"#, .delete), (#""items":3"#, #""items":3"#, nil),
    (#""items":1,"keys":["a"]"#, #""items":1,"keys":["b"]"#, .insert),
    (#""items":1,"keys":["a"]"#, #""items":1"#, nil),
    (#""items":3"#, #""items":3,"engine":"column""#, .reloadSections),
    (#""items":3"#, #""items":3,"metrics":{"padding":{"top":1}}"#, .setSections),
    (#""items":3,"metrics":{"padding":{"top":1}}"#, #""items":3"#, .reloadSections),
    (#""items":3,"metrics":{"backgroundColor":"red"}"#, #""items":3"#, .setSections),
    (#""sections":[{"id":"a"}]"#, #""sections":[{"id":"b"}]"#, .reloadSections),
    (#""sections":[{"id":"\u00c4"}]"#, #""sections":[{"id":"A\u0308"}]"#, .reloadSections),
    (#""sections":[{"items":1}]"#, #""sections":[]"#, .deleteSections),
    (
      #""engine":"waterfall","keys":[1],"items":[{"height":1}]"#,
      #""engine":"waterfall","keys":[1],"items":[{"height":1,"width":2}]"#, .resize
    ),
    (
      #""engine":"waterfall","keys":[1],"items":[{"height":1,"width":2}]"#,
      #""engine":"waterfall","keys":[1],"items":[{"height":1}]"#, .reloadSections
    ),
    (
      #""engine":"waterfall","metrics":{"numberOfColumns":3}"#,
      #""engine":"waterfall","metrics":{"minimumColumnWidth":80}"#, .setSections
    ),
  ]

  @Test("What steps cannot express is a reload", arguments: lists)
  func expresses(from: String, to: String, list: Step.List?) throws {
    func tree(_ members: String) -> String { #"{"source":{"children":[{\#(members)}]}}"# }
    let before = try SnapshotDecoder.snapshot(reading: Array(tree(from).utf8))
    let after = try SnapshotDecoder.snapshot(reading: Array(tree(to).utf8))
    let changed = try apply(read(#"{"from":\#(tree(from)),"to":\#(tree(to))}"#), to: before)
    #expect(id(changed.snapshot) == id(after))
    let step = changed.applied.steps.first ?? Step()
    #expect(step.entryCount == (list == nil ? 0 : list == .insert && !step.delete.isEmpty ? 2 : 1))
    let isThere =
      switch list {
      case .reloadSections: step.reloadSections.count == 1
      case .insert: step.insert.count == 1
      case .delete: step.delete.count == 1
      case .setSections: step.setSections.count == 1
      case .resize: step.resize.count == 1
      case .deleteSections: step.deleteSections.count == 1
      default: true
      }
    #expect(isThere, "\(step)")
  }

  @Test("A node may go from some states to some others, and from no other one")
  func states() throws {
    let all = NaiveSource.statesAfter.keys.sorted()
    for before in all {
      for after in all {
        func tree(_ state: String, isShown: Bool = true) -> JSONValue {
          let child: JSONValue = ["id": "a", "state": .string(state)]
          return ["source": ["selected": isShown ? 0 : 1, "children": [child, ["id": "b"]]]]
        }
        for isShown in [true, false] {
          let text = body(tree(before, isShown: isShown), tree(after, isShown: isShown))
          let isAllowed = NaiveSource.statesAfter[before]!.contains(after)
          #expect(
            found(text)
              == (isAllowed ? [] : ["/to/source/children/0/state illegal-transition"]),
            "\(before) \(after)")
        }
      }
    }
    // Loaded is said by nothing; without an id, and with another one, nothing is compared.
    let cases: [(from: String, to: String, faults: [String])] = [
      (
        #"{"id":"a","state":"initial"}"#, #"{"id":"a"}"#, ["/to/source/state illegal-transition"]
      ),
      (#"{"state":"initial"}"#, "{}", []), (#"{"id":"a","state":"initial"}"#, #"{"id":"b"}"#, []),
      (#"{"id":"a","state":"initial"}"#, #"{"id":"a","children":[]}"#, []),
    ]
    for (from, to, expected) in cases {
      #expect(
        found(#"{"from":{"source":\#(from)},"to":{"source":\#(to)}}"#) == expected, "\(from) \(to)"
      )
    }
  }

  // MARK: Faults

  static let wrongBodies: [(body: String, faults: [String])] = [
    ("{}", ["/steps missing"]),
    (#"{"from":{"source":{}}}"#, ["/to missing"]),
    (#"{"to":{"source":{}}}"#, ["/from missing"]),
    (#"{"steps":[],"to":{"source":{}}}"#, ["/to not-allowed", "/from missing"]),
    (
      #"{"steps":[],"from":{"source":{}},"to":{"source":{}}}"#, ["/to not-allowed"]
    ),
    (#"{"from":{},"to":{"source":{}}}"#, ["/from/source missing"]),
    (#"{"from":{"source":{}},"to":{"sections":[]}}"#, ["/to/source missing"]),
    (#"{"from":{"sections":[]},"steps":[]}"#, ["/from/source missing"]),
    (#"{"from":{"source":{},"sections":[]},"steps":[]}"#, ["/from/sections not-allowed"]),
    (#"{"from":3,"to":{"source":{}}}"#, ["/from wrong-type"]),
    (
      #"{"from":{"source":{}},"to":{"scrollDirection":"horizontal","source":{}}}"#,
      ["/to/scrollDirection not-allowed"]
    ),
    (
      #"{"from":{"layoutDirection":"rtl","source":{}},"to":{"source":{}}}"#,
      ["/to/layoutDirection not-allowed"]
    ),
    (
      #"{"from":{"scrollDirection":"vertical","source":{}},"to":{"layoutDirection":"ltr","source":{}}}"#,
      []
    ),
    (
      #"{"from":{"source":{"items":-1}},"to":{"source":{"children":[{"selected":0}]}}}"#,
      ["/from/source/items out-of-range", "/to/source/children/0/selected not-allowed"]
    ),
    (
      #"{"from":{"source":{"id":"a","items":-1,"state":"error"}},"to":{"source":{"id":"a","state":"initial"}}}"#,
      ["/from/source/items out-of-range", "/to/source/state illegal-transition"]
    ),
    (
      #"{"from":{"source":{}},"steps":[{"deleteSections":[],"delete":[]},{"setSections":[{}],"set":{}}]}"#,
      ["/steps/0/deleteSections not-allowed", "/steps/1/setSections not-allowed"]
    ),
    (
      #"{"from":{"source":{}},"steps":[{"insertSections":[],"moveSections":[],"reloadSections":[]}]}"#,
      [
        "/steps/0/insertSections not-allowed", "/steps/0/moveSections not-allowed",
        "/steps/0/reloadSections not-allowed",
      ]
    ),
    (#"{"from":{"source":{}},"to":{"source":{}},"expect":{"id":1}}"#, ["/expect/id wrong-type"]),
    (#"{"from":{"source":{}},"to":{"source":{}},"revision":1}"#, ["/revision unknown-key"]),
  ]

  @Test("A fault is named by its code and its place", arguments: wrongBodies)
  func fault(body: String, expected: [String]) {
    #expect(found(body).sorted() == expected.sorted(), "\(body)")
  }

  @Test("The layout has to have as many sections and items as the tree before")
  func counts() throws {
    let tree =
      #"{"source":{"children":[{"items":2},{"sections":[{"items":1},{}]},{},{"state":"error"}]}}"#
    let body = #"{"from":\#(tree),"to":\#(tree)}"#
    func counted(_ counts: [Int], _ body: String) throws -> [String] {
      let sections = counts.map { #"{"items":\#($0)}"# }.joined(separator: ",")
      return try self.found(body, of: #"{"sections":[\#(sections)]}"#)
    }
    for body in [body, #"{"from":\#(tree),"steps":[]}"#] {
      #expect(try counted([2, 1, 0, 0, 0], body) == [])
      #expect(
        try counted([2, 1, 0, 0], body)
          == [#"/from/source section-count-mismatch [expected 4, given 5]"#])
      #expect(
        try counted([1, 2, 3, 4, 5], body) == [
          "/from/source/children/0/items item-count-mismatch [section 0, expected 1, given 2]",
          "/from/source/children/1/sections/0/items item-count-mismatch "
            + "[section 1, expected 2, given 1]",
          "/from/source/children/1/sections/1 item-count-mismatch "
            + "[section 2, expected 3, given 0]",
          "/from/source/children/2 item-count-mismatch [section 3, expected 4, given 0]",
          "/from/source/children/3 item-count-mismatch [section 4, expected 5, given 0]",
        ])
    }
    let turned = #"{"from":{"scrollDirection":"horizontal","source":{}},"steps":[]}"#
    #expect(
      try self.found(turned, of: #"{"sections":[{}]}"#) == [
        "/from/scrollDirection not-allowed []"
      ])
  }

  // MARK: Limits

  @Test("A step of two trees has at most 100 000 entries, and neighbours are one")
  func entries() throws {
    func tree(_ keys: some Sequence<Int>) -> JSONValue {
      let list = Array(keys)
      return [
        "source": [
          "items": .number(Double(list.count)), "keys": .array(list.map { .number(Double($0)) }),
        ]
      ]
    }
    // Every other item goes.
    #expect(found(body(tree(0..<200_000), tree(stride(from: 1, to: 200_000, by: 2)))) == [])
    #expect(
      found(body(tree(0..<200_002), tree(stride(from: 1, to: 200_002, by: 2)))) == [
        "/to too-many"
      ])
    #expect(found(body(tree(0..<300_000), tree(200_000..<400_000))) == [])
  }

  @Test("Steps are used up, never exceeded", arguments: [1, 10, 100, 1_000, 5_000])
  func steps(count: Int) throws {
    var generator = SnapshotGenerator(seed: 7)
    for _ in 0..<20 {
      let (from, to) = generator.changedSource(containerWidth: 390)
      var meter = WorkMeter(portion: count)
      do throws(DecodingInterrupted) {
        _ = try StepsDecoder.change(
          Array(body(from, to).utf8).span.bytes, hasSlack: false, isHorizontal: nil,
          naming: .tests, meter: &meter)
      } catch {
        switch error {
        case .budgetExceeded, .problem: break
        case .memoryUsedUp: Issue.record("there is memory")
        }
      }
    }
  }

  // MARK: Steps of a user

  @Test("All batches of two entries over a tree of three nodes")
  func userSteps() throws {
    for allowed in [0, 3, 6, 9, 12, 15] {
      let (isMovable, isEditable) = ([allowed & 1, allowed & 2], [allowed & 4, allowed & 8])
      let marks = (0..<2).map {
        #""movable":\#(isMovable[$0] > 0),"editable":\#(isEditable[$0] > 0)"#
      }
      let tree =
        #"{"engine":"column","source":{"children":["#
        + #"{"items":2,\#(marks[0])},{"sections":[{"items":2},{"items":1}],\#(marks[1])},{"items":1}]}}"#
      let sections = [0, 1, 1, 2]
      let entries = UserEntry.all(counts: [2, 2, 1, 1])
      for first in entries {
        for second in entries {
          let step = UserEntry.step([first, second])
          let plain = try found(#"{"steps":[\#(step)]}"#, of: plainOfThree)
          let given = try found(#"{"from":\#(tree),"steps":[\#(step)]}"#, of: plainOfThree)
          var expected: [String] = []
          var places: [String: Int] = [:]
          for entry in [first, second] {
            let place = places[entry.list, default: 0]
            places[entry.list] = place + 1
            guard
              let code = entry.refusal(
                nodes: sections, isMovable: isMovable.map { $0 > 0 } + [false],
                isEditable: isEditable.map { $0 > 0 } + [false])
            else { continue }
            expected.append("/steps/0/\(entry.list)/\(place) \(code) []")
          }
          // Errors of the same stage are listed together, those of a later one are not looked for.
          if expected.isEmpty {
            #expect(given == plain, "\(tree) \(step)")
          } else {
            let before = plain.filter { fault in
              [
                "duplicate-delete", "delete-and-move-same", "delete-and-reload-same",
                "moves-from-same",
              ].contains {
                fault.contains($0)
              }
            }
            #expect(Set(given) == Set(expected + before), "\(tree) \(step)")
          }
        }
      }
    }
  }

  private let plainOfThree =
    #"{"engine":"column","sections":[{"items":2},{"items":2},{"items":1},{"items":1}]}"#

  // MARK: Reading

  private func body(_ from: JSONValue, _ to: JSONValue) -> String {
    #"{"from":\#(from.text),"to":\#(to.text)}"#
  }

  private func snapshot(_ given: JSONValue) throws -> Snapshot {
    try SnapshotDecoder.snapshot(reading: Array(given.text.utf8), depthMax: 32)
  }

  private func read(_ body: String, ofDocument: Bool = false) throws(DecodingInterrupted)
    -> PostedSteps
  {
    var meter = WorkMeter.unlimited
    return try StepsDecoder.change(
      Array(body.utf8).span.bytes, hasSlack: false, isHorizontal: nil,
      ofDocument: ofDocument,
      depthMax: 32, naming: .tests, meter: &meter)
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

  /// The faults of a body by itself.
  private func found(_ body: String) -> [String] {
    do throws(DecodingInterrupted) {
      _ = try read(body)
    } catch {
      guard case .problem(let problem) = error else { return ["\(error)"] }
      return zip(problem.pointers, problem.issues).map { "\($0) \($1.code.rawValue)" }
    }
    return []
  }

  /// The faults of a body for a layout, with their facts.
  private func found(_ body: String, of layout: String) throws -> [String] {
    let snapshot = try SnapshotDecoder.snapshot(reading: Array(layout.utf8))
    do throws(DecodingInterrupted) {
      _ = try apply(read(body), to: snapshot)
    } catch {
      guard case .problem(let problem) = error else { return ["\(error)"] }
      return zip(problem.pointers, problem.issues).map { pointer, issue in
        let facts = issue.facts.map { fact in
          if case .number(let name, let number) = fact { "\(name) \(number)" } else { "\(fact)" }
        }
        return "\(pointer) \(issue.code.rawValue) [\(facts.joined(separator: ", "))]"
      }
    }
    return []
  }
}

/// An entry of a user's step.
private enum UserEntry {
  case delete(Int, Int)
  case move(Int, Int, Int, Int)
  case insert(Int)
  case reload(Int)

  /// Deletes and moves of all items of some sections, and an insert and a reload in each.
  static func all(counts: [Int]) -> [UserEntry] {
    var all: [UserEntry] = []
    for (section, count) in counts.enumerated() {
      all += (0..<count).map { .delete(section, $0) } + [.insert(section), .reload(section)]
      for target in counts.indices {
        all += (0..<count).map { .move(section, $0, target, 0) }
      }
    }
    return all
  }

  var list: String {
    switch self {
    case .delete: "delete"
    case .move: "move"
    case .insert: "insert"
    case .reload: "reload"
    }
  }

  private var text: String {
    switch self {
    case .delete(let section, let item): #"{"section":\#(section),"item":\#(item)}"#
    case .move(let section, let item, let target, let place):
      #"{"from":{"section":\#(section),"item":\#(item)},"#
        + #""to":{"section":\#(target),"item":\#(place)}}"#
    case .insert(let section): #"{"section":\#(section),"item":0,"items":[{"height":9}]}"#
    case .reload(let section): #"{"section":\#(section),"item":0}"#
    }
  }

  static func step(_ entries: [UserEntry]) -> String {
    let lists = ["delete", "reload", "move", "insert"].compactMap { list in
      let own = entries.filter { $0.list == list }
      return own.isEmpty ? nil : #""\#(list)":[\#(own.map(\.text).joined(separator: ","))]"#
    }
    return "{" + lists.joined(separator: ",") + "}"
  }

  /// The code with which the nodes refuse it.
  func refusal(nodes: [Int], isMovable: [Bool], isEditable: [Bool]) -> String? {
    switch self {
    case .delete(let section, _): isEditable[nodes[section]] ? nil : "not-editable"
    case .move(let section, _, let target, _):
      nodes[section] != nodes[target]
        ? "cross-source-move" : isMovable[nodes[section]] ? nil : "not-movable"
    case .insert, .reload: nil
    }
  }
}
