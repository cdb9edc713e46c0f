import Comparison
import Foundation
import Testing

@testable import LayoutCore
@testable import LayoutSources
@testable import LayoutWire

/// A text that is no snapshot, and where the problem points.
struct InvalidSnapshot: CustomTestStringConvertible, Sendable {
  let json: String
  let pointer: String
  /// The code of its kind, which a few of each kind show.
  let code: Problem.Code?

  init(_ json: String, _ pointer: String, _ code: Problem.Code? = nil) {
    (self.json, self.pointer, self.code) = (json, pointer, code)
  }

  /// A section that is wrong, by its members.
  init(section: String, _ pointer: String, _ code: Problem.Code? = nil) {
    self.init("{\"sections\":[{\(section)}]}", "/sections/0" + pointer, code)
  }

  /// Metrics that are wrong, by their members.
  init(metrics: String, _ pointer: String, _ code: Problem.Code? = nil) {
    self.init("{\"sections\":[],\"metrics\":{\(metrics)}}", "/metrics" + pointer, code)
  }

  var testDescription: String { json }
}

@Suite("Snapshots that are refused")
struct InvalidSnapshotTests {
  static let shapes: [InvalidSnapshot] = [
    .init("[]", "", .wrongType), .init("1", ""), .init("null", ""), .init("\"sections\"", ""),
    .init("{}", "/sections", .missing), .init(#"{"sections":null}"#, "/sections"),
    .init(#"{"sections":{}}"#, "/sections"), .init(#"{"sections":[1]}"#, "/sections/0"),
    .init(#"{"sections":[{},null]}"#, "/sections/1"),
    .init(#"{"sections":[],"section":[]}"#, "/section", .unknownKey),
    .init(#"{"sections":[],"a~b/c":1}"#, "/a~0b~1c"),
    .init(#"{"sections":[],"":1}"#, "/"),
    .init(#"{"sections":[],"scrollDirection":"up"}"#, "/scrollDirection"),
    .init(#"{"sections":[],"scrollDirection":null}"#, "/scrollDirection"),
    .init(#"{"sections":[],"layoutDirection":"LTR"}"#, "/layoutDirection"),
    .init(#"{"sections":[],"engine":"grid"}"#, "/engine", .outOfRange),
    .init(#"{"sections":[],"engine":3}"#, "/engine", .wrongType),
    .init(#"{"sections":[],"metrics":[]}"#, "/metrics"),
    .init(#"{"sections":[],"globalHeaders":{}}"#, "/globalHeaders"),
    .init(#"{"sections":[],"globalHeaders":[{"height":1,"hight":1}]}"#, "/globalHeaders/0/hight"),
    .init(#"{"sections":[],"globalHeaders":[{"height":1},3]}"#, "/globalHeaders/1"),
    .init(
      #"{"sections":[],"globalHeaders":[{"height":1,"pin":true,"waits":true}]}"#,
      "/globalHeaders/0/waits", .notAllowed),
    .init(#"{"sections":[],"globalHeaders":[{"waits":0,"height":1}]}"#, "/globalHeaders/0/waits"),
    .init(
      section: "\"headers\":[{\"height\":1,\"waits\":true}]", "/headers/0/waits", .notAllowed),
    .init(section: "\"footers\":[{\"waits\":true,\"hidden\":true}]", "/footers/0/waits"),
    .init(#"{"sections":[],"globalHeaderBackgroundColor":""}"#, "/globalHeaderBackgroundColor"),
    .init(#"{"sections":[],"globalHeaderBackgroundColor":1}"#, "/globalHeaderBackgroundColor"),
    .init(section: "\"id\":7", "/id"),
    .init(section: "\"id\":null", "/id"),
    .init(section: "\"id\":\"\(String(repeating: "x", count: 257))\"", "/id"),
    .init(section: "\"engine\":\"\"", "/engine"),
    .init(section: "\"metrics\":null", "/metrics"),
    .init(section: "\"metrics\":{\"rowheight\":3}", "/metrics/rowheight"),
    .init(section: "\"headers\":3", "/headers"),
    .init(section: "\"headers\":[{\"width\":5}]", "/headers/0/height"),
    .init(section: "\"footers\":[{\"hidden\":false}]", "/footers/0/height"),
    .init(
      #"{"scrollDirection":"horizontal","globalHeaders":[{"height":5}],"sections":[]}"#,
      "/globalHeaders/0/width"),
    .init(section: "\"footers\":[{\"height\":-1}]", "/footers/0/height"),
    .init(section: "\"footers\":[{\"height\":\"1\"}]", "/footers/0/height"),
    .init(section: "\"headers\":[{\"height\":1,\"width\":-1}]", "/headers/0/width"),
    .init(section: "\"headers\":[{\"height\":1,\"pin\":1}]", "/headers/0/pin"),
    .init(section: "\"headers\":[{\"height\":1,\"pin\":null}]", "/headers/0/pin"),
    .init(section: "\"headers\":[{\"height\":1,\"hidden\":\"yes\"}]", "/headers/0/hidden"),
    .init(
      section: "\"headers\":[{\"height\":1,\"backgroundColor\":\"\"}]",
      "/headers/0/backgroundColor", .outOfRange),
    .init(section: "\"headers\":[{\"height\":1,\"padding\":null}]", "/headers/0/padding"),
    .init(metrics: "\"background\":\"red\"", "/background", .wrongType),
    .init(metrics: "\"background\":{\"color\":1}", "/background/color", .wrongType),
    .init(metrics: "\"background\":{\"insets\":null}", "/background/insets", .wrongType),
    .init(
      metrics: "\"background\":{\"insets\":{\"top\":-1}}", "/background/insets/top", .outOfRange),
    .init(
      metrics: "\"background\":{\"behind\":\"cells\"}", "/background/behind", .outOfRange),
    .init(metrics: "\"background\":{\"height\":1}", "/background/height", .unknownKey),
    .init(metrics: "\"shelf\":[]", "/shelf", .wrongType),
    .init(metrics: "\"shelf\":{\"height\":-1}", "/shelf/height", .outOfRange),
    .init(metrics: "\"shelf\":{\"height\":null}", "/shelf/height", .wrongType),
    .init(
      metrics: "\"shelf\":{\"insets\":{\"left\":-10000.5}}", "/shelf/insets/left", .outOfRange),
    .init(metrics: "\"shelf\":{\"behind\":\"items\"}", "/shelf/behind", .unknownKey),
    .init(
      section: "\"engine\":\"waterfall\",\"metrics\":{\"shelf\":{\"height\":\"1\"}}",
      "/metrics/shelf/height", .wrongType),
    .init(section: "\"headers\":[{\"height\":1,\"padding\":{\"up\":1}}]", "/headers/0/padding/up"),
  ]

  static let items: [InvalidSnapshot] = [
    .init(section: "\"items\":null", "/items"),
    .init(section: "\"items\":\"3\"", "/items", .wrongType),
    .init(section: "\"items\":true", "/items"),
    .init(section: "\"items\":-1", "/items", .outOfRange),
    .init(section: "\"items\":1.5", "/items", .outOfRange),
    .init(section: "\"items\":1e300", "/items"),
    .init(section: "\"items\":9007199254740993", "/items"),
    .init(section: "\"items\":18446744073709551616", "/items"),
    .init(section: "\"items\":{}", "/items/count", .missing),
    .init(section: "\"items\":{\"width\":3}", "/items/count"),
    .init(section: "\"items\":{\"count\":\"3\"}", "/items/count"),
    .init(section: "\"items\":{\"count\":3,\"size\":3}", "/items/size"),
    .init(section: "\"items\":{\"count\":3,\"width\":-0.5}", "/items/width"),
    .init(section: "\"items\":{\"count\":3,\"widths\":[1,2,3]}", "/items/count", .notAllowed),
    .init(section: "\"items\":{\"widths\":[1,2,3],\"height\":1}", "/items/height"),
    .init(section: "\"items\":{\"widths\":3}", "/items/widths"),
    .init(section: "\"items\":{\"widths\":[1,null]}", "/items/widths/1"),
    .init(section: "\"items\":{\"widths\":[1,2],\"heights\":[1]}", "/items/heights", .notAllowed),
    .init(section: "\"items\":{\"widths\":[1,2],\"heights\":[1,-2]}", "/items/heights/1"),
    .init(section: "\"items\":[1]", "/items/0"),
    .init(section: "\"items\":[{},[]]", "/items/1"),
    .init(section: "\"items\":[{\"width\":1},{\"width\":-1}]", "/items/1/width", .outOfRange),
    .init(section: "\"items\":[{\"width\":null}]", "/items/0/width", .wrongType),
    .init(section: "\"items\":[{\"depth\":1}]", "/items/0/depth"),
    .init(section: "\"engine\":\"mosaic\",\"items\":[{\"width\":-1}]", "/items/0/width"),
    .init(
      section: "\"engine\":\"mosaic\",\"items\":{\"heights\":[1,\"2\"]}", "/items/heights/1"),
    .init(section: "\"engine\":\"column\",\"items\":{\"widths\":[-1]}", "/items/widths/0"),
    .init(section: "\"engine\":\"waterfall\",\"items\":1", "/items", .missing),
    .init(section: "\"engine\":\"waterfall\",\"items\":{\"count\":1}", "/items/height"),
    .init(
      section: "\"engine\":\"waterfall\",\"items\":[{\"width\":1}]", "/items/0/height", .missing),
    .init(
      section: "\"engine\":\"waterfall\",\"items\":[{\"height\":1},{}]", "/items/1/height"),
    .init(
      section: "\"engine\":\"waterfall\",\"items\":{\"widths\":[1]}", "/items/heights", .missing),
    .init(
      #"{"scrollDirection":"horizontal","sections":[{"engine":"waterfall","items":[{"height":1}]}]}"#,
      "/sections/0/items/0/width"),
    .init(
      #"{"scrollDirection":"horizontal","sections":[{"engine":"waterfall","items":{"heights":[1]}}]}"#,
      "/sections/0/items/widths"),
  ]

  private static let manyStops =
    "{\"stops\":[" + (0..<33).map { "{\"at\":\($0)}" }.joined(separator: ",") + "]}"

  private static let wrongEffects: [(json: String, pointer: String, code: Problem.Code)] = [
    ("1", "", .wrongType), ("{}", "/stops", .missing),
    (#"{"stops":[{"at":0}],"stop":1}"#, "/stop", .unknownKey),
    (#"{"stops":{}}"#, "/stops", .wrongType), (#"{"stops":[]}"#, "/stops", .outOfRange),
    (#"{"stops":[{}]}"#, "/stops/0/at", .missing), (#"{"stops":[1]}"#, "/stops/0", .wrongType),
    (#"{"stops":[{"at":1},{"at":0.5}]}"#, "/stops/1/at", .outOfRange),
    (#"{"stops":[{"at":1},{"at":1},{"at":1,"x":2}]}"#, "/stops/2/at", .outOfRange),
    (#"{"stops":[{"at":1000001}]}"#, "/stops/0/at", .outOfRange),
    (#"{"stops":[{"at":null}]}"#, "/stops/0/at", .wrongType),
    (#"{"stops":[{"at":0,"alpha":1.01}]}"#, "/stops/0/alpha", .outOfRange),
    (#"{"stops":[{"at":0,"scale":-101}]}"#, "/stops/0/scale", .outOfRange),
    (#"{"stops":[{"at":0,"rotateX":36001}]}"#, "/stops/0/rotateX", .outOfRange),
    (#"{"stops":[{"at":0,"follow":11}]}"#, "/stops/0/follow", .outOfRange),
    (#"{"stops":[{"at":0,"zIndex":1e7}]}"#, "/stops/0/zIndex", .outOfRange),
    (#"{"stops":[{"at":0,"x":null}]}"#, "/stops/0/x", .wrongType),
    (#"{"stops":[{"at":0,"scael":1}]}"#, "/stops/0/scael", .unknownKey),
    (#"{"stops":[{"at":0}],"focus":2}"#, "/focus", .outOfRange),
    (#"{"stops":[{"at":0}],"unit":0}"#, "/unit", .outOfRange),
    (#"{"stops":[{"at":0}],"perspective":0}"#, "/perspective", .outOfRange),
    (#"{"stops":[{"at":0}],"origin":[]}"#, "/origin", .wrongType),
    (#"{"stops":[{"at":0}],"origin":{"w":1}}"#, "/origin/w", .unknownKey),
    (#"{"stops":[{"at":0}],"origin":{"z":-1001}}"#, "/origin/z", .outOfRange),
    (manyStops, "/stops", .tooMany),
  ]

  static let effects = wrongEffects.map {
    InvalidSnapshot(metrics: "\"effect\":\($0.json)", "/effect" + $0.pointer, $0.code)
  }

  static let metrics: [InvalidSnapshot] = [
    .init(metrics: "\"sectionInset\":1", "/sectionInset"),
    .init(metrics: "\"sectionInset\":{\"top\":-1}", "/sectionInset/top"),
    .init(metrics: "\"sectionInset\":{\"start\":1}", "/sectionInset/start"),
    .init(metrics: "\"minimumLineSpacing\":-1", "/minimumLineSpacing"),
    .init(metrics: "\"minimumInteritemSpacing\":null", "/minimumInteritemSpacing"),
    .init(metrics: "\"itemSize\":[1,2]", "/itemSize"),
    .init(metrics: "\"itemSize\":{\"width\":-1}", "/itemSize/width"),
    .init(metrics: "\"lineAlignment\":\"left\"", "/lineAlignment"),
    .init(metrics: "\"itemAlignment\":\"justify\"", "/itemAlignment"),
    .init(metrics: "\"numberOfColumns\":0", "/numberOfColumns"),
    .init(metrics: "\"numberOfColumns\":1.5", "/numberOfColumns"),
    .init(metrics: "\"numberOfColumns\":10001", "/numberOfColumns"),
    .init(metrics: "\"minimumColumnWidth\":0", "/minimumColumnWidth"),
    .init(
      metrics: "\"numberOfColumns\":1,\"minimumColumnWidth\":1", "/minimumColumnWidth", .notAllowed),
    .init(metrics: "\"rowHeight\":-1", "/rowHeight"),
    .init(metrics: "\"cellHeight\":\"rows\"", "/cellHeight"),
    .init(metrics: "\"placement\":\"Shortest\"", "/placement"),
    .init(metrics: "\"tolerance\":-1", "/tolerance", .outOfRange),
    .init(metrics: "\"tolerance\":null", "/tolerance", .wrongType),
    .init(metrics: "\"segmentHeight\":0", "/segmentHeight", .outOfRange),
    .init(metrics: "\"leadingSegments\":\"fullWidth\"", "/leadingSegments"),
    .init(metrics: "\"leadingSegments\":[\"half\"]", "/leadingSegments/0"),
    .init(metrics: "\"segments\":[]", "/segments", .outOfRange),
    .init(metrics: "\"segments\":[\"fullWidth\",1]", "/segments/1"),
    .init(metrics: "\"separatorColor\":1", "/separatorColor"),
    .init(
      metrics: "\"separatorColor\":\"\(String(repeating: "x", count: 65))\"",
      "/separatorColor"),
    .init(metrics: "\"separatorInsets\":null", "/separatorInsets"),
    .init(metrics: "\"showsColumnSeparator\":null", "/showsColumnSeparator"),
    .init(metrics: "\"separatorThickness\":0", "/separatorThickness"),
    .init(metrics: "\"padding\":{\"left\":\"1\"}", "/padding/left"),
    .init(metrics: "\"padding\":null", "/padding"),
    .init(metrics: "\"sectionSeperatorColor\":null", "/sectionSeperatorColor"),
  ]

  @Test("The problem points at what is wrong", arguments: shapes + items + metrics + effects)
  func refused(_ row: InvalidSnapshot) {
    let problem = problem(row.json)
    #expect(problem?.name == .invalidSnapshot)
    #expect(problem?.pointers == [row.pointer])
    if let code = row.code { #expect(problem?.issues.map(\.code) == [code]) }
  }

  @Test(
    "A fault has the code of its kind",
    arguments: [
      (#"{"sections":[{"\#(String(repeating: "k", count: 99))":1}]}"#, .unknownKey),
      (#"{"sections":[{"items":1e300}]}"#, .tooMany),
      (#"{"sections":[],"sections":[]}"#, .duplicateKey),
      (#"{"source":{"children":[{"headers":[{"height":1,"waits":true}]}]}}"#, .notAllowed),
      ("{", .badSyntax), ("", .badSyntax), ("{} {}", .badSyntax),
      (String(repeating: "[", count: 99) + String(repeating: "]", count: 99), .tooMany),
    ] as [(String, Problem.Code)])
  func codes(_ json: String, code: Problem.Code) {
    #expect(problem(json)?.issues.map(\.code) == [code])
  }

  @Test(
    "An unknown key is told where it belongs, or what it is called here, or what is like it",
    arguments: [
      // Like a known one, within a third of the word.
      (#"{"sections":[{"itmes":1}]}"#, #", the nearest known key is "items""#),
      (
        #"{"metrics":{"effect":{"stops":[{"at":0,"scael":1}]}},"sections":[]}"#,
        #", the nearest known key is "scale""#
      ),
      (#"{"sections":[{"ITEMS":1}]}"#, #", the nearest known key is "items""#),
      (#"{"sections":[{"header":[]}]}"#, #", the nearest known key is "headers""#),
      (#"{"sections":[],"globalHeader":[]}"#, #", the nearest known key is "globalHeaders""#),
      (#"{"sections":[{"items":[{"hieght":1}]}]}"#, #", the nearest known key is "height""#),
      // Like none: a few keys are listed, many are not.
      (
        #"{"sections":[{"foo":1}]}"#,
        #", the keys are "id", "engine", "metrics", "headers", "placeholder", "items", "footers""#
      ),
      (
        #"{"sections":[{"items":[{"foo":1}]}]}"#,
        ""
      ),
      (#"{"sections":[],"metrics":{"foo":1}}"#, ""),
      (#"{"sections":[],"metrics":{"color":1}}"#, ""),
      // In the wrong object.
      (#"{"sections":[{"rowHeight":1}]}"#, #", it belongs into "metrics""#),
      (#"{"sections":[],"numberOfColumns":2}"#, #", it belongs into "metrics""#),
      (#"{"sections":[{"items":[{"padding":{}}]}]}"#, #", it belongs into "metrics""#),
      (#"{"sections":[{"metrics":{"engine":"flow"}}]}"#, ", it belongs to the section"),
      (#"{"sections":[{"metrics":{"items":3}}]}"#, ", it belongs to the section"),
      (#"{"sections":[],"items":3}"#, ", it belongs to a section"),
      (#"{"sections":[{"scrollDirection":"vertical"}]}"#, ", it belongs to the snapshot"),
      (#"{"sections":[{"pin":true}]}"#, ", it belongs to a header or footer"),
      (#"{"sections":[{"widths":[1]}]}"#, ", it belongs to the items"),
      (
        #"{"sections":[],"metrics":{"width":1}}"#,
        #", it belongs into "itemSize", or to the items"#
      ),
      (
        #"{"sections":[],"metrics":{"top":1}}"#,
        #", it belongs into "sectionInset", or other insets"#
      ),
      // Names of other systems.
      (
        #"{"sections":[{"headers":[{"height":1,"sticky":true}]}]}"#,
        #", here it is "pin""#
      ),
      (#"{"sections":[{"sticky":true}]}"#, #", here it is "pin" of a header or footer"#),
      (#"{"sections":[{"data":[1]}]}"#, #", here it is "items""#),
      (#"{"sections":[],"data":[1]}"#, ", it belongs to the items"),
      (#"{"sections":[{"background":{}}]}"#, #", it belongs into "metrics""#),
      (
        #"{"metrics":{"background":{"colour":"red"}},"sections":[]}"#,
        #", the nearest known key is "color""#
      ),
      (
        #"{"metrics":{"shelf":{"hight":3}},"sections":[]}"#,
        #", the nearest known key is "height""#
      ),
      // Names of the talks, and of the lists of others.
      (
        #"{"source":{"type":"segmented"}}"#,
        #", here it is told by the members: "children" and "selected" make a segmented node, "children" alone a composed one"#
      ),
      (#"{"source":{"sources":[]}}"#, #", here it is "children""#),
      (#"{"sections":[],"sources":[]}"#, #", here it is "source""#),
      (#"{"source":{"children":[],"selectedIndex":0}}"#, #", here it is "selected""#),
      (#"{"sections":[{"loadState":1}]}"#, #", here it is "state" of a node of a source"#),
      (#"{"sections":[],"selected":0}"#, ", it belongs to a node of a source"),
      (#"{"sections":[{"headers":[{"height":1,"kind":"title"}]}]}"#, #", here it is "data""#),
      (#"{"sections":[{"estimatedItemSize":1}]}"#, #", here it is "estimated" of the items"#),
      (
        #"{"sections":[{"number_of_columns":2}]}"#,
        #", it is "numberOfColumns" and belongs into "metrics""#
      ),
      (
        #"{"sections":[{"metrics":{"number_of_columns":2}}]}"#,
        #", the nearest known key is "numberOfColumns""#
      ),
      (#"{"sections":[],"rows":3}"#, #", here it is "items" of a section"#),
      (
        #"{"sections":[{"gap":8}]}"#,
        #", here it is "minimumLineSpacing" and "minimumInteritemSpacing" of the metrics"#
      ),
      (#"{"sections":[{"column-count":3}]}"#, #", here it is "numberOfColumns" of the metrics"#),
      (
        #"{"sections":[{"items":[{"aspectRatio":1}]}]}"#,
        #", here it is "width" and "height" of each item, with the engine "waterfall""#
      ),
      (#"{"sections":[],"masonry":true}"#, #", here it is the engine "waterfall""#),
      (
        #"{"sections":[],"direction":"rtl"}"#,
        #", here it is "scrollDirection", or "layoutDirection" for right to left"#
      ),
    ] as [(String, String)])
  func advice(_ json: String, advice: String) throws {
    let issue = try #require(problem(json)?.issues.first)
    #expect(issue.code == .unknownKey)
    let parts = issue.detail.split(separator: "\"", maxSplits: 2)
    #expect(parts[0] == "is unknown: " && (parts.count > 2 ? parts[2] : "") == advice)
  }

  @Test("No foreign word is a key, every advice names keys, and the page has the same words")
  func foreignWords() throws {
    let nodes = NodeKey.allCases.map(\.rawValue) + PostedKey.allCases.map(\.name)
    let parts =
      SectionKey.allCases.map(\.name) + ItemListKey.allCases.map(\.name)
      + SupplementaryKey.allCases.map(\.name) + EdgeKey.allCases.map(\.rawValue)
    let keys = Set(MetricsKey.documented.map(\.row.name) + nodes + parts + ["item", "section"])
    let steps = Set(StepKey.known.names)
    for (kind, meanings) in ForeignWords.meanings where kind != "value" {
      let own = kind == "step" ? steps : keys
      let folded = Set(own.map { ForeignWords.folded($0) })
      for (word, meaning) in meanings {
        // Data and children of a section are its items; others have members of these names.
        let isKey = folded.contains(word) && !["data", "children"].contains(word)
        #expect(word == ForeignWords.folded(word) && !isKey, "\(word)")
        let quoted = meaning.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let names = quoted.isEmpty ? [meaning] : quoted
        #expect(names.allSatisfy { own.contains($0) || $0 == "waterfall" }, "\(word): \(meaning)")
      }
    }
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../clients/typescript/source/module/foreignWords.ts")
    #expect(try String(contentsOf: page, encoding: .utf8).contains("`\n\(ForeignWords.text)\n`"))
  }

  @Test(
    "A word of other systems for a value is told what it is here",
    arguments: [
      (#"{"engine":"masonry","sections":[]}"#, #"; here it is "waterfall""#),
      (#"{"engine":"Grid","sections":[]}"#, #"; here it is "column""#),
      (#"{"scrollDirection":"x","sections":[]}"#, #"; here it is "horizontal""#),
      (#"{"layoutDirection":"right-to-left","sections":[]}"#, #"; here it is "rtl""#),
      (#"{"metrics":{"lineAlignment":"space-between"},"sections":[]}"#, #"; here it is "justify""#),
      (#"{"metrics":{"lineAlignment":"grid"},"sections":[]}"#, #"not "grid""#),
      (#"{"engine":"cube","sections":[]}"#, #"not "cube""#),
      (#"{"metrics":{"cellOrder":"rtl"},"sections":[]}"#, #"; here it is "rightToLeft""#),
      (#"{"source":{"state":"no-content"}}"#, #"; here it is "noContent""#),
    ])
  func words(_ json: String, end: String) {
    #expect(problem(json)?.issues.first?.detail.hasSuffix(end) == true)
  }

  @Test("How many edits lead from one word to another")
  func distances() {
    for (first, second, distance) in [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("items", "ITEMS", 0), ("itmes", "items", 1),
      ("ab", "ba", 1), ("kitten", "sitting", 3), ("widht", "width", 1), ("abcd", "badc", 2),
    ] {
      #expect(editDistance(Array(first.utf8), Array(second.utf8)) == distance, "\(first)")
    }
  }

  @Test("An unknown key is named together with the nearest known one")
  func unknownKeys() {
    #expect(
      problem(#"{"sections":[{"metrics":{"minimumLinespacing":1}}]}"#)?.issues.first?.detail
        == #"is unknown: "minimumLinespacing", the nearest known key is "minimumLineSpacing""#)
    #expect(
      problem(#"{"sections":[],"enginee":""}"#)?.detail
        == #"/enginee is unknown: "enginee", the nearest known key is "engine"."#)
    let long = String(repeating: "k", count: 1000)
    let problem = problem("{\"sections\":[{\"\(long)\":1}]}")
    #expect(problem?.pointers == ["/sections/0"])
    #expect(problem?.issues.first?.detail.utf8.count ?? .max < 200)
  }

  @Test("All faults are listed in the order of the text, up to twenty")
  func severalFaults() {
    let problem = problem(
      #"{"x":1,"sections":[{"items":-1,"metrics":{"rowHeight":"a"}},{"id":0}],"engine":""}"#)
    #expect(
      problem?.pointers == [
        "/x", "/sections/0/items", "/sections/0/metrics/rowHeight", "/sections/1/id", "/engine",
      ])
    let rows = Array(repeating: "{\"width\":-1,\"size\":0}", count: 50).joined(separator: ",")
    let many = LayoutWireTests.problem("{\"sections\":[{\"items\":[\(rows)]}]}")
    #expect(many?.issues.count == 20)
    #expect(many?.pointers.last == "/sections/0/items/9/size")
  }

  @Test(
    "A key that occurs twice is bad JSON, whatever else is wrong",
    arguments: [
      (#"{"sections":[],"sections":[]}"#, "/sections"),
      (#"{"sections":[],"s\u0065ctions":[]}"#, "/sections"),
      (#"{"sections":[],"x":1,"x":2}"#, "/x"),
      (#"{"sections":[{"items":[{"width":1,"width":1}]}]}"#, "/sections/0/items/0/width"),
      (#"{"sections":[{"items":[{"height":1,"heigh\u0074":1}]}]}"#, "/sections/0/items/0/height"),
      (
        #"{"sections":[{"metrics":{"itemSize":{"width":1,"width":2}}}]}"#,
        "/sections/0/metrics/itemSize/width"
      ),
      (#"{"sections":[{"id":{"a":{"b":1,"b":2}}}]}"#, "/sections/0/id/a/b"),
      (
        #"{"sections":[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,{"id":"","id":""}]}"#,
        "/sections/20/id"
      ),
      (#"[{"a":1,"a":2}]"#, "/0/a"),
      (#"{"":1,"":2}"#, "/"),
    ])
  func duplicateKeys(_ json: String, pointer: String) {
    let problem = problem(json)
    #expect(problem?.name == .badJSON)
    #expect(problem?.pointers == [pointer])
  }

  @Test("Keys of different objects may be equal, and case tells keys apart")
  func noDuplicates() {
    #expect(problem(#"{"sections":[{"items":[{"width":1},{"width":1}]},{"items":1}]}"#) == nil)
    #expect(problem(#"{"sections":[],"a":{"a":1},"A":1}"#)?.name == .invalidSnapshot)
  }

  @Test("Many unknown keys are looked through for two that are equal")
  func manyKeys() {
    let keys = (0..<20_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(problem("{\(keys)}")?.name == .invalidSnapshot)
    #expect(problem("{\(keys),\"k777\":1}")?.name == .badJSON)
  }

  @Test("Every prefix of a valid body is bad JSON")
  func prefixes() {
    let json = [UInt8](
      #"{"engine":"flow","metrics":{"itemSize":{"width":9.5e1}},"sections":[{"items":[{"width":1}],"id":"é"}]}"#
        .utf8)
    for count in 0...json.count {
      let error = syntaxError(Array(json.prefix(count)))
      #expect((error == nil) == (count == json.count))
      if let error { #expect(Problem(error, in: json.span.bytes).status == 400) }
    }
  }

  @Test("Counts over a limit are refused where they stand")
  func limits() {
    var limits = SnapshotLimits()
    limits.sections = 2
    limits.explicitItems = 3
    limits.items = 10
    limits.columns = 4
    func pointers(_ json: String) -> [String]? {
      let problem = problem(json, limits: limits)
      #expect(problem?.issues.allSatisfy { $0.code == .tooMany } ?? true)
      return problem?.pointers
    }
    #expect(pointers(#"{"sections":[{},{}]}"#) == nil)
    #expect(pointers(#"{"sections":[{},{},{}]}"#) == ["/sections"])
    #expect(pointers(#"{"sections":[{"items":6},{"items":4}]}"#) == nil)
    #expect(pointers(#"{"sections":[{"items":6},{"items":5}]}"#) == ["/sections/1/items"])
    #expect(pointers(#"{"sections":[{"items":11}]}"#) == ["/sections/0/items"])
    #expect(pointers(#"{"sections":[{"items":[{},{}]},{"items":[{}]}]}"#) == nil)
    #expect(pointers(#"{"sections":[{"items":[{},{},{},{}]}]}"#) == ["/sections/0/items"])
    #expect(
      pointers(#"{"sections":[{"items":[{},{}]},{"items":{"widths":[1,1]}}]}"#)
        == ["/sections/1/items"])
    #expect(pointers(#"{"sections":[],"metrics":{"numberOfColumns":4}}"#) == nil)
    #expect(
      pointers(#"{"sections":[],"metrics":{"numberOfColumns":5}}"#) == ["/metrics/numberOfColumns"])
    limits.segments = 2
    for key in ["segments", "leadingSegments"] {
      func metrics(_ styles: String) -> String {
        #"{"sections":[],"metrics":{"\#(key)":[\#(styles)]}}"#
      }
      #expect(pointers(metrics(#""fullWidth","fiftyFifty""#)) == nil)
      let problem = problem(metrics(#""fullWidth","fiftyFifty","fullWidth""#), limits: limits)
      #expect(problem?.pointers == ["/metrics/\(key)"])
      #expect(problem?.limit == .segments)
    }
    let half = "{\"items\":4503599627370496}"
    #expect(problem("{\"sections\":[\(half),\(half)]}") == nil)
    #expect(
      problem("{\"sections\":[\(half),\(half),{\"items\":1}]}")?.pointers == ["/sections/2/items"])
  }
}
