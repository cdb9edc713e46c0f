/// Makes lines with the same number of items each, as high as their tallest item: the rows of a column, and the lines
/// of a flow whose items all have one width.
struct RowMaker: LineMaker {
  static let looksAtItems = false

  /// The number of items of a row, at least 1.
  let perLine: Int
  /// Spacing between two rows, in points.
  let spacing: Double
  /// The width of all items, in points, if items have widths of their own, else 0.
  let width: Double
  private var builder: LineBlockBuilder
  private var heights: SpanArray<Double> = []
  private var tops: SpanArray<Double> = []
  private var longRuns: [Range<Int>] = []

  /// In leaves with more items per run, rows are made run by run.
  private static let itemsPerRun = 4

  init(perLine: Int, spacing: Double, width: Double = 0) {
    self.perLine = perLine
    self.spacing = spacing
    self.width = width
    builder = LineBlockBuilder(spacing: spacing)
  }

  /// A leaf's first row can start at `perLine` different items.
  var formerCount: Int { min(perLine - 1, RowMaker.formersMax) }

  private static let formersMax = 3

  mutating func block(
    of place: LeafInLine, start: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> LineBlock {
    let leaf = place.leaf
    guard start < leaf.itemCount else {
      return LineBlock(leaf: leaf, start: start, greatestWidth: width)
    }
    // The last row continues after the leaf, as far as the section has items.
    let lastStart = leaf.itemCount - 1 - (leaf.itemCount - 1 - start) % perLine
    let missing = min(perLine, place.itemCountToEnd - lastStart) - (leaf.itemCount - lastStart)
    let end = leaf.itemCount + missing
    let highestBehind = try missing > 0 ? greatestHeight(of: missing, behind: place, &meter) : 0
    if leaf.isItemByItem, perLine <= SampledTops.perLineMax {
      return sampled(leaf, start: start, end: end, highestBehind: highestBehind)
    }
    if leaf.itemCount <= RowMaker.itemsPerRun * leaf.runCount {
      if perLine == 1 { return single(leaf, start: start) }
      return listed(leaf, start: start, end: end, highestBehind: highestBehind)
    }
    addRows(of: leaf, start: start, isLastWhole: missing == 0, highestBehind: highestBehind)
    return builder.finish(
      leaf, start: start, end: end, greatestWidth: width, hasEqualLines: true, longLines: nil)
  }

  /// The height of the tallest of the next `count` items after a leaf. O(runs)
  private func greatestHeight(
    of count: Int, behind place: LeafInLine, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Double {
    if let next = place.next, next.isItemByItem, count <= next.itemCount {
      try meter.take(count)
      return next.greatest(.height, ofItems: 0..<count)
    }
    var missing = count
    var greatest = 0.0
    try place.visitRunsBehind(&meter) { (run, _) throws(WalkInterrupted) in
      greatest = greater(run.height, greatest)
      missing -= run.count
      return missing > 0
    }
    return greatest
  }

  /// Makes `heights` long enough for `count` items, and `tops` for some more.
  private mutating func makeRoom(_ count: Int) {
    if heights.count >= count { return }
    heights = SpanArray(repeating: 0, count: 2 * count)
    tops = SpanArray(repeating: 0, count: 2 * count + 4)
  }

  /// The rows of a leaf whose runs are single items. O(items)
  private func sampled(
    _ leaf: Leaf, start: Int, end: Int, highestBehind: Double
  ) -> LineBlock {
    let lineCount = (end - start - 1) / perLine + 1
    let wholeCount = (leaf.itemCount - start) / perLine
    let lastStart = start + (lineCount - 1) * perLine
    let lastExtent = greater(
      leaf.greatest(.height, ofItems: lastStart..<leaf.itemCount), highestBehind)
    var pitch = 0.0
    let perSample = SampledTops.rowsPerSample
    let tops = SpanArray<Double>(capacity: (lineCount - 1) / perSample + 1) { tops in
      leaf.heights.addRows(
        wholeCount, of: perLine, from: start, spacing: spacing, to: &pitch, samples: &tops)
      if wholeCount < lineCount {
        if wholeCount % perSample == 0 { tops.append(pitch) }
        pitch += lastExtent + spacing
      }
    }
    return LineBlock(
      leaf: leaf, start: start, end: end, lineCount: lineCount, lastExtent: lastExtent,
      pitch: pitch, greatestWidth: width, spacing: spacing,
      tops: .sampled(SampledTops(perLine: perLine, tops: tops)))
  }

  /// Rows of one item each: every run is a stretch. O(items)
  private mutating func single(_ leaf: Leaf, start: Int) -> LineBlock {
    makeRoom(leaf.itemCount)
    var target = heights.mutableSpan
    leaf.copy(.height, ofRuns: 0..<leaf.runCount, to: &target)
    var list: SpanArray<Double> = []
    swap(&list, &tops)
    defer { swap(&list, &tops) }
    let pitch = RowMaker.addTops(
      to: &list, ofRunsOf: leaf, heights: heights.span.extracting(0..<leaf.runCount),
      spacing: spacing)
    return LineBlock(
      leaf: leaf, start: start, end: leaf.itemCount, lineCount: leaf.itemCount,
      lastExtent: heights[leaf.runCount - 1], pitch: pitch, greatestWidth: width,
      spacing: spacing,
      tops: LineTops(
        list[..<leaf.itemCount], of: leaf, pitch: pitch, spacing: spacing))
  }

  /// Writes the top of each item, with every run as a stretch. May write past the last item; returns the sum after it.
  private static func addTops(
    to list: inout SpanArray<Double>, ofRunsOf leaf: Leaf, heights: Span<Double>, spacing: Double
  ) -> Double {
    var tops = list.mutableSpan
    var top = 0.0
    var item = 0
    var run = 0
    leaf.visitCounts { count in
      let pitch = heights[run] + spacing
      // Writes two tops without a branch, as low counts are hard to predict. A surplus top is overwritten.
      tops[item] = top
      tops[item + 1] = top + pitch
      if count > 2 {
        for offset in 2..<count { tops[item + offset] = top + Double(offset) * pitch }
      }
      top += Double(count) * pitch
      item += count
      run += 1
    }
    return top
  }

  /// The rows of a leaf with few items per run. Stores every row's top. O(items)
  private mutating func listed(
    _ leaf: Leaf, start: Int, end: Int, highestBehind: Double
  ) -> LineBlock {
    makeRoom(leaf.itemCount)
    var target = heights.mutableSpan
    leaf.copy(.height, ofItems: 0..<leaf.itemCount, to: &target)
    leaf.findRuns(ofMoreThan: perLine, &longRuns)
    var (longRuns, tops): ([Range<Int>], SpanArray<Double>) = ([], [])
    swap(&longRuns, &self.longRuns)
    swap(&tops, &self.tops)
    defer {
      swap(&longRuns, &self.longRuns)
      swap(&tops, &self.tops)
    }
    let items = heights.span.extracting(0..<leaf.itemCount)
    var list = tops.mutableSpan
    var lineCount = 0
    var top = 0.0
    var extent = 0.0
    var first = start
    var next = 0
    while first < items.count {
      while next < longRuns.count, longRuns[next].upperBound <= first { next += 1 }
      let run = next < longRuns.count ? longRuns[next] : items.count..<items.count
      // Rows that start before the next run long enough for several rows.
      while first < run.lowerBound {
        extent = items[first]
        for item in first + 1..<min(first + perLine, items.count) {
          extent = greater(items[item], extent)
        }
        if first + perLine > items.count { extent = greater(highestBehind, extent) }
        list[lineCount] = top
        lineCount += 1
        top += extent + spacing
        first += perLine
      }
      guard first < run.upperBound else { continue }
      // The section's last row may be shorter. Any other incomplete row continues in the next run.
      var rows = (run.upperBound - first) / perLine
      if run.upperBound == end { rows = (end - first - 1) / perLine + 1 }
      if rows == 0 {
        // The run's last items begin a row of several runs.
        longRuns[next] = run.upperBound..<run.upperBound
        continue
      }
      extent = items[first]
      for row in 0..<rows { list[lineCount + row] = top + Double(row) * (extent + spacing) }
      lineCount += rows
      top += Double(rows) * (extent + spacing)
      first += rows * perLine
    }
    return LineBlock(
      leaf: leaf, start: start, end: end, lineCount: lineCount, lastExtent: extent, pitch: top,
      greatestWidth: width, spacing: spacing,
      tops: LineTops(
        tops[..<lineCount], of: leaf, pitch: top, spacing: spacing))
  }

  /// Adds rows run by run: a run costs the same for any number of rows.
  private mutating func addRows(
    of leaf: Leaf, start: Int, isLastWhole: Bool, highestBehind: Double
  ) {
    var (run, runStart) = leaf.run(ofItem: start)
    var item = start
    while item < leaf.itemCount {
      var runEnd = runStart + leaf.count(ofRun: run)
      let height = leaf.extent(.height, ofRun: run)
      // The rows that are wholly in the run. The section's last row may be shorter.
      var rows = (runEnd - item) / perLine
      if runEnd == leaf.itemCount && isLastWhole { rows = (runEnd - item - 1) / perLine + 1 }
      if rows > 0 {
        builder.add(lines: rows, perLine: perLine, from: item, extent: height, run: run)
        item = min(runEnd, item + rows * perLine)
      }
      if item < runEnd {
        let row = item
        var extent = height
        item = row + min(perLine, leaf.itemCount - row)
        while runEnd < item {
          run += 1
          extent = greater(leaf.extent(.height, ofRun: run), extent)
          runEnd += leaf.count(ofRun: run)
        }
        if item - row < perLine { extent = greater(highestBehind, extent) }
        builder.add(lines: 1, perLine: perLine, from: row, extent: extent, run: nil)
        runStart = runEnd - leaf.count(ofRun: run)
      }
      if item == runEnd {
        run += 1
        runStart = runEnd
      }
    }
  }
}

extension LeafColumn {
  /// Adds up rows of a few runs each, starting at the run `start`, and stores the top of every 4th row. O(runs)
  fileprivate func addRows(
    _ rowCount: Int, of perLine: Int, from start: Int, spacing: Double, to sum: inout Double,
    samples: inout OutputSpan<Double>
  ) {
    let runs = start..<start + rowCount * perLine
    @inline(__always)
    func add<Number: BitwiseCopyable>(_ numbers: Span<Number>, _ convert: (Number) -> Double) {
      let numbers = numbers.extracting(runs)
      switch perLine {
      case 1: LeafColumn.addRows(of: 1, numbers, spacing, &sum, &samples, convert)
      case 2: LeafColumn.addRows(of: 2, numbers, spacing, &sum, &samples, convert)
      case 3: LeafColumn.addRows(of: 3, numbers, spacing, &sum, &samples, convert)
      default: LeafColumn.addRows(of: perLine, numbers, spacing, &sum, &samples, convert)
      }
    }
    switch self {
    case .equal(let number):
      for row in 0..<rowCount {
        if row % SampledTops.rowsPerSample == 0 { samples.append(sum) }
        sum += Double(bitPattern: number) + spacing
      }
    case .bytes(let numbers): add(numbers.span) { Double($0) }
    case .words(let numbers): add(numbers.span) { Double($0) }
    case .halves(let numbers): add(numbers.span) { Double(Float(bitPattern: $0)) }
    case .longs(let numbers): add(numbers.span) { Double(bitPattern: $0) }
    }
  }

  @inline(__always)
  private static func addRows<Number: BitwiseCopyable>(
    of perLine: Int, _ numbers: Span<Number>, _ spacing: Double, _ sum: inout Double,
    _ samples: inout OutputSpan<Double>, _ convert: (Number) -> Double
  ) {
    var top = sum
    let runsPerSample = SampledTops.rowsPerSample * perLine
    for first in stride(from: 0, to: numbers.count, by: runsPerSample) {
      samples.append(top)
      let rows = numbers.extracting(first..<min(first + runsPerSample, numbers.count))
      var run = 0
      while run < rows.count {
        var extent = convert(rows[run])
        for next in 1..<perLine { extent = greater(convert(rows[run + next]), extent) }
        top += extent + spacing
        run += perLine
      }
    }
    sum = top
  }
}
