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
    case methodNotAllowed = "method-not-allowed"
    case requestTimeout = "request-timeout"
    case lengthRequired = "length-required"
    case tooLarge = "too-large"
    case targetTooLong = "target-too-long"
    case unsupportedMediaType = "unsupported-media-type"
    case invalidSnapshot = "invalid-snapshot"
    case invalidChange = "invalid-change"
    case invalidDiff = "invalid-diff"
    case unexpectedResult = "unexpected-result"
    case cannotLayOut = "cannot-lay-out"
    case headTooLarge = "head-too-large"
    case notImplemented = "not-implemented"
    case storedLayoutDamaged = "stored-layout-damaged"
    case unavailable
    case storeUnavailable = "store-unavailable"
    case storeFull = "store-full"
    case versionNotSupported = "version-not-supported"

    /// The kind that a bare status stands for; one that is not listed is a fault of the client below 500, a passing
    /// one of the service from there on.
    init(status: Int) {
      switch status {
      case 401: self = .unauthorized
      case 403: self = .forbidden
      case 404: self = .notFound
      case 405: self = .methodNotAllowed
      case 408: self = .requestTimeout
      case 411: self = .lengthRequired
      case 413: self = .tooLarge
      case 414: self = .targetTooLong
      case 415: self = .unsupportedMediaType
      case 422: self = .invalidSnapshot
      case 431: self = .headTooLarge
      case 501: self = .notImplemented
      case 505: self = .versionNotSupported
      case 507: self = .storeFull
      default: self = status < 500 ? .badRequest : .unavailable
      }
    }

    /// The status that an answer of this kind has.
    public var status: Int {
      switch self {
      case .badJSON, .badParameter, .badRequest: 400
      case .unauthorized: 401
      case .forbidden: 403
      case .notFound, .layoutNotFound: 404
      case .methodNotAllowed: 405
      case .requestTimeout: 408
      case .lengthRequired: 411
      case .tooLarge: 413
      case .targetTooLong: 414
      case .unsupportedMediaType: 415
      case .invalidSnapshot, .invalidChange, .invalidDiff, .unexpectedResult,
        .cannotLayOut:
        422
      case .headTooLarge: 431
      case .storedLayoutDamaged: 500
      case .notImplemented: 501
      case .unavailable, .storeUnavailable: 503
      case .storeFull: 507
      case .versionNotSupported: 505
      }
    }

    /// When a client may try again, if nothing more is known, in seconds; nil where that would not help.
    var retryAfterSeconds: Int? {
      switch self {
      case .unavailable, .storeUnavailable: 1
      case .storeFull: 30
      default: nil
      }
    }

    /// The title that all problems of this kind share.
    public var title: String {
      switch self {
      case .badJSON: "The body is not JSON"
      case .badParameter: "A parameter is wrong"
      case .badRequest: "The request is not HTTP as it should be"
      case .unauthorized: "An API key is needed"
      case .forbidden: "The API key does not allow this"
      case .notFound: "There is nothing here"
      case .layoutNotFound: "The layout is not known"
      case .methodNotAllowed: "The method is not allowed here"
      case .requestTimeout: "The request took too long to arrive"
      case .lengthRequired: "The length of the body is needed"
      case .tooLarge: "The body is too large"
      case .targetTooLong: "The request target is too long"
      case .unsupportedMediaType: "The body is of a type that is not understood"
      case .invalidSnapshot: "The body is not a snapshot"
      case .invalidChange: "The steps cannot be applied"
      case .invalidDiff: "The body is not two lists of keys"
      case .unexpectedResult: "The steps make something else than expected"
      case .cannotLayOut: "The snapshot cannot be laid out at this width"
      case .headTooLarge: "The request head is too large"
      case .notImplemented: "The method is unknown"
      case .storedLayoutDamaged: "The layout is damaged where it is kept"
      case .unavailable: "The service cannot answer now"
      case .storeUnavailable: "The store does not answer now"
      case .storeFull: "The store is full"
      case .versionNotSupported: "This version of HTTP is not supported"
      }
    }

    /// The advice, if nothing more is known.
    var defaultDetail: String {
      switch self {
      case .badJSON: "Send one JSON value in UTF-8."
      case .badParameter: "See the list of errors."
      case .badRequest: "The request line or a header is malformed."
      case .unauthorized: "Send an API key that is in force, as Authorization: Bearer KEY."
      case .forbidden: "Send an API key that may write."
      case .notFound: "Check the path and the numbers in it."
      case .layoutNotFound: "Post the snapshot again; it then has the same id."
      case .methodNotAllowed: "Use a method that the Allow header lists."
      case .requestTimeout: "Send the request again, faster."
      case .lengthRequired: "Send the body with Content-Length, not with Transfer-Encoding."
      case .tooLarge: "Send a smaller body; equal items need only a count."
      case .targetTooLong: "Send a shorter path and query."
      case .unsupportedMediaType:
        "Send the body as application/json without a content encoding, for example with curl --json."
      case .invalidSnapshot, .invalidChange, .invalidDiff: "See the list of errors."
      case .unexpectedResult:
        "Compare the layout that the steps are meant for; id and itemCount are what they make of it."
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
