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
        pitch: sum, greatestWidth: greatestWidth, spacing: spacing,
        tops: .stretches(Array(stretches[...])), longLines: longLines)
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
      greatestWidth: greatestWidth, spacing: spacing,
      tops: LineTops(tops[...], of: leaf, pitch: sum, spacing: spacing), firstItems: firstItems,
      longLines: longLines)
  }
}
