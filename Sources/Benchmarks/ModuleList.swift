import LayoutCore

/// A list that `script/benchmark module` lays out here and in the WebAssembly module, with the same numbers as in
/// script/benchmarking/module/lists.mjs. Sums of quarters are exact in any order, so all answers are equal.
struct ModuleList {
  enum Kind: String {
    case equalFlow, flow, column, waterfall, mosaic, list, estimates, ownEstimates
  }

  /// A step: the kind of edit, and the number of items.
  enum Edit: String {
    case insertFirst, insertMiddle, resizeOne, resizeNeighbours, resizeScattered
  }

  let metrics: SectionMetrics
  let count: Int
  private let widths: Extents
  private let heights: Extents
  private let areEstimated: Bool

  init(_ kind: Kind, count: Int) {
    var random = ClientRandom(seed: 1)
    func quarters(_ range: ClosedRange<Int>) -> Extents {
      .explicit((0..<count).map { _ in Double(random.whole(range)) / 4 })
    }
    switch kind {
    case .equalFlow: (widths, heights) = (.uniform(100), .uniform(60))
    case .flow: (widths, heights) = (quarters(160...720), quarters(120...360))
    case .waterfall: (widths, heights) = (quarters(400...1200), quarters(800...2400))
    case .mosaic: (widths, heights) = (.uniform(0), .uniform(0))
    case .estimates: (widths, heights) = (.uniform(0), .uniform(44))
    case .column, .list, .ownEstimates: (widths, heights) = (.uniform(0), quarters(120...360))
    }
    self.count = count
    areEstimated = kind == .estimates || kind == .ownEstimates
    metrics = Subject.metrics(ModuleList.engine(kind))
  }

  private static func engine(_ kind: Kind) -> any LayoutEngine {
    switch kind {
    case .equalFlow, .flow: Subject.Setup.flow.engine
    case .column: Subject.Setup.column.engine
    case .waterfall: Subject.Setup.waterfall.engine
    case .mosaic: Subject.Setup.mosaic.engine
    case .list, .estimates, .ownEstimates:
      ColumnEngine(
        columns: .number(1), cellHeight: .row, separator: nil, showsColumnSeparator: false)
    }
  }

  /// A snapshot of the list.
  func snapshot() -> Snapshot {
    var builder = ContentTreeBuilder(naming: Subject.naming)
    builder.append(count: count, widths: widths, heights: heights, isEstimated: areEstimated)
    return Snapshot(
      scrollDirection: .vertical, layoutDirection: .ltr, globalHeaders: .empty,
      sections: [
        Section(
          metrics: metrics, items: builder.finishItems(), headers: .empty, footers: .empty)
      ])
  }

  /// A step of this kind. Each number gives a different step.
  func step(_ edit: Edit, _ number: Int) -> GivenStep {
    func items(_ count: Int) -> GivenItems {
      var items = GivenItems()
      for place in 0..<count {
        let height = 100 + Double((number * 7 + place * 13) % 800) / 4
        items.append(GivenItems.Run(count: 1, sizes: ItemColumns { $0 == .height ? height : nil }))
      }
      return items
    }
    var given = GivenStep()
    func insert(at item: Int) {
      given.step.insert.append(ItemPath(0, item)..<ItemPath(0, item + 1))
      given.inserted.append(items(1))
    }
    func resize(_ list: [Int]) {
      given.step.resize.append(.items(section: 0, list))
      given.resized.append(items(list.count))
    }
    switch edit {
    case .insertFirst: insert(at: 0)
    case .insertMiddle: insert(at: count / 2)
    case .resizeOne: resize([count / 2])
    case .resizeNeighbours: resize((0..<1000).map { count / 2 + $0 })
    case .resizeScattered: resize((0..<1000).map { $0 * count / 1000 })
    }
    return given
  }
}

/// The random numbers of clients/typescript/tests/support/SeededRandom.js: a counter whose bits are mixed.
private struct ClientRandom {
  private var state: UInt32

  init(seed: UInt32) { state = seed }

  private mutating func next() -> Double {
    state &+= 0x9e37_79b9
    var mixed = state
    mixed = (mixed ^ (mixed >> 16)) &* 0x21f0_aaad
    mixed = (mixed ^ (mixed >> 15)) &* 0x735a_2d97
    return Double(mixed ^ (mixed >> 15)) / 0x1p32
  }

  mutating func whole(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() * Double(range.count))
  }
}
