import CollectionLayout
import Foundation
import LayoutClient
import Oracle
import Testing

/// The package and the program answer the same of a layout with margins. What that is, the tests of the package say.
@Suite("Agreement with the service about margins")
struct MarginsAgreementTests {
  private static let margins = LayoutInsets(top: 25, left: 10, bottom: 5, right: 30)

  /// A random layout of the package and of the service, with these margins.
  private static func layouts(
    _ json: JSONValue, _ room: Double, _ service: LayoutService
  ) async throws -> (here: SnapshotLayout, there: ServedLayout) {
    let input = try JSONDecoder().decode(SnapshotInput.self, from: Data(json.text.utf8))
    let snapshot = try Snapshot(input)
    let isHorizontal = snapshot.scrollDirection == .horizontal
    let extent = room + (isHorizontal ? 30 : 40)
    let posted = try await service.post(input)
    return (
      isHorizontal
        ? try SnapshotLayout(snapshot, height: extent, margins: margins)
        : try SnapshotLayout(snapshot, width: extent, margins: margins),
      try await posted.layout(extent, margins: margins)
    )
  }

  @Test("Elements, hits and questions about scrolling")
  func questions() async throws {
    let program = try Program()
    let service = try program.service()
    for seed in UInt64(0)..<25 {
      var generator = SnapshotGenerator(seed: seed &+ 0x3A46)
      let room = generator.containerWidth()
      let json = generator.snapshotWithEffects(containerWidth: room)
      let naive = NaiveLayout(snapshot: json, containerWidth: room)
      let (here, there) = try await Self.layouts(json, room, service)
      #expect(there.margins == here.margins && there.containerExtent == here.containerExtent)
      #expect(there.contentSize == here.contentSize && there.id == here.id, "seed \(seed)")
      for round in 0..<2 {
        let comment: Comment = "seed \(seed), round \(round)"
        let (position, cover) = generator.scrollPosition(in: naive)
        let (bounds, inset) = (AgreementTests.rect(position), AgreementTests.insets(cover))
        for rect in [bounds, AgreementTests.rect(generator.rectangle(in: naive))] {
          #expect(try await there.elements(in: rect) == here.elements(in: rect), comment)
        }
        let special = try await there.special(bounds: bounds, inset: inset)
        #expect(special == here.special(bounds: bounds, inset: inset), comment)
        let effects = try await there.effects(bounds: bounds, inset: inset)
        #expect(try effects == here.effects(bounds: bounds, inset: inset), comment)
        for across in [5, here.containerExtent - 2, here.containerExtent / 2] {
          let point =
            naive.isHorizontal
            ? LayoutPoint(x: bounds.midX, y: across) : LayoutPoint(x: across, y: bounds.midY)
          let hit = try await there.hit(point, bounds: bounds, inset: inset)
          #expect(hit == here.hit(point, bounds: bounds, inset: inset), comment)
          #expect(try await there.hit(point) == here.hit(point), comment)
        }
        let (then, _) = generator.scrollPosition(in: naive)
        let (earlier, proposed) = (AgreementTests.rect(then), LayoutPoint(x: 40, y: bounds.midY))
        let target = TargetRule.nearestItem(proposed: proposed)
        #expect(
          try await there.target(target, from: bounds, inset: inset)
            == here.target(target, from: bounds, inset: inset), comment)
        #expect(
          try await there.target(keeping: .first, of: there, at: earlier, in: bounds, inset: inset)
            == here.target(keeping: .first, of: here, at: earlier, in: bounds, inset: inset),
          comment)
        let motion = ScrollMotion(bounds: bounds)
        #expect(
          try await there.window(motion, previous: .init(bounds: earlier), inset: inset)
            == here.window(motion, previous: .init(bounds: earlier), inset: inset), comment)
        let cells = naive.elements.filter { $0.category == "cell" }
        guard let cell = cells.randomElement(using: &generator.random) else { continue }
        let path = ItemPath(section: cell.section ?? 0, item: cell.index)
        #expect(
          try await there.neighbors(section: path.section, item: path.item)
            == here.neighbors(section: path.section, item: path.item), comment)
        guard var drag = try? here.dragging(path),
          let shown = try? drag.move(to: proposed, bounds: bounds, inset: inset)
        else { continue }
        #expect(
          try await there.reorder(path, at: proposed, bounds: bounds, inset: inset) == shown,
          comment)
      }
    }
  }

  @Test("Changes keep the margins, and what they say is moved")
  func changes() async throws {
    let program = try Program()
    let service = try program.service()
    for seed in UInt64(0)..<20 {
      var generator = StepGenerator(seed: seed &+ 0x3A46)
      let (json, room) = generator.snapshot()
      let (position, cover) = generator.scrollPosition(
        in: NaiveLayout(snapshot: json, containerWidth: room))
      let text = JSONValue.array(generator.steps(for: json, containerWidth: room)).text
      let steps = try JSONDecoder().decode([Step].self, from: Data(text.utf8))
      let (bounds, inset) = (AgreementTests.rect(position), AgreementTests.insets(cover))
      let (here, there) = try await Self.layouts(json, room, service)
      let change = try here.applying(steps, bounds: bounds, inset: inset, transition: true)
      let remote = try await there.change(steps, bounds: bounds, inset: inset, transition: true)
      #expect(remote.layout.margins == Self.margins && remote.layout.id == change.layout.id)
      #expect(remote.layout.contentSize == change.layout.contentSize, "seed \(seed)")
      #expect(remote.bounds == change.bounds && remote.anchor == change.anchor, "seed \(seed)")
      #expect(remote.transition == change.transition, "seed \(seed)")
    }
  }

  @Test("Margins that leave no room, or are no numbers, are refused without a request")
  func refused() async throws {
    let id = String(repeating: "a", count: 64)
    let transport = FakeTransport { _, _ in
      Response(200, #"{"id":"\#(id)","scrollDirection":"vertical"}"#)
    }
    let snapshot = try await LayoutService(transport: transport).snapshot(id)
    for margins in [LayoutInsets(left: -1), .init(top: .nan), .init(left: 200, right: 190)] {
      let refusal = try await #require(throws: Refusal.self) {
        _ = try await snapshot.layout(390, margins: margins)
      }
      #expect(refusal.issues.map(\.parameter) == ["margins"])
    }
    #expect(transport.sent.count == 1)
  }
}
