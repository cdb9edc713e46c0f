/// The cells with an area that start before `end` and end after `start`, places along the scroll axis, in points.
struct VisibleCells {
  let axis: Axis
  let start: Double
  let end: Double

  /// The window of what is visible, or of its first points alone.
  func window(isWhole: Bool = true) -> Window {
    axis.window(from: start, to: isWhole ? end : min(end, start.nextUp))
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

  private func contains(_ frame: Rect) -> Bool {
    frame.hasArea && frame.y < end && frame.y + frame.height > start
  }

  /// The last visible one of some neighbours. O(log items + runs in sight that are without an area)
  func last(
    of items: Range<Int>, in placed: PlacedSection, _ meter: inout StepMeter
  ) throws(WalkStop) -> Int? {
    if !placed.layout.arrangement.hasLines {
      return try lastOfUnevenColumns(items, placed, &meter)
    }
    let reaching = partitionPoint(items) { placed.frameAlong($0).start >= end }
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
        if frame.y < start { startsBefore = true }
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
        placed.frameAlong(first + $0 * stride).start >= end + 2 * fitTolerance
      }
      while place > 0 {
        try meter.take()
        place -= 1
        let item = first + place * stride
        let frame = placed.cell(item).frame
        if item <= last ?? -1 || frame.y < start - 2 * fitTolerance { break }
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
