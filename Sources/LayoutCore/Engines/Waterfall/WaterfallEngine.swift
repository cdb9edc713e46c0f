/// Items of different heights in columns of equal width (docs/rules.md#waterfall).
public final class WaterfallEngine: LayoutEngine {
  public let columns: ColumnCount
  public let placement: Placement
  /// By how many points an item may stand lower than it could, so that the order of the items is kept; nil if it may not.
  /// Only `shortest` reads it.
  public let tolerance: Double?

  /// Creates an engine from the metrics that only it reads.
  public init(columns: ColumnCount, placement: Placement, tolerance: Double? = nil) {
    self.columns = columns
    self.placement = placement
    self.tolerance = placement == .shortest ? tolerance : nil
  }

  public var name: Engine { .waterfall }
  public var columnRule: ColumnRule? { ColumnRule(count: columns, rows: nil) }

  public var reading: ItemReading {
    ItemReading(
      width: .ratio, height: .length, isOneByOne: true,
      bytesPerItem: tolerance == nil ? WaterfallBlock.bytesPerItem : SpanBlock.bytesPerItem,
      bytesPerSpannedItem: SpanBlock.bytesPerItem)
  }

  public func countBytes(in counter: inout HeapCounter) {
    counter.add(HeapBytes.object((ColumnCount, Placement, Double?).self))
  }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.columns(columns)
    writer.choice(placement)
    writer.addition(.tolerance, tolerance)
  }

  public func arrange(
    _ items: Items, in room: ItemRoom, from earlier: (any ItemArrangement)?, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> any ItemArrangement {
    let columns = Columns(self.columns, in: room)
    let traits = items.memberTraits
    if !traits.contains(.haveColumns), let size = items.uniformSize {
      let given = traits.contains(.haveSpans) ? items[0].members?.number(MemberCode.span) : nil
      let span = columns.span(given ?? 1)
      return UniformGrid(
        items, columns: columns, span: span,
        itemHeight: WaterfallBlock.height(
          size.height, width: size.width, columnWidth: columns.width(ofColumns: span)),
        lineSpacing: room.lineSpacing,
        columnOrder: placement == .rightToLeft ? .rightToLeft : .leftToRight)
    }
    if tolerance != nil || !traits.isDisjoint(with: .changeColumns) {
      let items = SpannedItems(items)
      let rule = try SpanRule(
        items, columns: columns, lineSpacing: room.lineSpacing, placement: placement,
        tolerance: tolerance, &meter)
      return try SpanBlocks(items, rule, from: earlier, meter: &meter)
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
