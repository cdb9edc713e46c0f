// The one door to the C target, and the only file of this module with unsafe code.
//
// Ownership: the C side holds one retain of an `Exchange` from `adopt` until `letGo`; an `Exchange` holds one
// reference of the C exchange until its `deinit`. So neither side ever reads what the other has freed.

import CHTTPServer
import Glibc
import Synchronization

/// One request and the one answer to it. Usable from any thread, also after the client has gone.
@safe public final class Exchange: Sendable {
  /// Zero bytes that are readable behind the body.
  public static let bodySlackBytes = Int(HTTP_BODY_SLACK_BYTES)
  /// Bodies up to this size are better read than refused: the connection stays open.
  public static let shortBodyBytes = Int(HTTP_SHORT_BODY_BYTES)

  /// What is to be done.
  public let method: Method
  /// Bytes of the body: announced while it has not been read, then held.
  public let bodyByteCount: Int
  /// The client's `X-Request-Id` where that is well-formed (1 to 64 of letters, digits, `.`, `_`, `-`), else one that was
  /// made; every answer has it.
  public var requestID: ShortText { unsafe ShortText(cString: http_exchange_id(exchange)) }
  /// When the head was complete.
  public let startInstant: ContinuousClock.Instant

  private nonisolated(unsafe) let exchange: OpaquePointer

  fileprivate init(_ exchange: OpaquePointer) {
    unsafe self.exchange = exchange
    startInstant = .now
    method = unsafe Method(rawValue: UInt8(http_exchange_method_number(exchange).rawValue))!
    bodyByteCount = unsafe Int(clamping: http_exchange_declared_bytes(exchange))
    unsafe http_exchange_adopt(exchange, Unmanaged.passRetained(self).toOpaque())
  }

  deinit {
    unsafe http_exchange_release(exchange)
  }

  /// Lends the request target up to the first `?`, not decoded.
  public func withPath<Result, Failure: Error>(
    _ read: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var count = 0
    let start = unsafe http_exchange_path(exchange, &count)
    defer { withExtendedLifetime(self) {} }
    return unsafe try read(UnsafeBufferPointer(start: start, count: count).span)
  }

  /// Lends what follows the first `?` of the request target, not decoded. Nil without one.
  public func withQuery<Result, Failure: Error>(
    _ read: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    var count = 0
    guard let start = unsafe http_exchange_query(exchange, &count) else { return nil }
    defer { withExtendedLifetime(self) {} }
    return unsafe try read(UnsafeBufferPointer(start: start, count: count).span)
  }

  /// The value of a header, its name in any case; several lines are joined with `, ` in order.
  /// O(number of header lines).
  public func header(_ name: StaticString) -> String? {
    var position = 0
    var joined: String?
    while let value = unsafe line(name, &position) {
      let line = unsafe String(cString: value)
      joined = joined.map { $0 + ", " + line } ?? line
    }
    return joined
  }

  /// Lends the value of a header, its name in any case; several lines are joined with `, ` in order. Nil without one.
  /// O(number of header lines)
  public func withHeader<Result>(
    _ name: StaticString, _ read: (Span<UInt8>) -> Result
  ) -> Result? {
    var position = 0
    guard let value = unsafe line(name, &position) else { return nil }
    var next = position
    if unsafe line(name, &next) != nil { return header(name).map { read(Array($0.utf8).span) } }
    defer { withExtendedLifetime(self) {} }
    let count = unsafe strlen(value)
    return unsafe value.withMemoryRebound(to: UInt8.self, capacity: count) {
      unsafe read(UnsafeBufferPointer(start: $0, count: count).span)
    }
  }

  /// Whether there is a header of that name, in any case. O(number of header lines)
  public func hasHeader(_ name: StaticString) -> Bool {
    var position = 0
    return unsafe line(name, &position) != nil
  }

  /// The value of a header of one line and at most 64 bytes; nil for any other. Allocates nothing.
  /// O(number of header lines).
  public func shortHeader(_ name: StaticString) -> ShortText? {
    var position = 0
    guard let value = unsafe line(name, &position), unsafe line(name, &position) == nil,
      unsafe strnlen(value, ShortText.bytesMax + 1) <= ShortText.bytesMax
    else { return nil }
    return unsafe ShortText(cString: value)
  }

  /// The next line of that name. A static string is as C's end: in a zero byte.
  private func line(_ name: StaticString, _ position: inout Int) -> UnsafePointer<CChar>? {
    name.withUTF8Buffer { name in
      unsafe name.withMemoryRebound(to: CChar.self) { name in
        unsafe http_exchange_header(exchange, name.baseAddress, &position)
      }
    }
  }

  /// The largest body that the server takes, in bytes.
  public var bodyByteCountMax: Int { unsafe http_exchange_body_bytes_max(exchange) }

  /// Hands out the body, whose memory is followed by `bodySlackBytes` zero bytes. Empty before `handle`.
  public func withBody<Result, Failure: Error>(
    _ read: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var count = 0
    let start = unsafe http_exchange_body(exchange, &count)
    defer { withExtendedLifetime(self) {} }
    return unsafe try read(UnsafeRawBufferPointer(start: start, count: count).bytes)
  }

  /// Lets `handle` return without an answer. Only inside `handle`, before another thread has the exchange.
  public func suspend() {
    unsafe http_exchange_suspend(exchange)
  }

  /// What became of an answer.
  public enum Outcome: Sendable, Hashable {
    /// It is on its way, its body in so many bytes; none is sent to HEAD.
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
    let result = unsafe withCResponse(response) {
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

  /// Whether an answer with a body of so many bytes would be sent now; others may take the room before it is given.
  public func hasRoom(forBodyOf byteCount: Int) -> Bool {
    unsafe http_exchange_has_room(exchange, byteCount)
  }

  /// Whether the client has gone; noticed within about 0.1 s while suspended.
  public var isAbandoned: Bool {
    unsafe http_exchange_is_abandoned(exchange)
  }
}

/// An HTTP/1.1 server, accepting from `init` on.
@safe public final class Server: Sendable {
  private nonisolated(unsafe) let server: OpaquePointer
  private let handler: HandlerBox
  private let isStopped = Mutex(false)

  /// The address it listens on, such as `127.0.0.1:8080` or `[::]:8080`.
  public let address: String
  /// The port it listens on.
  public let port: Int
  /// How many connections may be open at one time: as the configuration says, or fewer where the descriptor limit is
  /// lower.
  public let connectionsMax: Int

  /// The version of libmicrohttpd that is linked.
  public static var libraryVersion: String { unsafe String(cString: http_library_version()) }

  /// Listens and accepts.
  public init(
    configuration: ServerConfiguration, handler: any RequestHandler
  ) throws(ServerError) {
    let box = HandlerBox(handler)
    var server: OpaquePointer?
    var message = [CChar](repeating: 0, count: 200)
    let result = unsafe start(configuration, box, &server, &message)
    guard let server = unsafe server else {
      throw ServerError(result, configuration.listen, String(decodingCString: message))
    }
    unsafe self.server = server
    self.handler = box
    address = unsafe String(cString: http_server_address(server))
    port = unsafe Int(http_server_port(server))
    connectionsMax = unsafe Int(http_server_connections_max(server))
  }

  deinit {
    stop(within: .zero)
    unsafe http_server_release(server)
  }

  /// Takes no further connections, closes idle ones, and closes every other one after its answer.
  public func beginDrain() {
    unsafe http_server_begin_drain(server)
  }

  /// Drains, waits until every connection is closed or the time is over, and cuts what is left. Blocks;
  /// not to be called inside a handler. Afterwards the handler is not called any more.
  public func stop(within time: Duration) {
    isStopped.withLock { isStopped in
      if !isStopped { unsafe http_server_stop(server, time.milliseconds) }
      isStopped = true
    }
  }

  /// A reading of the server's numbers.
  public var counters: ServerCounters {
    let read = unsafe http_server_read_counters(server)
    return ServerCounters(
      connectionsOpen: Int(clamping: read.connections_open),
      connections: ConnectionCounts(read.connections),
      connectionsAccepted: Int(clamping: read.connections_accepted),
      connectionsOverCap: Int(clamping: read.connections_over_cap),
      connectionsWithoutDescriptor: Int(clamping: read.connections_without_descriptor),
      connectionsTimedOut: ConnectionCounts(read.connections_timed_out),
      requestsInFlight: Int(clamping: read.requests_in_flight),
      requestsReceived: Int(clamping: read.requests_received),
      bodiesInFlight: Int(clamping: read.bodies_in_flight),
      bodyBytesInFlight: Int(clamping: read.body_bytes_in_flight),
      answerBytesInFlight: Int(clamping: read.answer_bytes_in_flight),
      exchangesHeld: Int(clamping: read.exchanges_held))
  }
}

extension ConnectionCounts {
  fileprivate init(_ counts: http_connection_counts) {
    self.init(
      head: Int(clamping: counts.head), body: Int(clamping: counts.body),
      handling: Int(clamping: counts.handling), answer: Int(clamping: counts.answer),
      idle: Int(clamping: counts.idle))
  }
}

// MARK: From Swift to C

/// What the C side's context points to; the `Server` keeps it alive until every callback has returned.
private final class HandlerBox: Sendable {
  let handler: any RequestHandler

  init(_ handler: any RequestHandler) {
    self.handler = handler
  }
}

private func start(
  _ configuration: ServerConfiguration, _ box: HandlerBox, _ server: inout OpaquePointer?,
  _ message: inout [CChar]
) -> http_server_result {
  var callbacks = unsafe http_server_callbacks(
    admit: admit, handle: handle, keep: keep, refuse: refuse, refused: refused, let_go: letGo,
    log: log)
  return unsafe configuration.listen.host.withCString { host in
    var options = unsafe http_server_options(
      host: host, port: configuration.listen.port,
      threads: UInt32(clamping: configuration.threadCount ?? 0),
      connections_max: UInt32(clamping: configuration.connectionsMax),
      descriptors_reserved: UInt32(clamping: configuration.descriptorsReserved),
      body_bytes_max: Int(clamping: configuration.bodyBytesMax),
      bodies_in_flight_bytes_max: Int(clamping: configuration.bodiesInFlightBytesMax),
      answers_in_flight_bytes_max: Int(clamping: configuration.answersInFlightBytesMax),
      target_bytes_max: Int(clamping: configuration.targetBytesMax),
      head_bytes_max: Int(clamping: configuration.headBytesMax),
      header_lines_max: UInt32(clamping: configuration.headerLinesMax),
      head_timeout: configuration.headTimeout.milliseconds,
      body_timeout: configuration.bodyTimeout.milliseconds,
      body_bytes_per_second_min: UInt32(clamping: configuration.bodyBytesPerSecondMin),
      body_silence: configuration.bodySilence.milliseconds,
      idle_timeout: configuration.idleTimeout.milliseconds,
      answer_timeout: configuration.answerTimeout.milliseconds,
      requests_per_connection_max: UInt32(clamping: configuration.requestsPerConnectionMax))
    let context = unsafe Unmanaged.passUnretained(box).toOpaque()
    return unsafe http_server_start(
      &options, &callbacks, context, &server, &message, message.count)
  }
}

extension HeaderLines {
  /// Appends text that was known when the program was built.
  static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    unsafe bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

private func withCResponse<Result>(
  _ response: Response, _ body: (UnsafePointer<http_response>) -> Result
) -> Result {
  unsafe response.headers.bytes.withUnsafeBytes { lines in
    unsafe response.body.withUnsafeBufferPointer { bytes in
      var converted = unsafe http_response(
        status: UInt32(clamping: response.status),
        headers: lines.assumingMemoryBound(to: CChar.self).baseAddress,
        header_count: response.headers.count, body: bytes.baseAddress, body_bytes: bytes.count,
        gzips: response.isGzipped && !bytes.isEmpty, closes: response.closesConnection)
      return unsafe body(&converted)
    }
  }
}

extension RefusedRequest {
  fileprivate init(
    _ exchange: OpaquePointer?, _ refusal: http_refusal, id: UnsafePointer<CChar>
  ) {
    let isHeadKnown = unsafe exchange.map { unsafe http_exchange_method($0) != nil } ?? false
    func text(_ read: (OpaquePointer) -> UnsafePointer<CChar>?) -> String? {
      guard isHeadKnown, let exchange = unsafe exchange else { return nil }
      return unsafe read(exchange).map { unsafe String(cString: $0) }
    }
    func header(_ name: String) -> String? {
      var position = 0
      let value = unsafe text { unsafe http_exchange_header($0, name, &position) }
      // Both headers that are read here stand once, or say nothing.
      let next = unsafe text { unsafe http_exchange_header($0, name, &position) }
      return next == nil ? value : nil
    }
    self.refusal = Refusal(refusal)
    status = Int(http_refusal_status(refusal))
    unsafe requestID = ShortText(cString: id)
    method =
      isHeadKnown
      ? unsafe Method(rawValue: UInt8(http_exchange_method_number(exchange!).rawValue)) : nil
    path = unsafe text { unsafe http_exchange_target($0) }
      .flatMap { $0.split(separator: "?", omittingEmptySubsequences: false).first.map(String.init) }
    bodyByteCount =
      unsafe exchange.map { unsafe Int(clamping: http_exchange_declared_bytes($0)) } ?? 0
    origin = header("Origin")
    traceParent = header("traceparent").map { ShortText($0.utf8) }
  }
}

extension Refusal {
  fileprivate init(_ refusal: http_refusal) {
    switch refusal {
    case HTTP_REFUSED_CONNECTIONS: self = .connections
    case HTTP_REFUSED_DESCRIPTORS: self = .descriptors
    case HTTP_REFUSED_BODIES: self = .bodies
    case HTTP_REFUSED_MEMORY: self = .memory
    case HTTP_REFUSED_HEAD_TIMEOUT: self = .headTimeout
    case HTTP_REFUSED_BODY_TIMEOUT: self = .bodyTimeout
    case HTTP_REFUSED_BODY_SILENCE: self = .bodySilence
    case HTTP_REFUSED_LENGTH_MISSING: self = .lengthMissing
    case HTTP_REFUSED_BODY_SIZE: self = .bodySize
    case HTTP_REFUSED_TARGET_SIZE: self = .targetSize
    case HTTP_REFUSED_HEAD_SIZE: self = .headSize
    case HTTP_REFUSED_HEADER_LINES: self = .headerLines
    case HTTP_REFUSED_METHOD: self = .method
    case HTTP_REFUSED_VERSION: self = .version
    default: self = .malformed
    }
  }
}

extension ShortText {
  fileprivate init(cString text: UnsafePointer<CChar>) {
    let count = unsafe strnlen(text, ShortText.bytesMax)
    self.init((0..<count).lazy.map { unsafe UInt8(bitPattern: text[$0]) })
  }
}

extension ServerError {
  fileprivate init(_ result: http_server_result, _ address: ListenAddress, _ reason: String) {
    switch result {
    case HTTP_SERVER_BAD_ADDRESS: self = .badAddress(address, reason: reason)
    case HTTP_SERVER_ADDRESS_IN_USE: self = .addressInUse(address)
    case HTTP_SERVER_UNSUPPORTED_LIBRARY: self = .unsupportedLibrary(version: reason)
    default: self = .system(reason: reason)
    }
  }
}

extension String {
  fileprivate init(decodingCString text: [CChar]) {
    self.init(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension Duration {
  fileprivate var milliseconds: UInt32 {
    let (seconds, attoseconds) = components
    let (milliseconds, isOverflowing) = seconds.multipliedReportingOverflow(by: 1000)
    return isOverflowing
      ? UInt32.max : UInt32(clamping: milliseconds + attoseconds / 1_000_000_000_000_000)
  }
}

// MARK: From C to Swift: free functions, since a closure would belong to the actor that made it

private func handler(_ context: UnsafeMutableRawPointer?) -> any RequestHandler {
  unsafe Unmanaged<HandlerBox>.fromOpaque(context!).takeUnretainedValue().handler
}

private func admit(context: UnsafeMutableRawPointer?, exchange: OpaquePointer?) {
  let exchange = unsafe Exchange(exchange!)
  unsafe handler(context).admit(exchange)
}

private func handle(context: UnsafeMutableRawPointer?, exchange: OpaquePointer?) {
  // A request with a body was adopted when it was admitted.
  let adopted = unsafe http_exchange_context(exchange).map {
    unsafe Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue()
  }
  let exchange = unsafe adopted ?? Exchange(exchange!)
  unsafe handler(context).handle(exchange)
}

private func keep(
  context: UnsafeMutableRawPointer?, server: OpaquePointer?, refusal: http_refusal, status: UInt32,
  detail: UnsafePointer<CChar>?
) {
  let request = unsafe RefusedRequest(nil, refusal, id: HTTP_REQUEST_ID_PLACE)
  let response = unsafe handler(context).response(to: request, detail: String(cString: detail!))
  unsafe withCResponse(response) { unsafe http_keep_answer(server, refusal, $0) }
}

private func refuse(
  context: UnsafeMutableRawPointer?, exchange: OpaquePointer?, refusal: http_refusal,
  status: UInt32, detail: UnsafePointer<CChar>?
) {
  let request = unsafe RefusedRequest(exchange, refusal, id: http_exchange_id(exchange!))
  let response = unsafe handler(context).response(to: request, detail: String(cString: detail!))
  var bytes = 0
  let result = unsafe withCResponse(response) {
    unsafe http_exchange_respond(exchange, $0, &bytes)
  }
  guard result == HTTP_RESPONDED else { return }
  unsafe handler(context).noteRefusal(
    of: request, bytesSent: request.method == .head ? 0 : bytes)
}

private func refused(
  context: UnsafeMutableRawPointer?, exchange: OpaquePointer?, refusal: http_refusal,
  id: UnsafePointer<CChar>?, bytes: Int
) {
  let request = unsafe RefusedRequest(exchange, refusal, id: id!)
  unsafe handler(context).noteRefusal(of: request, bytesSent: bytes)
}

private func letGo(exchange: UnsafeMutableRawPointer?) {
  unsafe Unmanaged<Exchange>.fromOpaque(exchange!).release()
}

private func log(context: UnsafeMutableRawPointer?, line: UnsafePointer<CChar>?) {
  unsafe handler(context).log(String(cString: line!))
}

/// A file that is built into the program, as it was then.
public struct BuiltInDocument: Sendable {
  /// Where it is served.
  public let path: String
  public let mediaType: String
  public let bytes: [UInt8]

  /// All of them.
  public static let all: [BuiltInDocument] = {
    var count = 0
    let start = unsafe http_documents(&count)
    return unsafe UnsafeBufferPointer(start: start, count: count).map { file in
      let bytes = unsafe Array(UnsafeBufferPointer(start: file.body, count: file.bytes))
      return unsafe BuiltInDocument(
        path: String(cString: file.path), mediaType: String(cString: file.media_type), bytes: bytes)
    }
  }()
}

/// What the program was told of itself when it was built.
public enum Build {
  /// The commit that it was built from; nil where nobody said so.
  public static let commit: String? = {
    let commit = unsafe String(cString: http_build_commit())
    return commit.isEmpty ? nil : commit
  }()
}
