/// A range that an entry of a step's list names, in the space before or after the step.
struct EntryRange<Path: IndexPath> {
  let entry: Int
  let range: Range<Path>
}

extension Array {
  /// The entries that name something which an earlier entry of the list names too, or which name it twice. Claims must
  /// be in the order of their entries. O(claims log claims)
  func repeats<Path>() -> [Int] where Element == EntryRange<Path> {
    let ordered = inOrder(by: { $0.range.lowerBound.rank })
    let areDisjoint = ordered.indices.dropFirst().allSatisfy {
      ordered[$0 - 1].range.upperBound <= ordered[$0].range.lowerBound
    }
    if areDisjoint { return [] }
    // All bounds divide the space into stretches. Each entry takes the free stretches of its range. If some are not
    // free, an earlier entry took them.
    let bounds = flatMap { [$0.range.lowerBound, $0.range.upperBound] }.inOrder(by: { $0.rank })
    var free = [Int](0...bounds.count)
    func firstFree(from stretch: Int) -> Int {
      var found = stretch
      while free[found] != found {
        free[found] = free[free[found]]
        found = free[found]
      }
      return found
    }
    var repeats: [Int] = []
    for claim in self where !claim.range.isEmpty {
      let first = partitionPoint(0..<bounds.count) { bounds[$0] >= claim.range.lowerBound }
      let end = partitionPoint(0..<bounds.count) { bounds[$0] >= claim.range.upperBound }
      var taken = 0
      var stretch = firstFree(from: first)
      while stretch < end {
        free[stretch] = stretch + 1
        taken += 1
        stretch = firstFree(from: stretch)
      }
      if taken < end - first { repeats.append(claim.entry) }
    }
    return repeats
  }
}
