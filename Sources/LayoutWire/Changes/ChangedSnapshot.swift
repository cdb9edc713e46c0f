internal import JSONText
public import LayoutCore

/// A snapshot after the steps of a change (docs/rules.md#steps). What no step touches is shared with the snapshot before.
public struct ChangedSnapshot: Sendable {
  public let snapshot: Snapshot
  /// The steps, and where sections and items come from.
  public let applied: AppliedSteps
  /// For each step, what its sections' lists say of animation.
  public let slides: [StepSlides]

  /// How the sections of a step's entries come and go.
  public struct StepSlides: Sendable {
    public let inserted: [Slide?]
    public let deleted: [Slide?]
  }

  /// Applies steps, one after the other, each to what the one before left.
  ///
  /// O(entries log entries + runs that change + sections of steps that change their list + sections)
  ///
  /// - Parameters:
  ///   - posted: Steps whose form has been checked.
  ///   - parent: What they are meant for.
  ///   - meter: Bounds the work.
  /// - Throws: `invalid-change` with what is wrong with the first step that cannot be applied, or with the result; or that
  ///   the steps of the meter are used up.
  public init(
    _ posted: consuming PostedSteps, of parent: Snapshot, meter: inout StepMeter
  ) throws(DecodingStop) {
    var change = SnapshotChange(parent, decoder: posted.decoder)
    for (number, step) in posted.steps.enumerated() {
      try change.apply(step, number: number, meter: &meter)
    }
    snapshot = try change.snapshot(lastStep: posted.steps.count - 1, meter: &meter)
    applied = change.applied
    slides = posted.steps.map {
      StepSlides(inserted: $0.insertedSlides, deleted: $0.deletedSlides)
    }
  }
}

/// A section between two steps.
struct SectionInChange {
  var section: Section
  /// The section before the first step whose id it has; nil where `id` is the one that it has.
  var idOrigin: Int?
  var id: String?
}

/// The sections of a snapshot while steps are applied.
private struct SnapshotChange {
  private let parent: Snapshot
  private var decoder: SnapshotDecoder
  private var sections: [SectionInChange]
  private var globalHeaders: SupplementaryStack
  private(set) var applied: AppliedSteps

  init(_ parent: Snapshot, decoder: SnapshotDecoder) {
    self.parent = parent
    self.decoder = decoder
    sections = parent.sections.enumerated().map { SectionInChange(section: $1, idOrigin: $0) }
    globalHeaders = parent.globalHeaders
    applied = AppliedSteps(
      sectionCount: parent.sections.count, itemCount: parent.itemCount,
      sectionsMax: decoder.limits.sections, itemCount: { parent.sections[$0].items.count })
  }

  mutating func apply(
    _ posted: PostedStep, number: Int, meter: inout StepMeter
  ) throws(DecodingStop) {
    let mapping = try place(posted.step, number: number, meter: &meter)
    decoder.meter = meter
    var step = StepOfSections(posted, &decoder)
    // The sections after the step that are new, set, or have other items, by their numbers.
    var changed: [Int: SectionInChange] = [:]
    for run in mapping.sections.runs where run.source != nil {
      for offset in 0..<run.count {
        decoder.take(DecodingCost.section)
        // What has been read is of no use where steps are used up.
        if decoder.isStopped { throw .stepsUsedUp }
        changed[run.start + offset] = step.section(
          run.part(from: offset, count: 1), before: run.from.map { sections[$0 + offset] },
          &decoder)
      }
    }
    if let headers = posted.globalHeaders {
      globalHeaders = decoder.stack(headers, inheriting: nil)
    }
    if decoder.isStopped { throw .stepsUsedUp }
    meter = decoder.meter
    var sizes = ItemsInChange(
      posted, before: sections, step.settings, isHorizontal: decoder.isHorizontal,
      naming: decoder.naming)
    for (place, list) in mapping.items.sorted(by: { $0.key < $1.key }) {
      let origin = mapping.sections.run(from: place)
      var section = changed[place] ?? sections[origin.from!]
      let items = try DecodingStop.steps { () throws(WalkStop) in
        try sizes.items(list, of: section.section, place, from: origin, meter: &meter)
      }
      section.section = section.section.with(items)
      changed[place] = section
    }
    // Another engine reads other extents of items that are where they were.
    for (place, section) in changed where mapping.items[place] == nil {
      let origin = mapping.sections.run(from: place)
      guard origin.from != nil, !origin.isReloaded else { continue }
      let items = try DecodingStop.steps { () throws(WalkStop) in
        try sizes.items(of: section.section, from: origin, meter: &meter)
      }
      changed[place]!.section = section.section.with(items)
    }
    let problems = sizes.problems
    if !problems.isEmpty { throw .problem(Problem(problems.inOrder, step: number)) }
    try reorder(mapping.sections, with: changed, meter: &meter)
    for (number, section) in changed { sections[number] = section }
  }

  /// Checks and places what a step says.
  private mutating func place(
    _ step: Step, number: Int, meter: inout StepMeter
  ) throws(DecodingStop) -> IndexMapping {
    var estimates: [Int: [Range<Int>]] = [:]
    for case .estimated(let section) in step.resize
    where sections.indices.contains(section) && estimates[section] == nil {
      let section = (number: section, items: sections[section].section.items)
      try DecodingStop.steps { () throws(WalkStop) in
        try meter.take(1 + min(section.items.estimatedCount, section.items.runCount))
      }
      estimates[section.number] = sections[section.number].section.rangesOfEstimates
    }
    do throws(StepFailure) {
      return try applied.apply(
        step, estimated: { [estimates] in estimates[$0] ?? [] }, meter: &meter)
    } catch {
      switch error {
      case .problems(let problems): throw .problem(Problem(problems, step: number))
      case .stepsUsedUp: throw .stepsUsedUp
      }
    }
  }

  /// Puts the sections in the order that they have after a step.
  private mutating func reorder(
    _ order: OriginRuns<Int>, with new: [Int: SectionInChange], meter: inout StepMeter
  ) throws(DecodingStop) {
    let isSame =
      order.count == sections.count && order.runs.allSatisfy { $0.from == $0.start }
    if isSame { return }
    try DecodingStop.steps { () throws(WalkStop) in try meter.take(order.count) }
    var after: [SectionInChange] = []
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

  /// The result, if it is within the limits.
  mutating func snapshot(
    lastStep: Int, meter: inout StepMeter
  ) throws(DecodingStop) -> Snapshot {
    try DecodingStop.steps { () throws(WalkStop) in try meter.take(sections.count) }
    var list = SectionList(capacity: sections.count)
    list.hold(globalHeaders)
    for section in sections {
      if let origin = section.idOrigin {
        list.append(section.section, idOf: origin, in: parent)
      } else {
        list.append(section.section, id: section.id)
      }
    }
    let snapshot = Snapshot(
      scrollDirection: parent.scrollDirection, layoutDirection: parent.layoutDirection,
      globalHeaders: globalHeaders, sections: list)
    let limits = decoder.limits
    guard snapshot.itemCount <= limits.items, snapshot.explicitItemCount <= limits.explicitItems
    else {
      throw .problem(
        Problem([StepProblem(code: .overLimit, list: nil, entry: 0)], step: max(0, lastStep)))
    }
    if snapshot.byteCount > limits.bytes { throw .problem(.snapshotTooLarge(limits.bytes)) }
    return snapshot
  }
}

extension Set<StepProblem> {
  /// In the order of the lists, then of the entries.
  fileprivate var inOrder: [StepProblem] {
    func rank(_ problem: StepProblem) -> Int {
      problem.list.flatMap { Step.List.allCases.firstIndex(of: $0) } ?? .max
    }
    return sorted { (rank($0), $0.entry) < (rank($1), $1.entry) }
  }
}

extension Section {
  /// The same with other items.
  fileprivate func with(_ items: Items) -> Section {
    Section(metrics: metrics, items: items, headers: headers, footers: footers)
  }
}
