import ContentHash
import HTTPServer
import JSONText
import LayoutCore
import LayoutStore
import LayoutWire

/// `POST /v1/documents/{name}/changes`: applies steps to a document's layout (docs/rules.md#change-a-document).
extension Call {
  static let documentChange = Call(
    path: "/v1/documents/{name}/changes", methods: [.post], needs: .writeDocuments,
    parameters: changeParameters, mayBeRepeated: true, fault: { $0.faultOfChange },
    answering: .next(changeDocument))
}

extension ChangeOutcome {
  /// The answer to steps that were applied to a document earlier; throws if they are refused. nil otherwise.
  func answer() throws(Problem) -> Answer? {
    switch self {
    case .applied, .parentAbsent: return nil
    case .keyReused: throw Problem(.keyReused)
    case .conflict(let head): throw .conflict(head)
    case .absent: throw Problem(.documentNotFound)
    case .repeated(let revision, let layout):
      var writer = JSONWriter(capacity: 128)
      writer.literal("{\"id\":")
      writer.string(layout.hexadecimal)
      writer.literal(",\"revision\":")
      writer.integer(revision)
      writer.literal(",\"repeated\":true}")
      return Answer(body: writer.bytes)
    }
  }
}

extension Call {
  @Sendable private static func changeDocument(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> CallOutcome {
    if case .change(let outcome)? = got.written {
      let answer = try RequestInterrupted.checked { () throws(Problem) in try outcome.answer() }
      guard let answer else { preconditionFailure("the loop answers to steps that are applied") }
      return .answer(answer)
    }
    let need = try RequestInterrupted.checked { () throws(Problem) in try question.needOfChange(got)
    }
    if let need { return .needs(need) }
    guard let posted = got.postedChange, let state = got.documentState else {
      preconditionFailure("the steps and the document have been read")
    }
    let repeated = try RequestInterrupted.checked { () throws(Problem) in
      try question.repeatedAnswer(posted, state)
    }
    if let repeated { return .answer(repeated) }
    let answer = try answerChange(question, got, &trace, &allowance)
    return posted.saysNothing ? .answer(answer) : .needs(.write(.change(answer)))
  }
}

extension CallRequest {
  /// The next need of a change of a document; nil if it has everything. The checks are in the order of
  /// docs/rules.md#change-a-document.
  fileprivate func needOfChange(_ got: borrowing CallInputs) throws(Problem) -> Need? {
    let posted = got.postedChange
    let state: DocumentState
    switch got.documents?.read {
    case .state(let known?, _)?: state = known
    case .state(nil, _)? where posted != nil: throw Problem(.documentNotFound)
    case .noState(let problem)? where posted != nil: throw problem
    case .state(nil, _)?, .noState?: return .steps(of: nil)
    default: return .documents(.state(documentName, key: nil))
    }
    if let posted {
      if try repeatedAnswer(posted, state) != nil { return nil }
      if let outcome = posted.outcome {
        _ = try outcome.get()
        if posted.saysNothing, let reading = got.unsoughtKey(of: documentName) {
          return .documents(reading)
        }
        return try needOfLayouts(got)
      }
    }
    guard let sought = got.snapshot(state.head.layout) else {
      return .snapshot(state.head.layout)
    }
    guard let parent = sought else {
      throw Problem(
        .storedLayoutDamaged, detail: "The layout of the document is not where it is kept.")
    }
    return .steps(of: parent)
  }

  /// The answer to a change that was applied to a document earlier; nil if it may be applied.
  func repeatedAnswer(
    _ posted: PostedChange, _ state: DocumentState
  ) throws(Problem) -> Answer? {
    guard let head = posted.head else { preconditionFailure("right steps have a head") }
    if let repeated = try state.outcome(ofKeyWith: head.stepsDigest)?.answer() { return repeated }
    if let problem = parameterProblem { throw problem }
    return try state.outcome(ofRevision: head.revision)?.answer()
  }
}

extension DocumentChangeHead {
  /// The digest of the steps, or of the trees in their place, the same for equal JSON values.
  var stepsDigest: Digest {
    if let trees { return Digest(of: trees.span) }
    return Digest(of: steps.span)
  }
}

extension PostedStep {
  /// Whether it changes nothing.
  var isEmpty: Bool { step.entryCount == 0 && !setsSnapshot }
}

extension Problem {
  /// The document has another revision than the one that the steps apply to.
  static func conflict(_ head: DocumentHead) -> Problem {
    Problem(
      .conflict,
      facts: [.number("revision", head.revision), .text("layout", head.layout.hexadecimal)])
  }
}
