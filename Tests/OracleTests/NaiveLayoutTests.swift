import Oracle
import Testing

@Suite("The oracle agrees with itself")
struct NaiveLayoutTests {
  @Test("Equal content in other words has equal elements", arguments: 0..<300 as Range<UInt64>)
  func equalContent(seed: UInt64) {
    var generator = SnapshotGenerator(seed: seed)
    let width = generator.containerWidth()
    let snapshot = generator.snapshot(containerWidth: width)
    let layout = NaiveLayout(snapshot: snapshot, containerWidth: width)
    for unstated in [[], UnstatedSpellings.all] {
      let other = respelled(snapshot, unstated: unstated, using: &generator.random)
      let otherLayout = NaiveLayout(snapshot: other, containerWidth: width)
      #expect(layout.elements == otherLayout.elements, "\(snapshot.text) \(other.text)")
      #expect(layout.sections == otherLayout.sections)
      #expect(layout.contentHeight == otherLayout.contentHeight)
    }
  }

  @Test("Pinning elements stay between their section's edges", arguments: 0..<100 as Range<UInt64>)
  func pinning(seed: UInt64) {
    var generator = SnapshotGenerator(seed: seed)
    let width = generator.containerWidth()
    let layout = NaiveLayout(
      snapshot: generator.snapshot(containerWidth: width), containerWidth: width)
    for _ in 0..<20 {
      let (bounds, inset) = generator.scrollPosition(in: layout)
      let special = layout.special(bounds: bounds, inset: inset)
      for element in special {
        #expect(element.isSpecial && bounds.contains(element: element.frame))
        guard let section = element.section.map({ layout.sections[$0].frame }) else { continue }
        #expect(element.x >= section.x - 1e-6 && element.y >= section.y - 1e-6)
        #expect(element.x + element.width <= section.x + section.width + 1e-6)
        #expect(element.y + element.height <= section.y + section.height + 1e-6)
      }
      let rectangle = generator.rectangle(in: layout)
      #expect(rectangle.width > 0 && rectangle.height > 0)
      _ = layout.elements(in: rectangle)
      let point = generator.point(in: layout)
      let hit = layout.hit(point: point, bounds: bounds, inset: inset)
      let atPoint = (layout.elements.filter { !$0.isSpecial } + special).filter {
        $0.frame.contains(point: point)
      }
      #expect(hit?.zIndex == atPoint.map(\.zIndex).max())
    }
  }

  @Test("Cells of one section never overlap", arguments: 0..<200 as Range<UInt64>)
  func cellsDoNotOverlap(seed: UInt64) {
    var generator = SnapshotGenerator(seed: seed)
    let width = generator.containerWidth()
    let layout = NaiveLayout(
      snapshot: generator.snapshot(containerWidth: width), containerWidth: width)
    for section in layout.sections.indices {
      let cells = layout.elements.filter { $0.category == "cell" && $0.section == section }
      for (position, cell) in cells.prefix(150).enumerated() {
        // The tolerance of an exact fit, and the rounding of sums, may overlap.
        let inner = NaiveRect(
          x: cell.x + 0.002, y: cell.y + 0.002, width: cell.width - 0.004,
          height: cell.height - 0.004)
        guard inner.width > 0, inner.height > 0 else { continue }
        #expect(!cells[..<position].contains { inner.contains(element: $0.frame) })
      }
    }
  }

  @Test("Every small case has its cells inside the content")
  func smallCases() {
    let snapshots = ExhaustiveCases.snapshots()
    #expect(snapshots.count == 121 * NaiveEngine.all.map(\.variants.count).reduce(0, +))
    for snapshot in snapshots {
      let layout = NaiveLayout(snapshot: snapshot, containerWidth: 100)
      for element in layout.elements where element.category == "cell" {
        #expect(element.x >= 0 && element.x + element.width <= 100.002)
        #expect(element.y >= 0 && element.y + element.height <= layout.contentHeight)
      }
    }
  }
}
