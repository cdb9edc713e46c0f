import Foundation
import LayoutTypes
import Oracle
import Testing

@testable import CollectionLayout
@testable import LayoutClient

/// The package resolves sources, and tells trees apart, as the program does.
@Suite("Agreement with the service about sources")
struct SourceAgreementTests {
  private static let width = 390.0

  private func input(_ json: JSONValue) throws -> SnapshotInput {
    try JSONDecoder().decode(SnapshotInput.self, from: Data(json.text.utf8))
  }

  /// Whether a problem of the program is a refusal of the package, word for word. The order of issues is that of the members
  /// of the body, which encoders choose.
  private func expect(_ problem: Problem, _ refusal: Refusal, _ comment: Comment) {
    #expect(problem.name == refusal.name, comment)
    #expect(Set(problem.issues) == Set(refusal.issues), comment)
    if refusal.issues.count < 2 { #expect(problem.detail == refusal.detail, comment) }
  }

  @Test(
    "Random trees have the same ids and the same nodes",
    arguments: seeds(short: 0..<2, all: 0..<6))
  func trees(batch: UInt64) async throws {
    let program = try Program()
    let service = try program.service()
    for seed in batch * 100..<batch * 100 + 100 {
      var generator = SnapshotGenerator(seed: seed)
      let json = generator.snapshotWithSource(containerWidth: Self.width)
      let input = try input(json)
      let snapshot = try Snapshot(input)
      let served = try await service.post(input)
      #expect(served.id == snapshot.id && served.sectionCount == snapshot.sectionCount)
      let source = try #require(snapshot.source)
      #expect(served.source == source, "seed \(seed)")
      for section in 0..<snapshot.sectionCount {
        for (node, number) in source.path(section) {
          #expect(source.place(node, section: number) == section, "seed \(seed), \(section)")
        }
      }
      if seed % 8 > 0 { continue }
      #expect(try Snapshot(json: Array(json.text.utf8)) == snapshot, "seed \(seed)")
      let written = try JSONEncoder().encode(input)
      #expect(try JSONDecoder().decode(SnapshotInput.self, from: written) == input, "seed \(seed)")
    }
  }

  @Test(
    "Random pairs of trees make the same steps and layouts",
    arguments: seeds(short: 0..<2, all: 0..<6))
  func pairs(batch: UInt64) async throws {
    let program = try Program()
    let service = try program.service()
    let document = try service.document("pairs")
    var (known, madeCount) = (Snapshot?.none, 0)
    for seed in batch * 100..<batch * 100 + 100 {
      var generator = SnapshotGenerator(seed: seed &+ 0x7EE5)
      let pair = generator.changedSource(containerWidth: Self.width)
      let (from, to) = (try input(pair.from), try input(pair.to))
      let comment: Comment = "seed \(seed)"
      // The layout of the first tree, the same with a measured item, or one of other counts.
      guard var base = try? Snapshot(from) else { continue }
      let filled = (0..<base.sectionCount).first { base.itemCount(inSection: $0) > 0 }
      if seed % 4 == 0, let filled {
        let measured = Step {
          $0.resize = [.init(section: filled, at: [0], widths: [33], heights: [33])]
        }
        base = try base.applying([measured])
      } else if seed % 16 == 1, let known {
        base = known
      }
      known = base
      let served = try await service.post(json: Data(base.json))
      let head = try await document.put(served, revision: .any)
      let change: LayoutChange
      do {
        change = try await compared(from, to, base, served, isWhole: seed % 8 < 2, comment)
      } catch let refusal as Refusal {
        let problem = try await #require(throws: Problem.self, comment) {
          _ = try await document.change(from: from, to: to, revision: head.revision)
        }
        expect(problem, refusal, comment)
        continue
      }
      madeCount += 1
      let made = try await document.change(from: from, to: to, revision: head.revision)
      #expect(made.layout == change.layout.id, comment)
      #expect(made.source == change.layout.snapshot.source, comment)
      if seed % 16 == 2 { #expect(change.layout.snapshot == (try Snapshot(to)), comment) }
      // The log has the steps.
      if made.revision == head.revision { continue }
      let steps = try #require(change.stepsJSON)
      let log = try await service.sender.send(
        "\(document.path)/changes?after=\(head.revision)", near: nil
      ).body
      #expect(log.firstRange(of: Data("\"steps\":".utf8 + steps + ",".utf8)) != nil, comment)
    }
    #expect(madeCount > 60)
  }

  /// The change that the package makes.
  ///
  /// - Parameter isWhole: Whether it is compared with the service's change of a layout, and with what its steps make.
  private func compared(
    _ from: SnapshotInput, _ to: SnapshotInput, _ base: Snapshot, _ served: ServedSnapshot,
    isWhole: Bool, _ comment: Comment
  ) async throws -> LayoutChange {
    let bounds = LayoutRect(x: 0, y: 40, width: Self.width, height: 500)
    let layout = try AgreementTests.layout(base, Self.width)
    guard isWhole else { return try layout.applying(from: from, to: to) }
    let remoteLayout = try await served.layout(Self.width)
    do {
      let change = try layout.applying(from: from, to: to, bounds: bounds, transition: true)
      let new = change.layout
      let remote = try await remoteLayout.change(
        from: from, to: to, bounds: bounds, transition: true,
        expect: ChangeExpectation(id: new.id, itemCount: new.snapshot.itemCount))
      #expect(remote.layout.id == new.id && remote.layout.contentSize == new.contentSize, comment)
      #expect(remote.layout.snapshot.source == new.snapshot.source, comment)
      #expect(remote.changed == change.changed && remote.anchor == change.anchor, comment)
      #expect(remote.bounds == change.bounds && remote.transition == change.transition, comment)
      let steps = Data(try #require(change.stepsJSON))
      let read = try JSONDecoder().decode([LayoutTypes.Step].self, from: steps)
      #expect(try base.applying(read) == new.snapshot, comment)
      return change
    } catch let refusal as Refusal {
      let problem = try await #require(throws: Problem.self, comment) {
        _ = try await remoteLayout.change(from: from, to: to, bounds: bounds, transition: true)
      }
      expect(problem, refusal, comment)
      throw refusal
    }
  }

  @Test(
    "Steps of a user are done, or refused, alike", arguments: seeds(short: 0..<1, all: 0..<4))
  func user(batch: UInt64) async throws {
    let program = try Program()
    let service = try program.service()
    var codes = Set<String>()
    for seed in batch * 50..<batch * 50 + 50 {
      var generator = SnapshotGenerator(seed: seed &+ 0x05E2)
      let from = try input(generator.changedSource(containerWidth: Self.width).from)
      guard let snapshot = try? Snapshot(from), snapshot.sectionCount > 0 else { continue }
      func place() -> ItemPath {
        let section = Int.random(in: 0..<snapshot.sectionCount, using: &generator.random)
        let most = max(0, snapshot.itemCount(inSection: section) - 1)
        return ItemPath(
          section: section, item: Int.random(in: 0...most, using: &generator.random))
      }
      let served = try await service.post(from)
      for round in 0..<4 {
        let comment: Comment = "seed \(seed), round \(round)"
        let gone = place()
        let step = Step {
          if round < 3 { $0.move = [.init(from: place(), to: place())] }
          if round > 1 { $0.delete = [.init(section: gone.section, item: gone.item)] }
          if round == 3 { $0.deleteSections = [.init(section: 0)] }
        }
        do {
          let changed = try snapshot.applying([step], from: from)
          #expect(try await served.change([step], from: from).id == changed.id, comment)
          #expect(changed.source == nil)
        } catch let refusal as Refusal {
          codes.formUnion(refusal.issues.map(\.code))
          let problem = try await #require(throws: Problem.self, comment) {
            _ = try await served.change([step], from: from)
          }
          expect(problem, refusal, comment)
        }
      }
    }
    #expect(
      codes.isSuperset(of: ["not-editable", "not-movable", "cross-source-move", "not-allowed"]))
  }
}
