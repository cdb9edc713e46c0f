/// Metrics with all defaults filled in for one engine, without the metrics that the engine does not read.
package final class ResolvedMetrics: Sendable {
  /// The values from which it was made.
  package let values: MetricsValues
  package let rules: EngineRules
  package let section: SectionMetrics
  /// The engine's rules for the members of items, in the vertical layout.
  package let items: ItemColumns<MemberValue>
  /// The colours that headers and footers inherit.
  package let supplementaryAppearance: Appearance?

  init(_ values: MetricsValues, engine: Engine, sharing parts: inout MetricsParts) {
    self.values = values
    let rules = EngineRules.of(engine)
    self.rules = rules
    items = ItemColumns { MemberValue($0, rules.items[$0], values) }
    let padding = values.edges(.padding)
    let cellAppearance = parts.appearance(of: values, padding: padding)
    supplementaryAppearance =
      padding == nil ? cellAppearance : parts.appearance(of: values, padding: nil)
    let sectionSeparator = parts.separator(
      of: values, color: .sectionSeparatorColor, insets: .sectionSeparatorInsets)
    func spacing(_ key: MetricsKey) -> Double {
      (rules.reads(key) ? values.number(key) : nil) ?? rules.spacing
    }
    section = parts.metrics.shared(
      SectionMetrics(
        engine: rules.make(values, &parts), sectionInset: values.edges(.sectionInset) ?? .zero,
        minimumLineSpacing: spacing(.minimumLineSpacing),
        minimumInteritemSpacing: spacing(.minimumInteritemSpacing),
        sectionSeparator: sectionSeparator,
        showsSectionSeparatorWhenLastSection: values.flag(.showsSectionSeparatorWhenLastSection),
        cellAppearance: cellAppearance, extras: parts.extras(of: values, readBy: rules)))
  }
}

/// The last few objects of a kind, for sharing equal ones.
package struct RecentObjects<Object: AnyObject & Equatable> {
  private static var countMax: Int { 4 }

  private var objects: [Object] = []
  private var next = 0

  /// An object equal to `object`, shared if possible.
  package mutating func shared(_ object: Object) -> Object {
    for place in objects.indices where objects[place] == object { return objects[place] }
    if objects.count < Self.countMax {
      objects.append(object)
    } else {
      objects[next] = object
      next = (next + 1) % Self.countMax
    }
    return object
  }
}

/// Parts of metrics, shared by equal ones.
package struct MetricsParts {
  package var metrics = RecentObjects<SectionMetrics>()
  private var appearances = RecentObjects<Appearance>()
  private var separators = RecentObjects<SeparatorStyle>()
  private var extras = RecentObjects<SectionExtras>()

  fileprivate mutating func appearance(
    of values: MetricsValues, padding: EdgeInsets?
  ) -> Appearance? {
    let appearance = Appearance(
      backgroundColor: values.color(.backgroundColor),
      selectedBackgroundColor: values.color(.selectedBackgroundColor), padding: padding)
    return appearance.map { appearances.shared($0) }
  }

  fileprivate mutating func extras(
    of values: MetricsValues, readBy rules: EngineRules
  ) -> SectionExtras? {
    let extras = SectionExtras.given(
      background: values[.background].background,
      shelf: rules.reads(.shelf) ? values[.shelf].shelf : nil, effect: values[.effect].effect)
    return extras.map { self.extras.shared($0) }
  }

  /// A style if there is a colour. Without a colour, no answer depends on the rest.
  mutating func separator(
    of values: MetricsValues, color: MetricsKey, insets: MetricsKey
  ) -> SeparatorStyle? {
    guard let color = values.color(color) else { return nil }
    let insets = values.edges(insets) ?? .zero
    return separators.shared(
      SeparatorStyle(
        color: color, left: insets.left, right: insets.right,
        thickness: values.number(.separatorThickness) ?? 0))
  }
}

/// Resolved metrics that sections share: those without metrics of their own, and those with the same metrics as one of
/// the last sections of their engine.
package struct MetricsCache {
  private static let lastMax = 32

  package let inherited: MetricsValues
  private var resolvedInherited = PerEngine<ResolvedMetrics>()
  private var last = PerEngine<[(mark: UInt64, metrics: ResolvedMetrics)]>()
  private var next = 0
  private var parts = MetricsParts()

  package init(inherited: MetricsValues = MetricsValues()) {
    self.inherited = inherited
  }

  package mutating func resolvedInherited(for engine: Engine) -> ResolvedMetrics {
    if let resolved = resolvedInherited[engine] { return resolved }
    let resolved = ResolvedMetrics(inherited, engine: engine, sharing: &parts)
    resolvedInherited[engine] = resolved
    return resolved
  }

  package mutating func resolved(_ values: MetricsValues, for engine: Engine) -> ResolvedMetrics {
    if values == inherited { return resolvedInherited(for: engine) }
    var entries = last[engine] ?? []
    let mark = values.mark
    for (other, metrics) in entries where other == mark && metrics.values == values {
      return metrics
    }
    let resolved = ResolvedMetrics(values, engine: engine, sharing: &parts)
    last[engine] = nil
    if entries.count < MetricsCache.lastMax {
      entries.append((mark, resolved))
    } else {
      entries[next] = (mark, resolved)
      next = (next + 1) % MetricsCache.lastMax
    }
    last[engine] = entries
    return resolved
  }
}

/// A value for each engine that occurred. O(engines)
private struct PerEngine<Value> {
  private var entries: [(engine: Engine, value: Value)] = []

  subscript(engine: Engine) -> Value? {
    get { entries.first { $0.engine == engine }?.value }
    set {
      entries.removeAll { $0.engine == engine }
      if let newValue { entries.append((engine, newValue)) }
    }
  }
}

/// An engine's rule for a member of the items of a section.
package struct MemberValue: Sendable {
  package let isRead: Bool
  package let isRequired: Bool
  /// The number that replaces a missing one; nil if there is none.
  package let substitute: Double?
  /// The number stored in a column in place of a missing one.
  package var number: Double { ItemRun.number(substitute) }

  package init(_ column: ItemColumn, _ rule: MemberRule, _ values: MetricsValues) {
    isRead = rule.isRead
    isRequired = rule.isRequired
    substitute = rule.substitute(column, values)
  }
}
