import Comparison
import Testing

@testable import LayoutCore
@testable import LayoutWire

/// Every member in every form of items is read from the text's lists.
@Suite("Members of items")
struct ItemColumnTests {
  /// Three items that have a member, or all of them, in a form.
  enum Form: CaseIterable {
    case objects, objectsThatLackIt, columns, equal

    func items(_ members: [ItemColumn]) -> String {
      func joined(_ member: (ItemColumn) -> String) -> String {
        members.map(member).joined(separator: ",")
      }
      switch self {
      case .objects:
        return "["
          + (1...3).map { item in "{" + joined { "\"\($0.name)\":\(item)" } + "}" }
          .joined(separator: ",") + "]"
      case .objectsThatLackIt: return "[{},{" + joined { "\"\($0.name)\":7" } + "},{}]"
      case .columns: return "{" + joined { "\"\($0.listName)\":[1,2,3]" } + "}"
      case .equal: return "{\"count\":3," + joined { "\"\($0.name)\":5" } + "}"
      }
    }

    /// The members that the items have.
    var numbers: [Double?] {
      switch self {
      case .objects, .columns: [1, 2, 3]
      case .objectsThatLackIt: [nil, 7, nil]
      case .equal: [5, 5, 5]
      }
    }

    /// Whether each item is listed, so that the list is cut out of the text.
    var isListed: Bool { self != .equal }
  }

  /// The items of a section, their text, and whether it was read beside the text's lists.
  private func read(
    _ items: String, _ engine: Engine, isHorizontal: Bool
  ) throws -> (items: Items, isBesideLists: Bool) {
    let direction = isHorizontal ? "horizontal" : "vertical"
    let text = [UInt8](
      """
      {"scrollDirection":"\(direction)","engine":"\(engine.rawValue)","sections":[{"items":\(items)}]}
      """.utf8)
    var meter = WorkMeter.unlimited
    let read = try SnapshotDecoder.readBesideLists(
      text.span.bytes, naming: .tests, meter: &meter)
    let whole = try SnapshotDecoder.snapshot(readingWhole: text)
    if let read { #expect(summary(read.snapshot) == summary(whole)) }
    return (whole.sections[0].items, read != nil)
  }

  private static func isRequired(_ member: ItemColumn, by engine: Engine) -> Bool {
    EngineRules.of(engine).items[member].isRequired
  }

  @Test(
    "Each member is read in each form by each engine", arguments: Engine.allCases,
    Form.allCases)
  func eachMember(engine: Engine, form: Form) throws {
    for isHorizontal in [false, true] {
      for column in ItemColumn.allCases {
        // With the member that the engine needs.
        var columns = ItemColumn.allCases.filter { Self.isRequired($0, by: engine) }
        if !columns.contains(column) { columns.append(column) }
        if form == .objectsThatLackIt, columns.contains(where: { Self.isRequired($0, by: engine) })
        {
          continue
        }
        let members = columns.map { isHorizontal ? $0.transposed : $0 }
        let (items, isBesideLists) = try read(
          form.items(members), engine, isHorizontal: isHorizontal)
        #expect(isBesideLists == form.isListed, "\(form) of \(members)")
        #expect(items.count == 3)
        let rule = EngineRules.of(engine).items[column]
        let numbers = form.numbers.map { $0 ?? rule.substitute(column, MetricsValues()) }
        for item in 0..<3 {
          let run = items[item]
          #expect(
            run.extent(column) == (rule.isRead ? numbers[item] : 0),
            "\(column) of \(engine) as \(form)")
        }
      }
    }
  }

  /// Items whose counts and marks are given, in each form that can give them, and the runs that they are.
  static let marked: [(items: String, runs: [ItemRun])] = {
    func run(_ count: Int, _ height: Double, _ isEstimated: Bool) -> ItemRun {
      ItemRun(count: count, width: 0, height: height, isEstimated: isEstimated)
    }
    return [
      (
        #"[{"count":3,"height":5},{"height":6},{"estimated":true,"height":6,"count":0}]"#,
        [run(3, 5, false), run(1, 6, false)]
      ),
      (
        #"[{"height":5,"estimated":true},{"height":5,"estimated":false},{"height":5,"count":2}]"#,
        [run(1, 5, true), run(3, 5, false)]
      ),
      (
        #"[{"count":9007199254740990,"height":0},{"height":0,"estimated":true}]"#,
        [run(9_007_199_254_740_990, 0, false), run(1, 0, true)]
      ),
      (
        #"{"heights":[7,7,8],"estimated":[true,true,false]}"#,
        [run(2, 7, true), run(1, 8, false)]
      ),
      (#"{"heights":[7,8],"estimated":true}"#, [run(1, 7, true), run(1, 8, true)]),
    ]
  }()

  @Test("Counts and marks are read beside the text's lists", arguments: marked.indices)
  func countsAndMarks(number: Int) throws {
    let (items, isBesideLists) = try read(
      Self.marked[number].items, .column, isHorizontal: false)
    #expect(isBesideLists)
    #expect(items.runs == Self.marked[number].runs)
  }

  @Test("Equal items may be estimates; a mosaic keeps no marks")
  func equalEstimates() throws {
    let equal = #"{"count":4,"height":6,"estimated":true}"#
    let column = try read(equal, .column, isHorizontal: false).items
    #expect(column.runs == [ItemRun(count: 4, width: 0, height: 6, isEstimated: true)])
    #expect(column.estimatedCount == 4)
    let mosaic = try read(equal, .mosaic, isHorizontal: false).items
    #expect(mosaic.runs == [ItemRun(count: 4, width: 0, height: 0)])
  }

  @Test(
    "Members of wrong types name themselves, whatever reads them",
    arguments: [
      (#"[{"count":-1}]"#, "/sections/0/items/0/count"),
      (#"[{"count":1.5}]"#, "/sections/0/items/0/count"),
      (#"[{"count":9007199254740993}]"#, "/sections/0/items/0/count"),
      (#"[{"estimated":1}]"#, "/sections/0/items/0/estimated"),
      (#"{"heights":[1,2],"estimated":[true]}"#, "/sections/0/items/estimated"),
      (#"{"heights":[1],"estimated":[1]}"#, "/sections/0/items/estimated/0"),
      (#"{"count":2,"estimated":[true,true]}"#, "/sections/0/items/estimated"),
      (#"[{"count":9007199254740992},{"count":9007199254740992}]"#, "/sections/0/items"),
    ])
  func wrongMembers(items: String, pointer: String) {
    let problem = problem(#"{"engine":"column","sections":[{"items":\#(items)}]}"#)
    #expect(problem?.pointers == [pointer])
  }
}
