/// Disjoint ranges, ascending, and how many numbers they have.
struct RangeCounts {
  private let ranges: [Range<Int>]
  /// How many numbers the ranges before each one have.
  private var counts: [Int] = []

  init(_ ranges: [Range<Int>]) {
    self.ranges = ranges
    var count = 0
    for range in ranges {
      counts.append(count)
      count += range.count
    }
  }

  /// How many numbers below a bound they have. O(log ranges)
  func count(below bound: Int) -> Int {
    let place = partitionPoint(0..<ranges.count) { ranges[$0].lowerBound > bound } - 1
    return place < 0
      ? 0 : counts[place] + min(bound - ranges[place].lowerBound, ranges[place].count)
  }
}
