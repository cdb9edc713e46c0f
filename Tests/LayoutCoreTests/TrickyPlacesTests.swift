import Comparison
import LayoutCore
import LayoutWire
import Oracle
import Testing

@Suite("Places where doubles round, columns stay empty, or content ends beyond all doubles")
struct TrickyPlacesTests {
  @Test("More columns than items", arguments: ["shortest", "leftToRight", "rightToLeft"])
  func emptyColumns(placement: String) throws {
    for direction in ["ltr", "rtl"] {
      for heights in [[30, 10, 20], [0, 0, 5, 0], [7]] as [[Double]] {
        let json: JSONValue = [
          "layoutDirection": .string(direction), "engine": "waterfall",
          "metrics": ["numberOfColumns": 50, "placement": .string(placement)],
          "sections": [["items": ["heights": .array(heights.map { .number($0) })]]],
        ]
        let test = try LayoutUnderTest(json, containerWidth: 1000)
        let comment: Comment = "\(placement), \(direction), \(heights)"
        test.expectFramesOfTheOracle(comment)
        for x in stride(from: -50.0, to: 1050, by: 31) {
          test.expectScan(in: Rect(x: x, y: 0, width: 40, height: 100), comment)
        }
      }
    }
  }

  @Test(
    "Items without a height between others", arguments: ["shortest", "leftToRight", "rightToLeft"])
  func flatItems(placement: String) throws {
    for seed in UInt64(0)..<30 {
      var random = SplitMix64(seed: seed)
      let heights = (0..<60).map { _ in
        JSONValue.number([0, 0, 0, 7, 30].randomElement(using: &random)!)
      }
      let json: JSONValue = [
        "layoutDirection": seed % 2 == 0 ? "ltr" : "rtl", "engine": "waterfall",
        "metrics": [
          "numberOfColumns": .number(Double(1 + seed % 4)), "placement": .string(placement),
          "minimumLineSpacing": seed % 3 == 0 ? 0 : 5,
        ],
        "sections": [
          ["items": ["heights": .array(heights)]], ["items": ["heights": [0, 0]]], ["items": 0],
          ["items": ["heights": [0, 4]]],
        ],
      ]
      let test = try LayoutUnderTest(json, containerWidth: 390)
      let comment: Comment = "\(placement), seed \(seed)"
      test.expectFramesOfTheOracle(comment)
      for _ in 0..<20 {
        let y = Double.random(in: -10...test.layout.contentSize.height, using: &random)
        let height = [0.5, 20, 300].randomElement(using: &random)!
        test.expectScan(in: Rect(x: 90, y: y, width: 150, height: height), comment)
        test.expectHit(NaivePoint(x: 99, y: y), bounds: nil, inset: NaiveInsets(), comment)
      }
    }
  }

  @Test("Segments whose stacked items have no height")
  func flatSlots() throws {
    let json: JSONValue = [
      "engine": "mosaic",
      "metrics": [
        "segmentHeight": 10, "minimumLineSpacing": 10,
        "segments": ["twoThirdsOneThird", "fullWidth", "oneThirdTwoThirds"],
      ],
      "sections": [["items": 40]],
    ]
    let test = try LayoutUnderTest(json, containerWidth: 390)
    for x in [0.0, 100, 300] {
      for y in stride(from: -5.0, to: 400, by: 7) {
        test.expectScan(in: Rect(x: x, y: y, width: 40, height: 90), "x \(x), y \(y)")
      }
    }
  }

  @Test("Pinning footers of very different heights are special wherever they stand")
  func footers() throws {
    let json: JSONValue = [
      "engine": "column",
      "sections": [
        ["items": 3],
        [
          "items": 40,
          "footers": [["height": 44.1, "pin": true], ["height": 30000.1, "pin": true]],
        ],
      ],
    ]
    let test = try LayoutUnderTest(json, containerWidth: 390)
    for y in stride(from: -100.0, to: 32_000, by: 131.7) {
      test.expectSpecial(
        bounds: NaiveRect(x: 0, y: y, width: 390, height: 844), inset: NaiveInsets(), "y \(y)")
    }
    for footer in test.everyElement(bounds: Rect(x: 0, y: 500, width: 390, height: 844)) {
      for y in [footer.frame.y, footer.frame.y + footer.frame.height] {
        for nudged in [y, y.nextUp, y.nextDown] {
          test.expectSpecial(
            bounds: NaiveRect(x: 0, y: nudged, width: 390, height: 1e-9), inset: NaiveInsets(),
            "edge \(nudged)")
        }
      }
    }
  }

  @Test("Separators of mirrored rows are found to the last double")
  func mirroredSeparators() throws {
    for (number, height) in [0.1, 0.3, 7.7, 33.3].enumerated() {
      let json: JSONValue = [
        "scrollDirection": "horizontal", "layoutDirection": "rtl", "engine": "column",
        "metrics": [
          "separatorColor": "a", "rowHeight": .number(height),
          "separatorThickness": .number([0.1, 0.2, 5, 40][number]), "numberOfColumns": 2,
        ],
        "sections": [["headers": [["width": 12.3]], "items": 41], ["items": 31]],
      ]
      let test = try LayoutUnderTest(json, containerWidth: 390)
      for element in test.everyElement() {
        for x in [element.frame.x, element.frame.x + element.frame.width] {
          for nudged in [x, x.nextUp, x.nextDown] {
            test.expectHit(
              NaivePoint(x: nudged, y: 100), bounds: nil, inset: NaiveInsets(), "x \(nudged)")
            test.expectScan(
              in: Rect(x: nudged, y: 0, width: 1e-12, height: 390), "height \(height)")
          }
        }
      }
    }
  }

  @Test("An item wider than all else is found in a mirrored line")
  func wideItem() throws {
    let json: JSONValue = [
      "layoutDirection": "rtl",
      "sections": [["items": ["widths": [3e15, 10, 20], "heights": [50, 20, 30]]]],
    ]
    let test = try LayoutUnderTest(json, containerWidth: 390)
    for x in [-3e15, -1e6, -1, 0, 200, 389.5, 390, 391] {
      test.expectScan(in: Rect(x: x, y: 0, width: 1, height: 60), "x \(x)")
    }
  }

  @Test(
    "Content beyond 2⁵³ points is refused in every direction",
    arguments: [
      #"{"engine":"column","metrics":{"numberOfColumns":3,"minimumInteritemSpacing":1e308},"sections":[{"items":3}]}"#,
      #"{"engine":"waterfall","metrics":{"minimumInteritemSpacing":1e17},"sections":[{"items":{"count":3,"height":1}}]}"#,
      #"{"engine":"mosaic","metrics":{"minimumInteritemSpacing":1e300},"sections":[{"items":3}]}"#,
      #"{"sections":[{"items":{"count":1,"width":1e17}}]}"#,
      #"{"sections":[{"items":1,"metrics":{"sectionInset":{"left":1e300}}}]}"#,
      #"{"sections":[{"metrics":{"sectionInset":{"bottom":1e17}}}]}"#,
      #"{"sections":[{"items":{"count":9007199254740992,"height":2}}]}"#,
      #"{"engine":"waterfall","sections":[{"items":{"heights":[1e308,1e308,1e308,1]}}]}"#,
      #"{"globalHeaders":[{"height":1e17}],"sections":[]}"#,
      #"{"sections":[{"headers":[{"height":9e15}]},{"headers":[{"height":9e15}]}]}"#,
    ])
  func beyond(snapshot: String) throws {
    let json = try JSONValue(parsing: snapshot)
    #expect(throws: LayoutError.self) { try Layout.of(json, containerWidth: 390) }
  }

  @Test("So are waterfalls whose columns are all infinitely long", arguments: 1...17)
  func infiniteColumns(columns: Int) throws {
    for placement in ["shortest", "leftToRight", "rightToLeft"] {
      for heights in [[30, 1.7e308], [1.7e308, 30, 30], [1e308, 7, 1.7e308, 0]] {
        let json: JSONValue = [
          "engine": "waterfall",
          "metrics": [
            "numberOfColumns": .number(Double(columns)), "placement": .string(placement),
          ],
          "sections": .array([
            [
              "items": .array(
                heights.map { ["count": 60, "width": 1e-5, "height": .number($0)] })
            ]
          ]),
        ]
        #expect(throws: LayoutError.self) { try Layout.of(json, containerWidth: 390) }
      }
    }
  }

  @Test("Colours that only look alike are different ones")
  func colors() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let json: JSONValue = [
      "sections": .array(
        [composed, decomposed].map { color in
          [
            "items": 1, "metrics": ["backgroundColor": .string(color)],
            "headers": [["height": 1, "backgroundColor": .string(color), "padding": ["left": 1]]],
          ]
        })
    ]
    let layout = try Layout.of(json, containerWidth: 390)
    for (section, color) in [composed, decomposed].enumerated() {
      for kind in [Element.Kind.cell, .header] {
        let element = Element(kind: kind, section: section, index: 0)
        let handedBack = layout.snapshot.appearance(of: element)?.backgroundColor?.text
        #expect(handedBack.map { Array($0.utf8) } == Array(color.utf8))
      }
    }
  }

  @Test("A list goes on at any of many headers, pinning ones between them")
  func headers() throws {
    let headers = (0..<600).map { index -> JSONValue in
      ["height": .number(Double(1 + index % 3)), "pin": .bool(index % 5 > 0)]
    }
    let test = try LayoutUnderTest(
      ["sections": [["headers": .array(headers), "items": 2]]], containerWidth: 390)
    for y in stride(from: -5.0, to: 1300, by: 61) {
      test.expectScan(in: Rect(x: 0, y: y, width: 9, height: 300), "y \(y)")
    }
  }
}
