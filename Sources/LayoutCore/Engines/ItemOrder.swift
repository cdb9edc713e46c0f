/// How the items of an arrangement follow each other along the scroll axis.
public enum ItemOrder: Sendable {
  /// In lines or rows below each other, of as many items as have room, so that equal items are divided into equal lines.
  case lines
  /// In given lines or segments below each other, which are repeated.
  case cycle(LineCycle)
  /// In columns of unequal length, and in `sequences` sequences with ascending tops: sequence k has the items k,
  /// k + `sequences` and so on. A later item of a sequence may be above an earlier one by `tolerance` points at most.
  case columns(sequences: Int, tolerance: Double)
  /// In any order. The frame of an item depends on no other item.
  case anywhere

  /// Whether items are placed in lines, rows or segments below each other.
  var hasLines: Bool {
    switch self {
    case .lines, .cycle: true
    case .columns, .anywhere: false
    }
  }

  /// Whether the items of a line stand beside each other, so that equal ones differ in x alone.
  var alignsLines: Bool {
    if case .lines = self { true } else { false }
  }

  /// The number of items, of `count`, in lines that do not depend on this number; `count` if the last two items of each
  /// other line tell how it is divided.
  func itemsInSettledLines(of count: Int) -> Int {
    if case .cycle(let cycle) = self, cycle.hasLongEnd { cycle.end } else { count }
  }

  /// The number of sequences with ascending tops.
  var sequenceCount: Int {
    if case .columns(let sequences, _) = self { sequences } else { 1 }
  }

  /// The greatest distance by which a later item of a sequence may be above an earlier one, in points.
  var tolerance: Double {
    switch self {
    case .lines, .cycle: 0
    case .columns(_, let tolerance): tolerance
    case .anywhere: .infinity
    }
  }

  /// Whether the frame of an item depends on no other item.
  var isAnywhere: Bool {
    if case .anywhere = self { true } else { false }
  }

  /// Whether equal items that are `shift` items further on in another section are divided into equal lines after a line
  /// that begins at the same item. The lines of a cycle depend on their numbers, and the last one on the number of items.
  func dividesAlike(shiftedBy shift: Int) -> Bool {
    switch self {
    case .lines, .anywhere: true
    case .cycle: shift == 0
    case .columns: false
    }
  }
}

/// Lines whose numbers of items and frames are given, and repeated while there are items.
public struct LineCycle: Equatable, Sendable {
  /// The number of items before the lines that are repeated.
  let start: Int
  /// The number of items before the last line if that is none of the given ones, else of all. May be less than `start`.
  let end: Int
  /// The number of items in a round, at least 1.
  let period: Int
  /// Whether no item of a round has an area.
  let isFlat: Bool
  /// Whether a last line that is none of the given ones may have more than two items.
  var hasLongEnd = false
}

/// Cells of which each is equal to the one a period later, but for a position that ascends or descends along the scroll
/// axis.
struct CellRepetition {
  /// A number of items.
  var period = 1
  var rounds = 1
  /// Whether the cells of a period are equal, too, but for a position that ascends or descends across the scroll axis.
  var isUniform = true
}

extension ItemArrangement {
  /// How equal cells repeat from an existing item on: in the rounds of a cycle; else in the rest of the line of equal
  /// items, or in their equal lines from a line's first item on; or in a pile of equal items. O(log items)
  func repetition(from item: Int, of items: Items) -> CellRepetition {
    switch order {
    case .lines: break
    case .cycle(let cycle):
      let rounds = (cycle.end - item) / cycle.period
      return item < cycle.start || rounds < 1
        ? CellRepetition()
        : CellRepetition(period: cycle.period, rounds: rounds, isUniform: false)
    case .columns: return CellRepetition()
    case .anywhere:
      // Each walk over other items reads all that are near.
      return items.uniformSize == nil
        ? CellRepetition() : CellRepetition(period: items.run(ofItem: item).upperBound - item)
    }
    let (line, run) = (line(ofItem: item), items.run(ofItem: item))
    // The last line of equal items may have others, too, or none behind it.
    let last =
      run.upperBound > line.upperBound
      ? self.line(ofItem: run.upperBound - 1).lowerBound : line.lowerBound
    return item == line.lowerBound && item < last
      ? CellRepetition(period: line.count, rounds: (last - item) / line.count)
      : CellRepetition(period: min(run.upperBound, line.upperBound) - item)
  }

  /// The last item that may have an area before a line whose items have none; −1 if there is none: the last one before
  /// a flat cycle, or before the lines of the items that equal the line's first item. O(log items)
  func lastItem(before line: Range<Int>, of items: Items) -> Int {
    guard case .cycle(let cycle) = order else {
      let run = items.run(ofItem: line.lowerBound)
      return min(line.lowerBound, self.line(ofItem: run.lowerBound).upperBound) - 1
    }
    return (cycle.isFlat ? min(line.lowerBound, cycle.start) : line.lowerBound) - 1
  }
}
