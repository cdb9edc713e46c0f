import CollectionLayout
import Foundation
import Testing

@Suite("Vectors")
struct VectorTests {
  private struct Vector: Decodable {
    struct Expected: Decodable {
      let category: ElementCategory
      let kind: ElementKind?
      let section: Int?
      let item: Int?
      let index: Int?
      let columnIndex: Int?
      let frame: [Double]
      let zIndex: Int?
      let pinned: Bool?
    }

    struct Scroll: Decodable {
      let bounds: [Double]
      let inset: [Double]?
      let special: [Expected]
    }

    let snapshot: SnapshotInput
    let width: Double?
    let height: Double?
    let contentSize: [Double]
    let elements: [Expected]
    let scroll: [Scroll]
  }

  static let names = Files.names(in: "Vectors")

  @Test("There are vectors")
  func count() { #expect(VectorTests.names.count == 35) }

  @Test("Every element stands where its vector says", arguments: names)
  func elements(name: String) throws {
    let data = try Files.data("Vectors", name)
    let vector = try JSONDecoder().decode(Vector.self, from: data)
    let snapshot = try Snapshot(vector.snapshot)
    let text = try #require(try Files.member("snapshot", of: data))
    #expect(try Snapshot(json: text).id == snapshot.id)
    #expect(try Snapshot(json: snapshot.json) == snapshot)
    let layout =
      if let width = vector.width {
        try SnapshotLayout(snapshot, width: width)
      } else {
        try SnapshotLayout(snapshot, height: try #require(vector.height))
      }
    let size = layout.contentSize
    #expect(Double(size.width).isClose(to: vector.contentSize[0], in: Double(size.height)))
    #expect(Double(size.height).isClose(to: vector.contentSize[1], in: Double(size.width)))
    var resting: [Vector.Expected] = []
    for expected in vector.elements {
      let found = try #require(element(expected, of: layout), "\(expected)")
      expect(found, expected, in: size)
      // The vectors do not say of an element at rest whether it pins.
      #expect(found.pinned != true)
      if found.pinned == nil, found.frame.width > 0, found.frame.height > 0 {
        resting.append(expected)
      }
    }
    // Those that do not pin, all of them and no other, in order.
    let everywhere = LayoutRect(x: -1e9, y: -1e9, width: 4e9, height: 4e9)
    let found = layout.elements(in: everywhere)
    #expect(found.map(path) == resting.map(path))
    for scroll in vector.scroll {
      let inset = scroll.inset ?? [0, 0, 0, 0]
      let special = layout.special(
        bounds: rect(scroll.bounds),
        inset: LayoutInsets(top: inset[0], left: inset[1], bottom: inset[2], right: inset[3]))
      #expect(special.map(path) == scroll.special.map(path))
      for (found, expected) in zip(special, scroll.special) {
        expect(found, expected, in: size)
        #expect(found.pinned == expected.pinned)
      }
    }
  }

  private func expect(_ found: LayoutElement, _ expected: Vector.Expected, in size: LayoutSize) {
    #expect(found.frame.isClose(to: expected.frame, in: size), "\(found) is not \(expected)")
    #expect(found.zIndex == expected.zIndex ?? 0)
    #expect(found.columnIndex == expected.columnIndex)
  }

  private func rect(_ numbers: [Double]) -> LayoutRect {
    LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private func path(_ element: LayoutElement) -> [String] {
    path(element.category, element.kind, element.section, element.item ?? element.index)
  }

  private func path(_ element: Vector.Expected) -> [String] {
    path(element.category, element.kind, element.section, element.item ?? element.index)
  }

  private func path(
    _ category: ElementCategory, _ kind: ElementKind?, _ section: Int?, _ number: Int?
  ) -> [String] {
    [category.rawValue, kind?.rawValue ?? "", "\(section ?? -1)", "\(number ?? -1)"]
  }

  private func element(_ expected: Vector.Expected, of layout: SnapshotLayout) -> LayoutElement? {
    switch expected.category {
    case .cell:
      layout.cell(section: expected.section ?? -1, item: expected.item ?? -1)
    case .supplementary:
      expected.kind.flatMap {
        layout.supplementary($0, section: expected.section, index: expected.index ?? -1)
      }
    default:
      expected.kind.flatMap {
        layout.decoration($0, section: expected.section ?? -1, index: expected.index ?? -1)
      }
    }
  }
}
