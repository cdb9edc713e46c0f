/// The program's part of a server. Every function runs on the server's threads, many at a time, and must return soon:
/// longer work suspends its exchange and answers from another thread.
public protocol RequestHandler: Sendable {
  /// Looks at a request that announces a body, before the body is read. Answering refuses it at once, and closes the
  /// connection.
  func admit(_ exchange: Exchange)
  /// Answers a complete request, or suspends it and answers later.
  func handle(_ exchange: Exchange)
  /// The answer to what the server refuses by itself. Its connection is closed. Called once for each refusal at the
  /// start, too, for when the handler cannot be asked; the id of that request stands for every other of its length.
  func response(to request: RefusedRequest, detail: String) -> Response
  /// Takes notice of such an answer before it is sent, with the size of its body. Must not wait: other connections may.
  func noteRefusal(of request: RefusedRequest, bytesSent: Int)
  /// A line for the log; about one in a second at most.
  func log(_ message: String)
}

extension RequestHandler {
  public func admit(_ exchange: Exchange) {}
  public func noteRefusal(of request: RefusedRequest, bytesSent: Int) {}
}
