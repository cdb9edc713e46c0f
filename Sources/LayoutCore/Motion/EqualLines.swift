/// Counts the items that stand in equal lines, from the first ones of two sections on or from their last ones back,
/// without a look at each: lines of what both have in common are equal, and so are those of two runs whose lines
/// repeat and differ neither at first nor at last.
struct EqualLines {
  private let pair: LinePair
  private let old: PlacedSection
  private let new: PlacedSection
  private let fromEnd: Bool
  /// Whether equal items of both sections are placed by one rule, and not one by one of lines and one by arithmetic.
  private let haveOneRule: Bool
  /// Whether common items are placed alike.
  private let areAlike: Bool

  /// Nil where no cell of one section can be equal to one of the other.
  init?(_ pair: LinePair, fromEnd: Bool) {
    guard let old = pair.old, let new = pair.new, pair.areColored else { return nil }
    self.pair = pair
    self.old = old
    self.new = new
    self.fromEnd = fromEnd
    haveOneRule = old.layout.arrangement.hasRule(of: new.layout.arrangement)
    areAlike =
      old.isPlacedLike(new)
      && (pair.shift == 0 || !old.layout.arrangement.dividesLinesByNumber)
  }

  /// What is at one end: so many items in equal lines, and the lines that follow, if these have been looked at.
  struct Start {
    var count = 0
    var next: (lines: Range<Int>, look: LinePair.Look)?
  }

  /// Neighbours that stand side by side, of one kind.
  private struct KindStretch {
    enum Kind {
      /// Many common ones that are placed alike.
      case common
      /// Many equal ones in each section.
      case run
      /// Any others.
      case mixed
    }

    var kind: Kind
    /// Behind its last item, from the end that the walk begins with.
    var end: Int
    /// How many of its items have been looked at.
    var seen = 0
  }

  private func kind(_ stretch: ItemPairs.Stretch) -> KindStretch.Kind {
    if stretch.count <= PlacedSection.equalFew { return .mixed }
    if areAlike, stretch.areCommon { return .common }
    if stretch.count <= PlacedSection.itemsFew { return .mixed }
    let haveLines = old.layout.arrangement.hasLines && new.layout.arrangement.hasLines
    return stretch.isRun && haveLines ? .run : .mixed
  }

  /// How many items from that end stand in equal lines, and what follows; calls with cells that differ. Not much
  /// further than lines that all start at `bound` or behind, or from the end, all start before it.
  ///
  /// Lines that may differ are looked at more and more at once. O(log items + runs of leaves that differ + items that
  /// may differ, runs of long ones)
  func start(
    upTo bound: Double, _ meter: inout StepMeter, differing body: (LinePair.Cells) -> Void
  ) throws(WalkStop) -> Start {
    var pairs = ItemPairs(
      old.section.items, new.section.items, fromEnd: fromEnd, entersCommon: !areAlike)
    let count = min(pair.oldCount, pair.newCount)
    var start = Start()
    var stretch = KindStretch(kind: .mixed, end: 0)
    var next: ItemPairs.Stretch?
    var portion = LookPortion()
    while start.count < count {
      let position = start.count
      while stretch.end <= position + (stretch.kind == .mixed ? portion.count - 1 : 0) {
        if next == nil { next = try pairs.next(&meter) }
        guard let following = next else { break }
        let kind = kind(following)
        if stretch.end > position, kind != .mixed { break }
        stretch = KindStretch(kind: kind, end: stretch.end + following.count)
        next = nil
        while kind == .common {
          next = try pairs.next(&meter)
          guard let more = next, more.areCommon else { break }
          stretch.end += more.count
          next = nil
        }
      }
      guard stretch.end > position else { return start }
      if stretch.kind == .common {
        let passed = try passCommon(position, stretch.end, &meter)
        if passed > position {
          start.count = passed
          continue
        }
      }
      let countMin = stretch.kind == .run ? 1 : min(portion.count, stretch.end - position)
      let lines = lines(at: position, countMin: countMin)
      let look = try pair.look(at: lines, &meter, differing: body)
      if !look.areEqual, portion.shrink() { continue }
      guard look.areEqual, fromEnd ? look.greatestStart >= bound : look.leastStart < bound else {
        start.next = (lines, look)
        return start
      }
      portion.grow()
      start.count += lines.count
      stretch.seen += lines.count
      if stretch.kind == .run, stretch.end - start.count > PlacedSection.itemsFew,
        stretch.seen >= itemsOfPattern(lines)
      {
        start.count = passRepeated(start.count, stretch.end)
      }
    }
    return start
  }

  /// The item at a position.
  private func item(_ position: Int) -> Int { fromEnd ? pair.oldCount - 1 - position : position }

  /// The lines at a position, from there on or back, with at least so many items as far as there are some.
  private func lines(at position: Int, countMin: Int = 1) -> Range<Int> {
    pair.lines(at: item(position), fromEnd: fromEnd, countMin: countMin)
  }

  /// The position behind the lines that are wholly among common items; the same one where there is none.
  private func passCommon(
    _ position: Int, _ end: Int, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int {
    guard position > 0 || startsAlike else { return position }
    let passed = fromEnd ? positionOfCommonLines(position, end) : positionOfLastLine(position, end)
    guard passed > position else { return position }
    // Where columns that are not equally long have been looked at, rounding may send equal items to other ones.
    if !haveOneRule || (position > 0 && !old.layout.arrangement.hasLines) {
      for position in [position, passed - 1] {
        guard try pair.look(at: lines(at: position), &meter).areEqual else { return position }
      }
    }
    return passed
  }

  /// Whether the items start at one place, or end there.
  private var startsAlike: Bool {
    fromEnd
      ? pair.comparison.areEqual(
        old.itemsOrigin + old.layout.arrangement.extent,
        new.itemsOrigin + new.layout.arrangement.extent)
      : pair.comparison.areEqual(old.itemsOrigin, new.itemsOrigin)
  }

  /// Where the last line of common items starts, which may go on behind them.
  private func positionOfLastLine(_ position: Int, _ end: Int) -> Int {
    var last = end - 1
    if old.layout.arrangement.dividesLinesByNumber {
      // The last line of a section is divided otherwise.
      for section in [old, new] {
        let lastItem = section.section.items.count - 1
        last = min(last, section.line(ofItem: lastItem).lowerBound)
      }
    }
    return pair.commonLineStart(last) ?? position
  }

  /// The position of the first line that starts among common items in both sections: from there on lines are equal.
  private func positionOfCommonLines(_ position: Int, _ end: Int) -> Int {
    let items = pair.oldCount - end..<pair.oldCount - position
    func isInCommonLine(_ item: Int) -> Bool {
      pair.commonLineStart(item).map { $0 >= items.lowerBound } ?? false
    }
    guard isInCommonLine(items.upperBound - 1) else { return position }
    return pair.oldCount - partitionPoint(nearStartOf: items, where: isInCommonLine)
  }

  /// How many items have to be looked at, in lines of a run in each section, until all that follow repeat them.
  private func itemsOfPattern(_ lines: Range<Int>) -> Int {
    let (first, second) = (old.pattern(ofLine: lines.count), new.pattern(ofLine: lines.count))
    return first.cycle + second.cycle + (fromEnd ? 0 : max(first.leading, second.leading))
  }

  /// The position behind the lines that repeat, wholly among the items up to `end`, as far as they are equal: they move
  /// apart evenly.
  private func passRepeated(_ position: Int, _ end: Int) -> Int {
    if fromEnd {
      let leading = max(old.pattern(ofLine: 1).leading, new.pattern(ofLine: 1).leading - pair.shift)
      let items = pair.oldCount - end..<pair.oldCount - position
      let least = max(items.lowerBound, leading)
      guard least < items.upperBound else { return position }
      // The line of the least one may begin before it.
      let first = pair.lines(from: least).upperBound
      guard first < items.upperBound, pair.commonLineStart(first) == first else { return position }
      let equal = partitionPoint(first..<items.upperBound) { pair.cells($0).areEqual }
      return pair.oldCount - equal
    }
    // The last line may go on behind the run, and be divided otherwise.
    let last = pair.lines(upTo: end - 1).lowerBound
    guard last > position, let start = pair.commonLineStart(last - 1) else { return position }
    if pair.cells(start).areEqual { return last }
    let differing = partitionPoint(position..<start) { !pair.cells($0).areEqual }
    return max(position, pair.commonLineStart(differing) ?? position)
  }
}

extension PlacedSection {
  /// Whether what places items, but for their sizes, is the same in another section.
  fileprivate func isPlacedLike(_ other: PlacedSection) -> Bool {
    let (first, second) = (section.metrics, other.section.metrics)
    return first === second
      || (first.engine.isEqual(to: second.engine)
        && first.sectionInset.left == second.sectionInset.left
        && first.sectionInset.right == second.sectionInset.right
        && first.minimumLineSpacing == second.minimumLineSpacing
        && (first.minimumInteritemSpacing == second.minimumInteritemSpacing
          || (hasOneColumn && other.hasOneColumn)))
  }

  /// Whether its engine makes columns, and it has one.
  private var hasOneColumn: Bool {
    guard let columns = section.metrics.engine.columnCount else { return false }
    return Columns.countAsDouble(columns, of: section, containerWidth: containerWidth) == 1
  }
}

/// How many items are looked at at once: more and more as long as nothing is found, then fewer and fewer, so that the
/// place is found by halves.
struct LookPortion {
  private(set) var count = 1
  private var shrinks = false

  /// Nothing has been found.
  mutating func grow() {
    count = shrinks ? max(1, count / 2) : min(PlacedSection.itemsAtOnce, 2 * count)
  }

  /// Something has been found among so many; says whether fewer are to be looked at.
  mutating func shrink() -> Bool {
    guard count > 1 else { return false }
    count /= 2
    shrinks = true
    return true
  }
}
