import Foundation
import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutWire

@Suite("Engines on the wire")
struct EngineRulesTests {
  private static let names = Engine.documented.map(\.rawValue)
  private static let documented = Engine.documented.map { EngineRules.of($0) }

  private static func text(of path: String) throws -> String {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: package.appending(path: path), encoding: .utf8)
  }

  @Test("The oracle knows all engines, and what they read")
  func oracle() {
    #expect(NaiveEngine.all.map(\.name) == EngineRulesTests.names)
    for (naive, rules) in zip(NaiveEngine.all, EngineRules.all) {
      #expect(Set(naive.metrics) == Set(rules.metrics.map(\.row.name)))
      let (across, along) = (rules.items[.width], rules.items[.height])
      #expect(naive.readsAcross == across.isRead)
      #expect(naive.needsAcross == across.isRequired)
      #expect(naive.readsAlong == along.isRead)
      #expect(naive.needsAlong == along.isRequired)
    }
  }

  @Test(
    "The description names the engines that read a metric or a size, and those that need it",
    .enabled(
      if: (try? EngineRulesTests.text(of: "docs/reference/openapi.json")) != nil,
      "script/describe did not run"))
  func description() throws {
    let text = try EngineRulesTests.text(of: "docs/reference/openapi.json")
    let schemas = try JSONValue(parsing: text)["components"]?["schemas"]
    func names(_ schema: JSONValue?, _ key: String) -> [String]? {
      schema?[key]?.array?.compactMap(\.string)
    }
    #expect(names(schemas?["Engine"], "enum") == EngineRulesTests.names)
    let metrics = try #require(schemas?["Metrics"]?["properties"])
    for key in MetricsKey.documented {
      let readers = EngineRulesTests.documented.filter { $0.reads(key) }.map(\.engine.rawValue)
      let named = names(metrics[key.row.name], "x-engines") ?? EngineRulesTests.names
      #expect(named == readers, "\(key)")
    }
    for (schema, name) in [
      ("EqualItems", \ItemColumn.name), ("ItemColumns", \.listName), ("ItemSize", \.name),
    ] {
      for column in ItemColumn.allCases {
        let item = schemas?[schema]?["properties"]?[column[keyPath: name]]
        let readers = EngineRulesTests.documented.filter { $0.items[column].isRead }
        let needing = EngineRulesTests.documented.filter { $0.items[column].isRequired }
        #expect(names(item, "x-engines") == readers.map(\.engine.rawValue), "\(schema)")
        #expect(names(item, "x-needed-by") ?? [] == needing.map(\.engine.rawValue), "\(schema)")
      }
    }
    let counting = EngineRulesTests.documented.filter { rules in
      !ItemColumn.allCases.contains { rules.items[$0].isRequired }
    }.map(\.engine.rawValue)
    #expect(names(schemas?["ItemCount"], "x-engines") == counting)
  }
}
