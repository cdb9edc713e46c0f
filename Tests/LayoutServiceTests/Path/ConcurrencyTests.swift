import Glibc
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Many clients at the same time")
struct ConcurrencyTests {
  private static func post(_ snapshot: JSONValue, _ query: String) -> [UInt8] {
    let body = Array(snapshot.text.utf8)
    let head =
      "POST /v1/layouts?\(query) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.count)\r\n\r\n"
    return Array(head.utf8) + body
  }

  @Test("Of many simultaneous posts of one new snapshot, one is answered with 201")
  func onePost() throws {
    let test = try TestService(overSocket: true)
    for round in 0..<20 {
      let clients = try (0..<10).map { _ in try test.connect() }
      let request = ConcurrencyTests.post(Snapshots.rows(1000 + round), "width=390")
      for client in clients { client.send(request) }
      let answers = try clients.map { try #require($0.answer()) }
      #expect(answers.filter { $0.status == 201 }.count == 1)
      #expect(answers.filter { $0.status == 200 }.count == 9)
      #expect(Set(answers.map(\.body)).count == 1)
    }
    #expect(test.service.cache.usage.snapshots == 20)
    #expect(test.metric("layoutd_engine_runs_total") == 20)
  }

  @Test("Random posts, queries and deletes with too little memory leave nothing held")
  func randomCalls() async throws {
    let test = try TestService(limits: {
      $0.memoBytes = 60_000
      $0.snapshotBytes = 8000
    })
    let port = test.server.port
    let snapshots = (1...12).map { Snapshots.rows($0 * 100) }
    let paths = try snapshots.map { try test.path(of: $0) }
    await withTaskGroup(of: Void.self) { group in
      for seed in UInt64(0)..<4 {
        group.addTask { ConcurrencyTests.call(port, snapshots, paths, seed) }
      }
    }
    #expect(test.service.cache.usage.bytes <= 8000)
    #expect(test.service.memo.usage.bytes <= 60_000)
    for path in paths { #expect(try test.request("DELETE", path).status == 204) }
    #expect(test.service.cache.usage == (snapshots: 0, bytes: 0))
    #expect(test.service.memo.usage == (layouts: 0, bytes: 0))
  }

  private static func call(
    _ port: Int, _ snapshots: [JSONValue], _ paths: [String], _ seed: UInt64
  ) {
    guard let client = TestClient(port: port) else {
      Issue.record("no connection")
      return
    }
    var random = SplitMix64(seed: seed)
    for _ in 0..<300 {
      let number = Int.random(in: snapshots.indices, using: &random)
      let width = Int.random(in: 1...5, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let answer = client.request("DELETE", paths[number])
        #expect(answer?.status == 204)
      case 1, 2:
        client.send(post(snapshots[number], "width=\(width)"))
        let status = client.answer()?.status
        #expect(status == 200 || status == 201)
      default:
        let answer = client.request(
          "GET", "\(paths[number])/elements?width=\(width)&rect=0,0,5,430&limit=20")
        #expect(answer?.status == 200 || answer?.status == 404)
        if answer?.status == 200 {
          let count = (try? answer?.json())?["elements"]?.array?.count
          #expect(count == 10)
        }
      }
    }
  }
}
