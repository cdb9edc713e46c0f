import Comparison
import LayoutCore
import Oracle
import Testing

/// Cells of items with members: what queries find is what a look at every element finds.
@Suite("Cells that are hidden, moved, turned and lifted")
struct SeenCellsTests {
  @Test(
    "Rectangles and points find what a look at every element finds",
    arguments: seeds(short: 0..<10, all: 0..<200))
  func queries(seed: Int) throws {
    var generator = StepGenerator(seed: UInt64(seed))
    generator.saysMembers = true
    var snapshots = SnapshotGenerator(seed: UInt64(seed))
    for _ in 0..<4 {
      let (snapshot, width) = generator.snapshot()
      let layout = try LayoutUnderTest(snapshot, containerWidth: width)
      let text: Comment = "\(snapshot.text) \(width)"
      if let difference = layout.differenceOfFrames() { Issue.record("\(difference) \(text)") }
      for _ in 0..<12 {
        // On the edge of a picture the order of sums decides.
        var rect = snapshots.rectangle(in: layout.naive)
        (rect.x, rect.y) = (rect.x + 0.0137, rect.y + 0.0173)
        if let difference = layout.differenceOfScan(in: Rect(rect)) {
          Issue.record("\(difference) \(text)")
        }
        var point = snapshots.point(in: layout.naive)
        (point.x, point.y) = (point.x + 0.0137, point.y + 0.0173)
        let (bounds, inset) = snapshots.scrollPosition(in: layout.naive)
        for bounds in [nil, bounds] {
          if let difference = layout.differenceOfHit(point, bounds: bounds, inset: inset) {
            Issue.record("\(difference) \(text)")
          }
        }
      }
    }
  }
}
