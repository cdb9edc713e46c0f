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
    _ expected: Answer, _ ask: (inout StepMeter) throws -> Answer
  ) throws -> Int {
    var meter = StepMeter.unlimited
    #expect(try ask(&meter) == expected)
    return meter.steps
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
    #expect(layout.placed(0).stepsPerCell(lineCount: 1) == 1)
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
    var meter = StepMeter.unlimited
    let change = try LayoutChange(matchingPlacesOf: before, after, meter: &meter)
    let bounds = Rect(x: 4000, y: 300, width: 50, height: 100)
    let found = [before, after].map { $0.walk(in: bounds) }
    meter = .unlimited
    let transitions = try change.transitions(
      from: bounds, to: bounds, inset: .zero, meter: &meter)
    #expect(transitions.count >= 100)
    let frames = meter.steps - found[0].steps - found[1].steps
    let cost = placement == .shortest ? Self.group / 32 : 1
    let count = found[0].answers + found[1].answers
    #expect(frames >= count * cost && frames < count * cost + 20)
  }
}
