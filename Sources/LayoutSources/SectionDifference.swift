package import LayoutCore

/// A header, a footer or a global header, by the members that have to be given so that it is what it is.
package struct GivenElement: Equatable, Sendable {
  /// Its position; elements before it that are not there are hidden.
  package let index: Int
  package let values: [GivenValue]
}

/// A member of a header, a footer or a placeholder.
package struct GivenValue: Equatable, Sendable {
  package let key: SupplementaryKey
  package let value: MetricValue
}

extension SupplementaryStack {
  /// The elements as they have to be given. O(elements)
  ///
  /// - Parameter look: The appearance whose colours they inherit.
  package func given(isHorizontal: Bool, inheriting look: Appearance?) -> [GivenElement] {
    entries.map { entry in
      GivenElement(
        index: entry.element.index,
        values: SupplementaryKey.allCases.compactMap { key in
          entry.element.value(of: key, isHorizontal: isHorizontal, inheriting: look)
            .map { GivenValue(key: key, value: $0) }
        })
    }
  }

  /// Whether both have the same elements. O(elements)
  func isEqual(to other: SupplementaryStack) -> Bool {
    entries.count == other.entries.count
      && zip(entries, other.entries).allSatisfy { $0.element == $1.element }
  }
}

extension Placeholder {
  /// The placeholder as it has to be given.
  package func given(isHorizontal: Bool, inheriting look: Appearance?) -> [GivenValue] {
    PlaceholderKey.allCases.compactMap { key in
      value(of: key, isHorizontal: isHorizontal, inheriting: look)
        .map { GivenValue(key: key.ofHeader, value: $0) }
    }
  }
}

/// What differs of two sections besides their items, as a step gives it.
package struct SectionDifference: Equatable, Sendable {
  /// The metrics that differ; shared by sections that differ alike.
  package final class Metrics: Sendable {
    package let values: [(key: MetricsKey, value: MetricValue)]

    init(_ values: [(key: MetricsKey, value: MetricValue)]) { self.values = values }

    func isEqual(to other: Metrics) -> Bool {
      self === other
        || (values.count == other.values.count
          && zip(values, other.values).allSatisfy { $0.key == $1.key && $0.value == $1.value })
    }
  }

  /// Nil if none differ, as for the others.
  package var metrics: Metrics?
  package var headers: [GivenElement]?
  package var footers: [GivenElement]?
  /// Nil inside for none.
  package var placeholder: [GivenValue]??

  package var isEmpty: Bool {
    metrics == nil && headers == nil && footers == nil && placeholder == nil
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
  }
}

/// Finds the differences of sections.
struct SectionDifferences {
  private let isHorizontal: Bool
  private var cache = MetricsCache()
  /// Metrics that were compared, and what differs of them. Equal metrics of a tree are mostly one object.
  private var known: [(old: SectionMetrics, new: SectionMetrics, found: MetricsFinding)] = []
  private var next = 0
  private static let knownMax = 32
  /// The cost of comparing metrics, and of comparing an element.
  private static let (metricsCost, elementCost) = (100, 6)

  private enum MetricsFinding {
    case nothing
    case differing(SectionDifference.Metrics)
    /// Steps cannot say the difference.
    case unsayable
  }

  init(isHorizontal: Bool) { self.isHorizontal = isHorizontal }

  /// What differs, of two sections of one engine; nil if steps cannot say it.
  mutating func difference(
    from old: Section, to new: Section, meter: inout StepMeter
  ) throws(WalkStop) -> SectionDifference? {
    var difference = SectionDifference()
    switch try metrics(from: old.metrics, to: new.metrics, &meter) {
    case .nothing: break
    case .differing(let metrics): difference.metrics = metrics
    case .unsayable: return nil
    }
    let look = new.metrics.cellAppearance
    func stack(
      _ old: SupplementaryStack, _ new: SupplementaryStack
    ) throws(WalkStop) -> [GivenElement]? {
      try meter.take(SectionDifferences.elementCost * new.entries.count)
      return old.isEqual(to: new) ? nil : new.given(isHorizontal: isHorizontal, inheriting: look)
    }
    difference.headers = try stack(old.headers, new.headers)
    difference.footers = try stack(old.footers, new.footers)
    if old.placeholder != new.placeholder {
      difference.placeholder = .some(
        new.placeholder?.given(isHorizontal: isHorizontal, inheriting: look))
    }
    return difference
  }

  private mutating func metrics(
    from old: SectionMetrics, to new: SectionMetrics, _ meter: inout StepMeter
  ) throws(WalkStop) -> MetricsFinding {
    if old === new { return .nothing }
    if let pair = known.first(where: { $0.old === old && $0.new === new }) { return pair.found }
    try meter.take(SectionDifferences.metricsCost)
    let found = old == new ? .nothing : shared(found(from: old, to: new))
    if known.count < SectionDifferences.knownMax {
      known.append((old, new, found))
    } else {
      known[next] = (old, new, found)
      next = (next + 1) % SectionDifferences.knownMax
    }
    return found
  }

  /// An equal difference that is known already, so that neighbours are compared by identity.
  private func shared(_ found: MetricsFinding) -> MetricsFinding {
    guard case .differing(let metrics) = found else { return found }
    for case (_, _, .differing(let other)) in known where other.isEqual(to: metrics) {
      return .differing(other)
    }
    return found
  }

  private mutating func found(from old: SectionMetrics, to new: SectionMetrics) -> MetricsFinding {
    let (before, after) = (MetricsValues(old), MetricsValues(new))
    var values = before
    let differing = after.differing(from: before, readBy: EngineRules.of(new.engine.name))
    for (key, value) in differing { values[key] = value }
    let isSayable = cache.resolved(values, for: new.engine.name).section == new
    return isSayable ? .differing(SectionDifference.Metrics(differing)) : .unsayable
  }
}

extension MetricsValues {
  /// The values that differ from others, and that a snapshot can give: a metric that is not there is replaced by its rival,
  /// or cannot be said.
  ///
  /// - Parameter rules: The rules of the engine that reads the metrics; nil for the metrics of all engines.
  package func differing(
    from others: MetricsValues, readBy rules: EngineRules?
  ) -> [(key: MetricsKey, value: MetricValue)] {
    MetricsKey.allCases.compactMap { key in
      guard rules?.reads(key) ?? true, self[key] != others[key],
        self[key] != .none || key.row.canBeNull
      else { return nil }
      return (key, self[key])
    }
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
