public import JSONText
public import LayoutCore
internal import LayoutSources

/// Writes those metrics of sections that differ from the defaults of their engine.
struct MetricsEncoder {
  private let isHorizontal: Bool
  private let inherited: SharedMetrics?
  /// The engine of sections that do not name one; nil if all name theirs.
  let inheritedEngine: Engine?
  private var defaults: [Engine: MetricsValues] = [:]
  private var cache: MetricsCache
  /// The metrics that were written last: neighbouring sections mostly share theirs.
  private var last: (metrics: SectionMetrics, itemSize: Size?, json: [UInt8])?

  /// - Parameter inherited: The metrics of the snapshot; nil if sections inherit nothing.
  init(isHorizontal: Bool, inherited: SharedMetrics? = nil) {
    self.isHorizontal = isHorizontal
    self.inherited = inherited
    inheritedEngine = inherited?.engine
    cache = MetricsCache(inherited: inherited?.values ?? MetricsValues())
  }

  /// Whether the inherited metrics define everything about the items except their number.
  mutating func saysAll(of items: Items, for metrics: SectionMetrics) -> Bool {
    guard inheritedEngine != nil, items.isOneRun, items.count > 0 else { return false }
    let run = items[0]
    if run.isEstimated || run.members != nil { return false }
    // Its own `rowHeight` replaces the inherited one.
    if metrics.fillsRemainder { return run.height == Items.standardRowHeight }
    let rules = cache.resolvedInherited(for: metrics.engine.name).items
    return ItemColumn.allCases.allSatisfy { column in
      let rule = rules[column]
      return !rule.isRead || (!rule.isRequired && run.extent(column) == rule.substitute)
    }
  }

  /// Writes the members `engine` and `metrics` that sections inherit. O(listed values)
  func writeInherited(to writer: inout JSONWriter) {
    guard let inherited else { return }
    writer.member(RootKey.engine)
    writer.string(inherited.engine.rawValue)
    let object = MetricsObject(
      inherited.values, besides: MetricsValues(), readBy: nil, isHorizontal)
    writer.json(object.json())
  }

  /// The cost of writing metrics, in the steps of a meter.
  func cost(of metrics: SectionMetrics) -> Int {
    guard let last, last.metrics === metrics else { return metrics.engineByteCount }
    return DecodingCost.bytes(last.json.count)
  }

  /// Writes the member `metrics`, if it is not empty. O(listed values), or O(1) for the same metrics as last time
  ///
  /// - Parameter itemSize: The size of items that have no size of their own, in the vertical layout; nil if there are
  ///   none.
  mutating func write(_ metrics: SectionMetrics, itemSize: Size?, to writer: inout JSONWriter) {
    if last?.metrics !== metrics || last?.itemSize != itemSize {
      let others = defaults(of: metrics.engine.name)
      var values = MetricsValues(metrics)
      // A value that no item needs is left as it is inherited.
      values[.itemSize] = itemSize.map { .size($0) } ?? others[.itemSize]
      if values[.rowHeight] != .remainder, others[.rowHeight] != .remainder {
        values[.rowHeight] = others[.rowHeight]
      }
      let object = MetricsObject(
        values, besides: others, readBy: EngineRules.of(metrics.engine.name), isHorizontal)
      last = (metrics, itemSize, object.json())
    }
    if let last { writer.json(last.json) }
  }

  /// The metrics of an engine for a section that defines nothing.
  private mutating func defaults(of engine: Engine) -> MetricsValues {
    if let known = defaults[engine] { return known }
    let values = cache.standard(for: engine)
    defaults[engine] = values
    return values
  }
}

/// The values of an object of metrics that differ from others.
private struct MetricsObject {
  private let values: MetricsValues
  private let others: MetricsValues
  private let rules: EngineRules?
  private let isHorizontal: Bool

  /// - Parameter rules: The rules of the engine that reads the metrics; nil for the metrics of all engines.
  init(
    _ values: MetricsValues, besides others: MetricsValues, readBy rules: EngineRules?,
    _ isHorizontal: Bool
  ) {
    self.values = values
    self.others = others
    self.rules = rules
    self.isHorizontal = isHorizontal
  }

  /// The member `metrics`; empty if no value differs.
  func json() -> [UInt8] {
    let differing = values.differing(from: others, readBy: rules)
    if differing.isEmpty { return [] }
    var writer = JSONWriter()
    writer.member(SectionKey.metrics)
    let start = writer.bytes.count
    for given in differing {
      writer.member(given.metric)
      writer.value(given.value, given.metric.row.form, isHorizontal: isHorizontal)
    }
    writer.closeObject(from: start)
    return writer.bytes
  }
}

extension JSONWriter {
  /// Writes the members that do not have their defaults, each after a comma. O(members)
  mutating func members(_ members: GivenMembers, of rows: [MemberRow]) {
    for row in rows {
      guard let value = members.value(of: row) else { continue }
      mark(",")
      string(row.name)
      mark(":")
      self.value(value, .member(row.form), isHorizontal: false)
    }
  }

  /// Writes a value of a form.
  mutating func value(_ value: MetricValue, _ form: MetricForm, isHorizontal: Bool) {
    switch (value, form) {
    case (.number(let number), .member(let form)): self.value(number, form)
    case (.number(let number), _): self.number(number)
    case (.remainder, _): string("remainder")
    case (.columns(let number), _): integer(number)
    case (.size(let size), _):
      self.size(isHorizontal ? Size(width: size.height, height: size.width) : size)
    case (.edges(let edges), .edges(areTurned: true, _)):
      self.edges(isHorizontal ? edges.transposed : edges)
    case (.edges(let edges), _): self.edges(edges)
    case (.choice(let place), .choice(let words)): string(words.words[place])
    case (.styles(let styles), _): array(styles.styles) { $1.string($0.rawValue) }
    case (.flag(let flag), _): literal(flag ? "true" : "false")
    case (.color(let color), _): string(color.text)
    case (.matrix(let numbers), .member(.matrix(count: 6))):
      array(MemberForm.placesOfPlane) { $1.number(numbers[$0]) }
    case (.matrix(let numbers), _): array(numbers) { $1.number($0) }
    case (.background, .background):
      object(value, form, BackgroundKey.allCases.map(\.name), isHorizontal: isHorizontal)
    case (.shelf, .shelf):
      object(value, form, ShelfKey.allCases.map(\.name), isHorizontal: isHorizontal)
    case (.effect, .effect):
      object(value, form, EffectKey.allCases.map(\.name), isHorizontal: isHorizontal)
    case (.origin, _):
      object(value, form, OriginKey.allCases.map(\.name), isHorizontal: isHorizontal)
    case (.stop, _):
      object(value, form, StopKey.allCases.map(\.name), isHorizontal: isHorizontal)
    case (.stops(let stops), _):
      array(stops) { $1.value(.stop($0), .stop, isHorizontal: isHorizontal) }
    case (.groups(let groups), _):
      array(groups.groups) { $1.value(.part($0), .group, isHorizontal: isHorizontal) }
    case (.parts(let parts), _):
      array(parts) { $1.value(.part($0), .part, isHorizontal: isHorizontal) }
    case (.part, .group):
      object(value, form, GroupKey.allCases.map(\.name), isHorizontal: isHorizontal)
    case (.part, _):
      object(value, form, GroupPartKey.allCases.map(\.name), isHorizontal: isHorizontal)
    case (.text(let text), _): string(String(decoding: text, as: UTF8.self))
    case (.none, _), (.choice, _), (.background, _), (.shelf, _), (.effect, _): literal("null")
    }
  }

  /// Writes an effect as a snapshot gives it (docs/rules.md#effects), without members that have their defaults. O(stops)
  public mutating func effect(_ effect: Effect) {
    value(.effect(effect), .effect, isHorizontal: false)
  }

  /// Writes the members of an object that are not their defaults, by their names.
  private mutating func object(
    _ value: MetricValue, _ form: MetricForm, _ names: [String], isHorizontal: Bool
  ) {
    let (members, forms) = (value.members(form), form.members)
    let standard = form.value(of: members.map { _ in .none }).members(form)
    mark("{")
    let start = bytes.count
    for place in members.indices where members[place] != standard[place] {
      if bytes.count > start { mark(",") }
      string(names[place])
      mark(":")
      self.value(members[place], forms[place], isHorizontal: isHorizontal)
    }
    mark("}")
  }
}
