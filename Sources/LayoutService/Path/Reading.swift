import ContentHash
import HTTPServer
import LayoutCore
import LayoutWire

/// Decoding the bodies of requests.
extension Service {
  /// Decodes a posted snapshot. O(bytes)
  func readSnapshot(_ work: inout Work, _ allowance: inout Allowance) throws(RequestInterrupted) {
    let start = ContinuousClock.now
    (work.got.named, work.got.posted) = try read(&work, allowance) {
      (bytes) throws(DecodingInterrupted) in try snapshot(of: bytes, allowance)
    }
    work.trace.timing.add(since: start, to: .parse)
  }

  /// Decodes the new state of a document. O(bytes)
  func readPut(
    _ work: inout Work, _ allowance: inout Allowance
  ) throws(RequestInterrupted) {
    let start = ContinuousClock.now
    var meter = allowance.decodingMeter
    let added = AddedContent()
    let (naming, limits) = (naming.counting(added), limits.decoding)
    let read = try read(&work, allowance) { (bytes) throws(DecodingInterrupted) in
      try DocumentBody.read(
        bytes, hasSlack: true, depthMax: self.limits.maximumDepth, limits: limits, naming: naming,
        meter: &meter)
    }
    switch read {
    case .layout(let text):
      guard let id = Digest(hexadecimal: Array(text.utf8).span) else {
        throw .problem(PathAdvice.badID(text))
      }
      work.got.posted = .put(id, text: nil, [])
    case .snapshot(let snapshot, let warnings, let text):
      let made = IdentifiedSnapshot(
        snapshot, adding: added.byteCount, unless: { allowance.isLate() })
      guard let named = made else { throw .problem(.tooLate) }
      work.got.posted = .put(named.id, text: text, warnings)
      work.got.named = cache.snapshot(named.id) ?? named
    }
    work.trace.timing.add(since: start, to: .parse)
  }

  /// What a function answers to the body.
  func answer(
    _ work: inout Work, _ allowance: inout Allowance,
    _ answer: (RawSpan, ServiceLimits, inout WorkMeter) throws(DecodingInterrupted) -> Answer
  ) throws(RequestInterrupted) -> Answer {
    var meter = allowance.decodingMeter
    var limits = limits
    limits.snapshot.listBytes = allowance.listBytes
    let start = ContinuousClock.now
    let answered = try read(&work, allowance) { (bytes) throws(DecodingInterrupted) in
      try answer(bytes, limits, &meter)
    }
    work.trace.timing.add(since: start, to: .apply)
    return answered
  }

  /// Decodes the steps of the body, and applies them to a snapshot. Without a snapshot, only the form of the steps is
  /// checked. It is right if some layout could have them: which extents are required depends on the direction. O(bytes
  /// + what changes + sections)
  func applySteps(
    to parent: IdentifiedSnapshot?, _ work: inout Work, _ allowance: inout Allowance
  ) throws(RequestInterrupted) {
    let ofDocument = work.question.target.route.isOfDocument
    var meter = allowance.decodingMeter
    let added = AddedContent()
    let naming = naming.counting(added)
    var limits = limits.decoding
    limits.listBytes = allowance.listBytes
    var start = ContinuousClock.now
    let read = try self.read(&work, allowance) { (bytes) throws(DecodingInterrupted) in
      try StepsDecoder.change(
        bytes, hasSlack: true, isHorizontal: parent?.snapshot.isHorizontal, ofDocument: ofDocument,
        depthMax: self.limits.maximumDepth, limits: limits, naming: naming, meter: &meter)
    }
    work.trace.timing.add(since: start, to: .parse)
    var posted = PostedChange(
      head: parent == nil ? nil : read.head, saysNothing: read.steps.allSatisfy(\.isEmpty),
      textVersion: read.textVersion, keptBody: parent == nil ? nil : read.keptBody,
      source: read.source)
    work.got.posted = .change(posted)
    guard let parent else { return }
    if let state = work.got.documentState {
      let repeated = try RequestInterrupted.checked { () throws(Problem) in
        try work.question.repeatedAnswer(posted, state)
      }
      if repeated != nil { return }
    }
    do throws(RequestInterrupted) {
      if ofDocument {
        try RequestInterrupted.checked { () throws(Problem) in
          try Call.checkChange(work.question, parent)
        }
      }
      start = .now
      let steps = try decoding(allowance) { () throws(DecodingInterrupted) in
        try ChangedSnapshot(read, of: parent.snapshot, meter: &meter)
      }
      let made = IdentifiedSnapshot(
        steps, from: parent, adding: added.byteCount, unless: { allowance.isLate() })
      guard let named = made else { throw .problem(.tooLate) }
      work.trace.timing.add(since: start, to: .apply)
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

  /// Decodes the body. If decoding stops, the request is interrupted or refused.
  private func read<Value>(
    _ work: inout Work, _ allowance: Allowance,
    _ read: (RawSpan) throws(DecodingInterrupted) -> Value
  ) throws(RequestInterrupted) -> Value {
    guard let body = work.body else { preconditionFailure("what is posted has a body") }
    return try withBytes(of: body, allowance) { (bytes) throws(DecodingInterrupted) in
      work.trace.bodyReads += 1
      return try read(bytes)
    }
  }

  /// Calls `use` with the bytes of a body. If `use` throws, the request is interrupted or refused.
  func withBytes<Value>(
    of body: Body, _ allowance: Allowance, _ use: (RawSpan) throws(DecodingInterrupted) -> Value
  ) throws(RequestInterrupted) -> Value {
    guard allowance.mayRead(bytes: body.byteCount) else { throw .tooHeavy }
    return try decoding(allowance) { () throws(DecodingInterrupted) in try body.withBytes(use) }
  }

  /// Runs a decoder. If it stops, the request is interrupted or refused.
  func decoding<Value>(
    _ allowance: Allowance, _ read: () throws(DecodingInterrupted) -> Value
  ) throws(RequestInterrupted) -> Value {
    do throws(DecodingInterrupted) {
      return try read()
    } catch {
      switch error {
      case .problem(let problem): throw .problem(problem)
      case .budgetExceeded: throw allowance.budgetExceeded
      case .memoryUsedUp(let bytes): throw .lacksMemory(bytes)
      }
    }
  }

  /// The snapshot in a body, and what else the body says. O(bytes)
  private func snapshot(
    of bytes: RawSpan, _ allowance: Allowance
  ) throws(DecodingInterrupted) -> (IdentifiedSnapshot, CallInputs.BodyContent) {
    let tag = bodyTags.tag(of: bytes)
    if let tag, let known = cache.snapshot(readFrom: tag) {
      return (known, .snapshot(tag, [], nil, isTextKept: true))
    }
    var (allowance, meter) = (allowance, allowance.decodingMeter)
    let added = AddedContent()
    let read = try SnapshotDecoder.read(
      bytes, hasSlack: true, depthMax: limits.maximumDepth, limits: limits.decoding,
      naming: naming.counting(added), meter: &meter)
    let made = IdentifiedSnapshot(
      read.snapshot, adding: added.byteCount, unless: { allowance.isLate() })
    guard let named = made else { throw .problem(.tooLate) }
    let isPlain = read.warnings.isEmpty && read.isTextKept
    return (
      cache.snapshot(named.id) ?? named,
      .snapshot(
        isPlain ? tag : nil, read.warnings, read.source, isTextKept: read.isTextKept)
    )
  }
}

extension IdentifiedSnapshot {
  /// Names a snapshot that is the result of steps on another one, whose sections keep their names; nil if `isLate`
  /// returns true. O(sections)
  ///
  /// - Parameter addedContentBytes: Bytes of shared content that were made for it.
  convenience init?(
    _ changed: ChangedSnapshot, from parent: IdentifiedSnapshot, adding addedContentBytes: Int,
    unless isLate: () -> Bool
  ) {
    self.init(
      changed.snapshot, from: (parent, changed.applied.mapping.sections),
      adding: addedContentBytes, unless: isLate)
  }
}
