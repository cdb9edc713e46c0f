/// Numbers of a running server. Each is exact by itself; they need not fit together to the last unit.
public struct ServerCounters: Sendable, Hashable {
  /// Now open.
  public var connectionsOpen = 0
  /// Now open, by what they are at; their sum is ``connectionsOpen``.
  public var connections = ConnectionCounts()
  /// Since the start.
  public var connectionsAccepted = 0
  /// Refused since the start: as many were open as may be.
  public var connectionsOverCap = 0
  /// Refused since the start: no descriptor was left.
  public var connectionsWithoutDescriptor = 0
  /// Closed by a deadline since the start, by what they were at.
  public var connectionsTimedOut = ConnectionCounts()
  /// Head complete, answer not yet taken.
  public var requestsInFlight = 0
  /// Heads completed since the start.
  public var requestsReceived = 0
  /// How many bodies hold memory.
  public var bodiesInFlight = 0
  /// How many bytes they hold.
  public var bodyBytesInFlight = 0
  /// How many bytes the buffers have that wait for the next bodies, for some seconds.
  public var bodyBytesSpare = 0
  /// Bytes of answers that are held now, as they are sent.
  public var answerBytesInFlight = 0
  /// Begun by a request line, and held by the server or its handler.
  public var exchangesHeld = 0
}

/// Connections by what they are at.
public struct ConnectionCounts: Sendable, Hashable {
  /// New, or a head is arriving.
  public var head: Int
  /// A body is arriving.
  public var body: Int
  /// The handler's turn, also while the request waits for it.
  public var handling: Int
  /// The client is taking an answer.
  public var answer: Int
  /// An answer is being sent in pieces.
  public var stream: Int
  /// Between two requests.
  public var idle: Int

  /// The numbers of each state.
  public init(
    head: Int = 0, body: Int = 0, handling: Int = 0, answer: Int = 0, stream: Int = 0, idle: Int = 0
  ) {
    (self.head, self.body, self.handling) = (head, body, handling)
    (self.answer, self.stream, self.idle) = (answer, stream, idle)
  }
}
