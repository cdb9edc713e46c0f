// Ownership: the C side holds one retain of an `Exchange` from `adopt` until `letGo`; an `Exchange` holds one
// reference of the C exchange until its `deinit`. So neither side ever reads what the other has freed.

internal import CHTTPServer

/// One request and the one answer to it. Usable from any thread, also after the client has gone.
@safe public final class Exchange: Sendable {
  /// Bodies up to this size are better read than refused: the connection stays open.
  public static let shortBodyBytes = Int(HTTP_SHORT_BODY_BYTES)

  private nonisolated(unsafe) let exchange: OpaquePointer
  public let method: Method
  public let bodyByteCount: Int
  public let startInstant: ContinuousClock.Instant
  private nonisolated(unsafe) var admission: (any AnyObject & Sendable)?

  /// Keeps what the handler has found out about the head for when the body is there. Only inside `admit`.
  public func keep(_ admission: any AnyObject & Sendable) { unsafe self.admission = admission }

  /// Hands out what was kept, and lets go of it, since it may refer to this exchange. Only inside `handle`, before
  /// another thread has the exchange.
  public func takeKept() -> (any AnyObject & Sendable)? { unsafe admission.take() }

  /// Adopts an exchange of the C side, inside its callback.
  init(adopting exchange: OpaquePointer) {
    unsafe self.exchange = exchange
    startInstant = .now
    method = unsafe Method(http_exchange_method(exchange))
    bodyByteCount = unsafe Int(clamping: http_exchange_declared_bytes(exchange))
    unsafe http_exchange_adopt(exchange, Unmanaged.passRetained(self).toOpaque())
  }

  deinit {
    unsafe http_exchange_release(exchange)
  }

  /// The request.
  public var request: Request { Request(received: self) }

  /// Lets `handle` return without an answer. Only inside `handle`, before another thread has the exchange.
  public func suspend() {
    unsafe http_exchange_suspend(exchange)
  }

  /// The outcome of an answer.
  public enum Outcome: Sendable, Hashable {
    /// It is being sent, with this number of bytes in its body, which HEAD does not get.
    case sent(bodyBytes: Int)
    /// There was one already.
    case answeredBefore
    /// There is no room for its body (`answersInFlightBytesMax`): give one of at most 16 KiB.
    case hasNoRoom
  }

  /// Answers; compresses on the calling thread. The first answer that there is room for counts.
  /// Inside `admit` or `handle`, or after `suspend` from any thread. An exchange that is let go of without an answer
  /// closes its connection.
  ///
  /// - Parameter willSend: called before a client can see the answer, with the size of its body.
  @discardableResult
  public func respond(
    _ response: Response, willSend: (_ bodyBytes: Int) -> Void = { _ in }
  ) -> Outcome {
    var bytes = 0
    let result = unsafe response.sent {
      unsafe http_exchange_respond(exchange, $0, &bytes)
    }
    guard result == HTTP_RESPONDED else {
      return result == HTTP_RESPOND_HAS_NO_ROOM ? .hasNoRoom : .answeredBefore
    }
    if method == .head { bytes = 0 }
    willSend(bytes)
    unsafe http_exchange_send(exchange)
    return .sent(bodyBytes: bytes)
  }

  /// Answers with a body that is sent in pieces, as they come. Inside `handle`, or after `suspend` from any thread. An
  /// HTTP/1.1 connection can be used again after the last one.
  ///
  /// - Parameters:
  ///   - head: what is sent before the first piece; its body and `isGzipped` are not read.
  ///   - whenTaken: runs where ``AnswerStream/tellWhenTaken()`` asked for it, on a network thread. It may ask nothing of the
  ///     stream itself.
  ///   - whenEnded: runs once, on any thread and maybe before this returns, when the stream was ended and all of it was
  ///     sent, or the client has gone or was cut; with the number of bytes that went to the client. HEAD gets none.
  /// - Returns: nil when there is an answer already, the client has gone, or memory is short; then `whenEnded` never
  ///   runs.
  public func stream(
    _ head: Response, whenTaken: @escaping @Sendable () -> Void = {},
    whenEnded: @escaping @Sendable (_ sentByteCount: Int) -> Void
  ) -> AnswerStream? {
    var head = head
    (head.body, head.isGzipped) = ([], false)
    let listener = unsafe Unmanaged.passRetained(
      StreamListener(whenTaken: whenTaken, whenEnded: whenEnded))
    let stream = unsafe head.withCResponse {
      unsafe http_exchange_stream(exchange, $0, listener.toOpaque())
    }
    guard let stream = unsafe stream else {
      unsafe listener.release()
      return nil
    }
    return unsafe AnswerStream(stream)
  }

  /// Whether an answer with a body of so many bytes would be sent now; others may take the room before it is given.
  public func hasRoom(forBodyOf byteCount: Int) -> Bool {
    unsafe http_exchange_has_room(exchange, byteCount)
  }

  /// Reserves room for an answer with a body of so many bytes that has to wait, in place of what was reserved before,
  /// until the request is answered or has gone. False where there is none: give a short one.
  public func reserveRoom(forBodyOf byteCount: Int) -> Bool {
    unsafe http_exchange_reserve_room(exchange, byteCount)
  }

  /// Whether the client has gone; noticed within about 0.1 s while suspended.
  public var isAbandoned: Bool {
    unsafe http_exchange_is_abandoned(exchange)
  }
}

// MARK: What its request reads; lent for as long as the exchange lives.

extension Exchange {
  public var requestID: ShortText { unsafe ShortText(cString: http_exchange_id(exchange)) }

  public var bodyByteCountMax: Int { unsafe http_exchange_body_bytes_max(exchange) }

  var path: UnsafeBufferPointer<UInt8> {
    unsafe pathBytes(of: exchange)
  }

  var query: UnsafeBufferPointer<UInt8>? {
    var count = 0
    guard let start = unsafe http_exchange_query(exchange, &count) else { return nil }
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }

  var body: UnsafeRawBufferPointer {
    var count = 0
    let start = unsafe http_exchange_body(exchange, &count)
    return unsafe UnsafeRawBufferPointer(start: start, count: count)
  }

  func value(_ name: HeaderName, _ place: inout Int) -> UnsafeBufferPointer<UInt8>? {
    unsafe headerValue(name, of: exchange, from: &place)
  }
}
