/// Why the server itself refuses a request.
public enum Refusal: Sendable, Hashable, CaseIterable {
  /// There are `connectionsMax` open connections.
  case connections
  /// The process has no file descriptor left for a connection.
  case descriptors
  /// All bodies reach `bodiesInFlightBytesMax`, or the bodies of one address reach their share of it.
  case bodies
  /// The system has no memory left.
  case memory
  /// The head took longer than `headTimeout`.
  case headTimeout
  /// The body took longer than `bodyTimeout` and the time that its bytes add.
  case bodyTimeout
  /// No byte of the body came for `bodySilence`.
  case bodySilence
  /// The head is not valid HTTP.
  case malformed
  /// There is a `Transfer-Encoding` instead of a `Content-Length`.
  case lengthMissing
  /// The body is larger than `bodyBytesMax`.
  case bodySize
  /// The target is longer than `targetBytesMax`.
  case targetSize
  /// The head is larger than `headBytesMax`.
  case headSize
  /// The head has more lines than `headerLinesMax`.
  case headerLines
  /// HTTP does not define the method.
  case method
  /// The HTTP version is neither 1.0 nor 1.1.
  case version
}

/// The known parts of a request that the server itself refuses.
public struct RefusedRequest: Sendable {
  public let refusal: Refusal
  /// The status of the answer.
  public let status: Int
  /// The client's id if its head was read, else a generated one.
  public let requestID: ShortText
  /// Nil, like the following properties, if the head was not read.
  public let method: Method?
  /// The request target up to the first `?`, not decoded.
  public let path: String?
  /// The length of the body according to the head.
  public let bodyByteCount: Int
  /// The greatest length of a body that the server accepts, in bytes.
  public let bodyByteCountMax: Int
  /// The value of `Origin`.
  public let origin: String?
  /// The first 64 bytes of `traceparent`.
  public let traceParent: ShortText?
}
