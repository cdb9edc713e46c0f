internal import CHTTPServer
import Synchronization

/// An HTTP/1.1 server. It accepts connections from `init` on.
@safe public final class Server: Sendable {
  private nonisolated(unsafe) let server: OpaquePointer
  private let handler: HandlerBox
  private let isStopped = Mutex(false)

  /// The address on which it listens, such as `127.0.0.1:8080` or `[::]:8080`.
  public let address: String
  /// The port on which it listens.
  public let port: Int
  /// The greatest number of open connections: as configured, or less if the descriptor limit is lower.
  public let connectionsMax: Int

  /// The version of the linked libmicrohttpd.
  public static var libraryVersion: String { unsafe String(cString: http_library_version()) }

  /// Starts to listen and to accept connections.
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

  /// Stops accepting connections before it returns, and closes idle ones. The other connections are closed after their
  /// answers.
  public func beginDrain() {
    unsafe http_server_begin_drain(server)
  }

  /// Drains the server, waits until all connections are closed but at most for `time`, and closes the remaining ones.
  /// Blocks, so do not call it in the handler. The handler is not called afterwards.
  public func stop(within time: Duration) {
    isStopped.withLock { isStopped in
      if !isStopped { unsafe http_server_stop(server, time.milliseconds) }
      isStopped = true
    }
  }

  /// Moves the clock of a server whose time stands still, and returns after the server has looked at all time limits.
  /// It takes a second or more at once for a standstill of the process. Do not call it in the handler.
  package func pass(_ time: Duration) {
    unsafe http_server_pass_time(server, time.milliseconds)
  }

  /// The present numbers of the server.
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
      bodyBytesSpare: Int(clamping: read.body_bytes_spare),
      answerBytesInFlight: Int(clamping: read.answer_bytes_in_flight),
      exchangesHeld: Int(clamping: read.exchanges_held))
  }
}

extension ConnectionCounts {
  fileprivate init(_ counts: http_connection_counts) {
    self.init(
      head: Int(clamping: counts.head), body: Int(clamping: counts.body),
      handling: Int(clamping: counts.handling), answer: Int(clamping: counts.answer),
      stream: Int(clamping: counts.stream), idle: Int(clamping: counts.idle))
  }
}

/// The context of the C callbacks. The `Server` retains it until all of them have returned.
final class HandlerBox: Sendable {
  let handler: any RequestHandler

  init(_ handler: any RequestHandler) {
    self.handler = handler
  }
}

private func start(
  _ configuration: ServerConfiguration, _ box: HandlerBox, _ server: inout OpaquePointer?,
  _ message: inout [CChar]
) -> http_server_result {
  var callbacks = allCallbacks()
  return unsafe configuration.listen.host.withCString { host in
    var options = unsafe http_server_options(
      host: host, port: configuration.listen.port,
      threads: UInt32(clamping: configuration.threadCount ?? 0),
      connections_max: UInt32(clamping: configuration.connectionsMax),
      descriptors_reserved: UInt32(clamping: configuration.descriptorsReserved),
      body_bytes_max: Int(clamping: configuration.bodyBytesMax),
      bodies_in_flight_bytes_max: Int(clamping: configuration.bodiesInFlightBytesMax),
      answers_in_flight_bytes_max: Int(clamping: configuration.answersInFlightBytesMax),
      stream_unsent_bytes_max: Int(clamping: configuration.streamUnsentBytesMax),
      target_bytes_max: Int(clamping: configuration.targetBytesMax),
      head_bytes_max: Int(clamping: configuration.headBytesMax),
      header_lines_max: UInt32(clamping: configuration.headerLinesMax),
      head_timeout: configuration.headTimeout.milliseconds,
      body_timeout: configuration.bodyTimeout.milliseconds,
      body_bytes_per_second_min: UInt32(clamping: configuration.bodyBytesPerSecondMin),
      body_silence: configuration.bodySilence.milliseconds,
      idle_timeout: configuration.idleTimeout.milliseconds,
      answer_timeout: configuration.answerTimeout.milliseconds,
      requests_per_connection_max: UInt32(clamping: configuration.requestsPerConnectionMax),
      time_stands_still: configuration.timeStandsStill)
    let context = unsafe Unmanaged.passUnretained(box).toOpaque()
    return unsafe http_server_start(
      &options, &callbacks, context, &server, &message, message.count)
  }
}
