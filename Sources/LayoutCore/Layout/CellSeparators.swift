/// The row and column separators of one section.
struct CellSeparators {
  let rows: any ItemRows
  let columns: Columns
  let itemCount: Int
  let containerWidth: Double
  /// The top of the items, in content coordinates.
  let origin: Double
  let style: SeparatorStyle
  /// Whether there are column separators: the engine shows them, and there is more than one column.
  let showsColumnSeparator: Bool
  /// Whether rows are filled from the last column on. Column separators are then at the left edges of cells.
  let isMirrored: Bool

  /// The separators of a section that is laid out; nil if it has none.
  init?(section: Section, layout: SectionLayout, origin: Double, containerWidth: Double) {
    guard layout.hasSeparatedRows, let rule = section.metrics.columnRule,
      let form = rule.rows, let style = form.separator,
      let rows = layout.arrangement.rows
    else { return nil }
    self.rows = rows
    self.columns = Columns(rule.count, in: section.room(in: containerWidth))
    itemCount = section.items.count
    self.containerWidth = containerWidth
    self.origin = origin
    self.style = style
    showsColumnSeparator = form.separatesColumns && columns.count > 1
    isMirrored = form.isMirrored
  }

  private var thickness: Double { style.thickness }

  /// Whether a row separator with this index exists. It is between two rows and has the number of the lower one.
  func hasRowSeparator(_ index: Int) -> Bool { index >= 1 && index < rows.rowCount }

  /// Whether a column separator with this index exists: every item that is not at the end of a full row
  /// has one.
  func hasColumnSeparator(_ index: Int) -> Bool {
    showsColumnSeparator && index >= 0 && index < itemCount
      && index % columns.count < columns.count - 1
  }

  /// The number of row separators.
  var rowSeparatorCount: Int { max(0, rows.rowCount - 1) }

  /// The number of column separators.
  var columnSeparatorCount: Int {
    showsColumnSeparator ? itemCount - itemCount / columns.count : 0
  }

  /// The frame of the separator above row `index`, in the engines' space.
  func rowSeparatorFrame(_ index: Int) -> Rect {
    rowSeparatorFrame(rows.row(index))
  }

  private func rowSeparatorFrame(_ row: (top: Double, extent: Double)) -> Rect {
    Rect(
      x: style.left, y: origin + row.top, width: max(0, containerWidth - style.left - style.right),
      height: min(thickness, row.extent))
  }

  /// The frame of the separator between item `index` and the place of the next item in its row, in the engines' space.
  func columnSeparatorFrame(_ index: Int) -> Rect {
    let number = index / columns.count
    let row = rows.row(number)
    return Rect(
      x: columnSeparatorX(index - number * columns.count), y: origin + row.top, width: thickness,
      height: row.extent)
  }

  /// The left edge of the separator of an item by its offset in the row.
  private func columnSeparatorX(_ offset: Int) -> Double {
    isMirrored
      ? columns.x(columns.count - 1 - offset) - thickness : columns.x(offset) + columns.width
  }

  /// Calls `body` for the row separators from `first` on that overlap the window, in order.
  func visitRowSeparators(
    in window: Window, from first: Int, meter: inout WorkMeter,
    _ body: (Int, Rect) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    let width = max(0, containerWidth - style.left - style.right)
    guard window.across.overlaps(style.left, width) else { return }
    try rows.visitRows(
      in: window.along, origin: origin, part: .uppermost(thickness), from: max(1, first),
      meter: &meter
    ) { (row, top, extent, meter) throws(WalkInterrupted) in
      let frame = rowSeparatorFrame((top, extent))
      guard window.along.overlaps(frame.y, frame.height) else { return }
      try body(row, frame)
    }
  }

  /// Calls `body` for the column separators from `first` on that overlap the window, in order.
  func visitColumnSeparators(
    in window: Window, from first: Int, meter: inout WorkMeter,
    _ body: (Int, Rect) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    guard showsColumnSeparator else { return }
    let count = columns.count - 1
    var separated = window.across.overlapping(count: count, extent: thickness) {
      columnSeparatorX(isMirrored ? count - 1 - $0 : $0)
    }
    if isMirrored { separated = count - separated.upperBound..<count - separated.lowerBound }
    guard !separated.isEmpty else { return }
    try rows.visitRows(
      in: window.along, origin: origin, part: .whole, from: first / columns.count, meter: &meter
    ) { (row, top, extent, meter) throws(WalkInterrupted) in
      let y = origin + top
      guard window.along.overlaps(y, extent) else { return }
      for offset in separated {
        try meter.take()
        let index = row * columns.count + offset
        guard index >= first else { continue }
        guard index < itemCount else { break }
        let frame = Rect(x: columnSeparatorX(offset), y: y, width: thickness, height: extent)
        try body(index, frame)
      }
    }
  }
}
