import HTTPServer
import LayoutService
import Logging

/// A server that is announced when it runs and drained before the program ends.
struct DrainingServer {
  let server: Server
  /// The server of `--metrics-listen`, if it is set. It runs until the main server has stopped.
  let operations: Server?
  let service: Service
  let drainDelay: Duration
  let drainTimeout: Duration
  let logger: Logger

  /// Answers requests until a signal ends the program; returns when those in flight are finished, or their time is over.
  func run(until signals: ProgramSignals) {
    // Signals are caught already, so whoever reads this line may send one. The server runs also if nobody reads it.
    try? OperatingSystem.write(
      Array("layoutd listening on http://\(server.address)\n".utf8),
      to: OperatingSystem.standardOutput)
    logger.info("listening", metadata: ["address": "\(server.address)"])
    if let operations {
      logger.info("listening for operations", metadata: ["address": "\(operations.address)"])
    }
    signals.waitForEnd()

    // Balancers need some time to notice that `/readyz` is 503, so connections are refused later.
    service.beginDrain()
    logger.info(
      "draining",
      metadata: [
        "delay": "\(Quantity.text(duration: drainDelay))",
        "timeout": "\(Quantity.text(duration: drainTimeout))",
      ])
    OperatingSystem.sleep(drainDelay)
    server.beginDrain()
    server.stop(within: drainTimeout)
    operations?.stop(within: .seconds(1))
    logger.info("stopped")
  }
}
