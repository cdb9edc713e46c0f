import LayoutCore
import Oracle
import Testing

@Suite("Leaves as the oracle cuts them")
struct OracleLeavesTests {
  @Test("The leaves of random sections, runs and marks among them")
  func leaves() {
    var generator = StepGenerator(seed: 5)
    var longest = 0
    for number in 0..<60 {
      let (snapshot, _) = generator.snapshot()
      for section in (snapshot["sections"]?.array ?? []).indices {
        let leaves = NaiveContentTree(snapshot: snapshot, section: section).leaves.map { leaf in
          leaf.map {
            ItemRun(
              count: $0.count, width: $0.width, height: $0.height, isEstimated: $0.isEstimated)
          }
        }
        let tree = ContentTree(leaves.flatMap(\.self))
        #expect(tree.leafRuns == leaves, "\(number), section \(section)")
        longest = max(longest, leaves.count)
      }
    }
    #expect(longest > 2)
  }
}
