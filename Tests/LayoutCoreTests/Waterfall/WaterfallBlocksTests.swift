import Oracle
import Testing

@testable import LayoutCore

@Suite("Waterfalls in blocks")
struct WaterfallBlocksTests {
  private static func items(_ runs: [ItemRun]) -> [ItemRun] {
    runs.flatMap { Array(repeating: ItemRun(width: $0.width, height: $0.height), count: $0.count) }
  }

  /// Compares with places that were found one by one.
  private static func expectSame(
    _ runs: [ItemRun], columns count: Int, lineSpacing: Double, _ placement: Placement,
    queryCount: Int = 12, using random: inout SplitMix64
  ) {
    let columns = NaiveWaterfallPlaces.columns(count)
    NaiveWaterfallPlaces(items(runs), columns, lineSpacing: lineSpacing, placement: placement)
      .expectSame(
        WaterfallBlocks(
          ContentTree(runs), columns: columns, lineSpacing: lineSpacing, placement: placement),
        "\(count) columns, \(lineSpacing), \(placement), \(runs.prefix(6))",
        queryCount: queryCount, using: &random)
  }

  @Test("All short lists of few sizes", arguments: Placement.allCases)
  func short(placement: Placement) {
    var random = SplitMix64(seed: 1)
    let heights = [0, 0.0005, 1, 1.0011]
    for length in 1...5 {
      for number in 0..<1 << (2 * length) {
        let runs = (0..<length).map {
          ItemRun(width: -1, height: heights[number >> (2 * $0) & 3])
        }
        Self.expectSame(
          runs, columns: 1 + number % 3, lineSpacing: Double(number / 3 % 2), placement,
          queryCount: 2, using: &random)
      }
    }
  }

  /// Lists with widths, without, and with runs of a few items.
  static func runs(_ list: ContentList, _ count: Int, using random: inout SplitMix64) -> [ItemRun] {
    list.runs(count, using: &random).map {
      var run = $0
      run.count = min(run.count, 40)
      if list != .bothExtents { run.width = -1 }
      return run
    }
  }

  @Test("Long lists of all sorts", arguments: 0..<6)
  func long(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for list in ContentList.allCases where list != .none && list != .oneBigRun {
      for placement in Placement.allCases {
        let count = [1, 2, 3, 4, 5, 8, 9, 16, 17, 60, 200].randomElement(using: &random)!
        Self.expectSame(
          Self.runs(
            list, Int.random(in: 1...(list == .runs ? 90 : 500), using: &random), using: &random),
          columns: count,
          lineSpacing: [0, 0.125, 10].randomElement(using: &random)!, placement, using: &random)
      }
    }
  }

  @Test("Items without a height, giants, and tiny ones", arguments: 0..<6)
  func tricky(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let kinds: [[Double]] = [
      [0, 0, 0, 0, 0, 7], [0], [1, 2, 3], [1e-4, 2e-4], [5, 5, 5, 5.0005], [0, 1e-4, 30],
    ]
    for heights in kinds {
      var runs = (0..<600).map { _ in
        ItemRun(width: -1, height: heights.randomElement(using: &random)!)
      }
      for place in [0, 1, 300, 599] where Bool.random(using: &random) {
        runs[place].height = 1e5
      }
      for placement in Placement.allCases {
        Self.expectSame(
          runs, columns: [1, 2, 4, 7, 16, 40][(seed + runs.count) % 6],
          lineSpacing: seed % 2 == 0 ? 0 : 2, placement, using: &random)
      }
    }
  }

  @Test("More columns and items in a block than two bytes can number")
  func manyColumns() {
    var random = SplitMix64(seed: 5)
    for count in [11_000, 70_000] {
      let runs = (0..<72_000).map { _ in
        ItemRun(width: -1, height: Double.random(in: 1...9, using: &random))
      }
      let columns = NaiveWaterfallPlaces.columns(count)
      let blocks = WaterfallBlocks(
        ContentTree(runs), columns: columns, lineSpacing: 1, placement: .rightToLeft)
      NaiveWaterfallPlaces(runs, columns, lineSpacing: 1, placement: .rightToLeft)
        .expectSame(blocks, "\(count)", queryCount: 3, using: &random)
      let shortest = WaterfallBlocks(
        ContentTree(runs), columns: columns, lineSpacing: 1, placement: .shortest)
      #expect(shortest.blocks.count == (count == 11_000 ? 2 : 1))
      #expect(
        (0..<count).allSatisfy {
          shortest.blocks[0].place(ofItem: $0, spacing: 1, stride: 1).column == $0
        })
    }
  }

  @Test("Runs of many items, which one leaf has", arguments: Placement.allCases)
  func longRuns(placement: Placement) {
    var random = SplitMix64(seed: 6)
    let runs = (0..<3).flatMap { _ in
      [
        ItemRun(count: 9000, width: -1, height: Double.random(in: 1...9, using: &random)),
        ItemRun(count: 2, width: -1, height: 70),
      ]
    }
    let tree = ContentTree(runs)
    #expect(tree.leafCount == 1)
    Self.expectSame(runs, columns: 3, lineSpacing: 1, placement, using: &random)
    let blocks = WaterfallBlocks(
      tree, columns: NaiveWaterfallPlaces.columns(3), lineSpacing: 1, placement: placement)
    #expect(blocks.blocks.allSatisfy { $0.itemCount <= 2 * 1024 })
  }

  /// Items that are many, and queries that meet few of them.
  @Test("Few steps are taken where little is found", arguments: Placement.allCases, 0..<3)
  func steps(placement: Placement, kind: Int) {
    var random = SplitMix64(seed: 8)
    var heights = (0..<60_000).map { _ in Double.random(in: 1...90, using: &random) }
    if kind == 0 { heights[0] = 2e6 }
    if kind > 0 {
      heights = heights.enumerated().map { $0.offset % 2999 == 7 ? 5 : 0 }
    }
    let blocks = WaterfallBlocks(
      ContentTree(heights.map { ItemRun(width: -1, height: $0) }),
      columns: NaiveWaterfallPlaces.columns(4), lineSpacing: kind == 1 ? 0 : 1,
      placement: placement)
    for _ in 0..<100 {
      let scale = [1e-9, 1e-3, 0.3, 2].randomElement(using: &random)!
      let y = Double.random(in: -0.1...1.1, using: &random) * blocks.extent
      let x = Double.random(in: -10...400, using: &random)
      let steps = blocks.steps(
        in: Rect(
          x: x, y: y, width: [1, 900].randomElement(using: &random)!,
          height: scale * blocks.extent))
      // A block of up to 2047 items is read, 16 for a step, for each item with a height if few have, or for a giant.
      let read = 128 * (kind == 0 ? 1 : steps.found + 1)
      #expect(steps.taken <= 4 * (steps.found + 4) + 40 + read)
    }
  }
}

extension WaterfallBlocks {
  /// How many steps a query takes, and how many items it finds.
  fileprivate func steps(in rect: Rect) -> (taken: Int, found: Int) {
    let axis = Axis(
      isHorizontal: false, isMirrored: false, contentExtentAcross: 390, contentExtentAlong: extent)
    var list = ElementList(limit: 1_000_000)
    var meter = WorkMeter.unlimited
    try? ElementSink.append(to: &list, axis) { (sink) throws(WalkInterrupted) in
      try visitItems(
        in: axis.window(rect), origin: 0, from: 0, meter: &meter, into: &sink)
    }
    return (meter.units, list.elements.count)
  }
}
