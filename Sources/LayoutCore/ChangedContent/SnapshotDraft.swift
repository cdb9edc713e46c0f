/// A section between two steps.
package struct SectionDraft {
  package var section: Section
  /// The original section whose id it has; nil if its id is `id`.
  var idOrigin: Int?
  var id: String?

  /// Creates a section that a step inserts.
  package init(_ given: GivenSection) {
    section = given.section
    id = given.id
  }

  /// Creates a section of the original snapshot.
  fileprivate init(_ section: Section, idOf number: Int) {
    self.section = section
    idOrigin = number
  }
}

/// The parts that a step sets.
package protocol StepSections {
  /// The sizes that the `metrics` of entries of `setSections` set.
  var settings: NumberedValues<SizeSettings> { get }

  /// The section, changed by an entry of `setSections`.
  mutating func set(
    _ section: Section, by entry: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Section

  /// The members of the snapshot that the step sets.
  mutating func snapshotSettings(meter: inout WorkMeter) throws(WalkInterrupted) -> SnapshotSettings
}

/// The members of a snapshot that a step sets; nil for those that it keeps.
package struct SnapshotSettings: Sendable {
  package var globalHeaders: SupplementaryStack?
  /// Nil inside if the step takes the colour away.
  package var globalHeaderBackgroundColor: Color??
  /// In points.
  package var minimumContentLength: Double?
  /// Those without rules of their own.
  package var members: [MemberSetting] = []

  /// Creates the settings of a step that keeps all members.
  package init() {}
}

/// A snapshot to which steps are applied one after another (docs/rules.md#steps). The result shares everything that no
/// step touches with the original snapshot.
package final class SnapshotDraft {
  private let parent: Snapshot
  private let naming: ContentNaming
  private var sections: [SectionDraft]
  private var globalHeaders: SupplementaryStack
  private var globalHeaderBackgroundColor: Color?
  private var minimumContentLength: Double
  private var members: GivenMembers
  /// The steps applied so far, and the origins of sections and items.
  package private(set) var applied: AppliedSteps

  /// The cost of a section that a step inserts or sets, in the steps of a meter.
  private static let sectionCost = 40

  /// Begins with a snapshot.
  ///
  /// - Parameters:
  ///   - sectionsMax: The greatest number of sections after a step.
  ///   - permissions: What steps may do with items; nil if everything is allowed.
  ///   - naming: The naming of the items' leaves.
  package init(
    _ parent: Snapshot, sectionsMax: Int, permissions: ItemPermissions? = nil,
    naming: ContentNaming
  ) {
    self.parent = parent
    self.naming = naming
    sections = parent.sections.enumerated().map { SectionDraft($1, idOf: $0) }
    globalHeaders = parent.globalHeaders
    globalHeaderBackgroundColor = parent.globalHeaderBackgroundColor
    minimumContentLength = parent.minimumContentLength
    members = parent.members
    applied = AppliedSteps(
      sectionCount: parent.sections.count, itemCount: parent.itemCount,
      sectionsMax: sectionsMax, permissions: permissions,
      itemCount: { parent.sections[$0].items.count })
  }

  /// Applies a step. After a failure, this value must not be used any more.
  ///
  /// O(entries log entries + changed runs + sections if their list changes)
  ///
  /// - Throws: The problems of the step, or `.budgetExceeded` if the meter runs out of units.
  package func apply(
    _ given: GivenStep, _ source: inout some StepSections, meter: inout WorkMeter
  ) throws(StepFailure) {
    let mapping = try place(given.step, meter: &meter)
    // The sections that are new, set, or have other items, by their numbers after the step.
    var changed = NumberedValues<SectionDraft>()
    for run in mapping.sections.runs {
      guard let origin = run.source else { continue }
      for offset in 0..<run.count {
        let section = try StepFailure.steps { () throws(WalkInterrupted) -> SectionDraft in
          try meter.take(SnapshotDraft.sectionCost)
          switch origin.list {
          case .insertSections: return given.insertedSections[origin.entry][origin.offset + offset]
          case .reloadSections: return given.reloadedSections[origin.entry]
          default:
            var section = sections[run.from! + offset]
            if mapping.items[run.start + offset]?.count == 0 {
              section.section = section.section.with(.none)
            }
            section.section = try source.set(section.section, by: origin.entry, meter: &meter)
            return section
          }
        }
        changed.set(section, at: run.start + offset)
      }
    }
    let settings = try StepFailure.steps { () throws(WalkInterrupted) in
      try source.snapshotSettings(meter: &meter)
    }
    if let headers = settings.globalHeaders { globalHeaders = headers }
    if let color = settings.globalHeaderBackgroundColor { globalHeaderBackgroundColor = color }
    minimumContentLength = settings.minimumContentLength ?? minimumContentLength
    members = members.with(settings.members, of: MemberRow.ofSnapshots)
    try adjust(given, mapping, &changed, meter: &meter)
    var sizes = ItemsDraft(
      given, before: sections, source.settings,
      isHorizontal: parent.scrollDirection == .horizontal, naming: naming)
    for place in mapping.items.numbers.inOrder(by: { $0.rank }) {
      let list = mapping.items[place]!
      let origin = mapping.sections.run(from: place)
      var section = changed[place] ?? sections[origin.from!]
      let items = try StepFailure.steps { () throws(WalkInterrupted) in
        try sizes.items(list, of: section.section, place, from: origin, meter: &meter)
      }
      section.section = section.section.with(items)
      changed.set(section, at: place)
    }
    // Another engine reads other extents of items that stay in place.
    for place in changed.numbers where mapping.items[place] == nil {
      let origin = mapping.sections.run(from: place)
      guard origin.from != nil, !origin.isReloaded, var section = changed[place] else { continue }
      let items = try StepFailure.steps { () throws(WalkInterrupted) in
        try sizes.items(of: section.section, from: origin, meter: &meter)
      }
      section.section = section.section.with(items)
      changed.set(section, at: place)
    }
    let problems = sizes.problems
    if !problems.isEmpty { throw .problems(StepProblem.inOrder(problems)) }
    try reorder(mapping.sections, with: changed, meter: &meter)
    for (number, section) in zip(changed.numbers, changed.values) { sections[number] = section }
  }

  /// Gives items the members of `adjust`. They keep their places and their identity, so the rest of the step changes the
  /// adjusted items. O(adjusted items · log items)
  private func adjust(
    _ given: GivenStep, _ mapping: IndexMapping, _ changed: inout NumberedValues<SectionDraft>,
    meter: inout WorkMeter
  ) throws(StepFailure) {
    let adjustments = given.adjustments(isHorizontal: parent.scrollDirection == .horizontal)
    if adjustments.numbers.isEmpty { return }
    let forward = ForwardMapping(mapping)
    for number in adjustments.numbers {
      let fate = forward.section(number)
      let place = fate.after.map { $0 + number - fate.range.lowerBound }
      let section = sections[number].section
      // Of geometry they keep what the engine of their section reads after the step.
      func rules(_ section: Int) -> EngineRules {
        let from = mapping.sections.run(from: section).from!
        let after = changed[section]?.section ?? sections[from].section
        return EngineRules.of(after.metrics.engine.name)
      }
      var edits: [ContentEdit] = []
      for adjustment in adjustments[number]!.inOrder(by: { $0.items.lowerBound.rank }) {
        var rest = adjustment.items
        while !rest.isEmpty {
          let fate = forward.item(ItemPath(number, rest.lowerBound))
          let part = rest.clamped(to: fate.range.lowerBound.item..<fate.range.upperBound.item)
          // The section itself may end.
          let engine =
            fate.after.map { rules($0.section) } ?? EngineRules.of(section.metrics.engine.name)
          edits.append(adjustment.edit(part, engine))
          rest = part.upperBound..<rest.upperBound
        }
      }
      let items = try StepFailure.steps { () throws(WalkInterrupted) in
        try Items(section.items.tree(naming: naming).spliced(edits, naming: naming, meter: &meter))
      }
      sections[number].section = section.with(items)
      if let place, let draft = changed[place], !fate.isReloaded {
        var draft = draft
        draft.section = draft.section.with(items)
        changed.set(draft, at: place)
      }
    }
  }

  /// Checks a step, and computes its mapping.
  private func place(
    _ step: Step, meter: inout WorkMeter
  ) throws(StepFailure) -> IndexMapping {
    var estimates = NumberedValues<[Range<Int>]>()
    for case .estimated(let section) in step.resize
    where sections.indices.contains(section) && estimates[section] == nil {
      let section = (number: section, items: sections[section].section.items)
      try StepFailure.steps { () throws(WalkInterrupted) in
        try meter.take(1 + min(section.items.estimatedCount, section.items.runCount))
      }
      estimates.set(sections[section.number].section.rangesOfEstimates, at: section.number)
    }
    return try applied.apply(
      step, estimated: { [estimates] in estimates[$0] ?? [] }, meter: &meter)
  }

  /// Puts the sections in their order after a step.
  private func reorder(
    _ order: OriginRuns<Int>, with new: NumberedValues<SectionDraft>, meter: inout WorkMeter
  ) throws(StepFailure) {
    let isSame =
      order.count == sections.count && order.runs.allSatisfy { $0.from == $0.start }
    if isSame { return }
    try StepFailure.steps { () throws(WalkInterrupted) in try meter.take(order.count) }
    var after: [SectionDraft] = []
    after.reserveCapacity(order.count)
    for run in order.runs {
      if let from = run.from {
        after.append(contentsOf: sections[from..<from + run.count])
      } else {
        for place in run.start..<run.start + run.count { after.append(new[place]!) }
      }
    }
    sections = after
  }

  /// The result, if it is within the limits. O(sections)
  ///
  /// - Throws: A limit that is exceeded, or `.budgetExceeded` if the meter runs out of units.
  package func snapshot(
    itemsMax: Int, explicitItemsMax: Int, meter: inout WorkMeter
  ) throws(StepFailure) -> Snapshot {
    try StepFailure.steps { () throws(WalkInterrupted) in try meter.take(sections.count) }
    var list = SectionList(capacity: sections.count)
    list.hold(globalHeaders)
    list.hold(globalHeaderBackgroundColor)
    for section in sections {
      if let origin = section.idOrigin {
        list.append(section.section, idOf: origin, in: parent)
      } else {
        list.append(section.section, id: section.id)
      }
    }
    let snapshot = Snapshot(
      scrollDirection: parent.scrollDirection, layoutDirection: parent.layoutDirection,
      globalHeaders: globalHeaders, globalHeaderBackgroundColor: globalHeaderBackgroundColor,
      minimumContentLength: minimumContentLength, members: members, sections: list)
    guard snapshot.itemCount <= itemsMax, snapshot.explicitItemCount <= explicitItemsMax else {
      throw .problems([StepProblem(code: .overLimit, list: nil, entry: 0)])
    }
    return snapshot
  }
}

extension StepFailure {
  /// Runs something that uses steps of a meter.
  fileprivate static func steps<Value>(
    _ body: () throws(WalkInterrupted) -> Value
  ) throws(StepFailure) -> Value {
    do throws(WalkInterrupted) { return try body() } catch { throw .budgetExceeded }
  }
}

extension Section {
  /// A copy with other items. If there are none, it keeps its placeholder.
  fileprivate func with(_ items: Items) -> Section {
    Section(
      metrics: metrics, items: items.showing(placeholder), headers: headers, footers: footers,
      members: members)
  }

  /// The section, changed by a step. If the metrics are equal, it keeps its own object, so that sections share them.
  ///
  /// - Parameter placeholder: The placeholder or, inside of it, nil for none; nil if the section keeps its own. A
  ///   section with items forgets it.
  package func with(
    _ metrics: SectionMetrics, headers: SupplementaryStack?, footers: SupplementaryStack?,
    placeholder: Placeholder??, members: SectionMembers? = nil
  ) -> Section {
    Section(
      metrics: metrics == self.metrics ? self.metrics : metrics,
      items: placeholder.map { items.showing($0) } ?? items,
      headers: headers ?? self.headers, footers: footers ?? self.footers,
      members: members ?? self.members)
  }
}
