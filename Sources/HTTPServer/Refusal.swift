/// Why the server refuses a request by itself.
public enum Refusal: Sendable, Hashable, CaseIterable {
  /// As many connections as `connectionsMax` are open.
  case connections
  /// The process has no descriptor left for a connection.
  case descriptors
  /// Bodies hold as much as `bodiesInFlightBytesMax`, or those of one address as much of it as they may.
  case bodies
  /// The system has no memory left.
  case memory
  /// The head took longer than `headTimeout`.
  case headTimeout
  /// The body took longer than `bodyTimeout` and its bytes allow.
  case bodyTimeout
  /// No byte of the body came for `bodySilence`.
  case bodySilence
  /// The head is not HTTP as it should be.
  case malformed
  /// A `Transfer-Encoding` stands in place of a `Content-Length`.
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
  /// It is another version of HTTP than 1.0 and 1.1.
  case version
}

/// A request that the server refuses by itself, as far as it is known.
public struct RefusedRequest: Sendable {
  public let refusal: Refusal
  /// The status of the answer.
  public let status: Int
  /// The client's id where its head was read, else one that was made.
  public let requestID: ShortText
  /// Nil, as what follows, where the head was not read.
  public let method: Method?
  /// The request target up to the first `?`, not decoded.
  public let path: String?
  /// Bytes of the body, as announced.
  public let bodyByteCount: Int
  /// The largest body that the server takes, in bytes.
  public let bodyByteCountMax: Int
  /// The value of `Origin`.
  public let origin: String?
  /// The value of `traceparent`, its first 64 bytes.
  public let traceParent: ShortText?
}
