import Foundation
import Oracle
import Testing

@Suite("The oracle reproduces the vectors")
struct VectorTests {
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Vectors")

  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.sorted()
  }()

  static func vector(_ name: String) throws -> JSONValue {
    try JSONValue(parsing: Data(contentsOf: folder.appending(path: name)))
  }

  @Test("There are vectors")
  func thereAreVectors() {
    #expect(Self.names.count >= 32)
  }

  @Test("Every element and every scroll position is as the vector says", arguments: names)
  func everyElement(name: String) throws {
    let vector = try Self.vector(name)
    let snapshot = try #require(vector["snapshot"])
    let extent = try #require((vector["width"] ?? vector["height"])?.double)
    let layout = NaiveLayout(snapshot: snapshot, containerWidth: extent)
    let content = max(layout.contentWidth, layout.contentHeight)

    let contentSize = try #require(vector["contentSize"])
    expectClose(layout.contentWidth, contentSize[0].double, content, "content width")
    expectClose(layout.contentHeight, contentSize[1].double, content, "content height")
    try expect(layout.elements, vector["elements"], content, special: false)

    for scroll in try #require(vector["scroll"]?.array) {
      let bounds = try #require(scroll["bounds"]?.numbers)
      let inset = try #require(scroll["inset"]?.numbers)
      let special = layout.special(
        bounds: NaiveRect(x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3]),
        inset: NaiveInsets(top: inset[0], left: inset[1], bottom: inset[2], right: inset[3]))
      try expect(special, scroll["special"], content, special: true)
    }
  }

  private func expect(
    _ elements: [NaiveElement], _ expected: JSONValue?, _ content: Double, special: Bool
  ) throws {
    let expected = try #require(expected?.array)
    #expect(elements.count == expected.count)
    for (element, expected) in zip(elements, expected) {
      let name: Comment = "\(expected.text)"
      let number = expected["item"] ?? expected["index"]
      #expect(element.category == expected["category"]?.string, name)
      #expect(element.kind == expected["kind"]?.string, name)
      #expect(element.section == expected["section"]?.int, name)
      #expect(element.index == number?.int, name)
      #expect(element.zIndex == expected["zIndex"]?.int, name)
      #expect(element.columnIndex == expected["columnIndex"]?.int, name)
      if special { #expect(element.pinned == expected["pinned"]?.bool, name) }
      for (key, color) in [
        ("color", element.color), ("backgroundColor", element.backgroundColor),
        ("selectedBackgroundColor", element.selectedBackgroundColor),
      ] where expected[key] != nil {
        #expect(color == expected[key]?.string, name)
      }
      let frame = try #require(expected["frame"])
      expectClose(element.x, frame[0].double, content, name)
      expectClose(element.y, frame[1].double, content, name)
      expectClose(element.width, frame[2].double, content, name)
      expectClose(element.height, frame[3].double, content, name)
    }
  }

  /// The comparison of docs/rules.md#vectors.
  private func expectClose(
    _ value: Double, _ expected: Double?, _ content: Double, _ name: Comment
  ) {
    guard let expected else {
      Issue.record("a number is missing: \(name)")
      return
    }
    let tolerance = 1e-6 * max(1, abs(expected), content / 1000)
    #expect(abs(value - expected) <= tolerance, name)
  }
}
