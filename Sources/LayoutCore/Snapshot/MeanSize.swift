/// The mean size of a section's items whose sizes are not estimates (docs/rules.md#estimated-sizes), in points, in the
/// vertical layout. Nil for an extent that the engine does not read.
public struct MeanSize: Equatable, Sendable {
  public var width: Double?
  public var height: Double?

  /// The mean of a column.
  subscript(column: ItemColumn) -> Double? {
    switch column {
    case .width: width
    case .height: height
    }
  }

  /// The mean size in the transposed, horizontal layout.
  public var transposed: MeanSize { MeanSize(width: height, height: width) }
}

extension Section {
  /// The mean size of the items that are not estimates; nil if there are none, or no estimates. O(runs)
  public func meanSize(meter: inout WorkMeter) throws(WalkInterrupted) -> MeanSize? {
    // If all items are one run, either all or none of them are estimates.
    guard items.estimatedCount > 0, let tree = items.tree else { return nil }
    let reading = metrics.engine.reading
    let totals = try tree.unmarkedTotals(where: reading.sharesMean, meter: &meter)
    guard totals.count > 0 else { return nil }
    return MeanSize(
      width: reading.hasLengths(.width) ? totals.width / Double(totals.count) : nil,
      height: reading.hasLengths(.height) ? totals.height / Double(totals.count) : nil)
  }
}

extension Section {
  /// Whether an item, a header or a footer has an estimated size.
  var hasEstimates: Bool {
    items.estimatedCount > 0 || headers.hasEstimates || footers.hasEstimates
  }

  /// The number of headers and footers with an estimated extent.
  public var estimatedHeaderCount: Int { headers.estimatedCount + footers.estimatedCount }

  /// The first item with an estimated size; nil if there is none. O(log leaves + runs of a leaf)
  var firstEstimatedItem: Int? {
    guard items.estimatedCount > 0 else { return nil }
    guard let tree = items.tree else { return 0 }
    return tree.firstEstimatedItem
  }

  /// The items with estimated sizes that may get the mean, ascending. O(leaves, and runs of those with estimates)
  public var rangesOfEstimates: [Range<Int>] {
    let reading = metrics.engine.reading
    guard items.estimatedCount > 0 else { return [] }
    guard let tree = items.tree else {
      return reading.sharesMean(items[0].sizes) ? [0..<items.count] : []
    }
    var ranges: [Range<Int>] = []
    for place in tree.leaves() where place.leaf.estimatedCount > 0 {
      var item = place.before.items
      for number in 0..<place.leaf.runCount {
        let run = place.leaf.sizes(ofRun: number)
        if run.isEstimated, reading.sharesMean(run) {
          if let last = ranges.last, last.upperBound == item {
            ranges[ranges.count - 1] = last.lowerBound..<item + run.count
          } else {
            ranges.append(item..<item + run.count)
          }
        }
        item += run.count
      }
    }
    return ranges
  }
}
