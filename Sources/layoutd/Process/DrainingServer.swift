import Dispatch
import HTTPServer
import LayoutService
import Logging
import ServiceLifecycle

/// The server in the program's lifecycle: it is announced when it runs and drained when the program ends.
struct DrainingServer: ServiceLifecycle.Service, CustomStringConvertible {
  let server: Server
  /// The server of `--metrics-listen`, if it is set. It runs until the main server has stopped.
  let operations: Server?
  let service: LayoutService.Service
  let drainDelay: Duration
  let drainTimeout: Duration
  let logger: Logger

  var description: String { "server" }

  func run() async throws {
    // Signals are caught already, so whoever reads this line may send one. The server runs also if nobody reads it.
    try? OperatingSystem.write(
      Array("layoutd listening on http://\(server.address)\n".utf8),
      to: OperatingSystem.standardOutput)
    logger.info("listening", metadata: ["address": "\(server.address)"])
    if let operations {
      logger.info("listening for operations", metadata: ["address": "\(operations.address)"])
    }
    try await gracefulShutdown()

    // Balancers need some time to notice that `/readyz` is 503, so connections are refused later.
    service.beginDrain()
    logger.info(
      "draining",
      metadata: [
        "delay": "\(Quantity.text(duration: drainDelay))",
        "timeout": "\(Quantity.text(duration: drainTimeout))",
      ])
    try await Task.sleep(for: drainDelay)
    server.beginDrain()
    await stop()
    logger.info("stopped")
  }

  /// Waits for requests in flight on a thread of its own, since the cooperative threads have to handle a second signal.
  private func stop() async {
    let (server, operations, drainTimeout) = (server, operations, drainTimeout)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        server.stop(within: drainTimeout)
        operations?.stop(within: .seconds(1))
        continuation.resume()
      }
    }
  }
}
