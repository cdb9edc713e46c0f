internal import LayoutCore

/// Metrics with all defaults filled in for one engine, and without what that engine does not read.
final class ResolvedMetrics: Sendable {
  let section: SectionMetrics
  /// What items without a size have, in flow.
  let itemSize: Size
  /// What items without a height have, in column.
  let rowHeight: Double
  /// The colours that headers and footers inherit.
  let supplementaryAppearance: Appearance?

  init(_ values: MetricsValues, engine: EngineName) {
    itemSize = values.itemSize
    rowHeight = values.rowHeight
    supplementaryAppearance = Appearance(
      backgroundColor: values.backgroundColor,
      selectedBackgroundColor: values.selectedBackgroundColor, padding: nil)
    let engineMetrics = values.engine(engine)
    let sectionSeparator = ResolvedMetrics.separator(
      values.sectionSeparatorColor, values.sectionSeparatorInsets)
    let hasSeparators =
      sectionSeparator != nil || (engine == .column && values.separatorColor != nil)
    let spacing: Double =
      switch engine {
      case .flow, .waterfall: 10
      case .column, .mosaic: 0
      }
    // What no answer depends on without a colour has one value, so that equal answers have one name.
    section = SectionMetrics(
      engine: engineMetrics, sectionInset: values.sectionInset,
      minimumLineSpacing: values.minimumLineSpacing ?? spacing,
      minimumInteritemSpacing: values.minimumInteritemSpacing ?? spacing,
      separatorThickness: hasSeparators
        ? values.separatorThickness : MetricsValues.defaultSeparatorThickness,
      sectionSeparator: sectionSeparator,
      showsSectionSeparatorWhenLastSection: sectionSeparator != nil
        && values.showsSectionSeparatorWhenLastSection,
      cellAppearance: Appearance(
        backgroundColor: values.backgroundColor,
        selectedBackgroundColor: values.selectedBackgroundColor, padding: values.padding))
  }

  fileprivate static func separator(_ color: Color?, _ insets: EdgeInsets) -> SeparatorStyle? {
    color.map { SeparatorStyle(color: $0, left: insets.left, right: insets.right) }
  }
}

extension MetricsValues {
  fileprivate func engine(_ name: EngineName) -> Engine {
    switch name {
    case .flow:
      return .flow(FlowMetrics(lineAlignment: lineAlignment, itemAlignment: itemAlignment))
    case .column:
      let separator = ResolvedMetrics.separator(separatorColor, separatorInsets)
      return .column(
        ColumnMetrics(
          columns: columns ?? .number(1), cellHeight: cellHeight, separator: separator,
          showsColumnSeparator: separator == nil || showsColumnSeparator))
    case .waterfall:
      return .waterfall(
        WaterfallMetrics(columns: columns ?? .number(2), placement: placement))
    case .mosaic:
      return .mosaic(
        MosaicMetrics(
          segmentHeight: segmentHeight, leadingSegments: leadingSegments,
          segments: segments.isEmpty ? [.fullWidth] : segments))
    }
  }
}

/// Resolved metrics to be shared by the sections that say the same: those without metrics of their own, and those
/// that repeat what the last section of their engine said.
struct MetricsCache {
  let inherited: MetricsValues
  private var resolvedInherited = PerEngine<ResolvedMetrics>()
  private var last = PerEngine<(values: MetricsValues, resolved: ResolvedMetrics)>()

  init(inherited: MetricsValues = MetricsValues()) {
    self.inherited = inherited
  }

  mutating func resolvedInherited(for engine: EngineName) -> ResolvedMetrics {
    if let resolved = resolvedInherited[engine] { return resolved }
    let resolved = ResolvedMetrics(inherited, engine: engine)
    resolvedInherited[engine] = resolved
    return resolved
  }

  mutating func resolved(_ values: MetricsValues, for engine: EngineName) -> ResolvedMetrics {
    if values == inherited { return resolvedInherited(for: engine) }
    if let last = last[engine], last.values == values { return last.resolved }
    let resolved = ResolvedMetrics(values, engine: engine)
    last[engine] = (values, resolved)
    return resolved
  }
}

extension SnapshotDecoder {
  /// The metrics of a section, with or without an object of its own.
  mutating func resolvedMetrics(_ element: JSONElement?, engine: EngineName) -> ResolvedMetrics {
    guard let element else { return metricsCache.resolvedInherited(for: engine) }
    return metricsCache.resolved(
      metrics(element, over: metricsCache.inherited, readBy: engine), for: engine)
  }
}

/// A value for each engine that has been met.
private struct PerEngine<Value> {
  private var flow: Value?
  private var column: Value?
  private var waterfall: Value?
  private var mosaic: Value?

  subscript(engine: EngineName) -> Value? {
    get {
      switch engine {
      case .flow: flow
      case .column: column
      case .waterfall: waterfall
      case .mosaic: mosaic
      }
    }
    set {
      switch engine {
      case .flow: flow = newValue
      case .column: column = newValue
      case .waterfall: waterfall = newValue
      case .mosaic: mosaic = newValue
      }
    }
  }
}
