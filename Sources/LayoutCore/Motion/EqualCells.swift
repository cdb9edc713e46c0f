/// Cells of a section that differ in their positions alone, in any number, or in some columns of such cells.
struct EqualCells {
  private let placed: PlacedSection
  private let first: Int
  private let repetition: CellRepetition

  /// The cells from an existing item on, at least one, up to an item behind it. O(log items)
  init(of placed: PlacedSection, from first: Int, upTo end: Int) {
    self.placed = placed
    self.first = first
    var found = placed.layout.arrangement.repetition(from: first, of: placed.section.items)
    found.rounds = min(found.rounds, (end - first) / found.period)
    if found.rounds == 0 {
      found = CellRepetition(period: found.isUniform ? min(found.period, end - first) : 1)
    }
    repetition = found
  }

  /// The item behind them.
  var end: Int { first + repetition.period * repetition.rounds }

  /// Whether reading some of them costs less than reading all.
  var areMany: Bool {
    repetition.rounds * (repetition.isUniform ? repetition.period : 1) > EqualCells.few
  }

  private static let few = 256

  /// The cost of `count` or `visit`, in steps.
  var steps: Int {
    let columns = repetition.isUniform ? 1 : repetition.period
    return placed.stepsPerCell(ofItem: first) * (areMany ? EqualCells.few / 2 : 1) * columns
  }

  private func cell(_ round: Int, _ offset: Int) -> CellFrame {
    placed.cell(first + round * repetition.period + offset)
  }

  /// The number of cells with an area that end after `start` and start before `end` along the scroll axis, in points.
  func count(endingAfter start: Double, startingBefore end: Double) -> Int {
    let offsets = repetition.isUniform ? 1 : repetition.period
    var count = 0
    for offset in 0..<offsets {
      let frame = cell(0, offset).frame
      guard frame.width > 0 && frame.height > 0 else { continue }
      let first = partitionPoint(0..<repetition.rounds) {
        let frame = cell($0, offset).frame
        return frame.y + frame.height > start
      }
      count += partitionPoint(first..<repetition.rounds) { cell($0, offset).frame.y >= end } - first
    }
    return repetition.isUniform ? count * repetition.period : count
  }

  /// Passes those cells with an area that are the first or the last ones for which a condition has its value.
  ///
  /// - Parameters:
  ///   - along: Conditions on frames in content coordinates that change at most once along the scroll axis.
  ///   - across: The same across the scroll axis.
  func visit(
    _ axis: Axis, along: [(Rect) -> Bool], across: [(Rect) -> Bool],
    _ body: (LayoutAttributes) -> Void
  ) {
    func places(_ count: Int, _ conditions: [(Rect) -> Bool], _ cell: (Int) -> CellFrame) -> [Int] {
      var places = [0, count - 1]
      for condition in conditions {
        func isMet(_ place: Int) -> Bool { condition(axis.answered(cell(place).frame)) }
        let isMetFirst = isMet(0)
        guard isMet(count - 1) != isMetFirst else { continue }
        let change = partitionPoint(0..<count) { isMet($0) != isMetFirst }
        places += [change - 1, change]
      }
      return places
    }
    let offsets =
      repetition.isUniform
      ? places(repetition.period, across) { cell(0, $0) } : Array(0..<repetition.period)
    for offset in offsets {
      let frame = cell(0, offset).frame
      guard frame.width > 0 && frame.height > 0 else { continue }
      for round in places(repetition.rounds, along, { cell($0, offset) }) {
        body(
          ElementSink.attributes(
            first + round * repetition.period + offset, cell(round, offset), placed.number, axis))
      }
    }
  }
}
