import ContentHash
import HTTPServer
import LayoutCore
import LayoutStore
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("The text of a layout that is kept whole")
struct KeptTextTests {
  private let store = FaultyStore()

  private func service(_ change: (inout ServiceLimits) -> Void = { _ in }) throws -> TestService {
    try TestService(limits: change, store: store)
  }

  private func id(_ answer: TestClient.Reply) throws -> String {
    try #require(try answer.json()["id"]?.string, "\(answer.text)")
  }

  private func digest(_ id: String) throws -> Digest { try #require(Digest(hexadecimal: id)) }

  /// What the store has of a layout, and of those that it is derived from.
  private func rows(_ id: String) throws -> [StoredLayout] {
    var (rows, next): ([StoredLayout], Digest?) = ([], try digest(id))
    while let id = next {
      rows.append(try #require(store.rows[id]))
      next = rows.last?.parent
    }
    return rows
  }

  /// Changes a layout so often that it is kept whole, and returns its id.
  private func changed(_ test: TestService, _ id: String, times: Int = 17) throws -> String {
    var id = id
    for number in 0..<times {
      let steps =
        #"{"steps":[{"insert":[{"section":0,"item":0,"items":{"count":\#(number + 1),"width":1,"height":1}}]}]}"#
      id = try self.id(try test.post(text: steps, to: "/v1/layouts/\(id)/changes"))
    }
    return id
  }

  @Test("Metrics that were given once are kept once, and are read again with the same id")
  func shared() throws {
    let styles = Array(repeating: #""fullWidth""#, count: 900).joined(separator: ",")
    let sections = Array(repeating: #"{"items":1}"#, count: 2000).joined(separator: ",")
    let posted =
      #"{"engine":"mosaic","metrics":{"segments":[\#(styles)]},"sections":[\#(sections)]}"#
    let first = try service()
    let id = try changed(first, try self.id(try first.post(text: posted)))
    let row = try #require(try rows(id).first)
    #expect(row.parent == nil && row.depth == 0)
    #expect(row.body.byteCount < 2 * posted.utf8.count)
    // Another process has the store alone.
    let other = try service()
    #expect(try id == self.id(try other.get("/v1/layouts/\(id)")))
    #expect(
      try other.get("/v1/layouts/\(id)/snapshot?section=3").body
        == first.get("/v1/layouts/\(id)/snapshot?section=3").body)
  }

  @Test("A layout whose text cannot be read again is refused before it is acknowledged")
  func tooLong() throws {
    let styles = (0..<900).map { $0 % 2 == 0 ? #""fullWidth""# : #""fiftyFifty""# }
    let sections = Array(repeating: #"{"items":1}"#, count: 2000).joined(separator: ",")
    let test = try service {
      ($0.bodyBytes, $0.workingBytes) = (100_000, 0)
    }
    var id = try self.id(try test.post(text: #"{"sections":[\#(sections)]}"#))
    func set(_ place: Int) -> String {
      let metrics = (0..<2).map { half in
        #"{"section":\#(half * 1000),"count":1000,"engine":"mosaic","metrics":{"segments":[\#(styles[(half + place)...].joined(separator: ","))]}}"#
      }
      return #"{"steps":[{"setSections":[\#(metrics.joined(separator: ","))]}]}"#
    }
    var refused: TestClient.Reply?
    var last = id
    for place in 0..<20 {
      let answer = try test.post(text: set(place), to: "/v1/layouts/\(id)/changes")
      guard answer.status == 201 else {
        refused = answer
        break
      }
      (last, id) = (id, try self.id(answer))
    }
    let problem = try test.expect(try #require(refused), 413, "too-large")
    #expect(problem["detail"]?.string?.contains("100000 bytes") == true)
    // What was acknowledged is read by another process.
    let other = try service {
      ($0.bodyBytes, $0.workingBytes) = (100_000, 0)
    }
    for kept in [last, id] {
      #expect(try other.get("/v1/layouts/\(kept)").status == 200)
      #expect(try rows(kept).reduce(0) { $0 + $1.body.byteCount } <= 100_000)
    }
  }

  @Test("A long text is written on a compute thread alone, with memory reserved for it")
  func thread() throws {
    let test = try service()
    // Some 110 KB and some 2 MB; ids are long, so that few steps write much.
    for (count, isShort) in [(400, true), (8_000, false)] {
      let sections = (0..<count).map { number in
        #"{"id":"\#(String(repeating: "i", count: 250))\#(number)"}"#
      }
      let id = try self.id(
        try test.post(text: #"{"sections":[\#(sections.joined(separator: ","))]}"#))
      let named = try #require(test.service.cache.snapshot(try digest(id)))
      let client = Client(Caller(), Request(.get, "/v1/layouts/\(id)"))
      var work = test.service.admitted(client, through: .main)
      func isWritten(on thread: Allowance.Thread) -> Bool {
        var allowance = Allowance(on: thread, until: .now + .seconds(300))
        return (try? test.service.text(of: named, &work, &allowance)) != nil
      }
      #expect(!isWritten(on: .network))
      #expect(isWritten(on: .compute) == isShort)
      let isReserved = work.reservedTextBytes > 0
      #expect(isReserved == !isShort)
      // Memory is reserved by now, and a shared thread has to leave it to a compute thread all the same.
      if !isShort { #expect(isWritten(on: .compute)) }
      work.reservedTextBytes = test.service.limits.keptTextBytes
      #expect(!isWritten(on: .network))
      #expect(isWritten(on: .compute))
    }
  }

  @Test("What was posted is deflated on a compute thread, also where the store lacks its layout")
  func threadOfPosted() throws {
    let test = try service()
    let heights = (0..<40_000).map { String($0 % 89 + 10) }.joined(separator: ",")
    let snapshot = #"{"sections":[{"items":{"heights":[\#(heights)]}}]}"#
    let id = try self.id(try test.post(text: snapshot))
    #expect(store.rows[try digest(id)] != nil)
    // The documents' part of this store does not have the layout, so that it is written a second time with its row.
    let jobs = test.metric("layoutd_compute_wait_seconds_count")
    try test.create("feed", #"{"snapshot":\#(snapshot)}"#)
    #expect(store.count(.write) == 2)
    #expect(test.metric("layoutd_compute_wait_seconds_count") - jobs == 2)
  }
}
