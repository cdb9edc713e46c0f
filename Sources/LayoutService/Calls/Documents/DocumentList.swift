import JSONText
import LayoutStore
import LayoutWire

/// The list of documents.
extension Call {
  /// docs/rules.md#list-documents
  static let documents = Call(
    path: "/v1/documents", needs: .readDocuments, parameters: [.prefix, .limit, .cursor],
    limitMax: 1000,
    fault: { $0.documentCursorFault },
    answering: .next { (question, got, trace, _) throws(RequestInterrupted) in
      let parameters = question.parameters
      let limit = parameters.limit ?? documentsListed
      guard case .heads(let heads)? = got.documents?.read else {
        // One more shows whether the list continues.
        return .needs(
          .documents(
            .heads(
              prefix: parameters.prefix ?? "",
              after: parameters.cursor.flatMap { DocumentName($0) }, limit: limit + 1)))
      }
      return trace.timing.measure(.encode) {
        var writer = JSONWriter(capacity: 32 + heads.count * 192)
        writer.literal("{\"documents\":[")
        for (place, head) in heads.prefix(limit).enumerated() {
          if place > 0 { writer.literal(",") }
          writer.document(head)
        }
        writer.literal("],\"next\":")
        writer.string(heads.count > limit ? heads[limit - 1].name.text : nil)
        writer.literal("}")
        return .answer(Answer(body: writer.bytes))
      }
    })

  /// The default number of documents in a list.
  private static let documentsListed = 100
}

extension QueryParameters {
  /// A cursor that does not come from a list.
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
