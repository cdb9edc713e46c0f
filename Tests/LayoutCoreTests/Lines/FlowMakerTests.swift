import Comparison
import Oracle
import Testing

@testable import LayoutCore

@Suite("Lines of items of several widths, leaf by leaf")
struct FlowMakerTests {
  static func rule(
    _ alignment: LineAlignment = .leading, available: Double = 100, spacing: Double = 0.3,
    lineSpacing: Double = 0.1
  ) -> FlowLineRule {
    FlowLineRule(
      FlowEngine(lineAlignment: alignment, itemAlignment: .center),
      ItemRoom(left: 0, width: available, lineSpacing: lineSpacing, itemSpacing: spacing))
  }

  static func expect(
    _ runs: [ItemRun], available: Double = 100, spacing: Double = 0.3,
    naming: ContentNaming = .tests, _ comment: Comment
  ) {
    let tree = ContentTree(runs, naming: naming)
    if tree.itemCount == 0 { return }
    let rule = rule(available: available, spacing: spacing)
    let widths = runs.flatMap { Array(repeating: $0.width, count: $0.count) }
    let naive = NaiveFlow.brokenLines(widths: widths, available: available, interitem: spacing)
    let lines = Lines(tree, FlowMaker(rule))
    lines.expectNaive(tree, lines: naive, spacing: 0.1, perLine: nil, comment)
    #expect(lines.greatestWidth == widths.max()!, comment)
    // What is remembered of lines of many items.
    for place in lines.blocks {
      for line in 0..<place.block.lineCount {
        let items = place.block.items(ofLine: line, perLine: nil)
        let long = place.block.longLines?[line]
        #expect((long != nil) == (items.count > LongLines.itemsPerCheckpoint), comment)
        guard let long else { continue }
        var x = long.shape.start
        for (offset, item) in items.enumerated() {
          if offset % 256 == 0 {
            #expect(
              place.block.longLines!.checkpoints[long.firstCheckpoint + offset / 256] == x, comment)
          }
          x += widths[place.firstItem + item] + long.shape.gap
        }
      }
    }
  }

  @Test("All short lists of runs of sizes", arguments: seeds(short: 1..<4, all: 1..<5))
  func short(runCount: Int) {
    let sizes = [ItemRun(width: 30, height: 0.7), ItemRun(width: 50, height: 0.1)]
    for code in 0..<(0..<runCount).reduce(1, { product, _ in product * 14 }) {
      var code = code
      var runs: [ItemRun] = []
      for _ in 0..<runCount {
        var run = sizes[code % 2]
        run.count = 1 + code / 2 % 7
        runs.append(run)
        code /= 14
      }
      Self.expect(runs, "\(runs)")
    }
  }

  static func runs(
    _ list: ContentList, _ kind: Int, count: Int, using random: inout SplitMix64
  ) -> [ItemRun] {
    list.runs(count, using: &random).map {
      ItemRun(
        count: min($0.count, [7, 7, 400][kind]),
        width: kind == 1 ? [0, 0.1, 5].randomElement(using: &random)! : $0.height / 4,
        height: $0.height / 10, isEstimated: $0.isEstimated)
    }
  }

  @Test("Random lists of many leaves", arguments: seeds(short: 0..<3, all: 0..<12))
  func random(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for list in ContentList.allCases where list != .none && list != .oneBigRun {
      for kind in 0..<3 {
        let runs = Self.runs(
          list, kind, count: Int.random(in: 100...1500, using: &random), using: &random)
        Self.expect(
          runs, spacing: kind == 1 ? 0 : 0.3,
          naming: seed % 3 == 0 ? ContentNaming(hasher: { EndingHasher() }) : .tests,
          "\(list) \(kind)")
      }
    }
  }

  @Test(
    "Lines after random changes are those from scratch",
    arguments: seeds(short: 0..<5, all: 0..<20))
  func changes(seed: Int) throws {
    for list in ContentList.allCases where list != .oneBigRun {
      for available in [100.0, 7000] {
        try LineChangeTests.expectChanges(
          list, runs: 1500,
          naming: seed % 3 == 0 ? ContentNaming(hasher: { EndingHasher() }) : .tests, seed: seed,
          widthIsHeight: true, "\(list) \(available) \(seed)"
        ) { _ in FlowMaker(Self.rule(.uikit, available: available)) }
      }
    }
  }

  @Test("One line of items without width after random changes is that from scratch")
  func changesWithoutWidth() throws {
    let rule = Self.rule(.uikit, spacing: 0)
    for seed in 0..<10 {
      try LineChangeTests.expectChanges(
        .allSizes, runs: 1500, naming: ContentNaming(hasher: { EndingHasher() }), seed: seed,
        "\(seed)"
      ) { _ in rule.rowMaker(ofWidth: 0) }
    }
    // Where all items stand depends on their number.
    let lists = [700, 701].map { count in
      (0..<count).map { ItemRun(width: 0, height: Double($0 % 7)) }
    }
    let frames = lists.map { runs in
      let tree = ContentTree(runs)
      let lines = Lines(tree, rule.rowMaker(ofWidth: 0))
      #expect(lines.extent == 6)
      var placed = rule
      placed.uniform = UniformLine(
        width: 0, perLine: rule.itemsPerLine(ofWidth: 0, count: runs.count))
      let blocks = LineCells(tree, rule: placed, lines: lines)
      return [699, 350].map {
        blocks.frame(ofItem: $0, origin: 0).frame.x
      }
    }
    let (gap, longerGap) = (100 / 699.0, 100 / 700.0)
    #expect(frames[0] == [699 * gap, 350 * gap])
    #expect(frames[1] == [699 * longerGap, 350 * longerGap])
  }

  @Test("One change lays out few leaves, wherever it is")
  func counts() throws {
    var random = SplitMix64(seed: 7)
    let tree = ContentTree(
      ContentList.allSizes.runs(60_000, using: &random).map {
        ItemRun(width: $0.height / 5, height: 20)
      })
    let maker = FlowMaker(Self.rule(available: 390))
    let lines = Lines(tree, maker)
    for item in [0, 1, 30_000, 59_999] {
      var meter = WorkMeter.unlimited
      for edit in [
        .insert([ItemRun(width: 77, height: 7)], at: item), .delete(item..<item + 1),
        ContentEdit(items: item..<item + 1, replacement: .runs([ItemRun(width: 77, height: 7)])),
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
