/// Makes one block after another, and reuses its memory.
struct LineBlockBuilder {
  /// Spacing between two lines, in points.
  private let spacing: Double
  /// Whether the heights of lines are not those of items, so that blocks store them.
  private let storesExtents: Bool
  private var greatestExtent = 0.0
  private var stretches: [LineStretch] = []
  private(set) var lineCount = 0
  private var lastExtent = 0.0
  /// The sum of the pitches of all stretches but the last, in points.
  private var sum = 0.0
  /// The run of the last stretch, and the number of its lines.
  private var run: Int?
  private var openCount = 0

  /// A block stores stretches if it has more than `linesFew` + `linesPerStretch` · stretches lines.
  private static let linesPerStretch = 2
  private static let linesFew = 32

  init(spacing: Double, storesExtents: Bool = false) {
    self.spacing = spacing
    self.storesExtents = storesExtents
  }

  /// Adds lines whose items are all of one run, or one line of several runs.
  mutating func add(lines: Int, perLine: Int, from item: Int, extent: Double, run: Int?) {
    if run == nil || run != self.run || extent != lastExtent {
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
    greatestExtent = greater(extent, greatestExtent)
  }

  private mutating func close() {
    guard let last = stretches.last else { return }
    sum += Double(openCount) * last.pitch
    openCount = 0
  }

  /// Makes the block of the lines added since the last call. If `hasEqualLines`, the first items of lines are not
  /// stored.
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
      (lineCount, lastExtent, sum, run, openCount, greatestExtent) = (0, 0, 0, nil, 0, 0)
    }
    let isFlat = storesExtents ? greatestExtent == 0 : nil
    guard isListed else {
      return LineBlock(
        leaf: leaf, start: start, end: end, lineCount: lineCount, lastExtent: lastExtent,
        pitch: sum, greatestWidth: greatestWidth, spacing: spacing,
        tops: .stretches(Array(stretches[...])), longLines: longLines, isFlat: isFlat)
    }
    var (tops, firstItems): ([Double], [UInt16]) = ([], [])
    tops.reserveCapacity(lineCount)
    var extents = SpanArray<Double>(repeating: 0, count: storesExtents ? lineCount : 0)
    var extentSpan = extents.mutableSpan
    if !hasEqualLines { firstItems.reserveCapacity(lineCount) }
    for (number, stretch) in stretches.enumerated() {
      let next = number + 1 < stretches.count ? stretches[number + 1].line : lineCount
      for line in stretch.line..<next {
        tops.append(stretch.top(ofLine: line))
        if storesExtents { extentSpan[line] = stretch.extent }
        if !hasEqualLines {
          firstItems.append(UInt16(stretch.item + (line - stretch.line) * stretch.perLine))
        }
      }
    }
    return LineBlock(
      leaf: leaf, start: start, end: end, lineCount: lineCount, lastExtent: lastExtent, pitch: sum,
      greatestWidth: greatestWidth, spacing: spacing,
      tops: storesExtents
        ? .computed(tops: SpanArray(tops[...]), extents: extents)
        : LineTops(tops[...], of: leaf, pitch: sum, spacing: spacing),
      firstItems: firstItems, longLines: longLines, isFlat: isFlat)
  }
}
