import Oracle
import Testing

@testable import LayoutCore

@Suite("Waterfalls with spans, said columns, and a tolerance")
struct SpanBlocksTests {
  /// How items say spans and columns.
  enum Style: CaseIterable {
    case oneInTen, few, wide, columns, both, all, tolerance

    fileprivate func members(_ columns: Int, using random: inout SplitMix64) -> GivenMembers? {
      var members = GivenMembers()
      func say(_ code: UInt8, _ number: Int, unless standard: Int) {
        members[code] = number == standard ? nil : .number(Double(number))
      }
      switch self {
      case .oneInTen: if Int.random(in: 0..<10, using: &random) == 0 { say(1, 2, unless: 1) }
      case .few: say(1, [1, 1, 2, 3, 5].randomElement(using: &random)!, unless: 1)
      case .wide:
        say(1, Int.random(in: 1...max(1, min(10_000, 2 * columns)), using: &random), unless: 1)
      case .columns: say(2, Int.random(in: 0...columns + 1, using: &random), unless: 0)
      case .both:
        say(1, [1, 2, 3, 4].randomElement(using: &random)!, unless: 1)
        if Bool.random(using: &random) {
          say(2, Int.random(in: 0...columns + 1, using: &random), unless: 0)
        }
      case .all: if Int.random(in: 0..<8, using: &random) == 0 { say(1, 0, unless: 1) }
      case .tolerance: break
      }
      return members.ofItem
    }
  }

  private static func runs(
    _ style: Style, columns: Int, _ count: Int, using random: inout SplitMix64
  ) -> [ItemRun] {
    let kinds: [[Double]] = [
      [44, 60, 72], [0, 0, 30], [1e-4, 5, 5.0005], [10, 20, 1e5], [7],
    ]
    let heights = kinds.randomElement(using: &random)!
    let hasWidths = Bool.random(using: &random)
    return (0..<count).map { _ in
      ItemRun(
        count: [1, 1, 1, 4].randomElement(using: &random)!,
        width: hasWidths ? [-1, 0, 50, 33.3].randomElement(using: &random)! : -1,
        height: Bool.random(using: &random)
          ? heights.randomElement(using: &random)! : Double.random(in: 0...200, using: &random),
        members: style.members(columns, using: &random))
    }
  }

  private static func items(_ runs: [ItemRun]) -> [ItemRun] {
    runs.flatMap { run in
      var item = run
      item.count = 1
      return Array(repeating: item, count: run.count)
    }
  }

  private static func blocks(
    _ tree: ContentTree, _ columns: Columns, _ placement: Placement, tolerance: Double? = nil,
    from old: SpanBlocks? = nil
  ) throws -> SpanBlocks {
    var meter = WorkMeter.unlimited
    let items = SpannedItems.tree(tree)
    let rule = try SpanRule(
      items, columns: columns, lineSpacing: 0.25, placement: placement, tolerance: tolerance,
      &meter)
    return try SpanBlocks(items, rule, from: old, meter: &meter)
  }

  private static func expectSame(
    _ tree: ContentTree, _ blocks: SpanBlocks, _ columns: Columns, _ placement: Placement,
    tolerance: Double?, _ comment: Comment, using random: inout SplitMix64
  ) {
    let naive = NaiveWaterfallPlaces(
      items(tree.leafRuns.joined().map { $0 }), columns, lineSpacing: 0.25, placement: placement,
      tolerance: tolerance)
    naive.expectSame(blocks, comment, queryCount: 8, using: &random)
    // A later item may be above an earlier one by so many points at most.
    var (greatest, inversion) = (0.0, 0.0)
    for frame in naive.frames {
      greatest = max(greatest, frame.y)
      inversion = max(inversion, greatest - frame.y)
    }
    #expect(blocks.order.sequenceCount == 1 && blocks.order.tolerance >= inversion, comment)
    #expect((blocks.order.tolerance == 0) == (inversion == 0), comment)
  }

  @Test("Lists of all sorts", arguments: seeds(short: 0..<4, all: 0..<30))
  func lists(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for style in Style.allCases {
      for placement in Placement.allCases {
        let count = [1, 2, 3, 4, 5, 8, 12, 17, 60, 300, 10_000].randomElement(using: &random)!
        let columns = NaiveWaterfallPlaces.columns(count)
        let itemCount =
          count > 1000 ? 30 : Int.random(in: 1...(count > 100 ? 300 : 700), using: &random)
        let tree = ContentTree(
          Self.runs(style, columns: count, itemCount, using: &random))
        let tolerance =
          placement == .shortest && (style == .tolerance || Bool.random(using: &random))
          ? [0, 0.0005, 5, 60, 1e9].randomElement(using: &random)! : nil
        Self.expectSame(
          tree, try Self.blocks(tree, columns, placement, tolerance: tolerance), columns,
          placement, tolerance: tolerance, "\(style) \(placement) \(count) \(seed)",
          using: &random)
      }
    }
  }

  @Test(
    "Several blocks, and those made from another tree", arguments: seeds(short: 0..<2, all: 0..<8))
  func changes(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for style in Style.allCases {
      for placement in Placement.allCases {
        let count = [1, 3, 12, 40, 600].randomElement(using: &random)!
        let columns = NaiveWaterfallPlaces.columns(count)
        let naming = seed % 3 == 0 ? ContentNaming(hasher: { EndingHasher() }) : .tests
        let tolerance: Double? = placement == .shortest && style == .tolerance ? 30 : nil
        func runs(_ number: Int) -> [ItemRun] {
          Self.runs(style, columns: count, number, using: &random)
        }
        var tree = ContentTree(runs(3000), naming: naming)
        var blocks = try Self.blocks(tree, columns, placement, tolerance: tolerance)
        for change in 0..<4 {
          let start = Int.random(in: 0..<tree.itemCount, using: &random)
          let edit: ContentEdit =
            switch change % 3 {
            case 0: .insert(runs(2), at: start)
            case 1: .delete(start..<min(tree.itemCount, start + 3))
            default: .insert(runs(700), at: tree.itemCount)
            }
          var meter = WorkMeter.unlimited
          tree = try tree.spliced([edit], naming: naming, meter: &meter)
          blocks = try Self.blocks(tree, columns, placement, tolerance: tolerance, from: blocks)
        }
        Self.expectSame(
          tree, blocks, columns, placement, tolerance: tolerance,
          "\(style) \(placement) \(count) \(seed)", using: &random)
      }
    }
  }

  @Test("A change of an attribute keeps the blocks before it, and those behind it")
  func shared() throws {
    var random = SplitMix64(seed: 3)
    var runs = (0..<20_000).map { number in
      var members = Style.oneInTen.members(4, using: &random) ?? GivenMembers()
      members[100] = number == 9000 ? .number(7) : nil
      return ItemRun(
        width: -1, height: Double.random(in: 20...90, using: &random), members: members.ofItem)
    }
    let columns = NaiveWaterfallPlaces.columns(4)
    let old = try Self.blocks(ContentTree(runs), columns, .shortest)
    #expect(old.blocks.count > 10)
    runs[9000].members?[100] = nil
    runs[9000].members = runs[9000].members?.ofItem
    let tree = ContentTree(runs)
    let new = try Self.blocks(tree, columns, .shortest, from: old)
    let known = Set(old.blocks.map { ObjectIdentifier($0) })
    #expect(new.blocks.count { !known.contains(ObjectIdentifier($0)) } <= 4)
    #expect(known.contains(ObjectIdentifier(new.blocks[new.blocks.count - 1])))
    Self.expectSame(tree, new, columns, .shortest, tolerance: nil, "shared", using: &random)
    // Other heights: nothing behind them stays.
    runs[9000].height += 1
    let other = try Self.blocks(ContentTree(runs), columns, .shortest, from: old)
    #expect(!known.contains(ObjectIdentifier(other.blocks[other.blocks.count - 1])))
    #expect(known.contains(ObjectIdentifier(other.blocks[0])))
    let same = try Self.blocks(tree, columns, .shortest, from: new)
    #expect(zip(same.blocks, new.blocks).allSatisfy { $0 === $1 })
  }

  private static func section(
    _ items: Items, columns: Int, _ placement: Placement = .shortest, tolerance: Double? = nil
  ) -> Section {
    let metrics = SectionMetrics(
      engine: WaterfallEngine(
        columns: .number(columns), placement: placement, tolerance: tolerance),
      sectionInset: .zero, minimumLineSpacing: 10, minimumInteritemSpacing: 10,
      sectionSeparator: nil, showsSectionSeparatorWhenLastSection: false, cellAppearance: nil)
    return Section(metrics: metrics, items: items, headers: .empty, footers: .empty)
  }

  private static func cells(_ section: Section) throws -> [CellFrame] {
    let layout = try SectionLayout.prepare(
      section, number: 0, containerWidth: 320, maximumColumns: 10_000)
    var cells: [CellFrame] = []
    layout.arrangement.appendFrames(
      ofItems: 0..<section.items.count, origin: 0, to: &cells)
    return cells
  }

  private static func run(
    _ count: Int = 1, height: Double, span: Double? = nil, column: Int? = nil
  ) -> ItemRun {
    var members = GivenMembers()
    members[1] = span.map { .number($0) }
    members[2] = column.map { .number(Double($0 + 1)) }
    return ItemRun(count: count, width: -1, height: height, members: members.ofItem)
  }

  @Test("Equal items of one span need no time, whatever columns are left over")
  func equal() throws {
    for (placement, expected) in [
      (Placement.shortest, [0, 2, 0, 2, 0]), (.leftToRight, [0, 2, 0, 2, 0]),
      (.rightToLeft, [3, 1, 3, 1, 3]),
    ] {
      let items = Items(Self.run(5, height: 30, span: 2))
      let cells = try Self.cells(Self.section(items, columns: 5, placement))
      #expect(cells.map(\.columnIndex) == expected)
      #expect(cells.map(\.frame.y) == [0, 0, 40, 40, 80])
      #expect(cells.map(\.frame.x) == expected.map { 66 * Double($0) })
      #expect(cells.allSatisfy { $0.frame.width == 122 && $0.frame.height == 30 })
    }
    for span in [1.0, 3, 0, 10_000] {
      let section = Self.section(Items(Self.run(1_000_000_000, height: 30, span: span)), columns: 7)
      #expect(section.explicitItemCount == 0)
      let layout = try SectionLayout.prepare(
        section, number: 0, containerWidth: 320, maximumColumns: 10)
      #expect(layout.arrangement is UniformGrid)
    }
  }

  @Test("Equal items that say a column stand in it, and each counts")
  func equalColumn() throws {
    for (column, expected) in [(1, [1, 1, 1, 1]), (2, [0, 0, 0, 0])] {
      let items = Items(Self.run(4, height: 30, span: 2, column: column))
      let section = Self.section(items, columns: 3)
      #expect(section.explicitItemCount == 4)
      let cells = try Self.cells(section)
      #expect(cells.map(\.columnIndex) == expected)
      #expect(cells.map(\.frame.y) == [0, 40, 80, 120])
    }
  }

  @Test("What items answer is what they say", arguments: Placement.allCases)
  func answeredColumns(placement: Placement) throws {
    var random = SplitMix64(seed: 5)
    var runs = (0..<200).map { _ in
      Self.run(
        height: Double.random(in: 20...90, using: &random),
        span: [nil, nil, 2, 3].randomElement(using: &random)!)
    }
    let cells = try Self.cells(Self.section(Items(ContentTree(runs)), columns: 5, placement))
    for (place, cell) in cells.enumerated() {
      runs[place] = Self.run(
        height: runs[place].height, span: runs[place].members?.number(1),
        column: cell.columnIndex)
    }
    let said = try Self.cells(Self.section(Items(ContentTree(runs)), columns: 5, placement))
    #expect(said.map(\.columnIndex) == cells.map(\.columnIndex))
    #expect(said.map(\.frame) == cells.map(\.frame))
  }

  @Test("Columns that are said stay, as far as there are so many")
  func stay() throws {
    func cells(_ columns: [Int?], of count: Int) throws -> [CellFrame] {
      let runs = zip([70.0, 100, 96, 98, 60], columns).map { Self.run(height: $0, column: $1) }
      let metrics = SectionMetrics(
        engine: WaterfallEngine(columns: .number(count), placement: .shortest),
        sectionInset: .zero, minimumLineSpacing: 0, minimumInteritemSpacing: 10,
        sectionSeparator: nil, showsSectionSeparatorWhenLastSection: false, cellAppearance: nil)
      return try Self.cells(
        Section(
          metrics: metrics, items: Items(ContentTree(runs)), headers: .empty, footers: .empty))
    }
    let none = try cells([nil, nil, nil, nil, nil], of: 3)
    #expect(none.map(\.columnIndex) == [0, 1, 2, 0, 2])
    let said = try cells([nil, 0, 1, 2, 1], of: 3)
    #expect(said.map(\.columnIndex) == [0, 0, 1, 2, 1])
    #expect(said.map(\.frame.y) == [0, 70, 0, 0, 96])
    let fewer = try cells([nil, 0, 1, 2, 1], of: 2)
    #expect(fewer.map(\.columnIndex) == [0, 0, 1, 1, 1])
  }

  @Test("Nothing overlaps, and a tolerance beyond all heights keeps the order")
  func overlaps() throws {
    var random = SplitMix64(seed: 6)
    for columns in 1...7 {
      let runs = (0..<120).map { _ in
        Self.run(
          height: Double.random(in: 1...90, using: &random),
          span: [nil, 2, 3, 0].randomElement(using: &random)!,
          column: [nil, nil, 0, 2].randomElement(using: &random)!)
      }
      let items = Items(ContentTree(runs))
      for placement in Placement.allCases {
        let frames = try Self.cells(Self.section(items, columns: columns, placement)).map(\.frame)
        for (place, one) in frames.enumerated() {
          for other in frames[..<place] {
            let isApart =
              one.x >= other.x + other.width + 9.9 || other.x >= one.x + one.width + 9.9
              || one.y >= other.y + other.height + 9.9 || other.y >= one.y + one.height + 9.9
            if !isApart { Issue.record("\(one) and \(other), \(columns) columns") }
          }
        }
      }
      let inOrder = try Self.cells(Self.section(items, columns: columns, .leftToRight))
      let tolerant = try Self.cells(Self.section(items, columns: columns, tolerance: 1e9))
      #expect(tolerant.map(\.frame) == inOrder.map(\.frame))
    }
  }

  @Test("Sections that say none of it are placed as before, in the same blocks")
  func before() throws {
    var random = SplitMix64(seed: 7)
    let runs = (0..<3000).map { _ in
      ItemRun(width: -1, height: Double.random(in: 1...90, using: &random))
    }
    for placement in Placement.allCases {
      // Only `shortest` reads a tolerance.
      for tolerance in placement == .shortest ? [nil] : [nil, 5.0] {
        let section = Self.section(
          Items(ContentTree(runs)), columns: 4, placement, tolerance: tolerance)
        let layout = try SectionLayout.prepare(
          section, number: 0, containerWidth: 320, maximumColumns: 10)
        #expect(layout.arrangement is WaterfallBlocks)
        #expect(section.metrics.rulesVersion == 2 && section.rulesVersion == 2)
      }
    }
    #expect(
      Self.section(Items(ContentTree(runs)), columns: 4, tolerance: 0).metrics.rulesVersion == 5)
    #expect(Self.section(Items(Self.run(3, height: 4, span: 2)), columns: 4).rulesVersion == 5)
    #expect(Self.section(Items(Self.run(3, height: 4, column: 0)), columns: 4).rulesVersion == 5)
  }

  @Test("Each item over half of ten thousand columns ends with the steps that are granted")
  func hostile() throws {
    let runs = (0..<100_000).map {
      Self.run(height: Double($0 % 7), span: Double(5000 - $0 % 2))
    }
    let section = Self.section(Items(ContentTree(runs)), columns: 10_000)
    var asked = 0
    let granted = 50
    var meter = WorkMeter(portion: 10_000) {
      asked += 1
      return asked <= granted
    }
    #expect(throws: LayoutInterrupted.self) {
      try SectionLayout.prepare(
        section, number: 0, containerWidth: 320, maximumColumns: 10_000, meter: &meter)
    }
    #expect(asked == granted + 1)
  }

  @Test("Few items need little memory, however many columns there are")
  func memory() throws {
    let runs = [Self.run(height: 3, span: 5000), Self.run(height: 4)]
    let section = Self.section(Items(ContentTree(runs)), columns: 10_000)
    let layout = try SectionLayout.prepare(
      section, number: 0, containerWidth: 320, maximumColumns: 10_000)
    #expect(layout.byteCount < 2000)
    let cells = try Self.cells(section)
    #expect(cells.map(\.columnIndex) == [0, 5000])
  }

  @Test("A rectangle reads what it crosses, however uneven the columns are")
  func steps() throws {
    var random = SplitMix64(seed: 8)
    // Half of the items pile up in one column.
    let runs = (0..<100_000).map {
      $0 % 2 == 0
        ? Self.run(height: 50, column: 0)
        : Self.run(height: Double.random(in: 1...4, using: &random), span: 2, column: 1)
    }
    let layout = try Layout.of(
      (Self.section(Items(ContentTree(runs)), columns: 4), 1), containerWidth: 320)
    for y in [0, 1000, 300_000, 600_000, 2_900_000.0] {
      let count = layout.walk(in: Rect(x: 0, y: y, width: 320, height: 400))
      #expect(count.answers > 4)
      #expect(count.steps < 500, "\(y): \(count.steps)")
    }
  }
}
