internal import JSONText
internal import LayoutCore

/// Writes the metrics of sections, those that are not what their engine has where nothing is said.
struct MetricsEncoder {
  private let isHorizontal: Bool
  private let inherited: SharedMetrics?
  /// The engine of sections that say none; nil where all do.
  let inheritedEngine: Engine?
  private var defaults: [Engine: MetricsValues] = [:]
  private var cache: MetricsCache
  /// What was written last: neighbours mostly share theirs.
  private var last: (metrics: SectionMetrics, itemSize: Size?, json: [UInt8])?

  /// - Parameter inherited: What the snapshot says; nil where sections inherit nothing.
  init(isHorizontal: Bool, inherited: SharedMetrics? = nil) {
    self.isHorizontal = isHorizontal
    self.inherited = inherited
    inheritedEngine = inherited?.engine
    cache = MetricsCache(inherited: inherited?.values ?? MetricsValues())
  }

  /// Whether what is inherited says all of some items but their number.
  mutating func saysAll(of items: Items, for engine: Engine) -> Bool {
    guard inheritedEngine != nil, items.isOneRun, items.count > 0 else { return false }
    let run = items[0]
    if run.isEstimated { return false }
    let rules = cache.resolvedInherited(for: engine).items
    return ItemColumn.allCases.allSatisfy { column in
      let rule = rules[column]
      return !rule.isRead || (!rule.isRequired && run[column] == rule.substitute)
    }
  }

  /// Writes the members `engine` and `metrics` that sections inherit. O(listed values)
  func writeInherited(to writer: inout JSONWriter) {
    guard let inherited else { return }
    writer.literal(",\"engine\":")
    writer.string(inherited.engine.rawValue)
    var object = MetricsObject(
      inherited.values, besides: MetricsValues(), readBy: nil, isHorizontal)
    writer.json(object.json())
  }

  /// What writing metrics costs, in the steps of a meter.
  func cost(of metrics: SectionMetrics) -> Int {
    guard let last, last.metrics === metrics else { return metrics.engine.listedCount }
    return DecodingCost.bytes(last.json.count)
  }

  /// Writes the member `metrics` if there are any. O(listed values), without looking where they are the last ones
  ///
  /// - Parameter itemSize: Of items that do not say theirs, in the vertical layout; nil where there are none.
  mutating func write(_ metrics: SectionMetrics, itemSize: Size?, to writer: inout JSONWriter) {
    if last?.metrics !== metrics || last?.itemSize != itemSize {
      let others = defaults(of: metrics.engine.name)
      var values = MetricsValues(metrics)
      // What no item needs is as it is inherited.
      (values.itemSize, values.rowHeight) = (itemSize ?? others.itemSize, others.rowHeight)
      var object = MetricsObject(
        values, besides: others, readBy: EngineRules.of(metrics.engine.name), isHorizontal)
      last = (metrics, itemSize, object.json())
    }
    if let last { writer.json(last.json) }
  }

  /// What the engine's metrics are resolved to where nothing is said.
  private mutating func defaults(of engine: Engine) -> MetricsValues {
    if let known = defaults[engine] { return known }
    // Where no section of the engine needs a value, a section may still inherit it.
    var values = cache.inherited
    let resolved = MetricsValues(cache.resolvedInherited(for: engine).section)
    values.minimumLineSpacing = resolved.minimumLineSpacing
    values.minimumInteritemSpacing = resolved.minimumInteritemSpacing
    values.columns = resolved.columns
    defaults[engine] = values
    return values
  }
}

/// The values of one object of metrics that differ from others.
private struct MetricsObject {
  private let values: MetricsValues
  private let others: MetricsValues
  private let rules: EngineRules?
  private let isHorizontal: Bool
  private var writer = JSONWriter()

  /// - Parameter rules: Of the engine that reads them; nil for those of all engines.
  init(
    _ values: MetricsValues, besides others: MetricsValues, readBy rules: EngineRules?,
    _ isHorizontal: Bool
  ) {
    self.values = values
    self.others = others
    self.rules = rules
    self.isHorizontal = isHorizontal
  }

  /// The member `metrics`; empty where no value differs.
  mutating func json() -> [UInt8] {
    for key in MetricsKey.allCases where rules?.reads(key) ?? true { write(key) }
    if writer.bytes.isEmpty { return [] }
    writer.mark("}")
    return writer.bytes
  }

  private mutating func write(_ key: MetricsKey) {
    switch key {
    case .sectionInset: edges(key, \.sectionInset)
    case .minimumLineSpacing: member(key, \.minimumLineSpacing) { $1.number($0 ?? 0) }
    case .minimumInteritemSpacing: member(key, \.minimumInteritemSpacing) { $1.number($0 ?? 0) }
    case .itemSize:
      member(key, \.itemSize) { [isHorizontal] in
        $1.size(isHorizontal ? Size(width: $0.height, height: $0.width) : $0)
      }
    case .lineAlignment: member(key, \.lineAlignment) { $1.string($0.rawValue) }
    case .itemAlignment: member(key, \.itemAlignment) { $1.string($0.rawValue) }
    case .numberOfColumns:
      if case .number(let number)? = values.columns {
        member(key, \.columns) { $1.integer(number) }
      }
    case .minimumColumnWidth:
      if case .minimumWidth(let width)? = values.columns {
        member(key, \.columns) { $1.number(width) }
      }
    case .rowHeight: member(key, \.rowHeight) { $1.number($0) }
    case .cellHeight: member(key, \.cellHeight) { $1.string($0.rawValue) }
    case .placement: member(key, \.placement) { $1.string($0.rawValue) }
    case .segmentHeight: member(key, \.segmentHeight) { $1.number($0) }
    case .leadingSegments: styles(key, \.leadingSegments)
    case .segments: styles(key, \.segments)
    case .separatorColor: color(key, \.separatorColor)
    case .separatorInsets: edges(key, \.separatorInsets)
    case .showsColumnSeparator: flag(key, \.showsColumnSeparator)
    case .sectionSeparatorColor: color(key, \.sectionSeparatorColor)
    case .sectionSeparatorInsets: edges(key, \.sectionSeparatorInsets)
    case .showsSectionSeparatorWhenLastSection: flag(key, \.showsSectionSeparatorWhenLastSection)
    case .separatorThickness: member(key, \.separatorThickness) { $1.number($0) }
    case .backgroundColor: color(key, \.backgroundColor)
    case .selectedBackgroundColor: color(key, \.selectedBackgroundColor)
    case .padding: member(key, \.padding) { $1.edges($0 ?? .zero) }
    }
  }

  private mutating func member<Value: Equatable>(
    _ key: MetricsKey, _ path: KeyPath<MetricsValues, Value>,
    _ write: (Value, inout JSONWriter) -> Void
  ) {
    guard values[keyPath: path] != others[keyPath: path] else { return }
    writer.literal(writer.bytes.isEmpty ? ",\"metrics\":{" : ",")
    writer.string(key.name)
    writer.mark(":")
    write(values[keyPath: path], &writer)
  }

  private mutating func flag(_ key: MetricsKey, _ path: KeyPath<MetricsValues, Bool>) {
    member(key, path) { $1.literal($0 ? "true" : "false") }
  }

  private mutating func color(_ key: MetricsKey, _ path: KeyPath<MetricsValues, Color?>) {
    member(key, path) { $1.string($0?.text) }
  }

  /// Edges of the vertical layout, as they were given.
  private mutating func edges(_ key: MetricsKey, _ path: KeyPath<MetricsValues, EdgeInsets>) {
    member(key, path) { [isHorizontal] insets, writer in
      writer.edges(isHorizontal ? insets.transposed : insets)
    }
  }

  private mutating func styles(_ key: MetricsKey, _ path: KeyPath<MetricsValues, StyleSequence>) {
    member(key, path) { sequence, writer in
      writer.array(sequence.styles) { $1.string($0.rawValue) }
    }
  }
}
