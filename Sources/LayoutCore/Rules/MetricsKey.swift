/// The metrics of a snapshot and its sections (docs/rules.md#metrics): a case and a row for each. The decoder and the
/// encoder of snapshots, the module's input and the page's checks walk this list.
package enum MetricsKey: Int, CaseIterable, Sendable {
  case sectionInset, minimumLineSpacing, minimumInteritemSpacing, itemSize, lineAlignment
  case itemAlignment, numberOfColumns, minimumColumnWidth, rowHeight, cellHeight, cellOrder
  case placement, segmentHeight, leadingSegments, segments, separatorColor, separatorInsets
  case showsColumnSeparator, sectionSeparatorColor, sectionSeparatorInsets
  case showsSectionSeparatorWhenLastSection, separatorThickness, backgroundColor
  case selectedBackgroundColor, padding, designWidth, background, shelf, effect
  case targetRowHeight, tolerance
  case groups, leadingGroups, lastGroups
  #if PROBE_MEMBER
    /// One that only tests know.
    case probeHeight
  #endif

  /// The metrics that users are told of.
  package static let documented = allCases.filter { $0.rawValue <= lastGroups.rawValue }

  /// The rows, in the order of the keys.
  private static let rows = allCases.map { $0.newRow }

  package var row: MetricRow { MetricsKey.rows[rawValue] }

  /// The metrics with a different default for each engine.
  package static let ofEachEngine: [MetricsKey] = [
    .minimumLineSpacing, .minimumInteritemSpacing, .numberOfColumns, .minimumColumnWidth,
  ]

  private var newRow: MetricRow {
    let insets = MetricForm.edges(areTurned: true)
    return switch self {
    case .sectionInset: MetricRow("sectionInset", insets, .edges(.zero))
    case .minimumLineSpacing: MetricRow("minimumLineSpacing", .extent)
    case .minimumInteritemSpacing: MetricRow("minimumInteritemSpacing", .extent)
    case .itemSize: MetricRow("itemSize", .size, .size(Items.standardSize))
    case .lineAlignment:
      MetricRow("lineAlignment", .choice(of: LineAlignment.self), .choice(LineAlignment.uikit))
    case .itemAlignment:
      MetricRow("itemAlignment", .choice(of: ItemAlignment.self), .choice(ItemAlignment.center))
    case .numberOfColumns: MetricRow("numberOfColumns", .columns, rival: .minimumColumnWidth)
    case .minimumColumnWidth: MetricRow("minimumColumnWidth", .positive, rival: .numberOfColumns)
    case .rowHeight:
      MetricRow("rowHeight", .extentOrRemainder, .number(Items.standardRowHeight))
    case .cellHeight: MetricRow("cellHeight", .choice(of: CellHeight.self), .choice(CellHeight.row))
    case .cellOrder:
      MetricRow("cellOrder", .choice(of: CellOrder.self), .choice(CellOrder.leftToRight))
    case .placement:
      MetricRow("placement", .choice(of: Placement.self), .choice(Placement.shortest))
    case .segmentHeight: MetricRow("segmentHeight", .positive, .number(200))
    case .leadingSegments:
      MetricRow("leadingSegments", .styles(mayBeEmpty: true), .styles(.standardLeading))
    case .segments: MetricRow("segments", .styles(mayBeEmpty: false), .styles(.standardCycle))
    case .separatorColor: MetricRow("separatorColor", .color)
    case .separatorInsets: MetricRow("separatorInsets", insets, .edges(.zero))
    case .showsColumnSeparator: MetricRow("showsColumnSeparator", .flag, .flag(true))
    case .sectionSeparatorColor: MetricRow("sectionSeparatorColor", .color)
    case .sectionSeparatorInsets: MetricRow("sectionSeparatorInsets", insets, .edges(.zero))
    case .showsSectionSeparatorWhenLastSection:
      MetricRow("showsSectionSeparatorWhenLastSection", .flag, .flag(false))
    case .separatorThickness: MetricRow("separatorThickness", .positive, .number(0.5))
    case .backgroundColor: MetricRow("backgroundColor", .color)
    case .selectedBackgroundColor: MetricRow("selectedBackgroundColor", .color)
    case .padding: MetricRow("padding", .edges(areTurned: false))
    case .designWidth: MetricRow("designWidth", .positive)
    case .background: MetricRow("background", .background)
    case .shelf: MetricRow("shelf", .shelf)
    case .effect: MetricRow("effect", .effect)
    case .targetRowHeight: MetricRow("targetRowHeight", .positive, .number(200))
    case .tolerance: MetricRow("tolerance", .extent)
    case .groups: MetricRow("groups", .groups(least: 1), .groups(.standard))
    case .leadingGroups: MetricRow("leadingGroups", .groups(least: 0), .groups(.none))
    case .lastGroups: MetricRow("lastGroups", .groups(least: 0), .groups(.none))
    #if PROBE_MEMBER
      case .probeHeight: MetricRow("probeHeight", .extent, .number(60))
    #endif
    }
  }
}
