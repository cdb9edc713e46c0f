import Comparison
import LayoutCore
import Oracle

/// Bytes that choose a snapshot, a width, rectangles, scroll positions and points.
struct DifferentialInput {
  private var generator: SnapshotGenerator

  init(_ bytes: [UInt8]) { generator = SnapshotGenerator(choices: bytes) }

  func finding() -> String? {
    var generator = generator
    let width = generator.containerWidth()
    let json = generator.snapshot(containerWidth: width)
    func described(_ difference: String) -> String {
      "\(difference)\nwidth \(width) of \(json.text)"
    }
    let test: LayoutUnderTest
    do {
      test = try LayoutUnderTest(json, containerWidth: width)
    } catch LayoutError.contentTooLarge {
      // An item of a waterfall that is scaled to its column may be longer than all coordinates.
      let naive = NaiveLayout(snapshot: json, containerWidth: width)
      let extent = naive.isHorizontal ? naive.contentWidth : naive.contentHeight
      return extent > 0x1p53 ? nil : described("refused, \(extent) points long")
    } catch {
      return described("refused: \(error)")
    }
    if let difference = test.differenceOfFrames() { return described(difference) }
    for _ in 0..<4 {
      let rect = Rect(generator.rectangle(in: test.naive))
      if let difference = test.differenceOfScan(in: rect) { return described(difference) }
      if let difference = test.differenceOfPinningRecords(in: rect) { return described(difference) }
    }
    for _ in 0..<2 {
      let (bounds, inset) = generator.scrollPosition(in: test.naive)
      let (first, second) = (
        generator.point(in: test.naive), generator.point(in: test.naive)
      )
      let difference =
        test.differenceOfSpecial(bounds: bounds, inset: inset)
        ?? test.differenceOfHit(first, bounds: bounds, inset: inset)
        ?? test.differenceOfHit(second, bounds: nil, inset: NaiveInsets())
      if let difference { return described(difference) }
    }
    return nil
  }
}
