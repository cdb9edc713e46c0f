import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("Questions about scrolling agree with a look at every element")
struct ScrollingTests {
  @Test(
    "Neighbors, targets, windows, kept places and dragged items of seeded layouts",
    arguments: seeds(short: 0..<10, all: 0..<400))
  func seeded(batch: Int) throws {
    for seed in UInt64(batch * 25)..<UInt64(batch * 25 + 25) {
      var questions = try ScrollingQuestions(SnapshotGenerator(seed: seed &+ 0x5C01))
      #expect(questions.finding(rounds: 10) == nil, "seed \(seed)")
    }
  }
}
