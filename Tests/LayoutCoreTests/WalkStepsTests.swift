import LayoutCore
import Oracle
import Testing

/// Snapshots with queries that visit much and find little.
@Suite("A query takes no more steps than its answers and what it crosses")
struct WalkStepsTests {
  private static let million = 1_000_000

  private static func section(
    _ engine: any LayoutEngine, items: Items, lineSpacing: Double = 0,
    headers: SupplementaryStack = .empty, footers: SupplementaryStack = .empty,
    sectionSeparator: SeparatorStyle? = nil
  ) -> Section {
    let metrics = SectionMetrics(
      engine: engine, sectionInset: .zero, minimumLineSpacing: lineSpacing,
      minimumInteritemSpacing: 0, sectionSeparator: sectionSeparator,
      showsSectionSeparatorWhenLastSection: false, cellAppearance: nil)
    return Section(metrics: metrics, items: items, headers: headers, footers: footers)
  }

  private static let flow = FlowEngine(lineAlignment: .leading, itemAlignment: .center)
  private static let separator = SeparatorStyle(
    color: "grey", left: 0, right: 0, thickness: 0.5)

  private static func rows(columns: Int, _ cellHeight: CellHeight) -> ColumnEngine {
    ColumnEngine(
      columns: .number(columns), cellHeight: cellHeight, separator: separator,
      showsColumnSeparator: true)
  }

  private static func items(_ heights: [Double], width: Double = 0) -> Items {
    Items(count: heights.count, widths: .uniform(width), heights: .explicit(heights))
  }

  private static let noItems = Items(count: 0, widths: .uniform(0), heights: .uniform(0))

  private static func heights(_ count: Int, seed: UInt64 = 1) -> [Double] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in Double.random(in: 1...90, using: &random) }
  }

  // MARK: Waterfalls

  private func waterfall(
    _ placement: Placement, columns: Int, _ heights: [Double], lineSpacing: Double = 1
  ) throws -> Layout {
    let engine = WaterfallEngine(columns: .number(columns), placement: placement)
    return try Layout.of(
      (
        WalkStepsTests.section(
          engine, items: WalkStepsTests.items(heights, width: ItemRun.number(nil)),
          lineSpacing: lineSpacing), 1
      ))
  }

  @Test("A waterfall of ten thousand columns", arguments: Placement.allCases)
  func manyColumns(placement: Placement) throws {
    let columns = 10_000
    let heights = (0..<WalkStepsTests.million).map { 44 + Double($0 % 97) / 97 }
    let layout = try waterfall(placement, columns: columns, heights)
    func share(_ start: Double, _ extent: Double, of whole: Double) -> Double {
      max(0, min(whole, start + extent) - max(0, start)) / whole
    }
    layout.expectStepBound("\(placement)") { rect in
      let crossed = share(rect.x, rect.width, of: layout.containerWidth) * Double(columns)
      if crossed == 0 { return 0 }
      // Items of all columns are read together: the blocks that the rectangle crosses, and two more. The columns are
      // almost equally long. A block has four items for each column in two groups, and 16 items or lengths cost a step.
      let height = layout.contentSize.height
      let blocks = share(rect.y, rect.height, of: height) * Double(heights.count / columns / 4) + 2
      let read = Int(blocks * Double((4 + 2) * columns / 16))
      return Int(crossed) + 2 + read / StepBound.stepsPerThing
    }
  }

  @Test(
    "One item ten million points high before a million small ones in a waterfall",
    arguments: Placement.allCases)
  func giant(placement: Placement) throws {
    let heights = [1e7] + WalkStepsTests.heights(WalkStepsTests.million - 1)
    try waterfall(placement, columns: 4, heights).expectStepBound("\(placement)") { _ in 4 }
  }

  @Test(
    "Items of a waterfall of which few have a height",
    arguments: Placement.allCases, [0.0, 1])
  func flatItems(placement: Placement, lineSpacing: Double) throws {
    var heights = [Double](repeating: 0, count: 200_000)
    for item in stride(from: 7, to: heights.count, by: 9973) { heights[item] = 5 }
    let layout = try waterfall(placement, columns: 3, heights, lineSpacing: lineSpacing)
    // A block of up to 2047 items is read for each one with a height, 16 items for a step.
    layout.expectStepBound("\(placement)") { 3 + 32 * (layout.walk(in: $0).answers + 1) }
    let everything = Rect(x: 0, y: 0, width: 390, height: layout.contentSize.height)
    #expect(layout.walk(in: everything).answers == heights.count { $0 > 0 })
  }

  // MARK: Lines, rows and segments

  @Test("Items by the hundred thousand in one line, with and without a width", arguments: 0..<3)
  func giantLine(widths: Int) throws {
    let count = 200_000
    let extents: [Extents] = [
      .uniform(0), .explicit((0..<count).map { $0 % 3 == 0 ? 0 : 1e-4 }), .uniform(1e-5),
    ]
    let heights = (0..<count).map { Double($0 % 7) }
    let items = Items(count: count, widths: extents[widths], heights: .explicit(heights))
    let layout = try Layout.of((WalkStepsTests.section(WalkStepsTests.flow, items: items), 1))
    #expect(layout.contentSize.height == 6)
    layout.expectStepBound("\(widths)", rounds: 12) { rect in
      rect.y < 6 && rect.y + rect.height > 0 ? count : 0
    }
    // A piece of it is searched, not walked to; items of no width all stand in one place.
    guard widths > 0 else { return }
    let walk = layout.walk(in: Rect(x: 1, y: 0, width: 0.01, height: 9))
    #expect(walk.answers > 0 && walk.steps < 5 * walk.answers + 1000, "\(walk)")
  }

  @Test("A tall line or row before half a million others", arguments: 0..<3)
  func tallLine(engine: Int) throws {
    let heights = [1e7] + WalkStepsTests.heights(500_000)
    let engines: [any LayoutEngine] = [
      WalkStepsTests.flow, WalkStepsTests.rows(columns: 3, .row),
      WalkStepsTests.rows(columns: 3, .natural),
    ]
    let section = WalkStepsTests.section(
      engines[engine], items: WalkStepsTests.items(heights, width: 100))
    let layout = try Layout.of((section, 1))
    // Three items to a line and to a row.
    var bottoms: [Double] = []
    for line in stride(from: 0, to: heights.count, by: 3) {
      bottoms.append((bottoms.last ?? 0) + heights[line..<min(line + 3, heights.count)].max()!)
    }
    func lines(above y: Double) -> Int {
      var (lower, upper) = (0, bottoms.count)
      while lower < upper {
        let middle = (lower + upper) / 2
        if bottoms[middle] > y { upper = middle } else { lower = middle + 1 }
      }
      return lower
    }
    layout.expectStepBound("\(engine)") { rect in
      3 * (lines(above: rect.y + rect.height) - lines(above: rect.y) + 1)
    }
  }

  @Test("Rows of ten thousand columns")
  func giantRows() throws {
    let section = WalkStepsTests.section(
      WalkStepsTests.rows(columns: 10_000, .natural),
      items: WalkStepsTests.items((0..<100_000).map { Double($0 % 7) }))
    let layout = try Layout.of((section, 1))
    #expect(layout.contentSize.height == 60)
    layout.expectStepBound("rows", rounds: 20) { rect in
      let crossed = (0..<10).count { row in
        let top = Double(row) * 6
        return rect.y < top + 6 && rect.y + rect.height > top
      }
      return 10_000 * crossed
    }
    // One cell, whose row alone is visited.
    #expect(layout.walk(in: Rect(x: 200, y: 3, width: 1e-3, height: 1e-3)).steps < 50_000)
  }

  @Test("A billion segments of which the rectangle meets only items without a height")
  func flatSlots() throws {
    let mosaic = MosaicEngine(
      segmentHeight: 10, leading: StyleSequence([]), cycle: StyleSequence([.twoThirdsOneThird]))
    let items = Items(count: 3_000_000_000, widths: .uniform(0), heights: .uniform(0))
    // Two stacked items with the line spacing between them have no room in a segment.
    let section = WalkStepsTests.section(mosaic, items: items, lineSpacing: 10)
    let layout = try Layout.of((section, 1))
    var meter = WorkMeter(portion: 100)
    try layout.visitElements(in: Rect(x: 300, y: 0, width: 50, height: 1e12), meter: &meter) { _ in
      Issue.record("an item without a height was found")
      return false
    }
    layout.expectStepBound("segments") { _ in 0 }
  }

  // MARK: Sections

  /// A million sections, all alike, between two with rows.
  private func million(_ section: Section) throws -> Layout {
    let rows = WalkStepsTests.section(
      WalkStepsTests.rows(columns: 1, .row),
      items: Items(count: 100, widths: .uniform(0), heights: .uniform(44)))
    return try Layout.of((rows, 1), (section, WalkStepsTests.million), (rows, 1))
  }

  @Test(
    "A million sections at one y, without items or with one that has no height", arguments: 0...1)
  func emptySections(itemCount: Int) throws {
    let section = WalkStepsTests.section(
      WalkStepsTests.flow,
      items: Items(count: itemCount, widths: .uniform(50), heights: .uniform(0)),
      sectionSeparator: WalkStepsTests.separator)
    let layout = try million(section)
    #expect(layout.contentSize.height == 8800)
    // The two with rows.
    layout.expectStepBound("\(itemCount)") { _ in 2 }
    #expect(layout.walk(in: Rect(x: 0, y: 4390, width: 390, height: 20)).answers == 2 + itemCount)
    #expect(layout.walk(in: Rect(x: 400, y: 4390, width: 390, height: 20)).steps < 50)
  }

  private static func header(_ index: Int, isPinning: Bool) -> Supplementary {
    Supplementary(
      index: index, extent: 1 + Double(index % 3), isPinning: isPinning, appearance: nil)
  }

  @Test("A million headers, one for each section", arguments: [true, false])
  func oneHeaderEach(isPinning: Bool) throws {
    let header = SupplementaryStack([WalkStepsTests.header(0, isPinning: isPinning)])
    let layout = try million(
      WalkStepsTests.section(
        WalkStepsTests.flow, items: WalkStepsTests.noItems, headers: header))
    layout.expectStepBound("\(isPinning)") { rect in
      let isBeside = rect.x >= layout.containerWidth || rect.x + rect.width <= 0
      guard isBeside && !isPinning else { return 3 }
      // Without an answer every section is crossed; each is a point high.
      let crossed = min(1_004_400, rect.y + rect.height) - max(4400, rect.y)
      return Int(max(0, crossed)) + 4
    }
  }

  @Test("A million headers and footers in one stack, and above all", arguments: [true, false])
  func oneStack(isPinning: Bool) throws {
    let stack = SupplementaryStack(
      (0..<WalkStepsTests.million).map { WalkStepsTests.header($0, isPinning: isPinning) })
    let section = WalkStepsTests.section(
      WalkStepsTests.flow, items: WalkStepsTests.noItems, headers: stack, footers: stack)
    for layout in [
      try Layout.of((section, 1)), try Layout.of((section, 1), globalHeaders: stack),
    ] {
      layout.expectStepBound("\(isPinning)") { _ in 1 }
    }
  }

  @Test("A million global headers that wait, or wait, pin and rest in turn", arguments: 1...3)
  func waitingHeaders(sortCount: Int) throws {
    let stack = SupplementaryStack(
      (0..<WalkStepsTests.million).map {
        Supplementary(
          index: $0, extent: 1 + Double($0 % 4), isPinning: $0 % sortCount == 1,
          isWaiting: $0 % sortCount == 0, appearance: nil)
      })
    let section = WalkStepsTests.section(WalkStepsTests.flow, items: WalkStepsTests.noItems)
    try Layout.of((section, 1), globalHeaders: stack).expectStepBound("\(sortCount)") { _ in 1 }
  }
}
