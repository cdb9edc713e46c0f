/// The stretch in which two layouts differ, along the scroll axis and measured from the leading side
/// (docs/rules.md#changed-stretch).
public struct ChangedStretch: Hashable, Sendable {
  public let before: ContentStretch
  public let after: ContentStretch
}

/// A part of one layout along the scroll axis, in points.
public struct ContentStretch: Hashable, Sendable {
  public let start: Double
  public let end: Double
}

extension LayoutChange {
  /// The stretch in which the layouts differ, compared without regard to the steps; nil if no cached element differs.
  ///
  /// Both layouts must have the same container width and directions. Throws if the meter runs out of units. O(sections
  /// + log items + runs of leaves that differ + other elements of sections that differ)
  public func changedStretch(meter: inout WorkMeter) throws(WalkInterrupted) -> ChangedStretch? {
    if before === after { return nil }
    var start = ChangedStart(self)
    try start.search(&meter)
    guard start.least < .infinity else { return nil }
    var end = ChangedEnd(self, start: start.least)
    try end.search(&meter)
    return ChangedStretch(
      before: ContentStretch(start: start.least, end: end.greatest),
      after: ContentStretch(start: start.least, end: end.greatest + end.distance))
  }
}
