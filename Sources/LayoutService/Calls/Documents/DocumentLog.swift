import HTTPServer
import JSONText
import LayoutNaming
import LayoutStore
import LayoutWire

/// `GET /v1/documents/{name}/changes`: the log of a document, as a long poll (docs/rules.md#log).
extension Call {
  static let documentLog = Call(
    path: "/v1/documents/{name}/changes", needs: .readDocuments,
    parameters: [.after, .limit, .wait], limitMax: 1000,
    answering: .documents(answerLog))

  @Sendable private static func answerLog(
    _ question: inout Question, _ request: Request, _ read: DocumentsRead?
  ) throws(Problem) -> CallOutcome {
    let parameters = question.parameters
    let after = parameters.after
    guard case .log(let answer, let hasWaited)? = read else {
      return .needs(
        .documents(
          .log(question.documentName, after: after ?? 0, limit: parameters.limit ?? 1000)))
    }
    // Only a client that has waited for it gets the deletion.
    guard case .page(let page) = answer, !page.isDeleted || hasWaited else {
      throw Problem(.documentNotFound)
    }
    // Without a revision the log is answered from its oldest record on.
    if let after, page.lacks(recordsAfter: after) { throw .historyGone(page) }
    if page.records.isEmpty, parameters.wait ?? 0 > 0, !hasWaited {
      return .needs(.record(after: after ?? page.revision))
    }
    return .answer(try list(page, &question))
  }

  private static func list(
    _ page: LogPage, _ question: inout Question
  ) throws(Problem) -> Answer {
    let limit = question.parameters.limit ?? .max
    return try question.trace.timing.measure(.encode) { () throws(Problem) in
      var writer = JSONWriter(capacity: 256 * (1 + page.records.count))
      writer.literal("{\"changes\":[")
      for (place, record) in page.records.prefix(limit).enumerated() {
        if place > 0 { writer.literal(",") }
        guard writer.record(record) else { throw .damagedRecord(record) }
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

extension LogRecord.Kind {
  /// The kind's name in JSON and events.
  var name: String {
    switch self {
    case .replace: "replace"
    case .change: "change"
    case .delete: "delete"
    }
  }
}

extension JSONWriter {
  /// Writes a record of a log; false if its steps are damaged.
  mutating func record(_ record: LogRecord) -> Bool {
    literal("{\"revision\":")
    integer(record.revision)
    literal(",\"kind\":")
    string(record.kind.name)
    if let layout = record.layout {
      literal(",\"layout\":")
      string(layout.hexadecimal)
    }
    if let parent = record.parent {
      literal(",\"parent\":")
      string(parent.hexadecimal)
    }
    if let steps = record.steps {
      literal(",\"steps\":")
      let isWhole: Void? = steps.withBytes(slack: 0) { text in
        appendBytes(0..<text.byteCount, of: text, to: &bytes)
      }
      if isWhole == nil { return false }
    }
    literal(",\"time\":")
    time(record.time)
    if let author = record.by {
      literal(",\"by\":")
      string(author)
    }
    literal("}")
    return true
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
