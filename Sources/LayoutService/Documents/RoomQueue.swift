import Dispatch
import Synchronization

/// Streams that wait until there is room for their next events, in the order in which they came.
///
/// They are tried again when a stream has given room back. Other answers tell nobody when they do, so the first one is
/// also tried again after a pause, each twice as long as the one before.
final class RoomQueue: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Bool] = []
    /// The time until the next look, and whether that is going to happen.
    var pause = RoomQueue.pauses.lowerBound
    var isTimed = false
  }

  private static let pauses = Duration.milliseconds(100)...Duration.milliseconds(3200)
  /// Where all of this happens, so that no two look at a time.
  private let queue: DispatchQueue
  private let state = Mutex(State())

  init(_ queue: DispatchQueue) { self.queue = queue }

  /// How many wait.
  var count: Int { state.withLock { $0.waiting.count } }

  /// Has a stream wait behind those that do.
  ///
  /// - Parameter hasRoom: Reserves the room; true where the stream need not wait any more.
  func wait(_ hasRoom: @escaping @Sendable () -> Bool) {
    state.withLock { $0.waiting.append(hasRoom) }
    lookLater()
  }

  /// Lets those go on for whom there is room, in their order. On the queue.
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
    queue.asyncAfter(deadline: .now() + pause / .seconds(1)) { [weak self] in
      guard let self else { return }
      state.withLock { $0.isTimed = false }
      look()
    }
  }
}
