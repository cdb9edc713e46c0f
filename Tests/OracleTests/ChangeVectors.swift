import Foundation
import Oracle
import Testing

/// The examples of changes beside the tests.
struct ChangeVectors {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "ChangeVectors")

  /// The names of those that begin so.
  static func names(_ prefix: String) -> [String] {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.sorted()
  }

  static func vector(_ name: String) throws -> JSONValue {
    try JSONValue(parsing: Data(contentsOf: folder.appending(path: name)))
  }
}
