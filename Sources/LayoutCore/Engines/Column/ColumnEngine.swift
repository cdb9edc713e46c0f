/// Rows of cells in columns of equal width (docs/rules.md#column).
public final class ColumnEngine: LayoutEngine {
  public let columns: ColumnCount
  public let cellHeight: CellHeight
  public let cellOrder: CellOrder
  /// Whether `rowHeight` is `remainder`.
  private let isRemainder: Bool
  public let showsColumnSeparator: Bool
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
  public var estimatedColumns: [ItemColumn] { [.height] }
  public var columnCount: ColumnCount? { columns }

  public func places(like other: any LayoutEngine) -> Bool {
    guard let other = other as? ColumnEngine else { return false }
    return columns == other.columns && cellHeight == other.cellHeight
      && cellOrder == other.cellOrder
  }

  public func countBytes(in counter: inout HeapCounter) {
    counter.add(
      HeapBytes.object((ColumnCount, CellHeight, CellOrder, Bool, Bool, SeparatorStyle?).self))
  }

  public var additions: EngineAdditions {
    var additions: EngineAdditions = []
    if cellOrder == .rightToLeft { additions.insert(.mirroredColumns) }
    if cellHeight == .running { additions.insert(.runningHeight) }
    if isRemainder { additions.insert(.remainder) }
    return additions
  }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.columns(columns)
    writer.choice(cellHeight == .running ? .row : cellHeight)
    writer.separator(separator)
    if separator != nil { writer.flag(showsColumnSeparator) }
  }

  public func arrange(
    _ section: Section, containerWidth: Double, from earlier: EarlierItems?,
    meter: inout StepMeter
  ) throws(WalkStop) -> any ItemArrangement {
    let columns = Columns(self.columns, of: section, containerWidth: containerWidth)
    let spacing = section.metrics.minimumLineSpacing
    if let height = section.items.uniform(.height) {
      return UniformGrid(
        section.items, columns: columns, itemHeight: height, lineSpacing: spacing,
        columnOrder: cellOrder == .rightToLeft ? .rightToLeft : .leftToRight)
    }
    let tree = section.items.treeOfSeveralRuns
    let maker = RowMaker(perLine: columns.count, spacing: spacing)
    let before = earlier?.arrangement as? ColumnBlocks
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
