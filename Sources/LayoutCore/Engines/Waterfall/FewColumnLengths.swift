/// The lengths of a few columns while items are placed by `shortest`.
///
/// The shortest column cannot be predicted, so no branch and no address depends on it: columns are compared in pairs,
/// as vectors. Each item waits for the one before. So work that does not need the shortest length, such as every
/// column's sum with the extent, runs beside work that does.
struct FewColumnLengths<let pairCount: Int>: WaterfallLengths {
  private typealias Pair = SIMD2<Double>
  private typealias Mask = SIMDMask<SIMD2<Int64>>

  /// Infinity after the last column.
  private var lengths = InlineArray<pairCount, Pair>(repeating: Pair(repeating: .infinity))
  /// The columns' numbers.
  private var numbers = InlineArray<pairCount, SIMD2<Int64>>(repeating: .zero)

  /// Creates empty columns, at most two per pair.
  init(_ count: Int) { self.init(Array(repeating: 0, count: count), itemsBefore: 0) }

  /// Creates columns of these lengths, at most two per pair.
  init(_ lengths: [Double], itemsBefore: Int) {
    for column in 0..<2 * pairCount {
      numbers[column / 2][column % 2] = Int64(column)
      if column < lengths.count { self.lengths[column / 2][column % 2] = lengths[column] }
    }
  }

  subscript(column: Int) -> Double { lengths[column / 2][column % 2] }

  @inline(__always)
  mutating func take(_ extent: Double) -> (column: Int, length: Double) {
    var least = lengths[0]
    for pair in 1..<pairCount { least.replace(with: lengths[pair], where: lengths[pair] .< least) }
    let swapped = Pair(least[1], least[0])
    least.replace(with: swapped, where: swapped .< least)
    let reach = least + fitTolerance
    // Whether a column of an earlier pair is short enough.
    var isTaken = Mask(repeating: false)
    var (number, length) = (SIMD2<Int64>.zero, Pair.zero)
    for pair in 0..<pairCount {
      let own = lengths[pair]
      let fits = own .<= reach
      let otherFits = Pair(own[1], own[0]) .<= reach
      let firstFitsToo = Pair(.nan, own[0]) .<= reach
      let takes = fits .& .!(firstFitsToo .| isTaken)
      isTaken .|= fits .| otherFits
      number.replace(with: numbers[pair], where: takes)
      // Only one summand is not 0, so the sum is exact. Unlike a choice, it needs no branch.
      length += Pair.zero.replacing(with: own, where: takes)
      lengths[pair].replace(with: own + extent, where: takes)
    }
    return (Int(number[0] | number[1]), length[0] + length[1])
  }
}
