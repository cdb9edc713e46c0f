import CollectionLayout
import Foundation
import Testing

@Suite("Vectors of changes")
struct ChangeVectorTests {
  private struct Vector: Decodable {
    struct ContentSize: Decodable {
      let width: Double
      let height: Double
    }

    let snapshot: SnapshotInput
    let width: Double?
    let height: Double?
    let steps: [Step]
    let bounds: [Double]
    let inset: [Double]
    let anchorParameter: String
    let result: SnapshotInput
    let contentSize: ContentSize
    let changedAtLeast: ChangedStretches?
    let newBounds: [Double]
    let scrollDelta: [Double]
    let anchor: ScrollAnchor?
    let transition: [ElementTransition]
  }

  private struct RefusedVector: Decodable {
    struct Issue: Decodable, Hashable {
      let pointer: String
      let code: String
    }

    let snapshot: SnapshotInput
    let errors: [Issue]
  }

  static let names = Files.names(in: "ChangeVectors", prefix: "change-")
  static let refused = Files.names(in: "ChangeVectors", prefix: "errors-")

  @Test("There are vectors")
  func count() {
    #expect(ChangeVectorTests.names.count == 36)
    #expect(ChangeVectorTests.refused.count == 12)
  }

  @Test("Steps make what their vector says, and say how", arguments: names)
  func changes(name: String) throws {
    let vector = try JSONDecoder().decode(Vector.self, from: Files.data("ChangeVectors", name))
    let snapshot = try Snapshot(vector.snapshot)
    let layout =
      if let width = vector.width {
        try SnapshotLayout(snapshot, width: width)
      } else {
        try SnapshotLayout(snapshot, height: try #require(vector.height))
      }
    let change = try layout.applying(
      vector.steps, bounds: rect(vector.bounds),
      inset: LayoutInsets(
        top: vector.inset[0], left: vector.inset[1], bottom: vector.inset[2],
        right: vector.inset[3]), anchor: rule(vector.anchorParameter), transition: true)
    let size = change.layout.contentSize
    let content = Double(
      max(size.width, size.height, layout.contentSize.width, layout.contentSize.height))
    #expect(change.layout.snapshot == (try Snapshot(vector.result)))
    #expect(change.layout.snapshot == (try snapshot.applying(vector.steps)))
    #expect(change.parent.id == layout.id)
    #expect(Double(size.width).isClose(to: vector.contentSize.width, in: content))
    #expect(Double(size.height).isClose(to: vector.contentSize.height, in: content))
    if let least = vector.changedAtLeast {
      let changed = try #require(change.changed)
      #expect(changed.before.start <= least.before.start + 1e-6 * content)
      #expect(changed.before.end >= least.before.end - 1e-6 * content)
      #expect(changed.after.end >= least.after.end - 1e-6 * content)
    }
    #expect(change.anchor == vector.anchor)
    let bounds = try #require(change.bounds)
    #expect(bounds.isClose(to: vector.newBounds, in: size))
    let delta = try #require(change.scrollDelta)
    #expect(Double(delta.x).isClose(to: vector.scrollDelta[0], in: content))
    #expect(Double(delta.y).isClose(to: vector.scrollDelta[1], in: content))
    let transition = try #require(change.transition)
    #expect(transition.count == vector.transition.count)
    for (found, expected) in zip(transition, vector.transition) {
      #expect(found.category == expected.category && found.kind == expected.kind)
      #expect(found.from == expected.from && found.to == expected.to)
      #expect(found.zIndex ?? 0 == expected.zIndex ?? 0)
      expect(found.initial, expected.initial, in: size)
      expect(found.final, expected.final, in: size)
    }
    // The same from scratch.
    let whole = LayoutRect(x: -1e9, y: -1e9, width: 4e9, height: 4e9)
    let made =
      if let width = vector.width {
        try SnapshotLayout(change.layout.snapshot, width: width)
      } else {
        try SnapshotLayout(change.layout.snapshot, height: try #require(vector.height))
      }
    #expect(change.layout.elements(in: whole) == made.elements(in: whole))
  }

  @Test("Steps that cannot be applied are refused with every mistake", arguments: refused)
  func refusals(name: String) throws {
    let data = try Files.data("ChangeVectors", name)
    let vector = try JSONDecoder().decode(RefusedVector.self, from: data)
    let steps = try Files.member("steps", of: data).map {
      try JSONDecoder().decode([Step].self, from: Data($0))
    }
    let snapshot = try Snapshot(vector.snapshot)
    let refusal = try #require(throws: Refusal.self) {
      _ = try snapshot.applying(try #require(steps))
    }
    #expect(refusal.name == "invalid-change")
    #expect(
      Set(refusal.issues.map { RefusedVector.Issue(pointer: $0.pointer ?? "", code: $0.code) })
        == Set(vector.errors))
  }

  private func expect(
    _ found: ElementTransition.End, _ expected: ElementTransition.End, in size: LayoutSize
  ) {
    #expect(found.frame.isClose(to: expected.frame, in: size))
    #expect(found.alpha ?? 1 == expected.alpha ?? 1)
    #expect(found.pinned == expected.pinned)
  }

  private func rect(_ numbers: [Double]) -> LayoutRect {
    LayoutRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private func rule(_ text: String) -> AnchorRule {
    switch text {
    case "none": return .none
    case "first": return .first
    case "end": return .end
    case "auto": return .auto
    default:
      let numbers = text.split(separator: ",").compactMap { Int($0) }
      return .item(ItemPath(section: numbers[0], item: numbers[1]))
    }
  }
}
