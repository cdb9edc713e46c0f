import Comparison
import LayoutCore
import Oracle
import Testing

/// Bounds that begin or end where a cell does: both are sums, which seldom agree in the last bit.
@Suite("Bounds on the edges of cells")
struct AnchorEdgesTests {
  /// Extents whose sums are rounded, and two that are less than the tolerance.
  private static func extent(_ drawn: Double) -> Double {
    [20: 0.0004, 30: 44.1, 40: 44.1, 50: 72.4, 60: 72.4, 100: 100 / 3, 110: 100 / 3, 320: 0.0009][
      drawn] ?? drawn
  }

  private static func isHorizontal(_ layout: LayoutUnderTest) -> Bool {
    layout.layout.snapshot.scrollDirection == .horizontal
  }

  /// Bounds of a length that begin or end, less the inset, at an edge of a frame, or beside it by `offset`.
  private static func bounds(
    at frame: Rect, of layout: LayoutUnderTest, length: Double, inset: EdgeInsets,
    offset: (Double) -> Double, _ random: inout SplitMix64
  ) -> Rect {
    let isHorizontal = isHorizontal(layout)
    let (low, extent) = isHorizontal ? (frame.x, frame.width) : (frame.y, frame.height)
    let edge = offset(random.chance(0.5) ? low : low + extent)
    let place =
      random.chance(0.5)
      ? edge - (isHorizontal ? inset.left : inset.top)
      : edge - length + (isHorizontal ? inset.right : inset.bottom)
    return isHorizontal
      ? Rect(x: place, y: 0, width: length, height: 300)
      : Rect(x: 0, y: place, width: 300, height: length)
  }

  private static let offsets: [@Sendable (Double) -> Double] = [
    { $0 }, { $0.nextUp }, { $0.nextDown }, { $0 - 0.0009 }, { $0 + 0.0009 }, { $0 - 0.0011 },
    { $0 + 0.0011 },
  ]

  private func compare(
    _ test: ChangeCase, _ bounds: Rect, _ inset: EdgeInsets, _ rules: [AnchorRule],
    endThreshold: Double
  ) throws {
    for rule in rules {
      var meter = StepMeter(portion: 100_000)
      let found = try test.change.anchoredBounds(
        bounds, inset: inset, rule: rule, endThreshold: endThreshold, meter: &meter)
      let expected = test.naiveAnchor(bounds, inset, rule, endThreshold: endThreshold)
      let comment: Comment = "\(rule) \(bounds) \(inset) \(test.before.naive.isHorizontal)"
      #expect((test.after.start(found.bounds) - expected.start).magnitude < 1e-6, comment)
      #expect(found.anchor?.item.section == expected.cell?.section, comment)
      #expect(found.anchor?.item.item == expected.cell?.index, comment)
      if let anchor = found.anchor {
        #expect((anchor.edge == .leading) == expected.leads, comment)
      }
    }
  }

  @Test("The anchor is the one that a look at every cell finds", arguments: LayoutChangeTests.seeds)
  func random(seed: UInt64) throws {
    var random = SplitMix64(seed: seed + 1_000)
    for _ in 0..<12 {
      let test = try ChangeCase(&random, extent: AnchorEdgesTests.extent)
      let cells = test.before.everyElement().filter { $0.element.kind == .cell }
      guard !cells.isEmpty else { continue }
      for _ in 0..<6 {
        let cell = random.one(of: cells)
        let inset =
          random.chance(0.6)
          ? EdgeInsets.zero : EdgeInsets(top: 8.4, left: 3.3, bottom: 4.7, right: 6.6)
        let length = random.one(of: [
          0, 0.0005, 0.0015, 1, 5, test.before.length(cell.frame) + 0.1, 44.1, 132.3, 260,
        ])
        let bounds = AnchorEdgesTests.bounds(
          at: cell.frame, of: test.before, length: length, inset: inset,
          offset: random.one(of: AnchorEdgesTests.offsets), &random)
        let item = random.one(of: [cell, random.one(of: cells)]).element
        try compare(
          test, bounds, inset,
          [.none, .auto, .first, .end, .item(ItemPath(item.section, item.index))],
          endThreshold: random.one(of: [0, 1]))
      }
    }
  }

  /// A list of one section, at least some of whose items have an extent of their own.
  private func list(
    _ engine: String, _ direction: String, count: Int, _ random: inout SplitMix64
  ) throws -> LayoutUnderTest {
    let words = direction.split(separator: " ").map(String.init)
    let along = words[0] == "vertical" ? "height" : "width"
    let across = words[0] == "vertical" ? "width" : "height"
    let items = (0..<count).map { _ -> JSONValue in
      var item: JSONValue = [
        along: .number(random.one(of: [44.1, 72.4, 100 / 3, 44.1, 0.0004, 0]))
      ]
      if engine == "flow" { item[across] = .number(random.one(of: [90, 130, 0])) }
      return item
    }
    var metrics: JSONValue = [
      "minimumLineSpacing": .number(random.one(of: [0, 0, 3.3])), "sectionInset": ["top": 7.7],
    ]
    switch engine {
    case "column", "waterfall": metrics["numberOfColumns"] = .number(random.one(of: [1, 3]))
    case "mosaic": metrics["segmentHeight"] = .number(100 / 3)
    default: metrics["lineAlignment"] = "leading"
    }
    if engine == "waterfall" {
      metrics["placement"] = .string(random.one(of: ["shortest", "leftToRight"]))
    }
    return try LayoutUnderTest(
      [
        "scrollDirection": .string(words[0]), "layoutDirection": .string(words[1]),
        "sections": [["engine": .string(engine), "metrics": metrics, "items": .array(items)]],
      ], containerWidth: 300)
  }

  @Test(
    "Where everything visible goes, the anchor is the last cell before it, or the next behind",
    arguments: ["column", "flow", "waterfall", "mosaic"],
    ["vertical ltr", "horizontal ltr", "horizontal rtl"])
  func everythingDeleted(engine: String, direction: String) throws {
    var random = SplitMix64(seed: 9)
    for _ in 0..<6 {
      let before = try list(engine, direction, count: random.int(20...120), &random)
      let cells = before.everyElement()
      for _ in 0..<12 {
        let bounds = AnchorEdgesTests.bounds(
          at: random.one(of: cells).frame, of: before, length: random.one(of: [0, 1, 44.1, 200]),
          inset: .zero, offset: random.one(of: AnchorEdgesTests.offsets), &random)
        let (s, e) = (before.start(bounds), before.end(bounds))
        let visible = cells.filter {
          $0.frame.width > 0 && $0.frame.height > 0 && before.start($0.frame) < e - 0.001
            && before.end($0.frame) > s + 0.001
        }
        let gone = Set(visible.map(\.element.index))
        let rest = cells.filter { !gone.contains($0.element.index) }
        var step = Step()
        step.delete = gone.sorted().map { ItemPath(0, $0)..<ItemPath(0, $0 + 1) }
        var applied = AppliedSteps([cells.count])
        try applied.apply(step)
        // Where the cells are afterwards decides nothing about which one it is.
        let after = try list(engine, direction, count: rest.count, &random)
        let change = LayoutChange(
          before: before.layout, after: after.layout, mapping: applied.mapping)
        let last = rest.lastIndex { before.end($0.frame) <= s + 0.001 }
        let next = rest.firstIndex { before.start($0.frame) >= e - 0.001 }
        for (rule, item) in [(AnchorRule.first, last ?? next), (.end, next ?? last)] {
          var meter = StepMeter(portion: 100_000)
          let found = try change.anchoredBounds(
            bounds, inset: .zero, rule: rule, endThreshold: -1_000_000, meter: &meter)
          #expect(
            found.anchor?.item.item == item, "\(rule) \(bounds) \(before.contentEnd) \(gone)")
        }
      }
    }
  }

  @Test(
    "Bounds that are shorter than both tolerances show the cell that reaches over them",
    arguments: ["column", "flow", "waterfall", "mosaic"], [0, 0.0001, 0.0015, 0.0019])
  func shortBounds(engine: String, height: Double) throws {
    let layout = try Layout.of(
      [
        "engine": .string(engine),
        "metrics": [
          "minimumLineSpacing": 0, "numberOfColumns": 1, "segmentHeight": 50,
          "segments": ["fullWidth"],
        ],
        "sections": [["items": ["count": 20, "width": 300, "height": 50]]],
      ], containerWidth: 300)
    let change = LayoutChange(before: layout, after: layout, mapping: AppliedSteps([20]).mapping)
    for rule in [AnchorRule.first, .end] {
      // In the middle of a cell, and where one ends and the next one starts.
      for (y, item) in [(325.0, 6), (300 - height / 2, rule == .first ? 5 : 6)] {
        var meter = StepMeter(portion: 1_000)
        let found = try change.anchoredBounds(
          Rect(x: 0, y: y, width: 300, height: height), inset: .zero, rule: rule,
          endThreshold: 0, meter: &meter)
        #expect(found.anchor?.item == ItemPath(0, item), "\(rule) \(y)")
      }
    }
  }

  @Test("In uneven columns the next cell behind may start before a lower one, within 0.001")
  func unevenColumns() throws {
    func layout(_ heights: [Double]) throws -> Layout {
      try Layout.of(
        [
          "engine": "waterfall", "metrics": ["minimumLineSpacing": 0],
          "sections": [["items": ["heights": .array(heights.map { .number($0) })]]],
        ], containerWidth: 300)
    }
    var step = Step()
    step.delete = [ItemPath(0, 0)..<ItemPath(0, 2)]
    var applied = AppliedSteps([7])
    try applied.apply(step)
    // Item 2 starts at 100.0005, those behind it, which have no area, at 100.
    let change = LayoutChange(
      before: try layout([100.0005, 100, 50, 0, 0, 0, 0]), after: try layout([50, 0, 0, 0, 0]),
      mapping: applied.mapping)
    var meter = StepMeter(portion: 1_000)
    let found = try change.anchoredBounds(
      Rect(x: 0, y: 50, width: 300, height: 50.0013), inset: .zero, rule: .first, meter: &meter)
    #expect(found.anchor?.item == ItemPath(0, 0) && found.anchor?.edge == .leading)
  }

  @Test("At the end are bounds that were answered as such, to within 0.001")
  func atTheEnd() throws {
    var random = SplitMix64(seed: 3)
    for direction in ["vertical ltr", "horizontal ltr", "horizontal rtl"] {
      for _ in 0..<40 {
        let before = try list("column", direction, count: random.int(60...90), &random)
        let after = try list("column", direction, count: 91, &random)
        var step = Step()
        let count = before.everyElement().count
        step.insert = [ItemPath(0, count)..<ItemPath(0, 91)]
        var applied = AppliedSteps([count])
        try applied.apply(step)
        let change = LayoutChange(
          before: before.layout, after: after.layout, mapping: applied.mapping)
        let inset = EdgeInsets(top: 20.3, left: 34.1, bottom: 34.1, right: 20.3)
        let length = 400.3
        let isHorizontal = AnchorEdgesTests.isHorizontal(before)
        var bounds = Rect(x: 0, y: 0, width: 300, height: length)
        if isHorizontal {
          let place = before.contentEnd + inset.right - length
          let isMirrored = direction.hasSuffix("rtl")
          bounds = Rect(
            x: isMirrored ? -inset.left : place, y: 0, width: length, height: 300)
        } else {
          bounds.y = before.contentEnd + inset.bottom - length
        }
        var meter = StepMeter(portion: 1_000)
        let found = try change.anchoredBounds(
          bounds, inset: inset, rule: .end, endThreshold: 0, meter: &meter)
        #expect(found.anchor == nil, "\(direction) \(bounds)")
      }
    }
  }
}
