import Dispatch
import Synchronization
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("The queue before the compute threads")
struct ComputePoolTests {
  /// The jobs that have run, and those that are abandoned.
  private final class Record: Sendable {
    private let state = Mutex((ran: [String](), vain: Set<String>()))

    func job(_ name: String) -> ComputePool.Job {
      ComputePool.Job(
        run: { self.state.withLock { $0.ran.append(name) } },
        isVain: { self.state.withLock { $0.vain.contains(name) } })
    }

    func giveUp(_ name: String) { state.withLock { _ = $0.vain.insert(name) } }

    var ran: [String] { state.withLock { $0.ran } }
  }

  @Test("A full queue refuses jobs, and runs those that it holds in order")
  func bounded() {
    let (pool, gate, record) = (
      ComputePool(threadCount: 1, queueLength: 2, metrics: ServiceMetrics()),
      DispatchSemaphore(value: 0), Record()
    )
    pool.occupy(until: gate)
    #expect(pool.submit(record.job("a")))
    #expect(pool.submit(record.job("b")))
    #expect(!pool.submit(record.job("c")))
    #expect(record.ran.isEmpty)
    gate.signal()
    #expect(eventually { record.ran == ["a", "b"] })
  }

  @Test("Jobs wait for memory in their order, and what is too large for all of it runs alone")
  func memory() {
    let (metrics, record) = (ServiceMetrics(), Record())
    let pool = ComputePool(threadCount: 3, queueLength: 9, memoryBytesMax: 10, metrics: metrics)
    let names = ["a", "b", "c", "huge", "free", "d"]
    let gates = Dictionary(uniqueKeysWithValues: names.map { ($0, DispatchSemaphore(value: 0)) })
    func submit(_ name: String, _ bytes: Int) {
      let job = record.job(name)
      let isTaken = pool.submit(
        ComputePool.Job(
          run: {
            job.run()
            gates[name]?.wait()
          }, isVain: { false }, memoryBytes: bytes))
      #expect(isTaken)
    }
    func usage() -> [Double?] {
      let samples = Exposition(metrics.exposition()).samples
      return ["running", "waiting"].map { samples["layoutd_compute_jobs_\($0)"] }
    }
    submit("a", 6)
    submit("b", 4)
    #expect(eventually { Set(record.ran) == ["a", "b"] })
    submit("c", 1)
    submit("huge", 99)
    submit("free", 0)
    // One of three threads is free; there is no memory for the third job.
    #expect(usage() == [2, 3])
    gates["a"]?.signal()
    #expect(eventually { record.ran.contains("c") })
    #expect(usage() == [2, 2])
    gates["b"]?.signal()
    #expect(eventually { usage() == [1, 2] })
    #expect(record.ran.count == 3)
    gates["c"]?.signal()
    #expect(eventually { Set(record.ran.dropFirst(3)) == ["huge", "free"] })
    submit("d", 1)
    #expect(usage() == [2, 1])
    gates["huge"]?.signal()
    #expect(eventually { record.ran.contains("d") })
    for name in ["free", "d"] { gates[name]?.signal() }
    #expect(eventually { usage() == [0, 0] })
  }

  @Test("Requests that each need more than the working memory are answered one at a time")
  func requestsBeyondMemory() throws {
    let service = try TestService(limits: { $0.workingBytes = 1 })
    let texts = (0..<3).map { number in
      "{\"sections\":[{\"items\":{\"heights\":[\(number)"
        + String(repeating: ",7", count: 40_000) + "]}}]}"
    }
    let clients = try texts.map { text in
      let client = try service.connect()
      let head = "Host: test\r\nContent-Type: application/json\r\n"
      client.send(
        "POST /v1/layouts?width=9 HTTP/1.1\r\n\(head)Content-Length: \(text.utf8.count)\r\n\r\n")
      client.send(Array(text.utf8))
      return client
    }
    #expect(clients.map { $0.answer()?.status } == [201, 201, 201])
  }

  @Test("Abandoned jobs give up their places when the queue is full")
  func vain() {
    let (pool, gate, record) = (
      ComputePool(threadCount: 1, queueLength: 3, metrics: ServiceMetrics()),
      DispatchSemaphore(value: 0), Record()
    )
    pool.occupy(until: gate)
    for name in ["a", "b", "c"] { #expect(pool.submit(record.job(name))) }
    record.giveUp("a")
    record.giveUp("c")
    #expect(record.ran.isEmpty)
    #expect(pool.submit(record.job("d")))
    // They end while the thread is still busy.
    #expect(eventually { record.ran == ["a", "c"] })
    #expect(pool.submit(record.job("e")))
    #expect(!pool.submit(record.job("f")))
    gate.signal()
    #expect(eventually { record.ran == ["a", "c", "b", "d", "e"] })
  }

  @Test("Jobs that run and wait are shown, and each one's wait is recorded once it begins")
  func metrics() {
    let (metrics, gates) = (ServiceMetrics(), (0..<2).map { _ in DispatchSemaphore(value: 0) })
    let pool = ComputePool(threadCount: 2, queueLength: 3, metrics: metrics)
    func shows(_ expected: [String: Double]) -> Bool {
      eventually {
        let samples = Exposition(metrics.exposition()).samples
        return expected.allSatisfy { samples["layoutd_compute_\($0.key)"] == $0.value }
      }
    }
    #expect(shows(["threads": 2, "queue_limit": 3, "jobs_running": 0, "jobs_waiting": 0]))
    #expect(shows(["wait_seconds_count": 0]))
    for gate in gates { pool.occupy(until: gate) }
    #expect(shows(["jobs_running": 2, "jobs_waiting": 0, "wait_seconds_count": 2]))
    let record = Record()
    for name in ["a", "b", "c"] { #expect(pool.submit(record.job(name))) }
    let submitted = ContinuousClock.now
    #expect(!pool.submit(record.job("d")))
    #expect(shows(["jobs_running": 2, "jobs_waiting": 3, "wait_seconds_count": 2]))
    let waited = (ContinuousClock.now - submitted) / .seconds(1)
    for gate in gates { gate.signal() }
    #expect(shows(["jobs_running": 0, "jobs_waiting": 0, "wait_seconds_count": 5]))
    let sum = Exposition(metrics.exposition()).samples["layoutd_compute_wait_seconds_sum"] ?? 0
    #expect(sum >= 3 * waited)
  }

  @Test("No wait is recorded for a job that gives up its place")
  func vainWait() {
    let (metrics, gate, record) = (ServiceMetrics(), DispatchSemaphore(value: 0), Record())
    let pool = ComputePool(threadCount: 1, queueLength: 1, metrics: metrics)
    pool.occupy(until: gate)
    #expect(pool.submit(record.job("a")))
    record.giveUp("a")
    #expect(pool.submit(record.job("b")))
    #expect(eventually { record.ran == ["a"] })
    gate.signal()
    #expect(eventually { record.ran == ["a", "b"] })
    let samples = Exposition(metrics.exposition()).samples
    #expect(samples["layoutd_compute_wait_seconds_count"] == 2)
  }
}
