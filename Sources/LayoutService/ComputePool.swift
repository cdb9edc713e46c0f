import Dispatch
import Synchronization

/// A few threads for work that would hold up a network thread, and a bounded queue before them.
final class ComputePool: Sendable {
  typealias Job = @Sendable () -> Void

  private struct State {
    var waiting: [Job] = []
    /// Of `waiting`, the next to run; what is before it has run.
    var next = 0
    var running = 0

    var waitingCount: Int { waiting.count - next }
  }

  private let threadCount: Int
  private let queueLength: Int
  private let threads = DispatchQueue(label: "layoutd.compute", attributes: .concurrent)
  private let state = Mutex(State())

  /// Makes a pool of at least one thread; at most `queueLength` jobs wait.
  init(threadCount: Int, queueLength: Int) {
    self.threadCount = max(1, threadCount)
    self.queueLength = queueLength
  }

  /// Runs a job on one of the threads, in the order of submission. Returns false, and does nothing, when too many wait.
  func submit(_ job: @escaping Job) -> Bool {
    enum Place { case started, queued, refused }
    let place: Place = state.withLock { state in
      if state.running < threadCount {
        state.running += 1
        return .started
      }
      guard state.waitingCount < queueLength else { return .refused }
      state.waiting.append(job)
      return .queued
    }
    if place == .started { threads.async { self.run(job) } }
    return place != .refused
  }

  /// How many jobs wait.
  var waitingCount: Int { state.withLock { $0.waitingCount } }

  private func run(_ first: Job) {
    first()
    while let job = next() { job() }
  }

  /// The next job, or nil, by which the calling thread has left the pool.
  private func next() -> Job? {
    state.withLock { state in
      guard state.next < state.waiting.count else {
        state.waiting.removeAll(keepingCapacity: true)
        state.next = 0
        state.running -= 1
        return nil
      }
      let job = state.waiting[state.next]
      state.next += 1
      if state.next == queueLength {
        state.waiting.removeFirst(state.next)
        state.next = 0
      }
      return job
    }
  }
}
