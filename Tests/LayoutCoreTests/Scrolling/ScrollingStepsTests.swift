import LayoutCore
import Oracle
import Testing

/// Layouts of hundreds of thousands of things, of which few are near.
@Suite("Questions about scrolling look at what is near")
struct ScrollingStepsTests {
  private static let many = 300_000
  /// More than an answer takes anywhere below, and far less than a look at all.
  private static let stepsMax = 15_000

  private static func section(
    _ engine: any LayoutEngine, _ items: Items, lineSpacing: Double = 0,
    headers: SupplementaryStack = .empty
  ) -> Section {
    Section(
      metrics: SectionMetrics(
        engine: engine, sectionInset: .zero, minimumLineSpacing: lineSpacing,
        minimumInteritemSpacing: 0, sectionSeparator: nil,
        showsSectionSeparatorWhenLastSection: false, cellAppearance: nil),
      items: items, headers: headers, footers: .empty)
  }

  private static let engines: [any LayoutEngine] = [
    FlowEngine(lineAlignment: .leading, itemAlignment: .center),
    ColumnEngine(
      columns: .number(1), cellHeight: .row, separator: nil, showsColumnSeparator: false),
    WaterfallEngine(columns: .number(1), placement: .shortest),
  ]

  /// One item of the container's width.
  private static func one(height: Double = 100, headers: SupplementaryStack = .empty) -> Section {
    section(
      engines[0], Items(count: 1, widths: .uniform(390), heights: .uniform(height)),
      headers: headers)
  }

  /// A section without items of so many points.
  private static func gap(_ extent: Double) -> Section {
    section(
      engines[0], Items(count: 0, widths: .uniform(0), heights: .uniform(0)),
      headers: SupplementaryStack([
        Supplementary(index: 0, extent: extent, isPinning: false, appearance: nil)
      ]))
  }

  private static func items(_ heights: [Double]) -> Items {
    Items(
      count: heights.count,
      // None stands beside another one.
      widths: .explicit(heights.indices.map { 300 + Double($0 % 90) }), heights: .explicit(heights))
  }

  /// The neighbor of an item below it, or above it.
  private func neighbor(
    _ layout: Layout, _ path: ItemPath, _ side: Neighbors.Side, stepsMax: Int = stepsMax
  ) throws -> [Int]? {
    var meter = WorkMeter.unlimited
    let found = try layout.neighbors(of: path, meter: &meter)?[side]?.element
    #expect(meter.units < stepsMax, "\(side)")
    return found.map { [$0.section, $0.index] }
  }

  /// Where bounds of 100 points come to rest near a place.
  private func snapped(_ layout: Layout, _ y: Double) throws -> Double? {
    var meter = WorkMeter.unlimited
    let target = try layout.bounds(
      at: .nearestItem(proposed: Point(x: 0, y: y)),
      from: Rect(x: 0, y: 0, width: 390, height: 100), inset: .zero, meter: &meter)
    #expect(meter.units < Self.stepsMax, "\(y)")
    return target?.bounds.y
  }

  private func cell(_ layout: Layout, _ section: Int, _ item: Int) throws -> Rect {
    let element = Element(kind: .cell, section: section, index: item)
    return try #require(layout.attributes(of: element, bounds: nil, inset: .zero)).frame
  }

  /// Whether bounds of 100 points start so that a cell's centre is theirs.
  private func isCentre(of cell: Rect, _ start: Double?) -> Bool {
    ((start ?? .infinity) + 50 - (cell.y + cell.height / 2)).magnitude < 1e-3
  }

  @Test("Two items with a long stretch between them that has no item")
  func emptyStretch() throws {
    let layout = try Layout.of((Self.one(), 1), (Self.gap(1e12), 1), (Self.one(), 1))
    #expect(try neighbor(layout, ItemPath(0, 0), .down) == [2, 0])
    #expect(try neighbor(layout, ItemPath(2, 0), .up) == [0, 0])
    #expect(try snapped(layout, 4e11) == 0)
    #expect(try snapped(layout, 6e11) == 1e12 + 100)
  }

  @Test("Two items with many sections between them that have none")
  func emptySections() throws {
    let layout = try Layout.of((Self.one(), 1), (Self.gap(1), Self.many), (Self.one(), 1))
    let last = Self.many + 1
    #expect(try neighbor(layout, ItemPath(0, 0), .down) == [last, 0])
    #expect(try neighbor(layout, ItemPath(last, 0), .up) == [0, 0])
    #expect(try snapped(layout, 100_000) == 0)
    #expect(try snapped(layout, 200_000) == Double(Self.many) + 100)
    #expect(try snapped(layout, -1e300) == 0)
    #expect(try snapped(layout, 1e300) == Double(Self.many) + 100)
  }

  @Test("The last of many sections alone has an item, at each of two widths")
  func lastSection() throws {
    let (narrow, wide) = (
      try Layout.of((Self.gap(1), Self.many), (Self.one(), 1)),
      try Layout.of((Self.gap(1), Self.many), (Self.one(), 1), containerWidth: 700)
    )
    #expect(try snapped(narrow, 0) == Double(Self.many))
    let same = try Layout(
      narrow.snapshot, containerWidth: 700,
      sectionLayouts: wide.snapshot.sections.indices.map(wide.sectionLayout))
    var meter = WorkMeter.unlimited
    let bounds = Rect(x: 0, y: 1000, width: 390, height: 100)
    _ = try same.bounds(
      keeping: .first, of: narrow, bounds, previousInset: .zero, in: bounds, inset: .zero,
      meter: &meter)
    #expect(meter.units < Self.stepsMax)
  }

  @Test("Two items with many between them that have no height", arguments: 0..<3)
  func flatItems(engine: Int) throws {
    let heights = [100] + [Double](repeating: 0, count: Self.many) + [100]
    let section = Self.section(Self.engines[engine], Self.items(heights), lineSpacing: 1)
    let layout = try Layout.of((section, 1), (Self.gap(500), 1))
    let last = Self.many + 1
    // Leaves without a height are passed, but the first one and the last one have an item with one.
    let leaf = 60_000
    #expect(try neighbor(layout, ItemPath(0, 0), .down, stepsMax: leaf) == [0, last])
    #expect(try neighbor(layout, ItemPath(0, last), .up, stepsMax: leaf) == [0, 0])
    #expect(try neighbor(layout, ItemPath(0, 1000), .down, stepsMax: leaf) == [0, last])
    #expect(isCentre(of: try cell(layout, 0, last), try snapped(layout, 200_000)))
  }

  @Test("Many small items behind the nearest one", arguments: 0..<3)
  func smallItems(engine: Int) throws {
    var random = SplitMix64(seed: 3)
    let heights = (0..<Self.many).map { _ in Double.random(in: 0.001...0.002, using: &random) }
    let section = Self.section(Self.engines[engine], Self.items(heights))
    let layout = try Layout.of((section, 1), (Self.gap(500), 1), (Self.one(), 1), (section, 1))
    #expect(try neighbor(layout, ItemPath(2, 0), .up) == [0, Self.many - 1])
    #expect(try neighbor(layout, ItemPath(2, 0), .down) == [3, 0])
    #expect(try neighbor(layout, ItemPath(0, Self.many - 1), .down) == [2, 0])
    let end = layout.frame(ofSection: 2)
    #expect(isCentre(of: try cell(layout, 0, Self.many - 1), try snapped(layout, end.y - 320)))
  }

  @Test("A search ends where a window of the tolerance is less than the spacing of doubles")
  func farCells() throws {
    let snapshot = #"""
      {"engine":"flow","sections":[{"metrics":{"minimumInteritemSpacing":0,"minimumLineSpacing":0},
      "items":[{"width":320,"height":1e14},{"count":100,"width":3,"height":10},{"width":300,"height":50}]}]}
      """#
    let layout = try Layout.of(try JSONValue(parsing: snapshot.utf8), containerWidth: 320)
    #expect(try neighbor(layout, ItemPath(0, 101), .up) != nil)
  }

  @Test(
    "Equal cells as near as the nearest are not looked at one by one",
    arguments: [
      #"{"engine":"flow","metrics":{"minimumInteritemSpacing":0},"items":{"count":20000000,"width":1e-5,"height":10}}"#,
      #"{"engine":"column","items":[{"height":50},{"count":40000000,"height":1e-15},{"height":50}]}"#,
      #"{"engine":"waterfall","items":{"count":1000000000,"height":1e-9},"metrics":{"minimumLineSpacing":0}}"#,
      #"{"engine":"mosaic","items":1000000000,"metrics":{"segmentHeight":1e-9}}"#,
    ])
  func equalCells(section: String) throws {
    let list = #"{"engine":"column","items":1}"#
    let layout = try Layout.of(
      try JSONValue(parsing: "{\"sections\":[\(list),\(section),\(list)]}".utf8),
      containerWidth: 320)
    let last = layout.snapshot.sections[1].items.count - 1
    for (path, side) in [
      (ItemPath(0, 0), Neighbors.Side.down), (ItemPath(1, 0), .down), (ItemPath(1, last), .up),
      (ItemPath(1, last / 2), .left), (ItemPath(1, last / 2), .right), (ItemPath(2, 0), .up),
    ] {
      _ = try neighbor(layout, path, side)
    }
    for y in [0.0, 1, 30, 100] { _ = try snapped(layout, y) }
  }

  @Test("An item of ten million points among many small ones", arguments: 0..<2)
  func giant(engine: Int) throws {
    var heights = [Double](repeating: 40, count: Self.many)
    for item in heights.indices { heights[item] += Double(item % 7) }
    heights[Self.many / 2] = 1e7
    let section = Self.section(Self.engines[engine], Self.items(heights))
    let layout = try Layout.of((section, 1))
    let giant = try cell(layout, 0, Self.many / 2)
    #expect(isCentre(of: giant, try snapped(layout, giant.y + 2.6e6)))
    #expect(isCentre(of: giant, try snapped(layout, giant.y + 7.4e6)))
    let before = try cell(layout, 0, Self.many / 2 - 1)
    #expect(isCentre(of: before, try snapped(layout, giant.y + 2.4e6)))
  }

  @Test("Columns by the thousand")
  func manyColumns() throws {
    var random = SplitMix64(seed: 5)
    let heights = (0..<Self.many).map { _ in Double.random(in: 1...90, using: &random) }
    let items = Items(
      count: heights.count, widths: .uniform(ItemRun.number(nil)), heights: .explicit(heights))
    let engine = WaterfallEngine(columns: .number(1000), placement: .shortest)
    let layout = try Layout.of((Self.section(engine, items), 1))
    let below = try #require(try neighbor(layout, ItemPath(0, 0), .down))
    #expect(below[1] >= 1000)
    #expect(try neighbor(layout, ItemPath(0, below[1]), .up) == [0, 0])
    _ = try snapped(layout, 5000)
  }

  @Test("A window looks at what is in sight and ahead of it")
  func window() throws {
    var random = SplitMix64(seed: 6)
    let heights = (0..<Self.many).map { _ in Double.random(in: 20...90, using: &random) }
    let layout = try Layout.of((Self.section(Self.engines[1], Self.items(heights)), 1))
    let height = layout.contentSize.height
    for (y, before) in [(1e6, 1e6 - 40), (1e6, height / 2), (1e6, 1e6 + 3000), (-1e9, 1e15)] {
      for velocity in [Point(x: 0, y: 500), Point(x: 0, y: -500), nil] {
        var meter = WorkMeter.unlimited
        _ = try layout.window(
          ScrollMotion(bounds: Rect(x: 0, y: y, width: 390, height: 800), velocity: velocity),
          previous: ScrollMotion(
            bounds: Rect(x: 0, y: before, width: 390, height: 800),
            velocity: Point(x: 0, y: 300)),
          inset: .zero, prefetch: PrefetchRule(), meter: &meter)
        #expect(meter.units < 1000, "\(y), \(before), \(String(describing: velocity))")
      }
    }
  }
}
