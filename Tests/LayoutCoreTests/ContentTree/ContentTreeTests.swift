import Comparison
import ContentHash
import Oracle
import Testing

@testable import LayoutCore

@Suite("The content tree: leaves, nodes, names")
struct ContentTreeTests {
  @Test("Every sort of list becomes the tree that the rules say", arguments: ContentList.allCases)
  func rules(list: ContentList) {
    var random = SplitMix64(seed: 1)
    for count in [0, 1, 2, 31, 32, 33, 500, 4095, 4096, 4097, 20_000] {
      let runs = list.runs(count, using: &random)
      ContentTree(runs).expectNaive(runs, "\(list), \(count)")
    }
  }

  @Test("Columns become the tree of their items", arguments: ContentList.allCases)
  func columns(list: ContentList) {
    var random = SplitMix64(seed: 2)
    for count in [0, 1, 2, 100, 4097] + (makesAllCases ? [4096, 9000] : []) {
      var items = list.runs(count, using: &random)
      for place in items.indices { items[place].count = 1 }
      for (widths, heights) in [
        (Extents.explicit(items.map(\.width)), Extents.explicit(items.map(\.height))),
        (.uniform(7), .explicit(items.map(\.height))),
        (.explicit(items.map(\.height)), .uniform(7)),
        (.uniform(7), .uniform(-0.0)),
      ] {
        for isEstimated in [false, true] {
          var builder = ContentTreeBuilder(naming: .tests)
          builder.append(
            count: items.count, widths: widths, heights: heights, isEstimated: isEstimated)
          let expected = items.indices.map {
            ItemRun(width: widths[$0], height: heights[$0], isEstimated: isEstimated)
          }
          builder.finish().expectNaive(expected, "\(list), \(count)")
        }
      }
    }
  }

  @Test("Portions of a list join where they meet")
  func portions() {
    var random = SplitMix64(seed: 3)
    for list in [ContentList.twoSizes, .wholes, .equal, .periodic, .members] {
      for _ in 0..<10 {
        var builder = ContentTreeBuilder(naming: .tests)
        var all: [ItemRun] = []
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          var runs = list.runs(Int.random(in: 0...3000, using: &random), using: &random)
          if Bool.random(using: &random) {
            for place in runs.indices { runs[place].members = nil }
            builder.append(
              count: runs.count, widths: .uniform(0), heights: .explicit(runs.map(\.height)))
          } else {
            for run in runs { builder.append(run) }
          }
          all += runs
        }
        builder.finish().expectNaive(all, "\(list)")
      }
    }
  }

  @Test("Numbers at the borders of the narrow forms are kept exactly")
  func forms() {
    let extents: [[Double]] = [
      [0, 255], [0, 256], [1, 65_535], [1, 65_536], [0.5, 65_536], [-1, 40], [-1, -1], [0.1, 40],
      [-0.0, 0], [-0.0, 1], [0x1p-149, 1], [0x1p-150, 1], [0x1.fffffep127, 1], [0x1p128, 1],
      [1e300, 0],
      [16_777_216, 1.5], [16_777_217, 1], [0x1p53, 0.25],
    ]
    for extents in extents {
      for (first, second) in [(extents[0], extents[1]), (extents[1], extents[0])] {
        let runs = (0..<100).flatMap { _ in
          [ItemRun(width: 3, height: first), ItemRun(width: second, height: second)]
        }
        ContentTree(runs).expectNaive(runs, "\(extents)")
      }
    }
    for probes in extents + [[-1000, -0.5], [-3, 1], [2, 1], [1, 1]] {
      for runsOfOne in [1, 300] {
        let runs = (0..<1000).map {
          ItemRun(width: 3, height: Double($0), members: .probe(probes[$0 / runsOfOne % 2]))
        }
        ContentTree(runs).expectNaive(runs, "\(probes)")
      }
    }
    for counts in [[1, 127], [1, 128], [1, 32_767], [1, 32_768], [1, 1 << 31], [5, 1 << 50]] {
      for isEstimated in [false, true] {
        let runs = (0..<10).flatMap { _ in
          counts.enumerated().map {
            ItemRun(count: $1, width: 0, height: Double($0), isEstimated: isEstimated)
          }
        }
        ContentTree(runs).expectNaive(runs, "\(counts)")
      }
    }
  }

  @Test("Runs without items take no part")
  func emptyRuns() {
    let empty = ItemRun(count: 0, width: 0, height: 9)
    let full = ItemRun(count: 3, width: 0, height: 44)
    let tree = ContentTree([empty, full, empty, full, empty])
    #expect(tree.leafRuns == [[ItemRun(count: 6, width: 0, height: 44)]])
    #expect(ContentTree([empty]).leafRuns == [[]])
    #expect(ContentTree([empty]).leafCount == 1)
  }

  @Test("Items, runs and leaves are found", arguments: ContentList.allCases)
  func places(list: ContentList) {
    var random = SplitMix64(seed: 4)
    let runs = list.runs(12_000, using: &random)
    let tree = ContentTree(runs)
    let leaves = Array(tree.leaves())
    for (number, place) in leaves.enumerated() {
      #expect(tree.leaf(number: number).before == place.before)
      #expect(tree.leaf(number: number).leaf === place.leaf)
      #expect(
        tree.leaves(from: number).map(\.before.items) == leaves[number...].map(\.before.items))
      let leaf = place.leaf
      var item = 0
      for run in 0..<leaf.runCount {
        #expect(leaf.firstItem(ofRun: run) == item)
        let count = leaf[run].count
        for inside in Set([0, count / 2, count - 1]) {
          #expect(leaf.run(ofItem: item + inside) == (run, item))
          let found = tree.leaf(ofItem: place.before.items + item + inside)
          #expect(found.leaf === leaf && found.before == place.before)
        }
        #expect(tree[place.before.items + item] == leaf[run])
        item += count
      }
      #expect(leaf.firstItem(ofRun: leaf.runCount) == leaf.itemCount)
    }
    #expect(tree.leaves(from: tree.leafCount).map(\.before.items).isEmpty)
  }

  @Test("Columns are widened", arguments: ContentList.allCases)
  func widening(list: ContentList) {
    var random = SplitMix64(seed: 5)
    let tree = ContentTree(list.runs(3000, using: &random))
    for leaf in tree.leaves().map(\.leaf) where leaf.runCount > 0 {
      for column in ItemColumn.allCases {
        let extents = (0..<leaf.runCount).map { leaf.extent(column, ofRun: $0) }
        let start = Int.random(in: 0..<leaf.runCount, using: &random)
        let end = Int.random(in: start...leaf.runCount, using: &random)
        var buffer = [Double](repeating: .infinity, count: leaf.runCount)
        var target = buffer.mutableSpan
        leaf.copy(column, ofRuns: start..<end, to: &target)
        #expect(buffer[..<(end - start)] == extents[start..<end])
        #expect(leaf.greatest(column) == extents.max())
        #expect(leaf.uniform(column) == (Set(extents).count == 1 ? extents[0] : nil))

        let firstItem = Int.random(in: 0..<min(leaf.itemCount, 100_000), using: &random)
        let itemEnd = min(leaf.itemCount, firstItem + Int.random(in: 0...2000, using: &random))
        var items = [Double](repeating: .infinity, count: itemEnd - firstItem)
        var itemTarget = items.mutableSpan
        leaf.copy(column, ofItems: firstItem..<itemEnd, to: &itemTarget)
        #expect(
          items
            == (firstItem..<itemEnd).map { leaf.extent(column, ofRun: leaf.run(ofItem: $0).run) })
      }
    }
  }

  @Test("Equal sizes are seen whatever the marks and runs")
  func equalSizes() {
    let marks = (0..<40_000).map { ItemRun(width: 5, height: 44, isEstimated: $0 % 2 == 0) }
    let tree = ContentTree(marks)
    #expect(Items(tree).uniformSize != nil && tree.runCount > 1)
    #expect(tree.uniform(.width) == 5 && tree.uniform(.height) == 44)
    var other = marks
    other[39_999].height = 45
    #expect(Items(ContentTree(other)).uniformSize == nil)
    #expect(ContentTree(other).uniform(.width) == 5)
    #expect(Items(ContentTree([])).uniformSize != nil && ContentTree([]).runCount == 0)
  }

  @Test("Trees that are made apart share what is equal")
  func sharing() {
    let table = RememberingTable()
    let naming = ContentNaming(table: table, hasher: { CanonicalHasher() })
    var random = SplitMix64(seed: 6)
    let runs = ContentList.wholes.runs(20_000, using: &random)
    let first = ContentTree(runs, naming: naming)
    // Short leaves are not shared.
    #expect(
      table.leavesAsked == first.leaves().filter { $0.leaf.runCount >= LeafCut.runsMin }.count)
    var changed = runs
    changed[10_000].height += 0.5
    let second = ContentTree(changed, naming: naming)
    let equal = zip(first.leaves(), second.leaves()).filter { $0.leaf === $1.leaf }.count
    #expect(equal >= first.leafCount - 3)
    // A node that is known is found before its leaves are looked for.
    table.reset()
    #expect(ContentTree(runs, naming: naming).root === first.root)
    #expect(table.leavesAsked == 0)
  }
}
