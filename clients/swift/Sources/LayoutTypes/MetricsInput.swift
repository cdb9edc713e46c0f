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
    public var width: Double?
    public var height: Double?

    /// Makes a size; what is not given is left out.
    public init(width: Double? = nil, height: Double? = nil) {
      self.width = width
      self.height = height
    }
  }

  public var sectionInset: EdgeInsets?
  public var minimumLineSpacing: Double?
  public var minimumInteritemSpacing: Double?
  /// For items without a size, `flow`.
  public var itemSize: ItemSize?
  public var lineAlignment: LineAlignment?
  public var itemAlignment: ItemAlignment?
  /// Never beside `minimumColumnWidth`.
  public var numberOfColumns: Int?
  public var minimumColumnWidth: Double?
  /// For items without a height, `column`.
  public var rowHeight: Double?
  public var cellHeight: CellHeight?
  public var placement: Placement?
  public var segmentHeight: Double?
  /// Used once, before the repeated ones.
  public var leadingSegments: [SegmentStyle]?
  /// Repeated.
  public var segments: [SegmentStyle]?
  /// There are separators where it is set, `column`.
  public var separatorColor = ColorInput.inherited
  public var separatorInsets: EdgeInsets?
  public var showsColumnSeparator: Bool?
  /// There are separators between sections where it is set.
  public var sectionSeparatorColor = ColorInput.inherited
  public var sectionSeparatorInsets: EdgeInsets?
  public var showsSectionSeparatorWhenLastSection: Bool?
  public var separatorThickness: Double?
  public var backgroundColor = ColorInput.inherited
  public var selectedBackgroundColor = ColorInput.inherited
  public var padding: EdgeInsets?

  /// Says nothing.
  public init() {}

  /// Says what a function sets: `MetricsInput { $0.numberOfColumns = 3 }`.
  public init(_ set: (inout MetricsInput) -> Void) {
    set(&self)
  }
}
