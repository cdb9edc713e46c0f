/// Numbers of a running server. Each is exact by itself; they need not fit together to the last unit.
public struct ServerCounters: Sendable, Hashable {
  /// Now open.
  public var connectionsOpen = 0
  /// Since the start.
  public var connectionsAccepted = 0
  /// Since the start: over the connection cap, or no descriptor left.
  public var connectionsRefused = 0
  /// Since the start: a head, a body or the taking of an answer was too slow.
  public var connectionsTimedOut = 0
  /// Head complete, answer not yet taken.
  public var requestsInFlight = 0
  /// Heads completed since the start.
  public var requestsReceived = 0
  /// Bytes of bodies that are held now.
  public var bodyBytesInFlight = 0
  /// Bytes of answers that are held now, as they are sent.
  public var answerBytesInFlight = 0
  /// Begun by a request line, and held by the server or its handler.
  public var exchangesHeld = 0
}
