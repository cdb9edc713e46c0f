import Dispatch
import Foundation
import LayoutService
import Synchronization
import Testing

@testable import layoutd

@Suite("The access log")
struct AccessLogTests {
  /// An access log to a pipe, with a clock that is set by hand.
  private final class Logged: Sendable {
    let pipe = LogPipe()
    let writer: LogWriter
    let log: AccessLog
    let time: Time

    final class Time: Sendable {
      let milliseconds = Atomic<Int64>(1_738_324_800_000)
    }

    init(capacity: Int = 256 << 10) {
      let time = Time()
      self.time = time
      writer = LogWriter(descriptor: pipe.writing, capacity: capacity) { count in
        Array("{\"droppedLines\":\(count)}\n".utf8)
      }
      log = AccessLog(writer: writer, format: .json) {
        time.milliseconds.load(ordering: .relaxed)
      }
    }

    func wait(_ milliseconds: Int64) {
      time.milliseconds.add(milliseconds, ordering: .relaxed)
    }

    func write(_ count: Int, _ record: AccessRecord) {
      for _ in 0..<count { log.write(record) }
    }

    /// The lines that are written while the closure runs.
    func lines(_ body: () -> Void = {}) throws -> [[String: Any]] {
      let read = Mutex<[UInt8]>([])
      let isWritten = Atomic(false)
      let reading = DispatchWorkItem { [pipe] in
        while true {
          let wasWritten = isWritten.load(ordering: .acquiring)
          let more = pipe.readSome(waiting: 1)
          if more.isEmpty && wasWritten { return }
          read.withLock { $0 += more }
        }
      }
      DispatchQueue.global().async(execute: reading)
      body()
      writer.flush(within: .seconds(60))
      isWritten.store(true, ordering: .releasing)
      reading.wait()
      return try objects(read.withLock { $0 })
    }
  }

  /// The number of errors that the lines report as left out.
  private func suppressed(_ lines: [[String: Any]]) -> Int {
    lines.reduce(0) { $0 + ($1["suppressed"] as? Int ?? 0) }
  }

  private func requests(_ lines: [[String: Any]]) -> [[String: Any]] {
    lines.filter { $0["message"] as? String == "request" }
  }

  @Test("A refused scrape has a line, a failed probe has none")
  func refusedOperations() throws {
    let logged = Logged()
    logged.write(1, .bare(.metrics, status: 401))
    logged.write(1, .bare(.readyz, status: 503))
    #expect(try requests(logged.lines()).map { $0["status"] as? Int } == [401])
  }

  @Test("Every request has a line, except probes and scrapes", arguments: Route.allCases)
  func routes(route: Route) throws {
    let logged = Logged()
    logged.write(20, .bare(route))
    logged.write(1, .bare(route, status: 503))
    let isLeftOut = [.healthz, .readyz, .metrics].contains(route)
    #expect(try logged.lines().count == (isLeftOut ? 0 : 21))
  }

  @Test("Ten errors of a kind are written each second; the next one tells of the others")
  func repeated() throws {
    let logged = Logged()
    logged.write(25, .bare(status: 404))
    var lines = try logged.lines()
    #expect(lines.count == 10)
    #expect(suppressed(lines) == 0)
    logged.wait(999)
    logged.write(1, .bare(status: 404))
    #expect(try logged.lines().isEmpty)
    logged.wait(1)
    logged.write(11, .bare(status: 404))
    lines = try logged.lines()
    #expect(requests(lines).count == 10)
    #expect(lines.count == 10)
    #expect(lines.first?["suppressed"] as? Int == 16)
    #expect(suppressed(lines) == 16)
    #expect(logged.log.suppressedCount == 17)
  }

  @Test("Errors are of one kind when status, route, limit and fault are the same")
  func kinds() throws {
    let logged = Logged()
    logged.write(15, .bare(.elements, status: 404))
    logged.write(15, .bare(.special, status: 404))
    logged.write(15, .bare(.elements, status: 400))
    logged.write(15, .bare(.elements, status: 400, limit: "max-target"))
    logged.write(15, .bare(.elements, status: 400, limit: "max-head"))
    logged.write(15, .bare(.elements, status: 400, input: AccessRecord.wrongWidth))
    #expect(try logged.lines().count == 60)
    logged.wait(1_000)
    logged.write(1, .bare(.special, status: 404))
    #expect(try logged.lines().map { $0["suppressed"] as? Int } == [5])
    #expect(logged.log.suppressedCount == 30)
  }

  @Test("No other answer is left out, however many there are", arguments: [200, 304, 399])
  func successes(status: Int) throws {
    let logged = Logged()
    logged.write(200, .bare(status: status))
    #expect(try logged.lines().count == 200)
  }

  @Test(
    "Where no more of a kind come, the next request of any kind has a summary written",
    arguments: [AccessRecord.bare(), .bare(.healthz), .bare(status: 500)])
  func summary(next: AccessRecord) throws {
    let logged = Logged()
    logged.write(13, .bare(.layouts, status: 413, limit: "max-body"))
    logged.wait(1_000)
    logged.write(1, next)
    #expect(suppressed(try logged.lines()) == 0)
    logged.wait(1_000)
    logged.write(1, next)
    let summaries = try logged.lines().filter { $0["suppressed"] != nil }
    #expect(summaries.count == 1)
    #expect(summaries.first?["message"] as? String == "requests not logged")
    #expect(summaries.first?["suppressed"] as? Int == 3)
    #expect(summaries.first?["status"] as? Int == 413)
    #expect(summaries.first?["route"] as? String == "/v1/layouts")
    #expect(summaries.first?["limit"] as? String == "max-body")
    logged.wait(5_000)
    logged.write(1, next)
    logged.log.end()
    #expect(suppressed(try logged.lines()) == 0)
  }

  @Test("Errors that no line has reported are reported at the end")
  func end() throws {
    let logged = Logged()
    logged.write(12, .bare(status: 404))
    logged.wait(1_000)
    logged.write(14, .bare(status: 503))
    _ = try logged.lines()
    logged.log.end()
    let lines = try logged.lines()
    #expect(Set(lines.compactMap { $0["suppressed"] as? Int }) == [2, 4])
    #expect(lines.count == 2)
    logged.log.end()
    #expect(try logged.lines().isEmpty)
  }

  @Test("Kinds of errors beyond the limit count as one")
  func manyKinds() throws {
    let logged = Logged()
    let count = RepeatedErrors.kindsMax + 100
    let written = try logged.lines {
      for _ in 0..<2 {
        for kind in 0..<count { logged.write(1, .bare(status: 400, limit: "limit-\(kind)")) }
      }
    }
    #expect(written.count == 2 * RepeatedErrors.kindsMax + 10)
    logged.log.end()
    let lines = try logged.lines()
    #expect(lines.count == 1)
    #expect(suppressed(lines) == 190)
    #expect(lines.first?["status"] == nil)
  }

  @Test("When the clock is set back, errors are written again")
  func clockSetBack() throws {
    let logged = Logged()
    logged.write(15, .bare(status: 404))
    logged.wait(-3_600_000)
    logged.write(15, .bare(status: 404))
    let lines = try logged.lines()
    #expect(requests(lines).count == 20)
    #expect(suppressed(lines) == 5)
  }

  @Test("Every error is written or counted in a later line", arguments: 0..<20)
  func nothingIsLost(seed: UInt64) throws {
    let logged = Logged()
    var state = seed
    /// The next of a fixed sequence (a linear congruential generator).
    func random(_ bound: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % bound)
    }
    var errorCount = 0
    let lines = try logged.lines {
      for _ in 0..<60 {
        let (count, status) = (random(30), [200, 404, 500][random(3)])
        let route: Route = [.elements, .healthz, .hit][random(3)]
        logged.write(count, .bare(route, status: status))
        if status >= 400 { errorCount += count }
        logged.wait(Int64(random(1_500)) - 100)
      }
      logged.log.end()
    }
    let errors = requests(lines).count { $0["status"] as? Int != 200 }
    #expect(errors + suppressed(lines) == errorCount)
    #expect(suppressed(lines) == logged.log.suppressedCount)
  }

  @Test("Threads that log at one time lose nothing")
  func threads() throws {
    let logged = Logged(capacity: 8 << 20)
    let lines = try logged.lines {
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for index in 0..<1_000 {
          if index % 100 == 0 { logged.wait(300) }
          logged.log.write(.bare(status: index % 3 == 0 ? 200 : 404))
        }
      }
      logged.log.end()
    }
    #expect(logged.writer.droppedCount == 0)
    #expect(requests(lines).count { $0["status"] as? Int == 200 } == 4 * 334)
    #expect(requests(lines).count + suppressed(lines) == 4_000)
    #expect(suppressed(lines) == logged.log.suppressedCount)
  }

  @Test("A log that is not read delays nobody; dropped lines are counted and reported")
  func unread() throws {
    let logged = Logged(capacity: 64 << 10)
    logged.write(5_000, .full)
    let dropped = logged.writer.droppedCount
    #expect(dropped > 0)
    let lines = try logged.lines()
    #expect(requests(lines).count == 5_000 - dropped)
    #expect(lines.reduce(0) { $0 + ($1["droppedLines"] as? Int ?? 0) } == dropped)
  }

  @Test("There is an access log unless it is switched off")
  func setting() throws {
    for (variables, isOn) in [
      ([:], true), (["LAYOUTD_ACCESS_LOG": "on"], true), (["LAYOUTD_ACCESS_LOG": "errors"], true),
      (["LAYOUTD_ACCESS_LOG": "off"], false),
    ] {
      let configuration = try Configuration(
        flags: ["log-level": "critical"], environment: variables)
      let log = ProgramLog(
        level: configuration.logLevel, format: configuration.logFormat,
        access: configuration.accessLog)
      #expect((log.access != nil) == isOn)
    }
  }
}
