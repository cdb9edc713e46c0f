/// Rows of cells of different heights: a table of tops, a little more than eight bytes per row.
final class ColumnRows: ItemArrangement {
  private let columns: Columns
  private let cellHeight: CellHeight
  /// From the top of the items to the top of every row, and at the end past the last one, in points.
  private let tops: [Double]
  private let index: CoordinateIndex
  let extent: Double

  /// Stacks rows, each as high as its highest item. O(items)
  init(_ section: Section, columns: Columns, cellHeight: CellHeight) {
    let heights = section.items.heights
    let spacing = section.metrics.minimumLineSpacing
    let count = section.items.count
    var tops: [Double] = []
    tops.reserveCapacity((count - 1) / columns.count + 2)
    var top = 0.0
    var extent = 0.0
    for first in stride(from: 0, to: count, by: columns.count) {
      tops.append(top)
      let rowExtent = heights.greatest(in: first..<min(count, first + columns.count))
      extent = top + rowExtent
      top += rowExtent + spacing
    }
    tops.append(extent)
    self.columns = columns
    self.cellHeight = cellHeight
    self.tops = tops
    index = CoordinateIndex(tops)
    self.extent = extent
  }

  var byteCount: Int {
    HeapBytes.object((Columns, CellHeight, [Double], CoordinateIndex, Double).self)
      + HeapBytes.array(tops) + index.byteCount
  }

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
    meter: inout StepMeter, into sink: inout ElementSink
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
        try sink.takeCell(item, cell)
      }
    }
  }
}

extension ColumnRows: SeparatedRows {
  var separatedRows: (any SeparatedRows)? { self }

  var rowCount: Int { tops.count - 1 }

  func row(_ number: Int, in section: Section) -> (top: Double, extent: Double) {
    (tops[number], rowExtent(number, in: section))
  }

  var stepsPerRowExtent: Int { columns.count }

  /// O(columns)
  private func rowExtent(_ row: Int, in section: Section) -> Double {
    let first = row * columns.count
    return section.items.heights.greatest(
      in: first..<min(section.items.count, first + columns.count))
  }

  func visitRows(
    in window: AxisWindow, of section: Section, origin: Double, thickness: Double, from first: Int,
    meter: inout StepMeter, _ body: (Int, Double, Double, inout StepMeter) throws(WalkStop) -> Void
  ) throws(WalkStop) {
    let rows = rows(in: window, origin: origin, thickness: thickness)
    for row in max(first, rows.lowerBound)..<max(first, rows.upperBound) {
      try meter.take(stepsPerRowExtent)
      try body(row, tops[row], rowExtent(row, in: section), &meter)
    }
  }

  private func rows(in window: AxisWindow, origin: Double, thickness: Double) -> Range<Int> {
    window.seen(from: origin).candidates(tops, index)
  }
}
