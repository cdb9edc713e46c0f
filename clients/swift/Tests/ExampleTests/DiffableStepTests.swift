// Compiled with the examples and the stand-in of UIKit (Tests/Program/swift).
import CollectionLayout
import Oracle
import Testing
import UIKit

@Suite("Steps between snapshots of a data source")
struct DiffableStepTests {
  private typealias Items = NSDiffableDataSourceSnapshot<Int, Int>

  @Test("They lead to the new items, and an item that stays in its section keeps its height")
  func random() throws {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<500 {
      let (old, new) = (Self.items(&generator), Self.items(&generator))
      let before = try Snapshot(
        engine: .column,
        sections: old.sectionIdentifiers.map { section in
          let heights = old.itemIdentifiers(inSection: section).map(Self.height)
          return SectionInput(items: .list(heights.map { ItemInput(height: $0) }))
        })
      let after = try before.applying([Step(from: old, to: new, estimatedHeight: 80)])
      #expect(after.sectionCount == new.sectionIdentifiers.count)
      let layout = try SnapshotLayout(after, width: 320)
      for (number, section) in new.sectionIdentifiers.enumerated() {
        let items = new.itemIdentifiers(inSection: section)
        #expect(after.itemCount(inSection: number) == items.count)
        let kept = old.itemIdentifiers(inSection: section)
        for (place, item) in items.enumerated() {
          let cell = try #require(layout.cell(section: number, item: place))
          let isKept = kept.contains(item)
          #expect(Double(cell.frame.height) == (isKept ? Self.height(item) : 80))
          #expect(cell.estimated == !isKept)
        }
      }
      // As for texts that change alone.
      let same = try after.applying([Step(from: new, to: new, estimatedHeight: 80)])
      #expect(same == after)
    }
  }

  private static func height(_ item: Int) -> Double { Double(100 + item) }

  /// Some of four sections with some of twenty items, in any order.
  private static func items(_ generator: inout SplitMix64) -> Items {
    var items = Items()
    items.appendSections(
      Array((0..<4).shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator))))
    let isShuffled = Bool.random(using: &generator)
    for item in isShuffled ? (0..<20).shuffled(using: &generator) : Array(0..<20) {
      guard let section = items.sectionIdentifiers.randomElement(using: &generator),
        Bool.random(using: &generator)
      else { continue }
      items.appendItems([item], toSection: section)
    }
    return items
  }
}
