/// The number of columns, or the least width of a column.
public enum ColumnCount: Hashable, Sendable {
  /// `numberOfColumns`, at least 1.
  case number(Int)
  /// `minimumColumnWidth`, in points, above 0.
  case minimumWidth(Double)

  /// The number of columns in a room before its limit is checked; may be infinite.
  func number(in room: ItemRoom) -> Double {
    switch self {
    case .number(let number):
      Double(number)
    case .minimumWidth(let minimum):
      max(
        1,
        ((room.width + room.itemSpacing + fitTolerance) / (minimum + room.itemSpacing))
          .rounded(.down))
    }
  }
}

/// The columns in which an engine places items.
public struct ColumnRule: Sendable {
  let count: ColumnCount
  /// The rows across the columns. Nil if each column goes on by itself, so that a change of an item may move all later
  /// ones to other columns.
  let rows: CellRows?
}

/// What rows of cells have in common.
public struct CellRows: Equatable, Sendable {
  /// The style of the separators between rows; nil if there are none.
  let separator: SeparatorStyle?
  /// Whether there are separators of this style between columns, too.
  let separatesColumns: Bool
  /// Whether rows are filled from the last column on. Column separators are then at the left edges of cells.
  let isMirrored: Bool
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
  /// Distance between columns, in points.
  let spacing: Double

  /// The columns in a room. Their number must have been checked.
  init(_ columns: ColumnCount, in room: ItemRoom) {
    count = Int(columns.number(in: room))
    width = max(0, (room.width - Double(count - 1) * room.itemSpacing) / Double(count))
    left = room.left
    pitch = width + room.itemSpacing
    spacing = room.itemSpacing
  }

  /// The left edge of a column, in points.
  @inline(__always)
  func x(_ column: Int) -> Double { left + Double(column) * pitch }

  /// The width of some neighbouring columns, at least one, with the spacings between them, in points.
  @inline(__always)
  func width(ofColumns span: Int) -> Double {
    Double(span) * width + Double(span - 1) * spacing
  }

  /// The number of columns that an item stands over, given its member; 0 for all columns.
  @inline(__always)
  func span(_ given: Double) -> Int { given == 0 ? count : Int(lesser(given, Double(count))) }

  /// The columns that overlap the window. O(log columns)
  func overlapping(_ window: AxisWindow) -> Range<Int> {
    window.overlapping(count: count, extent: width, position: x)
  }

  /// The columns that some columns become if they are counted from the other side.
  func mirrored(_ columns: Range<Int>) -> Range<Int> {
    count - columns.upperBound..<count - columns.lowerBound
  }
}

extension CanonicalWriter {
  mutating func columns(_ columns: ColumnCount) {
    switch columns {
    case .number(let number):
      byte(0)
      count(number)
    case .minimumWidth(let width):
      byte(1)
      number(width)
    }
  }

  /// Writes the separators of an engine's rows.
  mutating func rows(_ rows: CellRows) {
    separator(rows.separator)
    if rows.separator != nil { flag(rows.separatesColumns) }
  }

  mutating func separator(_ style: SeparatorStyle?) {
    text(style?.color.text)
    guard let style else { return }
    number(style.left)
    number(style.right)
  }
}
