/// A cell's frame in the engines' space, y in content coordinates.
public struct CellFrame {
  let frame: Rect
  /// Counted from the leading side; nil for engines without columns.
  let columnIndex: Int?
}
