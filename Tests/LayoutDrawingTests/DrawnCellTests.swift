import Comparison
import LayoutCore
import Oracle
import Testing

@testable import LayoutDrawing

@Suite("Cells that are seen otherwise than in their frames")
struct DrawnCellTests {
  private func document(_ drawing: Drawing) throws -> DrawnDocument {
    try #require(DrawnDocument(drawing.svg))
  }

  @Test(
    "They are drawn as their transforms and their alpha say, in the order of zIndex",
    arguments: 0..<8)
  func random(batch: Int) throws {
    var (turned, faded) = (0, 0)
    for seed in UInt64(batch * 80)..<UInt64(batch * 80 + 80) {
      var generator = SnapshotGenerator(seed: 97_000 + seed)
      let width = generator.containerWidth()
      let json = generator.snapshotWithEffects(containerWidth: width)
      let test = try LayoutUnderTest(json, containerWidth: width)
      for isScrolled in [false, true] {
        let (bounds, inset) = generator.scrollPosition(in: test.naive)
        let rect = isScrolled ? bounds : generator.rectangle(in: test.naive)
        let given = isScrolled ? Rect(bounds) : nil
        let drawing = test.layout.drawing(
          rect: Rect(rect), bounds: given, inset: EdgeInsets(inset))
        let marks = try document(drawing).marks
        let listed = try listed(test, Rect(rect), given, EdgeInsets(inset))
        #expect(marks.map(\.title) == listed, "seed \(seed), \(rect)")
        let looks = looks(of: test.naive, bounds: isScrolled ? bounds : nil, inset: inset)
        for mark in marks where mark.title.hasPrefix("cell ") {
          let look = try #require(looks[mark.title], "seed \(seed), \(mark)")
          #expect(isDrawn(mark, look), "seed \(seed), \(rect), \(mark), not \(look)")
          turned += mark.corners.isEmpty ? 0 : 1
          faded += mark.opacity < 1 ? 1 : 0
        }
      }
    }
    #expect(turned > 10 && faded > 10)
  }

  /// What is seen of a cell: the corners in turn, and the alpha.
  private struct Look {
    let corners: [Double]
    let isTransformed: Bool
    let alpha: Double
    let tolerance: Double
  }

  /// What is seen of every cell, by its title; with bounds as the effects show it.
  private func looks(
    of naive: NaiveLayout, bounds: NaiveRect?, inset: NaiveInsets
  ) -> [String: Look] {
    var looks: [String: Look] = [:]
    for cell in naive.elements where cell.category == "cell" {
      let (w, h) = (cell.width / 2, cell.height / 2)
      let m = cell.transform ?? (0..<16).map { $0 % 5 == 0 ? 1 : 0 }
      let corners = [(-w, -h), (w, -h), (w, h), (-w, h)].flatMap { x, y in
        let far = x * m[3] + y * m[7] + m[15]
        return [
          cell.x + w + (x * m[0] + y * m[4] + m[12]) / far,
          cell.y + h + (x * m[1] + y * m[5] + m[13]) / far,
        ]
      }
      looks[cell.title] = Look(
        corners: corners, isTransformed: cell.transform != nil, alpha: cell.alpha, tolerance: 1e-6)
    }
    guard let bounds else { return looks }
    for shown in naive.shownCells(bounds: bounds, inset: inset) {
      let m = shown.matrix.flatMap(\.self)
      // A member may be steep between two stops.
      let far = 1 + abs(shown.distance) + naive.contentWidth + naive.contentHeight
      looks[shown.cell.title] = Look(
        corners: (shown.corners ?? []).flatMap { [$0.x, $0.y] },
        isTransformed: (0..<16).contains { abs(m[$0] - ($0 % 5 == 0 ? 1 : 0)) > 1e-9 },
        alpha: shown.alpha, tolerance: 1e-7 * far / min(1, shown.leastDepth))
    }
    return looks
  }

  private func isDrawn(_ mark: DrawnDocument.Mark, _ look: Look) -> Bool {
    let (x, y) = (mark.frame.first ?? 0, mark.frame.dropFirst().first ?? 0)
    let (width, height) = mark.frame.isEmpty ? (0, 0) : (mark.frame[2], mark.frame[3])
    let ofFrame = [x, y, x + width, y, x + width, y + height, x, y + height]
    let corners = mark.frame.isEmpty ? mark.corners : ofFrame
    return mark.frame.isEmpty == look.isTransformed && corners.count == look.corners.count
      && abs(mark.opacity - max(0.15, look.alpha)) < 1e-6
      && zip(corners, look.corners).allSatisfy {
        abs($0 - $1) < look.tolerance * (1 + max(abs($0), abs($1)))
      }
  }

  /// The titles of what is to be drawn: by zIndex, and then in the order of lists, special elements last.
  private func listed(
    _ test: LayoutUnderTest, _ rect: Rect, _ bounds: Rect?, _ inset: EdgeInsets
  ) throws -> [String] {
    let layout = test.layout
    var all = layout.elements(in: rect)
    if let bounds {
      var meter = WorkMeter.unlimited
      let shown = try layout.shownCells(bounds: bounds, inset: inset, limit: .max, meter: &meter)
      all = all.filter { !layout.hasEffect($0.element) }
      all += shown.filter { $0.overlaps(rect) }.map(\.attributes)
      let places = Dictionary(
        uniqueKeysWithValues: test.naive.elements.enumerated().map { ($1.element, $0) })
      all.sort { places[$0.element]! < places[$1.element]! }
    }
    all += layout.special(
      bounds: bounds ?? rect, inset: bounds == nil ? .atRest : inset, in: rect)
    return Set(all.map(\.zIndex)).sorted().flatMap { level in
      all.filter { $0.zIndex == level }.map { $0.labelParts.joined(separator: ", ") }
    }
  }

  /// Cells of 80 × 40 that say more, each at its place.
  private func fixed(_ items: [JSONValue], metrics: JSONValue = [:]) throws -> Layout {
    var given: [JSONValue] = []
    for var item in items {
      (item["width"], item["height"]) = (80, 40)
      given.append(item)
    }
    let section: JSONValue = ["items": .array(given), "metrics": metrics]
    return try Layout.of(["engine": "fixed", "sections": [section]], containerWidth: 390)
  }

  private let rect = Rect(x: 0, y: 0, width: 390, height: 200)

  @Test("Turned and half as great as in example D10, in perspective, faded, and hidden")
  func plainly() throws {
    let layout = try fixed([
      ["x": 100, "y": 100, "transform": [0, 1, -1, 0, 0, 0]],
      ["x": 300, "y": 100, "transform": [0.5, 0, 0, 0.5, 10, 20], "alpha": 0.5],
      [
        "x": 0, "y": 0,
        "transform3D": [1, 0, 0, 0.0125, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      ],
      ["x": 200, "y": 0, "alpha": 0], ["x": 300, "y": 0, "hidden": true],
    ])
    let marks = try document(layout.drawing(rect: rect)).marks
    #expect(marks.map(\.title) == ["cell 0/0", "cell 0/1", "cell 0/2", "cell 0/3"])
    #expect(marks[0].corners == [160, 80, 160, 160, 120, 160, 120, 80])
    #expect(marks[1].corners == [330, 130, 370, 130, 370, 150, 330, 150])
    // W is a half at the left edge and three halves at the right one.
    let third = marks[2].corners
    #expect(third[0] == -40 && third[1] == -20 && third[6] == -40 && third[7] == 60)
    #expect(abs(third[2] - 40 - 80.0 / 3) < 1e-9 && abs(third[3] - 20 + 40.0 / 3) < 1e-9)
    #expect(marks[3].frame == [200, 0, 80, 40])
    #expect(marks.map(\.opacity) == [1, 0.5, 1, 0.15])
  }

  @Test("What is behind the viewer is not drawn, whether its item or an effect puts it there")
  func behind() throws {
    let item: JSONValue = [
      "x": 20, "y": 20, "transform3D": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.001],
    ]
    let effect: JSONValue = ["perspective": 100, "stops": [["at": 0, "z": 2]]]
    let element = Element(kind: .cell, section: 0, index: 0)
    let cases: [(JSONValue, JSONValue)] = [
      (item, [:]), (["x": 20, "y": 20], ["effect": effect]),
    ]
    for (item, metrics) in cases {
      let layout = try fixed([item], metrics: metrics)
      let drawing = layout.drawing(rect: rect, bounds: rect)
      #expect(drawing.elements.isEmpty)
      #expect(try document(drawing).marks.isEmpty)
      #expect(drawing.summary == "1 section")
    }
    // Even if a list had it.
    let layout = try fixed([item])
    let listed = try #require(layout.attributes(of: element, bounds: nil, inset: .zero))
    let drawing = Drawing(
      layout, rect: rect, bounds: nil, elements: [listed], special: [], sections: [],
      isCut: false)
    #expect(drawing.elements.isEmpty)
  }

  @Test("Cells that an effect shows outside of the rectangle are not drawn")
  func outside() throws {
    let layout = try fixed(
      [["x": 20, "y": 20], ["x": 200, "y": 20]], metrics: ["effect": ["stops": [["at": 0]]]])
    let left = Rect(x: 0, y: 0, width: 150, height: 200)
    #expect(layout.drawing(rect: left, bounds: rect).elements.map(\.element.index) == [0])
  }

  @Test("Backgrounds and shelves stand below the cells, and higher cells above lower ones")
  func layers() throws {
    let layout = try fixed(
      [
        ["x": 20, "y": 20, "zIndex": 2], ["x": 40, "y": 30, "transform": [0, 1, -1, 0, 0, 0]],
        ["x": 60, "y": 40, "zIndex": -1, "alpha": 0.3],
      ], metrics: ["background": [:]])
    var titles = try document(layout.drawing(rect: rect)).marks.map(\.title)
    #expect(titles == ["background 0/0", "cell 0/2", "cell 0/1", "cell 0/0"])
    let shelves = try Layout.of(
      [
        "sections": [
          [
            "metrics": ["background": [:], "shelf": [:]],
            "items": ["count": 3, "width": 180, "height": 40, "transform": [1, 0, 0, 1, 5, 5]],
          ]
        ]
      ], containerWidth: 390)
    titles = try document(shelves.drawing(rect: rect)).marks.map(\.title)
    #expect(
      titles == [
        "background 0/0", "shelf 0/0", "shelf 0/1", "cell 0/0", "cell 0/1", "cell 0/2",
      ])
  }

  @Test("As text they are drawn by the bounding boxes of what is seen")
  func asText() throws {
    let layout = try fixed(
      [
        ["x": 100, "y": 60, "transform": [0, 1, -1, 0, 0, 0], "alpha": 0],
        ["x": 250, "y": 60],
      ], metrics: ["background": ["insets": ["left": 40]]])
    let drawing = layout.drawing(rect: Rect(x: 0, y: 0, width: 390, height: 140))
    #expect(
      String(decoding: drawing.text, as: UTF8.self) == """
        x 0, y 0 · 390 × 140 · of 390 × 100 points
             ┌──────────────────────────────────────┐ 0 · fixed · 2 items
             │                                      │
             │        ┌───┐                         │
             │        │   │         ┌────────┐      │
             │        │ 0 │         │   1    │      │
             │        │   │         │        │      │
             └────────┤   ├─────────┴────────┴──────┘
                      └───┘


        """)
  }
}

extension NaiveElement {
  fileprivate var title: String { "cell \(element.section)/\(element.index)" }
}
