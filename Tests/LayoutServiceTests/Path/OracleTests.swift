import Oracle
import TestClient
import Testing

@testable import LayoutServiceTestSupport

@Suite("Answers equal those of a look at every element")
struct OracleTests {
  @Test("Seeded snapshots in every direction", arguments: seeds(short: 0..<2, all: 0..<8))
  func seeded(batch: Int) throws {
    let test = try TestService()
    for seed in UInt64(batch * 20)..<UInt64(batch * 20 + 20) {
      var generator = SnapshotGenerator(seed: seed)
      let width = generator.containerWidth()
      var snapshot = generator.snapshot(containerWidth: width)
      // The generator chooses directions; every fourth one is made to scroll or to run the other way.
      if seed % 4 == 1 { snapshot["layoutDirection"] = "rtl" }
      let answers = try OracleAnswers(test, snapshot, width: width, "seed \(seed), width \(width)")
      for _ in 0..<4 { try answers.expectElements(in: generator.rectangle(in: answers.naive)) }
      for _ in 0..<3 {
        let (bounds, inset) = generator.scrollPosition(in: answers.naive)
        try answers.expectSpecial(bounds: bounds, inset: inset)
      }
      // The background of global headers has no address.
      let named = answers.naive.elements.filter { $0.kind != "globalHeaderBackground" }
      for element in named.shuffled(using: &generator.random).prefix(8) {
        try answers.expectElement(element)
      }
      try answers.expectSections()
    }
  }

  @Test("There are horizontal, right-to-left, and both kinds among the seeds")
  func directions() {
    var seen: Set<String> = []
    for seed in UInt64(0)..<160 {
      var generator = SnapshotGenerator(seed: seed)
      let snapshot = generator.snapshot(containerWidth: generator.containerWidth())
      let isMirrored = seed % 4 == 1 || snapshot["layoutDirection"]?.string == "rtl"
      seen.insert("\(snapshot["scrollDirection"]?.string ?? "vertical") \(isMirrored)")
    }
    #expect(seen.count == 4)
  }
}
