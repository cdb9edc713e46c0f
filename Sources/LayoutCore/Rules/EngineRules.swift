/// The members of a snapshot that an engine reads (docs/rules.md#metrics): a row for each engine, used by all decoders.
package final class EngineRules: Sendable {
  package let engine: Engine
  /// The metrics that it reads besides those that every engine reads.
  package let metrics: [MetricsKey]
  /// The default of `minimumLineSpacing` and `minimumInteritemSpacing`, in points.
  package let spacing: Double
  /// Its rules for the members of items, in the vertical layout.
  package let items: ItemColumns<MemberRule>
  /// The codes of the geometry members of items that it reads.
  let geometry: [UInt8]
  /// Its names in other systems, normalized as in `ForeignWords`.
  package let foreignNames: [String]
  /// Creates the engine from the metrics that only it reads.
  let make: @Sendable (MetricsValues, inout MetricsParts) -> any LayoutEngine
  /// Restores the metrics that only it reads to the values from which it was made.
  let restore: @Sendable (any LayoutEngine, inout MetricsValues) -> Void

  private init(
    engine: Engine, metrics: [MetricsKey], spacing: Double, items: ItemColumns<MemberRule>,
    geometry: [UInt8] = [], foreignNames: [String],
    make: @escaping @Sendable (MetricsValues, inout MetricsParts) -> any LayoutEngine,
    restore: @escaping @Sendable (any LayoutEngine, inout MetricsValues) -> Void
  ) {
    self.engine = engine
    self.metrics = metrics
    self.spacing = spacing
    self.items = items
    self.geometry = geometry
    #if hasFeature(Embedded)
      self.foreignNames = []
    #else
      self.foreignNames = foreignNames
    #endif
    self.make = make
    self.restore = restore
  }
}

extension EngineRules {
  /// The sizes of items that it reads.
  package var readColumns: [ItemColumn] { ItemColumn.allCases.filter { items[$0].isRead } }
}

/// An engine's rule for a member of its items.
package enum MemberRule: Sendable {
  /// The member is checked but not stored.
  case unread
  /// An item without the member gets the number of a metric, if there is one.
  case optional(MetricsKey?)
  /// Every item must have the member.
  case required

  package var isRead: Bool {
    if case .unread = self { return false }
    return true
  }

  package var isRequired: Bool {
    if case .required = self { return true }
    return false
  }

  /// The number that replaces a missing one of a column; nil if there is none. `remainder` replaces it by the default.
  package func substitute(_ column: ItemColumn, _ values: MetricsValues) -> Double? {
    guard case .optional(let metric) = self else { return 0 }
    guard let metric else { return nil }
    switch values[metric] {
    case .number(let number): return number
    case .size(let size): return column == .width ? size.width : size.height
    default: return metric.row.standard.number
    }
  }

  /// The rules of an engine that reads only these members.
  static func reading(
    _ rules: [(column: ItemColumn, rule: MemberRule)]
  ) -> ItemColumns<MemberRule> {
    ItemColumns { column in rules.first { $0.column == column }?.rule ?? .unread }
  }
}

extension EngineRules {
  private static let spacings: [MetricsKey] = [.minimumLineSpacing, .minimumInteritemSpacing]

  private static let flow = EngineRules(
    engine: .flow, metrics: spacings + [.itemSize, .lineAlignment, .itemAlignment, .shelf],
    spacing: 10,
    items: MemberRule.reading([
      (.width, .optional(.itemSize)), (.height, .optional(.itemSize)),
    ]),
    foreignNames: ["flex", "flexbox"]
  ) { values, _ in
    FlowEngine(
      lineAlignment: values.choice(.lineAlignment), itemAlignment: values.choice(.itemAlignment))
  } restore: { engine, values in
    guard let engine = engine as? FlowEngine else { return }
    values[.lineAlignment] = .choice(engine.lineAlignment)
    values[.itemAlignment] = .choice(engine.itemAlignment)
  }

  private static let column = EngineRules(
    engine: .column,
    metrics: spacings + [
      .numberOfColumns, .minimumColumnWidth, .rowHeight, .cellHeight, .cellOrder,
      .separatorColor, .separatorInsets, .showsColumnSeparator, .shelf,
    ],
    spacing: 0,
    items: MemberRule.reading([(.height, .optional(.rowHeight))]),
    foreignNames: ["list", "table", "grid"]
  ) { values, parts in
    let separator = parts.separator(of: values, color: .separatorColor, insets: .separatorInsets)
    return ColumnEngine(
      columns: values.columns ?? .number(1), cellHeight: values.choice(.cellHeight),
      cellOrder: values.choice(.cellOrder), isRemainder: values[.rowHeight] == .remainder,
      separator: separator,
      showsColumnSeparator: separator == nil || values.flag(.showsColumnSeparator))
  } restore: { engine, values in
    guard let engine = engine as? ColumnEngine else { return }
    values.columns = engine.columns
    values[.cellHeight] = .choice(engine.cellHeight)
    values[.cellOrder] = .choice(engine.cellOrder)
    if engine.isRemainder { values[.rowHeight] = .remainder }
    values[.showsColumnSeparator] = .flag(engine.showsColumnSeparator)
  }

  #if PROBE_MEMBER
    private static let geometryOfWaterfall: [UInt8] = [
      MemberCode.span, MemberCode.columnIndex, 101,
    ]
  #else
    private static let geometryOfWaterfall: [UInt8] = [
      MemberCode.span, MemberCode.columnIndex,
    ]
  #endif

  private static let waterfall = EngineRules(
    engine: .waterfall,
    metrics: spacings + [.numberOfColumns, .minimumColumnWidth, .placement, .tolerance],
    spacing: 10,
    items: MemberRule.reading([(.width, .optional(nil)), (.height, .required)]),
    geometry: geometryOfWaterfall, foreignNames: ["masonry", "staggered", "pinterest"]
  ) { values, _ in
    WaterfallEngine(
      columns: values.columns ?? .number(2), placement: values.choice(.placement),
      tolerance: values.number(.tolerance))
  } restore: { engine, values in
    guard let engine = engine as? WaterfallEngine else { return }
    values.columns = engine.columns
    values[.placement] = .choice(engine.placement)
    if let tolerance = engine.tolerance { values[.tolerance] = .number(tolerance) }
  }

  private static let mosaic = EngineRules(
    engine: .mosaic, metrics: spacings + [.segmentHeight, .leadingSegments, .segments, .shelf],
    spacing: 0,
    items: MemberRule.reading([]), foreignNames: []
  ) { values, _ in
    MosaicEngine(
      segmentHeight: values.number(.segmentHeight) ?? 0, leading: values.styles(.leadingSegments),
      cycle: values.styles(.segments))
  } restore: { engine, values in
    guard let engine = engine as? MosaicEngine else { return }
    values[.segmentHeight] = .number(engine.segmentHeight)
    values[.leadingSegments] = .styles(engine.leading)
    values[.segments] = .styles(engine.cycle)
  }

  private static let fixed = EngineRules(
    engine: .fixed, metrics: [.designWidth], spacing: 0,
    items: MemberRule.reading([(.width, .required), (.height, .required)]), geometry: [3, 4],
    foreignNames: ["absolute", "frames", "freeform"]
  ) { values, _ in
    FixedEngine(designWidth: values.number(.designWidth))
  } restore: { engine, values in
    guard let width = (engine as? FixedEngine)?.designWidth else { return }
    values[.designWidth] = .number(width)
  }

  private static let justified = EngineRules(
    engine: .justified, metrics: spacings + [.targetRowHeight, .lineAlignment, .shelf], spacing: 10,
    items: MemberRule.reading([(.width, .required), (.height, .required)]),
    foreignNames: ["photos", "gallery", "rows"]
  ) { values, _ in
    JustifiedEngine(
      targetRowHeight: values.number(.targetRowHeight) ?? 0,
      lineAlignment: values.choice(.lineAlignment))
  } restore: { engine, values in
    guard let engine = engine as? JustifiedEngine else { return }
    values[.targetRowHeight] = .number(engine.targetRowHeight)
    values[.lineAlignment] = .choice(
      engine.lineAlignment == .leading ? .uikit : engine.lineAlignment)
  }

  private static let groups = EngineRules(
    engine: .groups, metrics: spacings + [.groups, .leadingGroups, .lastGroups, .shelf],
    spacing: 0, items: MemberRule.reading([]), foreignNames: ["compositional", "template"]
  ) { values, _ in
    GroupsEngine(
      leading: values.groups(.leadingGroups), cycle: values.groups(.groups),
      last: values.groups(.lastGroups))
  } restore: { engine, values in
    guard let engine = engine as? GroupsEngine else { return }
    values[.groups] = .groups(engine.cycle)
    values[.leadingGroups] = .groups(engine.leading)
    values[.lastGroups] = .groups(engine.last)
  }

  #if PROBE_MEMBER
    private static let probe = EngineRules(
      engine: .probe, metrics: spacings + [.probeHeight], spacing: 0,
      items: MemberRule.reading([(.height, .optional(.probeHeight))]), foreignNames: []
    ) { _, _ in
      ProbeEngine()
    } restore: { _, _ in
    }
  #endif

  /// The rows in the order of the engines.
  package static let all = Engine.allCases.map { EngineRules.of($0) }

  /// The row of an engine.
  package static func of(_ engine: Engine) -> EngineRules {
    switch engine {
    case .flow: flow
    case .column: column
    case .waterfall: waterfall
    case .mosaic: mosaic
    case .fixed: fixed
    case .justified: justified
    case .groups: groups
    #if PROBE_MEMBER
      case .probe: probe
    #endif
    }
  }

  /// The members that items of the engine store: attributes, and geometry members that it reads. O(members with a
  /// value)
  package func kept(_ members: GivenMembers?) -> GivenMembers? {
    guard let members else { return nil }
    var kept = members
    for row in MemberRow.ofItems where row.isGeometry && !reads(row) { kept[row.code] = nil }
    return kept.ofItem
  }

  /// Whether items of the engine store a member.
  package func reads(_ member: MemberRow) -> Bool {
    !member.isGeometry || geometry.contains(member.code)
  }

  /// Whether the engine reads the metric.
  package func reads(_ key: MetricsKey) -> Bool {
    metrics.contains(key) || !EngineRules.all.contains { $0.metrics.contains(key) }
  }
}
