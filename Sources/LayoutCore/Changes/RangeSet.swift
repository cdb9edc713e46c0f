/// The union of ranges, as disjoint ascending ranges.
struct RangeSet<Path: IndexPath> {
  private(set) var ranges: [Range<Path>] = []

  /// Unites ranges. O(ranges log ranges)
  init(_ united: [Range<Path>]) {
    for range in united.filter({ !$0.isEmpty }).inOrder(by: { $0.lowerBound.rank }) {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// The positions in `ranges` of those that overlap or enclose a range. O(log ranges)
  private func places(overlapping range: Range<Path>) -> Range<Int> {
    let first = partitionPoint(0..<ranges.count) { ranges[$0].upperBound > range.lowerBound }
    return
      first..<partitionPoint(first..<ranges.count) {
        ranges[$0].lowerBound >= range.upperBound
      }
  }

  /// Whether any part of a range is covered. O(log ranges)
  func overlaps(_ range: Range<Path>) -> Bool {
    !range.isEmpty && !places(overlapping: range).isEmpty
  }

  /// Whether a place is covered. O(log ranges)
  func contains(_ path: Path) -> Bool { overlaps(path..<path.advanced(by: 1)) }

  /// The covered parts of a range. O(log ranges + parts)
  func parts(of range: Range<Path>) -> [Range<Path>] {
    ranges[places(overlapping: range)].map { $0.clamped(to: range) }
  }

  /// The parts of a range that are not covered. O(log ranges + parts)
  func gaps(in range: Range<Path>) -> [Range<Path>] {
    var gaps: [Range<Path>] = []
    var start = range.lowerBound
    for part in parts(of: range) {
      if start < part.lowerBound { gaps.append(start..<part.lowerBound) }
      start = part.upperBound
    }
    if start < range.upperBound { gaps.append(start..<range.upperBound) }
    return gaps
  }
}
