/// The metrics of a snapshot or of a section as they are posted (docs/rules.md#metrics). A metric that is nil has its
/// default, or in a section the snapshot's value. Each engine reads some of them.
public struct MetricsInput: Hashable, Codable, Sendable {
  /// The position of items along a line, `flow`.
  public enum LineAlignment: String, CaseIterable, Codable, Sendable {
    case uikit, leading, center, trailing, justify
  }

  /// The position of items across a line, `flow`.
  public enum ItemAlignment: String, CaseIterable, Codable, Sendable {
    case leading, center, trailing
  }

  /// Whether a cell is as high as its row, as its item, or as the highest item of its row up to its own, `column`.
  public enum CellHeight: String, CaseIterable, Codable, Sendable {
    case row, natural, running
  }

  /// The order in which a row is filled, `column`.
  public enum CellOrder: String, CaseIterable, Codable, Sendable {
    case leftToRight, rightToLeft
  }

  /// The rule that chooses the column of an item, `waterfall`.
  public enum Placement: String, CaseIterable, Codable, Sendable {
    case shortest, leftToRight, rightToLeft
  }

  /// The cells of a segment, `mosaic`.
  public enum SegmentStyle: String, CaseIterable, Codable, Sendable {
    case fullWidth, fiftyFifty, twoThirdsOneThird, oneThirdTwoThirds
  }

  /// The height of items without one, `column`.
  public enum RowHeight: Hashable, Sendable {
    /// At least 0.
    case points(Double)
    /// 44 points; the only item of a section takes a part of what is missing from `minimumContentLength`.
    case remainder
  }

  /// A size with optional extents.
  public struct ItemSize: Hashable, Codable, Sendable {
    /// Nil means 50.
    public var width: Double?
    /// Nil means 50.
    public var height: Double?

    /// Creates a size; extents not given are omitted.
    public init(width: Double? = nil, height: Double? = nil) {
      self.width = width
      self.height = height
    }
  }

  /// Insets around the items, without headers and footers; nil means 0.
  public var sectionInset: LayoutInsets?
  /// Spacing between lines, rows, segments, or the items of a waterfall column. Nil means 10 in flow and waterfall,
  /// else 0.
  public var minimumLineSpacing: Double?
  /// Spacing between the items of a line, or between columns. Nil means 10 in flow and waterfall, else 0.
  public var minimumInteritemSpacing: Double?
  /// The size of items without one, `flow`; nil means 50 × 50.
  public var itemSize: ItemSize?
  /// Nil means `uikit`, `flow`.
  public var lineAlignment: LineAlignment?
  /// Nil means `center`, `flow`.
  public var itemAlignment: ItemAlignment?
  /// Nil means 1 in column and 2 in waterfall. Not allowed together with `minimumColumnWidth`.
  public var numberOfColumns: Int?
  /// The least width of a column: there are as many columns as fit, `column` and `waterfall`.
  public var minimumColumnWidth: Double?
  /// The height of items without one, `column`; nil means 44.
  public var rowHeight: RowHeight?
  /// Nil means `row`, `column`.
  public var cellHeight: CellHeight?
  /// Nil means `leftToRight`, `column`.
  public var cellOrder: CellOrder?
  /// Nil means `shortest`, `waterfall`.
  public var placement: Placement?
  /// The height of a segment, above 0, `mosaic`; nil means 200.
  public var segmentHeight: Double?
  /// The styles used once, before the repeated ones, `mosaic`.
  public var leadingSegments: [SegmentStyle]?
  /// The repeated styles, `mosaic`.
  public var segments: [SegmentStyle]?
  /// The colour of separators between rows and columns, `column`. There are none without it.
  public var separatorColor = ColorInput.inherited
  /// The distances of row separators from the container's edges, `column`.
  public var separatorInsets: LayoutInsets?
  /// Whether there are column separators besides row separators, `column`; nil means true.
  public var showsColumnSeparator: Bool?
  /// The colour of separators between sections. There are none without it.
  public var sectionSeparatorColor = ColorInput.inherited
  /// The distances of section separators from the container's edges.
  public var sectionSeparatorInsets: LayoutInsets?
  /// Whether there is a separator below the last section with items; nil means false.
  public var showsSectionSeparatorWhenLastSection: Bool?
  /// The thickness of every separator, above 0; nil means 0.5.
  public var separatorThickness: Double?
  /// Returned with cells, and with headers and footers that have none of their own.
  public var backgroundColor = ColorInput.inherited
  /// Returned with cells, and with headers and footers that have none of their own.
  public var selectedBackgroundColor = ColorInput.inherited
  /// Returned with cells.
  public var padding: LayoutInsets?
  /// The width for which frames are given, above 0, `fixed`; nil means that they are not scaled.
  public var designWidth: Double?
  /// The height that rows come near to, above 0, `justified`; nil means 200.
  public var targetRowHeight: Double?
  /// A decoration behind the section. There is none without it.
  public var background = ObjectInput<BackgroundInput>.inherited
  /// A decoration behind each line, row, segment or group, `flow`, `column`, `mosaic`, `justified`
  /// and `groups`. There are none without it.
  public var shelf = ObjectInput<ShelfInput>.inherited
  /// What becomes of cells by their distance from a line. Nothing does without it.
  public var effect = ObjectInput<EffectInput>.inherited
  /// By how much an item may stand lower than it could, so that the order of items is kept, `waterfall` with `shortest`;
  /// nil means that the order is not kept.
  public var tolerance: Double?
  /// The repeated groups, at least one, `groups`; nil means one slot that is as high as it is wide.
  public var groups: [GroupInput]?
  /// The groups used once, before the repeated ones, `groups`; nil means none.
  public var leadingGroups: [GroupInput]?
  /// The groups of which one is the last, if as many items are left as it has slots, `groups`; nil means none.
  public var lastGroups: [GroupInput]?

  /// Creates metrics without any values.
  public init() {}

  /// Creates metrics with the values that a function sets: `MetricsInput { $0.numberOfColumns = 3 }`.
  public init(_ set: (inout MetricsInput) -> Void) {
    set(&self)
  }
}

extension MetricsInput.RowHeight: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  public init(floatLiteral points: Double) { self = .points(points) }
  public init(integerLiteral points: Int) { self = .points(Double(points)) }
}

extension MetricsInput.RowHeight: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let word = try? container.decode(String.self) else {
      self = .points(try container.decode(Double.self))
      return
    }
    guard word == "remainder" else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(word) is not remainder")
    }
    self = .remainder
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .points(let points): try container.encode(points)
    case .remainder: try container.encode("remainder")
    }
  }
}
