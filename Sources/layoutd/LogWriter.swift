import Dispatch
import Synchronization

/// Lines on their way to a descriptor: whoever logs never waits for who reads the log.
///
/// One thread writes. What comes when `capacity` bytes wait already is dropped and counted.
final class LogWriter: Sendable {
  private struct State {
    /// Whole lines that the thread has not taken yet.
    var waiting: [UInt8] = []
    var isWriting = false
    var droppedCount = 0
    /// Those of the dropped lines that the log has not told of.
    var untoldCount = 0
  }

  private let descriptor: Int32
  private let capacity: Int
  private let notice: @Sendable (Int) -> [UInt8]
  private let thread = DispatchQueue(label: "layoutd.log")
  private let state = Mutex(State())

  /// - Parameter notice: the line that tells of so many dropped ones.
  init(
    descriptor: Int32, capacity: Int = 256 << 10, notice: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.descriptor = descriptor
    self.capacity = capacity
    self.notice = notice
    state.withLock { $0.waiting.reserveCapacity(capacity) }
  }

  /// How many lines nobody will read.
  var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// Takes a whole line, or drops it. Never waits.
  func write(_ line: [UInt8]) {
    let isFirst = state.withLock { state in
      guard state.waiting.count + line.count <= capacity else {
        state.droppedCount += 1
        state.untoldCount += 1
        return false
      }
      state.waiting += line
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if isFirst { thread.async { self.writeWaiting() } }
  }

  /// Waits until everything is written, or the time is over.
  func flush(within time: Duration) {
    let written = DispatchSemaphore(value: 0)
    thread.async { written.signal() }
    _ = written.wait(timeout: .now() + time / .seconds(1))
  }

  private func writeWaiting() {
    var taken: [UInt8] = []
    taken.reserveCapacity(capacity)
    while true {
      let untoldCount = state.withLock { state in
        // Both keep their memory.
        taken.removeAll(keepingCapacity: true)
        swap(&taken, &state.waiting)
        state.isWriting = !taken.isEmpty
        defer { state.untoldCount = 0 }
        return state.untoldCount
      }
      if taken.isEmpty { return }
      // A log that nobody takes must not stop the service.
      try? OperatingSystem.write(taken, to: descriptor)
      if untoldCount > 0 { try? OperatingSystem.write(notice(untoldCount), to: descriptor) }
    }
  }
}
