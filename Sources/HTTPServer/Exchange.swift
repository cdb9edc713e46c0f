// Ownership: the C side retains an `Exchange` from `adopt` until `letGo`. An `Exchange` has a reference to the C
// exchange until its `deinit`. So neither side reads memory that the other has freed.

internal import CHTTPServer

/// A request and its one answer. Usable on any thread, even after the client has gone.
@safe public final class Exchange: Sendable {
  /// Bodies up to this size should be received rather than refused: the connection then stays open.
  public static let shortBodyBytes = Int(HTTP_SHORT_BODY_BYTES)

  private nonisolated(unsafe) let exchange: OpaquePointer
  public let method: Method
  public let bodyByteCount: Int
  public let startInstant: ContinuousClock.Instant
  private nonisolated(unsafe) var admission: (any AnyObject & Sendable)?

  /// Keeps an object that `admit` has made from the head, for `handle`. May only be called inside `admit`.
  public func keep(_ admission: any AnyObject & Sendable) { unsafe self.admission = admission }

  /// Returns the kept object and releases it, because it may refer to this exchange. Only inside `handle`, before
  /// another thread gets the exchange.
  public func takeKept() -> (any AnyObject & Sendable)? { unsafe admission.take() }

  /// Adopts a C exchange inside its callback.
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

  /// Allows `handle` to return without an answer. Only inside `handle`, before another thread gets the exchange.
  public func suspend() {
    unsafe http_exchange_suspend(exchange)
  }

  /// The outcome of `respond`.
  public enum Outcome: Sendable, Hashable {
    /// The answer is being sent. `bodyBytes` is the length of its body, which is not sent for HEAD.
    case sent(bodyBytes: Int)
    /// The exchange was already answered.
    case answeredBefore
    /// There is no room for the body (`answersInFlightBytesMax`). Respond with at most 16 KiB instead.
    case hasNoRoom
  }

  /// Sends an answer, compressing it on the calling thread if necessary. Later calls fail, except after a call that
  /// failed for lack of room. Call it inside `admit` or `handle`, or on any thread after `suspend`. An exchange
  /// released without an answer closes its connection.
  ///
  /// - Parameter willSend: Called with the length of the body before a client can see the answer.
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

  /// Starts an answer whose body is sent in pieces. Call it inside `handle`, or on any thread after `suspend`. An
  /// HTTP/1.1 connection can be reused after the last piece.
  ///
  /// - Parameters:
  ///   - head: The status and headers. Its body and `isGzipped` are ignored.
  ///   - whenTaken: Runs after ``AnswerStream/tellWhenTaken()``, on a network thread. It must not call the stream.
  ///   - whenEnded: Runs only once, on any thread, possibly before this returns: when all of an ended stream was sent,
  ///     the
  ///     client has gone, or the stream was cut. Receives the number of body bytes sent to the client, 0 for HEAD.
  /// - Returns: Nil if the exchange is already answered, the client has gone, or memory is short. `whenEnded` then
  ///   never runs.
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

  /// Whether an answer with a body of `byteCount` bytes could be sent now. Others may use the room before it is sent.
  public func hasRoom(forBodyOf byteCount: Int) -> Bool {
    unsafe http_exchange_has_room(exchange, byteCount)
  }

  /// Replaces the exchange's reservation for a delayed answer. Returns false, and keeps the old one, if memory is
  /// short; respond with a short answer then. The reservation ends with the answer or the exchange.
  public func reserveRoom(forBodyOf byteCount: Int) -> Bool {
    unsafe http_exchange_reserve_room(exchange, byteCount)
  }

  /// Whether the client has gone. Noticed within about 0.1 s while suspended.
  public var isAbandoned: Bool {
    unsafe http_exchange_is_abandoned(exchange)
  }
}

// MARK: Parts of the request. They are valid while the exchange exists.

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
