import Oracle
import Testing

@testable import LayoutCore

@Suite("Frames of a waterfall of very many columns are paid for")
struct WaterfallStepsTests {
  private static let columns = 10_000
  private static let items = 0..<200_000
  /// The items of a group: at least two of each column.
  private static let group = 32_768

  private func layout(
    _ placement: Placement, columns: Int = columns, first: Double = 30
  ) throws -> Layout {
    var random = SplitMix64(seed: 9)
    var heights = Self.items.map { _ in Double.random(in: 20...60, using: &random) }
    heights[0] = first
    return try layout(placement, columns: columns, heights)
  }

  private func layout(
    _ placement: Placement, columns: Int, _ heights: [Double]
  ) throws -> Layout {
    let metrics = SectionMetrics(
      engine: WaterfallEngine(columns: .number(columns), placement: placement),
      sectionInset: .zero, minimumLineSpacing: 1, minimumInteritemSpacing: 0,
      sectionSeparator: nil, showsSectionSeparatorWhenLastSection: false, cellAppearance: nil)
    let items = Items(
      count: heights.count, widths: .uniform(ItemRun.number(nil)), heights: .explicit(heights))
    return try Layout.of(
      (Section(metrics: metrics, items: items, headers: .empty, footers: .empty), 1),
      containerWidth: Double(columns))
  }

  /// The steps of a question, whose answer must be `expected`.
  private func steps<Answer: Equatable>(
    _ expected: Answer, _ ask: (inout WorkMeter) throws -> Answer
  ) throws -> Int {
    var meter = WorkMeter.unlimited
    #expect(try ask(&meter) == expected)
    return meter.units
  }

  /// The steps of questions about the cells at a place, compared with a look at each cell.
  private func steps(of layout: Layout) throws -> [Int] {
    let placed = layout.placed(0)
    let y = layout.contentSize.height / 2
    let cells = VisibleCells(axis: layout.axis, start: y, end: y + 100)
    var frames: [CellFrame] = []
    placed.appendCells(Self.items, to: &frames)
    func end(_ cell: CellFrame) -> Double { cell.frame.y + cell.frame.height }
    return [
      try steps(frames.lastIndex { end($0) <= y }) {
        try placed.lastItem(of: Self.items, endingBy: y, &$0)
      },
      try steps(frames.firstIndex { $0.frame.y >= y }) {
        try placed.firstItem(of: Self.items, startingAt: y, &$0)
      },
      try steps(
        frames.lastIndex { $0.frame.y < cells.greatestStart && end($0) > cells.leastEnd }
      ) { try cells.last(of: Self.items, in: placed, &$0) },
    ]
  }

  @Test("A search reads half of a group for each of its seventeen frames and more")
  func shortest() throws {
    for steps in try steps(of: layout(.shortest)) {
      #expect(16 * steps >= 17 * Self.group / 2)
      // The items that are passed are read together, not a group for each of them.
      #expect(steps < 12 * Self.columns)
    }
  }

  @Test(
    "Columns that are filled in turn are searched one by one, without the items of others",
    arguments: [Placement.leftToRight, .rightToLeft])
  func inTurn(placement: Placement) throws {
    let layout = try layout(placement)
    #expect(layout.placed(0).stepsPerCell(ofItem: 0) == 1)
    for steps in try steps(of: layout) {
      #expect(steps >= Self.columns && steps < 8 * Self.columns)
    }
  }

  @Test("A search in few columns costs little", arguments: Placement.allCases)
  func fewColumns(placement: Placement) throws {
    for steps in try steps(of: layout(placement, columns: 4)) { #expect(steps < 100) }
  }

  @Test("The items that start together at the top", arguments: Placement.allCases)
  func leastStart(placement: Placement) throws {
    let steps = try steps(0) {
      try layout(placement).placed(0).leastStart(from: 0, &$0)
    }
    #expect(steps >= Self.columns && steps < 8 * Self.columns)
    // A portion of 512 items costs as much as a frame besides.
    if placement == .shortest {
      #expect(steps >= Self.columns / 512 * Self.group / 32 + Self.columns)
    }
  }

  @Test("Each visible cell has a frame in the other layout", arguments: Placement.allCases)
  func transition(placement: Placement) throws {
    let (before, after) = (try layout(placement), try layout(placement, first: 40))
    var meter = WorkMeter.unlimited
    let change = try LayoutChange(matchingPlacesOf: before, after, meter: &meter)
    let bounds = Rect(x: 4000, y: 300, width: 50, height: 100)
    let found = [before, after].map { $0.walk(in: bounds) }
    meter = .unlimited
    let transitions = try change.transitions(
      from: bounds, to: bounds, inset: .zero, meter: &meter)
    #expect(transitions.count >= 100)
    let frames = meter.units - found[0].steps - found[1].steps
    let count = found[0].answers + found[1].answers
    if placement == .shortest {
      // A frame reads half of a group, of which 16 items cost a step.
      #expect(16 * frames >= count * Self.group / 2)
      #expect(16 * frames < (count + 1) * Self.group / 2)
    } else {
      #expect(frames >= count && frames < count + 20)
    }
  }

  @Test("A cell without a counterpart has no frame in the other layout")
  func withoutCounterpart() throws {
    let (before, after) = (try layout(.shortest), try layout(.shortest, first: 40))
    let all = ItemPath(0, 0)..<ItemPath(0, Self.items.count)
    var step = Step()
    (step.delete, step.insert) = ([all], [all])
    var applied = AppliedSteps([Self.items.count])
    try applied.apply(step)
    let change = LayoutChange(before: before, after: after, mapping: applied.mapping)
    let bounds = Rect(x: 4000, y: 300, width: 50, height: 100)
    let found = [before, after].map { $0.walk(in: bounds) }
    var meter = WorkMeter.unlimited
    let transitions = try change.transitions(
      from: bounds, to: bounds, inset: .zero, meter: &meter)
    let count = found[0].answers + found[1].answers
    #expect(transitions.count == count)
    let frames = meter.units - found[0].steps - found[1].steps
    #expect(frames >= count && frames < count + 20)
  }

  @Test(
    "A walk that finds little pays for the lengths and the items that it reads",
    arguments: Placement.allCases)
  func findsLittle(placement: Placement) throws {
    var heights = [Double](repeating: 0, count: Self.items.count)
    for item in stride(from: 7, to: heights.count, by: 9973) { heights[item] = 5 }
    let layout = try layout(placement, columns: Self.columns, heights)
    let arrangement = try #require(layout.placed(0).layout.arrangement as? WaterfallBlocks)
    let groupCount = arrangement.blocks.reduce(0) { $0 + $1.groupCount }
    #expect(arrangement.blocks.count > 3 && groupCount > 5)
    let everything = Rect(
      x: 0, y: 0, width: layout.containerWidth, height: layout.contentSize.height)
    #expect(layout.walk(in: everything).answers == heights.count { $0 > 0 })
    // Columns cost a step each, then a fourth for each block, and a sixteenth for each group and for their lengths.
    let columns = (17 + 4 * arrangement.blocks.count + groupCount) * Self.columns
    var meter = WorkMeter(portion: (columns + heights.count) / 16 - 1)
    #expect(throws: WalkInterrupted.budgetExceeded) {
      try layout.visitElements(in: everything, meter: &meter) { _ in true }
    }
  }

  @Test("A layout that another one is made from is paid for, even if nothing changes")
  func setUp() throws {
    let tree = ContentTree(
      Self.items.map { ItemRun(width: ItemRun.nothing, height: Double($0 % 97)) })
    let columns = NaiveWaterfallPlaces.columns(Self.columns)
    func blocks(from old: WaterfallBlocks?, _ meter: inout WorkMeter) throws -> WaterfallBlocks {
      try WaterfallBlocks(
        tree, columns: columns, lineSpacing: 1, placement: .shortest, from: old, meter: &meter)
    }
    var meter = WorkMeter.unlimited
    let old = try blocks(from: nil, &meter)
    meter = WorkMeter(portion: Self.columns / 16 - 1)
    #expect(throws: WalkInterrupted.budgetExceeded) { _ = try blocks(from: old, &meter) }
    meter = WorkMeter(portion: Self.columns / 8)
    #expect(try blocks(from: old, &meter).newBlockCount(beside: old) == 0)
  }
}
