import Dispatch
import HTTPServer
import Synchronization

/// A few threads for work that would hold up a network thread, and a bounded queue before them.
final class ComputePool: Sendable {
  /// One piece of work.
  struct Job: Sendable {
    let run: @Sendable () -> Void
    /// Whether nobody waits for the outcome any more, so that running is quick; once so, always so.
    let isVain: @Sendable () -> Bool
  }

  /// A job, and when it was handed in.
  private struct Entry {
    let job: Job
    let submission: ContinuousClock.Instant
  }

  private struct State {
    /// Those from `next` on wait; those before have run, and are gone.
    var jobs: [Entry?] = []
    var next = 0
    var running = 0

    var waitingCount: Int { jobs.count - next }

    /// Takes the next job from the queue.
    mutating func take() -> Entry? {
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

    /// Takes the jobs that nobody waits for from the queue. O(waiting jobs)
    mutating func takeVain() -> [Job] {
      var (vain, waiting): ([Job], [Entry?]) = ([], [])
      for case let entry? in jobs[next...] {
        if entry.job.isVain() { vain.append(entry.job) } else { waiting.append(entry) }
      }
      (jobs, next) = (waiting, 0)
      return vain
    }
  }

  private let threadCount: Int
  private let queueLength: Int
  private let metrics: ServiceMetrics
  // Of a quality of their own, since threads keep the priority that they are given here.
  private let threads = DispatchQueue(
    label: "layoutd.compute", qos: .utility, attributes: .concurrent)
  private let state = Mutex(State())

  /// Makes a pool of at least one thread; at most `queueLength` jobs wait.
  init(threadCount: Int, queueLength: Int, metrics: ServiceMetrics) {
    self.threadCount = max(1, threadCount)
    self.queueLength = queueLength
    self.metrics = metrics
    let threads = Double(self.threadCount)
    metrics.setReading(.computeThreads) { threads }
    metrics.setReading(.computeQueueLimit) { Double(queueLength) }
    metrics.setReading(.computeJobsWaiting) { [weak self] in Double(self?.usage.waiting ?? 0) }
    metrics.setReading(.computeJobsRunning) { [weak self] in Double(self?.usage.running ?? 0) }
  }

  /// How many jobs wait, and how many are run.
  private var usage: (waiting: Int, running: Int) {
    state.withLock { ($0.waitingCount, $0.running) }
  }

  /// Runs a job on one of the threads, in the order of submission. Returns false, and does nothing, when too many wait,
  /// those left out that nobody waits for: they give up their places.
  ///
  /// A job that goes on with a request that has been let in before is not turned away: `goesOn`.
  func submit(_ job: Job, goesOn: Bool = false) -> Bool {
    enum Place { case started, queued, refused }
    let entry = Entry(job: job, submission: .now)
    let (place, vain): (Place, [Job]) = state.withLock { state in
      if state.running < threadCount {
        state.running += 1
        return (.started, [])
      }
      let isFull = !goesOn && state.waitingCount >= queueLength
      let vain = isFull ? state.takeVain() : []
      guard !isFull || state.waitingCount < queueLength else { return (.refused, vain) }
      state.jobs.append(entry)
      return (.queued, vain)
    }
    if place == .started { threads.async { self.run(entry) } }
    // They have nothing left to do but to let go of what they hold, which may be much.
    if !vain.isEmpty { threads.async { for job in vain { job.run() } } }
    return place != .refused
  }

  private func run(_ first: Entry) {
    ThreadPriority.giveWay()
    var entry: Entry? = first
    while let current = entry {
      metrics.computeJobStarted(waited: .now - current.submission)
      current.job.run()
      entry = next()
    }
  }

  /// The next job, or nil, by which the calling thread has left the pool.
  private func next() -> Entry? {
    state.withLock { state in
      let entry = state.take()
      if entry == nil { state.running -= 1 }
      return entry
    }
  }
}
