/// The cells with an area that are visible along the scroll axis. All comparisons of a cell's edge with the edges of
/// the visible part are here (docs/rules.md#scroll-anchor).
///
/// Clients compute bounds as sums of frames, and the end of a frame is a sum too. Two sums that should be equal may
/// differ in the last bit, so all comparisons have a tolerance.
struct VisibleCells {
  private let axis: Axis
  /// Start and end of the visible part along the scroll axis, in points: s and e.
  private let start: Double
  private let end: Double
  /// A visible cell ends after this. A cell that ends here or earlier is before the visible part.
  let leastEnd: Double
  /// A visible cell starts before this. A cell that starts here or later is after the visible part.
  let greatestStart: Double

  init(axis: Axis, start: Double, end: Double) {
    self.axis = axis
    self.start = start
    self.end = end
    leastEnd = start + fitTolerance
    greatestStart = end - fitTolerance
  }

  /// Whether a cell starts before the visible part.
  func cutsOffStart(_ frame: (start: Double, end: Double)) -> Bool {
    frame.start < start - fitTolerance
  }

  /// Whether a cell ends after the visible part.
  func cutsOffEnd(_ frame: (start: Double, end: Double)) -> Bool { frame.end > end + fitTolerance }

  private func contains(_ frame: Rect) -> Bool {
    frame.hasArea && frame.y < greatestStart && frame.y + frame.height > leastEnd
  }

  /// The window that visible cells overlap. If `isWhole` is false, only its first points.
  func window(isWhole: Bool = true) -> Window {
    axis.window(
      from: leastEnd, to: isWhole ? greatestStart : min(greatestStart, leastEnd.nextUp))
  }

  /// The first visible cell of a range. O(log items + visible lines without an area)
  @inline(never)
  func first(
    of items: Range<Int>, in placed: PlacedSection, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int? {
    var found: Int?
    try visit(placed, window(), from: items.lowerBound, &meter) { item in
      if item < items.upperBound, placed.section.items.isHidden(item) { return true }
      found = item
      return false
    }
    return found.flatMap { items.contains($0) ? $0 : nil }
  }

  /// Calls `body` for the cells in a window, in order, until it returns false.
  private func visit(
    _ placed: PlacedSection, _ window: Window, from first: Int, _ meter: inout WorkMeter,
    _ body: (Int) -> Bool
  ) throws(WalkInterrupted) {
    do throws(WalkInterrupted) {
      try ElementSink.visit(axis) {
        body($0.element.index)
      } _: { (sink) throws(WalkInterrupted) in
        try placed.layout.arrangement.visitItems(
          in: window.along(upTo: placed.maxY), origin: placed.itemsOrigin, from: first,
          meter: &meter, into: &sink)
      }
    } catch {
      if case .budgetExceeded = error { throw error }
    }
  }

  /// The last visible cell of a range. O(log items + visible runs without an area)
  @inline(never)
  func last(
    of items: Range<Int>, in placed: PlacedSection, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int? {
    if placed.order.isAnywhere { return try lastAnywhere(items, placed, &meter) }
    if !placed.order.hasLines {
      return try lastOfUnevenColumns(items, placed, &meter)
    }
    let reaching = partitionPoint(items) { placed.frameAlong($0).start >= greatestStart }
    var item = reaching - 1
    if reaching < items.upperBound {
      item = min(items.upperBound, placed.line(ofItem: reaching).upperBound) - 1
    }
    while item >= items.lowerBound {
      let line = placed.line(ofItem: item)
      var (startsBefore, hasArea) = (false, false)
      let found = try placed.firstCell(
        of: max(items.lowerBound, line.lowerBound)..<item + 1, fromEnd: true, &meter
      ) { frame in
        if frame.y < leastEnd { startsBefore = true }
        if frame.hasArea { hasArea = true }
        return contains(frame)
      }
      if let found { return found }
      // Cells of earlier lines end before this line starts.
      if startsBefore { return nil }
      item =
        hasArea
        ? line.lowerBound - 1
        : placed.layout.arrangement.lastItem(before: line, of: placed.section.items)
    }
    return nil
  }

  /// The number of visible cells of a range, or at least `limit`. O(log items + runs of the range)
  @inline(never)
  func count(
    of items: Range<Int>, in placed: PlacedSection, upTo limit: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int {
    var (count, item) = (0, items.lowerBound)
    if placed.section.items.memberTraits.contains(.areHidden) {
      try visit(placed, window(), from: item, &meter) { item in
        if item >= items.upperBound { return false }
        if !placed.section.items.isHidden(item) { count += 1 }
        return count < limit
      }
      return count
    }
    while item < items.upperBound, count < limit {
      let cells = EqualCells(of: placed, from: item, upTo: items.upperBound)
      try meter.take(cells.steps)
      count += cells.count(endingAfter: leastEnd, startingBefore: greatestStart)
      item = cells.end
    }
    return count
  }

  /// Without an order, the visible cells are searched among the last items, and then among more of them.
  private func lastAnywhere(
    _ items: Range<Int>, _ placed: PlacedSection, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int? {
    var (last, count) = (Int?.none, PlacedSection.itemsFew)
    var end = items.upperBound
    while last == nil, end > items.lowerBound {
      let first = max(items.lowerBound, end - count)
      try visit(placed, window(), from: first, &meter) { item in
        if item < end { last = item }
        return item < end
      }
      (end, count) = (first, 8 * count)
    }
    return last
  }

  /// In columns of unequal length, a cell that started long before may be the only visible one.
  private func lastOfUnevenColumns(
    _ items: Range<Int>, _ placed: PlacedSection, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int? {
    let margin = 2 * max(fitTolerance, placed.order.tolerance)
    /// Whether a cell is the last visible one; nil if an earlier one may be.
    func verdict(_ frame: Rect) -> Bool? {
      if frame.y < leastEnd - margin { return false }
      return contains(frame) ? true : nil
    }
    var last: Int?
    try visit(placed, window(isWhole: false), from: items.lowerBound, &meter) { item in
      if items.contains(item), !placed.section.items.isHidden(item) { last = item }
      return item < items.upperBound
    }
    let stride = placed.order.sequenceCount
    for first in items.prefix(stride) {
      // Tops ascend only within the tolerance, or only within each column.
      var place = try placed.place(
        startingAt: greatestStart + margin, from: first, upTo: items.upperBound, &meter)
      if stride == 1 {
        let least = max(first, (last ?? -1) + 1)
        var isVisible: Bool?
        let found = try placed.firstCell(
          of: least..<max(least, first + place), fromEnd: true, &meter
        ) { frame in
          isVisible = verdict(frame)
          return isVisible != nil
        }
        return isVisible == true ? found : last
      }
      while place > 0 {
        try meter.take()
        place -= 1
        let item = first + place * stride
        if item <= last ?? -1 { break }
        if placed.section.items.isHidden(item) { continue }
        if let isVisible = verdict(placed.cell(item).frame) {
          if isVisible { last = item }
          break
        }
      }
    }
    return last
  }
}

extension Rect {
  fileprivate var hasArea: Bool { width > 0 && height > 0 }
}
