/// The lengths of few columns.
///
/// Which column is the shortest cannot be predicted, so there is no branch and no address that depends on it: columns
/// stand in pairs, as the processor compares them.
struct FewColumnLengths<let pairCount: Int>: ColumnLengths, WaterfallLengths {
  private typealias Pair = SIMD2<Double>

  /// Infinite behind the last column.
  private var lengths = InlineArray<pairCount, Pair>(repeating: Pair(repeating: .infinity))
  /// The columns' numbers.
  private var numbers = InlineArray<pairCount, Pair>(repeating: .zero)

  /// Makes empty columns, at most two for each pair.
  init(_ count: Int) {
    for column in 0..<2 * pairCount {
      numbers[column / 2][column % 2] = Double(column)
      if column < count { lengths[column / 2][column % 2] = 0 }
    }
  }

  /// Goes on with columns of these lengths, at most two for each pair.
  init(_ lengths: [Double], itemsBefore: Int) {
    self.init(lengths.count)
    for column in lengths.indices { self.lengths[column / 2][column % 2] = lengths[column] }
  }

  subscript(column: Int) -> Double { lengths[column / 2][column % 2] }

  /// The least number of all pairs.
  @inline(__always)
  private static func least(_ pairs: InlineArray<pairCount, Pair>) -> Double {
    var least = pairs[0]
    for pair in 1..<pairCount { least.replace(with: pairs[pair], where: pairs[pair] .< least) }
    return lesser(least[1], least[0])
  }

  var least: Double {
    @inline(__always)
    get { FewColumnLengths.least(lengths) }
  }

  @inline(__always)
  mutating func lengthenFirst(
    upTo reach: Double, by extent: Double
  ) -> (column: Int, length: Double) {
    var fitting = InlineArray<pairCount, Pair>(repeating: Pair(repeating: .infinity))
    for pair in 0..<pairCount {
      fitting[pair].replace(with: numbers[pair], where: lengths[pair] .<= reach)
    }
    let taker = FewColumnLengths.least(fitting)
    var taken = InlineArray<pairCount, Pair>(repeating: Pair(repeating: .infinity))
    for pair in 0..<pairCount {
      let takes = numbers[pair] .== taker
      taken[pair].replace(with: lengths[pair], where: takes)
      lengths[pair].replace(with: lengths[pair] + extent, where: takes)
    }
    return (Int(taker), FewColumnLengths.least(taken))
  }
}
