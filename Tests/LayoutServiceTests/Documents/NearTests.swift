import LayoutStore
import Oracle
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Layoutd-Near: what balancers keep a lineage together by")
struct NearTests {
  private let store = FaultyStore()

  private func near(_ answer: TestClient.Reply) -> String? { answer.headers["layoutd-near"] }

  private func insertion(_ height: Int) -> String {
    #"[{"insert":[{"section":0,"item":0,"items":{"count":1,"height":\#(height)}}]}]"#
  }

  @Test("A lineage is called by the beginning of its first id, whatever becomes of it")
  func lineage() throws {
    let service = try TestService(store: store)
    let text = #"{"sections":[{"engine":"column","items":{"heights":[1,2,3]}}]}"#
    let posted = try service.post(text: text)
    var id = try #require(try posted.json()["id"]?.string)
    let root = String(id.prefix(16))
    #expect(near(posted) == root)
    #expect(near(try service.post(text: text)) == root)
    for step in 1...5 {
      let answer = try service.post(
        text: #"{"steps":\#(insertion(step))}"#, to: "/v1/layouts/\(id)/changes")
      #expect(near(answer) == root)
      id = try #require(try answer.json()["id"]?.string)
    }
    #expect(id.prefix(16) != root)
    // A result that is posted afresh is known by the lineage that it had first.
    let afresh = #"{"sections":[{"engine":"column","items":{"heights":[5,4,3,2,1,1,2,3]}}]}"#
    let again = try service.post(text: afresh)
    #expect(try again.json()["id"]?.string == id)
    #expect(near(again) == root)
    // Another process knows it by what its rows begin with.
    let other = try TestService(store: store)
    let changed = try other.post(
      text: #"{"steps":\#(insertion(9))}"#, to: "/v1/layouts/\(id)/changes")
    #expect(near(changed) == root)
    // Other answers do not tell of it.
    #expect(near(try service.get("/v1/layouts/\(id)")) == nil)
    #expect(near(try service.get("/v1/layouts/\(String(repeating: "0", count: 64))")) == nil)
  }

  @Test("Documents are near their layouts")
  func documents() throws {
    let service = try TestService(store: store)
    let put = try service.create("a")
    let root = try #require(try put.json()["layout"]?.string).prefix(16)
    #expect(near(put).map { $0[...] } == root)
    let changed = try service.post(
      text: #"{"revision":1,"steps":\#(insertion(7))}"#, to: "/v1/documents/a/changes")
    #expect(near(changed).map { $0[...] } == root)
    #expect(near(try service.get("/v1/documents/a")).map { $0[...] } == root)
    #expect(near(try service.get("/v1/documents/a/elements?width=9")).map { $0[...] } == root)
  }
}
