import CollectionLayout
import Testing

@Suite("The README")
struct ReadmeTests {
  @Test("Its example has the values that it says, and the ids of docs/calls.md")
  func example() throws {
    let snapshot = try Snapshot(
      engine: .column,
      sections: [
        SectionInput(
          headers: [SupplementaryInput(height: 40, pin: true)],
          items: .equal(count: 6, height: 100))
      ])
    let layout = try SnapshotLayout(snapshot, width: 320)
    let visible = LayoutRect(x: 0, y: 250, width: 320, height: 200)
    #expect(layout.contentSize.height == 640)
    #expect(layout.elements(in: visible).map(\.item) == [2, 3, 4])
    #expect(layout.special(bounds: visible).map(\.frame.minY) == [250])
    let step = Step {
      $0.insert = [.init(section: 0, item: 0, items: .equal(count: 2, height: 60))]
    }
    let change = try layout.applying([step], bounds: visible, transition: true)
    #expect(change.layout.contentSize.height == 760)
    #expect(change.bounds?.minY == 370)
    #expect(layout.id == "c821555e9d75b16c71bb53f7a855bb3c6e1c46591c48e2b8a45f9ece70c41500")
    #expect(change.layout.id == "ee96423046ff2d6b11e4e1d2fd651f77cacb747923a870049ef304a73867a5ed")
  }
  @Test("Its example of scrolling has the values that it says")
  func scrolling() throws {
    let snapshot = try Snapshot(
      engine: .column, sections: [SectionInput(items: .equal(count: 90, height: 50))])
    let (layout, turned) = (
      try SnapshotLayout(snapshot, width: 320), try SnapshotLayout(snapshot, width: 568)
    )
    let visible = LayoutRect(x: 0, y: 1000, width: 320, height: 568)
    let ahead = try layout.window(
      ScrollMotion(bounds: visible, velocity: LayoutPoint(x: 0, y: 400)))
    #expect(ahead.prefetch.first?.item == 32)
    let target = TargetRule.item(ItemPath(section: 0, item: 80), .center)
    #expect(try layout.target(target, from: visible).bounds.minY == 3741)
    let size = LayoutRect(x: 0, y: 0, width: 568, height: 320)
    let kept = try turned.target(keeping: .first, of: layout, at: visible, in: size)
    #expect(kept.bounds.minY == 1000)
    #expect(layout.neighbors(section: 0, item: 4)?.down?.item == 5)
    var drag = try layout.dragging(ItemPath(section: 0, item: 21))
    let shown = try drag.move(to: LayoutPoint(x: 160, y: 1220), bounds: visible)
    #expect(shown.gap.minY == 1200)
    #expect(try layout.applying([drag.step]).layout.contentSize.height == 4500)
  }

  @Test("Its example of a source has the values that it says")
  func source() throws {
    var tree = SourceNode(
      id: "product", headers: [SupplementaryInput(height: 44, pin: true)],
      children: [
        SourceNode(id: "details", metrics: MetricsInput { $0.rowHeight = 60 }, items: 2),
        SourceNode(id: "reviews", placeholder: PlaceholderInput(height: 200), state: .initial),
      ], selected: 0)
    let before = SnapshotInput(engine: .column, source: tree)
    let page = try SnapshotLayout(Snapshot(before), width: 320)
    #expect(page.contentSize.height == 164)
    #expect(page.snapshot.source?.place("details") == 0)
    #expect(page.snapshot.source?.path(0).map(\.node) == ["product", "details"])
    tree.selected = 1
    tree.update("reviews") { $0.basic?.state = .loading }
    let after = SnapshotInput(engine: .column, source: tree)
    let screen = LayoutRect(x: 0, y: 0, width: 320, height: 480)
    let change = try page.applying(from: before, to: after, bounds: screen, transition: true)
    #expect(change.layout.contentSize.height == 244)
    #expect(change.transition?.first { $0.category == .cell }?.final.frame.minX == -320)
  }
}
