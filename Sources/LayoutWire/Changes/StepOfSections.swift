internal import JSONText
internal import LayoutCore

/// What a step makes of whole sections: new ones, and the settings of those that stay.
struct StepOfSections {
  let posted: PostedStep
  /// A section that comes with the step, or that it sets: the first one of a run.
  func section(
    _ run: OriginRun<Int>, before: SectionInChange?, _ decoder: inout SnapshotDecoder
  ) -> SectionInChange {
    let source = run.source!
    switch source.list {
    case .insertSections:
      return SectionInChange(posted.insertedSections[source.entry][source.offset])
    case .reloadSections:
      return SectionInChange(posted.reloadedSections[source.entry])
    default:
      return set(before!, posted.settings[source.entry], &decoder)
    }
  }

  /// Replaces what an entry of `setSections` gives.
  private func set(
    _ before: SectionInChange, _ members: [SetSectionsKey: JSONElement],
    _ decoder: inout SnapshotDecoder
  ) -> SectionInChange {
    let section = before.section
    let metrics = self.metrics(of: section, members, &decoder)
    var stacks = [section.headers, section.footers]
    for (place, key) in [SetSectionsKey.headers, .footers].enumerated() {
      guard let given = members[key] else { continue }
      stacks[place] = decoder.stack(given, inheriting: metrics.supplementaryAppearance)
    }
    var after = before
    after.section = Section(
      metrics: metrics.section == section.metrics ? section.metrics : metrics.section,
      items: section.items, headers: stacks[0], footers: stacks[1])
    return after
  }

  /// The metrics of a section with what an entry of `setSections` gives.
  func metrics(
    of section: Section, _ members: [SetSectionsKey: JSONElement],
    _ decoder: inout SnapshotDecoder
  ) -> ResolvedMetrics {
    let engine =
      members[.engine].flatMap { decoder.choice($0, Engine.self) } ?? section.metrics.engine.name
    var values = MetricsValues(section.metrics)
    if let given = members[.metrics] {
      values = decoder.metrics(given, over: values, readBy: nil)
    }
    return decoder.metricsCache.resolved(values, for: engine)
  }
}

extension SectionInChange {
  fileprivate init(_ section: SnapshotDecoder.ReadSection) {
    self.init(
      section: Section(
        metrics: section.metrics, items: section.items, headers: section.headers,
        footers: section.footers),
      idOrigin: nil, id: section.id)
  }
}
