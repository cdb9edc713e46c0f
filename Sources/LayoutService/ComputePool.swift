import Dispatch
import Synchronization

/// A few threads for work that would hold up a network thread, and a bounded queue before them.
final class ComputePool: Sendable {
  typealias Job = @Sendable () -> Void

  private struct State {
    /// Those from `next` on wait; those before have run, and are gone.
    var jobs: [Job?] = []
    var next = 0
    var running = 0

    var waitingCount: Int { jobs.count - next }

    /// Takes the next job from the queue.
    mutating func take() -> Job? {
      guard next < jobs.count else { return nil }
      let job = jobs[next]
      jobs[next] = nil
      next += 1
      if next >= 1024 && next * 2 >= jobs.count {
        jobs.removeFirst(next)
        next = 0
      }
      return job
    }
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
  ///
  /// A job that goes on with a request that has been let in before is not turned away: `goesOn`.
  func submit(goesOn: Bool = false, _ job: @escaping Job) -> Bool {
    enum Place { case started, queued, refused }
    let place: Place = state.withLock { state in
      if state.running < threadCount {
        state.running += 1
        return .started
      }
      guard goesOn || state.waitingCount < queueLength else { return .refused }
      state.jobs.append(job)
      return .queued
    }
    if place == .started { threads.async { self.run(job) } }
    return place != .refused
  }

  private func run(_ first: Job) {
    first()
    while let job = next() { job() }
  }

  /// The next job, or nil, by which the calling thread has left the pool.
  private func next() -> Job? {
    state.withLock { state in
      let job = state.take()
      if job == nil { state.running -= 1 }
      return job
    }
  }
}
