import HTTPServer
import LayoutCore
import LayoutNaming
import LayoutWire

/// A change of a snapshot that is being answered.
struct Change: Sendable {
  let parent: NamedSnapshot
  let result: NamedSnapshot
  let steps: ChangedSnapshot
}

/// The steps of a body, and their result. A parsed body is large, so it is not kept while the request waits.
struct PostedChange: Sendable {
  /// The members of a change of a document beside its steps.
  let head: DocumentChangeHead?
  /// Whether the steps change nothing.
  let saysNothing: Bool
  /// Whether the steps say an addition (docs/rules.md#additions).
  let saysAdditions: Bool
  /// What the store keeps in place of the body of a change of a layout; nil for the body as it is.
  let keptBody: [UInt8]?
  /// What the answer says of the tree `to`; nil if steps were given.
  let source: ResolvedSource?
  /// Their result, or the reason why they cannot be applied; nil if they have not been applied.
  var outcome: Result<Change, Problem>?
}

extension Service {
  /// The next need of a change of a layout, until its steps are applied.
  func needOfSteps(_ check: Call.QuestionCheck, _ work: Work) throws(Problem) -> Need {
    guard let id = work.question.target.id else { throw .parentNotFound }
    guard let sought = work.got.snapshot(id) else { return .snapshot(id) }
    guard let parent = sought else { throw .parentNotFound }
    try check(work.question, parent)
    return .steps(of: parent)
  }

  /// The next one needed of the layouts before and after a change; nil if no container width is given, or both are
  /// there.
  func needOfLayouts(_ work: Work) throws(Problem) -> Need? {
    guard work.got.layout == nil, let change = work.got.change,
      let containerWidth = try work.question.containerWidth(of: change.parent.snapshot)
    else { return nil }
    return work.got.earlierLayout == nil
      ? .earlierLayout(change.parent, containerWidth: containerWidth)
      : .layout(containerWidth: containerWidth)
  }

  /// Decodes the steps of the body, and applies them to a snapshot. Without a snapshot, only the form of the steps is
  /// checked. It is right if some layout could have them: which extents are required depends on the direction. O(bytes
  /// + what changes + sections)
  func applySteps(
    to parent: NamedSnapshot?, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) {
    guard let body = work.body else { preconditionFailure("a change has a body") }
    let ofDocument = work.question.target.route.isOfDocument
    var meter = allowance.decodingMeter
    let added = AddedContent()
    let naming = naming.counting(added)
    var limits = limits.decoding
    limits.listBytes = allowance.listBytes
    var start = ContinuousClock.now
    let read = try read(body, &work, allowance) { (bytes) throws(DecodingStop) in
      try StepsDecoder.change(
        bytes, hasSlack: true, isHorizontal: parent?.snapshot.isHorizontal, ofDocument: ofDocument,
        depthMax: self.limits.maximumDepth, limits: limits, naming: naming, meter: &meter)
    }
    work.question.trace.timing.add(since: start, to: .parse)
    var posted = PostedChange(
      head: parent == nil ? nil : read.head, saysNothing: read.steps.allSatisfy(\.isEmpty),
      saysAdditions: read.saysAdditions, keptBody: parent == nil ? nil : read.keptBody,
      source: read.source)
    work.got.posted = .change(posted)
    guard let parent else { return }
    if case .state(let state?, _)? = work.got.documents {
      let repeated = try Interruption.checked { () throws(Problem) in
        try repeatedAnswer(posted, state, work)
      }
      if repeated != nil { return }
    }
    do throws(Interruption) {
      if ofDocument {
        try Interruption.checked { () throws(Problem) in
          try Call.checkChange(work.question, parent)
        }
      }
      start = .now
      let steps = try decoding(allowance) { () throws(DecodingStop) in
        try ChangedSnapshot(read, of: parent.snapshot, meter: &meter)
      }
      let made = NamedSnapshot(
        steps, from: parent, adding: added.byteCount, unless: { allowance.isLate() })
      guard let named = made else { throw .problem(.tooLate) }
      work.question.trace.timing.add(since: start, to: .apply)
      let problem = read.expected.problem(
        id: named.id.hexadecimal, itemCount: named.snapshot.itemCount)
      if let problem { throw .problem(problem) }
      let change = Change(
        parent: parent, result: cache.snapshot(named.id) ?? named, steps: steps)
      posted.outcome = .success(change)
      work.got.named = change.result
      work.got.posted = .change(posted)
    } catch {
      if case .problem(let problem) = error { posted.outcome = .failure(problem) }
      work.got.posted = .change(posted)
      throw error
    }
  }
}

extension NamedSnapshot {
  /// Names a snapshot that is the result of steps on another one, whose sections keep their names; nil if `isLate`
  /// returns true. O(sections)
  ///
  /// - Parameter addedContentBytes: Bytes of shared content that were made for it.
  convenience init?(
    _ changed: ChangedSnapshot, from parent: NamedSnapshot, adding addedContentBytes: Int,
    unless isLate: () -> Bool
  ) {
    self.init(
      changed.snapshot, from: (parent, changed.applied.mapping.sections),
      adding: addedContentBytes, unless: isLate)
  }
}

extension Problem {
  /// The problem of a change of an unknown layout.
  fileprivate static let parentNotFound = Problem(
    .layoutNotFound,
    detail:
      "Post the snapshot, or the one that the steps make of it, again; it then has the same id.")
}
