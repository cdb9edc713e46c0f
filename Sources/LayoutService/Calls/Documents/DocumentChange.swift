import HTTPServer
import JSONText
import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

/// `POST /v1/documents/{name}/changes`: applies steps to a document's layout (docs/rules.md#change-a-document).
extension Call {
  static let documentChange = Call(
    path: "/v1/documents/{name}/changes", methods: [.post], needs: .writeDocuments,
    parameters: changeParameters, mayBeRepeated: true, fault: { $0.faultOfChange },
    answering: .changesDocument)
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

extension Service {
  /// The next need of a change of a document; nil if it has everything. The checks are in the order of
  /// docs/rules.md#change-a-document.
  func needOfDocumentChange(_ work: Work) throws(Problem) -> Need? {
    let name = work.question.documentName
    let posted = work.got.postedChange
    let state: DocumentState
    switch work.got.documents {
    case .state(let known?, _)?: state = known
    case .state(nil, _)? where posted != nil: throw Problem(.documentNotFound)
    case .noState(let problem)? where posted != nil: throw problem
    case .state(nil, _)?, .noState?: return .steps(of: nil)
    default: return .documents(.state(name, key: nil))
    }
    if let posted {
      if try repeatedAnswer(posted, state, work) != nil { return nil }
      if let outcome = posted.outcome {
        _ = try outcome.get()
        if posted.saysNothing, let reading = work.got.unsoughtKey(of: name) {
          return .documents(reading)
        }
        return try needOfLayouts(work)
      }
    }
    guard let sought = work.got.snapshot(state.head.layout) else {
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
    _ posted: PostedChange, _ state: DocumentState, _ work: Work
  ) throws(Problem) -> Answer? {
    guard let head = posted.head else { preconditionFailure("right steps have a head") }
    if let repeated = try state.outcome(ofKeyWith: head.stepsDigest)?.answer() { return repeated }
    if let problem = work.head.parameterProblem { throw problem }
    return try state.outcome(ofRevision: head.revision)?.answer()
  }

  /// Answers a change of a document that has everything it needs.
  func answerDocumentChange(
    _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> Answer {
    let repeated = try Interruption.checked { () throws(Problem) in
      guard let posted = work.got.postedChange, case .state(let state?, _)? = work.got.documents
      else { preconditionFailure("the steps and the document have been read") }
      return try repeatedAnswer(posted, state, work)
    }
    if let repeated { return repeated }
    var answer = try Call.answerChange(&work.question, work.got, &allowance)
    answer.revision = work.got.revision
    return answer
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

  /// The condition of a write is not met.
  static func preconditionFailed(_ head: DocumentHead?, _ request: Request? = nil) -> Problem {
    guard let head else {
      return Problem(.preconditionFailed, detail: "There is no such document.")
    }
    return Problem(
      .preconditionFailed, detail: request.flatMap { detail(ofWeakTagIn: $0) },
      facts: [.number("revision", head.revision), .text("layout", head.layout.hexadecimal)])
  }
}
