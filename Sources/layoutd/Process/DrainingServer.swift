import HTTPServer
import LayoutService
import Logging

/// A server that announces itself when it runs, and is drained before the program ends.
struct DrainingServer {
  let server: Server
  /// The server of `--metrics-listen`, if it is set. It runs until the main server has stopped.
  let operations: Server?
  let service: Service
  let drainDelay: Duration
  let drainTimeout: Duration
  let logger: Logger

  /// Answers requests until a signal ends the program. Returns when the requests in flight are finished, or after the
  /// drain timeout.
  func run(until signals: ProgramSignals) {
    // Signals are already caught, so the reader of this line may send one. If the line cannot be written, the server
    // still runs.
    try? OperatingSystem.write(
      Array("layoutd listening on http://\(server.address)\n".utf8),
      to: OperatingSystem.standardOutput)
    logger.info("listening", metadata: ["address": "\(server.address)"])
    if let operations {
      logger.info("listening for operations", metadata: ["address": "\(operations.address)"])
    }
    signals.waitForEnd()

    // Load balancers need some time to notice that `/readyz` is 503, so connections are refused later.
    service.beginDrain()
    logger.info(
      "draining",
      metadata: [
        "delay": "\(Quantity.text(duration: drainDelay))",
        "timeout": "\(Quantity.text(duration: drainTimeout))",
      ])
    OperatingSystem.sleep(drainDelay)
    server.beginDrain()
    let end = ContinuousClock.now + drainTimeout
    closeIdleConnections(until: min(end, .now + .seconds(1)))
    service.endFollowing()
    server.stop(within: max(.zero, end - .now))
    operations?.stop(within: .seconds(1))
    logger.info("stopped")
  }

  /// Waits until the server has closed its idle connections: a proxy would send the next poll of a client that is
  /// answered on one of these.
  private func closeIdleConnections(until end: ContinuousClock.Instant) {
    while server.counters.connections.idle > 0, .now < end {
      OperatingSystem.sleep(.milliseconds(20))
    }
  }
}
