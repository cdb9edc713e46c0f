import Dispatch
import HTTPServer
import LayoutService
import Logging
import ServiceLifecycle

/// The server in the program's lifecycle: announced when it runs, drained when it ends.
struct DrainingServer: Service, CustomStringConvertible {
  let server: Server
  /// The server of the operations door, where it has one of its own. It goes on until the other one has stopped.
  let operations: Server?
  let service: LayoutService
  let drainDelay: Duration
  let drainTimeout: Duration
  let logger: Logger

  var description: String { "server" }

  func run() async throws {
    // Written once signals are caught, so that whoever reads it may send one at once. That nobody
    // reads it is no reason not to serve.
    try? OperatingSystem.write(
      Array("layoutd listening on http://\(server.address)\n".utf8),
      to: OperatingSystem.standardOutput)
    logger.info("listening", metadata: ["address": "\(server.address)"])
    if let operations {
      logger.info("listening for operations", metadata: ["address": "\(operations.address)"])
    }
    try await gracefulShutdown()

    // Unready first, refusing later: balancers take their time to look away.
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

  /// Waits for requests in flight on a thread that may block: the cooperative ones have to stay free
  /// for a second signal.
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
