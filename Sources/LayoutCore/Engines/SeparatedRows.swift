/// Rows of cells with separators between them (docs/rules.md#column-separators).
public protocol SeparatedRows: AnyObject {
  var rowCount: Int { get }
  /// From the top of the items to the top of a row, in points.
  func rowTop(_ row: Int) -> Double
  /// How many items `rowExtent` looks at.
  var stepsPerRowExtent: Int { get }
  /// The height of the row's highest item, in points.
  func rowExtent(_ row: Int, in section: Section) -> Double
  /// A range that has every row whose uppermost `thickness` points overlap the window. O(log rows)
  func rows(in window: AxisWindow, origin: Double, thickness: Double) -> Range<Int>
}
