import JSONText
import Testing

@testable import LayoutCore
@testable import LayoutWire

/// `probe` is what items say beside their sizes where the package is built for debugging: a number from −1000 to 1000,
/// 1 where nothing is said.
@Suite("Members of items on the wire")
struct ItemMembersTests {
  /// What each item says of a member of tests; 1 where it says nothing.
  private static func values(_ items: Items, _ name: String = "probe") throws -> [Double] {
    let row = try #require(MemberRow.ofItems.first { $0.name == name })
    return (0..<items.count).map { items[$0].members?.number(row.code) ?? 1 }
  }

  private static func section(_ items: String, _ engine: Engine) -> String {
    #"{"engine":"\#(engine.rawValue)","sections":[{"items":\#(items)}]}"#
  }

  @Test(
    "Every form of items says them, whether lists are cut out of the text or not",
    arguments: [
      (#"{"count":3,"width":4,"height":4,"probe":5}"#, [5, 5, 5]),
      (#"{"count":2,"width":4,"height":4,"probe":1}"#, [1, 1]),
      (
        #"[{"width":3,"height":4,"probe":-2.5},{"width":3,"height":4},{"probe":7,"count":2,"width":3,"height":4}]"#,
        [-2.5, 1, 7, 7]
      ),
      (#"{"widths":[1,2,3],"heights":[1,2,3],"probe":-0.5}"#, [-0.5, -0.5, -0.5]),
      (#"{"widths":[1,2,3,4],"heights":[1,2,3,4],"probe":[2,null,1,-3]}"#, [2, 1, 1, -3]),
      (#"{"widths":[1,1],"heights":[1,1],"estimated":[true,false],"probe":[1,9]}"#, [1, 9]),
      (#"{"widths":[],"heights":[],"probe":[]}"#, []),
    ] as [(String, [Double])])
  func forms(_ items: String, _ values: [Double]) throws {
    for engine in Engine.allCases {
      let snapshot = try decoded(ItemMembersTests.section(items, engine))
      #expect(try ItemMembersTests.values(snapshot.sections[0].items) == values, "\(engine)")
      #expect(snapshot.sections[0].items.hasMembers == values.contains { $0 != 1 })
    }
  }

  @Test("A list of members alone describes items whose sizes have defaults")
  func listAlone() throws {
    let snapshot = try decoded(ItemMembersTests.section(#"{"probe":[4,null]}"#, .flow))
    #expect(try ItemMembersTests.values(snapshot.sections[0].items) == [4, 1])
  }

  @Test("What says the default is named as what says nothing")
  func defaults() throws {
    let bare = try decoded(ItemMembersTests.section(#"{"heights":[1,2]}"#, .flow))
    for probe in ["1", "[1,null]", "[null,1.0]"] {
      let same = try decoded(
        ItemMembersTests.section(#"{"heights":[1,2],"probe":\#(probe)}"#, .flow))
      #expect(
        same.sections[0].items.tree?.digest == bare.sections[0].items.tree?.digest, "\(probe)")
    }
  }

  @Test(
    "What is no number of the range is refused where it stands",
    arguments: [
      (#"{"count":1,"probe":1001}"#, "/sections/0/items/probe", .outOfRange),
      (#"{"count":1,"probe":"a"}"#, "/sections/0/items/probe", .wrongType),
      (#"{"count":1,"probe":null}"#, "/sections/0/items/probe", .wrongType),
      (#"{"count":1,"probe":[1]}"#, "/sections/0/items/probe", .wrongType),
      (#"[{},{"probe":-1001}]"#, "/sections/0/items/1/probe", .outOfRange),
      (#"[{},{"probe":null}]"#, "/sections/0/items/1/probe", .wrongType),
      (#"{"widths":[1,2],"probe":[1,true]}"#, "/sections/0/items/probe/1", .wrongType),
      (#"{"widths":[1,2],"probe":[1,2000]}"#, "/sections/0/items/probe/1", .outOfRange),
      (#"{"widths":[1,2],"probe":[1]}"#, "/sections/0/items/probe", .notAllowed),
      (#"{"widths":[1,2],"probe":null}"#, "/sections/0/items/probe", .wrongType),
      (#"{"count":1,"prob":2}"#, "/sections/0/items/prob", .unknownKey),
    ] as [(String, String, Problem.Code)])
  func refused(_ items: String, _ pointer: String, _ code: Problem.Code) throws {
    let found = try #require(problem(ItemMembersTests.section(items, .flow)))
    #expect(found.pointers == [pointer] && found.issues.map(\.code) == [code])
  }

  /// Items whose matrices have to be written in two ways, which lists cannot be beside each other.
  private static let twoSpellings =
    "["
    + (1...9).map { #"{"width":\#($0),"height":\#($0),"transform":[1,0,0,1,0,\#($0)]},"# }.joined()
    + #"{"height":1,"transform3D":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,9,1]}]"#

  @Test(
    "The snapshot that is read back posts to the same sections",
    arguments: [
      #"{"count":3,"height":4,"probe":5}"#, #"{"heights":[1,2,3],"probe":-0.5}"#,
      #"[{"height":4,"probe":-2.5},{"height":4},{"probe":7,"count":2,"height":4}]"#,
      #"{"heights":[1,2,3,4,5,6,7,8,9],"probe":[2,null,1,-3,4,5,6,7,8]}"#,
      #"{"heights":[1,2,3,4,5,6,7,8,9],"estimated":true,"probe":2}"#, spanning,
      #"{"count":3,"height":4,"probe":2,"probeSpan":5}"#, twoSpellings,
    ])
  func readBack(_ items: String) throws {
    for engine in Engine.allCases where ![.fixed, .justified].contains(engine) {
      let snapshot = try decoded(ItemMembersTests.section(items, engine))
      for form in [SnapshotEncoder.Inheritance.resolved, .shared] {
        var encoder = SnapshotEncoder(
          snapshot, bytesMax: 10_000, explicitItemsMax: 1_000, form: form)
        var (writer, meter) = (JSONWriter(), WorkMeter.unlimited)
        try encoder.write(to: &writer, meter: &meter)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(summary(try decoded(text)) == summary(snapshot), "\(text)")
      }
    }
  }

  @Test(
    "Places change places in a horizontal snapshot, and are read back as they were given",
    arguments: [
      #"{"count":3,"width":2,"height":4,"x":5,"y":7}"#,
      #"{"widths":[1,2,3],"heights":[4,5,6],"x":[5,null,9],"y":7}"#,
      #"[{"width":1,"height":2,"x":5,"y":7,"count":70},{"width":1,"height":2,"y":4}]"#,
    ])
  func places(_ items: String) throws {
    for direction in ScrollDirection.allCases {
      let start = #"{"scrollDirection":"\#(direction.rawValue)","engine":"fixed""#
      let snapshot = try decoded(#"\#(start),"sections":[{"items":\#(items)}]}"#)
      let all = snapshot.sections[0].items
      let (x, y): (Double, Double) = direction == .vertical ? (5, 7) : (7, 5)
      #expect(try ItemMembersTests.values(all, "x")[0] == x)
      #expect(try ItemMembersTests.values(all, "y")[0] == y)
      for form in [SnapshotEncoder.Inheritance.resolved, .shared] {
        var encoder = SnapshotEncoder(
          snapshot, bytesMax: 10_000, explicitItemsMax: 1_000, form: form)
        var (writer, meter) = (JSONWriter(), WorkMeter.unlimited)
        try encoder.write(to: &writer, meter: &meter)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(summary(try decoded(text)) == summary(snapshot), "\(text)")
      }
    }
  }

  @Test(
    "What differs beside equal sizes is read back as a list, which is shorter than an object for each item"
  )
  func readBackInColumns() throws {
    for items in [#"{"probe":[2,null,1,-3,4,5,6,7,8]}"#, #"[{"probe":2,"count":3},{"count":3}]"#] {
      for engine in [Engine.flow, .mosaic] {
        let snapshot = try decoded(ItemMembersTests.section(items, engine))
        var encoder = SnapshotEncoder(
          snapshot, bytesMax: 10_000, explicitItemsMax: 1_000, form: .resolved)
        var (writer, meter) = (JSONWriter(), WorkMeter.unlimited)
        try encoder.write(to: &writer, meter: &meter)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        // That flow says the size of its items in metrics takes more than objects for two runs.
        let isList = items.hasPrefix("{") || engine == .mosaic
        #expect(text.contains(#""items":{"probe":["#) == isList, "\(text)")
        #expect(summary(try decoded(text)) == summary(snapshot), "\(text)")
      }
    }
  }

  // MARK: Steps

  /// The items of one section after steps.
  private static func items(_ before: String, _ steps: String) throws -> [Double] {
    let snapshot = try decoded(section(before, .flow))
    let posted = try postedSteps("{\"steps\":\(steps)}")
    var meter = WorkMeter.unlimited
    return try values(
      ChangedSnapshot(posted, of: snapshot, meter: &meter).snapshot.sections[0].items)
  }

  private static let five = #"{"heights":[1,2,3,4,5],"probe":[2,3,4,5,6]}"#

  @Test(
    "Steps carry them",
    arguments: [
      (
        #"[{"insert":[{"section":0,"item":1,"items":[{"width":1,"height":1,"probe":9},{"width":1,"height":1}]}]}]"#,
        [2, 9, 1, 3, 4, 5, 6]
      ),
      (
        #"[{"insert":[{"section":0,"item":0,"items":{"count":2,"width":1,"height":1,"probe":8}}]}]"#,
        [8, 8, 2, 3, 4, 5, 6]
      ),
      (
        #"[{"insert":[{"section":0,"item":5,"items":{"widths":[1,1],"heights":[1,1],"probe":[null,-4]}}]}]"#,
        [2, 3, 4, 5, 6, 1, -4]
      ),
      (#"[{"reload":[{"section":0,"item":1,"count":2}]}]"#, [2, 3, 4, 5, 6]),
      (
        #"[{"reload":[{"section":0,"item":1,"items":[{"height":1,"probe":7},{"height":1}]}]}]"#,
        [2, 7, 1, 5, 6]
      ),
      (#"[{"resize":[{"section":0,"item":0,"items":{"count":2,"height":9}}]}]"#, [2, 3, 4, 5, 6]),
      (#"[{"resize":[{"section":0,"at":[4,0],"heights":[7,8]}]}]"#, [2, 3, 4, 5, 6]),
      (
        #"[{"move":[{"from":{"section":0,"item":0},"to":{"section":0,"item":3}}]}]"#,
        [3, 4, 5, 2, 6]
      ),
      (#"[{"delete":[{"section":0,"item":1,"count":3}]}]"#, [2, 6]),
      (#"[{"setSections":[{"section":0,"engine":"column"}]}]"#, [2, 3, 4, 5, 6]),
      (#"[{"setSections":[{"section":0,"engine":"mosaic"}]}]"#, [2, 3, 4, 5, 6]),
      (#"[{"reloadSections":[{"section":0,"value":{"items":{"count":2,"probe":3}}}]}]"#, [3, 3]),
      (#"[{"insertSections":[{"section":0,"sections":[{"items":[{"probe":-1}]}]}]}]"#, [-1]),
    ] as [(String, [Double])])
  func steps(_ steps: String, _ values: [Double]) throws {
    #expect(try ItemMembersTests.items(ItemMembersTests.five, steps) == values)
  }

  @Test("A resize speaks of sizes alone")
  func resize() throws {
    for entry in [
      #"{"section":0,"item":0,"items":{"count":1,"probe":2}}"#,
      #"{"section":0,"item":0,"items":[{"probe":2}]}"#, #"{"section":0,"at":[0],"probe":2}"#,
    ] {
      #expect(throws: DecodingInterrupted.self, "\(entry)") {
        _ = try ItemMembersTests.items(ItemMembersTests.five, "[{\"resize\":[\(entry)]}]")
      }
    }
  }

  // MARK: Geometry

  /// What each item of a section keeps of `probeSpan`, a whole number that the waterfall alone reads.
  private static func spans(_ items: Items) throws -> [Double] { try values(items, "probeSpan") }

  @Test(
    "Engines that do not read a member forget it",
    arguments: [
      #"{"widths":[1,2,3],"heights":[1,2,3],"probeSpan":[4,null,2]}"#,
      #"[{"width":1,"height":1,"probeSpan":4},{"width":1,"height":1},{"probeSpan":2,"width":1,"height":1}]"#,
      #"[{"width":1,"height":1,"probeSpan":4.0},{"width":1,"height":1},{"probeSpan":2,"width":1,"height":2}]"#,
    ])
  func forgotten(_ items: String) throws {
    for engine in Engine.allCases {
      let found = try decoded(ItemMembersTests.section(items, engine)).sections[0].items
      #expect(try ItemMembersTests.spans(found) == (engine == .waterfall ? [4, 1, 2] : [1, 1, 1]))
      #expect(found.hasMembers == (engine == .waterfall))
    }
  }

  @Test(
    "A whole number of the range is one",
    arguments: [
      ("0", .outOfRange), ("101", .tooMany), ("-1", .outOfRange), ("1.5", .outOfRange),
      ("true", .wrongType), (#""all""#, .wrongType), ("100", nil), ("2.0", nil),
    ] as [(String, Problem.Code?)])
  func wholes(_ value: String, _ code: Problem.Code?) {
    for engine in Engine.allCases {
      for (items, pointer) in [
        (#"{"count":1,"width":1,"height":1,"probeSpan":\#(value)}"#, "probeSpan"),
        (#"[{"width":1,"height":1,"probeSpan":\#(value)}]"#, "0/probeSpan"),
        (#"{"widths":[1,2],"heights":[1,2],"probeSpan":[1,\#(value)]}"#, "probeSpan/1"),
      ] {
        let found = problem(ItemMembersTests.section(items, engine))
        #expect(found?.pointers == code.map { _ in ["/sections/0/items/\(pointer)"] }, "\(items)")
        #expect(found?.issues.map(\.code) == code.map { [$0] }, "\(items)")
      }
    }
  }

  private static let spanning = #"{"heights":[1,2,3,4],"probe":[1,2,1,3],"probeSpan":[2,3,4,5]}"#

  @Test(
    "Steps carry geometry as long as the engine reads it",
    arguments: [
      (#"[{"delete":[{"section":0,"item":1}]}]"#, [2, 4, 5]),
      (
        #"[{"move":[{"from":{"section":0,"item":0},"to":{"section":0,"item":3}}]}]"#, [3, 4, 5, 2]
      ),
      (#"[{"resize":[{"section":0,"at":[3,0],"heights":[7,8]}]}]"#, [2, 3, 4, 5]),
      (
        #"[{"insert":[{"section":0,"item":1,"items":[{"height":1,"probeSpan":9},{"height":1}]}]}]"#,
        [2, 9, 1, 3, 4, 5]
      ),
      (
        #"[{"reload":[{"section":0,"item":1,"items":{"count":2,"height":1,"probeSpan":6}}]}]"#,
        [2, 6, 6, 5]
      ),
      (#"[{"setSections":[{"section":0,"metrics":{"numberOfColumns":3}}]}]"#, [2, 3, 4, 5]),
      (#"[{"setSections":[{"section":0,"engine":"column"}]}]"#, [1, 1, 1, 1]),
      (
        #"[{"setSections":[{"section":0,"engine":"column"}]},{"setSections":[{"section":0,"engine":"waterfall"}]}]"#,
        [1, 1, 1, 1]
      ),
    ] as [(String, [Double])])
  func geometrySteps(_ steps: String, _ values: [Double]) throws {
    let snapshot = try decoded(ItemMembersTests.section(ItemMembersTests.spanning, .waterfall))
    let posted = try postedSteps("{\"steps\":\(steps)}")
    var meter = WorkMeter.unlimited
    let after = try ChangedSnapshot(posted, of: snapshot, meter: &meter).snapshot.sections[0].items
    #expect(try ItemMembersTests.spans(after) == values)
  }

  // MARK: Spans and columns

  @Test(
    "Spans and columns are kept in every form of items, and are read back as they were given",
    arguments: [
      (#"{"count":3,"height":4,"span":"all","columnIndex":0}"#, [0, 0, 0], [1, 1, 1]),
      (
        #"[{"height":4,"span":"all"},{"height":4},{"height":4,"columnIndex":9999}]"#, [0, 1, 1],
        [0, 0, 10_000]
      ),
      (
        #"[{"height":4,"span":10000},{"height":4,"columnIndex":0},{"height":4}]"#, [10_000, 1, 1],
        [0, 1, 0]
      ),
      (
        #"{"heights":[1,2,3],"span":[2,null,"all"],"columnIndex":[null,3,0]}"#, [2, 1, 0],
        [0, 4, 1]
      ),
      (#"{"heights":[1,2,3],"span":[2,1,3.0],"columnIndex":[null,3,0]}"#, [2, 1, 3], [0, 4, 1]),
      (#"{"heights":[1,2,3],"span":"all","columnIndex":2}"#, [0, 0, 0], [3, 3, 3]),
    ] as [(String, [Double], [Double])])
  func spanned(_ items: String, _ spans: [Double], _ columns: [Double]) throws {
    for engine in Engine.allCases where ![.fixed, .justified].contains(engine) {
      let snapshot = try decoded(ItemMembersTests.section(items, engine))
      let found = snapshot.sections[0].items
      let isRead = engine == .waterfall
      for (place, span) in spans.enumerated() {
        let members = found[place].members
        #expect(members?.number(MemberCode.span) ?? 1 == (isRead ? span : 1))
        #expect(members?.number(MemberCode.columnIndex) ?? 0 == (isRead ? columns[place] : 0))
      }
      #expect(snapshot.rulesVersion == (isRead || engine == .groups ? 5 : 2))
      for form in [SnapshotEncoder.Inheritance.resolved, .shared] {
        var encoder = SnapshotEncoder(
          snapshot, bytesMax: 10_000, explicitItemsMax: 1_000, form: form)
        var (writer, meter) = (JSONWriter(), WorkMeter.unlimited)
        try encoder.write(to: &writer, meter: &meter)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(summary(try decoded(text)) == summary(snapshot), "\(text)")
      }
    }
  }

  @Test(
    "Other spans and columns are refused where they stand",
    arguments: [
      ("span", "0", .outOfRange), ("span", "10001", .tooMany), ("span", "1.5", .outOfRange),
      ("span", "-1", .outOfRange), ("span", #""two""#, .outOfRange), ("span", #""""#, .outOfRange),
      ("span", "true", .wrongType), ("columnIndex", "-1", .outOfRange),
      ("columnIndex", "10000", .tooMany), ("columnIndex", "0.5", .outOfRange),
      ("columnIndex", #""all""#, .wrongType),
    ] as [(String, String, Problem.Code)])
  func refusedSpans(_ name: String, _ value: String, _ code: Problem.Code) {
    for engine in Engine.allCases {
      for (items, pointer) in [
        (#"{"count":1,"width":1,"height":1,"\#(name)":\#(value)}"#, name),
        (#"[{"width":1,"height":1,"\#(name)":\#(value)}]"#, "0/\(name)"),
        (#"{"widths":[1,2],"heights":[1,2],"\#(name)":[1,\#(value)]}"#, "\(name)/1"),
      ] {
        let found = problem(ItemMembersTests.section(items, engine))
        #expect(found?.pointers == ["/sections/0/items/\(pointer)"], "\(items)")
        #expect(found?.issues.map(\.code) == [code], "\(items)")
      }
    }
  }

  @Test("A waterfall that says a column counts each of its equal items")
  func countedColumns() throws {
    let items = #"{"count":60,"height":4,"columnIndex":1}"#
    let text = ItemMembersTests.section(items, .waterfall)
    func limits(_ explicitItems: Int) -> SnapshotLimits {
      var limits = SnapshotLimits()
      limits.explicitItems = explicitItems
      return limits
    }
    #expect(problem(text, limits: limits(60)) == nil)
    let found = problem(text, limits: limits(59))
    #expect(found?.pointers == ["/sections/0/items"] && found?.issues.map(\.code) == [.tooMany])
    let spanned = ItemMembersTests.section(#"{"count":60,"height":4,"span":2}"#, .waterfall)
    #expect(problem(spanned, limits: limits(1)) == nil)
  }

  @Test("An adjust gives spans and columns, and takes them away; attributes and columns stay")
  func adjustedSpans() throws {
    let before = #"{"heights":[100,96,98,60],"alpha":[1,0.5,1,1]}"#
    let snapshot = try decoded(ItemMembersTests.section(before, .waterfall))
    func items(_ steps: String) throws -> Items {
      var meter = WorkMeter.unlimited
      return try ChangedSnapshot(
        postedSteps("{\"steps\":\(steps)}"), of: snapshot, meter: &meter
      ).snapshot.sections[0].items
    }
    let given = #"{"adjust":[{"section":0,"at":[3,0],"columnIndex":[1,0],"span":["all",null]}]}"#
    let adjusted = try items("[\(given)]")
    #expect(try ItemMembersTests.values(adjusted, "span") == [1, 1, 1, 0])
    #expect(
      (0..<4).map { adjusted[$0].members?.number(MemberCode.columnIndex) } == [1, nil, nil, 2])
    #expect(adjusted[1].members?.number(MemberCode.alpha) == 0.5)
    let taken = try items(
      #"[\#(given),{"adjust":[{"section":0,"item":0,"count":4,"columnIndex":null,"span":1}]}]"#)
    #expect(taken.isEqual(to: snapshot.sections[0].items))
  }
}
