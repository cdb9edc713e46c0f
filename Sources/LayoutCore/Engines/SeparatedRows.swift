/// Rows of cells with separators between them (docs/rules.md#column-separators).
public protocol SeparatedRows: AnyObject {
  var rowCount: Int { get }
  /// Distance from the top of the items to the top of an existing row, and the height of its tallest item, in points.
  func row(_ number: Int) -> (top: Double, extent: Double)
  /// Calls `body` with the number, the top and the height of the rows from `first` on whose uppermost `thickness`
  /// points may overlap the window, in order. O(log rows), then O(columns) each
  func visitRows(
    in window: AxisWindow, origin: Double, thickness: Double, from first: Int,
    meter: inout WorkMeter,
    _ body: (Int, Double, Double, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted)
}
