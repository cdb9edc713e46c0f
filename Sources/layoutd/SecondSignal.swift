import ServiceLifecycle
import UnixSignals

/// Ends the program at once when it is told to end a second time.
struct SecondSignal: Service, CustomStringConvertible {
  /// What tells the program to end.
  static let signals: [UnixSignal] = [.sigterm, .sigint]

  var description: String { "second signal" }

  func run() async throws {
    var count = 0
    for await signal in await UnixSignalsSequence(trapping: Self.signals)
      .cancelOnGracefulShutdown()
    {
      count += 1
      // The status that a shell reports for a process that the signal ended.
      if count == 2 { OperatingSystem.exitNow(status: 128 + signal.rawValue) }
    }
  }
}
