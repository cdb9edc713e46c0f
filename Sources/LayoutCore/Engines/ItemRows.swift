/// Lines, rows or segments of cells below each other, each called a row here. Separators and shelves belong to them
/// (docs/rules.md#column-separators, docs/rules.md#backgrounds-and-shelves).
public protocol ItemRows: AnyObject {
  var rowCount: Int { get }
  /// Distance from the top of the items to the top of an existing row, and its height, in points. O(log rows), then
  /// O(columns)
  func row(_ number: Int) -> (top: Double, extent: Double)
  /// The number of the row of an existing item. O(log rows)
  func row(ofItem item: Int) -> Int
  /// Calls `body` with the number, the top and the height of the rows from `first` on whose `part` may overlap the
  /// window, in order. O(log rows), then O(columns) each
  func visitRows(
    in window: AxisWindow, origin: Double, part: RowPart, from first: Int, meter: inout WorkMeter,
    _ body: (Int, Double, Double, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted)
}

/// A part of each row along the scroll axis.
public enum RowPart: Sendable {
  /// The uppermost points, at most as many as given.
  case uppermost(Double)
  /// The lowest points, at most as many as given, less distances from the edges of this part. Negative ones lead
  /// outwards.
  case lowest(Double, top: Double, bottom: Double)

  /// The whole row.
  static let whole = RowPart.uppermost(.infinity)

  /// The part of a row.
  func stretch(ofRow row: (top: Double, extent: Double)) -> (top: Double, extent: Double) {
    switch self {
    case .uppermost(let most):
      return (row.top, min(most, row.extent))
    case .lowest(let most, let top, let bottom):
      let extent = min(most, row.extent)
      return (row.top + (row.extent - extent) + top, max(0, extent - top - bottom))
    }
  }

  /// Whether it has no extent in rows without a height.
  var isFlatInFlatRows: Bool { stretch(ofRow: (0, 0)).extent == 0 }

  /// Whether it has no extent in rows of any height.
  var isAlwaysFlat: Bool { stretch(ofRow: (0, greatestCoordinate)).extent == 0 }
}

extension AxisWindow {
  /// A window of rows, in coordinates measured from `origin`: it contains each row whose part overlaps this window.
  func rows(with part: RowPart, from origin: Double) -> LocalWindow {
    guard case .lowest(_, let top, let bottom) = part else { return seen(from: origin) }
    var window = self
    window.magnitude = max(magnitude, top.magnitude, bottom.magnitude)
    return window.seen(from: origin).moved(start: bottom, end: -top)
  }
}

extension LocalWindow {
  /// The window with other edges.
  fileprivate func moved(start: Double, end: Double) -> LocalWindow {
    LocalWindow(
      before: before + start, after: after + start, until: until + end, behind: behind + end)
  }

  /// The rows of one height in the window, given their tops, which ascend. O(log count)
  func rows(_ count: Int, extent: Double, top: (Int) -> Double) -> Range<Int> {
    let first = partitionPoint(0..<count) { top($0) + extent > before }
    return first..<partitionPoint(first..<count) { top($0) >= behind }
  }
}
