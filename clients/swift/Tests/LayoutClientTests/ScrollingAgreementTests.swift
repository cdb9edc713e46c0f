import CollectionLayout
import Foundation
import LayoutClient
import Oracle
import Testing

/// The package and the program answer questions about scrolling the same.
@Suite("Agreement with the service about scrolling")
struct ScrollingAgreementTests {
  private static func point(_ point: NaivePoint) -> LayoutPoint {
    LayoutPoint(x: point.x, y: point.y)
  }

  @Test("Targets, kept places, windows, neighbors and drags of random snapshots")
  func questions() async throws {
    let program = try Program()
    let service = try program.service()
    for seed in UInt64(0)..<60 {
      var generator = SnapshotGenerator(seed: seed &+ 0x5C02)
      let (extent, other) = (generator.containerWidth(), generator.containerWidth())
      let json = generator.snapshot(containerWidth: extent)
      let naive = NaiveLayout(snapshot: json, containerWidth: extent)
      let previousNaive = NaiveLayout(snapshot: json, containerWidth: other)
      let snapshot = try Snapshot(json: Array(json.text.utf8))
      let served = try await service.post(json: Data(json.text.utf8))
      let layout = try AgreementTests.layout(snapshot, extent)
      let previous = try AgreementTests.layout(snapshot, other)
      let (remote, remotePrevious) = (
        try await served.layout(extent), try await served.layout(other)
      )
      let cells = naive.elements.filter { $0.category == "cell" }
      for round in 0..<2 {
        let comment: Comment = "seed \(seed), round \(round)"
        let (position, cover) = generator.scrollPosition(in: naive)
        let (bounds, inset) = (AgreementTests.rect(position), AgreementTests.insets(cover))
        let proposed = Self.point(generator.point(in: naive))
        let velocity = LayoutPoint(x: 300, y: [-100.0, 0, 400][Int(seed % 3)])
        var targets: [TargetRule] = [
          .nearestItem(proposed: proposed),
          .page(length: 320, proposed: proposed, velocity: velocity),
        ]
        let cell = cells.randomElement(using: &generator.random)
        let path = cell.map { ItemPath(section: $0.section ?? 0, item: $0.index) }
        if let path { targets += TargetRule.Position.allCases.map { .item(path, $0) } }
        let headers = naive.elements.filter { $0.kind == "header" }
        if let header = headers.randomElement(using: &generator.random) {
          targets.append(.header(section: header.section ?? 0, index: header.index, .center))
        }
        for target in targets {
          let here = try layout.target(target, from: bounds, inset: inset)
          let there = try await remote.target(target, from: bounds, inset: inset)
          #expect(here == there, "\(comment), \(target)")
        }

        let (then, thenCover) = generator.scrollPosition(in: previousNaive)
        let (before, insetBefore) = (AgreementTests.rect(then), AgreementTests.insets(thenCover))
        for rule in [KeepRule.first, .end] + (path.map { [.item($0)] } ?? []) {
          let here = try layout.target(
            keeping: rule, of: previous, at: before, previousInset: insetBefore, in: bounds,
            inset: inset)
          let there = try await remote.target(
            keeping: rule, of: remotePrevious, at: before, previousInset: insetBefore, in: bounds,
            inset: inset)
          #expect(here == there, "\(comment), \(rule)")
        }

        let (past, _) = generator.scrollPosition(in: naive)
        let motion = ScrollMotion(bounds: bounds, velocity: round == 0 ? velocity : nil)
        let earlier = ScrollMotion(
          bounds: AgreementTests.rect(past), velocity: LayoutPoint(x: -200, y: -200))
        let rule = PrefetchRule(ahead: 0.5, speed: 20)
        for previous in [nil, earlier] {
          let here = try layout.window(motion, previous: previous, inset: inset, prefetch: rule)
          let there = try await remote.window(
            motion, previous: previous, inset: inset, prefetch: rule)
          #expect(here == there, comment)
        }

        guard let path else { continue }
        let here = layout.neighbors(section: path.section, item: path.item)
        let there = try await remote.neighbors(section: path.section, item: path.item)
        #expect(here == there, comment)
        try await expectDrag(
          layout, remote, path, ScrollMotion(bounds: bounds), inset, proposed, comment)
      }
    }
  }

  /// A drag to a point, and from there to the middle of the bounds.
  private func expectDrag(
    _ layout: SnapshotLayout, _ remote: ServedLayout, _ item: ItemPath, _ motion: ScrollMotion,
    _ inset: LayoutInsets, _ point: LayoutPoint, _ comment: Comment
  ) async throws {
    let bounds = motion.bounds
    let middle = LayoutPoint(x: bounds.midX, y: bounds.midY)
    var drag: ItemDrag
    do { drag = try layout.dragging(item) } catch { return }
    var target: ItemPath?
    for place in [point, middle] {
      do {
        let here = try drag.move(to: place, bounds: bounds, inset: inset)
        let there = try await remote.reorder(
          item, to: target, at: place, bounds: bounds, inset: inset)
        #expect(here == there, "\(comment), \(item) to \(place)")
        #expect(drag.target == here.target)
        target = here.target
      } catch let refusal as Refusal {
        // An engine may lack the item's sizes.
        let problem = try await #require(throws: Problem.self, comment) {
          _ = try await remote.reorder(item, to: target, at: place, bounds: bounds, inset: inset)
        }
        #expect(problem.name == refusal.name, "\(comment), \(refusal), \(problem)")
        return
      }
    }
    let answer = try drag.move(to: middle, bounds: bounds, inset: inset)
    let dropped = try layout.applying([drag.step])
    #expect(dropped.layout.contentSize == answer.contentSize, comment)
    let (path, gap) = (drag.target, answer.gap)
    #expect(dropped.layout.cell(section: path.section, item: path.item)?.frame == gap, comment)
  }
}
