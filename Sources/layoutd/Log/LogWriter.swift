import Dispatch
import Synchronization

/// A queue of lines to be written to a descriptor. Threads that log never wait for the reader of the log.
///
/// One thread writes the lines of a few milliseconds at once, because waking it and writing cost more than making a
/// line. When `capacity` bytes are waiting, further lines are dropped and counted. Adding a line does not allocate.
final class LogWriter: Sendable {
  private struct State {
    /// Complete lines that the thread has not removed yet.
    var waiting: [UInt8] = []
    /// The lines that the thread is writing. The two buffers keep their memory and are swapped.
    var taken: [UInt8] = []
    /// Whether the thread has been woken and will read the waiting lines.
    var isAwake = false
    var droppedCount = 0
    /// Dropped lines that the log has not reported yet.
    var untoldCount = 0
  }

  private static let gatheringTime = Duration.milliseconds(5)

  private let descriptor: Int32
  private let capacity: Int
  private let notice: @Sendable (Int) -> [UInt8]
  private let thread = DispatchQueue(label: "layoutd.log")
  /// Wakes the thread without allocating.
  private let wake: Mutex<any DispatchSourceUserDataAdd>
  private let state = Mutex(State())

  /// - Parameter notice: Returns the line that reports a number of dropped lines.
  init(
    descriptor: Int32, capacity: Int = 1 << 20, notice: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.descriptor = descriptor
    self.capacity = capacity
    self.notice = notice
    wake = Mutex(DispatchSource.makeUserDataAddSource(queue: thread))
    state.withLock {
      $0.waiting.reserveCapacity(capacity)
      $0.taken.reserveCapacity(capacity)
    }
    wake.withLock {
      $0.setEventHandler { [weak self] in
        OperatingSystem.sleep(LogWriter.gatheringTime)
        self?.writeWaiting()
      }
      $0.activate()
    }
  }

  /// The number of dropped lines.
  var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// Adds a complete line or drops it. Never waits.
  func write(_ line: Span<UInt8>) {
    let isFirst = state.withLock { state in
      guard state.waiting.count + line.count <= capacity else {
        state.droppedCount += 1
        state.untoldCount += 1
        return false
      }
      state.waiting.append(line)
      defer { state.isAwake = true }
      return !state.isAwake
    }
    if isFirst { wake.withLock { $0.add(data: 1) } }
  }

  /// Waits until everything is written, but at most for `time`.
  func flush(within time: Duration) {
    let written = DispatchSemaphore(value: 0)
    thread.async {
      self.writeWaiting()
      written.signal()
    }
    _ = written.wait(timeout: .now() + time / .seconds(1))
  }

  /// Runs on the thread.
  private func writeWaiting() {
    while true {
      let (lines, untoldCount) = state.withLock { state in
        state.taken.removeAll(keepingCapacity: true)
        swap(&state.taken, &state.waiting)
        state.isAwake = !state.taken.isEmpty
        defer { if state.isAwake { state.untoldCount = 0 } }
        return (state.taken, state.untoldCount)
      }
      if lines.isEmpty { return }
      do throws(OperatingSystem.Failure) {
        try OperatingSystem.write(lines, to: descriptor)
        if untoldCount > 0 { try OperatingSystem.write(notice(untoldCount), to: descriptor) }
      } catch {
        // The service must go on even if the log is not read.
        let lost = lines.count { $0 == UInt8(ascii: "\n") }
        state.withLock {
          $0.droppedCount += lost
          $0.untoldCount += untoldCount + lost
        }
      }
    }
  }
}
