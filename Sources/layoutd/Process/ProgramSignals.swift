import Dispatch
import Glibc
import Synchronization

/// The signals that the program handles. SIGHUP reads the API keys again, the first SIGTERM or SIGINT lets requests in
/// flight finish, the second one ends the program at once.
final class ProgramSignals {
  private let end: DispatchSemaphore
  private let sources: [any DispatchSourceSignal]

  /// Handles the signals from now on. Returns when the system delivers them.
  init(reload: @escaping @Sendable () -> Void) {
    let (end, queue) = (DispatchSemaphore(value: 0), DispatchQueue(label: "layoutd.signals"))
    let ending = EndSignals(end)
    let actions: [(Int32, @Sendable () -> Void)] = [
      (SIGHUP, reload), (SIGTERM, { ending.received(SIGTERM) }),
      (SIGINT, { ending.received(SIGINT) }),
    ]
    let registered = DispatchSemaphore(value: 0)
    sources = actions.map { signal, act in
      let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
      source.setEventHandler(handler: act)
      source.setRegistrationHandler { registered.signal() }
      source.activate()
      return source
    }
    for _ in actions { registered.wait() }
    self.end = end
  }

  /// Waits for the first SIGTERM or SIGINT.
  func waitForEnd() { end.wait() }

  deinit {
    for source in sources { source.cancel() }
  }

  /// The effect of SIGTERM and SIGINT.
  private final class EndSignals: Sendable {
    private let end: DispatchSemaphore
    private let hasBegun = Atomic(false)

    init(_ end: DispatchSemaphore) { self.end = end }

    func received(_ signal: Int32) {
      // The status that a shell reports for a process ended by this signal.
      if hasBegun.exchange(true, ordering: .relaxed) {
        OperatingSystem.exitNow(status: 128 + signal)
      }
      end.signal()
    }
  }
}
