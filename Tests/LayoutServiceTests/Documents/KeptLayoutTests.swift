import ContentHash
import Dispatch
import Foundation
import HTTPServer
import LayoutCore
import LayoutStore
import Oracle
import Synchronization
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Layouts that a store keeps")
struct KeptLayoutTests {
  private let store = FaultyStore()

  /// A service that has the store alone in common with others.
  private func service(_ change: (inout ServiceLimits) -> Void = { _ in }) throws -> TestService {
    try TestService(limits: change, store: store)
  }

  private func snapshot(_ heights: [Int]) -> String {
    #"{"sections":[{"engine":"column","items":{"heights":\#(heights)}}]}"#
  }

  private func insertion(_ height: Int, at item: Int = 0) -> String {
    #"{"steps":[{"insert":[{"section":0,"item":\#(item),"items":{"count":1,"height":\#(height)}}]}]}"#
  }

  private func digest(_ id: String) throws -> Digest { try #require(Digest(hexadecimal: id)) }

  private func post(_ service: TestService, _ text: String) throws -> (id: String, status: Int) {
    let answer = try service.post(text: text)
    return (try JSONValue(parsing: answer.body)["id"]?.string ?? "", answer.status)
  }

  private func change(_ service: TestService, _ id: String, _ text: String) throws -> (
    id: String, status: Int
  ) {
    let answer = try service.post(text: text, to: "/v1/layouts/\(id)/changes")
    return (try JSONValue(parsing: answer.body)["id"]?.string ?? "", answer.status)
  }

  private func elements(_ service: TestService, _ id: String) throws -> TestClient.Reply {
    try service.get("/v1/layouts/\(id)/elements?width=320&rect=0,0,320,10000")
  }

  @Test("The warnings of an answer that is made again are counted once")
  func warnings() throws {
    let service = try service()
    let posted = try post(service, #"{"sections":[{"items":[{"width":5,"height":1}]}]}"#)
    // The store lacks what the steps are applied to, so the whole snapshot is to be stored.
    store.change(try digest(posted.id)) { _ in nil }
    let wide = #"{"items":[{"width":300,"height":1}],"section":0,"item":0}"#
    let answer = try service.post(
      text: #"{"steps":[{"insert":[\#(wide)]}]}"#,
      to: "/v1/layouts/\(posted.id)/changes?width=299")
    #expect(answer.status == 201, "\(answer.text)")
    #expect(try answer.json()["warnings"]?.array?.count == 1)
    #expect(store.count(.keep) == 3)
    #expect(service.metric("layoutd_warnings_total") == 1)
  }

  @Test("Answers that wait for the store take of the room for answers")
  func waitingAnswers() throws {
    let query = "?width=320&rect=0,0,320,1e9"
    func body(_ number: Int) -> [UInt8] {
      Array(snapshot([100 + number] + (0..<500).map { 10 + $0 % 80 }).utf8)
    }
    let size = try service().post(
      text: String(decoding: body(0), as: UTF8.self), "width=320&rect=0,0,320,1e9"
    )
    .body.count
    #expect(size > 16_384)
    let service = try TestService(
      overSocket: true, server: { $0.answersInFlightBytesMax = 2 * size + 100 }, store: store)
    store.meet(.keep, .waits, .waits, .waits)
    let clients = try (1...3).map { _ in try service.connect() }
    for (number, client) in clients.enumerated() {
      let body = body(number + 1)
      client.send(
        Array(
          "POST /v1/layouts\(query) HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
            .utf8) + body)
      if number < 2 { try #require(eventually { store.waitingCount == number + 1 }) }
    }
    let refused = try #require(clients[2].answer())
    try service.expect(refused, 503, "unavailable")
    #expect(refused.text.contains("answers"))
    #expect(eventually { service.server.counters.answerBytesInFlight == 2 * size })
    store.goOn()
    for client in clients[..<2] { #expect(client.answer()?.status == 201) }
    #expect(eventually { service.server.counters.answerBytesInFlight == 0 })
    #expect(store.count(.keep) == 3)
  }

  @Test("Another service answers what was posted to this one, posts and changes alike")
  func sharing() throws {
    let (one, other) = (try service(), try service())
    let posted = try post(one, snapshot([40, 50, 60]))
    #expect(posted.status == 201)
    #expect(try elements(other, posted.id).body == elements(one, posted.id).body)
    let changed = try change(other, posted.id, insertion(70))
    #expect(changed.status == 201)
    let third = try service()
    #expect(try elements(third, changed.id).body == elements(other, changed.id).body)
    let again = try post(third, snapshot([70, 40, 50, 60]))
    #expect(again == (changed.id, 200))
    // A transition between both needs two layouts that are not in memory.
    let fourth = try service()
    let transition =
      "/v1/layouts/\(changed.id)/transition?from=\(posted.id)&width=320&bounds=0,0,320,200"
    #expect(try fourth.get(transition).body == third.get(transition).body)
    #expect(try fourth.get(transition).status == 200)
    let unknown = transition.replacing(posted.id, with: String(repeating: "0", count: 64))
    let problem = try fourth.expect(fourth.get(unknown), 404, "layout-not-found")
    #expect(problem["detail"]?.string?.contains("that from names") == true)
    #expect(try change(service(), String(repeating: "0", count: 64), insertion(1)).status == 404)
  }

  @Test("What is kept already today is not written again")
  func knownPosts() throws {
    let one = try service()
    #expect(try post(one, snapshot([1])).status == 201)
    #expect(try post(one, snapshot([1])).status == 200)
    #expect(try post(one, snapshot([1]) + " ").status == 200)
    #expect(store.count(.keep) == 1)
    // Another process cannot know.
    #expect(try post(service(), snapshot([1])).status == 200)
    #expect(store.count(.keep) == 2)
  }

  @Test("What others may have deleted is written again")
  func sharedPosts() throws {
    let shared = FaultyStore(isShared: true)
    let service = try TestService(limits: { _ in }, store: shared)
    let posted = try post(service, snapshot([1]))
    #expect(posted.status == 201)
    shared.change(try digest(posted.id)) { _ in nil }
    #expect(try post(service, snapshot([1])) == posted)
    #expect(shared.rows.count == 1)
  }

  @Test("A service is ready once its store has been reached, whatever comes then")
  func readiness() throws {
    store.given.withLock { $0 = .starting }
    let service = try service()
    #expect(try service.get("/readyz").status == 503)
    #expect(try service.get("/healthz").status == 200)
    #expect(eventually { service.service.hasNamedDocuments.load(ordering: .relaxed) })
    #expect(try service.get("/readyz").status == 503)
    for condition in StoreCondition.allCases where condition != .starting {
      store.given.withLock { $0 = condition }
      #expect(try service.get("/readyz").status == 200)
    }
    // What cannot be written answers what it can.
    store.given.withLock { $0 = .damaged }
    let damaged = try self.service()
    #expect(try eventually { try damaged.get("/readyz").status == 200 })
  }

  @Test(
    "A chain of steps is as long as is cheap to read, and then begins anew", arguments: [3, 3000])
  func chains(_ count: Int) throws {
    var one = try service()
    var (id, _) = try post(one, snapshot((0..<count).map { 40 + $0 % 7 }))
    var depths: [Int] = []
    for step in 0..<40 {
      // Every other one comes to a service that knows nothing yet.
      if step % 2 == 1 { one = try service() }
      id = try change(one, id, insertion(step + 1, at: step % 3)).id
      depths.append(store.rows[try digest(id)]?.depth ?? -1)
    }
    #expect(depths == (0..<40).map { ($0 + 1) % 17 })
    let heights =
      (0..<40).reduce(into: (0..<count).map { 40 + $0 % 7 }) { $0.insert($1 + 1, at: $1 % 3) }
    #expect(try post(service(), snapshot(heights)).id == id)
    let fresh = try service()
    #expect(try elements(fresh, id).status == 200)
    #expect(store.count(.load) > 20)
  }

  @Test("Long steps are not kept as steps")
  func longSteps() throws {
    let one = try service()
    let base = try post(one, snapshot([1, 2, 3]))
    let many = (0..<30_000).map { String($0 % 90 + 10) }.joined(separator: ",")
    let changed = try change(
      one, base.id,
      #"{"steps":[{"insert":[{"section":0,"item":0,"items":{"heights":[\#(many)]}}]}]}"#)
    #expect(changed.status == 201)
    let row = try #require(store.rows[try digest(changed.id)])
    #expect(row.parent == nil && row.depth == 0)
    #expect(try elements(service(), changed.id).body == elements(one, changed.id).body)
  }

  @Test("A parent that has gone meanwhile does no harm: the result is kept whole")
  func lostParent() throws {
    let one = try service()
    let base = try post(one, snapshot([1, 2, 3]))
    store.change(try digest(base.id)) { _ in nil }
    let changed = try change(one, base.id, insertion(9))
    #expect(changed.status == 201)
    #expect(store.rows[try digest(changed.id)]?.parent == nil)
    #expect(try elements(service(), changed.id).status == 200)
  }

  @Test(
    "What the store does not do is not acknowledged, and nothing stays",
    arguments: [
      (StoreError.full, 507, "store-full"), (.unavailable, 503, "store-unavailable"),
      (.busy, 503, "store-unavailable"), (.overdue, 503, "store-unavailable"),
      (.unknownOutcome, 503, "store-unavailable"),
    ])
  func failures(_ error: StoreError, _ status: Int, _ name: String) throws {
    let one = try service()
    store.meet(.keep, .fails(error))
    let answer = try one.post(text: snapshot([1]), "width=320")
    #expect(answer.status == status)
    #expect(answer.text.contains("/problems/\(name)"))
    #expect(answer.headers["retry-after"] != nil)
    #expect(one.service.cache.usage.snapshots == 0)
    #expect(one.service.memo.usage.layouts == 0)
    #expect(try one.post(text: snapshot([1]), "width=320").status == 201)
    // Reading what is not in memory fails as well, what is there does not.
    let other = try service()
    let id = try post(one, snapshot([1])).id
    store.meet(.load, .fails(error))
    #expect(try elements(other, id).status == status)
    #expect(try elements(one, id).status == 200)
    #expect(try elements(other, id).status == 200)
    store.meet(.forget, .fails(error))
    #expect(try one.request("DELETE", "/v1/layouts/\(id)").status == status)
    #expect(try one.request("DELETE", "/v1/layouts/\(id)").status == 204)
    #expect(try elements(one, id).status == 404)
  }

  @Test("An answer that got lost may have been done, and a retry finds it")
  func lostAnswer() throws {
    let one = try service()
    store.meet(.keep, .losesAnswer)
    let answer = try one.post(text: snapshot([1]))
    #expect(answer.status == 503)
    #expect(answer.text.contains("It may have been done; send it again."))
    #expect(try post(one, snapshot([1])).status == 200)
  }

  @Test("What is damaged in the store is told, and is mended by posting it again")
  func damage() throws {
    let one = try service()
    let (id, _) = try post(one, snapshot([1, 2, 3]))
    let changed = try change(one, id, insertion(4)).id
    let texts = [snapshot([1, 2, 4]), "{", "", #"{"sections":3}"#, insertion(1)]
    for text in texts {
      store.change(try digest(id)) { row in
        StoredLayout(
          id: row.id, rules: row.rules, used: row.used, body: StoredBody(Array(text.utf8)))
      }
      for broken in [id, changed] {
        let answer = try elements(service(), broken)
        #expect(answer.status == 500)
        #expect(answer.text.contains("/problems/stored-layout-damaged"), "\(text)")
      }
    }
    // Who has seen the damage mends it by a post; both are whole again for everybody.
    let mending = try service()
    #expect(try elements(mending, changed).status == 500)
    #expect(try post(mending, snapshot([1, 2, 3])) == (id, 200))
    for whole in [id, changed] { #expect(try elements(service(), whole).status == 200) }
    // Rows of earlier rules are as good as none; those of later ones are another program's.
    let today = rulesVersions
    for (rules, status) in [(today.lowerBound - 1, 404), (today.upperBound + 1, 503)] {
      store.change(try digest(id)) { row in
        StoredLayout(id: row.id, rules: Int(rules), used: row.used, body: row.body)
      }
      #expect(try elements(service(), id).status == status)
    }
  }

  @Test("A layout that many ask for is loaded once, and all are answered")
  func oneLoad() throws {
    let (id, _) = try post(service(), snapshot([1, 2, 3]))
    let other = try service().service
    store.meet(.load, .waits)
    let loads = store.count(.load)
    let statuses = Mutex<[Int]>([])
    let answered = DispatchGroup()
    for _ in 0..<8 {
      answered.enter()
      // A queue would start another thread only once a second, while those that it has wait.
      Thread.detachNewThread {
        let response = other.response(
          to: Request(.get, "/v1/layouts/\(id)/elements?width=320&rect=0,0,9,9"))
        statuses.withLock { $0.append(response.status) }
        answered.leave()
      }
    }
    #expect(eventually { other.loads.waiterCount == 8 })
    store.goOn()
    answered.wait()
    #expect(statuses.withLock { $0 } == Array(repeating: 200, count: 8))
    #expect(store.count(.load) == loads + 1)
  }

  @Test("What was used is stamped once a day, and what was not is collected")
  func upkeep() throws {
    let one = try service { $0.storeRetentionDays = 10 }
    let ids = try (0..<3).map { try digest(post(one, snapshot([$0 + 1])).id) }
    let today = Day.today
    one.service.keepUp(on: today)
    #expect(store.stamped.isEmpty)
    #expect(store.collectedBefore == Day(number: today.number - 10))
    _ = try elements(one, ids[1].hexadecimal)
    let tomorrow = Day(number: today.number + 1)
    one.service.keepUp(on: tomorrow)
    #expect(store.stamped == [ids[1]: tomorrow])
    one.service.keepUp(on: Day(number: today.number + 2))
    #expect(store.stamped == [ids[1]: tomorrow])
    let keeper = try service { $0.storeRetentionDays = nil }
    keeper.service.keepUp(on: Day(number: 5))
    #expect(store.collectedBefore == Day(number: 0))
  }

  @Test("A stamp is not taken for a row: what was collected is written again")
  func collectedRow() throws {
    let one = try service()
    let id = try post(one, snapshot([1])).id
    store.change(try digest(id)) { _ in nil }
    _ = try elements(one, id)
    let tomorrow = Day(number: Day.today.number + 1)
    one.service.keepUp(on: tomorrow)
    #expect(store.stamped[try digest(id)] == tomorrow)
    #expect(one.service.cache.row(of: try digest(id))?.used == .today)
  }

  @Test("A row that is there with steps is known for such, whoever posts its whole snapshot")
  func knownDepth() throws {
    let one = try service()
    var id = try post(one, snapshot([1, 2, 3])).id
    for step in 0..<16 { id = try change(one, id, insertion(step + 10)).id }
    #expect(store.rows[try digest(id)]?.depth == 16)
    let other = try service()
    #expect(try post(other, snapshot((0..<16).map { 25 - $0 } + [1, 2, 3])).id == id)
    let next = try change(other, id, insertion(99)).id
    #expect(store.rows[try digest(next)]?.depth == 0)
    #expect(try elements(service(), next).status == 200)
  }

  @Test("A change that changes nothing is not kept as steps on itself")
  func ownParent() throws {
    let one = try service()
    let id = try post(one, snapshot([7, 7])).id
    store.change(try digest(id)) { _ in nil }
    one.service.cache.remove(try digest(id))
    let again = try post(one, snapshot([7, 7])).id
    store.change(try digest(again)) { _ in nil }
    let same = try change(
      one, id,
      #"{"steps":[{"move":[{"from":{"section":0,"item":0},"to":{"section":0,"item":1}}]}]}"#)
    #expect(same.id == id)
    #expect(store.rows[try digest(id)]?.parent == nil)
  }

  @Test("A change that is answered again is answered from where the viewport was")
  func answeredAgain() throws {
    let text = snapshot((0..<40).map { 100 + $0 })
    let query = "?width=320&bounds=0,1000,320,400&transition=true"
    let plain = try TestService()
    let expected = try plain.post(
      text: insertion(50), to: "/v1/layouts/\(try post(plain, text).id)/changes\(query)")
    let one = try service()
    let id = try post(one, text).id
    store.change(try digest(id)) { _ in nil }
    let answer = try one.post(text: insertion(50), to: "/v1/layouts/\(id)/changes\(query)")
    #expect(answer.status == 201)
    #expect(answer.body == expected.body)
  }

  @Test("A layout that is deleted while it is posted again is not taken for kept")
  func deletedMeanwhile() throws {
    let one = try service()
    let service = one.service
    store.meet(.keep, .waits)
    let text = Array(snapshot([5]).utf8)
    let answered = DispatchGroup()
    DispatchQueue.global().async(group: answered) {
      _ = service.response(to: Request(posting: text))
    }
    #expect(eventually { store.waitingCount == 1 })
    let id = try post(self.service(), snapshot([5])).id
    #expect(try one.request("DELETE", "/v1/layouts/\(id)").status == 204)
    store.goOn()
    answered.wait()
    let keeps = store.count(.keep)
    #expect(try post(one, snapshot([5])).status < 300)
    #expect(store.count(.keep) == keeps + 1)
  }
}
