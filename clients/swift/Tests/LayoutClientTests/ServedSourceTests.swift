import Foundation
import Testing

@testable import LayoutClient

@Suite("Sources of the service")
struct ServedSourceTests {
  private static let loading = SourceNode(id: "reviews", state: .loading)
  private static let loaded = SourceNode(
    id: "reviews", items: .equal(count: 3, height: 88), movable: true)

  private static func page(_ reviews: SourceNode, selected: Int = 1) -> SnapshotInput {
    SnapshotInput(
      engine: .column,
      source: SourceNode(
        id: "product", children: [SourceNode(id: "details", items: 2), reviews],
        selected: selected))
  }

  @Test("A forgotten layout of two trees is posted again, with what was measured before them")
  func restored() async throws {
    let program = try Program()
    let service = try program.service()
    let (from, to) = (Self.page(Self.loaded, selected: 0), Self.page(Self.loaded))
    let posted = try await service.post(from)
    #expect(posted.source?.place("details") == 0)
    let measured = try await posted.layout(390).change([
      Step { $0.resize = [.init(section: 0, item: 0, items: .equal(count: 2, height: 60))] }
    ])
    #expect(measured.layout.snapshot.source == nil)
    let step = Step { $0.delete = [.init(section: 0, item: 0)] }
    let change = try await measured.layout.change(
      from: from, to: to, bounds: LayoutRect(x: 0, y: 0, width: 390, height: 500),
      transition: true)
    #expect(change.layout.snapshot.source?.path(0).map(\.node) == ["product", "reviews"])
    #expect(change.transition?.first?.to?.item == 0)
    // Equal trees change nothing, and say where the nodes are.
    let same = try await change.layout.change(from: to, to: to)
    #expect(same.layout.id == change.layout.id)
    #expect(same.layout.snapshot.source == change.layout.snapshot.source)
    let last = try await change.layout.change([step])
    let cells = try await last.layout.elements(in: LayoutRect(x: 0, y: 0, width: 9, height: 999))
    #expect(cells.count == 2)
    for layout in [posted, measured.layout.snapshot, change.layout.snapshot, last.layout.snapshot] {
      try await layout.delete()
    }
    #expect(
      try await last.layout.elements(in: LayoutRect(x: 0, y: 0, width: 9, height: 999)) == cells)
    let user = try await #require(throws: Problem.self) {
      _ = try await change.layout.change([step], from: to)
    }
    #expect(user.issues.map(\.code) == ["not-editable"])
  }

  @Test("A document is changed by two trees once, however many answers are lost")
  func documents() async throws {
    let program = try Program()
    let transport = LossyTransport(URLSessionTransport(program.url), seed: 5, percent: 20)
    let service = try LayoutService(
      transport: transport, options: ClientOptions { $0.attempts = 40 }, Pauses().surroundings())
    let document = try service.document("page")
    var revision = try await document.put(Self.page(Self.loading), revision: .none).revision
    for _ in 0..<10 {
      let change = try await document.change(
        from: Self.page(Self.loading), to: Self.page(Self.loaded), revision: revision)
      #expect(change.revision == revision + 1 && change.steps == nil)
      let reviews = AnsweredSource.Node(
        id: "reviews", state: .loaded, first: 0, sectionCount: 1, movable: true)
      // The answer to a repetition says nothing of nodes.
      #expect(change.source?.nodes.last == (change.isRepeated ? nil : reviews))
      let moved = Step {
        $0.move = [.init(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 0, item: 2))]
      }
      let user = try await document.change(
        [moved], from: Self.page(Self.loaded), revision: revision + 1)
      #expect(user.steps == [moved] && user.source == nil)
      let gone = Self.page(SourceNode(id: "reviews", state: .error))
      let last = try await document.change(
        from: Self.page(Self.loaded), to: gone, revision: revision + 2)
      let again = try await document.change(
        from: gone, to: Self.page(Self.loading), revision: last.revision)
      // Nothing differs.
      #expect(again.revision == last.revision && again.layout == last.layout)
      revision = again.revision
    }
    let log = try await document.log(after: 1)
    #expect(log.changes.count == 30 && log.changes[0].steps?.first?.insert?.count == 1)
    let conflict = try await #require(throws: Problem.self) {
      _ = try await document.change(
        from: Self.page(Self.loading), to: Self.page(Self.loaded), revision: 3)
    }
    #expect(conflict.name == "conflict")
  }
}
