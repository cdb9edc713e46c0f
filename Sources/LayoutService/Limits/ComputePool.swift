import Dispatch
import HTTPServer
import Synchronization

/// A few threads for work that would block a network thread, and a bounded queue (docs/rules.md#compute-limits).
///
/// The running jobs together take no more memory than allowed; a job that alone takes more runs when no other job takes
/// any. Jobs start in the order of their submission, so a job that waits for memory makes the jobs after it wait.
final class ComputePool: Sendable {
  /// A piece of work.
  struct Job: Sendable {
    let run: @Sendable () -> Void
    /// Whether the outcome is no longer needed, so that running the job takes little time. Once true, it stays true.
    let isVain: @Sendable () -> Bool
    /// The most memory that the job takes, in bytes.
    var memoryBytes = 0
  }

  /// A job, and the time of its submission.
  private struct Entry {
    let job: Job
    let submission: ContinuousClock.Instant
  }

  private struct State {
    /// The jobs from `next` on wait; earlier ones have been started, and are nil.
    var jobs: [Entry?] = []
    var next = 0
    var running = 0
    /// The memory of the running jobs.
    var memoryBytes = 0

    var waitingCount: Int { jobs.count - next }

    /// Takes the next job from the queue if it may start now, given the limits of threads and memory.
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

    /// Notes that a job has ended.
    mutating func end(_ entry: Entry) {
      running -= 1
      memoryBytes -= entry.job.memoryBytes
    }

    /// Removes the jobs whose outcomes are no longer needed. O(waiting jobs)
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
  // A queue with a quality of its own, since its threads keep the priority that they are given here.
  private let threads = DispatchQueue(
    label: "layoutd.compute", qos: .utility, attributes: .concurrent)
  private let state = Mutex(State())

  /// Creates a pool of at least one thread. At most `queueLength` jobs wait, and the running ones take at most
  /// `memoryBytesMax` together.
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

  /// The numbers of waiting and of running jobs.
  private var usage: (waiting: Int, running: Int) {
    state.withLock { ($0.waitingCount, $0.running) }
  }

  /// Runs a job on one of the threads, in the order of submission. If too many jobs wait, this first removes those
  /// whose outcomes are no longer needed; if there are still too many, it does nothing and returns false.
  ///
  /// Only this method checks the limit, for every job, even if its request has waited for something else before.
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
    // Running them only releases their memory, which may be much.
    if !vain.isEmpty { threads.async { for job in vain { job.run() } } }
    return isTaken
  }

  /// Takes the jobs that may start from the queue.
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

  /// The next job for the calling thread; nil if there is none, and the thread has left the pool. Further jobs that now
  /// have room start on other threads.
  private func next(after done: Entry) -> Entry? {
    let begun = state.withLock { state in
      state.end(done)
      return begin(&state)
    }
    for entry in begun.dropFirst() { start(entry) }
    return begun.first
  }
}
