/// The settings of a server (docs/rules.md#limits).
public struct ServerConfiguration: Sendable {
  /// The address to listen on.
  public var listen: ListenAddress
  /// Network threads; nil is one for each core.
  public var threadCount: Int?

  /// Open connections (docs/rules.md#connection-limits); also bounded by the descriptor limit less 64. Beyond: 503.
  public var connectionsMax = 10_000
  /// Descriptors that the process needs for something else.
  public var descriptorsReserved = 0
  /// Bytes of one body (docs/rules.md#body-limits). Beyond: 413.
  public var bodyBytesMax = 64 << 20
  /// Bytes of all bodies that are held at one time, charged as they arrive. Beyond: 503. A sixteenth is for bodies of
  /// at most 64 KiB alone, which take of the rest where that is used up; one client address (of IPv6: a prefix of 64
  /// bits) holds at most half of the rest.
  public var bodiesInFlightBytesMax = 256 << 20
  /// Bytes of all answers that are held until their clients have taken them (docs/rules.md#answer-limits). Beyond: 503
  /// in place of an answer of more than 16 KiB; smaller ones are never refused.
  public var answersInFlightBytesMax = 256 << 20
  /// Bytes of the pieces of one stream that its client has not taken; a piece of any size is sent to a client that has
  /// taken all before it. Beyond: the piece is not sent.
  public var streamUnsentBytesMax = 64 << 10
  /// Bytes of the request target (docs/rules.md#head-limits). Beyond: 414.
  public var targetBytesMax = 8 << 10
  /// Bytes of the request line and the header lines together. Beyond: 431.
  public var headBytesMax = 16 << 10
  /// Header lines. Beyond: 431.
  public var headerLinesMax = 100
  /// Requests on one connection; the last one's answer closes it.
  public var requestsPerConnectionMax = 10_000

  /// For a whole head, whatever its byte rate. Beyond: 408.
  public var headTimeout = Duration.seconds(10)
  /// For a whole body, before `bodyBytesPerSecondMin` extends it. Beyond: 408.
  public var bodyTimeout = Duration.seconds(10)
  /// A body's time grows by one second for each time that this number of its bytes has arrived.
  public var bodyBytesPerSecondMin = 256 << 10
  /// Within a body, until its next byte. Beyond: 408.
  public var bodySilence = Duration.seconds(10)
  /// Between an answer and the request line of the next request.
  public var idleTimeout = Duration.seconds(75)
  /// For the client to take an answer, or a piece of a stream.
  public var answerTimeout = Duration.seconds(30)

  public init(listen: ListenAddress) {
    self.listen = listen
  }
}
