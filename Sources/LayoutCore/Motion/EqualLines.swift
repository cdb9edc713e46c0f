/// Counts the items in equal lines, from the start of two sections or back from their end, without comparing every
/// item. Lines of shared leaves are equal. In two runs, lines that repeat are equal if the first and the last ones are.
struct EqualLines {
  private let pair: LinePair
  private let old: PlacedSection
  private let new: PlacedSection
  private let fromEnd: Bool
  /// Whether both sections place equal items by the same method: both one by one, or both by arithmetic on lines.
  private let haveOneRule: Bool
  /// Whether both sections place shared items alike.
  private let areAlike: Bool

  /// Returns nil if no cell of one section can equal a cell of the other.
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

  /// The result of the count: the number of items in equal lines, and the lines after them if they were compared.
  struct Start {
    var count = 0
    var next: (lines: Range<Int>, look: LinePair.Look)?
  }

  /// A stretch of neighbours of one kind.
  private struct KindStretch {
    enum Kind {
      /// Many shared items that both sections place alike.
      case common
      /// Many equal items in each section.
      case run
      /// Any other items.
      case mixed
    }

    var kind: Kind
    /// Position after its last item, counted from the end at which the walk begins.
    var end: Int
    /// The number of its items compared so far.
    var seen = 0
  }

  private func kind(_ stretch: ItemPairs.Stretch) -> KindStretch.Kind {
    if stretch.count <= PlacedSection.equalFew { return .mixed }
    if areAlike, stretch.areCommon { return .common }
    if stretch.count <= PlacedSection.itemsFew { return .mixed }
    let haveLines = old.layout.arrangement.hasLines && new.layout.arrangement.hasLines
    return stretch.isRun && haveLines ? .run : .mixed
  }

  /// Counts the items in equal lines, and calls `differing` for each cell that differs. Stops soon after all further
  /// lines start at `bound` or after, or, from the end, before it.
  ///
  /// Lines that may differ are compared in portions of growing size. O(log items + runs of leaves that differ + items
  /// that may differ); in long lines, runs instead of items
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

  /// The items of the lines from a position on (or back, from the end): whole lines, and at least `countMin` items if
  /// there are enough.
  private func lines(at position: Int, countMin: Int = 1) -> Range<Int> {
    pair.lines(at: item(position), fromEnd: fromEnd, countMin: countMin)
  }

  /// The position after the lines that consist of shared items only; `position` itself if there is none.
  private func passCommon(
    _ position: Int, _ end: Int, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int {
    guard position > 0 || startsAlike else { return position }
    let passed = fromEnd ? positionOfCommonLines(position, end) : positionOfLastLine(position, end)
    guard passed > position else { return position }
    // After columns of unequal length were compared, rounding may put equal items into different columns.
    if !haveOneRule || (position > 0 && !old.layout.arrangement.hasLines) {
      for position in [position, passed - 1] {
        guard try pair.look(at: lines(at: position), &meter).areEqual else { return position }
      }
    }
    return passed
  }

  /// Whether the items of both sections start at the same place, or, from the end, end there.
  private var startsAlike: Bool {
    fromEnd
      ? pair.comparison.areEqual(
        old.itemsOrigin + old.layout.arrangement.extent,
        new.itemsOrigin + new.layout.arrangement.extent)
      : pair.comparison.areEqual(old.itemsOrigin, new.itemsOrigin)
  }

  /// The start of the last line with shared items. That line may continue past them.
  private func positionOfLastLine(_ position: Int, _ end: Int) -> Int {
    var last = end - 1
    if old.layout.arrangement.dividesLinesByNumber {
      // The last line of a section is divided differently.
      for section in [old, new] {
        let lastItem = section.section.items.count - 1
        last = min(last, section.line(ofItem: lastItem).lowerBound)
      }
    }
    return pair.commonLineStart(last) ?? position
  }

  /// The position of the first line that starts at a shared item in both sections. Lines are equal from there on.
  private func positionOfCommonLines(_ position: Int, _ end: Int) -> Int {
    let items = pair.oldCount - end..<pair.oldCount - position
    func isInCommonLine(_ item: Int) -> Bool {
      pair.commonLineStart(item).map { $0 >= items.lowerBound } ?? false
    }
    guard isInCommonLine(items.upperBound - 1) else { return position }
    return pair.oldCount - partitionPoint(nearStartOf: items, where: isInCommonLine)
  }

  /// The number of items to compare in lines of two runs until all further lines repeat them.
  private func itemsOfPattern(_ lines: Range<Int>) -> Int {
    let (first, second) = (old.pattern(ofLine: lines.count), new.pattern(ofLine: lines.count))
    return first.cycle + second.cycle + (fromEnd ? 0 : max(first.leading, second.leading))
  }

  /// The position after the repeating lines that consist of items before `end` and are equal. The distance between
  /// repeating lines of the two sections grows evenly, so a binary search finds the first difference.
  private func passRepeated(_ position: Int, _ end: Int) -> Int {
    if fromEnd {
      let leading = max(old.pattern(ofLine: 1).leading, new.pattern(ofLine: 1).leading - pair.shift)
      let items = pair.oldCount - end..<pair.oldCount - position
      let least = max(items.lowerBound, leading)
      guard least < items.upperBound else { return position }
      // The line of the least item may begin before it.
      let first = pair.lines(from: least).upperBound
      guard first < items.upperBound, pair.commonLineStart(first) == first else { return position }
      let equal = partitionPoint(first..<items.upperBound) { pair.cells($0).areEqual }
      return pair.oldCount - equal
    }
    // The last line may continue past the run and be divided differently.
    let last = pair.lines(upTo: end - 1).lowerBound
    guard last > position, let start = pair.commonLineStart(last - 1) else { return position }
    if pair.cells(start).areEqual { return last }
    let differing = partitionPoint(position..<start) { !pair.cells($0).areEqual }
    return max(position, pair.commonLineStart(differing) ?? position)
  }
}

extension PlacedSection {
  /// Whether two sections place items by the same rule, apart from the items' sizes.
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

  /// Whether the engine has columns and this section has exactly one.
  private var hasOneColumn: Bool {
    guard let columns = section.metrics.engine.columnCount else { return false }
    return Columns.countAsDouble(columns, of: section, containerWidth: containerWidth) == 1
  }
}

/// The number of items to compare at once. It grows while no difference is found, and is halved afterwards until the
/// difference is located.
struct LookPortion {
  private(set) var count = 1
  private var shrinks = false

  /// Call this after a portion without a difference.
  mutating func grow() {
    count = shrinks ? max(1, count / 2) : min(PlacedSection.itemsAtOnce, 2 * count)
  }

  /// Call this after a portion with a difference. Returns true if a smaller portion is to be compared next.
  mutating func shrink() -> Bool {
    guard count > 1 else { return false }
    count /= 2
    shrinks = true
    return true
  }
}
