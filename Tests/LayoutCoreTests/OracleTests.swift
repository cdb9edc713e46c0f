import Comparison
import Foundation
import LayoutCore
import Oracle
import Testing

@Suite("The engines and queries agree with a look at every element")
struct OracleTests {
  @Test(
    "Seeded snapshots, rectangles, scroll positions and points",
    arguments: seeds(short: 0..<10, all: 0..<40))
  func seeded(batch: Int) throws {
    for seed in UInt64(batch * 50)..<UInt64(batch * 50 + 50) {
      var generator = SnapshotGenerator(seed: seed)
      let width = generator.containerWidth()
      let json = generator.snapshot(containerWidth: width)
      let test = try LayoutUnderTest(json, containerWidth: width)
      let comment: Comment = "seed \(seed), width \(width)"
      test.expectFramesOfTheOracle(comment)
      for _ in 0..<12 {
        test.expectScan(in: Rect(generator.rectangle(in: test.naive)), comment)
      }
      for _ in 0..<4 {
        let (bounds, inset) = generator.scrollPosition(in: test.naive)
        test.expectSpecial(bounds: bounds, inset: inset, comment)
        test.expectHit(generator.point(in: test.naive), bounds: bounds, inset: inset, comment)
        test.expectHit(
          generator.point(in: test.naive), bounds: nil, inset: NaiveInsets(), comment)
      }
    }
  }

  @Test("Rectangles whose edges are those of elements, one double more or less")
  func edges() throws {
    for seed in UInt64(5000)..<5060 {
      var generator = SnapshotGenerator(seed: seed)
      let width = generator.containerWidth()
      let test = try LayoutUnderTest(
        generator.snapshot(containerWidth: width), containerWidth: width)
      let frames = test.everyElement().map(\.frame)
      for frame in frames.shuffled(using: &generator.random).prefix(12) {
        for nudge in [0, 1, -1] {
          func nudged(_ value: Double) -> Double {
            nudge == 0 ? value : nudge > 0 ? value.nextUp : value.nextDown
          }
          let rect = Rect(
            x: nudged(frame.x + frame.width), y: nudged(frame.y), width: 1e-9 + frame.width,
            height: max(frame.height, 1e-9))
          test.expectScan(in: rect, "seed \(seed), right of \(frame)")
          let below = Rect(
            x: nudged(frame.x), y: nudged(frame.y + frame.height),
            width: max(frame.width, 1e-9), height: 1e-9 + frame.height)
          test.expectScan(in: below, "seed \(seed), below \(frame)")
        }
      }
    }
  }

  @Test("Rectangles that reach to the end of all doubles")
  func hugeRectangles() throws {
    let greatest = Double.greatestFiniteMagnitude
    let rects = [
      Rect(x: -8e307, y: 0, width: 1e308, height: 100),
      Rect(x: 0, y: -8e307, width: 100, height: 1e308),
      Rect(x: -greatest, y: -greatest, width: greatest, height: greatest),
      Rect(x: -greatest / 2, y: -greatest / 2, width: greatest, height: greatest),
      Rect(x: 0, y: 0, width: greatest, height: greatest),
      Rect(x: 10, y: 10, width: greatest, height: greatest),
      Rect(x: greatest / 2, y: greatest / 2, width: 1, height: greatest / 2),
    ]
    for seed in UInt64(7000)..<7024 {
      var generator = SnapshotGenerator(seed: seed)
      let width = generator.containerWidth()
      var json = generator.snapshot(containerWidth: width)
      if seed % 2 == 0 { json["layoutDirection"] = "rtl" }
      let test = try LayoutUnderTest(json, containerWidth: width)
      for rect in rects {
        let comment: Comment = "seed \(seed), width \(width), \(rect)"
        test.expectScan(in: rect, comment)
        for inset in [NaiveInsets(), NaiveInsets(top: 30, left: 30, bottom: 8, right: 8)] {
          test.expectSpecial(bounds: rect.naive, inset: inset, comment)
          let point = generator.point(in: test.naive)
          test.expectHit(point, bounds: rect.naive, inset: inset, comment)
        }
      }
    }
  }

  @Test("All lists of up to four items over three sizes, in every engine and alignment")
  func exhaustive() throws {
    for (number, json) in ExhaustiveCases.snapshots().enumerated() {
      let test = try LayoutUnderTest(json, containerWidth: 100)
      let comment: Comment = "\(json.text)"
      test.expectFramesOfTheOracle(comment)
      if number % 7 == 0 {
        let size = test.layout.contentSize
        for part in 0..<4 {
          test.expectScan(
            in: Rect(
              x: size.width * Double(part) / 5, y: size.height * Double(part) / 5,
              width: size.width / 4 + 1, height: size.height / 4 + 1), comment)
        }
      }
    }
  }
}
