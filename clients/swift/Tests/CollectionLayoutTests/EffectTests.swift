import CollectionLayout
import Testing

@Suite("Cells as effects show them")
struct EffectTests {
  /// Example D14 (docs/effects.md): five cells of 200 × 150, 20 apart from x = 60 on, in a horizontal layout.
  private static func carousel(_ items: ItemsInput = .equal(count: 5, width: 200, height: 150))
    throws -> SnapshotLayout
  {
    let effect = EffectInput(
      unit: 220,
      stops: [-1, 0, 1].map { at in
        .init(at: at) {
          $0.scale = at == 0 ? 1 : 0.6
          $0.alpha = at == 0 ? 1 : 0.6
        }
      })
    let metrics = MetricsInput {
      $0.minimumLineSpacing = 20
      $0.sectionInset = LayoutInsets(left: 60, right: 60)
      $0.effect = .object(effect)
    }
    let snapshot = try Snapshot(
      scrollDirection: .horizontal, engine: .flow,
      sections: [SectionInput(metrics: metrics, items: items), SectionInput(items: 3)])
    return try SnapshotLayout(snapshot, height: 200)
  }

  private let bounds = LayoutRect(x: 55, y: 0, width: 320, height: 200)

  @Test("Example D14: a carousel, as lists, hits and single cells have it")
  func carousel() throws {
    let layout = try EffectTests.carousel()
    let cells = try layout.effects(bounds: bounds)
    #expect(cells.map(\.item) == [0, 1])
    #expect(cells[0].distance == -0.25 && cells[0].alpha == 0.9)
    #expect(cells[0].transform == [0.9, 0, 0, 0.9, 0, 0])
    #expect(cells[0].frame == LayoutRect(x: 60, y: 25, width: 200, height: 150))
    #expect(cells[0].transformedFrame == LayoutRect(x: 70, y: 32.5, width: 180, height: 135))
    #expect(cells[1].distance == 0.75)

    #expect(layout.hit(LayoutPoint(x: 62, y: 100))?.distance == nil)
    #expect(layout.hit(LayoutPoint(x: 62, y: 100), bounds: bounds) == nil)
    #expect(layout.hit(LayoutPoint(x: 72, y: 100), bounds: bounds) == cells[0])
    #expect(layout.cell(section: 0, item: 1, bounds: bounds) == cells[1])
    // Wherever it is.
    #expect(layout.cell(section: 0, item: 4, bounds: bounds)?.alpha == 0.6)
    let resting = layout.cell(section: 0, item: 0)
    #expect(resting?.alpha == 1 && resting?.distance == nil && resting?.matrix == nil)
  }

  @Test("Sections with an effect are known")
  func sections() throws {
    let layout = try EffectTests.carousel()
    #expect(layout.hasEffects)
    #expect([-1, 0, 1, 2, .max].map(layout.hasEffect) == [false, true, false, false, false])
    let plain = try SnapshotLayout(
      Snapshot(engine: .column, sections: [SectionInput(items: 3)]), width: 320)
    #expect(!plain.hasEffects && !plain.hasEffect(section: 0))
    #expect(try plain.effects(bounds: bounds).isEmpty)
  }

  @Test("Bounds that are none show no cell, and those that show too many are refused")
  func refused() throws {
    let layout = try EffectTests.carousel(.equal(count: 1_000_000, width: 0.01, height: 150))
    for number in [Double.nan, .infinity] {
      let nowhere = LayoutRect(x: number, y: 0, width: 320, height: 200)
      #expect(try layout.effects(bounds: nowhere).isEmpty)
      #expect(try layout.effects(bounds: bounds, inset: LayoutInsets(left: number)).isEmpty)
      #expect(layout.cell(section: 0, item: 0, bounds: nowhere) == nil)
    }
    let all = LayoutRect(x: 0, y: 0, width: 1e9, height: 200)
    #expect {
      try layout.effects(bounds: all)
    } throws: { error in
      (error as? Refusal)?.issues.first?.code == "too-many"
    }
  }
}
