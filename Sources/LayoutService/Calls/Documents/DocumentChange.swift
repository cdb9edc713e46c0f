import HTTPServer
import JSONText
import LayoutCore
import LayoutNaming
import LayoutStore
import LayoutWire

/// `POST /v1/documents/{name}/changes`: what steps make of a document's layout (docs/rules.md#change-a-document).
extension Call {
  static let documentChange = Call(
    path: "/v1/documents/{name}/changes", methods: [.post], parameters: changeParameters,
    mayBeRepeated: true, fault: { $0.faultOfChange }, answering: .changesDocument)
}

extension ChangeOutcome {
  /// The answer to steps that a document has had before; throws for those that it refuses. Nil for all others.
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
  /// Obtains what a change of a document needs, and answers it; the checks are in the order of
  /// docs/rules.md#change-a-document.
  func changeDocument(
    _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> Answer {
    let state: DocumentState
    switch work.read {
    case .state(let known?)?: state = known
    case .state(nil)?: throw try refusal(Problem(.documentNotFound), &work, &allowance)
    case .noState(let problem)?: throw try refusal(problem, &work, &allowance)
    default: throw .documents(.state(work.question.documentName, key: nil))
    }
    do throws(Interruption) {
      let answer = try answer(to: state, &work, &allowance)
      if !work.changesNothing { return answer }
      try seekKey(&work)
      return answer
    } catch {
      if case .problem = error { try seekKey(&work) }
      throw error
    }
  }

  /// Has the store look for the change's key, if it has one and nobody has looked yet. The write of a change looks by
  /// itself. Before a change is refused, or found to say nothing, this finds out whether it is a repeat.
  private func seekKey(_ work: inout Work) throws(Interruption) {
    guard let key = work.changeHead?.key, !work.hasSoughtKey else { return }
    work.hasSoughtKey = true
    throw .documents(.state(work.question.documentName, key: key))
  }

  private func answer(
    to state: DocumentState, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> Answer {
    // A parsed body is large, so it is not kept while the request waits for the store.
    var read: ReadSteps?
    if work.changeHead == nil {
      read = try steps(of: state.head, &work, &allowance)
      work.changeHead = read?.posted.head
    }
    guard let head = work.changeHead else { preconditionFailure("right steps have a head") }
    do throws(Problem) {
      let repeated = try state.outcome(ofKeyWith: head.stepsDigest)?.answer()
      if let repeated { return repeated }
      if let problem = work.parameterProblem { throw problem }
      _ = try state.outcome(ofRevision: head.revision)?.answer()
    } catch {
      throw .problem(error)
    }
    if work.change == nil {
      let parent = try layout(of: state.head, work)
      try Call.checkChange(work.question, parent)
      let read = if let read { read } else { try steps(of: state.head, &work, &allowance) }
      try apply(read, to: parent, &work, &allowance)
      work.changesNothing = read.posted.steps.allSatisfy(\.isEmpty)
    }
    let change = try changeWithLayouts(&work, &allowance)
    work.question.revision = head.revision + (work.changesNothing ? 0 : 1)
    var answer = try Call.answerChange(&work.question, change, &allowance)
    answer.revision = work.question.revision
    return answer
  }

  /// Reads the steps for the layout of a document. O(bytes)
  private func steps(
    of head: DocumentHead, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> ReadSteps {
    let parent = try layout(of: head, work)
    return try steps(
      &work, isHorizontal: parent.snapshot.isHorizontal, ofDocument: true, &allowance)
  }

  /// The refusal of steps for a document that is not there, or cannot be read. Their form is right if some layout could
  /// have them: one direction needs extents that the other one does not.
  private func refusal(
    _ absence: Problem, _ work: inout Work, _ allowance: inout Allowance
  ) throws(Interruption) -> Interruption {
    do throws(Interruption) {
      _ = try steps(&work, isHorizontal: true, ofDocument: true, &allowance)
    } catch {
      guard case .problem(let problem) = error, problem.name == .invalidChange else { throw error }
      _ = try steps(&work, isHorizontal: false, ofDocument: true, &allowance)
    }
    return .problem(absence)
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
  var stepsDigest: Digest { Digest(of: steps.span) }
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
