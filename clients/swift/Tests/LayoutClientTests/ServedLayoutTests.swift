import Foundation
import Testing

@testable import LayoutClient

@Suite("Layouts of the service")
struct ServedLayoutTests {
  private static let long = SnapshotInput(
    engine: .column, sections: [SectionInput(items: .equal(count: 25_000, height: 1))])

  @Test("A list that no answer holds is read piece by piece, up to a limit")
  func pieces() async throws {
    let program = try Program()
    let everything = LayoutRect(x: 0, y: 0, width: 390, height: 25_000)
    let layout = try await program.service().post(ServedLayoutTests.long).layout(390)
    #expect(try await layout.elements(in: everything).map(\.item) == Array(0..<25_000))
    let bounded = try program.service(ClientOptions { $0.maximumElements = 24_999 })
    let other = try await bounded.snapshot(layout.id).layout(390)
    await #expect(throws: Refusal.self) { _ = try await other.elements(in: everything) }
  }

  @Test("A horizontal layout is asked for by its height")
  func horizontal() async throws {
    let program = try Program()
    let input = SnapshotInput(
      scrollDirection: .horizontal, engine: .column,
      sections: [SectionInput(items: .equal(count: 9, width: 100))])
    let snapshot = try await program.service().post(input)
    let layout = try await snapshot.layout(480)
    #expect(snapshot.scrollDirection == .horizontal)
    #expect(layout.contentSize == LayoutSize(width: 900, height: 480))
    #expect(try await layout.hit(LayoutPoint(x: 250, y: 1))?.item == 2)
  }

  @Test("A service that promises more and more, and brings nothing, is not asked for ever")
  func emptyPieces() async throws {
    let id = String(repeating: "a", count: 64)
    let transport = FakeTransport { _, _ in
      Response(200, #"{"id":"\#(id)","scrollDirection":"vertical","elements":[],"next":"c"}"#)
    }
    let layout = try await LayoutService(transport: transport).snapshot(id).layout(390)
    await #expect(throws: Refusal.self) {
      _ = try await layout.elements(in: LayoutRect(x: 0, y: 0, width: 1, height: 1))
    }
    #expect(transport.sent.count == 3)
  }
}
