import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("Sections of very many items")
struct ManyItemsTests {
  @Test(
    "Any number of equal items answers like its neighbours looked up one by one",
    arguments: Engine.allCases.filter { $0 != .fixed }, [1_000_000_000, 999_999_999_999])
  func uniform(engine: Engine, count: Int) throws {
    let json: JSONValue = [
      "engine": .string(engine.rawValue),
      "metrics": ["separatorColor": "grey", "numberOfColumns": 3, "segmentHeight": 120],
      "sections": [
        ["items": ["count": .number(Double(count)), "width": 40, "height": 7.3]]
      ],
    ]
    let layout = try Layout.of(json, containerWidth: 390)
    let height = layout.contentSize.height
    for part in [0, 0.25, 0.5, 0.999, 1] {
      let rect = Rect(x: 30, y: max(0, part * height - 300), width: 200, height: 300)
      let found = layout.elements(in: rect)
      let cells = found.filter { $0.element.kind == .cell }
      let first = try #require(cells.first).element.index
      let last = try #require(cells.last).element.index
      #expect(cells.count < 300)
      let scanned = (max(0, first - 40)...min(count - 1, last + 40)).compactMap {
        layout.attributes(
          of: Element(kind: .cell, section: 0, index: $0), bounds: nil, inset: .zero)
      }.filter { rect.naive.contains(element: $0.frame.naive) }
      #expect(cells.map(\.element) == scanned.map(\.element))
      #expect(cells.map(\.frame) == scanned.map(\.frame))
      for separator in found where separator.element.kind != .cell {
        let alone = layout.attributes(of: separator.element, bounds: nil, inset: .zero)
        #expect(alone?.frame == separator.frame)
      }
    }
  }

  @Test("A list of 2⁵³ items ends where its reader ends", arguments: Engine.allCases)
  func endless(engine: Engine) throws {
    let json: JSONValue = [
      "engine": .string(engine.rawValue),
      "metrics": [
        "segmentHeight": 1e-7, "groups": [["height": 1e-7]], "minimumLineSpacing": 0,
        "separatorColor": "grey",
      ],
      "sections": [["items": ["count": .number(0x1p53), "width": 100, "height": 1e-7]]],
    ]
    let layout = try Layout.of(json, containerWidth: 390)
    var count = 0
    layout.visitElements(in: Rect(x: 0, y: 0, width: 390, height: 1e15)) { _ in
      count += 1
      return count < 5000
    }
    #expect(count == 5000)
    // No item stands left of the content, and the query finds that out without visiting each.
    #expect(layout.elements(in: Rect(x: -9, y: 0, width: 9, height: 1e15)).isEmpty)
    // All given frames are at one place.
    let point = Point(x: 1, y: engine == .fixed ? 0 : 1e6)
    #expect(layout.element(at: point, bounds: nil, inset: .zero) != nil)
  }

  @Test("Items too small for their place to have a double of its own end no query late")
  func collapsed() throws {
    let json: JSONValue = [
      "sections": [
        ["headers": [["height": 1000]]],
        [
          "engine": "column", "metrics": ["rowHeight": 1e-300, "separatorColor": "grey"],
          "items": .number(0x1p51),
        ],
        ["engine": "mosaic", "metrics": ["segmentHeight": 1e-300], "items": .number(0x1p51)],
        [
          "metrics": ["minimumLineSpacing": 0, "minimumInteritemSpacing": 0],
          "items": ["count": .number(0x1p51), "width": 1e-300, "height": 0],
        ],
      ]
    ]
    let layout = try Layout.of(json, containerWidth: 390)
    #expect(layout.contentSize.height == 1000)
    #expect(layout.elements(in: Rect(x: 0, y: 1000, width: 390, height: 9)).isEmpty)
    #expect(layout.elements(in: Rect(x: 0, y: 0, width: 390, height: 1000)).count == 1)
    var count = 0
    layout.visitElements(in: Rect(x: 0, y: 999, width: 390, height: 9)) { _ in
      count += 1
      return count < 100
    }
    #expect(count == 100)
    #expect(layout.element(at: Point(x: 5, y: 1000), bounds: nil, inset: .zero) == nil)
  }

  @Test(
    "Lines of many items are searched by their checkpoints",
    arguments: seeds(short: 0..<5, all: 0..<20))
  func longLines(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let widths = (0..<1500).map { _ in
      JSONValue.number([0, 0.125, 0.3, 1].randomElement(using: &random)!)
    }
    let heights = (0..<1500).map { _ in
      JSONValue.number([0, 5, 9, 400].randomElement(using: &random)!)
    }
    let alignments = ["uikit", "leading", "center", "trailing", "justify"]
    let json: JSONValue = [
      "layoutDirection": seed % 2 == 0 ? "ltr" : "rtl",
      "metrics": [
        "minimumInteritemSpacing": seed % 3 == 0 ? 0 : 0.1,
        "lineAlignment": .string(alignments[seed % 5]),
        "itemAlignment": seed % 4 == 0 ? "leading" : "center",
      ],
      "sections": [["items": ["widths": .array(widths), "heights": .array(heights)]]],
    ]
    let test = try LayoutUnderTest(json, containerWidth: 390)
    let comment: Comment = "seed \(seed)"
    test.expectFramesOfTheOracle(comment)
    let size = test.layout.contentSize
    for _ in 0..<40 {
      test.expectScan(
        in: Rect(
          x: Double.random(in: -10...390, using: &random),
          y: Double.random(in: -10...size.height, using: &random),
          width: Double.random(in: 0.1...80, using: &random),
          height: Double.random(in: 0.1...300, using: &random)), comment)
    }
  }

  @Test("One item ten million points high before many small ones is found wherever it reaches")
  func giantFirst() throws {
    let heights = [JSONValue.number(1e7)] + (1..<3000).map { .number(Double(10 + $0 % 90)) }
    for placement in ["shortest", "leftToRight", "rightToLeft"] {
      let json: JSONValue = [
        "engine": "waterfall",
        "metrics": ["numberOfColumns": 4, "placement": .string(placement)],
        "sections": [["items": ["heights": .array(heights)]]],
      ]
      let test = try LayoutUnderTest(json, containerWidth: 390)
      for y in stride(from: 0.0, to: 60_000, by: 977) {
        test.expectScan(in: Rect(x: 0, y: y, width: 390, height: 844), "\(placement), y \(y)")
      }
    }
  }
}
