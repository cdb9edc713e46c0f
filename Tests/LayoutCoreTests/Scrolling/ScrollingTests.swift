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

  @Test(
    "Neighbors and targets among runs of cells of which many are within the tolerance",
    arguments: seeds(short: 0..<12, all: 0..<400) as Range<UInt64>)
  func smallCells(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let isHorizontal = random.chance(0.5)
    let extents = [0, 1e-12, 1e-7, 1.7e-6, 0.00037, 0.0013, 0.31, 50]
    func section() -> JSONValue {
      let metrics: JSONValue = [
        "minimumLineSpacing": .number(random.one(of: [0, 0, 1e-6, 0.0003])),
        "minimumInteritemSpacing": .number(random.one(of: [0, 1e-6, 0.0003])),
        "numberOfColumns": .number(random.one(of: [1, 2, 700])),
        "cellHeight": .string(random.one(of: ["row", "natural", "running"])),
        "cellOrder": .string(random.one(of: ["leftToRight", "rightToLeft"])),
        "placement": .string(random.one(of: ["shortest", "leftToRight"])),
        "lineAlignment": .string(random.one(of: ["uikit", "center", "justify", "trailing"])),
        "itemAlignment": .string(random.one(of: ["leading", "center", "trailing"])),
        "segmentHeight": .number(random.one(of: [1e-9, 1e-6, 0.0007, 30])),
      ]
      let engine = random.one(of: ["flow", "column", "waterfall", "mosaic"])
      let runs = (0..<Int.random(in: 1...4, using: &random)).map { _ -> JSONValue in
        var run: JSONValue = ["count": .number(random.one(of: [1, 2, 40, 300, 900]))]
        // With a width, the items of a waterfall would be scaled, to content of any length.
        for name in ["width", "height"]
        where engine != "waterfall" || (name == "width") == isHorizontal {
          run[name] = .number(random.one(of: extents))
        }
        return run
      }
      return ["engine": .string(engine), "metrics": metrics, "items": .array(runs)]
    }
    let test = try ScrollingUnderTest(
      [
        "scrollDirection": .string(isHorizontal ? "horizontal" : "vertical"),
        "layoutDirection": .string(random.one(of: ["ltr", "rtl"])),
        "sections": .array([section(), section(), section()]),
      ], containerWidth: random.one(of: [0.5, 3, 320]))
    let (layout, cells) = (
      test.layout, test.scroller.elementsAtRest.filter { $0.category == "cell" }
    )
    var meter = WorkMeter.unlimited
    for cell in cells.shuffled(using: &random).prefix(8) + [cells[0], cells[cells.count - 1]] {
      let found = try layout.neighbors(of: ItemPath(cell.section!, cell.index), meter: &meter)
      for side in Neighbors.Side.allCases {
        let expected = test.scroller.neighbor(of: cell, side.rawValue)
        #expect(found?[side]?.element == expected?.element, "seed \(seed), \(side) of \(cell)")
      }
      let (place, bounds) = (
        cell.frame, NaiveRect(x: 0, y: 0, width: 0.5, height: 0.5)
      )
      let snapped = try layout.bounds(
        at: .nearestItem(proposed: Point(x: place.x, y: place.y)), from: Rect(bounds),
        inset: .zero, meter: &meter)
      let expected = test.scroller.snapped(
        to: NaivePoint(x: place.x, y: place.y), bounds: bounds, inset: NaiveInsets())
      #expect(
        snapped?.bounds.isClose(to: expected, in: layout.contentSize) == true, "seed \(seed)")
    }
  }
}
