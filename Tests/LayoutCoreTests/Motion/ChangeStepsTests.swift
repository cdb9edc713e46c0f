import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("What changes of very many items cost")
struct ChangeStepsTests {
  private static let trillion = 1e12

  /// A layout of one section, its items in runs.
  private func layout(
    _ engine: String, _ runs: [(count: Double, height: Double)], _ metrics: JSONValue = [:],
    headers: JSONValue = []
  ) throws -> Layout {
    let items = runs.map { run -> JSONValue in
      ["count": .number(run.count), "width": 100, "height": .number(run.height)]
    }
    return try Layout.of(
      [
        "sections": [
          [
            "engine": .string(engine), "metrics": metrics, "items": .array(items),
            "headers": headers,
          ]
        ]
      ], containerWidth: 300)
  }

  /// The stretch that differs, for so many steps at most.
  private func stretch(
    _ before: Layout, _ after: Layout, steps: Int = 200
  ) throws -> ChangedStretch? {
    var meter = WorkMeter(portion: steps)
    return try LayoutChange(matchingPlacesOf: before, after, meter: &meter)
      .changedStretch(meter: &meter)
  }

  /// A layout of a section whose items have sizes of their own.
  private func layout(
    _ engine: String, widths: [Double], heights: [Double], _ metrics: JSONValue,
    containerWidth: Double = 300
  ) throws -> Layout {
    let items: JSONValue = [
      "widths": .array(widths.map { .number($0) }), "heights": .array(heights.map { .number($0) }),
    ]
    return try Layout.of(
      ["sections": [["engine": .string(engine), "metrics": metrics, "items": items]]],
      containerWidth: containerWidth)
  }

  private static let wideCount = 20_000
  private static let wideHeights = (0..<wideCount).map { 30 + Double($0 % 97) / 3 }

  @Test(
    "Cells of one line of many different items are looked at a few times each",
    arguments: [0, 0.001], ["uikit", "leading", "center"])
  func wideLine(width: Double, alignment: String) throws {
    let count = ChangeStepsTests.wideCount
    let metrics: JSONValue = [
      "minimumInteritemSpacing": 0, "lineAlignment": .string(alignment),
    ]
    let widths = (0..<count).map { width * Double($0 % 3) }
    let heights = ChangeStepsTests.wideHeights
    let before = try layout("flow", widths: widths, heights: heights, metrics)
    for place in [0, 5, count / 2, count - 1] {
      var other = heights
      other[place] = 21
      let resized = try layout("flow", widths: widths, heights: other, metrics)
      #expect(try stretch(before, resized, steps: 6 * count) != nil)
      other.remove(at: place)
      let deleted = try layout("flow", widths: Array(widths[1...]), heights: other, metrics)
      #expect(try stretch(before, deleted, steps: 6 * count) != nil)
      other.insert(contentsOf: [22, 23], at: place)
      let inserted = try layout("flow", widths: widths + [0], heights: other, metrics)
      #expect(try stretch(before, inserted, steps: 6 * count) != nil)
    }
  }

  @Test("Rows of many columns that look the same are looked at twice", arguments: [200, 5000])
  func wideRows(columns: Double) throws {
    let count = ChangeStepsTests.wideCount
    let metrics: JSONValue = ["numberOfColumns": .number(columns), "minimumInteritemSpacing": 0]
    func layout(_ heights: [Double]) throws -> Layout {
      let widths = heights.map { _ in 1.0 }
      return try self.layout(
        "column", widths: widths, heights: heights, metrics, containerWidth: columns)
    }
    let heights = ChangeStepsTests.wideHeights
    let before = try layout(heights)
    for place in [3, count / 2] {
      var other = heights
      other.insert(20, at: place)
      #expect(try stretch(before, layout(other), steps: 8 * count) != nil)
      other.removeSubrange(place...place + 1)
      #expect(try stretch(before, layout(other), steps: 8 * count) != nil)
    }
  }

  @Test("The anchor in a line of very many items", arguments: [AnchorRule.first, .end])
  func anchorInWideLine(rule: AnchorRule) throws {
    let count = ChangeStepsTests.wideCount
    let line = try layout(
      "flow", widths: Array(repeating: 0, count: count), heights: ChangeStepsTests.wideHeights,
      ["minimumInteritemSpacing": 0])
    var meter = WorkMeter.unlimited
    let change = try LayoutChange(matchingPlacesOf: line, line, meter: &meter)
    for y in [-300.0, 0, 10, 40, 100] {
      var meter = WorkMeter(portion: 8 * count)
      // No cell has an area.
      _ = try change.anchoredBounds(
        Rect(x: 0, y: y, width: 300, height: 200), inset: .zero, rule: rule, endThreshold: -1_000,
        meter: &meter)
    }
  }

  @Test("Separators of a billion rows without a height are passed")
  func flatRows() throws {
    let layout = try layout(
      "column", [(1, 10), (1e9, 0), (1, 10)], ["separatorColor": "#c", "separatorThickness": 1])
    var meter = WorkMeter(portion: 1000)
    var found: [LayoutAttributes] = []
    try layout.visitElements(
      in: Rect(x: 0, y: 0, width: 300, height: 800), meter: &meter
    ) {
      found.append($0)
      return true
    }
    #expect(found.filter { $0.element.kind == .cell }.count == 2)
  }

  @Test("An insertion into a trillion equal items", arguments: 1...3)
  func insertion(columns: Int) throws {
    let half = ChangeStepsTests.trillion / 2
    let metrics: JSONValue = ["numberOfColumns": .number(Double(columns))]
    let before = try layout("column", [(2 * half, 50)], metrics)
    let after = try layout("column", [(half, 50), (1, 60), (half, 50)], metrics)
    let found = try #require(try stretch(before, after))
    let row = (half / Double(columns)).rounded(.down) * 50
    #expect((found.before.start - row).magnitude <= 50)
    #expect(
      found.after.end - found.before.end == after.contentSize.height - before.contentSize.height)
    if columns == 1 { #expect((found.before.end - row).magnitude <= 50) }
  }

  @Test("One more of a trillion equal items", arguments: ["flow", "column", "waterfall", "mosaic"])
  func oneMore(engine: String) throws {
    let count = ChangeStepsTests.trillion
    let found = try #require(
      try stretch(layout(engine, [(count, 50)]), layout(engine, [(count + 1, 50)])))
    let end = try layout(engine, [(count, 50)]).contentSize.height
    #expect((found.before.start - end).magnitude <= 400)
  }

  @Test("Spacing between columns, where there is one")
  func oneColumn() throws {
    let runs = (0..<5_000).map { (count: 1.0, height: Double(20 + $0 % 61)) }
    for engine in ["column", "waterfall"] {
      let lists = try [3.0, 4].map {
        try layout(
          engine, runs, ["numberOfColumns": 1, "minimumInteritemSpacing": .number($0)])
      }
      #expect(try stretch(lists[0], lists[1]) == nil)
    }
  }

  @Test("All cells of a section of other metrics count, at no cost for each")
  func otherMetrics() throws {
    let count = ChangeStepsTests.trillion
    let spacing: [JSONValue] = [["minimumLineSpacing": 8], ["minimumLineSpacing": 8.5]]
    for engine in ["flow", "column", "waterfall", "mosaic"] {
      let before = try layout(engine, [(count, 50)], spacing[0])
      let others = [
        try layout(engine, [(count, 50)], spacing[1]),
        try layout(engine == "flow" ? "column" : "flow", [(count, 50)], spacing[0]),
      ]
      for after in others {
        let found = try #require(try stretch(before, after))
        #expect(found.before.start == 0)
        #expect(found.before.end >= before.contentSize.height)
        #expect(found.after.end >= after.contentSize.height)
      }
    }
  }

  @Test("A mosaic that begins later, and has some cycles less")
  func mosaicCycles() throws {
    let metrics: JSONValue = ["leadingSegments": ["fullWidth"], "segments": ["fiftyFifty"]]
    let count = ChangeStepsTests.trillion
    let before = try layout("mosaic", [(count, 50)], metrics)
    let after = try layout("mosaic", [(count - 4, 50)], metrics, headers: [["height": 8]])
    let found = try #require(try stretch(before, after))
    #expect(found.before.start == 0 && found.after.end == after.contentSize.height)
  }

  @Test("A periodic list whose period is shifted", arguments: [false, true])
  func periodic(isInserted: Bool) throws {
    let runs = (0..<100_000).map { (count: 1.0, height: $0 % 2 == 0 ? 30.0 : 40.0) }
    let before = try layout("column", runs)
    let after = try layout(
      "column", isInserted ? [(1, 44)] + runs : Array(runs.dropFirst()))
    let found = try #require(try stretch(before, after, steps: 110_000))
    #expect(found.before.start == 0 && found.before.end <= 30)
  }

  @Test(
    "A transition of many global headers takes steps for those in sight",
    arguments: [["pin"], ["waits"], ["pin", "waits"]])
  func manyGlobalHeaders(ways: [String]) throws {
    let headers = (0..<80_000).map { number -> JSONValue in
      ["height": 1, ways[number % ways.count]: true]
    }
    let layout = try Layout.of(
      [
        "globalHeaders": .array(headers), "globalHeaderBackgroundColor": "white",
        "sections": [["engine": "column", "items": 30]],
      ], containerWidth: 300)
    var unlimited = WorkMeter.unlimited
    let change = try LayoutChange(matchingPlacesOf: layout, layout, meter: &unlimited)
    for start in [10.0, 30_000, 79_950, 90_000] {
      let bounds = Rect(x: 0, y: start, width: 300, height: 100)
      let moved = Rect(x: 0, y: start + 40, width: 300, height: 100)
      // Up to a hundred headers, a background and some cells before and after.
      var meter = WorkMeter(portion: 600)
      let transitions = try change.transitions(
        from: bounds, to: moved, inset: EdgeInsets(top: 50), meter: &meter)
      #expect(transitions.count > 50, "\(start)")
    }
  }

  @Test("An anchor among a billion visible cells", arguments: ["flow", "column", "waterfall"])
  func visibleCells(engine: String) throws {
    let before = try layout(engine, [(1e9, 50)])
    let bounds = Rect(x: 0, y: 0, width: 300, height: before.contentSize.height)
    var step = Step()
    step.delete = [
      ItemPath(0, 0)..<ItemPath(0, 1000), ItemPath(0, 2000)..<ItemPath(0, 900_000_000),
      ItemPath(0, 999_000_000)..<ItemPath(0, 1_000_000_000),
    ]
    var applied = AppliedSteps([1_000_000_000])
    try applied.apply(step)
    let after = try layout(engine, [(99_001_000, 50)])
    let change = LayoutChange(before: before, after: after, mapping: applied.mapping)
    for (rule, item) in [(AnchorRule.first, 0), (.end, 99_000_999)] {
      var meter = WorkMeter(portion: 100)
      let shifted = Rect(x: 0, y: -10, width: 300, height: bounds.height)
      let anchored = try change.anchoredBounds(shifted, inset: .zero, rule: rule, meter: &meter)
      #expect(anchored.anchor?.item == ItemPath(0, item))
    }
  }

  @Test(
    "Where most of a billion visible cells were moved, the offset stays",
    arguments: ["flow", "column", "waterfall", "mosaic"])
  func movedCells(engine: String) throws {
    let layout = try layout(engine, [(1e9, 50)])
    let bounds = Rect(x: 0, y: 40, width: 300, height: layout.contentSize.height)
    for (count, isMost) in [(499_000_000, false), (501_000_000, true)] {
      var step = Step()
      step.move = [Step.Move(from: Range(ItemPath(0, 0), count: count), to: ItemPath(0, 10))]
      var applied = AppliedSteps([1_000_000_000])
      try applied.apply(step)
      let change = LayoutChange(before: layout, after: layout, mapping: applied.mapping)
      for rule in [AnchorRule.auto, .first, .end] {
        var meter = WorkMeter(portion: 5_000)
        let anchored = try change.anchoredBounds(
          bounds, inset: .zero, rule: rule, endThreshold: -1_000, meter: &meter)
        #expect((anchored.anchor == nil) == isMost, "\(rule)")
      }
    }
  }

  @Test("An anchor among a billion cells without an area", arguments: ["first", "end"])
  func flatCells(rule: String) throws {
    let before = try layout("column", [(1, 50), (1e9, 0), (1, 50), (1e9, 0), (1, 50)])
    var step = Step()
    step.delete = [1_000_000_001, 2_000_000_002].map { ItemPath(0, $0)..<ItemPath(0, $0 + 1) }
    var applied = AppliedSteps([2_000_000_003])
    try applied.apply(step)
    let after = try layout("column", [(1, 50), (2e9, 0)])
    let change = LayoutChange(before: before, after: after, mapping: applied.mapping)
    var meter = WorkMeter(portion: 100)
    let anchored = try change.anchoredBounds(
      Rect(x: 0, y: 25, width: 300, height: 200), inset: .zero, rule: rule == "end" ? .end : .first,
      endThreshold: -1_000, meter: &meter)
    #expect(anchored.anchor?.item == ItemPath(0, 0))
    // Nothing that is visible survives: the last one before is without an area.
    let later = try change.anchoredBounds(
      Rect(x: 0, y: 75, width: 300, height: 20), inset: .zero, rule: .first, meter: &meter)
    #expect(later.anchor?.item == ItemPath(0, 1_000_000_000))
  }
}
