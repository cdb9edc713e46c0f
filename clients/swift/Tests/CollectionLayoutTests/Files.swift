import Foundation
import LayoutTypes

/// The vectors of the repository.
enum Files {
  static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Tests")

  /// The names of the files of a folder, in order.
  static func names(in folder: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path(folder).path)) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted()
  }

  private static func path(_ folder: String) -> URL { tests.appending(path: folder) }

  /// A file as bytes.
  static func data(_ folder: String, _ name: String) throws -> Data {
    try Data(contentsOf: path(folder).appending(path: name))
  }

  /// A member of a file's object as JSON of its own.
  static func member(_ name: String, of data: Data) throws -> [UInt8]? {
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    return try object?[name].map { Array(try JSONSerialization.data(withJSONObject: $0)) }
  }
}

extension Double {
  /// The comparison of docs/rules.md#vectors: within 10⁻⁶ · max(1, |value|, content size / 10³).
  func isClose(to other: Double, in content: Double) -> Bool {
    (self - other).magnitude <= 1e-6 * max(1, other.magnitude, content / 1000)
  }
}

extension LayoutRect {
  /// The same as four numbers.
  private var numbers: [Double] {
    [Double(origin.x), Double(origin.y), Double(size.width), Double(size.height)]
  }

  /// The same of four numbers: x, y, width, height.
  func isClose(to numbers: [Double], in size: LayoutSize) -> Bool {
    let content = max(Double(size.width), Double(size.height))
    return numbers.count == 4
      && zip(self.numbers, numbers).allSatisfy { $0.isClose(to: $1, in: content) }
  }
}
