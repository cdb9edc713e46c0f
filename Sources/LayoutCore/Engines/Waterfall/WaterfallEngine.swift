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
  public var estimatedColumns: [ItemColumn] { [.height] }
  public var columnCount: ColumnCount? { columns }

  public func explicitCount(of items: Items) -> Int {
    items.uniformSize == nil ? items.count : items.runCount
  }

  public func sharesMean(_ size: SizedRun) -> Bool { size.extent(.width) == nil }

  /// A change of an item may move all later ones to other columns.
  public func endOfChange(cells: Double, section: Double) -> Double { section }

  public func countBytes(in counter: inout HeapCounter) {
    counter.add(HeapBytes.object((ColumnCount, Placement).self))
  }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.columns(columns)
    writer.choice(placement)
  }

  public func arrange(
    _ section: Section, containerWidth: Double, from earlier: EarlierItems?,
    meter: inout StepMeter
  ) throws(WalkStop) -> any ItemArrangement {
    let columns = Columns(self.columns, of: section, containerWidth: containerWidth)
    let spacing = section.metrics.minimumLineSpacing
    if let size = section.items.uniformSize {
      return UniformGrid(
        section.items, columns: columns,
        itemHeight: WaterfallBlock.height(
          size.height, width: size.width, columnWidth: columns.width),
        lineSpacing: spacing, columnOrder: placement == .rightToLeft ? .rightToLeft : .leftToRight)
    }
    return try WaterfallBlocks(
      section.items.treeOfSeveralRuns, columns: columns,
      lineSpacing: spacing, placement: placement, from: earlier?.arrangement, meter: &meter)
  }
}

/// The rule that chooses the column for the next item of a waterfall (docs/rules.md#waterfall-placement).
public enum Placement: String, CaseIterable, Sendable {
  case shortest, leftToRight, rightToLeft
}
