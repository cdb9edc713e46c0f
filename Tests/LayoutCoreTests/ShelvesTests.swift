import Comparison
import LayoutCore
import Oracle
import Testing

/// Docs/rules.md#backgrounds-and-shelves, where a look at every element takes too long.
@Suite("Backgrounds and shelves")
struct ShelvesTests {
  private static let engines = ["flow", "column", "mosaic"]

  /// A section of many lines, with the same shelves.
  private func layout(_ engine: String, items: JSONValue, shelf: JSONValue) throws -> Layout {
    try Layout.of(
      [
        "engine": .string(engine),
        "metrics": ["shelf": shelf, "numberOfColumns": 3, "segmentHeight": 120],
        "sections": [["items": items, "headers": [["height": 50]]]],
      ], containerWidth: 390)
  }

  private static let shelves: [JSONValue] = [
    [:], ["height": 3, "insets": ["top": 3, "bottom": -3]], ["insets": ["top": -500]],
    ["height": 40, "insets": ["top": 900, "bottom": -900, "left": -3]], ["insets": ["bottom": 9]],
  ]

  /// The shelves in some rectangles are those that a look at all of their neighbours finds.
  private func expectShelves(_ layout: Layout, _ comment: Comment) throws {
    let count = try #require(layout.elementCount(of: .shelf, inSection: 0))
    func shelf(_ index: Int) -> LayoutAttributes? {
      layout.attributes(
        of: Element(kind: .shelf, section: 0, index: index), bounds: nil, inset: .zero)
    }
    #expect(shelf(count) == nil && shelf(-1) == nil && shelf(count - 1) != nil, comment)
    for part in [0, 0.31, 0.999, 1] {
      let y = max(0, part * layout.contentSize.height - 300)
      let rect = Rect(x: 30, y: y, width: 200, height: 300)
      let found = layout.elements(in: rect).filter { $0.element.kind == .shelf }
      let (first, last) = (found.first?.element.index ?? 0, found.last?.element.index ?? 0)
      let near = max(0, first - 3)...min(count - 1, last + 3)
      let seen = near.compactMap(shelf).filter { rect.naive.contains(element: $0.frame.naive) }
      #expect(found.map(\.frame) == seen.map(\.frame), comment)
      // A list continues at any of its elements.
      guard let middle = found.dropFirst(found.count / 2).first?.element else { continue }
      let rest = layout.elements(
        in: rect, from: ElementPosition(section: 0, kind: .shelf, index: middle.index))
      #expect(rest.map(\.element) == found.suffix(found.count - found.count / 2).map(\.element))
    }
  }

  @Test("Any number of equal lines has shelves", arguments: engines, [1_000_000_000, 1 << 44])
  func equal(engine: String, count: Int) throws {
    for shelf in ShelvesTests.shelves {
      let items: JSONValue = [
        "count": .number(Double(count)), "width": 40, "height": 7.3,
      ]
      let layout = try layout(engine, items: items, shelf: shelf)
      try expectShelves(layout, "\(shelf.text)")
      let y = layout.contentSize.height / 2
      var meter = WorkMeter.unlimited
      _ = try layout.element(
        at: Point(x: 389, y: y), bounds: nil, inset: .zero, meter: &meter)
      #expect(meter.units < 100, "\(shelf.text)")
    }
  }

  @Test("A look at some of many different lines takes few steps", arguments: ["flow", "column"])
  func different(engine: String) throws {
    var random = SplitMix64(seed: 12)
    for widths in [[40.0], [20, 30, 70]] {
      var items: [JSONValue] = []
      for _ in 0..<30_000 {
        items.append(
          [
            "width": random.one(of: widths.map(JSONValue.number)),
            "height": random.one(of: [0, 7, 20.5, 90]),
          ])
      }
      for shelf in ShelvesTests.shelves {
        let layout = try layout(engine, items: .array(items), shelf: shelf)
        try expectShelves(layout, "\(shelf.text)")
        let rect = Rect(x: 0, y: layout.contentSize.height * 0.7, width: 390, height: 100)
        let walk = layout.walk(in: rect)
        #expect(walk.steps < 6 * walk.answers + 200, "\(shelf.text)")
      }
    }
  }

  @Test("Shelves of lines without a height are searched, not walked to")
  func flat() throws {
    let heights = (0..<200_000).map { $0 % 9973 == 7 ? 5.0 : 0 }
    let items: JSONValue = ["heights": .array(heights.map(JSONValue.number))]
    for (insets, isFlat) in [([:], true), (["bottom": -1], false)] as [(JSONValue, Bool)] {
      for engine in ["flow", "column"] {
        let layout = try Layout.of(
          [
            "engine": .string(engine),
            "metrics": ["minimumLineSpacing": 0, "shelf": ["insets": insets]],
            "sections": [["items": items]],
          ], containerWidth: 60)
        let walk = layout.walk(
          in: Rect(x: 0, y: 0, width: 9, height: 1000),
          from: ElementPosition(section: 0, kind: .shelf, index: 0), limit: 1000)
        #expect(walk.answers == (isFlat ? 21 : 1000), "\(engine)")
        #expect(walk.steps < 8000, "\(engine)")
      }
    }
  }

  @Test("Insets beyond the greatest coordinate cannot be laid out")
  func beyond() {
    for metrics in [
      ["background": ["insets": ["left": 1e16]]], ["shelf": ["insets": ["top": 1e16]]],
      ["background": ["insets": ["top": 1e300]]],
    ] as [JSONValue] {
      #expect(throws: LayoutError.contentTooLarge(section: 0)) {
        try Layout.of(["metrics": metrics, "sections": [["items": 3]]], containerWidth: 390)
      }
    }
  }

  @Test("A waterfall has no shelves, and its id does not depend on them")
  func waterfall() throws {
    func layout(_ metrics: JSONValue) throws -> Layout {
      try Layout.of(
        [
          "engine": "waterfall", "metrics": metrics,
          "sections": [["items": ["count": 9, "height": 40]]],
        ], containerWidth: 390)
    }
    let layouts = try [[:], ["shelf": [:]]].map(layout)
    for layout in layouts { #expect(layout.elementCount(of: .shelf, inSection: 0) == 0) }
    #expect(layouts.map(\.snapshot.rulesVersion) == [2, 2])
    let all = Rect(x: 0, y: 0, width: 390, height: 1000)
    #expect(layouts[0].elements(in: all).count == layouts[1].elements(in: all).count)
  }
}
