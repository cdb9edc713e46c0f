import HTTPServer
import LayoutCore
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
    _ work: inout Work, check: Call.Check, _ allowance: inout Allowance
  ) throws(Interruption) -> Change {
    if work.change == nil {
      guard let id = work.question.target.id, let parent = try known(id, work) else {
        throw .problem(.parentNotFound)
      }
      try check(work.question, parent)
      var timing = work.question.trace.timing
      let change = try apply(work, to: parent, &timing, &allowance)
      work.question.trace.timing = timing
      work.change = change
      work.named = change.result
    }
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

  /// Reads the steps of a body and applies them. O(bytes + what changes + sections)
  private func apply(
    _ work: Work, to parent: NamedSnapshot, _ timing: inout Timing, _ allowance: inout Allowance
  ) throws(Interruption) -> Change {
    guard let body = work.body else { preconditionFailure("a change has a body") }
    try allowance.read(bytes: body.byteCount)
    var meter = allowance.decodingMeter
    let added = AddedContent()
    let naming = naming.counting(added)
    let limits = limits.decoding
    let posted = try timing.measure(.parse) { () throws(Interruption) in
      try reading(allowance) { () throws(DecodingStop) in
        try body.withBytes { (bytes) throws(DecodingStop) in
          try StepsDecoder.change(
            bytes, hasSlack: true, isHorizontal: parent.snapshot.isHorizontal,
            depthMax: self.limits.maximumDepth, limits: limits, naming: naming, meter: &meter)
        }
      }
    }
    let expected = posted.expected
    let (steps, named) = try timing.measure(.apply) { () throws(Interruption) in
      let steps = try reading(allowance) { () throws(DecodingStop) in
        try ChangedSnapshot(posted, of: parent.snapshot, meter: &meter)
      }
      let named = NamedSnapshot(steps, from: parent, unless: { allowance.isLate() })
      guard var named else { throw .problem(.tooLate) }
      named.addedContentBytes = added.byteCount
      return (steps, named)
    }
    if let problem = expected.problem(
      id: named.id.hexadecimal, itemCount: named.snapshot.itemCount)
    {
      throw .problem(problem)
    }
    return Change(parent: parent, result: cache.snapshot(named.id) ?? named, steps: steps)
  }
}

extension Problem {
  /// The problem of a change of a layout that is not known.
  fileprivate static let parentNotFound = Problem(
    .layoutNotFound,
    detail:
      "Post the snapshot, or the one that the steps make of it, again; it then has the same id.")
}
