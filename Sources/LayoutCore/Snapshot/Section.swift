/// One section of a snapshot, resolved: metrics merged, defaults filled in, and in the coordinates that engines
/// know, where content grows downwards (a horizontal snapshot is transposed when it is decoded).
///
/// Its caller's name for it is the snapshot's, so that sections that say the same can be one object.
public final class Section: Sendable {
  /// What the engine and the separators read; shared by the sections that say the same.
  public let metrics: SectionMetrics
  /// How many items there are, and their sizes.
  public let items: Items
  /// What stands above the items, in order.
  public let headers: SupplementaryStack
  /// What stands below the items, in order.
  public let footers: SupplementaryStack

  /// Makes a section of parts that have been checked.
  public init(
    metrics: SectionMetrics, items: Items, headers: SupplementaryStack, footers: SupplementaryStack
  ) {
    self.metrics = metrics
    self.items = items
    self.headers = headers
    self.footers = footers
  }

  /// The room for items across the scroll axis, A of docs/rules.md#available-width, in points.
  func availableWidth(in containerWidth: Double) -> Double {
    max(0, containerWidth - metrics.sectionInset.left - metrics.sectionInset.right)
  }

  static let objectBytes = HeapBytes.object(
    (SectionMetrics, Items, SupplementaryStack, SupplementaryStack).self)
}

/// What a section's engine and its separators read (docs/rules.md#metrics).
public final class SectionMetrics: Sendable {
  /// The engine with the metrics that only it reads.
  public let engine: Engine
  /// Whether a separator stands below this section when it is the last one with items.
  public let showsSectionSeparatorWhenLastSection: Bool
  /// Around the items; headers and footers stay outside of it.
  public let sectionInset: EdgeInsets
  /// Between lines, rows, segments, or items of one waterfall column, in points.
  public let minimumLineSpacing: Double
  /// Between items in a line, or between columns, in points.
  public let minimumInteritemSpacing: Double
  /// Of every separator, in points, above 0.
  public let separatorThickness: Double
  /// How section separators look, where they have a colour.
  public let sectionSeparator: SeparatorStyle?
  /// What is handed back on cells; nil where nothing is set.
  public let cellAppearance: Appearance?

  /// Makes metrics of values that have been checked: finite, at least 0, `separatorThickness` above 0.
  public init(
    engine: Engine, sectionInset: EdgeInsets, minimumLineSpacing: Double,
    minimumInteritemSpacing: Double, separatorThickness: Double,
    sectionSeparator: SeparatorStyle?, showsSectionSeparatorWhenLastSection: Bool,
    cellAppearance: Appearance?
  ) {
    self.engine = engine
    self.sectionInset = sectionInset
    self.minimumLineSpacing = minimumLineSpacing
    self.minimumInteritemSpacing = minimumInteritemSpacing
    self.separatorThickness = separatorThickness
    self.sectionSeparator = sectionSeparator
    self.showsSectionSeparatorWhenLastSection = showsSectionSeparatorWhenLastSection
    self.cellAppearance = cellAppearance
  }

  /// How many styles the metrics name; 0 but for a mosaic.
  public var styleCount: Int {
    guard case .mosaic(let mosaic) = engine else { return 0 }
    return mosaic.leading.count + mosaic.cycle.count
  }

  static let objectBytes = HeapBytes.object(
    (Engine, Bool, EdgeInsets, Double, Double, Double, SeparatorStyle?, Appearance?).self)
}

extension SectionMetrics: Equatable {
  public static func == (left: SectionMetrics, right: SectionMetrics) -> Bool {
    left === right
      || (left.minimumLineSpacing == right.minimumLineSpacing
        && left.minimumInteritemSpacing == right.minimumInteritemSpacing
        && left.separatorThickness == right.separatorThickness
        && left.sectionInset == right.sectionInset
        && left.showsSectionSeparatorWhenLastSection == right.showsSectionSeparatorWhenLastSection
        && left.sectionSeparator == right.sectionSeparator
        && left.cellAppearance == right.cellAppearance && left.engine == right.engine)
  }
}

/// The engines, each with the metrics that only it reads.
public enum Engine: Hashable, Sendable {
  case flow(FlowMetrics)
  case column(ColumnMetrics)
  case waterfall(WaterfallMetrics)
  case mosaic(MosaicMetrics)

  /// The engine without its metrics.
  public var name: EngineName {
    switch self {
    case .flow: .flow
    case .column: .column
    case .waterfall: .waterfall
    case .mosaic: .mosaic
    }
  }
}

/// The engines by their names in snapshots and answers (docs/rules.md#snapshot-keys).
public enum EngineName: String, CaseIterable, Sendable {
  case flow, column, waterfall, mosaic
}

/// What only the flow engine reads.
public struct FlowMetrics: Hashable, Sendable {
  public let lineAlignment: LineAlignment
  public let itemAlignment: ItemAlignment

  /// Makes the metrics of a flow section.
  public init(lineAlignment: LineAlignment, itemAlignment: ItemAlignment) {
    self.lineAlignment = lineAlignment
    self.itemAlignment = itemAlignment
  }
}

/// How items sit along a line of flow (docs/rules.md#flow-alignment).
public enum LineAlignment: String, CaseIterable, Sendable {
  case uikit, leading, center, trailing, justify
}

/// How items sit across a line of flow (docs/rules.md#flow-item-alignment).
public enum ItemAlignment: String, CaseIterable, Sendable {
  case leading, center, trailing
}

/// What only the column engine reads; `rowHeight` has gone into the items.
public struct ColumnMetrics: Hashable, Sendable {
  public let columns: ColumnCount
  public let cellHeight: CellHeight
  /// How row and column separators look, where they have a colour.
  public let separator: SeparatorStyle?
  /// Whether column separators stand too, where row separators do.
  public let showsColumnSeparator: Bool

  /// Makes the metrics of a column section.
  public init(
    columns: ColumnCount, cellHeight: CellHeight, separator: SeparatorStyle?,
    showsColumnSeparator: Bool
  ) {
    self.columns = columns
    self.cellHeight = cellHeight
    self.separator = separator
    self.showsColumnSeparator = showsColumnSeparator
  }
}

/// How high a cell of the column engine is: as its row, or as its item.
public enum CellHeight: String, CaseIterable, Sendable {
  case row, natural
}

/// What only the waterfall engine reads.
public struct WaterfallMetrics: Hashable, Sendable {
  public let columns: ColumnCount
  public let placement: Placement

  /// Makes the metrics of a waterfall section.
  public init(columns: ColumnCount, placement: Placement) {
    self.columns = columns
    self.placement = placement
  }
}

/// Which column of a waterfall takes the next item (docs/rules.md#waterfall-placement).
public enum Placement: String, CaseIterable, Sendable {
  case shortest, leftToRight, rightToLeft
}

/// How many columns there are, or how wide one is at least.
public enum ColumnCount: Hashable, Sendable {
  /// `numberOfColumns`, at least 1.
  case number(Int)
  /// `minimumColumnWidth`, in points, above 0.
  case minimumWidth(Double)
}

/// What only the mosaic engine reads.
public struct MosaicMetrics: Hashable, Sendable {
  /// Height of every segment, in points, above 0.
  public let segmentHeight: Double
  /// Styles used once, in order.
  let leading: StyleSequence
  /// Styles repeated after them; at least one.
  let cycle: StyleSequence

  /// Makes the metrics of a mosaic section.
  public init(segmentHeight: Double, leading: StyleSequence, cycle: StyleSequence) {
    precondition(cycle.count > 0, "a mosaic names at least one style to repeat")
    self.segmentHeight = segmentHeight
    self.leading = leading
    self.cycle = cycle
  }

  /// Makes the metrics of a mosaic section with styles of its own.
  public init(
    segmentHeight: Double, leadingSegments: [SegmentStyle], segments: [SegmentStyle]
  ) {
    self.init(
      segmentHeight: segmentHeight, leading: StyleSequence(leadingSegments),
      cycle: StyleSequence(segments))
  }
}

/// How a segment of a mosaic is divided (docs/rules.md#mosaic-styles).
public enum SegmentStyle: String, CaseIterable, Sendable {
  case fullWidth, fiftyFifty, twoThirdsOneThird, oneThirdTwoThirds
}

/// A colour as the caller spelled it (docs/rules.md#colours); repeated, never interpreted.
///
/// Two are equal when their bytes are: strings of the standard library are already equal when they look alike.
public struct Color: Hashable, Sendable, ExpressibleByStringLiteral {
  public let text: String

  /// Makes a colour of any text.
  public init(_ text: String) { self.text = text }

  public init(stringLiteral text: String) { self.text = text }

  public static func == (left: Color, right: Color) -> Bool {
    left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// The colour of a separator and how far it stays away from the container's edges; shared by the metrics that say the
/// same.
public final class SeparatorStyle: Hashable, Sendable {
  public let color: Color
  /// From the container's left edge, in points.
  public let left: Double
  /// From the container's right edge, in points.
  public let right: Double

  /// Makes a separator's style.
  public init(color: Color, left: Double, right: Double) {
    self.color = color
    self.left = left
    self.right = right
  }

  static let objectBytes = HeapBytes.object((Color, Double, Double).self)

  public static func == (first: SeparatorStyle, second: SeparatorStyle) -> Bool {
    first === second
      || (first.left == second.left && first.right == second.right && first.color == second.color)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(color)
    hasher.combine(left)
    hasher.combine(right)
  }
}

/// The colours and the padding of an element (docs/rules.md#appearance); shared by elements that have the same.
public final class Appearance: Sendable {
  public let backgroundColor: Color?
  public let selectedBackgroundColor: Color?
  /// As the snapshot said it, not transposed.
  public let padding: EdgeInsets?

  /// Makes an appearance, or nil where nothing is set.
  public init?(
    backgroundColor: Color?, selectedBackgroundColor: Color?, padding: EdgeInsets?
  ) {
    if backgroundColor == nil && selectedBackgroundColor == nil && padding == nil { return nil }
    self.backgroundColor = backgroundColor
    self.selectedBackgroundColor = selectedBackgroundColor
    self.padding = padding
  }

  static let objectBytes = HeapBytes.object((Color?, Color?, EdgeInsets?).self)
}

extension Appearance: Equatable {
  public static func == (left: Appearance, right: Appearance) -> Bool {
    left === right
      || (left.padding == right.padding && left.backgroundColor == right.backgroundColor
        && left.selectedBackgroundColor == right.selectedBackgroundColor)
  }
}
