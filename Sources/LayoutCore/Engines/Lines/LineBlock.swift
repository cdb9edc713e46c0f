/// The lines, or rows, whose first item is in one leaf (docs/rules.md#sums): immutable, shared by the layouts that
/// have the leaf.
///
/// Items are numbered from the leaf's first one, y counts from the leaf's top. The last line may go on in the leaves
/// that follow. Either each line has its top, or stretches of lines of one run have it.
final class LineBlock: Sendable {
  let leaf: Leaf
  /// Where the first line starts: items before it belong to a line of a leaf before. With no line here it is an item
  /// behind the leaf, or its end.
  let start: Int
  /// Where the last line ends; `start` where there is none.
  let end: Int
  let lineCount: Int
  /// The height of the last line, in points.
  let lastExtent: Double
  /// From the leaf's top past its last line, in points.
  let pitch: Double
  /// The width of the widest item, in points; 0 where items have none of their own.
  let greatestWidth: Double
  /// The top of each line, in points; none where stretches have them.
  let tops: [Double]
  /// The first item of each line; none where all lines have equally many, or stretches have them.
  let firstItems: [UInt16]
  let stretches: [LineStretch]
  /// The spacing between lines, in points, where each has a top and no sum of tops was rounded; else nil.
  let exactSpacing: Double?
  /// What lines of many items remember.
  let longLines: LongLines?

  /// Where the leaf behind this one has its first line, in that leaf's numbers: what it has to know of those before.
  var nextStart: Int { end - leaf.itemCount }

  /// Bytes of memory that it holds beside the leaf.
  var byteCount: Int {
    LineBlock.objectBytes + HeapBytes.array(tops) + HeapBytes.array(firstItems)
      + HeapBytes.array(stretches)
      + (longLines?.byteCount ?? 0)
  }

  private static let objectBytes = HeapBytes.object(
    (
      Leaf, Int, Int, Int, Double, Double, Double, [Double], [UInt16], [LineStretch], Double?,
      LongLines?
    ).self)

  init(
    leaf: Leaf, start: Int, end: Int, lineCount: Int, lastExtent: Double, pitch: Double,
    greatestWidth: Double, spacing: Double = 0, tops: [Double] = [], firstItems: [UInt16] = [],
    stretches: [LineStretch] = [], longLines: LongLines? = nil
  ) {
    self.leaf = leaf
    self.start = start
    self.end = end
    self.lineCount = lineCount
    self.lastExtent = lastExtent
    self.pitch = pitch
    self.greatestWidth = greatestWidth
    self.tops = tops
    self.firstItems = firstItems
    self.stretches = stretches
    self.longLines = longLines
    let isExact =
      !tops.isEmpty && pitch < ExactSum.limit && ExactSum.isExact(spacing)
      && leaf.heights.haveExactSums
    exactSpacing = isExact ? spacing : nil
  }
}

/// Consecutive lines all of whose items are of one run, or a single line.
struct LineStretch: Equatable {
  /// The number of its first line in the block.
  let line: Int
  /// The first item of that line.
  let item: Int
  /// How many items each of its lines has; the last one may have fewer.
  let perLine: Int
  /// The top of its first line, in points.
  let top: Double
  /// The height of each line, in points.
  let extent: Double
  /// From one line's top to the next one's, in points.
  let pitch: Double

  @inline(__always)
  func top(ofLine line: Int) -> Double { top + Double(line - self.line) * pitch }
}

extension LineBlock {
  /// The top of a line, in points. O(1), O(log stretches)
  @inline(__always)
  func top(ofLine line: Int) -> Double {
    stretches.isEmpty ? tops[line] : stretch(ofLine: line).top(ofLine: line)
  }

  private func stretch(ofLine line: Int) -> LineStretch {
    stretches[partitionPoint(1..<stretches.count) { stretches[$0].line > line } - 1]
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
    guard stretches.isEmpty else {
      let stretch = stretch(ofLine: line)
      return stretch.item + (line - stretch.line) * stretch.perLine
    }
    return Int(firstItems[line])
  }

  /// The line of an item that is not before the first line and before the last one's end.
  func line(ofItem item: Int, perLine: Int?) -> Int {
    if let perLine { return (item - start) / perLine }
    guard stretches.isEmpty else {
      let number = partitionPoint(1..<stretches.count) { stretches[$0].item > item } - 1
      let stretch = stretches[number]
      let next = number + 1 < stretches.count ? stretches[number + 1].line : lineCount
      return min(stretch.line + (item - stretch.item) / stretch.perLine, next - 1)
    }
    return partitionPoint(1..<lineCount) { Int(firstItems[$0]) > item } - 1
  }

  /// The first line that may end behind `y`, with the room for rounding errors that `y` has: the last one that starts
  /// there or before. O(log lines)
  func line(endingBehind y: Double) -> Int {
    guard stretches.isEmpty else {
      let number = partitionPoint(1..<stretches.count) { stretches[$0].top > y } - 1
      let stretch = stretches[number]
      let next = number + 1 < stretches.count ? stretches[number + 1].line : lineCount
      return partitionPoint(stretch.line + 1..<next) { stretch.top(ofLine: $0) > y } - 1
    }
    let likely = pitch > 0 && y > 0 ? Int(min(y / pitch, 1) * Double(lineCount)) : 0
    let range = max(1, likely - 7)..<min(lineCount, likely + 9)
    if range.isEmpty || tops[range.lowerBound - 1] > y
      || (range.upperBound < lineCount && tops[range.upperBound] <= y)
    {
      return partitionPoint(1..<lineCount) { tops[$0] > y } - 1
    }
    return partitionPoint(unguessed: range) { tops[$0] > y } - 1
  }
}

extension LineBlock {
  /// The height of a line's highest item, in points, where it is known without a look at the items; else nil. O(1),
  /// O(log stretches)
  @inline(__always)
  func knownExtent(ofLine line: Int) -> Double? {
    if line == lineCount - 1 { return lastExtent }
    if let exactSpacing { return (tops[line + 1] - tops[line]) - exactSpacing }
    return stretches.isEmpty ? nil : stretch(ofLine: line).extent
  }

  /// The height of a line's highest item, in points. O(the line's runs in the leaf) where it is not known
  @inline(__always)
  func extent(ofLine line: Int, perLine: Int?) -> Double {
    knownExtent(ofLine: line)
      ?? leaf.greatest(.height, ofItems: items(ofLine: line, perLine: perLine))
  }
}

/// What blocks remember of lines of more items than a query may look at.
final class LongLines: Sendable {
  /// From one remembered x to the next, in items.
  static let itemsPerCheckpoint = 256

  struct Line {
    let line: Int
    let extent: Double
    let shape: FlowLine
    /// Of the line's first x in `checkpoints`.
    let firstCheckpoint: Int
  }

  let lines: [Line]
  /// The x of each line's every 256th item, in points.
  let checkpoints: [Double]

  init(lines: [Line], checkpoints: [Double]) {
    self.lines = lines
    self.checkpoints = checkpoints
  }

  /// The entry of a line, if it has one. O(log lines)
  subscript(line: Int) -> Line? {
    let place = partitionPoint(0..<lines.count) { lines[$0].line >= line }
    return place < lines.count && lines[place].line == line ? lines[place] : nil
  }

  var byteCount: Int {
    HeapBytes.object(([Line], [Double]).self) + HeapBytes.array(lines)
      + HeapBytes.array(checkpoints)
  }
}

/// Makes blocks, one after the other, with the memory of the one before.
struct LineBlockBuilder {
  /// Between two lines, in points.
  private let spacing: Double
  private var stretches: [LineStretch] = []
  private(set) var lineCount = 0
  private var lastExtent = 0.0
  /// Past all stretches but the last, in points.
  private var sum = 0.0
  /// The run of the last stretch, and how many lines it has.
  private var run: Int?
  private var openCount = 0

  /// A block has stretches where its lines are more than this many times as many, and some.
  private static let linesPerStretch = 2
  private static let linesFew = 32

  init(spacing: Double) { self.spacing = spacing }

  /// Adds lines all of whose items are of one run, or one line of several runs.
  mutating func add(lines: Int, perLine: Int, from item: Int, extent: Double, run: Int?) {
    if run == nil || run != self.run {
      close()
      stretches.append(
        LineStretch(
          line: lineCount, item: item, perLine: perLine, top: sum, extent: extent,
          pitch: extent + spacing))
      self.run = run
    }
    openCount += lines
    lineCount += lines
    lastExtent = extent
  }

  private mutating func close() {
    guard let last = stretches.last else { return }
    sum += Double(openCount) * last.pitch
    openCount = 0
  }

  /// The block of the lines since the last one. With `hasEqualLines` no line's first item is kept.
  mutating func finish(
    _ leaf: Leaf, start: Int, end: Int, greatestWidth: Double, hasEqualLines: Bool,
    longLines: LongLines?
  ) -> LineBlock {
    close()
    let isListed =
      lineCount <= LineBlockBuilder.linesPerStretch * stretches.count + LineBlockBuilder.linesFew
      && (hasEqualLines || leaf.itemCount <= Int(UInt16.max))
    defer {
      stretches.removeAll(keepingCapacity: true)
      (lineCount, lastExtent, sum, run, openCount) = (0, 0, 0, nil, 0)
    }
    guard isListed else {
      return LineBlock(
        leaf: leaf, start: start, end: end, lineCount: lineCount, lastExtent: lastExtent,
        pitch: sum, greatestWidth: greatestWidth, stretches: Array(stretches[...]),
        longLines: longLines)
    }
    var (tops, firstItems): ([Double], [UInt16]) = ([], [])
    tops.reserveCapacity(lineCount)
    if !hasEqualLines { firstItems.reserveCapacity(lineCount) }
    for (number, stretch) in stretches.enumerated() {
      let next = number + 1 < stretches.count ? stretches[number + 1].line : lineCount
      for line in stretch.line..<next {
        tops.append(stretch.top(ofLine: line))
        if !hasEqualLines {
          firstItems.append(UInt16(stretch.item + (line - stretch.line) * stretch.perLine))
        }
      }
    }
    return LineBlock(
      leaf: leaf, start: start, end: end, lineCount: lineCount, lastExtent: lastExtent, pitch: sum,
      greatestWidth: greatestWidth, spacing: spacing, tops: tops, firstItems: firstItems,
      longLines: longLines)
  }
}

extension LineBlock {
  /// A block without a line.
  convenience init(leaf: Leaf, start: Int, greatestWidth: Double) {
    self.init(
      leaf: leaf, start: start, end: start, lineCount: 0, lastExtent: 0, pitch: 0,
      greatestWidth: greatestWidth)
  }
}
