import HTTPServer
import LayoutService

extension ServiceMetrics {
  /// Adds the last reading of the API keys.
  func read(from keys: APIKeysFile) {
    setReading(.keys) { Double(keys.reading.keyCount) }
    setReading(.keysReadSucceeded) { keys.reading.hasSucceeded ? 1 : 0 }
    setReading(.keysReadTime) { keys.reading.seconds }
  }

  /// Adds the server's numbers to the service's, and the limits to compare them with.
  func read(from server: Server, _ configuration: Configuration) {
    func set(
      _ reading: Reading, _ labels: [(String, String)] = [],
      _ number: @escaping @Sendable (ServerCounters) -> Int
    ) {
      // Weak, because the server retains the service, which retains the metrics.
      setReading(reading, labels: labels) { [weak server] in
        server.map { Double(number($0.counters)) } ?? 0
      }
    }
    set(.connections, [("state", "head")]) { $0.connections.head }
    set(.connections, [("state", "body")]) { $0.connections.body }
    set(.connections, [("state", "handling")]) { $0.connections.handling }
    set(.connections, [("state", "answer")]) { $0.connections.answer }
    set(.connections, [("state", "stream")]) { $0.connections.stream }
    set(.connections, [("state", "idle")]) { $0.connections.idle }
    set(.connectionsAccepted) { $0.connectionsAccepted }
    set(.connectionsRefused, [("reason", "max-connections")]) { $0.connectionsOverCap }
    set(.connectionsRefused, [("reason", "descriptors")]) { $0.connectionsWithoutDescriptor }
    // A closed idle connection was not too slow, so it is not counted.
    set(.connectionsTimedOut, [("state", "head")]) { $0.connectionsTimedOut.head }
    set(.connectionsTimedOut, [("state", "body")]) { $0.connectionsTimedOut.body }
    set(.connectionsTimedOut, [("state", "answer")]) { $0.connectionsTimedOut.answer }
    set(.connectionsTimedOut, [("state", "stream")]) { $0.connectionsTimedOut.stream }
    set(.requestsInFlight) { $0.requestsInFlight }
    set(.bodiesInFlight) { $0.bodiesInFlight }
    set(.bodyBytesInFlight) { $0.bodyBytesInFlight }
    set(.bodyBytesSpare) { $0.bodyBytesSpare }
    set(.answerBytesInFlight) { $0.answerBytesInFlight }

    for (reading, limit) in [
      (.connectionsLimit, server.connectionsMax),
      (.bodiesLimitBytes, configuration.server.bodiesInFlightBytesMax),
      (.answersLimitBytes, configuration.server.answersInFlightBytesMax),
      (.memoryLimitBytes, configuration.memoryLimitBytes),
      (.memoLimitBytes, configuration.limits.memoBytes),
      (.snapshotLimitBytes, configuration.limits.snapshotBytes),
    ] as [(Reading, Int)] {
      setReading(reading) { Double(limit) }
    }
  }
}
