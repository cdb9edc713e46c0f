import Dispatch
import Synchronization

/// Lines on their way to a descriptor: whoever logs never waits for who reads the log.
///
/// One thread writes, a few milliseconds' lines at a time: to wake it and to write cost more than to
/// make a line. What comes when `capacity` bytes wait already is dropped and counted. Taking a line
/// allocates nothing.
final class LogWriter: Sendable {
  private struct State {
    /// Whole lines that the thread has not taken yet.
    var waiting: [UInt8] = []
    /// What the thread writes. Both keep their memory and change places.
    var taken: [UInt8] = []
    /// Whether the thread will look at what waits.
    var isAwake = false
    var droppedCount = 0
    /// Those of the dropped lines that the log has not told of.
    var untoldCount = 0
  }

  private static let gatheringMilliseconds: UInt32 = 5

  private let descriptor: Int32
  private let capacity: Int
  private let notice: @Sendable (Int) -> [UInt8]
  private let thread = DispatchQueue(label: "layoutd.log")
  /// Wakes the thread without allocating.
  private let wake: Mutex<any DispatchSourceUserDataAdd>
  private let state = Mutex(State())

  /// - Parameter notice: the line that tells of so many dropped ones.
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
        OperatingSystem.sleep(milliseconds: LogWriter.gatheringMilliseconds)
        self?.writeWaiting()
      }
      $0.activate()
    }
  }

  /// How many lines nobody will read.
  var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// Takes a whole line, or drops it. Never waits.
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

  /// Waits until everything is written, or the time is over.
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
        // A log that nobody takes must not stop the service.
        let lost = lines.count { $0 == UInt8(ascii: "\n") }
        state.withLock {
          $0.droppedCount += lost
          $0.untoldCount += untoldCount + lost
        }
      }
    }
  }
}
