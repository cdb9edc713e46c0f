import Foundation
import LayoutCore
import LayoutWire
import Testing

@Suite("Codes of step errors")
struct StepCodeTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("Clients see every code of the checks", arguments: StepProblem.Code.allCases)
  func codes(code: StepProblem.Code) {
    #expect(Problem.Code(rawValue: code.rawValue) == .step(code))
    #expect(Problem.Code.step(code).meaning == "It \(code.sentence).")
  }

  @Test("No two codes have one name, and openapi.yaml and docs/rules.md list all of them in order")
  func lists() throws {
    let names = Problem.Code.allCases.map(\.rawValue)
    #expect(Set(names).count == names.count)
    func text(_ path: String) throws -> String {
      try String(contentsOf: StepCodeTests.package.appending(path: path), encoding: .utf8)
    }
    let description = try text("openapi.yaml")
    #expect(description.contains("x-extensible-enum: [\(names.joined(separator: ", "))]\n"))
    let rules = try text("docs/rules.md")
    let section = try #require(
      rules.components(separatedBy: "\n### Error codes\n").last?
        .components(separatedBy: "\n### ").first)
    let rows = section.split(separator: "\n").compactMap { $0.firstMatch(of: /^\| `([a-z-]+)` \|/) }
    #expect(rows.map { String($0.1) } == names)
  }
}
