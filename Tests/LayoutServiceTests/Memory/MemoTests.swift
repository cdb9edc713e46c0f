import Comparison
import ContentHash
import HTTPServer
import JSONText
import LayoutCore
import LayoutWire
import Oracle
import Synchronization
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Layouts are computed once and shared")
struct MemoTests {
  /// A service without a socket.
  private func service(
    memoBytes: Int = 512 << 20, memoWidths: Int = 1000, snapshotBytes: Int = 1 << 30
  ) -> Service {
    var limits = ServiceLimits()
    limits.memoBytes = memoBytes
    limits.memoWidths = memoWidths
    limits.snapshotBytes = snapshotBytes
    return Service(limits: limits, metrics: ServiceMetrics(), log: { _ in })
  }

  /// A snapshot of flow sections, each with a number of items of its own.
  private func snapshot(itemCounts: [Int]) -> JSONValue {
    [
      "globalHeaders": [["height": 20, "pin": true]],
      "sections": .array(
        itemCounts.map { ["items": .number(Double($0)), "headers": [["height": 9, "pin": true]]] }),
    ]
  }

  @discardableResult
  private func post(
    _ service: Service, _ snapshot: JSONValue, _ query: String
  ) throws -> JSONValue {
    let (status, body) = service.compute(snapshot: Array(snapshot.text.utf8), query: query)
    let json = try JSONValue(parsing: body)
    try #require(status < 300, "\(json.text)")
    return json
  }

  private func named(_ json: JSONValue) throws -> IdentifiedSnapshot {
    let snapshot = try SnapshotDecoder.snapshot(reading: Array(json.text.utf8))
    return try #require(IdentifiedSnapshot(snapshot, unless: { false }))
  }

  /// How often engines have laid out a section.
  private func engineCalls(_ service: Service) -> Int {
    service.metrics.value(of: "layoutd_engine_runs_total")
  }

  @Test("A thousand rectangles and scroll positions at one width cost one engine call per section")
  func oneWidth() throws {
    let service = service()
    let snapshot = snapshot(itemCounts: [100, 200, 300])
    for y in 0..<500 {
      try post(service, snapshot, "width=390&rect=0,\(y),390,844")
      try post(service, snapshot, "bounds=0,\(y),390,844")
    }
    #expect(engineCalls(service) == 3)
  }

  @Test("A snapshot that differs in one section of a thousand costs one")
  func oneSectionOfAThousand() throws {
    let service = service()
    var counts = Array(1...1000)
    try post(service, snapshot(itemCounts: counts), "width=390")
    #expect(engineCalls(service) == 1000)
    counts[499] = 5000
    try post(service, snapshot(itemCounts: counts), "width=390")
    #expect(engineCalls(service) == 1001)
  }

  @Test("Equal sections share one layout, in one snapshot and in two")
  func equalSections() throws {
    let service = service()
    try post(service, snapshot(itemCounts: [7, 7, 7]), "width=390")
    try post(service, snapshot(itemCounts: [7, 7]), "width=390")
    #expect(engineCalls(service) == 1)
  }

  @Test("Any number of simultaneous requests for one layout cost one computation")
  func simultaneous() async throws {
    let service = service()
    let snapshot = try named(snapshot(itemCounts: Array(1...50)))
    let key = LayoutKey(digest: snapshot.id, containerWidth: 390)
    guard case .unprepared = service.memo.layout(key, claiming: { _ in true }) else {
      Issue.record("a layout was there before anybody asked")
      return
    }
    let told = Mutex(0)
    for _ in 0..<100 {
      guard case .underWay = service.memo.layout(key, claiming: { _ in true }) else {
        Issue.record("a second asker was told to compute")
        return
      }
      #expect(
        service.memo.wait(for: key) { result in
          if case .success = result { told.withLock { $0 += 1 } }
        })
    }
    var meter = WorkMeter.unlimited
    _ = try service.memo.prepare(key, of: snapshot, on: .compute, meter: &meter)
    #expect(told.withLock { $0 } == 100)
    #expect(engineCalls(service) == 50)
    guard case .ready = service.memo.layout(key, claiming: { _ in true }) else {
      Issue.record("the layout was not remembered")
      return
    }
  }

  @Test("A failure is answered to all waiting requests, and is not remembered")
  func failure() throws {
    let service = service()
    let snapshot = try named(["engine": "column", "sections": [["items": 9]]])
    let key = LayoutKey(digest: snapshot.id, containerWidth: 390)
    _ = service.memo.layout(key, claiming: { _ in true })
    let failures = Mutex(0)
    #expect(
      service.memo.wait(for: key) { result in
        if case .failure(.budgetExceeded) = result { failures.withLock { $0 += 1 } }
      })
    var none = WorkMeter(portion: 1)
    #expect(throws: LayoutInterrupted.self) {
      try service.memo.prepare(key, of: snapshot, on: .compute, meter: &none)
    }
    #expect(failures.withLock { $0 } == 1)
    #expect(service.memo.usage == (layouts: 0, bytes: 0))
    guard case .unprepared = service.memo.layout(key, claiming: { _ in true }) else {
      Issue.record("the failure was remembered")
      return
    }
    var meter = WorkMeter.unlimited
    _ = try service.memo.prepare(key, of: snapshot, on: .compute, meter: &meter)
    #expect(service.memo.usage.layouts == 1)
  }

  @Test("The memo stays within its bytes, and the least recently used layout goes first")
  func bounded() throws {
    let service = service(memoBytes: 5000)
    let snapshot = snapshot(itemCounts: [100])
    for width in 300..<400 {
      try post(service, snapshot, "width=\(width)")
      try post(service, snapshot, "width=300")
      #expect(service.memo.usage.bytes <= 5000)
    }
    // The width that was asked for all the time was computed once.
    #expect(engineCalls(service) == 100)
    #expect(service.memo.usage.layouts > 1)
    #expect(service.metrics.value(of: "layoutd_memo_evictions_total") > 0)
  }

  @Test("Who asks for a layout does not keep that of the snapshot which it was made from")
  func parentsAge() throws {
    let service = service(memoBytes: 20_000)
    let parent = try named(snapshot(itemCounts: [100]))
    let id = try #require(
      try post(service, snapshot(itemCounts: [100]), "width=300")["id"]?.string)
    let step = #"{"steps":[{"delete":[{"section":0,"item":0}]}]}"#
    let changed = service.response(
      to: Request(
        .post, "/v1/layouts/\(id)/changes?width=300",
        headers: [("Content-Type", "application/json")], body: Array(step.utf8)))
    #expect(changed.status == 201)
    func isThere() -> Bool {
      let key = LayoutKey(digest: parent.id, containerWidth: 300)
      if case .ready = service.memo.layout(key, claiming: { _ in false }) { return true }
      return false
    }
    #expect(isThere())
    for width in 400..<600 {
      try post(service, snapshot(itemCounts: [width]), "width=\(width)")
      try post(service, snapshot(itemCounts: [99]), "width=300")
    }
    #expect(!isThere())
  }

  @Test("Of many widths of one snapshot the memo keeps the newest, and evicts no other snapshot's")
  func manyWidthsOfOne() throws {
    let service = service(memoWidths: 16)
    let others = (1...20).map { snapshot(itemCounts: [$0]) }
    for other in others {
      for width in [390, 744, 1024] { try post(service, other, "width=\(width)") }
    }
    let crowded = snapshot(itemCounts: [100])
    for width in 1...2000 { try post(service, crowded, "width=\(width)") }
    #expect(service.memo.usage.layouts == 20 * 3 + 16)
    let calls = engineCalls(service)
    for other in others {
      for width in [390, 744, 1024] { try post(service, other, "width=\(width)") }
    }
    for width in 1985...2000 { try post(service, crowded, "width=\(width)") }
    #expect(engineCalls(service) == calls)
  }

  @Test("However large, the widths of one snapshot leave half of the memo to others")
  func halfForOthers() throws {
    let service = service(memoBytes: 40_000)
    let others = (1...10).map { snapshot(itemCounts: [$0]) }
    for other in others { try post(service, other, "width=390") }
    #expect(service.memo.usage.bytes < 20_000)
    let crowded = snapshot(itemCounts: Array(1...10))
    for width in 1...200 {
      try post(service, crowded, "width=\(width)")
      #expect(service.memo.usage.bytes <= 40_000)
    }
    let calls = engineCalls(service)
    for other in others { try post(service, other, "width=390") }
    #expect(engineCalls(service) == calls)
  }

  @Test("Widths whose sections are all one leave half of the memo to others, too")
  func halfForOthersWithEqualSections() throws {
    let service = service(memoBytes: 8 << 20)
    let others = (1...10).map { snapshot(itemCounts: [$0]) }
    for other in others { try post(service, other, "width=390") }
    let crowded = snapshot(itemCounts: Array(repeating: 7, count: 20_000))
    for width in 1...12 { try post(service, crowded, "width=\(width)") }
    #expect(service.memo.usage.bytes <= 8 << 20)
    let calls = engineCalls(service)
    for other in others { try post(service, other, "width=390") }
    #expect(engineCalls(service) == calls)
  }

  @Test("One layout may fill the memo, and makes room for the next that is as large")
  func onlyOne() throws {
    let service = service(memoBytes: 40_000)
    let (first, second) = (
      snapshot(itemCounts: Array(1...70)), snapshot(itemCounts: Array(101...170))
    )
    for snapshot in [first, second, first] {
      try post(service, snapshot, "width=390")
      #expect(service.memo.usage.bytes > 20_000)
      #expect(service.memo.usage.layouts == 1)
    }
  }

  @Test("Layouts and snapshots of many sections are freed, too, a little later")
  func manySections() throws {
    let service = service()
    let large = try post(
      service, snapshot(itemCounts: Array(1...Disposal.partsAtOnce + 1)), "width=390")
    let id = try #require(Digest(hexadecimal: large["id"]?.string ?? ""))
    #expect(service.memo.usage.bytes > 0)
    service.cache.remove(id)
    service.memo.forget([id])
    #expect(service.cache.usage == (snapshots: 0, bytes: 0))
    #expect(eventually { service.memo.usage == (layouts: 0, bytes: 0) })

    let narrow = self.service(memoBytes: 1000)
    try post(narrow, snapshot(itemCounts: Array(1...Disposal.partsAtOnce + 1)), "width=390")
    #expect(eventually { narrow.memo.usage == (layouts: 0, bytes: 0) })
  }

  @Test("Widths of many sections leave half of the memo to others, too")
  func halfForOthersWithManySections() throws {
    let service = service(memoBytes: 34 << 20)
    let others = (1...45).map { number in
      snapshot(itemCounts: (1...700).map { $0 * 100 + number })
    }
    for other in others { try post(service, other, "width=390") }
    #expect(service.memo.usage.bytes < 17 << 20)
    let crowded = snapshot(itemCounts: Array(1...Disposal.partsAtOnce + 2000))
    for width in 1...6 { try post(service, crowded, "width=\(width)") }
    let calls = engineCalls(service)
    for other in others { try post(service, other, "width=390") }
    #expect(engineCalls(service) == calls)
    #expect(eventually { service.memo.usage.bytes <= 34 << 20 })
  }

  @Test("A layout that is larger than the memo is answered and not remembered")
  func largerThanTheMemo() throws {
    let service = service(memoBytes: 10)
    let answer = try post(service, snapshot(itemCounts: [3]), "width=390&rect=0,0,390,844")
    #expect(answer["elements"]?.array?.count == 3)
    #expect(service.memo.usage == (layouts: 0, bytes: 0))
  }

  @Test("A memo that has forgotten all layouts holds no bytes")
  func forgetting() throws {
    let service = service()
    let first = try post(service, snapshot(itemCounts: [1, 2, 3]), "width=390")
    let second = try post(service, snapshot(itemCounts: [1, 2, 4]), "width=390")
    for answer in [first, second] {
      service.memo.forget([try #require(Digest(hexadecimal: answer["id"]?.string ?? ""))])
    }
    #expect(service.memo.usage == (layouts: 0, bytes: 0))
  }

  @Test("The store stays within its bytes and takes the layouts of what it drops along")
  func boundedStore() throws {
    let service = service(snapshotBytes: 20_000)
    for count in 1...200 {
      try post(service, snapshot(itemCounts: [count]), "width=390")
      #expect(service.cache.usage.bytes <= 20_000)
      #expect(service.cache.usage.snapshots == service.memo.usage.layouts)
    }
    #expect(service.cache.usage.snapshots < 200)
  }
}
