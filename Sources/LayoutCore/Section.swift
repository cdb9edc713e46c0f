/// One section of a snapshot, resolved: metrics merged, defaults filled in, and in the coordinates that engines
/// know, where content grows downwards (a horizontal snapshot is transposed when it is decoded).
public final class Section: Sendable {
  /// The caller's name for the section; handed back, never interpreted, no part of the section's digest.
  public let id: String?
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
    id: String?, metrics: SectionMetrics, items: Items, headers: SupplementaryStack,
    footers: SupplementaryStack
  ) {
    self.id = id
    self.metrics = metrics
    self.items = items
    self.headers = headers
    self.footers = footers
  }

  /// The room for items across the scroll axis, A of contract section 3, in points.
  func availableWidth(in containerWidth: Double) -> Double {
    max(0, containerWidth - metrics.sectionInset.left - metrics.sectionInset.right)
  }

  /// Whether two sections are known to be equal but for their ids without looking at items one by one: bare ones of the
  /// same metrics. Equal sections may go unknown.
  public func isKnownToEqual(_ other: Section) -> Bool {
    metrics === other.metrics && items.count == other.items.count && items.areUniform
      && items.widths.uniform == other.items.widths.uniform
      && items.heights.uniform == other.items.heights.uniform && isBare && other.isBare
  }

  private var isBare: Bool { headers.entries.isEmpty && footers.entries.isEmpty }

  /// Bytes of memory that the section holds, its share of `metrics` left out.
  public var byteCount: Int {
    160 + (id?.utf8.count ?? 0) + items.byteCount + headers.byteCount
      + footers.byteCount
  }
}

/// What a section's engine and its separators read (contract section 2, "Metrics").
public final class SectionMetrics: Sendable {
  /// The engine with the metrics that only it reads.
  public let engine: Engine
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
  /// Whether a separator stands below this section when it is the last one with items.
  public let showsSectionSeparatorWhenLastSection: Bool
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

  /// Bytes of memory that the metrics hold, colours included.
  var byteCount: Int {
    guard case .mosaic(let mosaic) = engine else { return 512 }
    return 512 + mosaic.leading.byteCount + mosaic.cycle.byteCount
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

/// The engines by the names of the contract.
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

/// How items sit along a line of flow.
public enum LineAlignment: String, CaseIterable, Sendable {
  case uikit, leading, center, trailing, justify
}

/// How items sit across a line of flow.
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

/// Which column of a waterfall takes the next item.
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
  let leading: StyleSequence
  let cycle: StyleSequence

  /// Styles used once, in order.
  public var leadingSegments: [SegmentStyle] { leading.styles }
  /// Styles repeated after them; at least one.
  public var segments: [SegmentStyle] { cycle.styles }

  /// Makes the metrics of a mosaic section.
  public init(
    segmentHeight: Double, leadingSegments: [SegmentStyle], segments: [SegmentStyle]
  ) {
    precondition(!segments.isEmpty, "a mosaic names at least one style to repeat")
    self.segmentHeight = segmentHeight
    leading = StyleSequence(leadingSegments)
    cycle = StyleSequence(segments)
  }
}

/// How a segment of a mosaic is divided.
public enum SegmentStyle: String, CaseIterable, Sendable {
  case fullWidth, fiftyFifty, twoThirdsOneThird, oneThirdTwoThirds
}

/// A colour as the caller spelled it; handed back, never interpreted.
///
/// Two are equal when their bytes are: strings of the standard library are already equal when they look alike.
public struct Color: Hashable, Sendable, ExpressibleByStringLiteral {
  public let text: String

  /// Makes a colour of any text.
  public init(_ text: String) { self.text = text }

  public init(stringLiteral text: String) { self.text = text }

  public static func == (left: Color, right: Color) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// The colour of a separator and how far it stays away from the container's edges.
public struct SeparatorStyle: Hashable, Sendable {
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
}

/// What is handed back with an element and never interpreted; shared by the elements that say the same.
public final class Appearance: Sendable {
  public let backgroundColor: Color?
  public let selectedBackgroundColor: Color?
  /// As the snapshot said it, not transposed.
  public let padding: EdgeInsets?

  /// Bytes of memory that the appearance holds.
  var byteCount: Int {
    96 + (backgroundColor?.text.utf8.count ?? 0) + (selectedBackgroundColor?.text.utf8.count ?? 0)
  }

  /// Makes an appearance, or nil where nothing is set.
  public init?(
    backgroundColor: Color?, selectedBackgroundColor: Color?, padding: EdgeInsets?
  ) {
    if backgroundColor == nil && selectedBackgroundColor == nil && padding == nil { return nil }
    self.backgroundColor = backgroundColor
    self.selectedBackgroundColor = selectedBackgroundColor
    self.padding = padding
  }
}
