/// Texts that say an addition to the rules, but make content without additions (docs/rules.md#additions). The release
/// before cannot read them.
public struct AdditionSpelling: Sendable, CustomStringConvertible {
  /// The place of the text.
  private enum Place {
    /// In a section of the engine, beside the members after it.
    case section(engine: String, beside: String)
    /// In the global headers of a vertical or a horizontal snapshot.
    case globalHeaders
    /// In a snapshot.
    case snapshot
    /// The engine of a snapshot whose sections have another one.
    case unusedEngine
  }

  /// The member or the word that says the addition.
  public let addition: String
  private let text: String
  private let place: Place

  private init(_ addition: String, _ text: String, _ place: Place) {
    (self.addition, self.text, self.place) = (addition, text, place)
  }

  private static func flow(_ addition: String, _ text: String, _ beside: String = "")
    -> AdditionSpelling
  {
    AdditionSpelling(addition, text, .section(engine: "flow", beside: beside))
  }

  private static func column(_ addition: String, _ text: String) -> AdditionSpelling {
    AdditionSpelling(addition, text, .section(engine: "column", beside: ""))
  }

  private static func waterfall(_ addition: String, _ text: String) -> AdditionSpelling {
    AdditionSpelling(addition, text, .section(engine: "waterfall", beside: ""))
  }

  private static func globalHeader(_ addition: String, _ text: String) -> AdditionSpelling {
    AdditionSpelling(addition, text, .globalHeaders)
  }

  private static func snapshot(_ addition: String, _ text: String) -> AdditionSpelling {
    AdditionSpelling(addition, text, .snapshot)
  }

  /// At least one for each addition, and for each reason why it has no effect.
  public static let all = [
    globalHeader("waits", #"{"height":7,"waits":false}"#),
    globalHeader("waits", #"{"height":0,"waits":true}"#),
    globalHeader("waits", #"{"hidden":true,"waits":true}"#),
    globalHeader("data", #"{"height":7,"data":""}"#),
    globalHeader("data", #"{"hidden":true,"data":"a"}"#),
    flow("waits", #""headers":[{"height":7,"waits":false}]"#),
    flow("data", #""headers":[{"height":7,"data":""}]"#),
    flow("data", #""headers":[{"hidden":true,"data":"a"},{"height":3}]"#),
    column("data", #""footers":[{"height":0,"data":"a"}]"#),
    globalHeader("estimated", #"{"estimated":true}"#),
    flow("estimated", #""headers":[{"estimated":true}]"#),
    column("estimated", #""footers":[{"estimated":true,"width":3}]"#),
    flow("placeholder", #""placeholder":{}"#, #","items":3"#),
    flow("placeholder", #""placeholder":{"height":5,"data":"a"}"#, #","items":3"#),
    column("placeholder", #""placeholder":{"height":0}"#),
    flow("designWidth", #""metrics":{"designWidth":3}"#),
    AdditionSpelling("fixed", #""engine":"fixed""#, .unusedEngine),
    flow("targetRowHeight", #""metrics":{"targetRowHeight":3}"#),
    AdditionSpelling("justified", #""engine":"justified""#, .unusedEngine),
    column("cellOrder", #""metrics":{"cellOrder":"leftToRight"}"#),
    flow("cellOrder", #""metrics":{"cellOrder":"rightToLeft"}"#),
    flow("effect", #""metrics":{"effect":null}"#),
    AdditionSpelling("groups", #""engine":"groups""#, .unusedEngine),
    flow("groups", #""metrics":{"groups":[{"height":3}]}"#),
    column("leadingGroups", #""metrics":{"leadingGroups":[]}"#),
    flow("lastGroups", #""metrics":{"lastGroups":[{"ratio":3,"row":[{}]}]}"#),
    flow("running", #""metrics":{"cellHeight":"running"}"#),
    flow("remainder", #""metrics":{"rowHeight":"remainder"}"#),
    flow("background", #""metrics":{"background":null}"#),
    column("shelf", #""metrics":{"shelf":null}"#),
    flow("tolerance", #""metrics":{"tolerance":3}"#),
    waterfall("tolerance", #""metrics":{"placement":"leftToRight","tolerance":3}"#),
    waterfall("shelf", #""metrics":{"shelf":{"height":3}}"#),
    snapshot("cellOrder", #""metrics":{"cellOrder":"rightToLeft"}"#),
    snapshot("effect", #""metrics":{"effect":null}"#),
    snapshot("running", #""metrics":{"cellHeight":"running"}"#),
    snapshot("remainder", #""metrics":{"rowHeight":"remainder"}"#),
    snapshot("globalHeaderBackgroundColor", #""globalHeaderBackgroundColor":null"#),
    snapshot("minimumContentLength", #""minimumContentLength":0"#),
    snapshot("minimumContentLength", #""minimumContentLength":-0.0"#),
  ]

  public var description: String { "\(addition): \(text)" }

  /// The version of the rules that has the addition.
  public var version: UInt8 {
    switch addition {
    case "targetRowHeight", "justified", "tolerance", "groups", "leadingGroups", "lastGroups": 5
    case "designWidth", "fixed", "background", "shelf", "effect": 4
    default: 3
    }
  }

  /// The text of a snapshot that has it, and begins with a section of `count` items.
  public func snapshot(_ count: Int) -> String {
    switch place {
    case .section(let engine, let beside):
      #"{"sections":[{"items":\#(count)},{"engine":"\#(engine)",\#(text)\#(beside)}]}"#
    case .globalHeaders:
      #"{"globalHeaders":[\#(text),{"height":2}],"sections":[{"items":\#(count)}]}"#
    case .snapshot: #"{\#(text),"sections":[{"items":\#(count)},{"engine":"mosaic","items":2}]}"#
    case .unusedEngine:
      #"{\#(text),"sections":[{"engine":"flow","items":\#(count)},{"engine":"mosaic","items":2}]}"#
    }
  }

  /// A snapshot without additions that the steps can be applied to: its sections are a flow and a column.
  public static let changed = #"{"sections":[{"items":9},{"engine":"column","items":9}]}"#

  /// Lists of steps that have it. The result has no additions, and `count` items more than before.
  public func steps(_ count: Int) -> [String] {
    var steps: [String]
    switch place {
    case .section(let engine, let beside):
      let section = #"{"engine":"\#(engine)",\#(text)\#(beside)}"#
      steps = [
        #"{"insertSections":[{"section":1,"sections":[\#(section)]}]}"#,
        #"{"reloadSections":[{"section":1,"value":\#(section)}]}"#,
      ]
      if let number = ["flow", "column"].firstIndex(of: engine) {
        steps.append(#"{"setSections":[{"section":\#(number),\#(text)}]}"#)
      }
    case .globalHeaders: steps = [#"{"set":{"globalHeaders":[\#(text),{"height":2}]}}"#]
    case .unusedEngine: steps = []
    case .snapshot where text.contains("metrics"): steps = []
    case .snapshot: steps = [#"{"set":{\#(text)}}"#]
    }
    return steps.map { "[\(AdditionSpelling.insertion(count)),\($0)]" }
  }

  /// Lists of steps that say an addition and take it away again. The result has `count` items more than before.
  public static func undone(_ count: Int) -> [String] {
    let additions = [
      #""globalHeaderBackgroundColor":"white""#, #""globalHeaders":[{"height":7,"data":"a"}]"#,
      #""globalHeaders":[{"height":7,"waits":true}]"#, #""minimumContentLength":400"#,
    ]
    let undoing = #""globalHeaders":[],"globalHeaderBackgroundColor":null,"minimumContentLength":0"#
    return additions.enumerated().map { number, addition in
      #"[\#(insertion(count + number)),{"set":{\#(addition)}},{"set":{\#(undoing)}}]"#
    }
  }

  private static func insertion(_ count: Int) -> String {
    #"{"insert":[{"section":0,"item":0,"items":{"count":\#(count),"width":9,"height":9}}]}"#
  }
}
