/// Items of different heights in columns of equal width (docs/rules.md#waterfall).
public final class WaterfallEngine: LayoutEngine {
  public let columns: ColumnCount
  public let placement: Placement

  /// Creates an engine from the metrics that only it reads.
  public init(columns: ColumnCount, placement: Placement) {
    self.columns = columns
    self.placement = placement
  }

  public var name: Engine { .waterfall }
  public var columnRule: ColumnRule? { ColumnRule(count: columns, rows: nil) }

  public var reading: ItemReading {
    ItemReading(width: .ratio, height: .length, isOneByOne: true)
  }

  public func countBytes(in counter: inout HeapCounter) {
    counter.add(HeapBytes.object((ColumnCount, Placement).self))
  }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.columns(columns)
    writer.choice(placement)
  }

  public func arrange(
    _ items: Items, in room: ItemRoom, from earlier: (any ItemArrangement)?, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> any ItemArrangement {
    let columns = Columns(self.columns, in: room)
    if let size = items.uniformSize {
      return UniformGrid(
        items, columns: columns,
        itemHeight: WaterfallBlock.height(
          size.height, width: size.width, columnWidth: columns.width),
        lineSpacing: room.lineSpacing,
        columnOrder: placement == .rightToLeft ? .rightToLeft : .leftToRight)
    }
    return try WaterfallBlocks(
      items.treeOfSeveralRuns, columns: columns, lineSpacing: room.lineSpacing,
      placement: placement, from: earlier, meter: &meter)
  }
}

/// The rule that chooses the column for the next item of a waterfall (docs/rules.md#waterfall-placement).
public enum Placement: String, CaseIterable, Sendable {
  case shortest, leftToRight, rightToLeft
}
