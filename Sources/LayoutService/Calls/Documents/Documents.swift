import HTTPServer
import JSONText
import LayoutStore
import LayoutWire

/// Documents: names that stand for one layout at a time (docs/rules.md#documents).
extension Call {
  /// docs/rules.md#list-documents
  static let documents = Call(
    path: "/v1/documents", parameters: [.prefix, .limit, .cursor], limitMax: 1000,
    fault: { $0.documentCursorFault },
    answering: .documents(reading: { question in
      let parameters = question.parameters
      // One more tells whether there are more.
      return .heads(
        prefix: parameters.prefix ?? "", after: parameters.cursor.flatMap { DocumentName($0) },
        limit: (parameters.limit ?? documentsListed) + 1)
    }) { (question, _, read) throws(Interruption) in
      guard case .heads(let heads) = read else { preconditionFailure("heads were read") }
      let limit = question.parameters.limit ?? documentsListed
      return question.trace.timing.measure(.encode) {
        var writer = JSONWriter(capacity: 32 + heads.count * 192)
        writer.literal("{\"documents\":[")
        for (place, head) in heads.prefix(limit).enumerated() {
          if place > 0 { writer.literal(",") }
          writer.document(head)
        }
        writer.literal("],\"next\":")
        writer.string(heads.count > limit ? heads[limit - 1].name.text : nil)
        writer.literal("}")
        return Answer(body: writer.bytes)
      }
    })

  /// How many are listed where nobody says.
  private static let documentsListed = 100

  /// docs/rules.md#get-a-document
  static let document = Call(
    path: "/v1/documents/{name}", lifetime: .revision,
    answering: .documents(reading: readHead) { (_, _, read) throws(Interruption) in
      let head = try read.existingHead
      var writer = JSONWriter(capacity: 256)
      writer.document(head)
      return Answer(body: writer.bytes, revision: head.revision)
    })

  /// docs/rules.md#put-a-document
  static let documentPut = Call(
    path: "/v1/documents/{name}", methods: [.put], lifetime: .revision, answering: .putsDocument)

  /// docs/rules.md#delete-a-document
  static let documentDeletion = Call(
    path: "/v1/documents/{name}", methods: [.delete], answering: .deletesDocument)

  /// docs/rules.md#get-a-documents-layout
  static let documentLayout = Call(
    path: "/v1/documents/{name}/{rest}", passesQueryOn: true, lifetime: .revision,
    answering: .documents(reading: readHead) { (question, request, read) throws(Interruption) in
      let head = try read.existingHead
      let query = request.withQuery { (query) in
        String(decoding: query.indices.map { query[$0] }, as: UTF8.self)
      }
      let path = "/v1/layouts/\(head.layout.hexadecimal)/\(question.target.rest)"
      return Answer(status: 307, location: query.map { "\(path)?\($0)" } ?? path)
    })

  @Sendable private static func readHead(
    _ question: Question
  ) throws(Interruption) -> DocumentReading {
    .head(question.documentName)
  }
}

extension Question {
  /// The document that the path names.
  var documentName: DocumentName {
    guard let name = target.document else { preconditionFailure("the head was admitted") }
    return name
  }
}

extension DocumentsRead {
  /// The head that was read.
  fileprivate var existingHead: DocumentHead {
    get throws(Interruption) {
      guard case .head(let head) = self else { preconditionFailure("a head was read") }
      guard let head else { throw .problem(Problem(.documentNotFound)) }
      return head
    }
  }
}

extension QueryParameters {
  /// A cursor that no list has given.
  fileprivate var documentCursorFault: Problem? {
    guard let cursor else { return nil }
    guard DocumentName(cursor) != nil else {
      return .badParameter("cursor", .badSyntax, "It must be what \"next\" was in an answer.")
    }
    guard !cursor.utf8.starts(with: (prefix ?? "").utf8) else { return nil }
    return .badParameter(
      "cursor", .notAllowed, "The cursor was not handed out for this prefix.")
  }
}

extension JSONWriter {
  /// Writes a document object.
  mutating func document(_ head: DocumentHead, _ warnings: [SnapshotWarning] = []) {
    literal("{\"name\":")
    string(head.name.text)
    literal(",\"revision\":")
    integer(head.revision)
    literal(",\"layout\":")
    string(head.layout.hexadecimal)
    literal(",\"updatedAt\":")
    time(head.time)
    member(warnings)
    literal("}")
  }

  /// Writes a moment, in milliseconds since 1970.
  mutating func time(_ milliseconds: Int) {
    let time = CalendarTime(milliseconds: Int64(milliseconds))
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let date = "\(digits(time.year, 4))-\(digits(time.month, 2))-\(digits(time.day, 2))"
    let ofDay = "\(digits(time.hour, 2)):\(digits(time.minute, 2)):\(digits(time.second, 2))"
    string("\(date)T\(ofDay).\(digits(time.millisecond, 3))Z")
  }
}
