/// Rows of cells in columns of equal width (docs/rules.md#column).
public final class ColumnEngine: LayoutEngine {
  public let columns: ColumnCount
  public let cellHeight: CellHeight
  public let cellOrder: CellOrder
  /// Whether `rowHeight` is `remainder`.
  let isRemainder: Bool
  /// Whether there are separators between columns too, if there are some between rows.
  public let showsColumnSeparator: Bool
  /// The style of the separators between rows; nil if there are none.
  public let separator: SeparatorStyle?

  /// Creates an engine from the metrics that only it reads. A `rowHeight` in points is already part of the items.
  public init(
    columns: ColumnCount, cellHeight: CellHeight, cellOrder: CellOrder = .leftToRight,
    isRemainder: Bool = false,
    separator: SeparatorStyle?, showsColumnSeparator: Bool
  ) {
    self.isRemainder = isRemainder
    self.columns = columns
    self.cellHeight = cellHeight
    self.cellOrder = cellOrder
    self.showsColumnSeparator = showsColumnSeparator
    self.separator = separator
  }

  public var name: Engine { .column }
  public var reading: ItemReading { ItemReading(width: .unread, height: .length) }

  public var columnRule: ColumnRule? {
    let rows = CellRows(
      separator: separator, separatesColumns: separator != nil && showsColumnSeparator,
      isMirrored: cellOrder == .rightToLeft)
    return ColumnRule(count: columns, rows: rows)
  }

  public func countBytes(in counter: inout HeapCounter) {
    counter.add(
      HeapBytes.object((ColumnCount, CellHeight, CellOrder, Bool, Bool, SeparatorStyle?).self))
  }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.columns(columns)
    writer.choice(cellHeight == .running ? .row : cellHeight)
    writer.addition(.mirroredColumns, if: cellOrder == .rightToLeft)
    writer.addition(.runningHeight, if: cellHeight == .running)
    writer.addition(.remainder, if: isRemainder)
  }

  public func arrange(
    _ items: Items, in room: ItemRoom, from earlier: (any ItemArrangement)?, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> any ItemArrangement {
    let columns = Columns(self.columns, in: room)
    if let height = items.uniform(.height) {
      return UniformGrid(
        items, columns: columns, itemHeight: height, lineSpacing: room.lineSpacing,
        columnOrder: cellOrder == .rightToLeft ? .rightToLeft : .leftToRight)
    }
    let tree = items.treeOfSeveralRuns
    let maker = RowMaker(perLine: columns.count, spacing: room.lineSpacing)
    let before = earlier as? ColumnBlocks
    return ColumnBlocks(
      tree, columns: columns, cellHeight: cellHeight, cellOrder: cellOrder,
      lines: try Lines(
        tree, maker, from: before.map { ($0.tree, $0.lines) }, meter: &meter))
  }
}

/// The height of a cell in the column engine: that of its row, that of its item, or the greatest of the items of its row
/// up to its own.
public enum CellHeight: String, CaseIterable, Sendable {
  case row, natural, running
}

/// The order in which a row of the column engine is filled.
public enum CellOrder: String, CaseIterable, Sendable {
  case leftToRight, rightToLeft
}
