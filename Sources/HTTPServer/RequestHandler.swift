/// What a server asks. Every function runs on the server's threads, many at a time, and must return soon:
/// longer work suspends its exchange and answers from another thread.
public protocol RequestHandler: Sendable {
  /// Looks at a request that announces a body, before the body is read. An answer refuses it.
  func refusal(for exchange: Exchange) -> Response?
  /// Answers a complete request, or suspends it and answers later.
  func handle(_ exchange: Exchange)
  /// The answer to what the server refuses by itself: a malformed head, a limit, a lack of room. Its
  /// connection is closed. Called with 503, 408, 400, 413 and 431 at the start, too, for answers that are
  /// kept ready.
  func response(refusing status: Int, detail: String) -> Response
  /// A line for the log; about one in a second at most.
  func log(_ message: String)
}

extension RequestHandler {
  public func refusal(for exchange: Exchange) -> Response? { nil }
}
