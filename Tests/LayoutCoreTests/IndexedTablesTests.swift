import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("Sections of so many items that they are looked up by coordinates and checkpoints")
struct IndexedTablesTests {
  /// Heights of one kind: usual ones, with items without a height, with giants, or so low that thousands share a point.
  private static func heights(
    _ kind: Int, count: Int, _ random: inout SplitMix64
  ) -> [JSONValue] {
    (0..<count).map { _ in
      let usual = Double.random(in: 5...90, using: &random)
      switch kind {
      case 0: return .number(usual)
      case 1: return .number([0, usual].randomElement(using: &random)!)
      case 2: return .number(Int.random(in: 0..<60, using: &random) == 0 ? 5000 * usual : usual)
      default: return .number(usual / 10_000)
      }
    }
  }

  private static func json(
    _ engine: Engine, seed: Int, columns: Int, _ random: inout SplitMix64
  ) -> JSONValue {
    let count = 400
    return [
      "layoutDirection": seed % 2 == 0 ? "ltr" : "rtl",
      "scrollDirection": seed % 3 == 0 ? "horizontal" : "vertical",
      "engine": .string(engine.rawValue),
      "metrics": [
        "numberOfColumns": .number(Double(columns)), "minimumInteritemSpacing": 3,
        "minimumLineSpacing": .number([0, 0.001, 7.7][seed % 3]),
        "separatorColor": "grey", "sectionInset": ["top": 3.3, "left": 2.1],
      ],
      "sections": [
        ["engine": "mosaic", "items": 7],
        [
          "headers": [["height": 20, "width": 20]],
          "items": [
            "widths": .array(heights(seed / 4 % 2 * 3, count: count, &random)),
            "heights": .array(heights(seed % 4, count: count, &random)),
          ],
        ],
      ],
    ]
  }

  @Test(
    "Rectangles and points in them answer like a look at every element",
    arguments: [Engine.flow, .column, .waterfall], 0..<24)
  func agree(engine: Engine, seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let columns = [1, 2, 4, 5, 8, 9, 16, 17][seed % 8]
    let test = try LayoutUnderTest(
      IndexedTablesTests.json(engine, seed: seed, columns: columns, &random),
      containerWidth: 390)
    let comment: Comment = "\(engine), seed \(seed), \(columns) columns"
    test.expectFramesOfTheOracle(comment)
    let size = test.layout.contentSize
    func part(_ extent: Double) -> (Double, Double) {
      let length = extent * [1e-4, 0.01, 0.2, 2].randomElement(using: &random)!
      return (Double.random(in: -0.1...1, using: &random) * extent - length / 2, length)
    }
    for _ in 0..<12 {
      let ((x, width), (y, height)) = (part(size.width), part(size.height))
      test.expectScan(in: Rect(x: x, y: y, width: width, height: height), comment)
      test.expectHit(
        NaivePoint(x: x + width / 2, y: y + height / 2), bounds: nil, inset: NaiveInsets(),
        comment)
    }
  }

  @Test("Items alone in their lines, by the thousand", arguments: [1, 1023, 1024, 1025, 4097])
  func wideItems(count: Int) throws {
    let widths = (0..<count).map { JSONValue.number(Double(400 + $0 % 3)) }
    let test = try LayoutUnderTest(
      ["sections": [["items": ["widths": .array(widths)]]]], containerWidth: 390)
    test.expectFramesOfTheOracle("\(count)")
    // Default sizes and spacings: 50 high, 10 apart.
    #expect(test.layout.contentSize.height == Double(60 * count - 10))
  }

  @Test(
    "A list has what a visitor sees, as far as there is room, and says what comes next",
    arguments: [0, 1, 33, 40, 10_000])
  func lists(limit: Int) throws {
    for engine in Engine.allCases {
      var random = SplitMix64(seed: 1)
      let layout = try Layout.of(
        IndexedTablesTests.json(engine, seed: 4, columns: 4, &random), containerWidth: 390)
      let rect = Rect(x: 0, y: 5, width: 390, height: layout.contentSize.height / 2)
      let seen = layout.elements(in: rect)
      var list = ElementList(limit: limit)
      for _ in 0..<2 {
        list.removeAll()
        var meter = WorkMeter.unlimited
        try? layout.appendElements(in: rect, meter: &meter, to: &list)
        #expect(list.elements.map(\.element) == seen.prefix(limit).map(\.element), "\(engine)")
        #expect(list.elements.map(\.frame) == seen.prefix(limit).map(\.frame), "\(engine)")
        #expect(list.next == seen.dropFirst(limit).first?.element, "\(engine)")
      }
    }
  }
}
