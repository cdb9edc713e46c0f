/// The number of columns, or the least width of a column.
public enum ColumnCount: Hashable, Sendable {
  /// `numberOfColumns`, at least 1.
  case number(Int)
  /// `minimumColumnWidth`, in points, above 0.
  case minimumWidth(Double)
}

/// The columns of equal width of a section (docs/rules.md#columns).
struct Columns: Equatable {
  /// The number of columns, at least 1.
  let count: Int
  /// The width of each column, in points.
  let width: Double
  /// The x of the first column, in points.
  let left: Double
  /// Distance from the left edge of a column to that of the next, in points.
  let pitch: Double

  /// The columns of a section in a container of this width. Their number must have been checked.
  init(_ columns: ColumnCount, of section: Section, containerWidth: Double) {
    let available = section.availableWidth(in: containerWidth)
    let spacing = section.metrics.minimumInteritemSpacing
    count = Int(Columns.countAsDouble(columns, of: section, containerWidth: containerWidth))
    width = max(0, (available - Double(count - 1) * spacing) / Double(count))
    left = section.metrics.sectionInset.left
    pitch = width + spacing
  }

  /// The number of columns before its limit is checked; may be infinite.
  static func countAsDouble(
    _ columns: ColumnCount, of section: Section, containerWidth: Double
  ) -> Double {
    switch columns {
    case .number(let number):
      return Double(number)
    case .minimumWidth(let minimum):
      let spacing = section.metrics.minimumInteritemSpacing
      let available = section.availableWidth(in: containerWidth)
      return max(1, ((available + spacing + fitTolerance) / (minimum + spacing)).rounded(.down))
    }
  }

  /// The left edge of a column, in points.
  @inline(__always)
  func x(_ column: Int) -> Double { left + Double(column) * pitch }

  /// The columns that overlap the window. O(log columns)
  func overlapping(_ window: AxisWindow) -> Range<Int> {
    window.overlapping(count: count, extent: width, position: x)
  }

  /// The columns that some columns become if they are counted from the other side.
  func mirrored(_ columns: Range<Int>) -> Range<Int> {
    count - columns.upperBound..<count - columns.lowerBound
  }
}
