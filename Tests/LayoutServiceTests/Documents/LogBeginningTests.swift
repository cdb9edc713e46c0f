import LayoutStore
import TestClient
import Testing

@testable import LayoutService
@testable import LayoutServiceTestSupport

@Suite("Where a log begins")
struct LogBeginningTests {
  private func create(_ service: TestService, _ name: String) throws -> Int {
    let answer = try service.create(name, #"{"snapshot":{"sections":[{"items":3}]}}"#)
    return try #require(try answer.json()["revision"]?.int)
  }

  @Test("Without after it begins with the oldest record, also where another document was deleted")
  func oldest() throws {
    let service = try TestService(store: SQLiteStore(bytesMax: 64 << 20) { _, _ in })
    _ = try create(service, "gone")
    let deletion = try service.request("DELETE", "/v1/documents/gone", headers: [("If-Match", "*")])
    #expect(deletion.status == 204)
    let first = try create(service, "later")
    #expect(first > 1)
    let log = try service.json("/v1/documents/later/changes")
    #expect(log["changes"]?.array?.compactMap { $0["revision"]?.int } == [first])
    #expect(log["oldest"]?.int == first && log["revision"]?.int == first)
    #expect(try service.json("/v1/documents/later/changes?wait=30") == log)
    try service.expect(service.get("/v1/documents/later/changes?after=0"), 410, "history-gone")
    try service.expect(service.get("/v1/documents/gone/changes"), 404, "document-not-found")
  }

  @Test("Without after it begins with the oldest record, also where older ones are not kept")
  func history() throws {
    var limits = SQLiteStore.Limits()
    limits.documents.recordsMax = 2
    let service = try TestService(store: SQLiteStore(bytesMax: 64 << 20, limits) { _, _ in })
    _ = try create(service, "feed")
    for revision in 1...4 {
      let insert = #"{"section":0,"item":0,"items":{"count":1,"width":9,"height":9}}"#
      let body = #"{"revision":\#(revision),"steps":[{"insert":[\#(insert)]}]}"#
      #expect(try service.post(text: body, to: "/v1/documents/feed/changes").status == 200)
    }
    let log = try service.json("/v1/documents/feed/changes?limit=1")
    let oldest = try #require(log["oldest"]?.int)
    #expect(oldest > 1)
    #expect(log["changes"]?.array?.compactMap { $0["revision"]?.int } == [oldest])
    try service.expect(service.get("/v1/documents/feed/changes?after=0"), 410, "history-gone")
  }
}
