internal import LayoutCore

/// What a snapshot may say to an engine (docs/rules.md#metrics): one row for each engine, which all readers of
/// snapshots ask.
struct EngineRules: Sendable {
  let engine: Engine
  /// The metrics that it reads beside those that no row names, which every engine reads.
  let metrics: [MetricsKey]
  /// Of `minimumLineSpacing` and `minimumInteritemSpacing` where nothing is said, in points.
  let spacing: Double
  /// What it makes of an item's extents across and along the scroll axis.
  let across: ExtentRule
  let along: ExtentRule
  /// What the word for it is elsewhere, folded as `ForeignWords` are.
  let foreignNames: [String]
  /// Makes the engine with the metrics that only it reads.
  let make: @Sendable (MetricsValues, inout MetricsParts) -> any LayoutEngine
}

/// What an engine makes of one extent of its items.
enum ExtentRule: Sendable {
  /// It is checked, but not kept.
  case unread
  /// An item without it has the one that the metrics say.
  case optional(@Sendable (MetricsValues) -> Double)
  /// An item has to have it.
  case required

  var isRead: Bool {
    if case .unread = self { return false }
    return true
  }

  var isRequired: Bool {
    if case .required = self { return true }
    return false
  }

  /// The extent that stands where none is given.
  func substitute(_ values: MetricsValues) -> Double {
    if case .optional(let extent) = self { return extent(values) }
    return 0
  }
}

extension EngineRules {
  private static let flow = EngineRules(
    engine: .flow, metrics: [.itemSize, .lineAlignment, .itemAlignment], spacing: 10,
    across: .optional(\.itemSize.width), along: .optional(\.itemSize.height),
    foreignNames: ["flex", "flexbox"]
  ) { values, _ in
    FlowEngine(lineAlignment: values.lineAlignment, itemAlignment: values.itemAlignment)
  }

  private static let column = EngineRules(
    engine: .column,
    metrics: [
      .numberOfColumns, .minimumColumnWidth, .rowHeight, .cellHeight, .separatorColor,
      .separatorInsets, .showsColumnSeparator,
    ],
    spacing: 0, across: .unread, along: .optional(\.rowHeight),
    foreignNames: ["list", "table", "grid"]
  ) { values, parts in
    let separator = parts.separator(
      values.separatorColor, values.separatorInsets, values.separatorThickness)
    return ColumnEngine(
      columns: values.columns ?? .number(1), cellHeight: values.cellHeight, separator: separator,
      showsColumnSeparator: separator == nil || values.showsColumnSeparator)
  }

  private static let waterfall = EngineRules(
    engine: .waterfall, metrics: [.numberOfColumns, .minimumColumnWidth, .placement], spacing: 10,
    across: .optional { _ in Items.noWidth }, along: .required,
    foreignNames: ["masonry", "staggered", "pinterest"]
  ) { values, _ in
    WaterfallEngine(columns: values.columns ?? .number(2), placement: values.placement)
  }

  private static let mosaic = EngineRules(
    engine: .mosaic, metrics: [.segmentHeight, .leadingSegments, .segments], spacing: 0,
    across: .unread, along: .unread, foreignNames: []
  ) { values, _ in
    MosaicEngine(
      segmentHeight: values.segmentHeight, leading: values.leadingSegments, cycle: values.segments)
  }

  /// The rows in the order of the engines.
  static let all = Engine.allCases.map(EngineRules.of)

  /// The row of an engine.
  static func of(_ engine: Engine) -> EngineRules {
    switch engine {
    case .flow: flow
    case .column: column
    case .waterfall: waterfall
    case .mosaic: mosaic
    }
  }

  /// The metrics that only some engines read.
  private static let namedMetrics = Set(all.flatMap(\.metrics))

  /// Whether the engine reads the metric.
  func reads(_ key: MetricsKey) -> Bool {
    metrics.contains(key) || !EngineRules.namedMetrics.contains(key)
  }
}
