/// The effect of a step on neighbours that keep their places.
struct InPlaceChange<Path: IndexPath> {
  let range: Range<Path>
  let isReloaded: Bool
  let source: StepSource?
}

extension OriginRuns {
  /// Creates the list before a step, with the effects of the step on its elements. O(alterations log alterations)
  ///
  /// - Parameters:
  ///   - all: The whole list.
  ///   - alterations: Effects on ranges that do not overlap.
  init(_ all: Range<Path>, changed alterations: [InPlaceChange<Path>]) {
    var next = all.lowerBound
    for alteration in alterations.inOrder(by: { $0.range.lowerBound.rank }) {
      let range = alteration.range
      append(OriginRun(count: next.distance(to: range.lowerBound), from: next))
      append(
        OriginRun(
          count: range.length, from: range.lowerBound, isReloaded: alteration.isReloaded,
          source: alteration.source))
      next = range.upperBound
    }
    append(OriginRun(count: next.distance(to: all.upperBound), from: next))
  }

  /// A part of the list, marked as moved.
  func moved(_ range: Range<Int>) -> OriginRuns {
    var list = OriginRuns()
    list.append(range, of: self) { $0.isMoved = true }
    return list
  }
}
