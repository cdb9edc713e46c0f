public import Dispatch

/// Runs work after a time: the heartbeats of streams, the ends of polls, and the pauses between two attempts.
///
/// All timers of the service are set here, so tests can give it a clock that they move forward themselves.
public struct ServiceClock: Sendable {
  /// Runs work on a queue after a time.
  let after: @Sendable (Duration, DispatchQueue, @escaping @Sendable () -> Void) -> Void

  /// Creates a clock from a function that runs work on a queue after a time.
  public init(
    after: @escaping @Sendable (Duration, DispatchQueue, @escaping @Sendable () -> Void) -> Void
  ) {
    self.after = after
  }

  /// The clock of the system.
  public static let system = ServiceClock { time, queue, work in
    queue.asyncAfter(deadline: .now() + time / .seconds(1), execute: work)
  }
}
