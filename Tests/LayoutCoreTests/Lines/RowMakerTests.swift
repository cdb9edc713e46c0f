import Comparison
import Oracle
import Testing

@testable import LayoutCore

@Suite("Rows of equally many items, leaf by leaf")
struct RowMakerTests {
  private func expect(
    _ runs: [ItemRun], perLine: Int, spacing: Double, naming: ContentNaming = .tests,
    _ comment: Comment
  ) {
    let tree = ContentTree(runs, naming: naming)
    guard tree.itemCount > 0 else { return }
    Lines(tree, RowMaker(perLine: perLine, spacing: spacing)).expectNaive(
      tree, lines: NaiveFlow.linesOf(perLine, count: tree.itemCount), spacing: spacing,
      perLine: perLine, comment)
  }

  @Test("All short lists of runs of two heights", arguments: seeds(short: 1..<4, all: 1..<5))
  func short(runCount: Int) {
    // Each run has 1 to 4 items of one of two heights.
    for code in 0..<(0..<runCount).reduce(1, { product, _ in product * 8 }) {
      var code = code
      var runs: [ItemRun] = []
      for _ in 0..<runCount {
        runs.append(
          ItemRun(count: 1 + code % 4, width: 0, height: code % 8 < 4 ? 0.1 : 0.7))
        code /= 8
      }
      for perLine in 1...4 { expect(runs, perLine: perLine, spacing: 0.3, "\(runs)") }
    }
  }

  @Test("Random lists of many leaves", arguments: seeds(short: 0..<3, all: 0..<12))
  func random(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for list in ContentList.allCases where list != .none && list != .oneBigRun {
      var runs = list.runs(Int.random(in: 100...3000, using: &random), using: &random)
      for place in runs.indices { runs[place].count = min(runs[place].count, 7) }
      for perLine in [1, 2, 3, 4, 5, 7, 1000] {
        expect(runs, perLine: perLine, spacing: 0.1, "\(list) \(perLine)")
      }
    }
  }

  @Test("Many leaves under many nodes", arguments: [1, 2, 3, 40, 5000])
  func deep(perLine: Int) {
    let runs = ContentList.ground(6000, cuts: true).map {
      ItemRun(width: 0, height: $0.height / 10)
    }
    expect(
      runs, perLine: perLine, spacing: 0.1,
      naming: ContentNaming(hasher: { EndingHasher() }), "\(perLine)")
    expect(ContentList.ground(6000, cuts: true), perLine: perLine, spacing: 0.1, "\(perLine)")
  }

  @Test("Rows of a few items of their own sizes keep every fourth top", arguments: [1, 3, 4, 5])
  func samples(perLine: Int) {
    var random = SplitMix64(seed: 4)
    let tree = ContentTree(ContentList.allSizes.runs(9000, using: &random))
    for place in Lines(tree, RowMaker(perLine: perLine, spacing: 0.1)).blocks {
      let block = place.block
      guard case .sampled(let samples) = block.tops else {
        #expect(perLine == 5 || !block.leaf.isItemByItem)
        continue
      }
      #expect(samples.tops.count == (block.lineCount + 3) / 4)
    }
  }

  @Test("A thousand million equal items cost nothing")
  func huge() {
    let runs = [
      ItemRun(width: 0, height: 3), ItemRun(count: 1_000_000_000, width: 0, height: 44),
      ItemRun(count: 1_000_000_001, width: 0, height: 5),
    ]
    let tree = ContentTree(runs)
    for perLine in [1, 3, 1_500_000_000] {
      let lines = Lines(tree, RowMaker(perLine: perLine, spacing: 1))
      let block = lines.blocks[0].block
      #expect(block.lineCount == (2_000_000_002 - 1) / perLine + 1)
      #expect(block.byteCount < 1000)
      let last = lines.block(ofItem: 2_000_000_001)
      #expect(last.firstItem == 0)
      if perLine == 1 {
        #expect(last.top(ofLine: 2_000_000_001) == 4 + 45e9 + 6e9)
        #expect(lines.extent == 4 + 45e9 + 6e9 + 5)
        #expect(block.line(endingBehind: 4.5) == 1)
        #expect(block.line(endingBehind: 4 + 45e9 - 1) == 1_000_000_000)
        #expect(block.line(ofItem: 77, perLine: 1) == 77)
      }
    }
  }
}
