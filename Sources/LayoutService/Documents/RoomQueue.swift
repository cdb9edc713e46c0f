import Dispatch
import Synchronization

/// Streams that wait for room for their next events, in the order in which they came.
///
/// They try again when a stream has released room. Other answers do not report that, so the first stream also tries
/// again after a pause; each pause is twice as long as the one before.
final class RoomQueue: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Bool] = []
    /// The time until the next attempt, and whether it is scheduled.
    var pause = RoomQueue.pauses.lowerBound
    var isTimed = false
  }

  private static let pauses = Duration.milliseconds(100)...Duration.milliseconds(3200)
  /// The queue that makes all attempts, so that no two happen at a time.
  private let queue: DispatchQueue
  private let clock: ServiceClock
  private let state = Mutex(State())

  init(_ queue: DispatchQueue, _ clock: ServiceClock) { (self.queue, self.clock) = (queue, clock) }

  /// The number of waiting streams.
  var count: Int { state.withLock { $0.waiting.count } }

  /// Adds a stream at the end of the queue.
  ///
  /// - Parameter hasRoom: Reserves the room; true if the stream need not wait any longer.
  func wait(_ hasRoom: @escaping @Sendable () -> Bool) {
    state.withLock { $0.waiting.append(hasRoom) }
    lookLater()
  }

  /// Lets streams continue for which there is room, in order. Must be called on the queue.
  func look() {
    while let hasRoom = state.withLock({ $0.waiting.first }), hasRoom() {
      state.withLock { state in
        state.waiting.removeFirst()
        state.pause = RoomQueue.pauses.lowerBound
      }
    }
    lookLater()
  }

  private func lookLater() {
    let pause: Duration? = state.withLock { state in
      guard !state.waiting.isEmpty, !state.isTimed else { return nil }
      defer { state.pause = min(state.pause * 2, RoomQueue.pauses.upperBound) }
      state.isTimed = true
      return state.pause
    }
    guard let pause else { return }
    clock.after(pause, queue) { [weak self] in
      guard let self else { return }
      state.withLock { $0.isTimed = false }
      look()
    }
  }
}
