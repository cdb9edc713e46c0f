import CollectionLayout
import Testing

@Suite("Margins")
struct MarginsTests {
  private static let screen = LayoutRect(x: 0, y: 0, width: 844, height: 400)

  /// Example D9 of a safe area: three cells below a header, in front of a background.
  private static func safeArea() throws -> SnapshotLayout {
    let metrics = MetricsInput {
      $0.lineAlignment = .leading
      $0.sectionInset = LayoutInsets(left: 8, right: 8)
      $0.background = .object(BackgroundInput(color: "grey", insets: .init(left: 4, right: 4)))
    }
    let section = SectionInput(
      metrics: metrics, headers: [SupplementaryInput(height: 30, pin: true)],
      items: .equal(count: 3, width: 100, height: 40))
    return try SnapshotLayout(
      Snapshot(sections: [section]), width: 844, margins: LayoutInsets(left: 47, right: 47))
  }

  @Test("Cells lie between them; headers span the container, and backgrounds are wider by both")
  func example() throws {
    let layout = try MarginsTests.safeArea()
    #expect(layout.containerExtent == 844 && layout.contentSize.width == 844)
    #expect(layout.margins == LayoutInsets(left: 47, right: 47))
    let elements = layout.elements(in: MarginsTests.screen)
    #expect(elements.filter { $0.item != nil }.map(\.frame.minX) == [55, 165, 275])
    let background = LayoutRect(x: 4, y: 0, width: 836, height: 70)
    #expect(elements.last?.frame == background)
    #expect(layout.decoration(.background, section: 0, index: 0)?.frame == background)
    let header = LayoutRect(x: 0, y: 0, width: 844, height: 30)
    #expect(layout.special(bounds: MarginsTests.screen).map(\.frame) == [header])
    #expect(layout.frame(ofSection: 0) == LayoutRect(x: 0, y: 0, width: 844, height: 70))
  }

  @Test("In a margin there is only what spans the container")
  func inMargin() throws {
    let layout = try MarginsTests.safeArea()
    func kind(_ x: Double, _ y: Double) -> ElementKind? {
      layout.hit(LayoutPoint(x: x, y: y), bounds: MarginsTests.screen)?.kind
    }
    #expect([0, 46, 797, 843].map { kind($0, 10) } == [.header, .header, .header, .header])
    #expect(
      [-1, 3, 4, 46, 800, 839, 840, 844].map { kind($0, 50) }
        == [nil, nil, .background, .background, .background, .background, nil, nil])
    #expect(layout.hit(LayoutPoint(x: 55, y: 50))?.item == 0)
    for x in [-20.0, 0, 2, 20, 800, 838, 843, 850] {
      let rect = LayoutRect(x: x, y: 0, width: 2, height: 400)
      #expect(layout.special(bounds: rect).count == (x > -2 && x < 844 ? 1 : 0), "\(x)")
      let kinds = layout.elements(in: rect).map(\.kind)
      #expect(kinds == (x > 2 && x < 840 ? [.background] : []), "\(x)")
    }
  }

  @Test("What slides leaves the whole container")
  func slides() throws {
    func section(_ height: Double) -> SectionInput {
      SectionInput(
        engine: .column, headers: [SupplementaryInput(height: 20)],
        items: .equal(count: 1, height: height))
    }
    let layout = try SnapshotLayout(
      Snapshot(sections: [section(100)]), width: 320, margins: LayoutInsets(left: 12, right: 8))
    let step = Step {
      $0.deleteSections = [.init(section: 0, slide: .right)]
      $0.insertSections = [.init(section: 0, sections: [section(90)], slide: .right)]
    }
    let bounds = LayoutRect(x: 0, y: 0, width: 320, height: 200)
    let transition = try layout.applying([step], bounds: bounds, transition: true).transition ?? []
    let moves = transition.map {
      [$0.initial.frame.minX, $0.final.frame.minX, $0.final.frame.width].map { Double($0) }
    }
    #expect(
      Set(moves) == [[12, -308, 300], [332, 12, 300], [0, -320, 320], [320, 0, 320]])
  }

  @Test("What a transform shows moves with its cell")
  func transforms() throws {
    let items: ItemsInput = [ItemInput(width: 40, height: 20, transform: [0, 1, -1, 0, 0, 0])]
    let layout = try SnapshotLayout(
      Snapshot(sections: [SectionInput(items: items)]), width: 300, margins: LayoutInsets(left: 30))
    let cell = try #require(layout.cell(section: 0, item: 0))
    #expect(cell.frame == LayoutRect(x: 30, y: 0, width: 40, height: 20))
    #expect(cell.transformedFrame == LayoutRect(x: 40, y: -10, width: 20, height: 40))
    #expect(layout.hit(LayoutPoint(x: 59, y: 25)) == cell)
    #expect(layout.hit(LayoutPoint(x: 61, y: 10)) == nil)
  }

  @Test("Negative ones, numbers that are none, and those that leave no room are refused")
  func refused() throws {
    let snapshot = try Snapshot(sections: [SectionInput(items: 1)])
    for margins in [
      LayoutInsets(left: -1), .init(right: .nan), .init(left: .infinity), .init(top: -5),
      .init(bottom: .infinity), .init(left: 200, right: 120), .init(left: 400),
    ] {
      let refusal = try #require(throws: Refusal.self) {
        _ = try SnapshotLayout(snapshot, width: 320, margins: margins)
      }
      #expect(refusal.name == "bad-parameter" && refusal.issues.map(\.parameter) == ["margins"])
    }
    // Only those across the scroll axis are read.
    let margins = LayoutInsets(top: 500, left: 20)
    let layout = try SnapshotLayout(snapshot, width: 320, margins: margins)
    #expect(layout.cell(section: 0, item: 0)?.frame.minX == 20)
    #expect(throws: Refusal.self) {
      _ = try SnapshotLayout(
        Snapshot(scrollDirection: .horizontal, sections: []), height: 320, margins: margins)
    }
  }
}
