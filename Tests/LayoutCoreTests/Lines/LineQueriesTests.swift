import Oracle
import Testing

@testable import LayoutCore

@Suite("Queries of lines leaf by leaf")
struct LineQueriesTests {
  private static func section(_ engine: any LayoutEngine, _ items: Items) -> Section {
    Section(
      metrics: SectionMetrics(
        engine: engine, sectionInset: EdgeInsets(top: 0, left: 3, bottom: 0, right: 0),
        minimumLineSpacing: 0.125, minimumInteritemSpacing: 2, sectionSeparator: nil,
        showsSectionSeparatorWhenLastSection: false, cellAppearance: nil),
      items: items, headers: SupplementaryStack([]), footers: SupplementaryStack([]))
  }

  private struct Cell: Equatable {
    let item: Int
    let frame: Rect
    let column: Int?
  }

  private static func cells(
    _ arrangement: any ItemArrangement, _ section: Section, _ rect: Rect, from first: Int,
    isMirrored: Bool
  ) -> [Cell] {
    let axis = Axis(
      isHorizontal: isMirrored, isMirrored: isMirrored, contentExtentAcross: 390,
      contentExtentAlong: arrangement.extent + 100)
    var list = ElementList(limit: 100_000)
    var meter = StepMeter.unlimited
    try? ElementSink.append(to: &list, axis) { (sink) throws(WalkStop) in
      try arrangement.visitItems(
        in: axis.window(rect), of: section, origin: 50, from: first, meter: &meter, into: &sink)
    }
    return list.elements.map {
      Cell(item: $0.element.index, frame: $0.frame, column: $0.columnIndex)
    }
  }

  /// Compares with tables of all lines; the sizes are such that no sum is rounded.
  private static func expectSame(
    _ old: any ItemArrangement, _ new: any ItemArrangement, _ section: Section, _ comment: Comment,
    using random: inout SplitMix64
  ) {
    #expect(old.extent == new.extent, comment)
    #expect(old.greatestWidth == new.greatestWidth, comment)
    let count = section.items.count
    for _ in 0..<30 {
      let item = Int.random(in: 0..<count, using: &random)
      let (one, other) = (
        old.frame(ofItem: item, in: section, origin: 50),
        new.frame(ofItem: item, in: section, origin: 50)
      )
      #expect(one.frame == other.frame && one.columnIndex == other.columnIndex, comment)
    }
    for number in 0..<20 {
      let first = number < 10 ? 0 : Int.random(in: 0...count - 1, using: &random)
      let isMirrored = number % 3 == 2
      let along = Double.random(in: -0.1...1.1, using: &random) * old.extent
      let length = old.extent * [1e-3, 0.05, 0.5, 2].randomElement(using: &random)!
      let across = Double.random(in: -20...390, using: &random)
      let breadth = [1.0, 50, 1000].randomElement(using: &random)!
      let rect =
        isMirrored
        ? Rect(x: along, y: across, width: length, height: breadth)
        : Rect(x: across, y: along, width: breadth, height: length)
      #expect(
        cells(old, section, rect, from: first, isMirrored: isMirrored)
          == cells(new, section, rect, from: first, isMirrored: isMirrored), comment)
    }
  }

  private static func sizes(
    _ list: ContentList, _ kind: Int, using random: inout SplitMix64
  ) -> [ItemRun] {
    list.runs(Int.random(in: 1...900, using: &random), using: &random).flatMap { run in
      Array(
        repeating: ItemRun(
          width: kind == 1
            ? [0, 0.125, 5].randomElement(using: &random)! : (run.height / 4 * 8).rounded() / 8,
          height: (run.height * 8).rounded() / 8), count: min(run.count, [3, 3, 90][kind]))
    }
  }

  @Test("Flow answers as tables of all lines do", arguments: 0..<12)
  func flow(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for list in ContentList.allCases where list != .none && list != .oneBigRun {
      for kind in 0..<3 {
        var runs = Self.sizes(list, kind, using: &random)
        let isUniform = seed % 4 == 3
        if isUniform { runs = runs.map { ItemRun(width: 31, height: $0.height) } }
        let items = Items(
          count: runs.count, widths: .explicit(runs.map(\.width)),
          heights: .explicit(runs.map(\.height)))
        if items.areUniform { continue }
        let engine = FlowEngine(
          lineAlignment: LineAlignment.allCases[seed % 5],
          itemAlignment: ItemAlignment.allCases[seed % 3])
        let section = Self.section(engine, items)
        let tree = ContentTree(runs)
        let rule = FlowLineRule(engine, section: section, containerWidth: 390)
        let uniform = items.widths.uniform.map {
          ($0, rule.itemsPerLine(ofWidth: $0, count: items.count))
        }
        let lines =
          if let (width, perLine) = uniform {
            LineTree(tree, RowMaker(perLine: perLine, spacing: 0.125, width: width))
          } else { LineTree(tree, FlowMaker(rule)) }
        Self.expectSame(
          engine.arrange(section, containerWidth: 390),
          FlowBlocks(tree, rule: rule, uniform: uniform, lines: lines), section,
          "\(list) \(kind) \(seed)", using: &random)
      }
    }
  }

  @Test("Columns answer as tables of all rows do", arguments: 0..<12)
  func columns(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for list in ContentList.allCases where list != .none && list != .oneBigRun {
      for kind in [0, 2] {
        let runs = Self.sizes(list, kind, using: &random).map {
          ItemRun(width: 0, height: $0.height)
        }
        let items = Items(count: runs.count, heights: .explicit(runs.map(\.height)))
        if items.areUniform { continue }
        let count = [1, 2, 3, 5, 40, 700][seed % 6]
        let cellHeight = CellHeight.allCases[seed / 6]
        let engine = ColumnEngine(
          columns: .number(count), cellHeight: cellHeight, separator: nil,
          showsColumnSeparator: false)
        let section = Self.section(engine, items)
        let tree = ContentTree(runs)
        let old = engine.arrange(section, containerWidth: 390)
        let new = ColumnBlocks(
          tree, columns: Columns(.number(count), of: section, containerWidth: 390),
          cellHeight: cellHeight, lines: LineTree(tree, RowMaker(perLine: count, spacing: 0.125)))
        Self.expectSame(old, new, section, "\(list) \(kind) \(seed)", using: &random)
        Self.expectSameRows(old.separatedRows!, new, section, using: &random)
      }
    }
  }

  private static func expectSameRows(
    _ old: any SeparatedRows, _ new: any SeparatedRows, _ section: Section,
    using random: inout SplitMix64
  ) {
    #expect(old.rowCount == new.rowCount)
    for row in 0..<old.rowCount { #expect(old.row(row, in: section) == new.row(row, in: section)) }
    let extent = old.row(old.rowCount - 1, in: section).top
    for _ in 0..<10 {
      let lower = Double.random(in: -0.1...1, using: &random) * extent
      let window = AxisWindow(
        lower: lower, upper: lower + extent * 0.2, mirroredExtent: nil, magnitude: extent)
      let first = Int.random(in: 0...old.rowCount, using: &random)
      func rows(_ rows: any SeparatedRows) -> [[Double]] {
        var found: [[Double]] = []
        var meter = StepMeter.unlimited
        try? rows.visitRows(
          in: window, of: section, origin: 50, thickness: .infinity, from: first, meter: &meter
        ) { (row, top, extent, _) throws(WalkStop) in
          if window.overlaps(50 + top, extent) { found.append([Double(row), top, extent]) }
        }
        return found
      }
      #expect(rows(old) == rows(new))
    }
  }
}
