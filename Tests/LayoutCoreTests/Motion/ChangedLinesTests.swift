import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("The stretch that differs, of lists of several leaves, agrees with a look at every cell")
struct ChangedLinesTests {
  private enum List: CaseIterable {
    case mixed, periodic, longRuns, equal

    func items(_ count: Int, _ random: inout SplitMix64) -> [JSONValue] {
      let period = random.int(2...5)
      let one = ChangedLinesTests.item(&random)
      var items: [JSONValue] = []
      while items.count < count {
        switch self {
        case .mixed: items.append(ChangedLinesTests.item(&random))
        case .periodic:
          items.append(
            items.count < period
              ? ChangedLinesTests.item(&random) : items[items.count - period])
        case .longRuns:
          items += Array(repeating: ChangedLinesTests.item(&random), count: random.int(1...90))
        case .equal: items.append(one)
        }
      }
      return items
    }
  }

  private static func item(_ random: inout SplitMix64) -> JSONValue {
    var item: JSONValue = [
      "width": random.one(of: [50, 60, 100, 145]), "height": random.one(of: [20, 30, 50]),
    ]
    if random.chance(0.05) { item["estimated"] = true }
    return item
  }

  private static func edited(_ items: [JSONValue], _ random: inout SplitMix64) -> [JSONValue] {
    var items = items
    for _ in 0..<random.int(0...3) {
      guard !items.isEmpty else { break }
      let last = items.count - 1
      let place = random.one(of: [random.int(0...last), random.int(0...min(5, last))])
      switch random.int(0...3) {
      case 0:
        items.insert(contentsOf: (0..<random.int(1...4)).map { _ in item(&random) }, at: place)
      case 1: items.insert(items[random.int(0...last)], at: place)
      case 2: items.removeSubrange(place..<min(items.count, place + random.int(1...6)))
      default: items[place] = item(&random)
      }
    }
    if random.chance(0.2) {
      // What a row hides, or a waterfall scales.
      for item in items.indices where item % 2 == 1 && items[item]["height"] == 20 {
        if random.chance(0.5) { items[item]["height"] = 10 }
      }
    }
    return items
  }

  private static let engines: [JSONValue] = [
    ["engine": "flow", "metrics": ["minimumLineSpacing": 7]],
    ["engine": "flow", "metrics": ["lineAlignment": "center", "itemAlignment": "trailing"]],
    ["engine": "flow", "metrics": ["lineAlignment": "leading"]],
    ["engine": "column", "metrics": ["minimumLineSpacing": 3]],
    ["engine": "column", "metrics": ["numberOfColumns": 3]],
    ["engine": "column", "metrics": ["numberOfColumns": 2, "cellHeight": "natural"]],
    ["engine": "waterfall", "metrics": ["numberOfColumns": 1]],
    ["engine": "waterfall", "metrics": ["numberOfColumns": 3]],
    ["engine": "waterfall", "metrics": ["numberOfColumns": 2, "placement": "rightToLeft"]],
    ["engine": "mosaic", "metrics": ["segmentHeight": 60]],
  ]

  /// A change of one section into another one with the same engine.
  private func change(
    _ engine: Int, _ before: [JSONValue], _ after: [JSONValue], inset: Double = 0
  ) throws -> ChangeUnderTest {
    func section(_ items: [JSONValue], _ inset: Double) -> JSONValue {
      var section = ChangedLinesTests.engines[engine]
      section["metrics"]!["sectionInset"] = ["top": .number(inset)]
      section["items"] = .array(items)
      return section
    }
    let value = section(after, inset)
    return try ChangeUnderTest(
      ["sections": [section(before, 0)]],
      [["reloadSections": [["section": 0, "value": value]]]], containerWidth: 300)
  }

  @Test("An item before all others of a waterfall has no partner, though they have")
  func firstOfWaterfall() throws {
    let items = [20, 30, 50].map { ["width": 50, "height": $0] as JSONValue }
    let test = try change(6, items, [["width": 100, "height": 20]] + items)
    var meter = WorkMeter(portion: 100)
    let found = try test.change.changedStretch(meter: &meter)
    #expect(found?.before.start == 0)
    #expect(found?.before.end == test.change.before.contentSize.height)
  }

  @Test(
    "The stretch has all cells that differ, and at most lines of leaves that changed",
    arguments: engines.indices, [false, true])
  func cells(engine: Int, hasOtherInset: Bool) throws {
    var random = SplitMix64(seed: UInt64(engine))
    var longer = 0
    let numbers = seeds(short: 0..<12, all: 0..<40)
    for number in numbers {
      let list = List.allCases[number % 4]
      let items = list.items(random.one(of: [3, 40, 400, 1200]), &random)
      let test = try change(
        engine, items, ChangedLinesTests.edited(items, &random), inset: hasOtherInset ? 4 : 0)
      #expect(test.differenceOfStretch(longer: &longer) == nil, "\(number) \(list)")
    }
    #expect(longer < numbers.count)
  }
}
