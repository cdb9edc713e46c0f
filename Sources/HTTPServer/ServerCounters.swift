/// The numbers of a running server. Each is exact, but they are not read at the same moment.
public struct ServerCounters: Sendable, Hashable {
  /// Open connections.
  public var connectionsOpen = 0
  /// Open connections by phase; their sum is ``connectionsOpen``.
  public var connections = ConnectionCounts()
  /// Connections accepted since the start.
  public var connectionsAccepted = 0
  /// Connections refused since the start because of `connectionsMax`.
  public var connectionsOverCap = 0
  /// Connections refused since the start for lack of a file descriptor.
  public var connectionsWithoutDescriptor = 0
  /// Connections closed by a time limit since the start, by phase.
  public var connectionsTimedOut = ConnectionCounts()
  /// Requests with a complete head whose answer the client has not yet received.
  public var requestsInFlight = 0
  /// Complete heads since the start.
  public var requestsReceived = 0
  /// Bodies that use memory.
  public var bodiesInFlight = 0
  /// The bytes that they use.
  public var bodyBytesInFlight = 0
  /// The bytes of free buffers that are kept for some seconds for the next bodies.
  public var bodyBytesSpare = 0
  /// The bytes of answers in memory, as they are sent.
  public var answerBytesInFlight = 0
  /// Exchanges that have begun with a request line, and that the server or its handler still holds.
  public var exchangesHeld = 0
}

/// Numbers of connections by phase.
public struct ConnectionCounts: Sendable, Hashable {
  /// New, or a head is arriving.
  public var head: Int
  /// A body is arriving.
  public var body: Int
  /// The handler works, or the request waits for it.
  public var handling: Int
  /// The client is taking an answer.
  public var answer: Int
  /// An answer is being sent in pieces.
  public var stream: Int
  /// Between two requests.
  public var idle: Int

  /// Creates counts.
  public init(
    head: Int = 0, body: Int = 0, handling: Int = 0, answer: Int = 0, stream: Int = 0, idle: Int = 0
  ) {
    (self.head, self.body, self.handling) = (head, body, handling)
    (self.answer, self.stream, self.idle) = (answer, stream, idle)
  }
}
