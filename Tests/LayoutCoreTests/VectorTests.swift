import Comparison
import Foundation
import LayoutCore
import Oracle
import Testing

@Suite("The vectors of Tests/Vectors")
struct VectorTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Vectors")

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
    return files.filter { $0.hasSuffix(".json") }.sorted()
  }()

  @Test("There are more than forty vectors")
  func count() { #expect(VectorTests.names.count > 40) }

  @Test("Elements, content size and special elements are those of the example", arguments: names)
  func vector(name: String) throws {
    let file = try JSONValue(
      parsing: Data(contentsOf: VectorTests.folder.appending(path: name)))
    let snapshot = try #require(file["snapshot"])
    let width = try #require((file["width"] ?? file["height"])?.double)
    let layout = try Layout.of(snapshot, containerWidth: width)
    let size = try #require(file["contentSize"]?.numbers)
    #expect(layout.contentSize == Size(width: size[0], height: size[1]))

    let whole = Rect(x: -1e6, y: -1e6, width: 2e7, height: 2e7)
    let expected = try #require(file["elements"]?.array)
    var cached: [JSONValue] = []
    for element in expected {
      let found = try #require(
        layout.attributes(of: try named(element), bounds: nil, inset: .zero))
      try expect(found, element, in: layout)
      if !found.isSpecial && found.frame.width > 0 && found.frame.height > 0 {
        cached.append(element)
      }
    }
    #expect(layout.elements(in: whole).map(\.element) == (try cached.map { try named($0) }))
    for scroll in try #require(file["scroll"]?.array) {
      let bounds = try #require(scroll["bounds"]?.numbers)
      let inset = try #require(scroll["inset"]?.numbers)
      let special = layout.special(
        bounds: Rect(x: bounds[0], y: bounds[1], width: bounds[2], height: bounds[3]),
        inset: EdgeInsets(top: inset[0], left: inset[1], bottom: inset[2], right: inset[3]))
      let expected = try #require(scroll["special"]?.array)
      #expect(special.count == expected.count)
      for (found, element) in zip(special, expected) { try expect(found, element, in: layout) }
    }
  }

  private func named(_ json: JSONValue) throws -> Element {
    let kind = Element.Kind(named: json["kind"]?.string)
    let index = try #require((json["item"] ?? json["index"])?.int)
    return Element(kind: kind, section: json["section"]?.int ?? -1, index: index)
  }

  private func expect(_ found: LayoutAttributes, _ json: JSONValue, in layout: Layout) throws {
    let frame = try #require(json["frame"]?.numbers)
    let rect = NaiveRect(x: frame[0], y: frame[1], width: frame[2], height: frame[3])
    #expect(found.element == (try named(json)))
    #expect(found.frame.isClose(to: rect, in: layout.contentSize), "\(json.text)")
    #expect(found.zIndex == json["zIndex"]?.int)
    #expect(found.columnIndex == json["columnIndex"]?.int)
    if let pinned = json["pinned"]?.bool { #expect(found.isPinned == pinned) }
  }
}
