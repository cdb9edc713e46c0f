import HTTPServer
import JSONText
import LayoutNaming
import LayoutStore
import LayoutWire

/// A document: a name for a layout, which may change (docs/rules.md#documents).
extension Call {
  /// docs/rules.md#get-a-document
  static let document = Call(
    path: "/v1/documents/{name}", needs: .readDocuments, lifetime: .revision,
    answering: .documents { (question, _, read) throws(Problem) in
      guard let read else { return .needs(.documents(.head(question.documentName))) }
      let head = try read.existingHead
      var writer = JSONWriter(capacity: 256)
      writer.document(head)
      return .answer(Answer(body: writer.bytes, revision: head.revision))
    })

  /// docs/rules.md#put-a-document
  static let documentPut = Call(
    path: "/v1/documents/{name}", methods: [.put], needs: .writeDocuments, whenHidden: .forbidden,
    lifetime: .revision, answering: .putsDocument)

  /// docs/rules.md#delete-a-document
  static let documentDeletion = Call(
    path: "/v1/documents/{name}", methods: [.delete], needs: .writeDocuments, whenHidden: .notMet,
    answering: .deletesDocument)
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
  var existingHead: DocumentHead {
    get throws(Problem) {
      guard case .head(let head) = self else { preconditionFailure("a head was read") }
      guard let head else { throw Problem(.documentNotFound) }
      return head
    }
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

  /// Writes a time in milliseconds since 1970.
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
