internal import JSONText
public import LayoutCore

/// A snapshot after the steps of a change (docs/rules.md#steps). The parts that no step touches are shared with the old
/// snapshot.
public struct ChangedSnapshot: Sendable {
  public let snapshot: Snapshot
  /// The steps, and the origins of sections and items.
  public let applied: AppliedSteps
  /// For each step, the animations of the entries of its section lists.
  public let slides: [StepSlides]

  /// The animations with which the sections of a step's entries come and go.
  public struct StepSlides: Sendable {
    public let inserted: [Slide?]
    public let deleted: [Slide?]
  }

  /// Applies steps one after the other, each to the result of the previous one.
  ///
  /// O(entries log entries + runs that change + sections of steps that change their list + sections)
  ///
  /// - Parameters:
  ///   - posted: Steps whose form has been checked.
  ///   - parent: The snapshot that they apply to.
  ///   - meter: Pays for the work.
  /// - Throws: `invalid-change` with the faults of the first step that cannot be applied, or of the result;
  ///   `.budgetExceeded` if the meter runs out of units.
  public init(
    _ posted: consuming PostedSteps, of parent: Snapshot, meter: inout WorkMeter
  ) throws(DecodingInterrupted) {
    let limits = posted.decoder.limits
    var sections = StepOfSections(posted.decoder, sectionCount: parent.sections.count)
    if let stop = sections.stopped { throw stop }
    if let problem = posted.from?.problem(of: parent) { throw .problem(problem) }
    let isOfTrees = posted.source != nil
    let change = SnapshotDraft(
      parent, sectionsMax: limits.sections,
      permissions: isOfTrees ? nil : posted.from?.permissions,
      naming: posted.decoder.naming)
    for (number, step) in posted.steps.enumerated() {
      do throws(DecodingInterrupted) {
        try DecodingInterrupted.failures(ofStep: isOfTrees ? nil : number) {
          () throws(StepFailure) in
          sections.begin(step, meter: &meter)
          try change.apply(step.given, &sections, meter: &meter)
        }
        if let problem = try sections.problem() { throw problem }
      } catch {
        if case .budgetExceeded = error, let stop = sections.stopped { throw stop }
        throw error
      }
    }
    let slides = posted.steps.map {
      StepSlides(inserted: $0.given.insertedSlides, deleted: $0.given.deletedSlides)
    }
    let last = isOfTrees ? nil : max(0, slides.count - 1)
    try self.init(change, slides: slides, lastStep: last, limits, meter: &meter)
  }

  /// Moves one item, as a step would.
  ///
  /// - Parameters:
  ///   - item: An existing item.
  ///   - target: A place that exists after the move.
  ///   - naming: Names the leaves of items.
  /// - Throws: `invalid-change` if the item lacks sizes that the engine of the target needs, or the result is too
  ///   large; `.budgetExceeded` if the meter runs out of units.
  public init(
    moving item: ItemPath, to target: ItemPath, of parent: Snapshot, limits: SnapshotLimits,
    naming: ContentNaming, meter: inout WorkMeter
  ) throws(DecodingInterrupted) {
    let change = SnapshotDraft(parent, sectionsMax: limits.sections, naming: naming)
    try DecodingInterrupted.failures(ofStep: 0) { () throws(StepFailure) in
      var sections = NoSections()
      try change.move(item, to: target, &sections, meter: &meter)
    }
    try self.init(
      change, slides: [StepSlides(inserted: [], deleted: [])], lastStep: 0, limits, meter: &meter)
  }

  /// The result of steps, if it is within the limits.
  private init(
    _ change: SnapshotDraft, slides: [StepSlides], lastStep: Int?, _ limits: SnapshotLimits,
    meter: inout WorkMeter
  ) throws(DecodingInterrupted) {
    snapshot = try DecodingInterrupted.failures(ofStep: lastStep) {
      () throws(StepFailure) in
      try change.snapshot(
        itemsMax: limits.items, explicitItemsMax: limits.explicitItems, meter: &meter)
    }
    if snapshot.byteCount > limits.bytes { throw .problem(.snapshotTooLarge(limits.bytes)) }
    applied = change.applied
    self.slides = slides
  }
}

extension DecodingInterrupted {
  /// Does something that may show that a step is wrong, and adds the number of the step to the error.
  ///
  /// - Parameter number: The number of the step; nil for the step of two trees.
  fileprivate static func failures<Value>(
    ofStep number: Int?, _ body: () throws(StepFailure) -> Value
  ) throws(DecodingInterrupted) -> Value {
    do throws(StepFailure) {
      return try body()
    } catch {
      switch error {
      case .problems(let problems): throw .problem(Problem(problems, step: number))
      case .budgetExceeded: throw .budgetExceeded
      }
    }
  }
}
