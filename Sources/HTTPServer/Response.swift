/// An answer to one request.
public struct Response: Sendable {
  /// 200 to 599.
  public var status: Int
  /// The header lines in order. `Content-Length`, `Date`, `Connection` and `Content-Encoding` are added when the answer
  /// is sent.
  public var headers: HeaderLines
  /// The body, not compressed. Only its length is sent for HEAD requests, and nothing with 204 and 304.
  public var body: [UInt8]
  /// Whether to compress the body when it is sent, on the thread that answers.
  public var isGzipped: Bool
  /// Whether to close the connection after this answer.
  public var closesConnection: Bool

  public init(
    status: Int, headers: HeaderLines = HeaderLines(), body: [UInt8] = [],
    isGzipped: Bool = false, closesConnection: Bool = false
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.isGzipped = isGzipped
    self.closesConnection = closesConnection
  }
}
