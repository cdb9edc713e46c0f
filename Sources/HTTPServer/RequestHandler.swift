/// The program's part of a server. The server calls these functions on its own threads, concurrently. They must return
/// soon: for longer work, suspend the exchange and answer on another thread.
public protocol RequestHandler: Sendable {
  /// Decides about a request with a body before the body is received. Answering refuses the request at once and closes
  /// the connection.
  func admit(_ exchange: Exchange)
  /// Answers a complete request, or suspends it to answer later.
  func handle(_ exchange: Exchange)
  /// Makes the answer to a request that the server refuses. Its connection is closed. Also called for each refusal at
  /// the start, for use when the handler cannot be called; the id of that request is a placeholder for other ids of its
  /// length.
  func response(to request: RefusedRequest, detail: String) -> Response
  /// Records such an answer before it is sent, with the length of its body. Must not wait, because other connections
  /// might.
  func noteRefusal(of request: RefusedRequest, bytesSent: Int)
  /// Logs a line. Called at most about once in a second.
  func log(_ message: String)
}

extension RequestHandler {
  public func admit(_ exchange: Exchange) {}
  public func noteRefusal(of request: RefusedRequest, bytesSent: Int) {}
}
