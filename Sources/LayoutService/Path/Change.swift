import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutWire

/// A change of a snapshot on its way to an answer.
struct Change: Sendable {
  let parent: NamedSnapshot
  let result: NamedSnapshot
  let steps: ChangedSnapshot
  /// Before and after, where a container width is given.
  var layoutBefore: Layout?
  var layoutAfter: Layout?
}

extension Service {
  /// Obtains what a change needs: the snapshot before, the steps, the snapshot after, and both layouts.
  func change(
    _ work: inout Work, check: Call.QuestionCheck, _ allowance: inout Allowance
  ) throws(Interruption) -> Change {
    if work.change == nil {
      guard let id = work.question.target.id, let parent = try known(id, work) else {
        throw .problem(.parentNotFound)
      }
      try check(work.question, parent)
      let posted = try steps(&work, isHorizontal: parent.snapshot.isHorizontal, &allowance)
      try apply(posted, to: parent, &work, &allowance)
    }
    return try changeWithLayouts(&work, &allowance)
  }

  /// The change that has been applied, with both layouts where a container width is given.
  func changeWithLayouts(
    _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> Change {
    guard var change = work.change else { preconditionFailure("the steps have been applied") }
    guard let containerWidth = try work.question.containerWidth(of: change.parent.snapshot)
    else { return change }
    if change.layoutBefore == nil {
      change.layoutBefore = try layout(
        of: change.parent, containerWidth: containerWidth, &work, &allowance)
      work.change = change
      // The answer speaks of the result alone.
      work.awaited = nil
      work.question.trace.wasPrepared = nil
      work.question.trace.wasDerived = false
    }
    change.layoutAfter = try layout(
      of: change.result, containerWidth: containerWidth, &work, &allowance)
    return change
  }

  /// Steps that have been read, and what bounds the rest of the work on them.
  struct ReadSteps {
    let posted: PostedSteps
    let added: AddedContent
    var meter: StepMeter
  }

  /// Reads the steps of a body. O(bytes)
  func steps(
    _ work: inout Work, isHorizontal: Bool, ofDocument: Bool = false, _ allowance: inout Allowance
  ) throws(Interruption) -> ReadSteps {
    guard let body = work.body else { preconditionFailure("a change has a body") }
    try allowance.read(bytes: body.byteCount)
    var meter = allowance.decodingMeter
    let added = AddedContent()
    let naming = naming.counting(added)
    var limits = limits.decoding
    limits.listBytes = allowance.listBytes
    let posted = try work.question.trace.timing.measure(.parse) { () throws(Interruption) in
      try reading(allowance) { () throws(DecodingStop) in
        try body.withBytes { (bytes) throws(DecodingStop) in
          try StepsDecoder.change(
            bytes, hasSlack: true, isHorizontal: isHorizontal, ofDocument: ofDocument,
            depthMax: self.limits.maximumDepth, limits: limits, naming: naming, meter: &meter)
        }
      }
    }
    return ReadSteps(posted: posted, added: added, meter: meter)
  }

  /// Applies steps to a snapshot. O(what changes + sections)
  func apply(
    _ read: ReadSteps, to parent: NamedSnapshot, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) {
    var meter = read.meter
    let (steps, named) = try work.question.trace.timing.measure(.apply) {
      () throws(Interruption) in
      let steps = try reading(allowance) { () throws(DecodingStop) in
        try ChangedSnapshot(read.posted, of: parent.snapshot, meter: &meter)
      }
      let named = NamedSnapshot(steps, from: parent, unless: { allowance.isLate() })
      guard var named else { throw .problem(.tooLate) }
      named.addedContentBytes = read.added.byteCount
      return (steps, named)
    }
    if let problem = read.posted.expected.problem(
      id: named.id.hexadecimal, itemCount: named.snapshot.itemCount)
    {
      throw .problem(problem)
    }
    let change = Change(
      parent: parent, result: cache.snapshot(named.id) ?? named, steps: steps)
    work.change = change
    work.named = change.result
  }
}

extension NamedSnapshot {
  /// Names a snapshot that steps made of another one, whose sections have their names; nil when that takes until it is
  /// late. O(sections)
  init?(
    _ changed: ChangedSnapshot, from parent: NamedSnapshot, unless isLate: () -> Bool
  ) {
    self.init(
      changed.snapshot, from: (parent, changed.applied.mapping.sections), unless: isLate)
  }
}

extension Problem {
  /// The problem of a change of a layout that is not known.
  fileprivate static let parentNotFound = Problem(
    .layoutNotFound,
    detail:
      "Post the snapshot, or the one that the steps make of it, again; it then has the same id.")
}
