/// Items of different heights in columns of equal width (docs/rules.md#waterfall).
public struct WaterfallEngine: LayoutEngine {
  public let columns: ColumnCount
  public let placement: Placement

  /// Makes the engine with the metrics that only it reads.
  public init(columns: ColumnCount, placement: Placement) {
    self.columns = columns
    self.placement = placement
  }

  public var name: Engine { .waterfall }
  public var placesItemsOneByOne: Bool { true }
  public var estimatedColumns: [ItemColumn] { [.height] }
  public var estimatesItemsWithoutWidthAlone: Bool { true }
  public var columnCount: ColumnCount? { columns }
  public var fillsColumnsInTurn: Bool { placement != .shortest }

  public func writeCanonicalBytes(to writer: inout CanonicalWriter) {
    writer.columns(columns)
    writer.choice(placement)
  }

  public func arrange(
    _ section: Section, containerWidth: Double, from earlier: EarlierItems?
  ) -> any ItemArrangement {
    let columns = Columns(self.columns, of: section, containerWidth: containerWidth)
    guard section.items.uniformSize != nil else {
      if placement == .shortest, let sweep = WaterfallSweep(section, columns: columns) {
        return sweep
      }
      return WaterfallStripes(section, columns: columns, placement: placement)
    }
    return UniformGrid(
      section, columns: columns,
      itemHeight: section.items.waterfallHeight(0, columnWidth: columns.width),
      columnOrder: placement == .rightToLeft ? .rightToLeft : .leftToRight)
  }
}

/// Which column of a waterfall takes the next item (docs/rules.md#waterfall-placement).
public enum Placement: String, CaseIterable, Sendable {
  case shortest, leftToRight, rightToLeft
}

extension Items {
  /// The width of an item that has none: its height is taken as it is.
  public static let noWidth = -1.0

  /// The height of an item scaled to its column (docs/rules.md#waterfall-heights); one without a width keeps its own.
  @inline(__always)
  func waterfallHeight(_ index: Int, columnWidth: Double) -> Double {
    let run = self[index]
    if run.width == Items.noWidth { return run.height }
    return run.width == 0 ? 0 : run.height * columnWidth / run.width
  }
}
