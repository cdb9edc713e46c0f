import ContentHash
import Dispatch
import HTTPServer
import LayoutStore
import LayoutWire

/// A request to the store for data about documents.
enum DocumentReading: Hashable, Sendable {
  case head(DocumentName)
  /// Includes the record of its log that has this key.
  case state(DocumentName, key: String?)
  case heads(prefix: String, after: DocumentName?, limit: Int)
  case log(DocumentName, after: Int, limit: Int, bytesMax: Int = LogPage.bytesMax)

  /// What is read if there is no such document.
  var absence: DocumentsRead {
    switch self {
    case .head: .head(nil)
    case .state(_, let key): .state(nil, key: key)
    case .heads: .heads([])
    case .log: .log(.absent, hasWaited: false)
    }
  }

  var operation: StoreOperation {
    switch self {
    case .head, .state: .document
    case .heads: .documents
    case .log: .records
    }
  }
}

/// Data about documents from the store.
indirect enum DocumentsRead: Sendable {
  case head(DocumentHead?)
  /// Includes the key that was looked for.
  case state(DocumentState?, key: String?)
  case heads([DocumentHead])
  /// Includes whether the request has waited for it.
  case log(LogAnswer, hasWaited: Bool)
  /// The document to be changed could not be read, for this reason.
  case noState(Problem)

  /// The layout of the document that was read.
  var headLayout: Digest? {
    switch self {
    case .head(let head): head?.layout
    case .state(let state, _): state?.head.layout
    case .heads, .log, .noState: nil
    }
  }

  /// Whether writing the answer takes long.
  var isLong: Bool {
    guard case .log(.page(let page), _) = self else { return false }
    return page.records.reduce(0) { $0 + ($1.steps?.byteCount ?? 0) } > Allowance.bytesAtOnce
  }
}

extension Problem {
  /// The problem of a service without a store.
  static let withoutDocuments = Problem(.storeUnavailable, detail: "There are no documents here.")

  /// No further request may follow documents now.
  static func tooManyWatchers(_ most: Int) -> Problem {
    Problem(
      .tooManyWatchers,
      detail: "\(most) requests follow documents, and no more may. Try again later.",
      limit: .watchers)
  }
}
