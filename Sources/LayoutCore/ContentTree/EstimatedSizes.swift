extension ContentTree {
  /// The sums over the items whose size is not an estimate and satisfies `isCounted`. The sums of leaves are added in
  /// order, node by node.
  ///
  /// O(runs) of the leaves with such items
  public func unmarkedTotals(
    where isCounted: (SizedRun) -> Bool = { _ in true }, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> UnmarkedTotals {
    try root.unmarkedTotals(where: isCounted, meter: &meter)
  }
}

extension ContentTree {
  /// The first item with an estimated size; nil if there is none. O(log leaves + runs of a leaf)
  var firstEstimatedItem: Int? {
    guard estimatedCount > 0 else { return nil }
    let place = root.leaf(before: ContentCounts()) { $0.estimated > 0 }
    var item = place.before.items
    for number in 0..<place.leaf.runCount {
      let run = place.leaf.sizes(ofRun: number)
      if run.isEstimated { return item }
      item += run.count
    }
    return nil
  }
}

/// The number of items whose size is not an estimate, and the sums of their extents, in points.
public struct UnmarkedTotals: Equatable, Sendable {
  public var count = 0
  public var width = 0.0
  public var height = 0.0
}

extension ContentChild {
  fileprivate func unmarkedTotals(
    where isCounted: (SizedRun) -> Bool, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> UnmarkedTotals {
    switch self {
    case .leaf(let leaf):
      try meter.take(leaf.runCount)
      return leaf.unmarkedTotals(where: isCounted)
    case .node(let node):
      var totals = UnmarkedTotals()
      // Recurses one level down.
      for child in node.children {
        let part = try child.unmarkedTotals(where: isCounted, meter: &meter)
        totals.count += part.count
        totals.width += part.width
        totals.height += part.height
      }
      return totals
    }
  }
}
