package import LayoutCore

/// A value that has to be given so that something is what it is: a metric, or a member of a header, a footer or a placeholder.
package struct GivenValue: Equatable, Sendable {
  /// The position of its key among those of metrics, or among those of headers.
  package let key: Int
  package let value: MetricValue
  /// The position of the header or footer; those before it that are not there are hidden.
  package let element: Int

  init(_ key: Int, _ value: MetricValue, of element: Int = 0) {
    (self.key, self.value, self.element) = (key, value, element)
  }

  package var metric: MetricsKey { MetricsKey.allCases[key] }
  package var member: SupplementaryKey { SupplementaryKey.allCases[key] }
}

extension SupplementaryStack {
  /// The members of the elements as they have to be given: some of each. O(elements)
  ///
  /// - Parameter look: The appearance whose colours they inherit.
  package func given(isHorizontal: Bool, inheriting look: Appearance?) -> [GivenValue] {
    var given: [GivenValue] = []
    for entry in entries {
      for (place, key) in SupplementaryKey.allCases.enumerated() {
        let value = entry.element.value(of: key, isHorizontal: isHorizontal, inheriting: look)
        if let value { given.append(GivenValue(place, value, of: entry.element.index)) }
      }
    }
    return given
  }
}

extension Placeholder {
  /// The placeholder as it has to be given.
  package func given(isHorizontal: Bool, inheriting look: Appearance?) -> [GivenValue] {
    var given: [GivenValue] = []
    for key in PlaceholderKey.allCases {
      let value = value(of: key, isHorizontal: isHorizontal, inheriting: look)
      let place = SupplementaryKey.allCases.firstIndex(of: key.ofHeader)
      if let value, let place { given.append(GivenValue(place, value)) }
    }
    return given
  }
}

/// What differs of two sections besides their items, as a step gives it.
package final class SectionDifference: Equatable {
  /// The metrics that differ; shared by sections that differ alike.
  package final class Metrics: Sendable {
    package let values: [GivenValue]

    init(_ values: [GivenValue]) { self.values = values }

    func isEqual(to other: Metrics) -> Bool { self === other || values == other.values }
  }

  /// Nil if none differ, as for the others.
  package var metrics: Metrics?
  package var headers: [GivenValue]?
  package var footers: [GivenValue]?
  /// Nil inside for none.
  package var placeholder: [GivenValue]??
  /// Those without rules of their own.
  package var members: [MemberSetting] = []

  init() {}

  package var isEmpty: Bool {
    metrics == nil && headers == nil && footers == nil && placeholder == nil
      && members.isEmpty
  }

  package static func == (first: SectionDifference, second: SectionDifference) -> Bool {
    let haveEqualMetrics =
      if let one = first.metrics, let other = second.metrics {
        one.isEqual(to: other)
      } else {
        first.metrics == nil && second.metrics == nil
      }
    return haveEqualMetrics && first.headers == second.headers && first.footers == second.footers
      && first.placeholder == second.placeholder
      && (!MemberRow.areOfSectionsOrSnapshots || first.members == second.members)
  }
}

/// Finds the differences of sections.
struct SectionDifferences {
  private let isHorizontal: Bool
  private var cache = MetricsCache()
  /// Metrics that were compared, and what differs of them. Equal metrics of a tree are mostly one object.
  private var known: [MetricsFinding] = []
  private var next = 0
  private static let knownMax = 32
  /// The cost of comparing metrics, and of comparing an element.
  private static let (metricsCost, elementCost) = (100, 6)

  private final class MetricsFinding {
    let old: SectionMetrics
    let new: SectionMetrics
    /// Nil if nothing differs.
    let metrics: SectionDifference.Metrics?
    /// Whether steps can say the difference.
    let isSayable: Bool

    init(
      _ old: SectionMetrics, _ new: SectionMetrics, _ metrics: SectionDifference.Metrics?,
      isSayable: Bool
    ) {
      (self.old, self.new, self.metrics, self.isSayable) = (old, new, metrics, isSayable)
    }
  }

  init(isHorizontal: Bool) { self.isHorizontal = isHorizontal }

  /// What differs, of two sections of one engine; nil if steps cannot say it.
  mutating func difference(
    from old: Section, to new: Section, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> SectionDifference? {
    let difference = SectionDifference()
    if old.metrics !== new.metrics {
      let found = try metrics(from: old.metrics, to: new.metrics, &meter)
      if !found.isSayable { return nil }
      difference.metrics = found.metrics
    }
    let look = new.metrics.cellAppearance
    func stack(
      _ old: SupplementaryStack, _ new: SupplementaryStack
    ) throws(WalkInterrupted) -> [GivenValue]? {
      try meter.take(SectionDifferences.elementCost * new.entries.count)
      return old.isEqual(to: new) ? nil : new.given(isHorizontal: isHorizontal, inheriting: look)
    }
    difference.headers = try stack(old.headers, new.headers)
    difference.footers = try stack(old.footers, new.footers)
    if old.placeholder != new.placeholder {
      difference.placeholder = .some(
        new.placeholder?.given(isHorizontal: isHorizontal, inheriting: look))
    }
    difference.members = new.members.given.differing(
      from: old.members.given, of: MemberRow.ofSections)
    return difference
  }

  private mutating func metrics(
    from old: SectionMetrics, to new: SectionMetrics, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> MetricsFinding {
    for pair in known where pair.old === old && pair.new === new { return pair }
    try meter.take(SectionDifferences.metricsCost)
    let found = found(from: old, to: new)
    if known.count < SectionDifferences.knownMax {
      known.append(found)
    } else {
      known[next] = found
      next = (next + 1) % SectionDifferences.knownMax
    }
    return found
  }

  private mutating func found(from old: SectionMetrics, to new: SectionMetrics) -> MetricsFinding {
    if old == new { return MetricsFinding(old, new, nil, isSayable: true) }
    let (before, after) = (MetricsValues(old), MetricsValues(new))
    var values = before
    let differing = after.differing(from: before, readBy: EngineRules.of(new.engine.name))
    for given in differing { values[given.metric] = given.value }
    let isSayable = cache.resolved(values, for: new.engine.name).section == new
    // An equal difference that is known already, so that neighbours are compared by identity.
    let equal = known.first { $0.metrics?.values == differing }
    let metrics = equal?.metrics ?? SectionDifference.Metrics(differing)
    return MetricsFinding(old, new, metrics, isSayable: isSayable)
  }
}

extension MetricsValues {
  /// The values that differ from others, and that a snapshot can give: a metric that is not there is replaced by its rival,
  /// or cannot be said.
  ///
  /// - Parameter rules: The rules of the engine that reads the metrics; nil for the metrics of all engines.
  @inline(never)
  package func differing(
    from others: MetricsValues, readBy rules: EngineRules?
  ) -> [GivenValue] {
    var differing: [GivenValue] = []
    for key in MetricsKey.allCases {
      let value = self[key]
      guard rules?.reads(key) ?? true, value != others[key],
        value != .none || key.row.form.canBeNull
      else { continue }
      differing.append(GivenValue(key.rawValue, value))
    }
    return differing
  }
}

extension MetricsCache {
  /// The values of a section of an engine that gives nothing, as they may be given.
  package mutating func standard(for engine: Engine) -> MetricsValues {
    // Even if no section of the engine needs a value, a section may inherit it.
    var values = inherited
    let resolved = MetricsValues(resolvedInherited(for: engine).section)
    for key in MetricsKey.ofEachEngine { values[key] = resolved[key] }
    return values
  }
}
