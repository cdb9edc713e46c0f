import HTTPServer
import LayoutStore
import LayoutWire

/// `GET /v1/documents/{name}/events`: the log of a document as server-sent events (docs/rules.md#events).
extension Call {
  static let documentEvents = Call(
    path: "/v1/documents/{name}/events", needs: .readDocuments, parameters: [.after],
    answering: .next(follow))

  /// Finds the beginning of a stream of events.
  @Sendable private static func follow(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> CallOutcome {
    let name = question.documentName
    let request = question.request
    let last = try RequestInterrupted.checked { () throws(Problem) in try request.lastEventID }
    let after = last ?? question.parameters.after
    switch got.documents?.read {
    case nil:
      let log = after.map {
        DocumentReading.log(
          name, after: $0, limit: Subscribers.recordsMax, bytesMax: Subscribers.recordBytesMax)
      }
      return .needs(.documents(log ?? .head(name)))
    case .head(let head?)?:
      return .needs(.stream(after: head.revision))
    case .log(.page(let page), _)?:
      guard let after, !page.isDeleted else {
        throw .problem(Problem(.documentNotFound))
      }
      if page.lacks(recordsAfter: after) { throw .problem(.historyGone(page)) }
      return .needs(.stream(after: after))
    default:
      throw .problem(Problem(.documentNotFound))
    }
  }
}

extension Request {
  /// The last revision of an earlier stream; nil if there was none.
  fileprivate var lastEventID: Int? {
    get throws(Problem) {
      guard let text = header(.lastEventID), !text.isEmpty else { return nil }
      guard let number = Int(text), (0...1 << 53).contains(number),
        text.utf8.allSatisfy({ (48...57).contains($0) })
      else {
        throw Problem(.badRequest, detail: "Last-Event-ID must be the id of an event: a revision.")
      }
      return number
    }
  }
}
