import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("Leaves as the oracle cuts them")
struct OracleLeavesTests {
  @Test(
    "The leaves of random sections, runs, marks and members among them", arguments: [false, true])
  func leaves(sayMembers: Bool) {
    var generator = StepGenerator(seed: 5)
    generator.saysMembers = sayMembers
    var longest = 0
    // Long sections are few.
    for number in 0..<2000 where number < 60 || longest <= 2 {
      let (snapshot, _) = generator.snapshot()
      for section in (snapshot["sections"]?.array ?? []).indices {
        let naive = NaiveContentTree(snapshot: snapshot, section: section)
        let leaves = naive.leaves.map { leaf in
          leaf.map {
            ItemRun(
              count: $0.count, width: $0.width, height: $0.height, isEstimated: $0.isEstimated,
              members: .probe($0.members[0], span: $0.members[1]))
          }
        }
        let tree = ContentTree(leaves.flatMap(\.self), naming: .tests)
        #expect(tree.leafRuns == leaves, "\(number), section \(section)")
        #expect(NaiveTree.bytes(tree.digest) == naive.digest, "\(number), section \(section)")
        longest = max(longest, leaves.count)
      }
    }
    #expect(longest > 2)
  }
}
