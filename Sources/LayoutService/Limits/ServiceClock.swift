public import Dispatch
import Synchronization

/// Runs work after a time: the heartbeats of streams, the ends of polls, and the pauses between two attempts.
///
/// All timers of the service are set here, so tests can give it a clock that they move forward themselves.
public struct ServiceClock: Sendable {
  /// Cancels a timer. The timer's work is released at once.
  public typealias Cancellation = @Sendable () -> Void

  private let set:
    @Sendable (Duration, DispatchQueue, @escaping @Sendable () -> Void) -> Cancellation

  /// Creates a clock from a function that runs work on a queue after a time, unless it is cancelled before.
  public init(
    set:
      @escaping @Sendable (Duration, DispatchQueue, @escaping @Sendable () -> Void) ->
      Cancellation
  ) {
    self.set = set
  }

  /// Runs work on a queue after a time.
  @discardableResult func after(
    _ time: Duration, _ queue: DispatchQueue, _ work: @escaping @Sendable () -> Void
  ) -> Cancellation {
    set(time, queue, work)
  }

  /// The clock of the system.
  public static let system = ServiceClock { time, queue, work in
    let timer = SystemTimer(time, queue, work)
    return { timer.cancel() }
  }
}

/// A timer of the system. `asyncAfter` would keep the work until its time, even if it is cancelled.
private final class SystemTimer: Sendable {
  private let source: Mutex<any DispatchSourceTimer>

  init(_ time: Duration, _ queue: DispatchQueue, _ work: @escaping @Sendable () -> Void) {
    source = Mutex(DispatchSource.makeTimerSource(queue: queue))
    source.withLock { source in
      // The handler retains the timer until it is cancelled.
      source.setEventHandler {
        self.cancel()
        work()
      }
      source.schedule(deadline: .now() + time / .seconds(1))
      source.activate()
    }
  }

  func cancel() { source.withLock { $0.cancel() } }
}
