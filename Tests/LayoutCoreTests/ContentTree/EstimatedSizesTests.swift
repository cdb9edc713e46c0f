import Oracle
import Testing

@testable import LayoutCore

@Suite("Estimated sizes in a tree")
struct EstimatedSizesTests {
  /// Runs of which some are marked, some of them without a width.
  private func runs(_ count: Int, using random: inout SplitMix64) -> [ItemRun] {
    (0..<count).map { _ in
      ItemRun(
        count: Int.random(in: 1...3, using: &random),
        width: [-1, 30, 40].randomElement(using: &random)!,
        height: Double(Int.random(in: 1...400, using: &random)) / 4,
        isEstimated: Int.random(in: 0..<4, using: &random) == 0)
    }
  }

  @Test("Sums of the items that are not estimated", arguments: [false, true])
  func totals(withoutWidth: Bool) throws {
    var random = SplitMix64(seed: 1)
    for count in [0, 1, 40, 5_000] {
      let runs = runs(count, using: &random)
      var meter = WorkMeter.unlimited
      let totals = try ContentTree(runs).unmarkedTotals(
        where: { !withoutWidth || $0.width == -1 }, meter: &meter)
      var expected = UnmarkedTotals()
      for run in runs where !run.isEstimated && (!withoutWidth || run.width == -1) {
        expected.count += run.count
        // Quarters: no sum rounds, whatever its order.
        expected.width += Double(run.count) * run.width
        expected.height += Double(run.count) * run.height
      }
      #expect(totals == expected)
    }
  }

  @Test("Sums run in the order of leaves and nodes")
  func order() throws {
    var random = SplitMix64(seed: 2)
    let tree = ContentTree(ContentList.allSizes.runs(20_000, using: &random))
    func sum(_ child: ContentChild) -> Double {
      switch child {
      case .leaf(let leaf): (0..<leaf.runCount).reduce(0) { $0 + leaf[$1].height }
      case .node(let node): node.children.reduce(0) { $0 + sum($1) }
      }
    }
    var meter = WorkMeter.unlimited
    #expect(try tree.unmarkedTotals(meter: &meter).height == sum(tree.root))
  }
}
