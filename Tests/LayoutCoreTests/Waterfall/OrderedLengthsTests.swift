import Oracle
import Testing

@testable import LayoutCore

@Suite("Columns in the order of their lengths")
struct OrderedLengthsTests {
  /// Heights of which sums stand within 0.001 of each other, or just not.
  private static let heights = [0, 0.0004, 0.0005, 0.001, 0.0011, 1, 1.0005, 1.001, 1.0011, 2, 7.3]

  /// Compares which column takes each item, and how long it is, with a look at all columns.
  private static func expectNaive<Lengths: WaterfallLengths>(
    _: Lengths.Type, columns: Int, seed: Int
  ) {
    var random = SplitMix64(seed: UInt64(seed))
    let kinds = heights.shuffled(using: &random).prefix(1 + seed % heights.count)
    // From the start, or behind items that others have placed.
    var naive = (0..<columns).map { _ in
      seed % 2 == 0 ? 0 : 100 + kinds.randomElement(using: &random)!
    }
    var lengths = Lengths(naive, itemsBefore: 0)
    for item in 0..<2000 {
      let extent = kinds.randomElement(using: &random)!
      let column = NaiveWaterfall.shortest(naive)
      let taken = lengths.take(extent)
      guard taken == (column, naive[column]) else {
        Issue.record("item \(item) of \(extent) in \(columns) columns, seed \(seed): \(taken)")
        return
      }
      naive[column] += extent
      guard item % 97 == 0 else { continue }
      #expect(Self.lengths(lengths, columns) == naive)
    }
  }

  private static func lengths(_ lengths: some WaterfallLengths, _ count: Int) -> [Double] {
    var numbers = [UInt64](repeating: 0, count: count + 1)
    var room = numbers.mutableSpan
    lengths.write(to: &room, at: 1)
    return numbers.dropFirst().map { Double(bitPattern: $0) }
  }

  @Test("Each item goes into the naive column", arguments: 1...16)
  func naive(columns: Int) {
    for seed in 0..<66 {
      if columns <= 4 { Self.expectNaive(FourOrderedLengths.self, columns: columns, seed: seed) }
      if columns <= 8 { Self.expectNaive(EightOrderedLengths.self, columns: columns, seed: seed) }
      Self.expectNaive(SixteenOrderedLengths.self, columns: columns, seed: seed)
      Self.expectNaive(ManyColumnLengths.self, columns: columns, seed: seed)
    }
  }

  @Test("Waterfalls of few columns full of ties", arguments: 1...9)
  func waterfalls(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    for spacing in [0, 0.0005, 1] {
      let runs = (0..<1200).map { _ in
        ItemRun(width: -1, height: Self.heights.randomElement(using: &random)!)
      }
      let columns = NaiveWaterfallPlaces.columns(count)
      NaiveWaterfallPlaces(runs, columns, lineSpacing: spacing, placement: .shortest).expectSame(
        WaterfallBlocks(
          ContentTree(runs), columns: columns, lineSpacing: spacing, placement: .shortest),
        "\(count) columns, \(spacing)", using: &random)
    }
  }
}
