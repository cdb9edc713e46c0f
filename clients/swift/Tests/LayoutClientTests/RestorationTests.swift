import Foundation
import Testing

@testable import LayoutClient

@Suite("Layouts that the service has forgotten")
struct RestorationTests {
  private static let input = SnapshotInput(
    engine: .column, sections: [SectionInput(items: .equal(count: 1000, height: 50))])
  private static let screen = LayoutRect(x: 0, y: 0, width: 390, height: 500)

  @Test("A snapshot is posted again, once for all who wait for it, and also with its steps")
  func postedAgain() async throws {
    let program = try Program()
    let posts = Locked(0)
    let inner = URLSessionTransport(program.url)
    let transport = FakeTransport { request, _ in
      if request.method == "POST", request.target == "/v1/layouts" { posts.withLock { $0 += 1 } }
      return try await inner.send(request)
    }
    let service = try LayoutService(transport: transport)
    let snapshot = try await service.post(RestorationTests.input)
    let layout = try await snapshot.layout(390)
    let before = try await layout.elements(in: RestorationTests.screen)
    #expect(before.count == 10)
    try await snapshot.delete()
    try await withThrowingTaskGroup(of: [LayoutElement].self) { group in
      for _ in 0..<20 {
        group.addTask { try await layout.elements(in: RestorationTests.screen) }
      }
      for try await elements in group { #expect(elements == before) }
    }
    #expect(posts.withLock { $0 } == 2)

    let step = Step {
      $0.insert = [.init(section: 0, item: 0, items: .equal(count: 5, height: 20))]
    }
    let change = try await layout.change(
      [step], bounds: RestorationTests.screen, anchor: .first, transition: true)
    #expect(change.bounds?.minY == 100)
    #expect(change.transition?.isEmpty == false)
    let next = try await change.layout.change([Step { $0.delete = [.init(section: 0, item: 0)] }])
    let shown = try await next.layout.elements(in: RestorationTests.screen)
    for known in [snapshot, change.layout.snapshot, next.layout.snapshot] {
      try await known.delete()
    }
    #expect(try await next.layout.elements(in: RestorationTests.screen) == shown)
    #expect(next.layout.snapshot.itemCount == 1004)
  }

  @Test("Who knows an id alone asks its backend to post it, and hears where the id has changed")
  func restored() async throws {
    let program = try Program()
    let service = try program.service()
    let id = try await service.post(RestorationTests.input).id
    let asked = Locked(0)
    let snapshot = try await service.snapshot(id) {
      asked.withLock { $0 += 1 }
      _ = try await service.post(RestorationTests.input)
    }
    try await snapshot.delete()
    #expect(try await snapshot.layout(390).contentSize.height == 50_000)
    #expect(asked.withLock { $0 } == 1)
    let unknown = String(repeating: "0", count: 64)
    let problem = try await #require(throws: Problem.self) {
      _ = try await service.snapshot(unknown)
    }
    #expect(problem.name == "layout-not-found")

    let other = String(repeating: "b", count: 64)
    let transport = FakeTransport { request, number in
      if number == 0 { return Response(200, #"{"id":"\#(id)"}"#) }
      if request.method == "POST" { return Response(201, #"{"id":"\#(other)"}"#) }
      return .problem(404, "layout-not-found")
    }
    let newer = try LayoutService(transport: transport, options: ClientOptions())
    let forgotten = try await newer.post(RestorationTests.input)
    await #expect(throws: IdChanged(id: id, newId: other)) { _ = try await forgotten.layout(390) }
  }

  @Test("A service that forgets at once is not posted to for ever")
  func forgetful() async throws {
    let id = String(repeating: "a", count: 64)
    let pauses = Pauses()
    let transport = FakeTransport { request, number in
      if request.method == "GET", number > 0 { return .problem(404, "layout-not-found") }
      return Response(200, #"{"id":"\#(id)"}"#)
    }
    let service = try LayoutService(
      transport: transport, options: ClientOptions(), pauses.surroundings())
    let asked = Locked(0)
    let snapshot = try await service.snapshot(id) { asked.withLock { $0 += 1 } }
    await #expect(throws: Problem.self) { _ = try await snapshot.layout(390) }
    #expect(asked.withLock { $0 } == 3)
    #expect(pauses.all == [0.25, 0.5])
  }

  @Test("Steps that have become longer than the snapshot are replaced by what they make")
  func shortened() async throws {
    let program = try Program()
    let inner = URLSessionTransport(program.url)
    let transport = FakeTransport { request, _ in try await inner.send(request) }
    let service = try LayoutService(transport: transport)
    var snapshot = try await service.post(RestorationTests.input)
    for round in 0..<6 {
      let heights = (0..<3000).map { Double(20 + ($0 + round) % 50) + 0.25 }
      let step = Step {
        $0.insert = [.init(section: 0, item: round, items: .columns(heights: heights))]
      }
      snapshot = try await snapshot.change([step])
    }
    #expect(transport.sent.contains { $0.target.hasSuffix("/snapshot") })
    try await snapshot.delete()
    #expect(try await snapshot.layout(390).contentSize.height > 50_000)
    #expect(snapshot.itemCount == 19_000)
  }

  @Test(
    "Who waits for a post and is cancelled waits no longer, and the post goes on for the others")
  func cancelled() async throws {
    let id = String(repeating: "a", count: 64)
    let known = Response(200, #"{"id":"\#(id)","scrollDirection":"vertical"}"#)
    let (posting, posts) = AsyncStream.makeStream(of: Void.self)
    let (release, go) = AsyncStream.makeStream(of: Never.self)
    let isForgotten = Locked(false)
    let transport = FakeTransport { request, number in
      if number == 0 { return known }
      if request.method == "POST" {
        posts.yield()
        for await _ in release {}
        isForgotten.withLock { $0 = false }
      }
      return isForgotten.withLock { $0 } ? .problem(404, "layout-not-found") : known
    }
    let snapshot = try await LayoutService(transport: transport).post(RestorationTests.input)
    isForgotten.withLock { $0 = true }
    let first = Task { try await snapshot.layout(390) }
    for await _ in posting { break }
    let other = Task { try await snapshot.layout(400) }
    first.cancel()
    await #expect(throws: CancellationError.self) { _ = try await first.value }
    go.finish()
    #expect(try await other.value.id == id)
    #expect(transport.sent.filter { $0.method == "POST" }.count == 2)
  }
}
