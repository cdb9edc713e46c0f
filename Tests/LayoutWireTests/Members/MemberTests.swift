import Foundation
import Oracle
import Testing

@testable import LayoutCore
@testable import LayoutSources
@testable import LayoutWire

/// What is said of the members of a snapshot and of a step outside of the core: each member has its line there.
@Suite("The members of snapshots and steps, as they are described and declared")
struct MemberTests {
  /// Made of openapi.yaml by script/describe.
  private static let description: JSONValue? = {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let text = try? String(
      contentsOf: root.appending(path: "docs/reference/openapi.json"), encoding: .utf8)
    return text.flatMap { try? JSONValue(parsing: $0) }
  }()

  private func expectNone(_ faults: [String]) {
    for fault in faults { Issue.record("\(fault)") }
  }

  @Test(
    "The description has each member, with its values and default",
    .enabled(if: description != nil, "script/describe did not run"))
  func described() throws {
    let schemas = try #require(MemberTests.description?["components"]?["schemas"])
    let described = DescribedMembers(schemas: schemas)
    for table in MemberTable.all + [.planStep] { expectNone(described.faults(table)) }
    expectNone(described.faults("Snapshot", MemberTable.told(PostedKey.allCases).map(\.name)))
    expectNone(described.faults("SourceNode", NodeKey.allCases.map(\.name)))
    let (sections, headers) = (NodeSectionKey.allCases, NodeHeaderKey.allCases)
    expectNone(described.faults("NodeSectionInput", MemberTable.told(sections).map(\.name)))
    expectNone(described.faults("NodeHeaderInput", MemberTable.told(headers).map(\.name)))
    expectNone(described.faults(MemberTable.items.schemas, MemberTable.formsOfItems))
    expectNone(described.untoldDefaults())
    expectNone(described.faults(try ElementMembers()))
    for list in Step.List.allCases {
      let names = described.entrySchemas(list, in: "ChangeStep")
      if names.isEmpty {
        Issue.record("openapi.yaml: ChangeStep: \(list) has no items with a schema of their own")
        continue
      }
      expectNone(described.faults(.entries(list, names, "")))
      expectNone(described.faults(names, MemberTable.forms(ofEntries: list)))
      if list.row.isOfPlans { #expect(described.entrySchemas(list, in: "PlanStep") == names) }
    }
  }

  @Test("The Swift client has each member, with its type")
  func swiftClient() throws {
    let declared = try DeclaredMembers("clients/swift/Sources/LayoutTypes")
    for table in MemberTable.all where table.type != "ItemsInput" {
      expectNone(declared.swiftFaults(table))
    }
    expectNone(declared.swiftFaultsOfItems())
    expectNone(declared.swiftFaults(try ElementMembers()))
    for list in Step.List.allCases {
      let type = declared.swiftType(ofEntries: list)
      if type.isEmpty {
        Issue.record("\(declared.folder): Step: lacks the line public var \(list): [\(list)]?")
        continue
      }
      expectNone(declared.swiftFaults(.entries(list, [], type)))
    }
  }

  @Test("The TypeScript client declares each member")
  func typeScriptClient() throws {
    let declared = try DeclaredMembers("clients/typescript/types")
    expectNone(declared.typeScriptFaults(try ElementMembers()))
    for (name, forms) in [
      ("interface ItemPath", [MemberTable.path.form]),
      ("type StepItems", [MemberTable.item.form] + MemberTable.formsOfItems),
      ("interface Step", [MemberTable.step.form]),
    ] { expectNone(declared.typeScriptFaults(name, forms)) }
    for list in Step.List.allCases { expectNone(declared.typeScriptFaults(ofEntries: list)) }
    // An app says there what it posts, and more.
    for (name, table) in [
      ("interface FeedSection", MemberTable.section), ("interface FeedListOptions", .snapshot),
      ("interface StepSet", .settings),
    ] { expectNone(declared.typeScriptFaults(name, [table.form.mapValues { _ in nil }])) }
  }
}
