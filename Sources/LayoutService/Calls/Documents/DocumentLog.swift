import HTTPServer
import JSONText
import LayoutNaming
import LayoutStore
import LayoutWire

/// `GET /v1/documents/{name}/changes`: the log of a document, as a long poll (docs/rules.md#log).
extension Call {
  static let documentLog = Call(
    path: "/v1/documents/{name}/changes", parameters: [.after, .limit, .wait], limitMax: 1000,
    answering: .documents(
      reading: { question in
        let parameters = question.parameters
        return .log(
          question.documentName, after: parameters.after ?? 0, limit: parameters.limit ?? 1000)
      }, answerLog))

  @Sendable private static func answerLog(
    _ question: inout Question, _ request: Request, _ read: DocumentsRead
  ) throws(Interruption) -> Answer {
    guard case .log(let answer) = read else { preconditionFailure("a log was read") }
    let after = question.parameters.after
    switch answer {
    case .absent:
      throw .problem(Problem(.documentNotFound))
    // Only who has waited for it is told of the deletion.
    case .page(let page) where page.isDeleted && !question.hasWaited:
      throw .problem(Problem(.documentNotFound))
    case .page(let page):
      // Without a revision the log is answered from its oldest record on.
      if let after, page.lacks(recordsAfter: after) { throw .problem(.historyGone(page)) }
      if page.records.isEmpty, question.parameters.wait ?? 0 > 0, !question.hasWaited {
        throw .awaitsRecord(question.documentName, after: after ?? page.revision)
      }
      return try list(page, &question)
    }
  }

  private static func list(
    _ page: LogPage, _ question: inout Question
  ) throws(Interruption) -> Answer {
    let limit = question.parameters.limit ?? .max
    return try question.trace.timing.measure(.encode) { () throws(Interruption) in
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
  /// Writes a record of a log; false where its steps are damaged.
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
    literal("}")
    return true
  }
}

extension Problem {
  /// A log does not have what comes next for a client.
  static func historyGone(_ page: LogPage) -> Problem {
    Problem(
      .historyGone, facts: [.number("oldest", page.oldest), .number("revision", page.revision)])
  }

  /// The steps of a record cannot be read.
  static func damagedRecord(_ record: LogRecord) -> Problem {
    Problem(
      .storedLayoutDamaged, detail: "The steps of revision \(record.revision) are damaged.")
  }
}
