import ContentHash
import HTTPServer
import LayoutStore
import LayoutWire

/// The layout of a document: the answer redirects to it.
extension Call {
  /// docs/rules.md#get-a-documents-layout
  static let documentLayout = Call(
    path: "/v1/documents/{name}/{rest}", needs: .readDocuments, readsQuery: false,
    lifetime: .revision,
    answering: .next { (question, got, _, _) throws(RequestInterrupted) in
      guard let read = got.documents?.read else {
        return .needs(.documents(.head(question.documentName)))
      }
      let head = try read.existingHead
      let query = question.request.withQuery { (query) in
        String(decoding: query.indices.map { query[$0] }, as: UTF8.self)
      }
      let path = "/v1/layouts/\(head.layout.hexadecimal)/\(question.target.rest)"
      return .answer(
        Answer(
          status: .temporaryRedirect,
          Answer.Details(location: query.map { "\(path)?\($0)" } ?? path)))
    })
}
