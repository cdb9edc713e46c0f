extension Problem {
  /// The kinds of problem, by the last part of their `type` (docs/rules.md#problems).
  public enum Name: String, CaseIterable, Sendable {
    case badJSON = "bad-json"
    case badParameter = "bad-parameter"
    case badRequest = "bad-request"
    case unauthorized
    case forbidden
    case notFound = "not-found"
    case layoutNotFound = "layout-not-found"
    case documentNotFound = "document-not-found"
    case methodNotAllowed = "method-not-allowed"
    case requestTimeout = "request-timeout"
    case conflict
    case historyGone = "history-gone"
    case lengthRequired = "length-required"
    case preconditionFailed = "precondition-failed"
    case tooLarge = "too-large"
    case targetTooLong = "target-too-long"
    case unsupportedMediaType = "unsupported-media-type"
    case invalidSnapshot = "invalid-snapshot"
    case invalidChange = "invalid-change"
    case invalidDiff = "invalid-diff"
    case unexpectedResult = "unexpected-result"
    case cannotLayOut = "cannot-lay-out"
    case keyReused = "key-reused"
    case preconditionRequired = "precondition-required"
    case tooManyWatchers = "too-many-watchers"
    case headTooLarge = "head-too-large"
    case notImplemented = "not-implemented"
    case storedLayoutDamaged = "stored-layout-damaged"
    case unavailable
    case storeUnavailable = "store-unavailable"
    case storeFull = "store-full"
    case versionNotSupported = "version-not-supported"

    /// The kind for a status on its own: the first kind that has it. A status that no kind has is the client's fault if
    /// it is below 500, else a temporary fault of the service.
    init(status: Int) {
      let special: [Name] = [.badJSON, .badParameter, .storedLayoutDamaged]
      self =
        Name.allCases.first { $0.status.rawValue == status && !special.contains($0) }
        ?? (status < 500 ? .badRequest : .unavailable)
    }

    /// The status of answers of this kind.
    public var status: AnswerStatus {
      switch self {
      case .badJSON, .badParameter, .badRequest: .badRequest
      case .unauthorized: .unauthorized
      case .forbidden: .forbidden
      case .notFound, .layoutNotFound, .documentNotFound: .notFound
      case .methodNotAllowed: .methodNotAllowed
      case .requestTimeout: .requestTimeout
      case .conflict: .conflict
      case .historyGone: .gone
      case .lengthRequired: .lengthRequired
      case .preconditionFailed: .preconditionFailed
      case .tooLarge: .contentTooLarge
      case .targetTooLong: .uriTooLong
      case .unsupportedMediaType: .unsupportedMediaType
      case .invalidSnapshot, .invalidChange, .invalidDiff, .unexpectedResult, .cannotLayOut,
        .keyReused:
        .unprocessableContent
      case .preconditionRequired: .preconditionRequired
      case .tooManyWatchers: .tooManyRequests
      case .headTooLarge: .headTooLarge
      case .storedLayoutDamaged: .internalError
      case .notImplemented: .notImplemented
      case .unavailable, .storeUnavailable: .unavailable
      case .storeFull: .insufficientStorage
      case .versionNotSupported: .versionNotSupported
      }
    }

    /// The default time after which a client may try again, in seconds; nil if that would not help.
    var retryAfterSeconds: Int? {
      switch self {
      case .unavailable, .storeUnavailable, .tooManyWatchers: 1
      case .storeFull: 30
      default: nil
      }
    }

    /// The title that all problems of this kind share.
    public var title: String {
      switch self {
      case .badJSON: "The body is not JSON"
      case .badParameter: "A parameter is wrong"
      case .badRequest: "The request line or a header is wrong"
      case .unauthorized: "An API key is needed"
      case .forbidden: "The API key does not allow this"
      case .notFound: "There is nothing here"
      case .layoutNotFound: "The layout is not known"
      case .documentNotFound: "There is no such document"
      case .methodNotAllowed: "The method is not allowed here"
      case .requestTimeout: "The request took too long to arrive"
      case .conflict: "The document has another revision"
      case .historyGone: "The log does not have these records"
      case .lengthRequired: "The length of the body is needed"
      case .preconditionFailed: "The condition is not met"
      case .tooLarge: "The body is too large"
      case .targetTooLong: "The request target is too long"
      case .unsupportedMediaType: "The body is of a type that is not understood"
      case .invalidSnapshot: "The body is not a snapshot"
      case .invalidChange: "The steps cannot be applied"
      case .invalidDiff: "The body is not two lists of keys"
      case .unexpectedResult: "The steps make something else than expected"
      case .cannotLayOut: "The snapshot cannot be laid out at this width"
      case .keyReused: "The key belongs to other steps"
      case .preconditionRequired: "A condition is needed"
      case .tooManyWatchers: "Too many clients follow documents"
      case .headTooLarge: "The request head is too large"
      case .notImplemented: "The method is unknown"
      case .storedLayoutDamaged: "The layout is damaged where it is kept"
      case .unavailable: "The service cannot answer now"
      case .storeUnavailable: "The store does not answer now"
      case .storeFull: "The store is full"
      case .versionNotSupported: "This version of HTTP is not supported"
      }
    }

    /// The default advice.
    var defaultDetail: String {
      switch self {
      case .badJSON: "Send one JSON value in UTF-8."
      case .badParameter: "See the list of errors."
      case .badRequest: "Send the request as HTTP/1.1 says."
      case .unauthorized: "Send an API key that is in force, as Authorization: Bearer KEY."
      case .forbidden: "Send an API key with the right to this call."
      case .notFound: "Check the path and the numbers in it."
      case .layoutNotFound: "Post the snapshot again; it then has the same id."
      case .documentNotFound: "Put it, with If-None-Match: *."
      case .methodNotAllowed: "Use a method that the Allow header lists."
      case .requestTimeout: "Send the request again, faster."
      case .conflict:
        "Read the changes after the revision that the steps are meant for, carry the steps over, and send them again."
      case .historyGone: "Read the document, and go on from its revision."
      case .preconditionFailed: "Read the document, and decide anew."
      case .lengthRequired: "Send the body with Content-Length, not with Transfer-Encoding."
      case .tooLarge: "Send a smaller body; equal items need only a count."
      case .targetTooLong: "Send a shorter path and query."
      case .unsupportedMediaType:
        "Send the body as application/json without a content encoding, for example with curl --json."
      case .invalidSnapshot, .invalidChange, .invalidDiff: "See the list of errors."
      case .unexpectedResult:
        "Compare the layout that the steps are meant for; id and itemCount are what they make of it."
      case .keyReused: "Draw a new key for each change, and repeat it only with the same steps."
      case .preconditionRequired:
        "Send If-None-Match: * to create the document, or If-Match with its ETag, or *, to replace or delete it."
      case .tooManyWatchers: "Try again after the time in Retry-After."
      case .cannotLayOut: "Ask for another width, or change the snapshot."
      case .headTooLarge: "Send fewer or shorter headers."
      case .notImplemented: "Use one of the methods of the documentation."
      case .storedLayoutDamaged: "Post the snapshot again, and have the operator look at the store."
      case .unavailable: "Try again after the time in Retry-After."
      case .storeUnavailable: "Nothing was done. Try again after the time in Retry-After."
      case .storeFull: "Nothing was done. Have the operator give the store more room."
      case .versionNotSupported: "Use HTTP/1.1."
      }
    }
  }
}
