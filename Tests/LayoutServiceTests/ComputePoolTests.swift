import Dispatch
import Synchronization
import TestClient
import Testing

@testable import LayoutService

extension ComputePool {
  /// Keeps one thread busy until the gate is opened.
  func occupy(until gate: DispatchSemaphore) {
    #expect(submit(Job(run: { gate.wait() }, isVain: { false })))
  }
}

@Suite("The queue before the compute threads")
struct ComputePoolTests {
  /// What has run, and whom nobody waits for any more.
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

  @Test("A full queue turns jobs away, in order run those that it holds")
  func bounded() {
    let (pool, gate, record) = (
      ComputePool(threadCount: 1, queueLength: 2), DispatchSemaphore(value: 0), Record()
    )
    pool.occupy(until: gate)
    #expect(pool.submit(record.job("a")))
    #expect(pool.submit(record.job("b")))
    #expect(!pool.submit(record.job("c")))
    #expect(pool.submit(record.job("goes on"), goesOn: true))
    #expect(record.ran.isEmpty)
    gate.signal()
    #expect(eventually { record.ran == ["a", "b", "goes on"] })
  }

  @Test("Jobs that nobody waits for give up their places when the queue is full")
  func vain() {
    let (pool, gate, record) = (
      ComputePool(threadCount: 1, queueLength: 3), DispatchSemaphore(value: 0), Record()
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
}
