import Oracle
import Synchronization
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Lists of items that are cut out of a text")
struct ItemListsTests {
  private static func isCut(_ json: String) -> Bool {
    var meter = WorkMeter.unlimited
    return (try? isCut(json, &meter)) ?? false
  }

  /// Whether the lists of a text can be cut out, and each is one in a usual spelling.
  private static func isCut(_ json: String, _ meter: inout WorkMeter) throws(WalkInterrupted)
    -> Bool
  {
    let bytes = [UInt8](json.utf8)
    guard var lists = try ItemLists(cutOutOf: bytes.span.bytes, meter: &meter) else { return false }
    let text = bytes.span.bytes.extracting(first: lists.textByteCount)
    var portion = ItemPortion(room: ItemPortion.roomMax)
    while var items = take(from: &lists) {
      repeat {
        guard try portion.read(&items, in: text, &meter) else { return false }
      } while !portion.isAtEnd
    }
    #expect(lists.areAllTaken)
    return true
  }

  private static func take(from lists: inout ItemLists) -> CutItems? {
    if let rows = lists.takeRows() { return rows }
    for member in ItemKey.allCases {
      if let numbers = lists.takeNumbers([member]) { return numbers }
    }
    return nil
  }

  /// What an engine reads of these items.
  private static func snapshots(_ items: String) -> [String] {
    Engine.allCases.map(\.rawValue).flatMap { engine in
      ["vertical", "horizontal"].map { direction in
        "{\"scrollDirection\":\"\(direction)\",\"engine\":\"\(engine)\",\"sections\":[{},{\"items\":\(items)}]}"
      }
    }
  }

  private static func expectSame(_ json: String, _ limits: SnapshotLimits = SnapshotLimits()) {
    for depthMax in [16, 5, 4, 3] {
      let read = reading(json, depthMax: depthMax, limits: limits).map(summary)
      let document = readingDocument(json, depthMax: depthMax, limits: limits).map(summary)
      #expect(read == document, "depth \(depthMax): \(json)")
    }
  }

  @Test("Many lists are cut out only where they are long")
  func many() {
    func isCut(_ count: Int, _ list: String) -> Bool {
      let sections = (0..<count).map { _ in "{\"items\":\(list)}" }
      return ItemListsTests.isCut("{\"sections\":[\(sections.joined(separator: ","))]}")
    }
    let short = "[{}]"
    let long = "[" + (0..<8).map { "{\"width\":\($0),\"height\":2}" }.joined(separator: ",") + "]"
    #expect(isCut(1024, short))
    #expect(!isCut(1025, short))
    #expect(isCut(5000, long))
  }

  @Test("Reading a long list stops when the meter grants no more steps")
  func abandoned() {
    let numbers = (0..<600_000).map { "\($0 % 9)" }.joined(separator: ",")
    let json = "{\"sections\":[{\"items\":{\"heights\":[\(numbers)]}}]}"
    let asked = Mutex(0)
    var meter = WorkMeter(portion: 20_000) {
      asked.withLock { asked in
        asked += 1
        return asked < 2
      }
    }
    #expect(throws: WalkInterrupted.self) { _ = try ItemListsTests.isCut(json, &meter) }
    #expect(asked.withLock { $0 } == 2)
  }

  @Test("The numbers of lists that are read together belong to the same items")
  func together() {
    let room = ItemPortion.roomMax
    for (widths, heights) in [
      (room, room), (room + 1, room), (room, room + 1), (room + 500, room), (0, 1),
    ] {
      let list = { (count: Int) in (0..<count).map(String.init).joined(separator: ",") }
      ItemListsTests.expectSame(
        "{\"sections\":[{\"items\":{\"widths\":[\(list(widths))],\"heights\":[\(list(heights))]}}]}"
      )
    }
  }

  @Test("Members that some of the items lack, counts and marks, in several portions")
  func portions() {
    let rows = (0..<3000).map { item in
      switch item {
      case 1030: "{\"count\":3,\"width\":2,\"height\":9}"
      case 1031..<1040: "{\"height\":9}"
      case 2500: "{\"width\":2,\"height\":9,\"estimated\":true}"
      case 2501..<2600: "{\"width\":2}"
      default: "{\"width\":\(item % 7),\"height\":\(item % 5)}"
      }
    }
    for json in ItemListsTests.snapshots("[\(rows.joined(separator: ","))]") {
      ItemListsTests.expectSame(json)
    }
  }

  @Test(
    "Usual lists are cut out, and mean what they mean in a document",
    arguments: [
      "[]", " [ ] ", "[{}]", "[ { } , { } ]", #"[{"width":1,"height":2}]"#,
      #"[{"height":2,"width":1},{"width":3},{"height":4},{}]"#,
      "[\r\n\t{ \"width\" : 1 ,\n \"height\" : 2 } ,\t{\"height\":3} ]",
      #"[{"width":0,"height":0.0},{"width":0.1,"height":1e2},{"width":1E+2,"height":25e-1}]"#,
      #"[{"width":100000000000000000000000,"height":18446744073709551616},{"height":9223372036854775808}]"#,
      #"[{"width":1.7976931348623157e308,"height":5e-324},{"height":2.2250738585072011e-308}]"#,
      #"[{"width":123456789012345678,"height":0.12345678901234567890123},{"height":1}]"#,
      #"[{"width":7,"height":7},{"width":7.0,"height":70e-1}]"#,
      #"{"widths":[1,2.5],"heights":[3,4]}"#, #"{"heights":[3,4],"widths":[ 1 , 2 ]}"#,
      #"{"widths":[1,2]}"#, #"{"heights":[0.1,2]}"#, #"{"widths":[],"heights":[]}"#,
    ])
  func usual(_ items: String) {
    for json in ItemListsTests.snapshots(items) {
      #expect(ItemListsTests.isCut(json), "\(json)")
      ItemListsTests.expectSame(json)
    }
  }

  @Test(
    "Unusual lists are left to the document, and so is what is wrong with them",
    arguments: [
      #"[{"widt\u0068":1,"height":2}]"#, #"[{"width":1,"width":2}]"#, #"[{"height":1,"height":1}]"#,
      #"[{"width":null}]"#, #"[{"width":"1"}]"#, #"[{"width":[1]}]"#, #"[{"width":{}}]"#,
      #"[{"width":true}]"#, #"[{"width":NaN}]"#, #"[{"width":Infinity}]"#, #"[{"width":nan}]"#,
      #"[{"width":-0,"height":1}]"#, #"[{"width":-1,"height":1}]"#, #"[{"width":1e400}]"#,
      #"[{"width":1e-400,"height":1}]"#, #"[{"width":01}]"#, #"[{"width":1.}]"#, #"[{"width":.5}]"#,
      #"[{"width":1e}]"#, #"[{"width":1e+}]"#, #"[{"width":+1}]"#, #"[{"width":1.e1}]"#,
      #"[{"width":0x1}]"#, #"[{"width":1_0}]"#, #"[{"width":}]"#, #"[{"width"1}]"#, #"[{width:1}]"#,
      #"[{"width":1,}]"#, #"[{,}]"#, #"[{"width":1}{"width":1}]"#, #"[{"width":1},]"#, #"[,]"#,
      #"[{"width":1"height":2}]"#, #"[{"Width":1}]"#, #"[{"widths":1}]"#, #"[{"depth":1}]"#,
      #"[null]"#, #"[1]"#, #"[[]]"#, #"[[{"width":1}]]"#, #"[{"width":1},{"width":1,"depth":2}]"#,
      "[{\"width\":1}\u{a0}]", "[{\"width\":1\u{0}}]", #"{"widths":[1,null]}"#,
      #"{"widths":[1,-0]}"#,
      #"{"widths":[[1]]}"#, #"{"widths":[1 2]}"#, #"{"widths":[1,]}"#, #"{"heights":["1"]}"#,
      #"{"heights":[1,01]}"#, #"{"heights":[{}]}"#,
    ])
  func unusual(_ items: String) {
    for json in ItemListsTests.snapshots(items) {
      #expect(!ItemListsTests.isCut(json), "\(json)")
      ItemListsTests.expectSame(json)
    }
  }

  @Test(
    "Where lists stand is judged as in a document",
    arguments: [
      #"{"items":[{"width":1}],"sections":[]}"#,
      #"{"sections":[{"metrics":{"items":[{"width":1}]},"items":[{"width":2}]}]}"#,
      #"{"sections":[{"items":[{"width":1}],"items":[{"width":2}]}]}"#,
      #"{"sections":[{"it\u0065ms":[{"width":1}]},{"items":[{"width":2}]}]}"#,
      #"{"sections":[{"items":[{"width":2}]},{"\u0069tems":[{"width":1}]}]}"#,
      #"{"sections":[{"items":{"widths":[1],"widt\u0068s":[2]}}]}"#,
      #"{"sections":[{"items":{"heights":[1],"widt\u0068s":[2]}},{"items":{"widths":[3]}}]}"#,
      #"{"sections":[{"items":{"widths":[1,2],"heights":[3]}}]}"#,
      #"{"sections":[{"items":{"widths":[1],"heights":3}}]}"#,
      #"{"sections":[{"items":{"widths":[1],"count":1}}]}"#,
      #"{"sections":[{"items":{"widths":[1],"items":[{}]}}]}"#,
      #"{"sections":[{"widths":[1]}]}"#, #"{"sections":{"items":[{}]}}"#, #"[{"items":[{}]}]"#,
      #"{"sections":[{"id":"\"items\":[{\"width\":1}]","items":[{"width":2}]}]}"#,
      #"{"sections":[{"id":"a\"items\":[","items":[{"width":2}]}]}"#,
      #"{"sections":[{"id":"items","items" : [{"width":2}]}]}"#,
      #"{"sections":[{"id":"\\","items":[{"width":2}]},{"a\"items":[{"width":2}]}]}"#,
      #"{"sections":[{"id":"[\\"items":[{"width":2}]"}]}"#,
      #"{"sections":[{"id":"x"items":[{"width":2}]}]}"#,
      #"{"sections":[{"items":[{"width":2}]}}"#, #"{"sections":[{"items":[{"width":2}]}]"#,
      #"{"sections":[{"items":[{"width":2}"#, #"{"sections":[{"items":[{"width":2},"#,
      #"{"sections":[{"items":["#, #"{"sections":[{"items":[{"width":2"#,
      #"{"sections":[{"items":[{"wid"#,
      #"{"sections":[{"items":[{"width":2}]]}"#, #"{"sections":[{"items":[{}]}]}]"#,
      #"{"sections":[{"items":[{}]}]} x"#, #"{"sections":[{"items":[{}]}],"sections":[]}"#,
      #"{"sections":[{"items":[{"width":1}]},{"items":[{"width":-1}]},{"items":3}]}"#,
      #"{"sections":[{"items":[{"width":1},{"width":3}]},{"items":3},{"items":[]},{"items":{"widths":[4]}}]}"#,
      #"{"sections":[{"items":[{"width":1}],"footers":[{"height":-1}]},{"id":4}]}"#,
      "\u{feff}" + #"{"sections":[{"items":[{}]}]}"#, #":["#, #"[:["#, #""items":["#,
      #""items":[]"#,
    ])
  func places(_ json: String) { ItemListsTests.expectSame(json) }

  @Test("A key that ends with an escaped quote and the name of a list is another key")
  func escapedQuotes() {
    #expect(ItemListsTests.isCut(#"{"items":[{}]}"#))
    #expect(!ItemListsTests.isCut(#"{"a\"items":[{}]}"#))
    #expect(!ItemListsTests.isCut(#"{"\"items":[{}]}"#))
    #expect(!ItemListsTests.isCut(#"{"a items":[{}]}"#))
  }

  @Test("Lists count towards the limits")
  func limits() {
    var limits = SnapshotLimits()
    limits.explicitItems = 3
    for json in [
      #"{"sections":[{"items":[{},{},{}]}]}"#, #"{"sections":[{"items":[{},{},{},{}]}]}"#,
      #"{"sections":[{"items":[{},{}]},{"items":{"widths":[1,2]}}]}"#,
      #"{"sections":[{"items":{"widths":[1,2,3],"heights":[1,2,3]}}]}"#,
    ] { ItemListsTests.expectSame(json, limits) }
    limits = SnapshotLimits()
    limits.items = 3
    ItemListsTests.expectSame(#"{"sections":[{"items":[{},{}]},{"items":2}]}"#, limits)
  }

  @Test("Long lists keep every size, in order, also where a portion ends")
  func long() throws {
    let room = ItemPortion.roomMax
    for count in [room - 1, room, room + 1, 2 * room, 5000] {
      for separator in [",", " , "] {
        let rows = (0..<count).map { "{\"width\":\($0),\"height\":\($0).5}" }
        let numbers = (0..<count).map(String.init)
        let snapshot = try decoded(
          "{\"sections\":[{\"items\":[\(rows.joined(separator: separator))]},"
            + "{\"items\":{\"heights\":[\(numbers.joined(separator: separator))]}}]}")
        #expect((0..<count).allSatisfy { snapshot.sections[0].items[$0].width == Double($0) })
        #expect(
          (0..<count).allSatisfy { snapshot.sections[0].items[$0].height == Double($0) + 0.5 })
        #expect((0..<count).allSatisfy { snapshot.sections[1].items[$0].height == Double($0) })
      }
    }
  }

  @Test("Numbers are the doubles next to what is written", arguments: 1...4)
  func numbers(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let texts = (0..<20_000).map { _ in number(using: &generator) }
    let snapshot = try decoded(
      "{\"sections\":[{\"items\":{\"widths\":[\(texts.joined(separator: ","))]}}]}")
    for (place, text) in texts.enumerated() {
      let value = snapshot.sections[0].items[place].width
      #expect(value == Double(text), "\(text)")
    }
  }

  /// A number of up to forty digits, mostly few.
  private func number(using generator: inout SplitMix64) -> String {
    func digits(_ most: Int) -> String {
      let count = Int.random(in: 1...(Bool.random(using: &generator) ? 4 : most), using: &generator)
      return (0..<count).map { _ in "\(Int.random(in: 0...9, using: &generator))" }.joined()
    }
    let whole = digits(20).drop { $0 == "0" }
    var text = whole.isEmpty ? "0" : String(whole)
    if Bool.random(using: &generator) { text += "." + digits(20) }
    if Int.random(in: 0..<4, using: &generator) == 0 {
      text += "e\(Int.random(in: -30...30, using: &generator))"
    }
    return text
  }
}
