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

  /// Calls `body` with rows of a height that may overlap the window: the block, the row's number in it, its top and its
  /// height in points.
  @inline(__always)
  private func visitRows(
    in window: AxisWindow, origin: Double, from first: Int, meter: inout StepMeter,
    _ body: (PlacedBlock, Int, Double, Double, inout StepMeter) throws(WalkStop) -> Void
  ) throws(WalkStop) {
    let window = window.seen(from: origin)
    try lines.visitBlocks(in: window, from: first) { (place) throws(WalkStop) in
      let rows = place.lines(endingBehind: window.before, from: first, perLine: columns.count)
      guard !rows.isEmpty else { return }
      let block = place.block
      var row = rows.lowerBound
      while row < rows.upperBound {
        let top = place.top(ofLine: row)
        if top >= window.behind { return }
        try meter.take(columns.count)
        let extent = block.extent(ofLine: row, perLine: columns.count)
        if extent > 0 { try body(place, row, top, extent, &meter) }
        row = extent > 0 ? row + 1 : block.nextStretch(ofLine: row)
      }
    }
  }

  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    let overlapping = columns.overlapping(window.across)
    guard !overlapping.isEmpty else { return }
    try visitRows(in: window.along, origin: origin, from: first, meter: &meter) {
      (place, row, top, extent, meter) throws(WalkStop) in
      let firstOfRow = place.firstItem + place.block.start + row * columns.count
      for column in overlapping {
        try meter.take()
        let item = firstOfRow + column
        guard item >= first else { continue }
        guard item < tree.itemCount else { break }
        let cell = cell(item, of: place, column: column, y: origin + top, extent: extent)
        guard window.along.overlaps(cell.frame.y, cell.frame.height) else { continue }
        try sink.takeCell(item, cell)
      }
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
    try visitRows(in: window, origin: origin, from: first * columns.count, meter: &meter) {
      (place, row, top, extent, meter) throws(WalkStop) in
      let number = (place.firstItem + place.block.start) / columns.count + row
      try body(number, top, extent, &meter)
    }
  }
}
