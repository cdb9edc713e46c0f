/// Metrics as they are posted, of a snapshot or of a section (docs/rules.md#metrics): what is nil has its default, or
/// that of the snapshot. Each engine reads some of them.
public struct MetricsInput: Hashable, Codable, Sendable {
  /// Where an item stands along a line, `flow`.
  public enum LineAlignment: String, CaseIterable, Codable, Sendable {
    case uikit, leading, center, trailing, justify
  }

  /// Where an item stands across a line, `flow`.
  public enum ItemAlignment: String, CaseIterable, Codable, Sendable {
    case leading, center, trailing
  }

  /// Whether a cell is as high as its row or as its item, `column`.
  public enum CellHeight: String, CaseIterable, Codable, Sendable {
    case row, natural
  }

  /// Which column an item goes to, `waterfall`.
  public enum Placement: String, CaseIterable, Codable, Sendable {
    case shortest, leftToRight, rightToLeft
  }

  /// The cells of a segment, `mosaic`.
  public enum SegmentStyle: String, CaseIterable, Codable, Sendable {
    case fullWidth, fiftyFifty, twoThirdsOneThird, oneThirdTwoThirds
  }

  /// A size of which an extent may be left out; it is 50 then.
  public struct ItemSize: Hashable, Codable, Sendable {
    /// 50 where it is nil.
    public var width: Double?
    /// 50 where it is nil.
    public var height: Double?

    /// Makes a size; what is not given is left out.
    public init(width: Double? = nil, height: Double? = nil) {
      self.width = width
      self.height = height
    }
  }

  /// Around the items, 0 where it is nil; headers and footers stand outside of it.
  public var sectionInset: EdgeInsets?
  /// Between lines, rows, segments, or the items of a waterfall column; nil is 10 in flow and waterfall, else 0.
  public var minimumLineSpacing: Double?
  /// Between the items of a line, or between columns; nil is 10 in flow and waterfall, else 0.
  public var minimumInteritemSpacing: Double?
  /// For items without a size: 50 × 50 where it is nil, `flow`.
  public var itemSize: ItemSize?
  /// `uikit` where it is nil, `flow`.
  public var lineAlignment: LineAlignment?
  /// `center` where it is nil, `flow`.
  public var itemAlignment: ItemAlignment?
  /// Nil is 1 in column and 2 in waterfall; never beside `minimumColumnWidth`.
  public var numberOfColumns: Int?
  /// As many columns as fit with this width, `column` and `waterfall`.
  public var minimumColumnWidth: Double?
  /// For items without a height: 44 where it is nil, `column`.
  public var rowHeight: Double?
  /// `row` where it is nil, `column`.
  public var cellHeight: CellHeight?
  /// `shortest` where it is nil, `waterfall`.
  public var placement: Placement?
  /// The height of a segment, above 0; 200 where it is nil, `mosaic`.
  public var segmentHeight: Double?
  /// Used once, before the repeated ones.
  public var leadingSegments: [SegmentStyle]?
  /// Repeated.
  public var segments: [SegmentStyle]?
  /// There are separators where it is set, `column`.
  public var separatorColor = ColorInput.inherited
  /// How far row separators stay away from the container's edges, `column`.
  public var separatorInsets: EdgeInsets?
  /// Whether there are column separators beside row separators: so where it is nil, `column`.
  public var showsColumnSeparator: Bool?
  /// There are separators between sections where it is set.
  public var sectionSeparatorColor = ColorInput.inherited
  /// How far section separators stay away from the container's edges.
  public var sectionSeparatorInsets: EdgeInsets?
  /// Whether one stands below the last section with items: not where it is nil.
  public var showsSectionSeparatorWhenLastSection: Bool?
  /// The thickness of every separator, above 0; 0.5 where it is nil.
  public var separatorThickness: Double?
  /// Repeated on cells, and on headers and footers that say none.
  public var backgroundColor = ColorInput.inherited
  /// Repeated on cells, and on headers and footers that say none.
  public var selectedBackgroundColor = ColorInput.inherited
  /// Repeated on cells.
  public var padding: EdgeInsets?

  /// Says nothing.
  public init() {}

  /// Says what a function sets: `MetricsInput { $0.numberOfColumns = 3 }`.
  public init(_ set: (inout MetricsInput) -> Void) {
    set(&self)
  }
}
