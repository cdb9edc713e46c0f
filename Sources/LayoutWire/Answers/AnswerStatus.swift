/// The statuses of the service's answers (docs/rules.md#answers), ascending.
public enum AnswerStatus: Int, CaseIterable, Sendable {
  case ok = 200
  case created = 201
  case noContent = 204
  case notModified = 304
  case temporaryRedirect = 307
  case badRequest = 400
  case unauthorized
  case forbidden = 403
  case notFound
  case methodNotAllowed
  case requestTimeout = 408
  case conflict
  case gone
  case lengthRequired
  case preconditionFailed
  case contentTooLarge
  case uriTooLong
  case unsupportedMediaType
  case unprocessableContent = 422
  case preconditionRequired = 428
  case tooManyRequests
  case headTooLarge = 431
  /// Log and metrics use it for the answer to a client that had already closed the connection; not a status of HTTP.
  case abandoned = 499
  case internalError
  case notImplemented
  case unavailable = 503
  case versionNotSupported = 505
  case insufficientStorage = 507
}
