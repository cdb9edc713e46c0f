import Oracle
import Testing

@Suite("Rules that no vector shows, by hand")
struct RulesBeyondVectorsTests {
  private func layout(_ snapshot: JSONValue, _ width: Double = 100) -> NaiveLayout {
    NaiveLayout(snapshot: snapshot, containerWidth: width)
  }

  private func frames(_ layout: NaiveLayout, _ kind: String?) -> [NaiveRect] {
    layout.elements.filter { $0.kind == kind }.map(\.frame)
  }

  @Test("A section's column metric replaces the inherited one")
  func columnMetricReplaces() {
    let layout = layout([
      "engine": "column", "metrics": ["numberOfColumns": 4],
      "sections": [["items": 1, "metrics": ["minimumColumnWidth": 50]], ["items": 1]],
    ])
    #expect(frames(layout, nil).map(\.width) == [50, 25])
  }

  @Test("Separators are no thicker than their row or section, columns' as thick as told")
  func thickness() {
    let layout = layout([
      "engine": "column",
      "metrics": [
        "numberOfColumns": 2, "separatorColor": "a", "sectionSeparatorColor": "b",
        "separatorThickness": 30, "showsSectionSeparatorWhenLastSection": true,
        "separatorInsets": ["left": 60, "right": 50],
      ],
      "sections": [["items": ["heights": [10, 10, 20]]]],
    ])
    #expect(frames(layout, "rowSeparator") == [NaiveRect(x: 60, y: 10, width: 0, height: 20)])
    #expect(
      frames(layout, "columnSeparator") == [
        NaiveRect(x: 50, y: 0, width: 30, height: 10),
        NaiveRect(x: 50, y: 10, width: 30, height: 20),
      ])
    #expect(
      frames(layout, "sectionSeparator") == [NaiveRect(x: 0, y: 0, width: 100, height: 30)])
  }

  @Test("A section separator is the lower section's, or else the upper's")
  func sectionSeparators() {
    let layout = layout([
      "engine": "column",
      "sections": [
        ["items": 1, "metrics": ["sectionSeparatorColor": "upper", "separatorThickness": 2]],
        ["items": 1],
        ["items": 1],
        ["items": 1, "metrics": ["sectionSeparatorColor": "lower"]],
      ],
    ])
    let separators = layout.elements.filter { $0.kind == "sectionSeparator" }
    #expect(separators.map(\.section) == [1, 3])
    #expect(separators.map(\.color) == ["upper", "lower"])
    #expect(separators.map(\.frame.height) == [2, 0.5])
  }

  @Test("Headers inherit colours unless they set their own, null included")
  func colors() {
    let layout = layout([
      "metrics": ["backgroundColor": "red", "selectedBackgroundColor": "blue"],
      "globalHeaders": [["height": 1]],
      "sections": [
        [
          "items": 1, "metrics": ["selectedBackgroundColor": nil, "padding": ["left": 3]],
          "headers": [
            ["height": 1], ["height": 1, "backgroundColor": nil],
            ["height": 1, "selectedBackgroundColor": "green"],
          ],
        ]
      ],
    ])
    #expect(layout.elements.map(\.backgroundColor) == [nil, "red", nil, "red", "red"])
    #expect(layout.elements.map(\.selectedBackgroundColor) == [nil, nil, nil, "green", nil])
    #expect(layout.elements.last?.padding == NaiveInsets(left: 3))
    #expect(layout.elements.dropLast().allSatisfy { $0.padding == nil })
  }

  @Test("Only pinning elements that are there count for zIndex")
  func zIndex() {
    let layout = layout([
      "sections": [
        [
          "headers": [
            ["height": 1, "pin": true, "hidden": true], ["height": 0, "pin": true],
            ["height": 1], ["height": 1, "pin": true], ["height": 1, "pin": true],
          ],
          "footers": [["height": 1, "pin": true]],
        ]
      ]
    ])
    #expect(layout.elements.map(\.zIndex) == [1000, 9000, 8999, 8000])
    #expect(layout.elements.map(\.index) == [2, 3, 4, 0])
  }

  @Test("zIndex stops falling at the thousandth pinning element")
  func manyPinning() {
    let headers = JSONValue.array(Array(repeating: ["height": 1, "pin": true], count: 1002))
    let layout = layout(["globalHeaders": headers, "sections": []])
    #expect(layout.elements.suffix(4).map(\.zIndex) == [9002, 9001, 9001, 9001])
  }

  @Test("A global header above the visible edge moves there, one below it stays")
  func globalHeaders() {
    let layout = layout([
      "globalHeaders": [
        ["height": 10, "pin": true], ["height": 30], ["height": 20, "pin": true],
      ],
      "sections": [["engine": "column", "items": 100, "headers": [["height": 5, "pin": true]]]],
    ])
    func tops(_ y: Double) -> [Double] {
      layout.special(bounds: NaiveRect(x: 0, y: y, width: 100, height: 200)).map(\.y)
    }
    #expect(tops(-20) == [0, 40, 60])
    #expect(tops(25) == [25, 40, 60])
    #expect(tops(35) == [35, 45, 65])
    #expect(tops(500) == [500, 510, 530])
  }

  @Test("From right to left the columns count from the right, and the right edge leads")
  func rightToLeft() {
    let layout = layout([
      "engine": "waterfall", "layoutDirection": "rtl",
      "sections": [["items": ["heights": [10, 20]], "metrics": ["placement": "rightToLeft"]]],
    ])
    #expect(layout.elements.map(\.columnIndex) == [1, 0])
    #expect(layout.elements.map(\.x) == [0, 55])
  }

  @Test("Equal items go to columns in turn, even where none grows longer")
  func equalItemsInTurn() {
    let metrics: JSONValue = ["minimumLineSpacing": 0]
    let equal = layout([
      "engine": "waterfall",
      "sections": [["items": ["count": 3, "height": 0], "metrics": metrics]],
    ])
    let unequal = layout([
      "engine": "waterfall",
      "sections": [["items": ["widths": [0, 0], "heights": [1, 2]], "metrics": metrics]],
    ])
    #expect(equal.elements.map(\.columnIndex) == [0, 1, 0])
    #expect(unequal.elements.map(\.columnIndex) == [0, 0])
  }

  @Test("Only the edges of an element's own area hit it, the topmost first")
  func hit() {
    let layout = layout([
      "engine": "column",
      "sections": [["items": 40, "headers": [["height": 20, "pin": true]]]],
    ])
    let bounds = NaiveRect(x: 0, y: 500, width: 100, height: 200)
    let point = NaivePoint(x: 0, y: 519)
    #expect(layout.hit(point: point)?.category == "cell")
    #expect(layout.hit(point: point, bounds: bounds)?.kind == "header")
    #expect(layout.hit(point: NaivePoint(x: 0, y: 520), bounds: bounds)?.category == "cell")
    #expect(layout.hit(point: NaivePoint(x: 100, y: 519), bounds: bounds) == nil)
    #expect(layout.hit(point: NaivePoint(x: 0, y: 0)) == nil)
  }

  @Test("Edges that only touch a rectangle do not count")
  func touching() {
    let layout = layout(["engine": "column", "sections": [["items": 10]]])
    let rectangle = NaiveRect(x: 0, y: 44, width: 100, height: 44)
    #expect(layout.elements(in: rectangle).map(\.index) == [1])
  }

  @Test(
    "An item that is measured moves nothing that is seen",
    arguments: [
      (3, 80, true, .automatic, 530), (9, 120, true, .automatic, 570),
      (9, 120, false, .automatic, 500), (18, 120, true, .end(threshold: 1), 500),
      (18, 120, false, .end(threshold: 1), 570),
    ] as [(Double, Double, Bool, NaiveAnchor, Double)])
  func measuring(
    item: Double, height: Double, isEstimated: Bool, anchor: NaiveAnchor, start: Double
  ) throws {
    // Item 9 is cut at the start, which is 500, and item 18 at the end, which is 970.
    let section: JSONValue = [
      "engine": "column", "metrics": ["sectionInset": ["top": 30]],
      "items": ["count": 40, "height": 50, "estimated": .bool(isEstimated)],
    ]
    let step: JSONValue = [
      "resize": [
        ["section": 0, "item": .number(item), "items": [["height": .number(height)]]]
      ]
    ]
    let comparison = NaiveComparison(
      try NaiveChange(parent: ["sections": [section]], steps: [step]), containerWidth: 320)
    let bounds = NaiveRect(x: 0, y: 500, width: 320, height: 470)
    #expect(comparison.anchoring(bounds: bounds, anchor: anchor).bounds.y == start)
  }
}
