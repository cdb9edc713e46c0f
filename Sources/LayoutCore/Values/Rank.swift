/// A sort key of two numbers, compared by the first and then by the second.
public struct Rank: Comparable {
  let first: Int
  let second: Int

  init(_ first: Int, _ second: Int) {
    self.first = first
    self.second = second
  }

  /// The rank of a double.
  init(_ number: Double) {
    // Negative numbers are in the reverse order of their bits.
    let bits = Int64(bitPattern: (number + 0).bitPattern)
    let ascending = bits ^ (bits >> 63 & .max)
    let low = UInt32(truncatingIfNeeded: ascending) ^ 1 << 31
    self.init(Int(ascending >> 32), Int(Int32(bitPattern: low)))
  }

  public static func < (one: Rank, other: Rank) -> Bool {
    one.first != other.first ? one.first < other.first : one.second < other.second
  }

  fileprivate typealias Placed = (rank: Rank, place: Int)

  /// Sorts `count` ranks in ascending order and returns them with their places; nil if they already ascend. Equal ranks
  /// keep their order. All sorting uses this function, so that it is compiled once.
  @inline(never)
  fileprivate static func order(
    _ count: Int, _ rank: (Int) -> Rank, _ precedes: (Int, Int) -> Bool = { _, _ in false }
  ) -> [Placed]? {
    guard count > 1 else { return nil }
    var ranks: [Placed] = []
    ranks.reserveCapacity(count)
    var ascends = true
    for place in 0..<count {
      let rank = rank(place)
      if let last = ranks.last, isBefore((rank, place), last, precedes) { ascends = false }
      ranks.append((rank, place))
    }
    if ascends { return nil }
    merge(&ranks, precedes)
    return ranks
  }

  /// The places of `count` elements in ascending order of their ranks; of those with equal ranks, one that precedes
  /// another is before it, and others keep their order. O(count log count)
  static func places(
    _ count: Int, _ rank: (Int) -> Rank, precedes: (Int, Int) -> Bool
  ) -> [Int] {
    order(count, rank, precedes)?.map { $0.place } ?? Array(0..<count)
  }

  @inline(__always)
  private static func isBefore(
    _ one: Placed, _ other: Placed, _ precedes: (Int, Int) -> Bool
  ) -> Bool {
    one.rank == other.rank ? precedes(one.place, other.place) : one.rank < other.rank
  }

  /// Merge sort: merges pairs of sorted stretches, and doubles their length each time. The standard library's sort
  /// takes ten times as many bytes in a page's module. O(count log count)
  private static func merge(_ ranks: inout [Placed], _ precedes: (Int, Int) -> Bool) {
    var merged = ranks
    var length = 1
    while length < ranks.count {
      var (start, place) = (0, 0)
      while start < ranks.count {
        let middle = min(start + length, ranks.count)
        let end = min(middle + length, ranks.count)
        var (left, right) = (start, middle)
        while place < end {
          let takesLeft =
            right == end || (left < middle && !isBefore(ranks[right], ranks[left], precedes))
          merged[place] = ranks[takesLeft ? left : right]
          if takesLeft { left += 1 } else { right += 1 }
          place += 1
        }
        start = end
      }
      swap(&ranks, &merged)
      length *= 2
    }
  }
}

extension Array {
  /// The elements in ascending order of their ranks; equal ones keep their order. O(count log count), O(count) if they
  /// already ascend
  func inOrder(by rank: (Element) -> Rank) -> [Element] {
    guard let order = Rank.order(count, { rank(self[$0]) }) else { return self }
    return order.map { self[$0.place] }
  }
}
