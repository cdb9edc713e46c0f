internal import CHTTPServer

/// A client's request as a value. Copies share what was received.
///
/// A received request holds its exchange.
@safe public struct Request: Sendable {
  /// Zero bytes that are readable behind the body.
  public static let bodySlackBytes = Int(HTTP_BODY_SLACK_BYTES)

  private enum Source: Sendable {
    case received(Exchange)
    case made(MadeRequest)
  }

  private let source: Source

  /// The parts of a received request.
  init(received exchange: Exchange) { source = .received(exchange) }

  /// Makes a request that has come over no connection.
  ///
  /// - Parameters:
  ///   - target: its path and query, as they would be sent.
  ///   - headers: its header lines in order, names in any case; what is no ``HeaderName`` is not read. `Content-Length` is
  ///     added where there is a body and no such line.
  ///   - body: nil for none, which is not the same as an empty one.
  ///   - bodyByteCountMax: the largest body that its server would take, in bytes.
  public init(
    _ method: Method, _ target: String, headers: [(name: String, value: String)] = [],
    body: [UInt8]? = nil, bodyByteCountMax: Int = 64 << 20
  ) {
    source = .made(
      MadeRequest(
        method, target, headers: headers, body: body, bodyByteCountMax: bodyByteCountMax))
  }

  /// The request's method.
  public var method: Method {
    switch source {
    case .received(let exchange): exchange.method
    case .made(let request): request.method
    }
  }

  /// The client's `X-Request-Id` where that is well-formed (1 to 64 of letters, digits, `.`, `_`, `-`), else one that
  /// was made; every answer has it.
  public var id: ShortText {
    switch source {
    case .received(let exchange): exchange.requestID
    case .made(let request): request.id
    }
  }

  /// When the head was complete.
  public var startInstant: ContinuousClock.Instant {
    switch source {
    case .received(let exchange): exchange.startInstant
    case .made(let request): request.startInstant
    }
  }

  /// Bytes of the body: announced while it has not been read, then held.
  public var bodyByteCount: Int {
    switch source {
    case .received(let exchange): exchange.bodyByteCount
    case .made(let request): request.bodyByteCount
    }
  }

  /// The largest body that the server takes, in bytes.
  public var bodyByteCountMax: Int {
    switch source {
    case .received(let exchange): exchange.bodyByteCountMax
    case .made(let request): request.bodyByteCountMax
    }
  }

  // MARK: The target

  @usableFromInline var path: UnsafeBufferPointer<UInt8> {
    switch source {
    case .received(let exchange): unsafe exchange.path
    case .made(let request): unsafe request.path
    }
  }

  @usableFromInline var query: UnsafeBufferPointer<UInt8>? {
    switch source {
    case .received(let exchange): unsafe exchange.query
    case .made(let request): unsafe request.query
    }
  }

  /// Lends the request target up to the first `?`, not decoded.
  @inlinable public func withPath<Result, Failure: Error>(
    _ read: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return unsafe try read(path.span)
  }

  /// Lends what follows the first `?` of the request target, not decoded. Nil without one.
  @inlinable public func withQuery<Result, Failure: Error>(
    _ read: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    defer { withExtendedLifetime(self) {} }
    guard let query = unsafe query else { return nil }
    return unsafe try read(query.span)
  }

  // MARK: The header lines

  /// The next value of that name from a place on, which moves behind it.
  @usableFromInline func value(
    _ name: HeaderName, _ place: inout Int
  ) -> UnsafeBufferPointer<UInt8>? {
    switch source {
    case .received(let exchange): unsafe exchange.value(name, &place)
    case .made(let request): unsafe request.value(name, &place)
    }
  }

  /// The value of a header without the blanks around it; several lines are joined with `, ` in
  /// order. O(number of header lines)
  public func header(_ name: HeaderName) -> String? {
    var place = 0
    var joined: String?
    while let value = unsafe value(name, &place) {
      let line = unsafe String(decoding: value[value.span.trimmedRange], as: UTF8.self)
      joined = joined.map { $0 + ", " + line } ?? line
    }
    withExtendedLifetime(self) {}
    return joined
  }

  /// Lends the value of a header; several lines are joined with `, ` in order. Nil without one.
  /// O(number of header lines)
  @inlinable public func withHeader<Result>(
    _ name: HeaderName, _ read: (Span<UInt8>) -> Result
  ) -> Result? {
    var place = 0
    defer { withExtendedLifetime(self) {} }
    guard let value = unsafe value(name, &place) else { return nil }
    var next = place
    if unsafe self.value(name, &next) != nil {
      return header(name).map { read(Array($0.utf8).span) }
    }
    return unsafe read(value.span)
  }

  /// Whether there is such a header. O(number of header lines)
  public func hasHeader(_ name: HeaderName) -> Bool {
    var place = 0
    return unsafe value(name, &place) != nil
  }

  /// The value of a header of one line and at most 64 bytes; nil for any other. Allocates nothing.
  /// O(number of header lines)
  public func shortHeader(_ name: HeaderName) -> ShortText? {
    var place = 0
    defer { withExtendedLifetime(self) {} }
    guard let value = unsafe value(name, &place), value.count <= ShortText.bytesMax,
      unsafe self.value(name, &place) == nil
    else { return nil }
    return unsafe ShortText(value)
  }

  // MARK: The body

  @usableFromInline var body: UnsafeRawBufferPointer {
    switch source {
    case .received(let exchange): unsafe exchange.body
    case .made(let request): unsafe request.body
    }
  }

  /// Lends the body, whose memory is followed by `bodySlackBytes` zero bytes. Empty while it has not been read.
  @inlinable public func withBody<Result, Failure: Error>(
    _ read: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return unsafe try read(body.bytes)
  }
}
