/// What a section's engine and its separators read (docs/rules.md#metrics).
public final class SectionMetrics: Sendable {
  /// The engine with the metrics that only it reads.
  public let engine: any LayoutEngine
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
    engine: any LayoutEngine, sectionInset: EdgeInsets, minimumLineSpacing: Double,
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

  static let objectBytes = HeapBytes.object(
    ((any LayoutEngine), Bool, EdgeInsets, Double, Double, Double, SeparatorStyle?, Appearance?)
      .self)
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
        && left.cellAppearance == right.cellAppearance && left.engine.isEqual(to: right.engine))
  }
}

extension SectionMetrics {
  /// Whether a separator may look as these metrics say.
  var hasSeparators: Bool { engine.separator != nil || sectionSeparator != nil }

  /// Where the separator that starts farthest from the container's left edge starts, in points.
  var greatestSeparatorX: Double {
    max(sectionSeparator?.left ?? 0, engine.separator?.left ?? 0)
  }
}
