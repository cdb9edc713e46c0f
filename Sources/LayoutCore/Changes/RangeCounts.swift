/// Disjoint ascending ranges, with counts of their numbers.
struct RangeCounts {
  private let ranges: [Range<Int>]
  /// The count of numbers in the ranges before each range.
  private var counts: [Int] = []

  init(_ ranges: [Range<Int>]) {
    self.ranges = ranges
    var count = 0
    for range in ranges {
      counts.append(count)
      count += range.count
    }
  }

  /// The count of numbers below a bound. O(log ranges)
  func count(below bound: Int) -> Int {
    let place = partitionPoint(0..<ranges.count) { ranges[$0].lowerBound > bound } - 1
    return place < 0
      ? 0 : counts[place] + min(bound - ranges[place].lowerBound, ranges[place].count)
  }
}
