/// Makes the lines of a flow whose items have different widths, greedily and in order (docs/rules.md#flow-lines).
struct FlowMaker: LineMaker {
  static let looksAtItems = true

  private let rule: FlowLineRule
  /// The greatest length of a line, in points.
  private let room: Double
  private var builder: LineBlockBuilder
  // Buffers for a leaf's items, and for its lines.
  private var widths: SpanArray<Double> = []
  private var heights: SpanArray<Double> = []
  private var tops: SpanArray<Double> = []
  private var firstItems: SpanArray<UInt16> = []
  private var longLines: [LongLine] = []

  /// In leaves with more items per run, lines are made run by run.
  private static let itemsPerRun = 4

  /// A line that may still get more items.
  private struct OpenLine {
    var used: Double
    var highest: Double

    /// Adds an item if it fits, and returns whether it did.
    @inline(__always)
    mutating func joins(_ width: Double, _ height: Double, _ spacing: Double, _ room: Double)
      -> Bool
    {
      let joined = (used + spacing) + width
      guard joined <= room else { return false }
      used = joined
      highest = greater(height, highest)
      return true
    }
  }

  init(_ rule: FlowLineRule) {
    self.rule = rule
    room = rule.available + fitTolerance
    builder = LineBlockBuilder(spacing: rule.lineSpacing)
  }

  /// After a few lines, lines start at the same items as before again.
  var formerCount: Int { 0 }

  mutating func block(
    of place: LeafInLine, start: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> LineBlock {
    let leaf = place.leaf
    guard start < leaf.itemCount else {
      return LineBlock(leaf: leaf, start: start, greatestWidth: leaf.greatest(.width))
    }
    if leaf.itemCount > FlowMaker.itemsPerRun * leaf.runCount {
      return try byRuns(place, start: start, &meter)
    }
    if leaf.isItemByItem, case .longs(let widths) = leaf.widths,
      case .longs(let heights) = leaf.heights
    {
      makeRoom(leaf.itemCount)
      return try ofSingles(place, start: start, widths.span, heights.span, &meter) {
        Double(bitPattern: $0)
      }
    }
    prepareLists(leaf)
    guard leaf.isItemByItem else { return try byItems(place, start: start, &meter) }
    var (widths, heights): (SpanArray<Double>, SpanArray<Double>) = ([], [])
    swap(&widths, &self.widths)
    swap(&heights, &self.heights)
    defer {
      swap(&widths, &self.widths)
      swap(&heights, &self.heights)
    }
    return try ofSingles(place, start: start, widths.span, heights.span, &meter) { $0 }
  }

  /// Breaks the items of a leaf whose runs are single items, so that no line repeats another. O(items)
  ///
  /// The ends of lines cannot be predicted, so there is no branch at them: each item writes the start of the next line,
  /// which the next item overwrites unless the line has ended.
  @inline(__always)
  private mutating func ofSingles<Number: BitwiseCopyable>(
    _ place: LeafInLine, start: Int, _ widths: Span<Number>, _ heights: Span<Number>,
    _ meter: inout WorkMeter, _ extent: (Number) -> Double
  ) throws(WalkInterrupted) -> LineBlock {
    let leaf = place.leaf
    let count = leaf.itemCount
    let (spacing, lineSpacing) = (rule.spacing, rule.lineSpacing)
    let room = SIMD2(repeating: room)
    var (tops, firstItems): (SpanArray<Double>, SpanArray<UInt16>) = ([], [])
    swap(&tops, &self.tops)
    swap(&firstItems, &self.firstItems)
    defer {
      swap(&tops, &self.tops)
      swap(&firstItems, &self.firstItems)
    }
    let widths = widths.extracting(0..<count)
    let heights = heights.extracting(0..<count)
    var topSpan = tops.mutableSpan
    var firstSpan = firstItems.mutableSpan
    precondition(topSpan.count > count && firstSpan.count > count)
    var greatestWidth = 0.0
    for item in 0...start { greatestWidth = greater(extent(widths[item]), greatestWidth) }
    topSpan[0] = 0
    firstSpan[0] = UInt16(truncatingIfNeeded: start)
    var number = 0
    // The x at which the next item would start in the line, twice; and the height of the line's tallest item, and its
    // top.
    let step = SIMD2(repeating: spacing)
    var ahead = SIMD2(repeating: extent(widths[start])) + step
    var line = SIMD2(extent(heights[start]), 0)
    for item in start + 1..<max(start + 1, count) {
      let width = SIMD2(repeating: extent(widths[item]))
      let height = extent(heights[item])
      let joined = ahead + width
      // All bits are set if the item does not fit.
      let ends = FlowMaker.bits(where: joined .> room)
      let nextTop = line[1] + (line[0] + lineSpacing)
      topSpan[number &+ 1] = nextTop
      firstSpan[number &+ 1] = UInt16(truncatingIfNeeded: item)
      ahead = FlowMaker.chosen(ends, width + step, joined + step)
      line = FlowMaker.chosen(
        ends, SIMD2(height, nextTop), SIMD2(greater(height, line[0]), line[1]))
      number = number &- Int(truncatingIfNeeded: Int64(bitPattern: ends[0]))
      greatestWidth = greater(width[0], greatestWidth)
    }
    let top = line[1]
    let lineCount = number + 1
    let first = Int(firstSpan[number])
    // Adds up the last line again, because it continues after the leaf.
    var last = OpenLine(used: extent(widths[first]), highest: line[0])
    for item in first + 1..<max(first + 1, count) {
      last.used = (last.used + spacing) + extent(widths[item])
    }
    let end = try count + joined(&last, behind: place, &meter)
    let pitch = top + (last.highest + lineSpacing)
    var longLines: [LongLine] = []
    if FlowMaker.hasLongLine(firstSpan.span.extracting(0..<lineCount))
      || end - first > LongLines.itemsPerCheckpoint
    {
      for number in 0..<lineCount {
        let first = Int(firstSpan[number])
        let next = number + 1 < lineCount ? Int(firstSpan[number + 1]) : end
        guard next - first > LongLines.itemsPerCheckpoint else { continue }
        var highest = last.highest
        if number + 1 < lineCount {
          highest = extent(heights[first])
          for item in first..<next { highest = greater(extent(heights[item]), highest) }
        }
        longLines.append(LongLine(line: number, items: first..<next, extent: highest))
      }
    }
    return LineBlock(
      leaf: leaf, start: start, end: end, lineCount: lineCount, lastExtent: last.highest,
      pitch: pitch, greatestWidth: greatestWidth, spacing: lineSpacing,
      tops: LineTops(
        tops[..<lineCount], of: leaf, pitch: pitch, spacing: lineSpacing),
      firstItems: Array(firstItems[..<lineCount]),
      longLines: try place.stored(longLines, rule, &meter))
  }

  /// Whether any line but the last one has enough items for x coordinates of it to be stored. O(lines)
  private static func hasLongLine(_ firstItems: Span<UInt16>) -> Bool {
    let (starts, ends) = (
      firstItems.extracting(droppingLast: 1), firstItems.extracting(droppingFirst: 1)
    )
    precondition(starts.count == ends.count)
    // A number from 1 to 256, less 1, has no bits above the lowest eight.
    var bits: UInt16 = 0
    for line in starts.indices { bits |= ends[line] &- starts[line] &- 1 }
    return Int(bits) >= LongLines.itemsPerCheckpoint
  }

  /// Makes the buffers long enough for the lines of `count` items.
  private mutating func makeRoom(_ count: Int) {
    if tops.count > count + 1 { return }
    tops = SpanArray(repeating: 0, count: 2 * count + 2)
    firstItems = SpanArray(repeating: 0, count: 2 * count + 2)
  }

  private mutating func prepareLists(_ leaf: Leaf) {
    makeRoom(leaf.itemCount)
    if widths.count < leaf.itemCount {
      widths = SpanArray(repeating: 0, count: 2 * leaf.itemCount)
      heights = widths
    }
    var target = widths.mutableSpan
    leaf.copy(.width, ofItems: 0..<leaf.itemCount, to: &target)
    target = heights.mutableSpan
    leaf.copy(.height, ofItems: 0..<leaf.itemCount, to: &target)
  }

  /// The lines of a leaf made so far.
  private struct LineList {
    var count = 0
    var pitch = 0.0
    // The stretch of the previous line: its top, the pitch of its lines and their number; and the first item of the
    // previous line.
    private var stretchTop = 0.0
    private var linePitch = 0.0
    private var stretchCount = 0.0
    private var before = -1

    /// Whether all items of a line and of the previous line are of one run. Mostly O(1)
    @inline(__always)
    func isOfRunBefore(
      _ first: Int, _ last: Int, _ leaf: Leaf, _ widths: Span<Double>, _ heights: Span<Double>
    ) -> Bool {
      let before = max(before, 0)
      let (width, height) = (widths[before].bitPattern, heights[before].bitPattern)
      // A single comparison, because the results of four could not be predicted.
      let differences =
        (width ^ widths[first].bitPattern) | (height ^ heights[first].bitPattern)
        | (width ^ widths[last].bitPattern) | (height ^ heights[last].bitPattern)
      return differences == 0 && count > 0 && leaf.run(ofItem: last).firstItem <= before
    }

    /// Adds a line by its first item and returns its top. `isRepeated` means that all items of this line and the
    /// previous one are of one run.
    @inline(__always)
    mutating func append(_ first: Int, isRepeated: Bool, pitch: Double) -> Double {
      var top = self.pitch
      if isRepeated {
        top = stretchTop + stretchCount * linePitch
        stretchCount += 1
        self.pitch = stretchTop + stretchCount * linePitch
      } else {
        (stretchTop, linePitch, stretchCount) = (top, pitch, 1)
        self.pitch += pitch
      }
      before = first
      count += 1
      return top
    }
  }

  /// Breaks the items of a leaf one by one. O(items)
  private mutating func byItems(
    _ place: LeafInLine, start: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> LineBlock {
    let leaf = place.leaf
    let count = leaf.itemCount
    let (spacing, room, lineSpacing) = (rule.spacing, room, rule.lineSpacing)
    var (tops, firstItems): (SpanArray<Double>, SpanArray<UInt16>) = ([], [])
    swap(&tops, &self.tops)
    swap(&firstItems, &self.firstItems)
    defer {
      swap(&tops, &self.tops)
      swap(&firstItems, &self.firstItems)
    }
    let widths = widths.span.extracting(0..<count)
    let heights = heights.span.extracting(0..<count)
    var topSpan = tops.mutableSpan
    var firstSpan = firstItems.mutableSpan
    var list = LineList()
    var longLines: [LongLine] = []
    var line = OpenLine(used: widths[start], highest: heights[start])
    var first = start
    for item in start + 1..<max(start + 1, count) {
      let (width, height) = (widths[item], heights[item])
      if line.joins(width, height, spacing, room) { continue }
      let number = list.count
      topSpan[number] = list.append(
        first, isRepeated: list.isOfRunBefore(first, item - 1, leaf, widths, heights),
        pitch: line.highest + lineSpacing)
      firstSpan[number] = UInt16(truncatingIfNeeded: first)
      if item - first > LongLines.itemsPerCheckpoint {
        longLines.append(LongLine(line: number, items: first..<item, extent: line.highest))
      }
      first = item
      line = OpenLine(used: width, highest: height)
    }
    let end = try count + joined(&line, behind: place, &meter)
    let number = list.count
    topSpan[number] = list.append(
      first,
      isRepeated: end == count && list.isOfRunBefore(first, count - 1, leaf, widths, heights),
      pitch: line.highest + lineSpacing)
    firstSpan[number] = UInt16(truncatingIfNeeded: first)
    if end - first > LongLines.itemsPerCheckpoint {
      longLines.append(LongLine(line: number, items: first..<end, extent: line.highest))
    }
    return LineBlock(
      leaf: leaf, start: start, end: end, lineCount: list.count, lastExtent: line.highest,
      pitch: list.pitch, greatestWidth: leaf.greatest(.width), spacing: lineSpacing,
      tops: LineTops(
        tops[..<list.count], of: leaf, pitch: list.pitch, spacing: lineSpacing),
      firstItems: Array(firstItems[..<list.count]),
      longLines: try place.stored(longLines, rule, &meter))
  }

  /// A number with all bits set where the comparison is true, and no bits set where it is false.
  @inline(__always)
  private static func bits(where holds: SIMDMask<SIMD2<Int64>>) -> SIMD2<UInt64> {
    SIMD2(truncatingIfNeeded: SIMD2<Int64>.zero.replacing(with: -1, where: holds))
  }

  @inline(__always)
  private static func bits(_ numbers: SIMD2<Double>) -> SIMD2<UInt64> {
    SIMD2(numbers[0].bitPattern, numbers[1].bitPattern)
  }

  /// The elements of `first` where all bits of `isFirst` are set, and else those of `other`.
  ///
  /// Written so that the compiler uses no branches and stays in vector registers.
  @inline(__always)
  private static func chosen(
    _ isFirst: SIMD2<UInt64>, _ first: SIMD2<Double>, _ other: SIMD2<Double>
  ) -> SIMD2<Double> {
    let others = bits(other)
    let bits = others ^ ((bits(first) ^ others) & isFirst)
    return SIMD2(Double(bitPattern: bits[0]), Double(bitPattern: bits[1]))
  }

  /// The number of items after a leaf that join its last line. Pays a step for each, and for the next one.
  private func joined(
    _ line: inout OpenLine, behind place: LeafInLine, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int {
    var count = 0
    try place.visitRunsBehind(&meter) { (run, meter) throws(WalkInterrupted) in
      for item in 0..<run.count {
        if item > 0 { try meter.take() }
        guard line.joins(run.width, run.height, rule.spacing, room) else { return false }
        count += 1
      }
      return true
    }
    return count
  }

  /// Breaks the items of a leaf run by run: lines of one run repeat the first one. O(runs + items of long lines)
  private mutating func byRuns(
    _ place: LeafInLine, start: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> LineBlock {
    let leaf = place.leaf
    longLines.removeAll(keepingCapacity: true)
    var (number, runStart) = leaf.run(ofItem: start)
    var item = start
    var line: OpenLine?
    var first = start
    /// The run of the open line's items if they are all of one run.
    var lineRun: Int?
    while number < leaf.runCount {
      let run = leaf.sizes(ofRun: number)
      let end = runStart + run.count
      if var open = line {
        while item < end, open.joins(run.width, run.height, rule.spacing, room) {
          item += 1
          lineRun = nil
        }
        line = open
        if item < end {
          close(first..<item, open.highest, run: lineRun)
          line = nil
        }
      }
      if item < end {
        lineRun = number
        var perLine = 1
        var open = OpenLine(used: run.width, highest: run.height)
        while item + perLine < end, open.joins(run.width, run.height, rule.spacing, room) {
          perLine += 1
        }
        let full = (end - item - 1) / perLine
        if full > 0 {
          add(lines: full, perLine: perLine, from: item, run.height, run: number)
          item += full * perLine
          open = OpenLine(used: run.width, highest: run.height)
          for _ in item + 1..<end {
            _ = open.joins(run.width, run.height, rule.spacing, room)
          }
        }
        first = item
        line = open
        item = end
      }
      number += 1
      runStart = end
    }
    var open = line!
    let missing = try joined(&open, behind: place, &meter)
    close(first..<item + missing, open.highest, run: missing > 0 ? nil : lineRun)
    return builder.finish(
      leaf, start: start, end: item + missing, greatestWidth: leaf.greatest(.width),
      hasEqualLines: false, longLines: try place.stored(longLines, rule, &meter))
  }

  private mutating func close(_ items: Range<Int>, _ extent: Double, run: Int?) {
    add(lines: 1, perLine: items.count, from: items.lowerBound, extent, run: run)
  }

  private mutating func add(
    lines: Int, perLine: Int, from item: Int, _ extent: Double, run: Int?
  ) {
    if perLine > LongLines.itemsPerCheckpoint {
      for line in 0..<lines {
        let first = item + line * perLine
        longLines.append(
          LongLine(
            line: builder.lineCount + line, items: first..<first + perLine, extent: extent))
      }
    }
    builder.add(lines: lines, perLine: perLine, from: item, extent: extent, run: run)
  }
}
