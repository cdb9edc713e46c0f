/// Rows of cells with separators between them (docs/rules.md#column-separators).
public protocol SeparatedRows: AnyObject {
  var rowCount: Int { get }
  /// From the top of the items to the top of a row, in points.
  func rowTop(_ row: Int) -> Double
  /// How many items it takes to find out how high a row is.
  var stepsPerRowExtent: Int { get }
  /// As high as the row's highest item, in points.
  func rowExtent(_ row: Int, in section: Section) -> Double
  /// The rows outside of which none overlaps the window with its uppermost `thickness` points. O(log rows)
  func rows(in window: AxisWindow, origin: Double, thickness: Double) -> Range<Int>
}
