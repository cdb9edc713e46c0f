import Comparison
import LayoutCore
import Oracle
import Testing

@Suite("The stretch that differs, of lists of several leaves, against a look at every cell")
struct ChangedLinesTests {
  private struct Item: Equatable {
    var width: Int
    var height: Int
    var isEstimated = false
  }

  private enum List: CaseIterable {
    case mixed, periodic, longRuns, equal

    func items(_ count: Int, _ random: inout SplitMix64) -> [Item] {
      let period = random.int(2...5)
      let one = ChangedLinesTests.item(&random)
      var items: [Item] = []
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

  private static func item(_ random: inout SplitMix64) -> Item {
    Item(
      width: random.one(of: [50, 60, 100, 145]), height: random.one(of: [20, 30, 50]),
      isEstimated: random.chance(0.05))
  }

  private static func edited(_ items: [Item], _ random: inout SplitMix64) -> [Item] {
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
    return items
  }

  private static let engines: [[JSONValue.Member]] = [
    [.init("engine", "flow"), .init("metrics", ["minimumLineSpacing": 7])],
    [
      .init("engine", "flow"),
      .init("metrics", ["lineAlignment": "center", "itemAlignment": "trailing"]),
    ],
    [.init("engine", "flow"), .init("metrics", ["lineAlignment": "leading"])],
    [.init("engine", "column"), .init("metrics", ["minimumLineSpacing": 3])],
    [.init("engine", "column"), .init("metrics", ["numberOfColumns": 3])],
    [
      .init("engine", "column"), .init("metrics", ["numberOfColumns": 2, "cellHeight": "natural"]),
    ],
    [.init("engine", "waterfall"), .init("metrics", ["numberOfColumns": 1])],
    [.init("engine", "waterfall"), .init("metrics", ["numberOfColumns": 3])],
    [
      .init("engine", "waterfall"),
      .init("metrics", ["numberOfColumns": 2, "placement": "rightToLeft"]),
    ],
    [.init("engine", "mosaic"), .init("metrics", ["segmentHeight": 60])],
  ]

  private func layout(
    _ engine: [JSONValue.Member], _ items: [Item], inset: Double
  ) throws -> Layout {
    let entries = items.map { item -> JSONValue in
      var entry: JSONValue = [
        "width": .number(Double(item.width)), "height": .number(Double(item.height)),
      ]
      if item.isEstimated, engine[0].value != "mosaic" { entry["estimated"] = true }
      return entry
    }
    var section = JSONValue.object(engine + [.init("items", .array(entries))])
    section["metrics"]?["sectionInset"] = ["top": .number(inset)]
    return try Layout.of(["sections": [section]], containerWidth: 300)
  }

  private struct Cell: Hashable {
    let numbers: [Int]
    let isEstimated: Bool

    init(_ frame: Rect, _ column: Int?, _ isEstimated: Bool, movedBy distance: Double) {
      numbers =
        [frame.x, frame.y + distance, frame.width, frame.height].map { Int(($0 * 1024).rounded()) }
        + [column ?? -1]
      self.isEstimated = isEstimated
    }
  }

  private func cells(_ layout: Layout, movedBy distance: Double) -> [Cell] {
    let items = layout.snapshot.sections[0].items
    return (0..<items.count).map { item in
      let cell = layout.attributes(
        of: Element(kind: .cell, section: 0, index: item), bounds: nil, inset: .zero)!
      return Cell(cell.frame, cell.columnIndex, items.isEstimated(item), movedBy: distance)
    }
  }

  /// Where what differs starts, and where it ends before; the end for a stretch that starts at `earlier` if that is
  /// before.
  private func naiveStretch(
    _ before: Layout, _ after: Layout, from earlier: Double = .infinity
  ) -> (Double, Double)? {
    let distance = after.contentSize.height - before.contentSize.height
    let (old, new) = (cells(before, movedBy: 0), cells(after, movedBy: 0))
    let isWaterfall = before.snapshot.sections[0].metrics.engine.name == .waterfall
    func start(_ cell: Cell) -> Double { Double(cell.numbers[1]) / 1024 }
    var least = Double.infinity
    for item in 0..<max(old.count, new.count) {
      let (one, other) = (
        item < old.count ? old[item] : nil, item < new.count ? new[item] : nil
      )
      guard one != other else { continue }
      least = min(least, one.map(start) ?? .infinity, other.map(start) ?? .infinity)
    }
    guard least < .infinity else { return nil }
    least = min(least, earlier)
    var greatest = max(least, least - distance)
    let oldMoved = cells(before, movedBy: distance)
    let (oldPlaces, newPlaces) = (Set(oldMoved), Set(new))
    func end(_ cell: Cell) -> Double {
      if isWaterfall { return before.contentSize.height }
      return Double(cell.numbers[1] + cell.numbers[3]) / 1024 - distance
    }
    for (cell, moved) in zip(old, oldMoved) where start(cell) >= least {
      if !newPlaces.contains(moved) { greatest = max(greatest, end(moved)) }
    }
    for cell in new where start(cell) >= least && !oldPlaces.contains(cell) {
      greatest = max(greatest, end(cell))
    }
    return (least, greatest)
  }

  @Test("An item before all others of a waterfall has no partner, though they have")
  func firstOfWaterfall() throws {
    let waterfall = ChangedLinesTests.engines[6]
    let items = [20, 30, 50].map { Item(width: 50, height: $0) }
    let before = try layout(waterfall, items, inset: 0)
    let after = try layout(waterfall, [Item(width: 100, height: 20)] + items, inset: 0)
    var meter = StepMeter(portion: 100)
    let found = try LayoutChange(matchingPlacesOf: before, after, meter: &meter)
      .changedStretch(meter: &meter)
    #expect(found?.before.start == 0)
    #expect(found?.before.end == before.contentSize.height)
  }

  /// The greatest stretch of the old layout that may be answered: the lines of leaves in which an item or a cell is not
  /// that of the other list, counted from the first item for the start, and from the last one for the end.
  private func limits(
    _ layouts: [Layout], _ lists: [[Item]]
  ) -> (start: Double, end: Double) {
    let distance = layouts[1].contentSize.height - layouts[0].contentSize.height
    let isWaterfall = layouts[0].snapshot.sections[0].metrics.engine.name == .waterfall
    var limits = (start: Double.infinity, end: -Double.infinity)
    for (own, other) in [(0, 1), (1, 0)] {
      let toOld = own == 0 ? 0 : -distance
      let section = layouts[own].snapshot.sections[0]
      let leaves =
        section.items.tree.map { $0.leaves().map(\.items) } ?? [0..<section.items.count]
      let (count, otherCount) = (lists[own].count, lists[other].count)
      for fromEnd in [false, true] {
        let moved = fromEnd ? (own == 0 ? distance : -distance) : 0
        let (cells, partners) = (
          cells(layouts[own], movedBy: moved), cells(layouts[other], movedBy: 0)
        )
        let shift = fromEnd ? otherCount - count : 0
        for leaf in leaves
        where leaf.contains(where: { item in
          guard partners.indices.contains(item + shift) else { return true }
          return cells[item] != partners[item + shift]
            || lists[own][item] != lists[other][item + shift]
        }) {
          for cell in cells[leaf] {
            let start = Double(cell.numbers[1]) / 1024 - moved
            limits.start = min(limits.start, start)
            let end =
              isWaterfall
              ? layouts[own].contentSize.height : start + Double(cell.numbers[3]) / 1024
            if fromEnd { limits.end = max(limits.end, end + toOld) }
          }
        }
      }
    }
    return limits
  }

  @Test(
    "The stretch has all cells that differ, and at most lines of leaves that changed",
    arguments: seeds(short: 0..<3, all: 0..<10), [false, true])
  func cells(engine: Int, hasOtherInset: Bool) throws {
    var random = SplitMix64(seed: UInt64(engine))
    var (all, longer) = (0, 0)
    for number in 0..<24 {
      let list = List.allCases[number % 4]
      let count = random.one(of: [3, 40, 400, 1200])
      let items = list.items(count, &random)
      var changed = ChangedLinesTests.edited(items, &random)
      if random.chance(0.2) {
        // What a row hides, or a waterfall scales.
        for item in changed.indices where item % 2 == 1 && random.chance(0.5) {
          if changed[item].height == 20 { changed[item].height = 10 }
        }
      }
      let engine = ChangedLinesTests.engines[engine]
      let before = try layout(engine, items, inset: 0)
      let after = try layout(engine, changed, inset: hasOtherInset ? 4 : 0)
      var meter = StepMeter(portion: 20_000)
      let change = LayoutChange(
        before: before, after: after, mapping: AppliedSteps([items.count]).mapping)
      let found = try change.changedStretch(meter: &meter)
      let expected = naiveStretch(before, after)
      let comment: Comment = "\(number) \(list) \(found as Any) \(expected as Any)"
      if found == nil { #expect(expected == nil, comment) }
      if items == changed, !hasOtherInset { #expect(found == nil, comment) }
      guard let found else { continue }
      let (start, _) = expected ?? (.infinity, 0)
      let end = naiveStretch(before, after, from: found.before.start)?.1 ?? -.infinity
      #expect(found.before.start < start + 1e-2, comment)
      #expect(found.before.end > end - 1e-2, comment)
      let limits = limits([before, after], [items, changed])
      #expect(found.before.start > min(start, limits.start) - 1e-2, "\(comment) \(limits)")
      let limit = max(end, limits.end, found.before.start, found.before.start - found.distance)
      #expect(found.before.end < limit + 50, "\(comment) \(limits)")
      all += 1
      if found.before.start < start - 1e-2 || found.before.end > end + 50 { longer += 1 }
    }
    #expect(longer * 3 <= all)
  }
}

extension ChangedStretch {
  /// The distance by which elements after the stretch move.
  fileprivate var distance: Double { after.end - before.end }
}
