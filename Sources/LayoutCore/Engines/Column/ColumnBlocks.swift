/// Rows of cells of different heights, leaf by leaf.
final class ColumnBlocks: ItemArrangement {
  let columns: Columns
  private let cellHeight: CellHeight
  let tree: ContentTree
  let lines: LineTree

  init(_ tree: ContentTree, columns: Columns, cellHeight: CellHeight, lines: LineTree) {
    self.columns = columns
    self.cellHeight = cellHeight
    self.tree = tree
    self.lines = lines
  }

  var extent: Double { lines.extent }
  var madeBlockBytes: Int { lines.madeBlockBytes }

  var byteCount: Int {
    HeapBytes.object((Columns, CellHeight, ContentTree, LineTree).self) + lines.byteCount
  }

  func stepsPerFrame(lineCount: Int) -> Int { lineCount }

  func line(ofItem item: Int, in section: Section) -> Range<Int> {
    let first = item - item % columns.count
    return first..<min(first + columns.count, tree.itemCount)
  }

  func frame(ofItem item: Int, in section: Section, origin: Double) -> CellFrame {
    let place = lines.block(ofItem: item)
    let row = place.block.line(ofItem: item - place.firstItem, perLine: columns.count)
    return cell(
      item, of: place, column: item % columns.count, y: origin + place.top(ofLine: row),
      extent: rowExtent(place, row))
  }

  /// O(columns), O(1) for the last row of a leaf
  @inline(__always)
  private func rowExtent(_ place: PlacedBlock, _ row: Int) -> Double {
    place.block.extent(ofLine: row, perLine: columns.count)
  }

  @inline(__always)
  private func cell(
    _ item: Int, of place: PlacedBlock, column: Int, y: Double, extent: Double
  ) -> CellFrame {
    CellFrame(
      frame: Rect(
        x: columns.x(column), y: y, width: columns.width,
        height: cellHeight == .natural && columns.count > 1 ? height(item, of: place) : extent),
      columnIndex: column)
  }

  /// The height of an item of a block's row, which may be of a leaf behind. O(log runs)
  private func height(_ item: Int, of place: PlacedBlock) -> Double {
    let leaf = place.block.leaf
    let number = item - place.firstItem
    guard number < leaf.itemCount else { return tree[item].height }
    return leaf.extent(.height, ofRun: leaf.run(ofItem: number).run)
  }

  /// Calls `body` with rows that may overlap the window, some rows of a block at a time; not with many rows without a
  /// height, whose separators are without an area, too.
  @inline(__always)
  private func visitRows(
    in window: LocalWindow, from first: Int, meter: inout StepMeter,
    _ body: (PlacedBlock, Range<Int>, inout StepMeter) throws(WalkStop) -> Void
  ) throws(WalkStop) {
    let countMax = max(1, ColumnBlocks.itemsAtOnce / columns.count)
    var next: PlacedBlock? = lines.block(endingBehind: window.before, from: first)
    while let place = next {
      var row = place.line(endingBehind: window.before, from: first, perLine: columns.count)
      while row < place.block.lineCount {
        let endMax = min(row + countMax, place.block.lineCount)
        var end = row
        while end < endMax, place.top(ofLine: end) < window.behind { end += 1 }
        if end == row { return }
        try meter.take((end - row) * columns.count)
        try body(place, row..<end, &meter)
        row = end
        if row < place.block.lineCount { row = place.block.lineBehindFlats(from: row) }
      }
      next = lines.block(behind: place)
    }
  }

  private static let itemsAtOnce = 32

  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    let crossed = columns.overlapping(window.across)
    guard !crossed.isEmpty else { return }
    let local = window.along.seen(from: origin)
    try visitRows(in: local, from: first, meter: &meter) {
      (place, rows, meter) throws(WalkStop) in
      // The items of rows that are crossed as a whole follow each other.
      let rowsAtOnce = crossed.count == columns.count ? rows.count : 1
      for row in stride(from: rows.lowerBound, to: rows.upperBound, by: rowsAtOnce) {
        try visit(
          crossed, ofRows: row..<row + rowsAtOnce, of: place, in: window.along, origin: origin,
          from: first, meter: &meter, into: &sink)
      }
    }
  }

  /// Visits the items in some columns of a row, or in all columns of some rows.
  @inline(__always)
  private func visit(
    _ crossed: Range<Int>, ofRows rows: Range<Int>, of place: PlacedBlock, in window: AxisWindow,
    origin: Double, from first: Int, meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    var row = rows.lowerBound
    var firstOfRow = place.firstItem + place.block.start + row * columns.count
    let lastRow = firstOfRow + (rows.count - 1) * columns.count
    let start = max(first, firstOfRow + crossed.lowerBound)
    let end = min(tree.itemCount, lastRow + crossed.upperBound)
    guard start < end else { return }
    try meter.take(end - start)
    var (y, extent) = (origin + place.top(ofLine: row), rowExtent(place, row))
    try sink.takeCells(start..<end) { item in
      if item == firstOfRow + columns.count {
        row += 1
        firstOfRow = item
        (y, extent) = (origin + place.top(ofLine: row), rowExtent(place, row))
      }
      let cell = cell(item, of: place, column: item - firstOfRow, y: y, extent: extent)
      return window.overlaps(cell.frame.y, cell.frame.height) ? cell : nil
    }
  }
}

extension ColumnBlocks: SeparatedRows {
  var separatedRows: (any SeparatedRows)? { self }

  var rowCount: Int { (tree.itemCount - 1) / columns.count + 1 }

  var stepsPerRowExtent: Int { columns.count }

  func row(_ number: Int, in section: Section) -> (top: Double, extent: Double) {
    let item = number * columns.count
    let place = lines.block(ofItem: item)
    let row = place.block.line(ofItem: item - place.firstItem, perLine: columns.count)
    return (place.top(ofLine: row), rowExtent(place, row))
  }

  func visitRows(
    in window: AxisWindow, of section: Section, origin: Double, thickness: Double, from first: Int,
    meter: inout StepMeter, _ body: (Int, Double, Double, inout StepMeter) throws(WalkStop) -> Void
  ) throws(WalkStop) {
    guard first < rowCount else { return }
    try visitRows(
      in: window.seen(from: origin), from: first * columns.count, meter: &meter
    ) { (place, rows, meter) throws(WalkStop) in
      let firstRow = (place.firstItem + place.block.start) / columns.count
      for row in rows {
        try body(firstRow + row, place.top(ofLine: row), rowExtent(place, row), &meter)
      }
    }
  }
}
