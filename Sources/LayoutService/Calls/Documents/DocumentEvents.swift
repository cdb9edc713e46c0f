import HTTPServer
import LayoutWire

/// `GET /v1/documents/{name}/events`: the log of a document as server-sent events (docs/rules.md#events).
extension Call {
  static let documentEvents = Call(
    path: "/v1/documents/{name}/events", parameters: [.after], answering: .followsDocument)
}
