import HTTPServer
import JSONText
import LayoutCore
import LayoutStore
import LayoutWire

/// `POST /v1/documents/{name}/changes`: what steps make of a document's layout (docs/rules.md#change-a-document).
extension Call {
  static let documentChange = Call(
    path: "/v1/documents/{name}/changes", methods: [.post], parameters: changeParameters,
    mayBeRepeated: true, fault: { $0.faultOfChange }, answering: .changesDocument)
}

extension Answer {
  /// The answer to a change that had been applied before.
  static func repeated(revision: Int, layout: Digest) -> Answer {
    var writer = JSONWriter(capacity: 128)
    writer.literal("{\"id\":")
    writer.string(layout.hexadecimal)
    writer.literal(",\"revision\":")
    writer.integer(revision)
    writer.literal(",\"repeated\":true}")
    return Answer(body: writer.bytes)
  }
}

extension Service {
  /// Obtains what a change of a document needs, and answers it; the checks are in the order of
  /// docs/rules.md#change-a-document.
  func changeDocument(
    _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> Answer {
    let head = try changeHead(&work, &allowance)
    guard case .state(let state)? = work.read else {
      throw .documents(.state(work.question.documentName, key: head.key))
    }
    if work.change == nil {
      let parent = try state.map { (state) throws(Interruption) in
        try self.layout(of: state.head, work)
      }
      let read = try steps(
        &work, isHorizontal: parent?.snapshot.isHorizontal ?? false, ofDocument: true, &allowance)
      guard let state, let parent else { throw .problem(Problem(.documentNotFound)) }
      if let record = state.record {
        guard record.stepsDigest == head.stepsDigest else { throw .problem(Problem(.keyReused)) }
        return .repeated(revision: record.revision, layout: record.layout)
      }
      if let problem = work.parameterProblem { throw .problem(problem) }
      guard head.revision == state.head.revision else { throw .problem(.conflict(state.head)) }
      try Call.checkChange(work.question, parent)
      try apply(read, to: parent, &work, &allowance)
      work.changesNothing = read.posted.steps.allSatisfy(\.isEmpty)
    }
    guard let state else { preconditionFailure("there is a document where steps were applied") }
    let change = try changeWithLayouts(&work, &allowance)
    work.question.revision = state.head.revision + (work.changesNothing ? 0 : 1)
    var answer = try Call.answerChange(&work.question, change, &allowance)
    answer.revision = work.question.revision
    return answer
  }

  /// What a change says beside its steps.
  private func changeHead(
    _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> DocumentChangeHead {
    if let head = work.changeHead { return head }
    guard let body = work.body else { preconditionFailure("a change has a body") }
    try allowance.read(bytes: body.byteCount)
    var meter = allowance.decodingMeter
    let limits = limits.decoding
    let head = try work.question.trace.timing.measure(.parse) { () throws(Interruption) in
      try reading(allowance) { () throws(DecodingStop) in
        try body.withBytes { (bytes) throws(DecodingStop) in
          try DocumentChangeHead.read(
            bytes, hasSlack: true, depthMax: self.limits.maximumDepth, limits: limits,
            meter: &meter)
        }
      }
    }
    work.changeHead = head
    return head
  }

  /// The snapshot of the layout that a document stands for.
  private func layout(
    of head: DocumentHead, _ work: Work
  ) throws(Interruption) -> NamedSnapshot {
    guard let named = try known(head.layout, work) else {
      throw .problem(
        Problem(.storedLayoutDamaged, detail: "The layout of the document is not where it is kept.")
      )
    }
    return named
  }
}

extension DocumentChangeHead {
  /// The digest of the steps, equal for equal JSON values.
  var stepsDigest: Digest {
    let steps = steps ?? []
    return Digest(of: steps.span)
  }
}

extension PostedStep {
  /// Whether it says nothing.
  fileprivate var isEmpty: Bool { step.entryCount == 0 && !setsGlobalHeaders }
}

extension Problem {
  /// The document has another revision than steps are meant for.
  static func conflict(_ head: DocumentHead) -> Problem {
    Problem(
      .conflict,
      facts: [.number("revision", head.revision), .text("layout", head.layout.hexadecimal)])
  }

  /// The condition of a write is not met.
  static func preconditionFailed(_ head: DocumentHead?) -> Problem {
    guard let head else {
      return Problem(.preconditionFailed, detail: "There is no such document.")
    }
    return Problem(
      .preconditionFailed,
      facts: [.number("revision", head.revision), .text("layout", head.layout.hexadecimal)])
  }
}
