import ContentHash
import HTTPServer
import JSONText
import LayoutStore
import LayoutWire

/// A document: a name for a layout, which may change (docs/rules.md#documents).
extension Call {
  /// docs/rules.md#get-a-document
  static let document = Call(
    path: "/v1/documents/{name}", needs: .readDocuments, lifetime: .revision,
    answering: .next { (question, got, _, _) throws(RequestInterrupted) in
      guard let read = got.documents?.read else {
        return .needs(.documents(.head(question.documentName)))
      }
      let head = try read.existingHead
      var writer = JSONWriter(capacity: 256)
      writer.document(head)
      return .answer(Answer(body: writer.bytes, Answer.Details(revision: head.revision)))
    })

  /// docs/rules.md#put-a-document
  static let documentPut = Call(
    path: "/v1/documents/{name}", methods: [.put], needs: .writeDocuments, whenHidden: .forbidden,
    conditionsOn: .document, lifetime: .revision,
    answering: .next { (question, got, _, _) throws(RequestInterrupted) in
      guard question.hasDocuments else { throw .problem(.withoutDocuments) }
      if got.put == nil { return .needs(.documentBody) }
      let condition = try condition(of: question.request)
      guard let written = got.written else { return .needs(.write(.put(condition))) }
      return .answer(try answer(to: written, question.request, condition, got.warnings))
    })

  /// docs/rules.md#delete-a-document
  static let documentDeletion = Call(
    path: "/v1/documents/{name}", methods: [.delete], needs: .writeDocuments, whenHidden: .notMet,
    conditionsOn: .document,
    answering: .next { (question, got, _, _) throws(RequestInterrupted) in
      guard question.hasDocuments else { throw .problem(.withoutDocuments) }
      let condition = try condition(of: question.request)
      if condition == .absent {
        throw .problem(
          Problem(.badRequest, detail: "If-None-Match asks that there is nothing to delete."))
      }
      guard let written = got.written else { return .needs(.write(.delete(condition))) }
      return .answer(try answer(to: written, question.request, condition, []))
    })

  /// The condition of a request that writes.
  private static func condition(
    of request: Request
  ) throws(RequestInterrupted) -> DocumentWrite.Condition {
    try RequestInterrupted.checked { () throws(Problem) in try request.documentCondition() }
  }

  /// The answer to a document that was written, or not.
  private static func answer(
    to written: CallInputs.DocumentOutcome, _ request: Request,
    _ condition: DocumentWrite.Condition,
    _ warnings: [SnapshotWarning]
  ) throws(RequestInterrupted) -> Answer {
    guard case .write(let outcome, let isDurable) = written else {
      preconditionFailure("a document was written")
    }
    switch outcome {
    case .done(let head, _):
      let isNew = condition == .absent
      var writer = JSONWriter(capacity: 256)
      writer.document(head, isDurable ? warnings : warnings.withNotStored)
      return Answer(
        status: isNew ? .created : .ok, body: writer.bytes,
        Answer.Details(
          location: isNew ? "/v1/documents/\(head.name.text)" : nil, warnings: warnings,
          revision: head.revision))
    case .deleted: return Answer(status: .noContent)
    case .notMet(let head): throw .problem(.preconditionFailed(head, request))
    case .layoutAbsent: throw .problem(Problem(.layoutNotFound))
    case .tooMany:
      throw .problem(
        Problem(
          .storeFull, detail: "There are as many documents as there may be. Delete others first.",
          limit: .documents))
    }
  }
}

extension [SnapshotWarning] {
  /// The same, and that the document exists only until the process ends.
  fileprivate var withNotStored: [SnapshotWarning] {
    prefix(SnapshotWarning.countMax - 1) + [
      SnapshotWarning(
        pointer: "", .notStored, "the document lives as long as the process: there is no store")
    ]
  }
}

extension DocumentsRead {
  /// The head that was read.
  var existingHead: DocumentHead {
    get throws(RequestInterrupted) {
      guard case .head(let head) = self else { preconditionFailure("a head was read") }
      guard let head else { throw .problem(Problem(.documentNotFound)) }
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
}

/// The conditions `If-Match` and `If-None-Match` of a write to a document (docs/rules.md#preconditions).
extension Request {
  /// The condition of a write: `absent` for `If-None-Match: *`, else that of `If-Match`.
  ///
  /// - Throws: 428 if there is neither; 400 if there are both, for another `If-None-Match`, and for more than one tag.
  fileprivate func documentCondition() throws(Problem) -> DocumentWrite.Condition {
    switch (header(.ifMatch), header(.ifNoneMatch)) {
    case (nil, nil): throw Problem(.preconditionRequired)
    case (nil, let value?):
      guard value == "*" else {
        throw Problem(
          .badRequest, detail: "If-None-Match must be * here: there is no document yet.")
      }
      return .absent
    case (let value?, nil):
      if value == "*" { return .present }
      guard let revision = Request.revision(value) else {
        throw Problem(
          .badRequest, detail: "If-Match must be * or one ETag of a document, such as \"17\".")
      }
      return .revision(revision)
    case (.some, .some):
      throw Problem(.badRequest, detail: "Send If-Match or If-None-Match, not both.")
    }
  }

  /// The revision in a strong entity tag, including quotes. For other tags, a revision that no document has.
  private static func revision(_ value: String) -> Int? {
    let bytes = Array(value.utf8)
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\""),
      !bytes[1..<bytes.count - 1].contains(UInt8(ascii: "\""))
    else {
      return bytes.count >= 4 && value.hasPrefix("W/\"") && value.hasSuffix("\"") ? 0 : nil
    }
    let digits = bytes[1..<bytes.count - 1]
    guard digits.allSatisfy({ (48...57).contains($0) }), digits.first != 48 else { return 0 }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }
}
