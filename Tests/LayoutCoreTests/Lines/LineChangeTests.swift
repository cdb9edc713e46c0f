import Comparison
import Oracle
import Testing

@testable import LayoutCore

extension Lines {
  /// Whether both say the same, to the last bit.
  func isSame(as other: Lines) -> Bool {
    extent == other.extent && greatestWidth == other.greatestWidth
      && blocks.elementsEqual(other.blocks) {
        $0.base == $1.base && $0.firstItem == $1.firstItem && $0.block.isSame(as: $1.block)
      }
      && nodes.all.elementsEqual(other.nodes.all) {
        $0.start == $1.start && $0.nextStart == $1.nextStart && $0.pitch == $1.pitch
          && $0.lineCount == $1.lineCount && $0.isFlat == $1.isFlat
      }
  }
}

extension LineBlock {
  func isSame(as other: LineBlock) -> Bool {
    leaf.digest == other.leaf.digest && start == other.start && end == other.end
      && lineCount == other.lineCount && pitch == other.pitch && lastExtent == other.lastExtent
      && greatestWidth == other.greatestWidth && tops == other.tops
      && spacing == other.spacing && firstItems == other.firstItems
      && longLines?.checkpoints == other.longLines?.checkpoints
      && longLines?.lines.count == other.longLines?.lines.count
  }
}

extension Leaf {
  fileprivate var hasWidthsUnlikeHeights: Bool {
    (0..<runCount).contains { self[$0].width != self[$0].height / 4 }
  }
}

@Suite("Lines made from those of another tree")
struct LineChangeTests {
  /// Makes changes one after the other, and compares each layout with one from scratch.
  static func expectChanges(
    _ list: ContentList, runs: Int, naming: ContentNaming = .tests, editCount: Int = 8, seed: Int,
    widthIsHeight: Bool = false, _ comment: Comment, maker: (ContentTree) -> some LineMaker
  ) throws {
    var random = SplitMix64(seed: UInt64(seed))
    func sized(_ run: ItemRun) -> ItemRun {
      var run = run
      if widthIsHeight { run.width = run.height / 4 }
      return run
    }
    var tree = ContentTree(small(list.runs(runs, using: &random)).map(sized), naming: naming)
    if tree.itemCount == 0 { return }
    var lines = Lines(tree, maker(tree))
    for _ in 0..<editCount {
      let edits = SpliceTests.edits(
        list, itemCount: tree.itemCount, of: Int.random(in: 1...4, using: &random), using: &random)
      var meter = WorkMeter.unlimited
      var changed = try tree.spliced(edits, naming: naming, meter: &meter)
      if widthIsHeight {
        // What was put in has its width now; other leaves stay the objects they are.
        for place in changed.leaves() where place.leaf.hasWidthsUnlikeHeights {
          let edit = ContentEdit(items: place.items, replacement: .changed(sized))
          changed = try changed.spliced([edit], naming: naming, meter: &meter)
        }
      }
      guard changed.itemCount > 0 && changed.itemCount < 1_000_000 else { continue }
      var count = 0
      let derived = Lines(changed, maker(changed), from: tree, lines, blockCount: &count)
      #expect(derived.isSame(as: Lines(changed, maker(changed))), comment)
      #expect(count <= changed.leafCount)
      (tree, lines) = (changed, derived)
    }
  }

  static func small(_ runs: [ItemRun]) -> [ItemRun] {
    runs.map {
      var run = $0
      run.count = min(run.count, 7)
      return run
    }
  }

  @Test(
    "Rows after random changes are those from scratch",
    arguments: seeds(short: 0..<5, all: 0..<20))
  func rows(seed: Int) throws {
    for list in ContentList.allCases where list != .oneBigRun {
      for perLine in [1, 2, 3, 300, 1 << 40] {
        try LineChangeTests.expectChanges(
          list, runs: 1500,
          naming: seed % 3 == 0 ? ContentNaming(hasher: { EndingHasher() }) : .tests,
          seed: seed, "\(list) \(perLine) \(seed)"
        ) { _ in RowMaker(perLine: perLine, spacing: 0.1) }
      }
    }
  }

  @Test("Changes of a list of many nodes are those from scratch", arguments: [1, 3])
  func manyNodes(perLine: Int) throws {
    for seed in 0..<3 {
      try LineChangeTests.expectChanges(
        .allSizes, runs: 40_000, naming: ContentNaming(hasher: { EndingHasher() }), editCount: 20,
        seed: seed, "\(perLine) \(seed)"
      ) { _ in RowMaker(perLine: perLine, spacing: 0.1) }
    }
  }

  @Test("One change lays out few leaves, wherever it is")
  func counts() throws {
    var random = SplitMix64(seed: 7)
    let tree = ContentTree(ContentList.allSizes.runs(60_000, using: &random))
    let maker = RowMaker(perLine: 1, spacing: 0.1)
    let lines = Lines(tree, maker)
    let three = RowMaker(perLine: 3, spacing: 0.1)
    let rows = Lines(tree, three)
    for item in [0, 1, 30_000, 59_999] {
      var meter = WorkMeter.unlimited
      let longer = try tree.spliced(
        [.insert([ItemRun(width: 0, height: 7)], at: item)], naming: .tests, meter: &meter)
      let resized = try tree.spliced(
        [ContentEdit(items: item..<item + 1, replacement: .runs([ItemRun(width: 0, height: 7)]))],
        naming: .tests, meter: &meter)
      var count = 0
      _ = Lines(longer, maker, from: tree, lines, blockCount: &count)
      #expect(count <= 4)
      count = 0
      _ = Lines(resized, three, from: tree, rows, blockCount: &count)
      #expect(count <= 4)
      // Three items more: the rows behind are those from before.
      let three3 = try tree.spliced(
        [.insert((1...3).map { ItemRun(width: 0, height: Double($0)) }, at: item)],
        naming: .tests, meter: &meter)
      count = 0
      _ = Lines(three3, three, from: tree, rows, blockCount: &count)
      #expect(count <= 4)
    }
    var count = 0
    _ = Lines(tree, maker, from: tree, lines, blockCount: &count)
    #expect(count == 0)
  }

  @Test("Rows that start where they started before are those of a tree before")
  func starts() throws {
    var random = SplitMix64(seed: 8)
    var tree = ContentTree(ContentList.allSizes.runs(60_000, using: &random))
    let maker = RowMaker(perLine: 3, spacing: 0.1)
    var lines = Lines(tree, maker)
    for change in 1...8 {
      var meter = WorkMeter.unlimited
      let item = 30_000 + 500 * (change % 3)
      let longer = try tree.spliced(
        [.insert([ItemRun(width: 0, height: Double(change))], at: item)], naming: .tests,
        meter: &meter)
      var count = 0
      let derived = Lines(longer, maker, from: tree, lines, blockCount: &count)
      #expect(derived.isSame(as: Lines(longer, maker)))
      #expect(change < 3 ? count > 50 : count <= 12, "\(change): \(count)")
      #expect(derived.formers.count <= maker.formerCount)
      (tree, lines) = (longer, derived)
    }
  }
}
