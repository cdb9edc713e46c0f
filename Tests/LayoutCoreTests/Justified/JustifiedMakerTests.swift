import Comparison
import Oracle
import Testing

@testable import LayoutCore

@Suite("Rows of pictures, leaf by leaf")
struct JustifiedMakerTests {
  static func rule(
    _ alignment: LineAlignment = .leading, target: Double = 40, available: Double = 100,
    spacing: Double = 0.3
  ) -> JustifiedRule {
    JustifiedRule(
      JustifiedEngine(targetRowHeight: target, lineAlignment: alignment),
      ItemRoom(left: 0, width: available, lineSpacing: 0.1, itemSpacing: spacing))
  }

  private static func naive(
    _ runs: [ItemRun], target: Double, available: Double, spacing: Double
  ) -> NaiveJustified {
    NaiveJustified(
      sizes: runs.flatMap { run in
        Array(repeating: (width: run.width, height: run.height), count: run.count)
      },
      metrics: [
        "targetRowHeight": .number(target), "minimumInteritemSpacing": .number(spacing),
      ], available: available)
  }

  static func expect(
    _ runs: [ItemRun], target: Double = 40, available: Double = 100, spacing: Double = 0.3,
    naming: ContentNaming = .tests, _ comment: Comment
  ) {
    let tree = ContentTree(runs, naming: naming)
    let rows = naive(runs, target: target, available: available, spacing: spacing)
    // Equal items are laid out by arithmetic.
    if tree.itemCount == 0 || rows.areEqual { return }
    let rule = rule(target: target, available: available, spacing: spacing)
    let lines = Lines(tree, JustifiedMaker(rule))
    var next = 0
    for place in lines.blocks {
      for line in 0..<place.block.lineCount {
        let items = place.block.items(ofLine: line, perLine: nil)
        let row = rows.rows[next]
        next += 1
        #expect(
          place.firstItem + items.lowerBound..<place.firstItem + items.upperBound == row.items,
          comment)
        #expect(place.block.knownExtent(ofLine: line) == row.height, comment)
        let long = place.block.longLines?[line]
        #expect((long != nil) == (items.count > LongLines.itemsPerCheckpoint), comment)
      }
    }
    #expect(next == rows.rows.count, comment)
    #expect(lines.lineCount == rows.rows.count)
  }

  @Test("All short lists of runs of sizes", arguments: seeds(short: 1..<4, all: 1..<5))
  func short(runCount: Int) {
    let sizes = [ItemRun(width: 30, height: 20), ItemRun(width: 5, height: 11)]
    for code in 0..<(0..<runCount).reduce(1, { product, _ in product * 18 }) {
      var code = code
      var runs: [ItemRun] = []
      for _ in 0..<runCount {
        var run = sizes[code % 2]
        run.count = 1 + code / 2 % 9
        runs.append(run)
        code /= 18
      }
      Self.expect(runs, "\(runs.map(\.count))")
    }
  }

  @Test("Random lists", arguments: seeds(short: 0..<20, all: 0..<100))
  func random(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for list in ContentList.allCases where list != .oneBigRun {
      let runs = LineChangeTests.small(list.runs(2000, using: &random)).map {
        var run = $0
        run.width = random.one(of: [0, 1, run.height, 2 * run.height, 300])
        return run
      }
      for target in [0.5, 40, 7000] {
        Self.expect(
          runs, target: target, available: random.one(of: [0, 100, 390]),
          spacing: random.one(of: [0, 0.3, 60]),
          naming: seed % 3 == 0 ? ContentNaming(hasher: { EndingHasher() }) : .tests,
          "\(list) \(target) \(seed)")
      }
    }
  }

  @Test("Runs of many items, and ratios beyond all bounds")
  func extremes() {
    let tiny = ItemRun(width: 1e-300, height: 1e10)
    let huge = ItemRun(width: 1e10, height: 1e-300)
    func run(_ count: Int, _ width: Double) -> ItemRun {
      ItemRun(count: count, width: width, height: 10)
    }
    for runs in [
      [run(100_000, 10), run(1, 11)], [run(1, 11), run(100_000, 0.001), run(70_000, 12)],
      [run(3, 10), run(2, 3000), run(90_000, 0.01)], [tiny, huge, tiny, tiny, huge, huge, tiny],
      [ItemRun(width: 0, height: 5), ItemRun(width: 5, height: 0), ItemRun(width: 0, height: 0)],
    ] {
      Self.expect(runs, "\(runs.map(\.count))")
    }
  }

  @Test(
    "Rows after random changes are those from scratch",
    arguments: seeds(short: 0..<5, all: 0..<20))
  func changes(seed: Int) throws {
    for list in ContentList.allCases where list != .oneBigRun {
      for alignment in [LineAlignment.leading, .center, .justify] {
        try LineChangeTests.expectChanges(
          list, runs: 1500,
          naming: seed % 3 == 0 ? ContentNaming(hasher: { EndingHasher() }) : .tests, seed: seed,
          "\(list) \(alignment) \(seed)"
        ) { _ in JustifiedMaker(Self.rule(alignment)) }
      }
    }
  }

  @Test("One change lays out few leaves, wherever it is")
  func counts() throws {
    var random = SplitMix64(seed: 7)
    let tree = ContentTree(
      (0..<100_000).map { _ in
        ItemRun(width: Double.random(in: 40...160, using: &random).rounded(), height: 100)
      })
    let maker = JustifiedMaker(Self.rule(target: 120, available: 390))
    let lines = Lines(tree, maker)
    for item in [0, 1, 30_000, 99_999] {
      var meter = WorkMeter.unlimited
      for edit in [
        .insert([ItemRun(width: 77, height: 100)], at: item), .delete(item..<item + 1),
        ContentEdit(items: item..<item + 1, replacement: .runs([ItemRun(width: 77, height: 100)])),
        .insert([ItemRun(width: 77, height: 100)], at: 100_000),
      ] {
        let changed = try tree.spliced([edit], naming: .tests, meter: &meter)
        var count = 0
        let derived = Lines(changed, maker, from: tree, lines, blockCount: &count)
        #expect(count <= 6)
        #expect(derived.isSame(as: Lines(changed, maker)))
      }
    }
  }
}
