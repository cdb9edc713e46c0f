import CollectionLayout
import Foundation
import LayoutClient
import Oracle
import Testing

/// The package and the program answer the same.
@Suite("Agreement with the service")
struct AgreementTests {
  static func layout(_ snapshot: Snapshot, _ extent: Double) throws -> SnapshotLayout {
    snapshot.scrollDirection == .vertical
      ? try SnapshotLayout(snapshot, width: extent) : try SnapshotLayout(snapshot, height: extent)
  }

  static func rect(_ rect: NaiveRect) -> LayoutRect {
    LayoutRect(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }

  static func insets(_ insets: NaiveInsets) -> LayoutInsets {
    LayoutInsets(
      top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
  }

  @Test("The address of a service may have a path", arguments: ["a/layouts", "a/layouts/"])
  func basePath(path: String) async throws {
    let program = try Program(["--base-path", "/a/layouts"])
    let service = try LayoutService(program.url.appending(path: path))
    let snapshot = SnapshotInput(sections: [SectionInput(items: 3)])
    let posted = try await service.post(snapshot)
    #expect(try await service.snapshot(posted.id).itemCount == 3)
    let layout = try await posted.layout(390)
    #expect(try await layout.hit(LayoutPoint(x: 1, y: 1)) != nil)
  }

  @Test("Ids, frames, pinning and hits of random snapshots are those of the service")
  func snapshots() async throws {
    let program = try Program()
    let service = try program.service()
    for seed in UInt64(0)..<100 {
      var generator = SnapshotGenerator(seed: seed)
      let extent = generator.containerWidth()
      let json = generator.snapshot(containerWidth: extent)
      let naive = NaiveLayout(snapshot: json, containerWidth: extent)
      let input = try JSONDecoder().decode(SnapshotInput.self, from: Data(json.text.utf8))
      let snapshot = try Snapshot(input)
      let served = try await service.post(input)
      #expect(served.id == snapshot.id, "seed \(seed)")
      #expect(served.itemCount == snapshot.itemCount)
      if snapshot.warnings.count < 20 {
        // In the order of the texts, which is another one each time.
        let pointers = snapshot.warnings.compactMap(\.pointer)
        #expect(served.warnings.map(\.pointer).sorted() == pointers.sorted(), "seed \(seed)")
      }
      guard served.id == snapshot.id else { continue }
      let layout = try AgreementTests.layout(snapshot, extent)
      let remote = try await served.layout(extent)
      #expect(layout.contentSize == remote.contentSize, "seed \(seed)")
      for _ in 0..<3 {
        let rect = AgreementTests.rect(generator.rectangle(in: naive))
        let here = layout.elements(in: rect)
        #expect(try await remote.elements(in: rect) == here, "seed \(seed), \(rect)")
        let (position, cover) = generator.scrollPosition(in: naive)
        let (bounds, inset) = (AgreementTests.rect(position), AgreementTests.insets(cover))
        let special = try await remote.special(bounds: bounds, inset: inset)
        #expect(layout.special(bounds: bounds, inset: inset) == special, "seed \(seed), \(bounds)")
        let point = LayoutPoint(x: rect.midX, y: rect.midY)
        #expect(try await remote.hit(point) == layout.hit(point))
        let topmost = try await remote.hit(point, bounds: bounds, inset: inset)
        #expect(topmost == layout.hit(point, bounds: bounds, inset: inset), "seed \(seed)")
      }
    }
  }

  @Test("Cells that items or effects show elsewhere are those of the service")
  func effects() async throws {
    let program = try Program()
    let service = try program.service()
    var (shown, hits) = (0, 0)
    for seed in UInt64(0)..<60 {
      var generator = SnapshotGenerator(seed: seed &+ 0xEFFE)
      let extent = generator.containerWidth()
      let json = generator.snapshotWithEffects(containerWidth: extent)
      let naive = NaiveLayout(snapshot: json, containerWidth: extent)
      let input = try JSONDecoder().decode(SnapshotInput.self, from: Data(json.text.utf8))
      let layout = try AgreementTests.layout(Snapshot(input), extent)
      let remote = try await service.post(input).layout(extent)
      #expect(remote.id == layout.id, "seed \(seed)")
      for _ in 0..<4 {
        let (position, cover) = generator.scrollPosition(in: naive)
        let (bounds, inset) = (AgreementTests.rect(position), AgreementTests.insets(cover))
        let cells = try layout.effects(bounds: bounds, inset: inset)
        let same = try await remote.effects(bounds: bounds, inset: inset)
        #expect(cells == same, "seed \(seed), \(bounds)")
        shown += cells.count
        let rect = cells.first?.transformedFrame ?? bounds
        let point = LayoutPoint(x: rect.midX, y: rect.midY)
        let topmost = try await remote.hit(point, bounds: bounds, inset: inset)
        #expect(topmost == layout.hit(point, bounds: bounds, inset: inset), "seed \(seed)")
        hits += topmost?.distance == nil ? 0 : 1
        for cell in cells.prefix(2) {
          #expect(
            layout.cell(section: cell.section!, item: cell.item!, bounds: bounds, inset: inset)
              == cell)
        }
      }
    }
    #expect(shown > 100 && hits > 10)
  }

  @Test("Steps make the same layouts, and say the same of the change")
  func changes() async throws {
    let program = try Program()
    let service = try program.service()
    for seed in UInt64(0)..<80 {
      var generator = StepGenerator(seed: seed)
      let (json, extent) = generator.snapshot()
      let naive = NaiveLayout(snapshot: json, containerWidth: extent)
      let (position, cover) = generator.scrollPosition(in: naive)
      let text = JSONValue.array(generator.steps(for: json, containerWidth: extent)).text
      let steps = try JSONDecoder().decode([Step].self, from: Data(text.utf8))
      let (bounds, inset) = (AgreementTests.rect(position), AgreementTests.insets(cover))
      let rule = [AnchorRule.auto, .none, .first, .end][Int(seed % 4)]
      let layout = try AgreementTests.layout(Snapshot(json: Array(json.text.utf8)), extent)
      let change = try layout.applying(
        steps, bounds: bounds, inset: inset, anchor: rule, transition: true)
      let remote = try await service.post(json: Data(json.text.utf8)).layout(extent).change(
        steps, bounds: bounds, inset: inset, anchor: rule, transition: true,
        expect: ChangeExpectation(
          id: change.layout.id, itemCount: change.layout.snapshot.itemCount))
      #expect(remote.layout.id == change.layout.id, "seed \(seed)")
      #expect(remote.layout.contentSize == change.layout.contentSize)
      #expect(remote.changed == change.changed, "seed \(seed)")
      #expect(remote.bounds == change.bounds && remote.scrollDelta == change.scrollDelta)
      #expect(remote.anchor == change.anchor, "seed \(seed)")
      #expect(remote.transition == change.transition, "seed \(seed)")
      let new = try #require(change.bounds)
      #expect(remote.elements == change.layout.elements(in: new), "seed \(seed)")
      #expect(remote.special == change.layout.special(bounds: new, inset: inset))
      #expect(try remote.effects == change.layout.effects(bounds: new, inset: inset))
    }
  }

  @Test("What is refused is refused alike, word for word")
  func refusals() async throws {
    let program = try Program()
    let service = try program.service()
    var refusedCount = 0
    for seed in UInt64(0)..<60 {
      var generator = StepGenerator(seed: seed)
      let (json, extent) = generator.snapshot()
      let doubtful = generator.doubtfulSteps(for: json, containerWidth: extent)
      let steps = try JSONDecoder().decode(
        [Step].self, from: Data(JSONValue.array(doubtful).text.utf8))
      let snapshot = try Snapshot(json: Array(json.text.utf8))
      let served = try await service.post(json: Data(json.text.utf8))
      do {
        let changed = try snapshot.applying(steps)
        #expect(try await served.change(steps).id == changed.id, "seed \(seed)")
      } catch let refusal as Refusal {
        refusedCount += 1
        let problem = try await #require(throws: Problem.self, "seed \(seed)") {
          _ = try await served.change(steps)
        }
        #expect(problem.name == refusal.name && problem.detail == refusal.detail, "seed \(seed)")
        #expect(problem.issues == refusal.issues, "seed \(seed)")
      }
    }
    #expect(refusedCount > 20)
  }

  @Test("Texts with faults at random are read, or refused, alike")
  func faultyTexts() async throws {
    let program = try Program()
    let service = try program.service()
    var refusedCount = 0
    for seed in UInt64(0)..<250 {
      var generator = SnapshotGenerator(seed: seed)
      var text = Array(generator.snapshot(containerWidth: 390).text.utf8)
      let bytes =
        Array("{}[],:\"\\0123456789.eE+-tfn \t\u{E9}\u{FEFF}".utf8) + [0xFF, 0x80, 0, 0xC0]
      for _ in 0..<Int.random(in: 1...3, using: &generator.random) where !text.isEmpty {
        let place = Int.random(in: 0..<text.count, using: &generator.random)
        let byte = bytes.randomElement(using: &generator.random) ?? 0
        switch Int.random(in: 0...4, using: &generator.random) {
        case 0: text[place] = byte
        case 1: text.insert(byte, at: place)
        case 2: text.remove(at: place)
        case 3: text.swapAt(place, Int.random(in: 0..<text.count, using: &generator.random))
        default: text.removeLast(text.count - place)
        }
      }
      do {
        let snapshot = try Snapshot(json: text)
        #expect(try await service.post(json: Data(text)).id == snapshot.id, "seed \(seed)")
      } catch let refusal as Refusal {
        refusedCount += 1
        let problem = try await #require(throws: Problem.self, "seed \(seed)") {
          _ = try await service.post(json: Data(text))
        }
        #expect(problem.name == refusal.name && problem.detail == refusal.detail, "seed \(seed)")
        #expect(problem.issues == refusal.issues, "seed \(seed)")
      }
    }
    #expect(refusedCount > 120)
  }
}
