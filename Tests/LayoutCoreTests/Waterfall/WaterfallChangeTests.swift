import Comparison
import Oracle
import Testing

@testable import LayoutCore

@Suite("Waterfalls made from those of another tree")
struct WaterfallChangeTests {
  @Test(
    "After random changes they are those from scratch", arguments: seeds(short: 0..<2, all: 0..<8))
  func random(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for list in ContentList.allCases where list != .oneBigRun && list != .none {
      for placement in Placement.allCases {
        let columns = NaiveWaterfallPlaces.columns([1, 3, 16, 40].randomElement(using: &random)!)
        let naming = seed % 3 == 0 ? ContentNaming(hasher: { EndingHasher() }) : .tests
        let runCount = list == .runs ? 200 : 2400
        var tree = ContentTree(
          WaterfallBlocksTests.runs(list, runCount, using: &random), naming: naming)
        func placed(_ tree: ContentTree, from old: WaterfallBlocks? = nil) -> WaterfallBlocks {
          WaterfallBlocks(
            tree, columns: columns, lineSpacing: 0.1, placement: placement, from: old)
        }
        var blocks = placed(tree)
        for _ in 0..<4 {
          let edits = SpliceTests.edits(
            list, itemCount: tree.itemCount, of: Int.random(in: 1...2, using: &random),
            using: &random)
          var meter = WorkMeter.unlimited
          let changed = try tree.spliced(edits, naming: naming, meter: &meter)
          guard changed.itemCount > 0 && changed.itemCount < 20_000 else { continue }
          let derived = placed(changed, from: blocks)
          #expect(derived.isSame(as: placed(changed)))
          (tree, blocks) = (changed, derived)
        }
        NaiveWaterfallPlaces(
          tree.leafRuns.joined().flatMap { Array(repeating: $0, count: $0.count) }, columns,
          lineSpacing: 0.1, placement: placement
        ).expectSame(blocks, "\(list) \(seed)", queryCount: 4, using: &random)
      }
    }
  }

  @Test("Leaves before a change stay, and those behind are placed anew")
  func counts() throws {
    var random = SplitMix64(seed: 7)
    let tree = ContentTree(
      ContentList.allSizes.runs(20_000, using: &random).map {
        ItemRun(width: -1, height: $0.height)
      })
    let columns = NaiveWaterfallPlaces.columns(4)
    let blocks = WaterfallBlocks(tree, columns: columns, lineSpacing: 1, placement: .shortest)
    #expect(blocks.blocks.count > 10)
    for item in [0, 1, 10_000, 19_999, 20_000] {
      var meter = WorkMeter.unlimited
      let changed = try tree.spliced(
        [.insert([ItemRun(width: -1, height: 7)], at: item)], naming: .tests, meter: &meter)
      let derived = WaterfallBlocks(
        changed, columns: columns, lineSpacing: 1, placement: .shortest, from: blocks)
      // A leaf may end differently when what follows it changes.
      let same = tree.leaf(ofItem: max(0, item - 20)).items.lowerBound
      let before = blocks.blocks.count { $0.endItem <= same }
      #expect(derived.newBlockCount(beside: blocks) <= derived.blocks.count - before)
    }
    let same = WaterfallBlocks(
      tree, columns: columns, lineSpacing: 1, placement: .shortest, from: blocks)
    #expect(same.newBlockCount(beside: blocks) == 0)
    // Other columns, another spacing, another placement: nothing stays.
    for (number, spacing, placement): (Int, Double, Placement) in [
      (5, 1, .shortest), (4, 2, .shortest), (4, 1, .leftToRight),
    ] {
      let other = WaterfallBlocks(
        tree, columns: NaiveWaterfallPlaces.columns(number), lineSpacing: spacing,
        placement: placement, from: blocks)
      #expect(other.newBlockCount(beside: blocks) == other.blocks.count)
    }
  }

  @Test("Trees begin alike as far as their leaves are the same objects", arguments: 0..<10)
  func commonStart(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let naming = seed % 2 == 0 ? ContentNaming(hasher: { EndingHasher() }) : .tests
    let tree = ContentTree(ContentList.allSizes.runs(6000, using: &random), naming: naming)
    for _ in 0..<20 {
      let edits = SpliceTests.edits(
        .allSizes, itemCount: tree.itemCount, of: Int.random(in: 1...2, using: &random),
        using: &random)
      var meter = WorkMeter.unlimited
      let changed = try tree.spliced(edits, naming: naming, meter: &meter)
      let common = zip(tree.leaves(), changed.leaves()).prefix { $0.leaf === $1.leaf }
      #expect(tree.commonStart(with: changed).leaves == common.map(\.0).count)
      #expect(
        changed.commonStart(with: tree).items
          == common.reduce(0) { $0 + $1.0.leaf.itemCount })
    }
  }
}
