/// The lines, or rows, whose first item is in one leaf (docs/rules.md#sums): immutable, shared by the layouts that
/// have the leaf.
///
/// Items are numbered from the leaf's first one, y counts from the leaf's top. The last line may go on in the leaves
/// that follow.
final class LineBlock: Sendable {
  /// From the leaf's top past its last line, in points.
  let pitch: Double
  /// The width of the widest item, in points; 0 where items have none of their own.
  let greatestWidth: Double
  let leaf: Leaf
  /// Where the first line starts: items before it belong to a line of a leaf before. With no line here it is an item
  /// behind the leaf, or its end.
  let start: Int
  /// Where the last line ends; `start` where there is none.
  let end: Int
  let lineCount: Int
  /// The height of the last line, in points.
  let lastExtent: Double
  /// Between two lines, in points.
  let spacing: Double
  let tops: LineTops
  /// Whether it is known that no line has a height.
  let isFlat: Bool
  /// The first item of each line; none where all lines have equally many, or stretches have them.
  let firstItems: [UInt16]
  /// What lines of many items remember.
  let longLines: LongLines?

  /// Where the leaf behind this one has its first line, in that leaf's numbers: what it has to know of those before.
  var nextStart: Int { end - leaf.itemCount }

  /// Bytes of memory that it holds beside the leaf.
  var byteCount: Int {
    LineBlock.objectBytes + tops.byteCount + HeapBytes.array(firstItems)
      + (longLines?.byteCount ?? 0)
  }

  private static let objectBytes = HeapBytes.object(
    (Leaf, Int, Int, Int, Double, Double, Double, Double, LineTops, Bool, [UInt16], LongLines?)
      .self)

  init(
    leaf: Leaf, start: Int, end: Int, lineCount: Int, lastExtent: Double, pitch: Double,
    greatestWidth: Double, spacing: Double, tops: LineTops, firstItems: [UInt16] = [],
    longLines: LongLines? = nil
  ) {
    self.leaf = leaf
    self.start = start
    self.end = end
    self.lineCount = lineCount
    self.lastExtent = lastExtent
    self.pitch = pitch
    self.greatestWidth = greatestWidth
    self.spacing = spacing
    self.tops = tops
    self.firstItems = firstItems
    self.longLines = longLines
    isFlat = lineCount == 0 || (lastExtent == 0 && leaf.uniform(.height) == 0)
    leaf.entry?.count(blockBytes: byteCount)
  }

  /// Whether a table counts it.
  var isCounted: Bool { leaf.entry != nil }

  deinit { leaf.entry?.count(blockBytes: -byteCount) }

  /// A block without a line.
  convenience init(leaf: Leaf, start: Int, greatestWidth: Double) {
    self.init(
      leaf: leaf, start: start, end: start, lineCount: 0, lastExtent: 0, pitch: 0,
      greatestWidth: greatestWidth, spacing: 0, tops: .stretches([]))
  }
}

extension LineBlock {
  /// The top of a line, in points. O(1), O(log stretches)
  @inline(__always)
  func top(ofLine line: Int) -> Double {
    switch tops {
    case .exact(let tops): Double(tops[line])
    case .rounded(let tops): tops[line]
    case .sampled(let samples): self.line(from: line, samples, upTo: line, y: .infinity).top
    case .stretches(let stretches): stretches.stretch(ofLine: line).top(ofLine: line)
    }
  }

  /// The top of a line behind one whose top and height are known, in points. O(1), O(log stretches)
  @inline(__always)
  func top(ofLine line: Int, behind topBefore: Double, _ extentBefore: Double) -> Double {
    if case .sampled = tops { return topBefore + (extentBefore + spacing) }
    return top(ofLine: line)
  }

  /// Goes on from the sample at or before a line, to the last line up to another one that starts at `y` or before.
  /// O(lines between two samples)
  private func line(
    from first: Int, _ samples: SampledTops, upTo last: Int, y: Double
  ) -> (line: Int, top: Double) {
    let number = first / SampledTops.rowsPerSample
    var line = number * SampledTops.rowsPerSample
    var top = samples.tops[number]
    while line < last {
      let next = top + (extent(ofLine: line, perLine: samples.perLine) + spacing)
      if next > y { break }
      line += 1
      top = next
    }
    return (line, top)
  }

  /// The items of a line; `perLine` is how many lines have where all have equally many, and the last line's end counts.
  @inline(__always)
  func items(ofLine line: Int, perLine: Int?) -> Range<Int> {
    let first = firstItem(ofLine: line, perLine)
    return first..<(line == lineCount - 1 ? end : firstItem(ofLine: line + 1, perLine))
  }

  @inline(__always)
  private func firstItem(ofLine line: Int, _ perLine: Int?) -> Int {
    if let perLine { return start + line * perLine }
    if case .stretches(let stretches) = tops {
      let stretch = stretches.stretch(ofLine: line)
      return stretch.item + (line - stretch.line) * stretch.perLine
    }
    return Int(firstItems[line])
  }

  /// The line of an item that is not before the first line and before the last one's end.
  func line(ofItem item: Int, perLine: Int?) -> Int {
    if let perLine { return (item - start) / perLine }
    if case .stretches(let stretches) = tops {
      let number = partitionPoint(1..<stretches.count) { stretches[$0].item > item } - 1
      let stretch = stretches[number]
      let next = number + 1 < stretches.count ? stretches[number + 1].line : lineCount
      return min(stretch.line + (item - stretch.item) / stretch.perLine, next - 1)
    }
    // Most lines have about as many items, and those near the likely one are read together.
    let share = Double(item - start) / Double(max(1, end - start))
    let likely = Int(share * Double(lineCount))
    let range = max(1, likely - 31)..<max(1, min(lineCount, likely + 33))
    if Int(firstItems[range.lowerBound - 1]) > item
      || (range.upperBound < lineCount && Int(firstItems[range.upperBound]) <= item)
    {
      return partitionPoint(1..<lineCount) { Int(firstItems[$0]) > item } - 1
    }
    return partitionPoint(unguessed: range) { Int(firstItems[$0]) > item } - 1
  }

  /// The first line that may end behind `y`, with the room for rounding errors that `y` has: the last one that starts
  /// there or before. O(log lines)
  func line(endingBehind y: Double) -> Int {
    switch tops {
    case .exact(let tops): return line(endingBehind: y, tops.span)
    case .rounded(let tops): return line(endingBehind: y, tops.span)
    case .sampled(let samples):
      let first = line(endingBehind: y, samples.tops.span) * SampledTops.rowsPerSample
      let last = min(first + SampledTops.rowsPerSample, lineCount) - 1
      return line(from: first, samples, upTo: last, y: y).line
    case .stretches(let stretches):
      let number = partitionPoint(1..<stretches.count) { stretches[$0].top > y } - 1
      let stretch = stretches[number]
      let next = number + 1 < stretches.count ? stretches[number + 1].line : lineCount
      return partitionPoint(stretch.line + 1..<next) { stretch.top(ofLine: $0) > y } - 1
    }
  }

  @inline(__always)
  private func line<Number: BinaryFloatingPoint & BitwiseCopyable>(
    endingBehind y: Double, _ tops: Span<Number>
  ) -> Int {
    let likely = pitch > 0 && y > 0 ? Int(min(y / pitch, 1) * Double(tops.count)) : 0
    let range = max(1, likely - 7)..<max(1, min(tops.count, likely + 9))
    if Double(tops[range.lowerBound - 1]) > y
      || (range.upperBound < tops.count && Double(tops[range.upperBound]) <= y)
    {
      return partitionPoint(1..<tops.count) { Double(tops[$0]) > y } - 1
    }
    return partitionPoint(unguessed: range) { Double(tops[$0]) > y } - 1
  }

  /// The first line, from one on, that is not known to be of a stretch without a height. O(log stretches)
  @inline(__always)
  func lineBehindFlats(from line: Int) -> Int {
    guard case .stretches(let stretches) = tops else { return line }
    var next = partitionPoint(1..<stretches.count) { stretches[$0].line > line }
    if stretches[next - 1].extent > 0 { return line }
    while next < stretches.count, stretches[next].extent == 0 { next += 1 }
    return next < stretches.count ? stretches[next].line : lineCount
  }

  /// The height of a line's highest item, in points, where it is known without a look at the items; else nil. O(1),
  /// O(log stretches)
  @inline(__always)
  func knownExtent(ofLine line: Int) -> Double? {
    if line == lineCount - 1 { return lastExtent }
    switch tops {
    case .exact(let tops): return (Double(tops[line + 1]) - Double(tops[line])) - spacing
    case .rounded, .sampled: return nil
    case .stretches(let stretches): return stretches.stretch(ofLine: line).extent
    }
  }

  /// The height of a line's highest item, in points. O(the line's runs in the leaf) where it is not known
  @inline(__always)
  func extent(ofLine line: Int, perLine: Int?) -> Double {
    if let known = knownExtent(ofLine: line) { return known }
    let items = items(ofLine: line, perLine: perLine)
    if items.count == 1, leaf.isItemByItem { return leaf.extent(.height, ofRun: items.lowerBound) }
    return leaf.greatest(.height, ofItems: items)
  }
}

/// How the items of one line stand along it.
struct LineShape {
  /// Where the first item starts, in points from the container's edge.
  let start: Double
  /// Between two items, in points.
  let gap: Double
}

/// What blocks remember of lines of more items than a query may look at.
final class LongLines: Sendable {
  /// From one remembered x to the next, in items.
  static let itemsPerCheckpoint = 256

  struct RememberedLine {
    let line: Int
    let extent: Double
    let shape: LineShape
    /// Of the line's first x in `checkpoints`.
    let firstCheckpoint: Int
  }

  let lines: [RememberedLine]
  /// The x of each line's every 256th item, in points.
  let checkpoints: [Double]

  init(lines: [RememberedLine], checkpoints: [Double]) {
    self.lines = lines
    self.checkpoints = checkpoints
  }

  /// The entry of a line, if it has one. O(log lines)
  subscript(line: Int) -> RememberedLine? {
    let place = partitionPoint(0..<lines.count) { lines[$0].line >= line }
    return place < lines.count && lines[place].line == line ? lines[place] : nil
  }

  var byteCount: Int {
    HeapBytes.object(([RememberedLine], [Double]).self) + HeapBytes.array(lines)
      + HeapBytes.array(checkpoints)
  }
}
