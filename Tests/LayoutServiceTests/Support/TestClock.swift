import Dispatch
import Synchronization
import TestClient

@testable import LayoutService

/// A clock that a test moves forward.
final class TestClock: Sendable {
  private struct Timer: Sendable {
    let number: Int
    let end: Duration
    let queue: DispatchQueue
    let work: @Sendable () -> Void
  }

  private let state = Mutex((now: Duration.zero, count: 0, timers: [Timer]()))

  /// What the service gets.
  var clock: ServiceClock {
    ServiceClock { time, queue, work in
      let number = self.state.withLock { state in
        state.count += 1
        state.timers.append(
          Timer(number: state.count, end: state.now + time, queue: queue, work: work))
        return state.count
      }
      return { self.state.withLock { $0.timers.removeAll { $0.number == number } } }
    }
  }

  /// The number of things to do later.
  var timerCount: Int { state.withLock { $0.timers.count } }

  /// Moves the time forward in steps until a condition is true; false after a minute.
  func advance(by step: Duration, until isSo: () throws -> Bool) rethrows -> Bool {
    try eventually {
      if try isSo() { return true }
      advance(by: step)
      return false
    }
  }

  /// Moves the time forward and runs the timers that are due, in order, including those that they set.
  func advance(by time: Duration) {
    let end = state.withLock { $0.now + time }
    while let timer = next(until: end) { timer.queue.sync(execute: timer.work) }
    state.withLock { $0.now = max($0.now, end) }
  }

  private func next(until end: Duration) -> Timer? {
    state.withLock { state in
      let number = state.timers.indices.min { state.timers[$0].end < state.timers[$1].end }
      guard let number, state.timers[number].end <= end else { return nil }
      state.now = max(state.now, state.timers[number].end)
      return state.timers.remove(at: number)
    }
  }
}
