import Oracle
import Testing

@Suite("Generated snapshots")
struct SnapshotGeneratorTests {
  @Test(
    "Generated snapshots are valid, also in other spellings", arguments: 0..<300 as Range<UInt64>)
  func valid(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    let width = generator.containerWidth()
    let snapshot = generator.snapshot(containerWidth: width)
    for snapshot in [
      snapshot, respelled(snapshot, unstated: .all, using: &generator.random),
    ] {
      expectNoNegativeNumbers(snapshot)
      let sections = try #require(snapshot["sections"]?.array)
      for level in [snapshot] + sections {
        let metrics = level["metrics"] ?? [:]
        #expect(metrics["numberOfColumns"] == nil || metrics["minimumColumnWidth"] == nil)
        #expect(metrics["segments"]?.array?.isEmpty != true)
        if let widths = level["items"]?["widths"]?.array?.count,
          let heights = level["items"]?["heights"]?.array?.count
        {
          #expect(widths == heights)
        }
      }
      for element in NaiveLayout(snapshot: snapshot, containerWidth: width).elements {
        #expect(element.width >= 0 && element.height >= 0)
        #expect(element.x.isFinite && element.y.isFinite)
      }
    }
  }

  @Test("One seed always makes the same")
  func sameSeed() {
    var one = SnapshotGenerator(seed: 7)
    var other = SnapshotGenerator(seed: 7)
    let snapshot = one.snapshot(containerWidth: 390)
    #expect(snapshot == other.snapshot(containerWidth: 390))
    #expect(snapshot != one.snapshot(containerWidth: 390))
  }

  @Test("Nearly every snapshot has other spellings")
  func otherWords() {
    var generator = SnapshotGenerator(seed: 1)
    let snapshots = (0..<100).map { _ in generator.snapshot(containerWidth: 390) }
    let changed = snapshots.filter { respelled($0, using: &generator.random) != $0 }
    #expect(changed.count > 90)
  }

  private func expectNoNegativeNumbers(_ value: JSONValue) {
    if let number = value.double { #expect(number >= 0 && number.isFinite) }
    value.array?.forEach(expectNoNegativeNumbers)
    value.members?.map(\.value).forEach(expectNoNegativeNumbers)
  }
}
