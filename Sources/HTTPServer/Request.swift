internal import CHTTPServer

/// A client's request as a value. Copies share memory.
///
/// A received request retains its exchange.
@safe public struct Request: Sendable {
  /// The number of readable zero bytes after the body.
  public static let bodySlackBytes = Int(HTTP_BODY_SLACK_BYTES)

  private enum Source: Sendable {
    case received(Exchange)
    case made(MadeRequest)
  }

  private let source: Source

  /// The parts of a received request.
  init(received exchange: Exchange) { source = .received(exchange) }

  /// Makes a request without a connection.
  ///
  /// - Parameters:
  ///   - target: Its path and query, as they would be sent.
  ///   - headers: Its header lines in order, with names in any case. Lines without a ``HeaderName`` are ignored.
  ///     `Content-Length` is added if there is a body and no such line.
  ///   - body: Nil for no body, which differs from an empty one.
  ///   - bodyByteCountMax: The greatest length of a body that its server would accept, in bytes.
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

  /// The client's `X-Request-Id` if well-formed (1 to 64 of letters, digits, `.`, `_`, `-`), else a generated id. Every
  /// answer contains it.
  public var id: ShortText {
    switch source {
    case .received(let exchange): exchange.requestID
    case .made(let request): request.id
    }
  }

  /// The time at which the head was complete.
  public var startInstant: ContinuousClock.Instant {
    switch source {
    case .received(let exchange): exchange.startInstant
    case .made(let request): request.startInstant
    }
  }

  /// The length of the body: according to the head until the body is complete, then as received.
  public var bodyByteCount: Int {
    switch source {
    case .received(let exchange): exchange.bodyByteCount
    case .made(let request): request.bodyByteCount
    }
  }

  /// The greatest length of a body that the server accepts, in bytes.
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

  /// Calls `read` with the request target up to the first `?`, not decoded.
  @inlinable public func withPath<Result, Failure: Error>(
    _ read: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return unsafe try read(path.span)
  }

  /// Calls `read` with the request target after the first `?`, not decoded. Returns nil if there is no `?`.
  @inlinable public func withQuery<Result, Failure: Error>(
    _ read: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    defer { withExtendedLifetime(self) {} }
    guard let query = unsafe query else { return nil }
    return unsafe try read(query.span)
  }

  // MARK: The header lines

  /// The value of the header's first line at or after `place`, which moves past that line.
  @usableFromInline func value(
    _ name: HeaderName, _ place: inout Int
  ) -> UnsafeBufferPointer<UInt8>? {
    switch source {
    case .received(let exchange): unsafe exchange.value(name, &place)
    case .made(let request): unsafe request.value(name, &place)
    }
  }

  /// The value of a header without surrounding spaces and tabs. Several lines are joined with `, ` in order. O(number
  /// of header lines)
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

  /// Calls `read` with the value of a header. Several lines are joined with `, ` in order. Returns nil if there is
  /// none. O(number of header lines)
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

  /// Whether the request has a header. O(number of header lines)
  public func hasHeader(_ name: HeaderName) -> Bool {
    var place = 0
    return unsafe value(name, &place) != nil
  }

  /// The value of a header with one line of at most 64 bytes, else nil. Does not allocate. O(number of header lines)
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

  /// Calls `read` with the body, which is followed by `bodySlackBytes` zero bytes. It is empty until it is complete.
  @inlinable public func withBody<Result, Failure: Error>(
    _ read: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return unsafe try read(body.bytes)
  }
}
