extension ContentTree {
  /// What the items of a size that is no estimate have together; with `withoutWidth` those alone that have no width.
  /// The sums of leaves are added in order, node by node.
  ///
  /// O(runs) of the leaves that have such items
  public func unmarkedTotals(
    withoutWidth: Bool = false, meter: inout StepMeter
  ) throws(WalkStop) -> UnmarkedTotals {
    try root.unmarkedTotals(withoutWidth: withoutWidth, meter: &meter)
  }
}

extension ContentTree {
  /// The first item of an estimated size; nil where none is estimated. O(log leaves + runs of a leaf)
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

/// How many items of a size that is no estimate there are, and the sums of their extents, in points.
public struct UnmarkedTotals: Equatable, Sendable {
  public var count = 0
  public var width = 0.0
  public var height = 0.0
}

extension ContentChild {
  fileprivate func unmarkedTotals(
    withoutWidth: Bool, meter: inout StepMeter
  ) throws(WalkStop) -> UnmarkedTotals {
    switch self {
    case .leaf(let leaf):
      try meter.take(leaf.runCount)
      return leaf.unmarkedTotals(withoutWidth: withoutWidth)
    case .node(let node):
      var totals = UnmarkedTotals()
      // A level below each time.
      for child in node.children {
        let part = try child.unmarkedTotals(withoutWidth: withoutWidth, meter: &meter)
        totals.count += part.count
        totals.width += part.width
        totals.height += part.height
      }
      return totals
    }
  }
}
