/// The metrics that a section's engine and separators read (docs/rules.md#metrics).
public final class SectionMetrics: Sendable {
  /// The engine with the metrics that only it reads.
  public let engine: any LayoutEngine
  /// Around the items; headers and footers stay outside of it.
  public let sectionInset: EdgeInsets
  /// Between lines, rows, segments, or items of one waterfall column, in points.
  public let minimumLineSpacing: Double
  /// Between items in a line, or between columns, in points.
  public let minimumInteritemSpacing: Double
  private let sectionSeparators: SectionSeparators
  /// The appearance of cells; nil where nothing is set.
  public let cellAppearance: Appearance?

  /// Makes metrics of values that have been checked: finite, at least 0.
  public init(
    engine: any LayoutEngine, sectionInset: EdgeInsets, minimumLineSpacing: Double,
    minimumInteritemSpacing: Double, sectionSeparator: SeparatorStyle?,
    showsSectionSeparatorWhenLastSection: Bool,
    cellAppearance: Appearance?
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
  }

  /// How section separators look, where they have a colour.
  public var sectionSeparator: SeparatorStyle? { sectionSeparators.style }

  /// Whether a separator stands below this section when it is the last one with items.
  public var showsSectionSeparatorWhenLastSection: Bool {
    if case .alsoBelowLast = sectionSeparators { return true }
    return false
  }

  /// The section separators, in as much room as their style alone.
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
    ((any LayoutEngine), EdgeInsets, Double, Double, SectionSeparators, Appearance?).self)
}

extension SectionMetrics: Equatable {
  public static func == (left: SectionMetrics, right: SectionMetrics) -> Bool {
    left === right
      || (left.minimumLineSpacing == right.minimumLineSpacing
        && left.minimumInteritemSpacing == right.minimumInteritemSpacing
        && left.sectionInset == right.sectionInset
        && left.sectionSeparators == right.sectionSeparators
        && left.cellAppearance == right.cellAppearance
        && left.engine.isEqual(to: right.engine))
  }
}

extension SectionMetrics {
  /// The height of every separator that looks as these metrics say, in points; nil where there is none.
  var separatorThickness: Double? { (engine.separator ?? sectionSeparator)?.thickness }

  /// The left edge of the separator that starts farthest to the right, in points.
  var greatestSeparatorX: Double {
    max(sectionSeparator?.left ?? 0, engine.separator?.left ?? 0)
  }
}
