extension NaiveEngine {
  static let column = NaiveEngine(
    name: "column",
    metrics: spacings + [
      "numberOfColumns", "minimumColumnWidth", "rowHeight", "cellHeight", "cellOrder",
      "separatorColor",
      "separatorInsets", "showsColumnSeparator", "shelf",
    ],
    spacing: 0, readsAcross: false, readsAlong: true,
    fallback: { NaiveItem(height: $0.rowHeight) }, layOut: { $0.layOutColumn($1, $2, $3) },
    variants: [1, 2, 3].flatMap { (number: JSONValue) -> [JSONValue] in
      [
        ["numberOfColumns": number, "separatorColor": "#ccc"],
        ["numberOfColumns": number, "cellHeight": "natural"],
        ["numberOfColumns": number, "cellHeight": "running", "cellOrder": "rightToLeft"],
      ]
    })
}

extension NaiveBody {
  /// Lays items out by docs/rules.md#column.
  mutating func layOutColumn(_ items: [NaiveItem], _ metrics: NaiveMetrics, _ room: NaiveRoom) {
    let columns = room.columns(metrics)
    let heights = items.map { $0.height ?? metrics.rowHeight }
    let isMirrored = metrics.cellOrder == "rightToLeft"
    let heightsAreEqual = allEqual(heights)
    let rows = stride(from: 0, to: items.count, by: columns.count).map {
      $0..<min($0 + columns.count, items.count)
    }
    let rowHeights = rows.map { heights[$0].max()! }
    let tops =
      heightsAreEqual
      ? nil
      : NaiveContentTree(items, metrics).sums.tops(
        lines: rows, extents: rowHeights, spacing: metrics.lineSpacing)
    for (rowNumber, row) in rows.enumerated() {
      let rowHeight = rowHeights[rowNumber]
      let rowTop =
        room.top + (tops?[rowNumber] ?? Double(rowNumber) * (rowHeight + metrics.lineSpacing))
      if rowNumber > 0 { addRowSeparator(rowNumber, rowTop, rowHeight, metrics, room) }
      for item in row {
        let offset = item - row.lowerBound
        let column = isMirrored ? columns.count - 1 - offset : offset
        let height =
          switch metrics.cellHeight {
          case "natural": heights[item]
          case "running": heights[row.lowerBound...item].max()!
          default: rowHeight
          }
        let frame = NaiveRect(
          x: room.left + Double(column) * (columns.width + metrics.interitemSpacing), y: rowTop,
          width: columns.width, height: height)
        cells.append(Cell(frame: frame, column: column))
        if offset < columns.count - 1 {
          let x = isMirrored ? frame.x - metrics.separatorThickness : frame.x + frame.width
          addColumnSeparator(item, x, frame, rowHeight, metrics)
        }
      }
      lines.append(room.line(rowTop, rowHeight))
      bottom = rowTop + rowHeight
    }
  }

  private mutating func addRowSeparator(
    _ rowNumber: Int, _ rowTop: Double, _ rowHeight: Double, _ metrics: NaiveMetrics,
    _ room: NaiveRoom
  ) {
    if metrics.separatorColor == nil { return }
    let insets = metrics.separatorInsets
    let frame = NaiveRect(
      x: insets.left, y: rowTop,
      width: max(0, room.containerWidth - insets.left - insets.right),
      height: min(metrics.separatorThickness, rowHeight))
    rowSeparators.append(Separator(index: rowNumber, frame: frame))
  }

  private mutating func addColumnSeparator(
    _ item: Int, _ x: Double, _ cell: NaiveRect, _ rowHeight: Double, _ metrics: NaiveMetrics
  ) {
    if metrics.separatorColor == nil || !metrics.showsColumnSeparator { return }
    let frame = NaiveRect(
      x: x, y: cell.y, width: metrics.separatorThickness, height: rowHeight)
    columnSeparators.append(Separator(index: item, frame: frame))
  }
}
