import LayoutCore
import Oracle
import Testing

@Suite("What became of sections and items")
struct ForwardMappingTests {
  @Test("Each is found where surgery on arrays has put it", arguments: 0..<6 as Range<UInt64>)
  func everyItem(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      let counts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Int.random(in: 0...5, using: &random)
      }
      var applied = AppliedSteps(counts)
      var list = NaiveStep.list(counts)
      for _ in 0..<3 {
        let now = list.map(\.items.count)
        let step = StepTests.step(now, &random)
        guard step.errors(now).isEmpty else { continue }
        try applied.apply(Step(step))
        list = step.applied(to: list)
      }
      let forward = ForwardMapping(applied.mapping)
      for section in counts.indices {
        let place = list.firstIndex { $0.section == section }
        let fate = forward.section(section)
        #expect(fate.range.contains(section))
        #expect(fate.after.map { $0 + section - fate.range.lowerBound } == place)
        #expect(fate.isMoved == (place.map { list[$0].isMoved } ?? false))
        #expect(fate.isReloaded == (place.map { list[$0].isReloaded } ?? false))
        for item in 0..<counts[section] {
          var expected: ItemPath?
          var survives = false
          for (number, other) in list.enumerated() {
            for (place, found) in other.items.enumerated()
            where found.section == section && found.item == item {
              expected = ItemPath(number, place)
              survives = !found.isMoved && !found.isReloaded
            }
          }
          let found = forward.item(ItemPath(section, item))
          #expect(found.range.contains(ItemPath(section, item)))
          #expect(
            found.after.map { $0.advanced(by: item - found.range.lowerBound.item) } == expected)
          #expect(found.survives == survives)
        }
      }
    }
  }
}
