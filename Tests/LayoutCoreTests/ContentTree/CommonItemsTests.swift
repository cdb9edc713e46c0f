import Oracle
import Testing

@testable import LayoutCore

@Suite("Items that two sections have in common")
struct CommonItemsTests {
  /// The sizes and marks of all items, which are few.
  private func items(_ runs: [ItemRun]) -> [ItemRun] {
    runs.flatMap { run in
      var one = run
      one.count = 1
      return Array(repeating: one, count: run.count)
    }
  }

  /// The number of items that two trees have in common at one of their ends.
  private func common(
    _ tree: ContentTree, _ other: ContentTree, fromEnd: Bool, _ meter: inout WorkMeter
  ) throws -> Int {
    try Items(tree).commonCount(with: Items(other), fromEnd: fromEnd, &meter)
  }

  private func tree(_ runs: [ItemRun]) -> ContentTree {
    ContentTree(runs)
  }

  @Test(
    "Ends are found as by a look at every item",
    arguments: [ContentList.quarters, .fewSizes, .twoSizes, .periodic, .equal, .marks, .members])
  func edits(list: ContentList) throws {
    var random = SplitMix64(seed: 5)
    for count in [0, 1, 40, 900, 9_000] {
      for _ in 0..<12 {
        let old = list.runs(count, using: &random)
        let edits = SpliceTests.edits(list, itemCount: count, of: 1, using: &random)
        let new = SpliceTests.edited(old, edits)
        let (first, second) = (items(old), items(new))
        let (tree, other) = (tree(old), tree(new))
        var meter = WorkMeter(portion: 10_000)
        let leading = zip(first, second).prefix { $0 == $1 }.count
        let trailing = zip(first.reversed(), second.reversed()).prefix { $0 == $1 }.count
        #expect(try common(tree, other, fromEnd: false, &meter) == leading)
        #expect(try common(tree, other, fromEnd: true, &meter) == trailing)
      }
    }
  }

  @Test("A meter stops the comparison of leaves that differ", arguments: [false, true])
  func unpaidRuns(fromEnd: Bool) throws {
    // A leaf of as many runs as a leaf can have.
    let runs = ContentList.ground(LeafCut.runsMax, cuts: false)
    var others = runs
    others[fromEnd ? 0 : runs.count - 1].height += 0.5
    let (one, other) = (tree(runs), tree(others))
    var meter = WorkMeter(portion: runs.count - 2)
    #expect(throws: WalkInterrupted.budgetExceeded) {
      _ = try common(one, other, fromEnd: fromEnd, &meter)
    }
    meter = WorkMeter(portion: runs.count)
    #expect(try common(one, other, fromEnd: fromEnd, &meter) == runs.count - 1)
  }

  @Test("A billion equal items cost a step")
  func manyItems() throws {
    let (tall, low) = (
      ItemRun(count: 1 << 30, width: 0, height: 44), ItemRun(width: 0, height: 60)
    )
    var meter = WorkMeter(portion: 10)
    let (tree, other) = (tree([tall, tall]), tree([tall, low, tall]))
    #expect(try common(tree, other, fromEnd: false, &meter) == 1 << 30)
    #expect(try common(tree, other, fromEnd: true, &meter) == 1 << 30)
    #expect(try common(tree, tree, fromEnd: true, &meter) == 1 << 31)
  }
}
