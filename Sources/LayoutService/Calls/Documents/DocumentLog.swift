import ContentHash
import HTTPServer
import JSONText
import LayoutStore
import LayoutWire

/// `GET /v1/documents/{name}/changes`: the log of a document, as a long poll (docs/rules.md#log).
extension Call {
  static let documentLog = Call(
    path: "/v1/documents/{name}/changes", needs: .readDocuments,
    parameters: [.after, .limit, .wait], limitMax: 1000,
    answering: .next(answerLog))

  @Sendable private static func answerLog(
    _ question: borrowing CallRequest, _ got: borrowing CallInputs, _ trace: inout Trace,
    _ allowance: inout Allowance
  ) throws(RequestInterrupted) -> CallOutcome {
    let parameters = question.parameters
    let after = parameters.after
    guard case .log(let answer, let hasWaited)? = got.documents?.read else {
      return .needs(
        .documents(
          .log(question.documentName, after: after ?? 0, limit: parameters.limit ?? 1000)))
    }
    // Only a client that has waited for it gets the deletion.
    guard case .page(let page) = answer, !page.isDeleted || hasWaited else {
      throw .problem(Problem(.documentNotFound))
    }
    // Without a revision the log is answered from its oldest record on.
    if let after, page.lacks(recordsAfter: after) { throw .problem(.historyGone(page)) }
    if page.records.isEmpty, parameters.wait ?? 0 > 0, !hasWaited {
      return .needs(.record(after: after ?? page.revision))
    }
    return .answer(try list(page, limit: parameters.limit ?? .max, &trace))
  }

  private static func list(
    _ page: LogPage, limit: Int, _ trace: inout Trace
  ) throws(RequestInterrupted) -> Answer {
    try trace.timing.measure(.encode) { () throws(RequestInterrupted) in
      var writer = JSONWriter(capacity: 256 * (1 + page.records.count))
      writer.literal("{\"changes\":[")
      for (place, record) in page.records.prefix(limit).enumerated() {
        if place > 0 { writer.literal(",") }
        guard writer.record(record) else { throw .problem(.damagedRecord(record)) }
      }
      writer.literal("],\"revision\":")
      writer.integer(page.revision)
      writer.literal(",\"oldest\":")
      writer.integer(page.oldest)
      writer.literal("}")
      return Answer(body: writer.bytes)
    }
  }
}

extension Problem {
  /// A log no longer has the next record for a client.
  static func historyGone(_ page: LogPage) -> Problem {
    Problem(
      .historyGone, facts: [.number("oldest", page.oldest), .number("revision", page.revision)])
  }

  /// The steps of a record cannot be decoded.
  static func damagedRecord(_ record: LogRecord) -> Problem {
    Problem(
      .storedLayoutDamaged, detail: "The steps of revision \(record.revision) are damaged.")
  }
}
