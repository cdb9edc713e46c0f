/// The metrics that a section's engine and separators read (docs/rules.md#metrics).
public final class SectionMetrics: Sendable {
  /// The engine with the metrics that only it reads.
  public let engine: any LayoutEngine
  /// The insets around the items, without headers and footers.
  public let sectionInset: EdgeInsets
  /// The spacing between lines, rows, segments, or items of a waterfall column, in points.
  public let minimumLineSpacing: Double
  /// The spacing between items of a line, or between columns, in points.
  public let minimumInteritemSpacing: Double
  private let sectionSeparators: SectionSeparators
  /// What the engine says of later additions to the rules.
  let additions: EngineFeatures
  /// The columns of the engine; nil if it has none.
  let columnRule: ColumnRule?
  /// The number of bytes that the engine writes of its metrics, a bound for the cost of reading and writing them.
  package let engineByteCount: Int
  /// The appearance of cells; nil if it is not set.
  public let cellAppearance: Appearance?
  /// Backgrounds, shelves and effects; nil if there are none.
  public let extras: SectionExtras?

  /// Creates metrics from checked values: finite and at least 0.
  public init(
    engine: any LayoutEngine, sectionInset: EdgeInsets, minimumLineSpacing: Double,
    minimumInteritemSpacing: Double, sectionSeparator: SeparatorStyle?,
    showsSectionSeparatorWhenLastSection: Bool,
    cellAppearance: Appearance?, extras: SectionExtras? = nil
  ) {
    self.engine = engine
    self.sectionInset = sectionInset
    self.minimumLineSpacing = minimumLineSpacing
    self.minimumInteritemSpacing = minimumInteritemSpacing
    sectionSeparators =
      switch sectionSeparator {
      case nil: .none
      case let style? where showsSectionSeparatorWhenLastSection: .alsoBelowLast(style)
      case let style?: .between(style)
      }
    self.cellAppearance = cellAppearance
    self.extras = extras
    let written = engine.written
    additions = written.additions
    columnRule = engine.columnRule
    engineByteCount = written.bytes.count
  }

  /// Whether the metrics say a later addition to the rules (docs/rules.md#additions).
  var hasAdditions: Bool { !additions.isEmpty }

  /// Whether the only item of a section takes a part of what the content lacks.
  package var fillsRemainder: Bool { additions.contains(.remainder) }

  /// Whether the only one of some items, or the placeholder in their place, takes a part of what the content lacks. O(1)
  func isFiller(_ items: Items) -> Bool {
    items.placeholder?.isFiller ?? (fillsRemainder && items.count == 1)
  }

  /// The style of section separators; nil if they have no colour.
  public var sectionSeparator: SeparatorStyle? { sectionSeparators.style }

  /// Whether there is a separator below this section if it is the last one with items.
  public var showsSectionSeparatorWhenLastSection: Bool {
    if case .alsoBelowLast = sectionSeparators { return true }
    return false
  }

  /// The section separators, in as much memory as only their style.
  private enum SectionSeparators: Equatable {
    case none
    case between(SeparatorStyle)
    case alsoBelowLast(SeparatorStyle)

    var style: SeparatorStyle? {
      switch self {
      case .none: nil
      case .between(let style), .alsoBelowLast(let style): style
      }
    }
  }

  static let objectBytes = HeapBytes.object(
    (
      (any LayoutEngine), EdgeInsets, Double, Double, SectionSeparators, EngineFeatures,
      ColumnRule?, Int, Appearance?, SectionExtras?
    )
    .self)
}

extension SectionMetrics: Equatable {
  public static func == (left: SectionMetrics, right: SectionMetrics) -> Bool {
    left === right
      || (left.minimumLineSpacing == right.minimumLineSpacing
        && left.minimumInteritemSpacing == right.minimumInteritemSpacing
        && left.sectionInset == right.sectionInset
        && left.sectionSeparators == right.sectionSeparators
        && left.cellAppearance == right.cellAppearance && left.extras == right.extras
        && left.engine.isEqual(to: right.engine))
  }
}

extension SectionMetrics {
  /// The style of the separators between rows of cells; nil if there are none.
  var cellSeparator: SeparatorStyle? { columnRule?.rows?.separator }

  /// The thickness of all separators with these metrics, in points; nil if there are none.
  var separatorThickness: Double? { (cellSeparator ?? sectionSeparator)?.thickness }

  /// The greatest distance by which its separators, backgrounds and shelves are moved, in points.
  var greatestDecorationInset: Double {
    max(
      sectionSeparator?.left ?? 0, cellSeparator?.left ?? 0, extras?.greatestInset ?? 0)
  }
}
