/// Equal items in rows of equal length, computed by arithmetic. Needs no memory and no time per item.
///
/// Used for sections whose items all have one size (docs/rules.md#equal-items).
final class UniformGrid: ItemArrangement {
  /// The positions of a row's items: item j is at start + j · pitch.
  struct RowShape: Equatable {
    let start: Double
    let pitch: Double
  }

  /// The numbering of a grid's columns.
  enum ColumnOrder {
    /// The items of a row are not in columns.
    case none
    /// Rows are filled from the first column on.
    case leftToRight
    /// Rows are filled from the last column on.
    case rightToLeft
  }

  /// At least 1.
  let itemCount: Int
  let itemSize: Size
  /// The number of items in a full row, at least 1.
  let columnCount: Int
  let columnOrder: ColumnOrder
  /// The number of neighbouring columns that each item stands over.
  let columnSpan: Int
  /// The leftmost column of a full row.
  let firstColumn: Int
  /// Distance from the top of a row to the top of the next, in points.
  let rowPitch: Double
  /// The positions in every row but the last.
  let fullRow: RowShape
  /// The positions in the last row, which may have fewer items.
  let lastRow: RowShape

  /// Creates a grid of at least one item.
  init(
    itemCount: Int, itemSize: Size, columnCount: Int, columnOrder: ColumnOrder,
    columnSpan: Int = 1, firstColumn: Int = 0, rowPitch: Double, fullRow: RowShape,
    lastRow: RowShape
  ) {
    self.columnSpan = columnSpan
    self.firstColumn = firstColumn
    self.itemCount = itemCount
    self.itemSize = itemSize
    self.columnCount = columnCount
    self.columnOrder = columnOrder
    self.rowPitch = rowPitch
    self.fullRow = fullRow
    self.lastRow = lastRow
  }

  /// The same items, higher by `part`, in points.
  func higher(by part: Double) -> UniformGrid {
    UniformGrid(
      itemCount: itemCount, itemSize: Size(width: itemSize.width, height: itemSize.height + part),
      columnCount: columnCount, columnOrder: columnOrder, columnSpan: columnSpan,
      firstColumn: firstColumn, rowPitch: rowPitch, fullRow: fullRow, lastRow: lastRow)
  }

  var rowCount: Int { (itemCount - 1) / columnCount + 1 }

  /// The number of items in the last row.
  private var lastRowItemCount: Int { itemCount - (rowCount - 1) * columnCount }

  var extent: Double { rowTop(rowCount - 1) + itemSize.height }
  var hasArea: Bool { itemSize.width > 0 && itemSize.height > 0 }
  var byteCount: Int {
    HeapBytes.object(
      (Int, Size, Int, ColumnOrder, Int, Int, Double, RowShape, RowShape).self)
  }
  var reach: Double { itemSize.width }

  @inline(__always)
  func rowTop(_ row: Int) -> Double { Double(row) * rowPitch }

  /// The position, counted from the left, of item `offset` of a row.
  @inline(__always)
  private func place(_ offset: Int) -> Int {
    if case .rightToLeft = columnOrder { return columnCount - 1 - offset }
    return offset
  }

  /// The leftmost column of the item at a position of a row, or the position without columns.
  @inline(__always)
  private func column(_ place: Int) -> Int { firstColumn + place * columnSpan }

  func frame(ofItem index: Int, origin: Double) -> CellFrame {
    let row = index / columnCount
    return cell(row: row, offset: index - row * columnCount, origin: origin)
  }

  func line(ofItem item: Int) -> Range<Int> {
    let first = item - item % columnCount
    return first..<min(first + columnCount, itemCount)
  }

  @inline(__always)
  private func cell(row: Int, offset: Int, origin: Double) -> CellFrame {
    let shape = row == rowCount - 1 ? lastRow : fullRow
    let column = column(place(offset))
    let columnIndex: Int? = if case .none = columnOrder { nil } else { column }
    return CellFrame(
      frame: Rect(
        x: shape.start + Double(column) * shape.pitch, y: origin + rowTop(row),
        width: itemSize.width, height: itemSize.height),
      columnIndex: columnIndex)
  }

  func visitItems(
    in window: Window, origin: Double, from first: Int,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    try visitItems(in: window, origin: origin, from: first, behind: 0, meter: &meter, into: &sink)
  }

  /// Passes the items that overlap the window to a sink, each `count` items further on in the section.
  func visitItems(
    in window: Window, origin: Double, from first: Int, behind count: Int,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    guard itemSize.width > 0 else { return }
    let rows = rows(in: window.along, origin: origin, part: .whole)
    let lastRow = rowCount - 1
    let fullRowOffsets = offsets(in: window.across, shape: fullRow)
    let lastRowOffsets = offsets(in: window.across, shape: self.lastRow)
      .clamped(to: 0..<lastRowItemCount)
    var row = max(rows.lowerBound, first / columnCount)
    while row < rows.upperBound {
      try meter.take()
      let offsets = row == lastRow ? lastRowOffsets : fullRowOffsets
      if offsets.isEmpty {
        // If no item of one full row overlaps, no item of any full row does.
        row = row < lastRow ? lastRow : rowCount
        continue
      }
      let firstOfRow = row * columnCount
      let firstOffset = min(max(offsets.lowerBound, first - firstOfRow), offsets.upperBound)
      for offset in firstOffset..<offsets.upperBound {
        try meter.take()
        try sink.takeCell(
          count + firstOfRow + offset, cell(row: row, offset: offset, origin: origin))
      }
      row += 1
    }
  }

  /// The items of a row that overlap the window, as offsets in the row. O(log columns)
  private func offsets(in window: AxisWindow, shape: RowShape) -> Range<Int> {
    let places = window.overlapping(count: columnCount, extent: itemSize.width) {
      shape.start + Double(column($0)) * shape.pitch
    }
    if case .rightToLeft = columnOrder {
      return (columnCount - places.upperBound)..<(columnCount - places.lowerBound)
    }
    return places
  }
}

extension UniformGrid: ItemRows {
  var rows: (any ItemRows)? { self }

  func row(_ number: Int) -> (top: Double, extent: Double) {
    (rowTop(number), itemSize.height)
  }

  func row(ofItem item: Int) -> Int { item / columnCount }

  func visitRows(
    in window: AxisWindow, origin: Double, part: RowPart, from first: Int, meter: inout WorkMeter,
    _ body: (Int, Double, Double, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    let rows = rows(in: window, origin: origin, part: part)
    for row in max(first, rows.lowerBound)..<max(first, rows.upperBound) {
      try meter.take()
      try body(row, rowTop(row), itemSize.height, &meter)
    }
  }

  private func rows(in window: AxisWindow, origin: Double, part: RowPart) -> Range<Int> {
    guard case .uppermost(let most) = part else {
      return window.rows(with: part, from: origin).rows(
        rowCount, extent: itemSize.height, top: rowTop)
    }
    return window.overlapping(count: rowCount, extent: min(most, itemSize.height)) {
      origin + rowTop($0)
    }
  }
}

extension UniformGrid {
  /// Creates a grid of items of one height in columns.
  ///
  /// - Parameter span: The number of columns that each item stands over, at most as many as there are.
  convenience init(
    _ items: Items, columns: Columns, span: Int = 1, itemHeight: Double, lineSpacing: Double,
    columnOrder: ColumnOrder
  ) {
    let row = RowShape(start: columns.left, pitch: columns.pitch)
    let perRow = columns.count / span
    self.init(
      itemCount: items.count,
      itemSize: Size(width: columns.width(ofColumns: span), height: itemHeight),
      columnCount: perRow, columnOrder: columnOrder, columnSpan: span,
      firstColumn: columnOrder == .rightToLeft ? columns.count - perRow * span : 0,
      rowPitch: itemHeight + lineSpacing, fullRow: row, lastRow: row)
  }
}
