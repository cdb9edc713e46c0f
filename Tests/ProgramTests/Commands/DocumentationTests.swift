import Foundation
import LayoutCore
import LayoutService
import LayoutWire
import Testing

@testable import layoutd

@Suite("The documentation agrees with the program", .enabled(if: page("README.md") != nil))
struct DocumentationTests {
  @Test(
    "The README and the operators' page stay short",
    arguments: [("README.md", 1_500), ("docs/operations.md", 13_000)])
  func words(path: String, most: Int) throws {
    let count = try #require(page(path)).split(whereSeparator: \.isWhitespace).count
    #expect(count <= most, "\(path): what is not for a first look belongs into other pages")
  }

  @Test("The table of settings in docs/operations.md is the program's")
  func settings() throws {
    let operations = try #require(page("docs/operations.md"))
    #expect(
      operations.contains(Setting.markdown()), "the table is what `layoutd settings` prints")
  }

  @Test(
    "The version is the program's wherever it is told",
    arguments: [
      ("openapi.yaml", "\n  version: VERSION\n"), ("openapi.yaml", "version: VERSION\n"),
      ("clients/typescript/package.json", "\n  \"version\": \"VERSION\",\n"),
      ("Dockerfile", " org.opencontainers.image.version=VERSION\n"),
      ("deploy/compose.yaml", "\n    image: layoutd:VERSION\n"), ("CHANGELOG.md", "\n## VERSION\n"),
      ("deploy/chart/Chart.yaml", "\nversion: VERSION\n"),
      ("deploy/chart/Chart.yaml", "\nappVersion: VERSION\n"),
      ("deploy/chart/values.yaml", "\nimage: {repository: layoutd, tag: VERSION, "),
    ])
  func version(path: String, place: String) throws {
    let text = try #require(page(path))
    #expect(text.contains(place.replacing("VERSION", with: Release.version)))
    // No other version stands there.
    let parts = place.components(separatedBy: "VERSION")
    let first = try #require(text.components(separatedBy: parts[0]).dropFirst().first)
    #expect(first.hasPrefix(Release.version))
  }

  @Test("docs/operations.md says of every limit what a client gets beyond it")
  func limits() throws {
    let operations = try #require(page("docs/operations.md"))
    let section = try #require(
      operations.split(separator: "\n## ").first { $0.hasPrefix("Limits\n") })
    for limit in Limit.allCases {
      #expect(section.contains("`\(limit.rawValue)`"), "\(limit.rawValue)")
    }
  }

  @Test("docs/operations.md says what to do when each alert fires, where the alert says it does")
  func alerts() throws {
    let operations = try #require(page("docs/operations.md"))
    let alerts = try #require(page("docs/alerts.yml")).matches(
      of: /alert: (\w+)\n(?s:.*?)runbook: (\S+)/)
    #expect(!alerts.isEmpty)
    for alert in alerts {
      #expect(operations.contains("\n### \(alert.1)\n"), "\(alert.1)")
      #expect(alert.2 == "docs/operations.md#\(alert.1.lowercased())")
    }
  }

  @Test("The figures in the README are those of docs/performance.md")
  func figures() throws {
    let pages = try ["README.md", "docs/performance.md"].map { try #require(page($0)) }
    let blocks = pages.map { page in
      page.firstMatch(of: /<!-- script\/benchmark -->\n(?s:(.*?))<!-- -->\n/)?.1 ?? ""
    }
    let lines = blocks[0].split(separator: "\n")
    #expect(lines.count > 5)
    for line in lines {
      #expect(blocks[1].contains(line), "script/benchmark --readme writes both")
    }
  }

  @Test("The rules have every engine, limit, problem and code, the parameters all of these")
  func rules() throws {
    let rules = try #require(page("docs/rules.md"))
    let parameters = try #require(page("docs/parameters.md"))
    for engine in Engine.documented { #expect(rules.contains(titled: engine.rawValue)) }
    for name in QueryParameters.Name.allCases {
      #expect(parameters.contains("\n## Parameter \(name.text)\n"), "\(name.text)")
    }
    let limits = try #require(rules.split(separator: "\n## ").first { $0.hasPrefix("Limits\n") })
    for limit in Limit.allCases {
      #expect(limits.contains("`\(limit.rawValue)`"), "\(limit.rawValue)")
    }
    for problem in Problem.Name.allCases {
      #expect(rules.contains("`\(problem.rawValue)`"), "\(problem.rawValue)")
    }
    for code in Problem.Code.allCases { #expect(rules.contains("| `\(code.rawValue)` |")) }
  }
}

extension String {
  /// Whether a heading of the page is this word.
  fileprivate func contains(titled word: String) -> Bool {
    contains("\n### \(word.prefix(1).uppercased())\(word.dropFirst())\n")
  }
}

/// The folder of the package's manifest.
private let package = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// A page of the documentation, when there is one beside the package's manifest.
private func page(_ path: String) -> String? {
  try? String(contentsOf: package.appending(path: path), encoding: .utf8)
}
