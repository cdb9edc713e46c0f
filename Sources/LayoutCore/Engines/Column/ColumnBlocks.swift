/// Rows of cells of different heights, in one block per leaf.
final class ColumnBlocks: ItemArrangement {
  let columns: Columns
  private let cellHeight: CellHeight
  private let cellOrder: CellOrder
  let tree: ContentTree
  let lines: Lines

  init(
    _ tree: ContentTree, columns: Columns, cellHeight: CellHeight, cellOrder: CellOrder,
    lines: Lines
  ) {
    self.columns = columns
    self.cellHeight = columns.count > 1 ? cellHeight : .row
    self.cellOrder = cellOrder
    self.tree = tree
    self.lines = lines
  }

  var extent: Double { lines.extent }
  var madeBlockBytes: Int { lines.madeBlockBytes }

  var byteCount: Int {
    HeapBytes.object((Columns, CellHeight, CellOrder, ContentTree, Lines).self) + lines.byteCount
  }

  func stepsPerFrame(lineCount: Int) -> Int {
    // The heights of a row's items are compared several at a time; without running heights only those in its first leaf.
    let readCount = min(lineCount, columns.count)
    return 1 + (cellHeight == .running ? readCount : min(readCount, LeafCut.runsMax)) / 16
  }

  func edges(ofLineWith item: Int) -> (top: Double, bottom: Double) {
    let place = lines.block(ofItem: item)
    let row = place.block.line(ofItem: item - place.firstItem, perLine: columns.count)
    let top = place.top(ofLine: row)
    return (top, top + rowExtent(place, row))
  }

  func line(ofItem item: Int) -> Range<Int> {
    let first = item - item % columns.count
    return first..<min(first + columns.count, tree.itemCount)
  }

  func frame(ofItem item: Int, origin: Double) -> CellFrame {
    let place = lines.block(ofItem: item)
    let row = place.block.line(ofItem: item - place.firstItem, perLine: columns.count)
    let offset = item % columns.count
    var running = runningHeight(before: item, from: item - offset)
    return cell(
      item, of: place, offset: offset, y: origin + place.top(ofLine: row),
      extent: rowExtent(place, row), &running)
  }

  func appendFrames(
    ofItems items: Range<Int>, origin: Double, to frames: inout [CellFrame]
  ) {
    var item = items.lowerBound
    while item < items.upperBound {
      let place = lines.block(ofItem: item)
      let first = place.firstItem + place.block.start
      for row in (item - first) / columns.count..<place.block.lineCount {
        let firstOfRow = first + row * columns.count
        let (y, extent) = (origin + place.top(ofLine: row), rowExtent(place, row))
        let end = min(firstOfRow + columns.count, items.upperBound)
        guard item < end else { return }
        var running = runningHeight(before: item, from: firstOfRow)
        for item in item..<end {
          frames.append(
            cell(item, of: place, offset: item - firstOfRow, y: y, extent: extent, &running))
        }
        item = end
      }
    }
  }

  /// O(columns), O(1) for the last row of a leaf
  @inline(__always)
  private func rowExtent(_ place: PlacedBlock, _ row: Int) -> Double {
    place.block.extent(ofLine: row, perLine: columns.count)
  }

  /// The cell of an item.
  ///
  /// - Parameters:
  ///   - offset: The number of items before it in its row.
  ///   - running: The greatest height of these items, which becomes that up to the item.
  @inline(__always)
  private func cell(
    _ item: Int, of place: PlacedBlock, offset: Int, y: Double, extent: Double,
    _ running: inout Double
  ) -> CellFrame {
    var height = extent
    if cellHeight != .row {
      height = self.height(item, of: place)
      if cellHeight == .running {
        height = max(running, height)
        running = height
      }
    }
    let column = cellOrder == .rightToLeft ? columns.count - 1 - offset : offset
    return CellFrame(
      frame: Rect(x: columns.x(column), y: y, width: columns.width, height: height),
      columnIndex: column)
  }

  /// The greatest height of the items of a row before an item; 0 if heights are not running. O(log leaves + their runs)
  @inline(__always)
  private func runningHeight(before item: Int, from firstOfRow: Int) -> Double {
    cellHeight == .running ? greatestHeight(firstOfRow..<item) : 0
  }

  @inline(never)
  private func greatestHeight(_ items: Range<Int>) -> Double {
    var (height, next) = (0.0, items.lowerBound)
    while next < items.upperBound {
      let place = tree.leaf(ofItem: next)
      let first = place.before.items
      let end = min(items.upperBound, first + place.leaf.itemCount)
      height = max(height, place.leaf.greatest(.height, ofItems: next - first..<end - first))
      next = end
    }
    return height
  }

  /// The height of an item in a row of a block. The item may be in a later leaf. O(log runs)
  private func height(_ item: Int, of place: PlacedBlock) -> Double {
    let leaf = place.block.leaf
    let number = item - place.firstItem
    guard number < leaf.itemCount else { return tree.sizes(ofItem: item).height }
    return leaf.extent(.height, ofRun: leaf.run(ofItem: number).run)
  }

  /// Consecutive rows of a block with their positions, in points from the top of the items.
  private struct Rows {
    static let itemsMax = 32

    let first: Int
    var count = 0
    private var tops: Array32<Double> = array32(repeating: 0)
    private var extents: Array32<Double> = array32(repeating: 0)

    init(from first: Int) { self.first = first }

    @inline(__always)
    mutating func append(top: Double, extent: Double) {
      (tops[count], extents[count]) = (top, extent)
      count += 1
    }

    /// A row by its index in this list.
    @inline(__always)
    subscript(number: Int) -> (top: Double, extent: Double) { (tops[number], extents[number]) }
  }

  /// Calls `body` with the rows that may overlap the window, several rows of a block at a time. Skips many of the rows
  /// without a height if what is looked for has no area in them.
  @inline(never)
  private func visitRows(
    in window: LocalWindow, from first: Int, skipsFlat: Bool, meter: inout WorkMeter,
    _ body: (PlacedBlock, Rows, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    let countMax = max(1, Rows.itemsMax / columns.count)
    var next: PlacedBlock? = lines.block(endingBehind: window.before, from: first)
    while let place = next {
      let block = place.block
      if skipsFlat, block.isFlat {
        next = try lines.tallBlock(behind: place, meter: &meter)
        continue
      }
      var row = place.line(endingBehind: window.before, from: first, perLine: columns.count)
      while row < block.lineCount {
        let end = min(row + countMax, block.lineCount)
        var rows = Rows(from: row)
        var top = block.top(ofLine: row)
        while row < end, place.base + top < window.behind {
          try meter.take(columns.count)
          let extent = block.extent(ofLine: row, perLine: columns.count)
          rows.append(top: place.base + top, extent: extent)
          row += 1
          if row < end { top = block.top(ofLine: row, behind: top, extent) }
        }
        if rows.count == 0 { return }
        try body(place, rows, &meter)
        if skipsFlat, row < block.lineCount { row = block.lineBehindFlats(from: row) }
      }
      next = lines.block(behind: place)
    }
  }

  func visitItems(
    in window: Window, origin: Double, from first: Int,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    var crossed = columns.overlapping(window.across)
    guard !crossed.isEmpty else { return }
    if cellOrder == .rightToLeft { crossed = columns.mirrored(crossed) }
    let local = window.along.seen(from: origin)
    try visitRows(in: local, from: first, skipsFlat: true, meter: &meter) {
      (place, rows, meter) throws(WalkInterrupted) in
      // If the window crosses all columns, the items of several rows are consecutive.
      let rowsAtOnce = crossed.count == columns.count ? rows.count : 1
      for row in stride(from: 0, to: rows.count, by: rowsAtOnce) {
        try visit(
          crossed, of: row..<row + rowsAtOnce, among: rows, of: place, in: window.along,
          origin: origin, from: first, meter: &meter, into: &sink)
      }
    }
  }

  /// Visits the items at some offsets of one row, or all of several rows.
  @inline(__always)
  private func visit(
    _ crossed: Range<Int>, of numbers: Range<Int>, among rows: Rows,
    of place: PlacedBlock, in window: AxisWindow, origin: Double, from first: Int,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    var number = numbers.lowerBound
    var firstOfRow = place.firstItem + place.block.start + (rows.first + number) * columns.count
    let lastRow = firstOfRow + (numbers.count - 1) * columns.count
    let start = max(first, firstOfRow + crossed.lowerBound)
    let end = min(tree.itemCount, lastRow + crossed.upperBound)
    guard start < end else { return }
    try meter.take(end - start)
    var row = rows[number]
    var running = runningHeight(before: start, from: firstOfRow)
    try sink.takeCells(start..<end) { item in
      if item == firstOfRow + columns.count {
        number += 1
        firstOfRow = item
        row = rows[number]
        running = 0
      }
      let cell = cell(
        item, of: place, offset: item - firstOfRow, y: origin + row.top, extent: row.extent,
        &running)
      return window.overlaps(cell.frame.y, cell.frame.height) ? cell : nil
    }
  }
}

extension ColumnBlocks: ItemRows {
  var rows: (any ItemRows)? { self }

  var rowCount: Int { (tree.itemCount - 1) / columns.count + 1 }

  func row(_ number: Int) -> (top: Double, extent: Double) {
    let item = number * columns.count
    let place = lines.block(ofItem: item)
    let row = place.block.line(ofItem: item - place.firstItem, perLine: columns.count)
    return (place.top(ofLine: row), rowExtent(place, row))
  }

  func row(ofItem item: Int) -> Int { item / columns.count }

  func visitRows(
    in window: AxisWindow, origin: Double, part: RowPart, from first: Int, meter: inout WorkMeter,
    _ body: (Int, Double, Double, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    guard first < rowCount else { return }
    try visitRows(
      in: window.rows(with: part, from: origin), from: first * columns.count,
      skipsFlat: part.isFlatInFlatRows, meter: &meter
    ) { (place, rows, meter) throws(WalkInterrupted) in
      let firstRow = (place.firstItem + place.block.start) / columns.count + rows.first
      for number in 0..<rows.count {
        let row = rows[number]
        try body(firstRow + number, row.top, row.extent, &meter)
      }
    }
  }
}
