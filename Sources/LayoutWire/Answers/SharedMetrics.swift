internal import LayoutCore

/// The engine and the metrics that most sections of a snapshot share, so that the snapshot can define them once.
struct SharedMetrics {
  private(set) var engine = Engine.flow
  private(set) var values = MetricsValues()

  /// At most this many kinds of metrics are compared.
  private static let kindsMax = 1000
  private static let stepsPerSection = 2

  /// Finds the metrics that the most sections have. O(sections)
  init(of snapshot: Snapshot, meter: inout WorkMeter) throws(WalkInterrupted) {
    var counts: [ObjectIdentifier: (metrics: SectionMetrics, first: Int, count: Int)] = [:]
    var haveAllPadding = true
    var itemSize: Size?
    var rowHeight: Double?
    for (number, section) in snapshot.sections.enumerated() {
      try meter.take(SharedMetrics.stepsPerSection)
      let metrics = section.metrics
      if counts.count < SharedMetrics.kindsMax || counts[ObjectIdentifier(metrics)] != nil {
        counts[ObjectIdentifier(metrics), default: (metrics, number, 0)].count += 1
      }
      if metrics.cellAppearance?.padding == nil { haveAllPadding = false }
      guard section.items.isOneRun, section.items.count > 0 else { continue }
      let run = section.items[0]
      let keys = EngineRules.of(metrics.engine.name).metrics
      if itemSize == nil, keys.contains(.itemSize) {
        itemSize = Size(width: run.width, height: run.height)
      }
      if rowHeight == nil, keys.contains(.rowHeight) { rowHeight = run.height }
    }
    // If several are equally frequent, the first one is used: a snapshot always has the same text.
    let most = counts.values.max { ($0.count, $1.first) < ($1.count, $0.first) }
    guard let most else { return }
    engine = most.metrics.engine.name
    values = MetricsValues(most.metrics)
    // Defaults of the engine are left out, since other engines have other defaults.
    var plain = MetricsCache()
    let defaults = MetricsValues(plain.resolvedInherited(for: engine).section)
    for key in MetricsKey.ofEachEngine where values[key] == defaults[key] { values[key] = .none }
    // A section cannot express that it has none.
    if !haveAllPadding { values[.padding] = .none }
    if let itemSize { values[.itemSize] = .size(itemSize) }
    if let rowHeight, values[.rowHeight] != .remainder { values[.rowHeight] = .number(rowHeight) }
  }
}
