/// The cells with an area that are visible along the scroll axis, and every comparison of a cell's edge with the edges of
/// what is visible (docs/rules.md#scroll-anchor).
///
/// The bounds of a client are sums of the frames that it was answered, and a frame's end is a sum of its own: two of them
/// that should be equal may differ in the last bit. So all comparisons have a tolerance.
struct VisibleCells {
  private let axis: Axis
  /// Where what is visible starts and ends along the scroll axis, in points: s and e.
  private let start: Double
  private let end: Double
  /// A visible cell ends behind this; a cell that ends here or before is before what is visible.
  let leastEnd: Double
  /// A visible cell starts before this; a cell that starts here or behind is behind what is visible.
  let greatestStart: Double

  init(axis: Axis, start: Double, end: Double) {
    self.axis = axis
    self.start = start
    self.end = end
    leastEnd = start + fitTolerance
    greatestStart = end - fitTolerance
  }

  /// Whether a cell starts before what is visible does.
  func cutsOffStart(_ frame: (start: Double, end: Double)) -> Bool {
    frame.start < start - fitTolerance
  }

  /// Whether a cell ends behind what is visible.
  func cutsOffEnd(_ frame: (start: Double, end: Double)) -> Bool { frame.end > end + fitTolerance }

  private func contains(_ frame: Rect) -> Bool {
    frame.hasArea && frame.y < greatestStart && frame.y + frame.height > leastEnd
  }

  /// The window that the visible cells overlap, or the first points of it alone.
  func window(isWhole: Bool = true) -> Window {
    axis.window(
      from: leastEnd, to: isWhole ? greatestStart : min(greatestStart, leastEnd.nextUp))
  }

  /// The first visible one of some neighbours. O(log items + lines in sight that are without an area)
  func first(
    of items: Range<Int>, in placed: PlacedSection, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int? {
    var found: Int?
    try visit(placed, window(), from: items.lowerBound, &meter) { item in
      found = item
      return false
    }
    return found.flatMap { items.contains($0) ? $0 : nil }
  }

  /// Visits cells in a window, in order.
  private func visit(
    _ placed: PlacedSection, _ window: Window, from first: Int, _ meter: inout StepMeter,
    _ body: (Int) -> Bool
  ) throws(WalkStop) {
    do throws(WalkStop) {
      try ElementSink.visit(axis) {
        body($0.element.index)
      } _: { (sink) throws(WalkStop) in
        try placed.layout.arrangement.visitItems(
          in: window.along(upTo: placed.maxY), of: placed.section, origin: placed.itemsOrigin,
          from: first, meter: &meter, into: &sink)
      }
    } catch {
      if case .stepsUsedUp = error { throw error }
    }
  }

  /// The last visible one of some neighbours. O(log items + runs in sight that are without an area)
  func last(
    of items: Range<Int>, in placed: PlacedSection, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int? {
    if !placed.layout.arrangement.hasLines {
      return try lastOfUnevenColumns(items, placed, &meter)
    }
    let reaching = partitionPoint(items) { placed.frameAlong($0).start >= greatestStart }
    var item = reaching - 1
    if reaching < items.upperBound {
      item = min(items.upperBound, placed.line(ofItem: reaching).upperBound) - 1
    }
    let pattern = placed.pattern(ofLine: 1)
    var flatCount = 0
    while item >= items.lowerBound {
      let line = placed.line(ofItem: item)
      var (startsBefore, hasArea) = (false, false)
      let found = try placed.firstCell(
        of: max(items.lowerBound, line.lowerBound)..<item + 1, fromEnd: true, &meter
      ) { frame in
        if frame.y < leastEnd { startsBefore = true }
        if frame.hasArea { (hasArea, flatCount) = (true, 0) } else { flatCount += 1 }
        return contains(frame)
      }
      if let found { return found }
      item = line.lowerBound - 1
      // What stands in lines before ends before this one starts.
      if startsBefore { return nil }
      if hasArea { continue }
      if placed.layout.arrangement.dividesLinesByNumber {
        if flatCount > pattern.cycle + 2 { item = min(item, pattern.leading - 1) }
      } else {
        // All lines of a run are without an area, where one is.
        let run = placed.section.items.run(ofItem: line.lowerBound)
        item = min(item, placed.line(ofItem: run.lowerBound).upperBound - 1)
      }
    }
    return nil
  }

  /// In uneven columns a cell that started long before may be the only visible one.
  private func lastOfUnevenColumns(
    _ items: Range<Int>, _ placed: PlacedSection, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int? {
    var last: Int?
    try visit(placed, window(isWhole: false), from: items.lowerBound, &meter) { item in
      if items.contains(item) { last = item }
      return item < items.upperBound
    }
    let stride = placed.sequenceCount
    for first in items.prefix(stride) {
      let count = (items.upperBound - first - 1) / stride + 1
      // Tops ascend but for the tolerance, or in each column alone.
      var place = partitionPoint(0..<count) {
        placed.frameAlong(first + $0 * stride).start >= greatestStart + 2 * fitTolerance
      }
      while place > 0 {
        try meter.take()
        place -= 1
        let item = first + place * stride
        let frame = placed.cell(item).frame
        if item <= last ?? -1 || frame.y < leastEnd - 2 * fitTolerance { break }
        if contains(frame) {
          last = item
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
