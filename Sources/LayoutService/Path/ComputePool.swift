import Dispatch
import HTTPServer
import Synchronization

/// A few threads for work that would hold up a network thread, and a bounded queue (docs/rules.md#compute-limits).
///
/// The jobs that run take no more memory together than they may; one that alone takes more runs while no other does
/// that takes any. Jobs begin in the order of their submission, so who waits for memory has others wait behind it.
final class ComputePool: Sendable {
  /// One piece of work.
  struct Job: Sendable {
    let run: @Sendable () -> Void
    /// Whether nobody waits for the outcome any more, so that running is quick; once so, always so.
    let isVain: @Sendable () -> Bool
    /// The most memory that running takes, in bytes.
    var memoryBytes = 0
  }

  /// A job, and when it was handed in.
  private struct Entry {
    let job: Job
    let submission: ContinuousClock.Instant
  }

  private struct State {
    /// The jobs from `next` on wait; those before have run, and are gone.
    var jobs: [Entry?] = []
    var next = 0
    var running = 0
    /// The memory of the running jobs.
    var memoryBytes = 0

    var waitingCount: Int { jobs.count - next }

    /// Takes the next job from the queue, if it may begin beside those that run, so many and with so much memory.
    mutating func begin(threadCount: Int, memoryBytesMax: Int) -> Entry? {
      guard running < threadCount, next < jobs.count, let entry = jobs[next] else { return nil }
      let bytes = entry.job.memoryBytes
      guard memoryBytes == 0 || bytes == 0 || bytes <= memoryBytesMax - memoryBytes else {
        return nil
      }
      jobs[next] = nil
      next += 1
      if next >= 1024 && next * 2 >= jobs.count {
        jobs.removeFirst(next)
        next = 0
      }
      running += 1
      memoryBytes += bytes
      return entry
    }

    /// Notes that a job has run.
    mutating func end(_ entry: Entry) {
      running -= 1
      memoryBytes -= entry.job.memoryBytes
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
  private let memoryBytesMax: Int
  private let metrics: ServiceMetrics
  // Of a quality of their own, since threads keep the priority that they are given here.
  private let threads = DispatchQueue(
    label: "layoutd.compute", qos: .utility, attributes: .concurrent)
  private let state = Mutex(State())

  /// Makes a pool of at least one thread; at most `queueLength` jobs wait, and those that run take at most so much
  /// memory together.
  init(
    threadCount: Int, queueLength: Int, memoryBytesMax: Int = .max, metrics: ServiceMetrics
  ) {
    self.threadCount = max(1, threadCount)
    self.queueLength = queueLength
    self.memoryBytesMax = memoryBytesMax
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
  /// This is the one place where the limit is checked. It holds for every job, whatever its request has waited for
  /// before.
  func submit(_ job: Job) -> Bool {
    let entry = Entry(job: job, submission: .now)
    let (isTaken, begun, vain): (Bool, [Entry], [Job]) = state.withLock { state in
      let mayBegin = state.waitingCount == 0 && state.running < threadCount
      let isFull = !mayBegin && state.waitingCount >= queueLength
      let vain = isFull ? state.takeVain() : []
      guard !isFull || state.waitingCount < queueLength else { return (false, [], vain) }
      state.jobs.append(entry)
      return (true, begin(&state), vain)
    }
    for entry in begun { start(entry) }
    // They only release what they hold, which may be much.
    if !vain.isEmpty { threads.async { for job in vain { job.run() } } }
    return isTaken
  }

  /// Takes the jobs from the queue that may begin.
  private func begin(_ state: inout State) -> [Entry] {
    var begun: [Entry] = []
    while let entry = state.begin(threadCount: threadCount, memoryBytesMax: memoryBytesMax) {
      begun.append(entry)
    }
    return begun
  }

  private func start(_ entry: Entry) {
    threads.async { self.run(entry) }
  }

  private func run(_ first: Entry) {
    ThreadPriority.giveWay()
    var entry: Entry? = first
    while let current = entry {
      metrics.computeJobStarted(waited: .now - current.submission)
      ProgramMemory.makeRoom()
      current.job.run()
      entry = next(after: current)
    }
  }

  /// The next job, or nil, by which the calling thread has left the pool. Others for which the one that has run made
  /// room begin on threads of their own.
  private func next(after done: Entry) -> Entry? {
    let begun = state.withLock { state in
      state.end(done)
      return begin(&state)
    }
    for entry in begun.dropFirst() { start(entry) }
    return begun.first
  }
}
