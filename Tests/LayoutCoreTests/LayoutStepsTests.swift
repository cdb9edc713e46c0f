import Comparison
import Oracle
import Testing

@testable import LayoutCore

@Suite("Laying out takes steps")
struct LayoutStepsTests {
  private static let engines: [any LayoutEngine] = [
    FlowEngine(lineAlignment: .uikit, itemAlignment: .center),
    ColumnEngine(
      columns: .number(3), cellHeight: .row, separator: nil, showsColumnSeparator: false),
    WaterfallEngine(columns: .number(4), placement: .shortest),
    WaterfallEngine(columns: .number(4), placement: .leftToRight),
  ]

  private static func section(_ engine: any LayoutEngine, _ tree: ContentTree) -> Section {
    let metrics = SectionMetrics(
      engine: engine, sectionInset: .zero, minimumLineSpacing: 1, minimumInteritemSpacing: 1,
      sectionSeparator: nil, showsSectionSeparatorWhenLastSection: false, cellAppearance: nil)
    return Section(metrics: metrics, items: Items(tree), headers: .empty, footers: .empty)
  }

  private static func prepare(
    _ section: Section, from earlier: SectionLayout? = nil, _ meter: inout WorkMeter
  ) throws(LayoutInterrupted) -> SectionLayout {
    try SectionLayout.prepare(
      section, number: 0, containerWidth: 390, maximumColumns: 10, from: earlier, meter: &meter)
  }

  @Test("A section of many items ends with the steps of its meter", arguments: engines.indices)
  func bounded(engine: Int) throws {
    var random = SplitMix64(seed: 1)
    let engine = LayoutStepsTests.engines[engine]
    let tree = ContentTree(
      (0..<20_000).map { _ in
        ItemRun(
          width: Double.random(in: 40...180, using: &random),
          height: Double.random(in: 40...180, using: &random))
      })
    let section = LayoutStepsTests.section(engine, tree)
    var meter = WorkMeter(portion: 10_000)
    #expect(throws: LayoutInterrupted.self) { try LayoutStepsTests.prepare(section, &meter) }
    meter = .unlimited
    let layout = try LayoutStepsTests.prepare(section, &meter)
    #expect((20_000...4 * 20_000).contains(meter.units))

    // From an earlier layout only leaves that change take steps; a waterfall goes on to its end.
    var edits = WorkMeter.unlimited
    let longer = try tree.spliced(
      [.insert([ItemRun(width: 5, height: 7)], at: 10_000)], naming: .tests, meter: &edits)
    let changed = LayoutStepsTests.section(engine, longer)
    meter = .unlimited
    _ = try LayoutStepsTests.prepare(changed, from: layout, &meter)
    #expect(engine.name == .flow ? meter.units < 5000 : meter.units < 13_000)
    #expect(meter.units > 0)
  }
}
