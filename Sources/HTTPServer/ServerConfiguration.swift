/// The settings of a server (docs/rules.md#limits).
public struct ServerConfiguration: Sendable {
  /// The address to listen on.
  public var listen: ListenAddress
  /// The number of network threads; nil means one per core.
  public var threadCount: Int?

  /// The greatest number of open connections (docs/rules.md#connection-limits). Also limited by the descriptor limit
  /// less
  /// 64. Beyond: 503.
  public var connectionsMax = 10_000
  /// The number of file descriptors that the process needs for other things.
  public var descriptorsReserved = 0
  /// The greatest length of a body, in bytes (docs/rules.md#body-limits). Beyond: 413.
  public var bodyBytesMax = 64 << 20
  /// The greatest sum of all bodies in memory, in bytes, counted as they arrive. Beyond: 503. A sixteenth is reserved
  /// for bodies of at most 64 KiB, which use the rest when that is full. One client address (an IPv6 prefix of 64 bits)
  /// can use at most half of the rest.
  public var bodiesInFlightBytesMax = 256 << 20
  /// The greatest sum of all answers in memory, in bytes, until their clients have received them
  /// (docs/rules.md#answer-limits). Beyond: 503 instead of an answer of more than 16 KiB; smaller ones are never
  /// refused.
  public var answersInFlightBytesMax = 256 << 20
  /// The greatest sum of the pieces of a stream that its client has not received, in bytes. If the client has received
  /// all earlier pieces, a piece may have any length. Beyond: the piece is not sent.
  public var streamUnsentBytesMax = 64 << 10
  /// The greatest length of the request target, in bytes (docs/rules.md#head-limits). Beyond: 414.
  public var targetBytesMax = 8 << 10
  /// The greatest length of the request line and the header lines together, in bytes. Beyond: 431.
  public var headBytesMax = 16 << 10
  /// The greatest number of header lines. Beyond: 431.
  public var headerLinesMax = 100
  /// The greatest number of requests on a connection. The last answer closes it.
  public var requestsPerConnectionMax = 10_000

  /// Time limit of a whole head, at any byte rate. Beyond: 408.
  public var headTimeout = Duration.seconds(10)
  /// Time limit of a whole body, extended by `bodyBytesPerSecondMin`. Beyond: 408.
  public var bodyTimeout = Duration.seconds(10)
  /// The time limit of a body grows by one second each time that this number of its bytes has arrived.
  public var bodyBytesPerSecondMin = 256 << 10
  /// Time limit between two bytes of a body. Beyond: 408.
  public var bodySilence = Duration.seconds(10)
  /// Time limit between an answer and the request line of the next request.
  public var idleTimeout = Duration.seconds(75)
  /// Time limit for the client to receive an answer, or a piece of a stream.
  public var answerTimeout = Duration.seconds(30)

  /// Whether time passes only by `Server.pass(_:)`, for tests of time limits.
  package var timeStandsStill = false

  public init(listen: ListenAddress) {
    self.listen = listen
  }
}
