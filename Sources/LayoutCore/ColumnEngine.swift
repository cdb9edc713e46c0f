/// Rows of cells in columns of equal width (contract section 3, "column").
struct ColumnEngine: LayoutEngine {
  let metrics: ColumnMetrics

  func arrange(_ section: Section, containerWidth: Double) -> any ItemArrangement {
    let columns = Columns(metrics.columns, of: section, containerWidth: containerWidth)
    guard let height = section.items.heights.uniform else {
      return ColumnRows(section, columns: columns, cellHeight: metrics.cellHeight)
    }
    return UniformGrid(
      section, columns: columns, itemHeight: height, columnOrder: .leftToRight)
  }
}

extension UniformGrid {
  /// Items of one height in columns.
  init(
    _ section: Section, columns: Columns, itemHeight: Double, columnOrder: ColumnOrder
  ) {
    let row = RowShape(start: columns.left, pitch: columns.pitch)
    self.init(
      itemCount: section.items.count, itemSize: Size(width: columns.width, height: itemHeight),
      columnCount: columns.count, columnOrder: columnOrder,
      rowPitch: itemHeight + section.metrics.minimumLineSpacing, fullRow: row, lastRow: row)
  }
}

/// Rows of cells of different heights: a table of tops, eight bytes per row.
struct ColumnRows: ItemArrangement {
  private let columns: Columns
  private let cellHeight: CellHeight
  /// From the top of the items to the top of every row, and at the end past the last one, in points.
  private let tops: [Double]
  let extent: Double

  /// Stacks rows, each as high as its highest item. O(items)
  init(_ section: Section, columns: Columns, cellHeight: CellHeight) {
    let items = section.items
    let rowCount = (items.count - 1) / columns.count + 1
    var tops: [Double] = []
    tops.reserveCapacity(rowCount + 1)
    var top = 0.0
    var extent = 0.0
    for row in 0..<rowCount {
      tops.append(top)
      let rowExtent = ColumnRows.extent(ofRow: row, columns.count, items)
      extent = top + rowExtent
      top += rowExtent + section.metrics.minimumLineSpacing
    }
    tops.append(extent)
    self.columns = columns
    self.cellHeight = cellHeight
    self.tops = tops
    self.extent = extent
  }

  private static func extent(ofRow row: Int, _ columnCount: Int, _ items: Items) -> Double {
    var extent = 0.0
    for item in row * columnCount..<min(items.count, (row + 1) * columnCount) {
      extent = max(extent, items.heights[item])
    }
    return extent
  }

  var byteCount: Int { tops.count * MemoryLayout<Double>.stride }

  func frame(ofItem index: Int, in section: Section, origin: Double) -> CellFrame {
    let row = index / columns.count
    return cell(
      row: row, column: index - row * columns.count, extent: rowExtent(row, in: section),
      section.items, origin)
  }

  @inline(__always)
  private func cell(
    row: Int, column: Int, extent: Double, _ items: Items, _ origin: Double
  ) -> CellFrame {
    let isNatural = cellHeight == .natural
    let height = isNatural ? items.heights[row * columns.count + column] : extent
    return CellFrame(
      frame: Rect(
        x: columns.x(column), y: origin + tops[row], width: columns.width, height: height),
      columnIndex: column)
  }

  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, _ body: (Int, CellFrame) -> Bool
  ) throws(WalkStop) {
    let overlapping = columns.overlapping(window.across)
    guard !overlapping.isEmpty else { return }
    let rows = rows(in: window.along, origin: origin, thickness: .infinity)
    let firstRow = first / columns.count
    for row in rows.clamped(to: firstRow..<max(firstRow, rows.upperBound)) {
      try meter.take(stepsPerRowExtent)
      let extent = rowExtent(row, in: section)
      for column in overlapping {
        try meter.take()
        let item = row * columns.count + column
        guard item >= first else { continue }
        guard item < section.items.count else { break }
        let cell = cell(row: row, column: column, extent: extent, section.items, origin)
        guard window.along.overlaps(cell.frame.y, cell.frame.height) else { continue }
        guard body(item, cell) else { throw .visitor }
      }
    }
  }
}

extension ColumnRows: SeparatedRows {
  var separatedRows: (any SeparatedRows)? { self }

  var rowCount: Int { tops.count - 1 }

  func rowTop(_ row: Int) -> Double { tops[row] }

  var stepsPerRowExtent: Int { columns.count }

  /// O(columns)
  func rowExtent(_ row: Int, in section: Section) -> Double {
    ColumnRows.extent(ofRow: row, columns.count, section.items)
  }

  func rows(in window: AxisWindow, origin: Double, thickness: Double) -> Range<Int> {
    window.candidates(count: rowCount) { origin + tops[$0] }
  }
}
