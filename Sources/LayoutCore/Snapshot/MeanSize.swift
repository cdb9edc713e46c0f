/// The mean of the sizes of a section's items that are no estimates (docs/rules.md#estimated-sizes), in points, in the
/// vertical layout; nil for an extent that its engine does not read.
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

  /// The other way round: of a horizontal layout.
  public var transposed: MeanSize { MeanSize(width: height, height: width) }
}

extension Section {
  /// The mean of the items that are no estimates; nil where there are none, or no estimates. O(runs)
  public func meanSize(meter: inout StepMeter) throws(WalkStop) -> MeanSize? {
    // Where all items are one run, all are estimates or none is.
    guard items.estimatedCount > 0, let tree = items.tree else { return nil }
    let totals = try tree.unmarkedTotals(
      withoutWidth: metrics.engine.estimatesItemsWithoutWidthAlone, meter: &meter)
    guard totals.count > 0 else { return nil }
    let columns = metrics.engine.estimatedColumns
    return MeanSize(
      width: columns.contains(.width) ? totals.width / Double(totals.count) : nil,
      height: columns.contains(.height) ? totals.height / Double(totals.count) : nil)
  }
}
