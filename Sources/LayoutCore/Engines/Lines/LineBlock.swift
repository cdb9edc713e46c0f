/// The lines, or rows, whose first item is in one leaf (docs/rules.md#sums). Immutable, and shared by the layouts that
/// contain the leaf.
///
/// Items are numbered from the leaf's first one, and y is measured from the leaf's top. The last line may continue in
/// the next leaves.
final class LineBlock: Sendable {
  /// Distance from the leaf's top to the top of the line after its last one, in points.
  let pitch: Double
  /// The width of the widest item, in points; 0 if items have no widths of their own.
  let greatestWidth: Double
  let leaf: Leaf
  /// The first item of the first line; items before it belong to a line of an earlier leaf. If no line starts here, it
  /// is at or after the leaf's end.
  let start: Int
  /// The end of the last line; `start` if there is none.
  let end: Int
  let lineCount: Int
  /// The height of the last line, in points.
  let lastExtent: Double
  /// Spacing between two lines, in points.
  let spacing: Double
  let tops: LineTops
  /// Whether all lines are known to have no height.
  let isFlat: Bool
  /// The first item of each line. Empty if all lines have the same number of items, or if `tops` has stretches.
  let firstItems: [UInt16]
  /// Stored positions for lines of many items.
  let longLines: LongLines?

  /// The first item of the next leaf's first line, in the numbers of that leaf: all that the next block needs to know
  /// of the blocks before.
  var nextStart: Int { end - leaf.itemCount }

  /// Memory that the block uses, without the leaf, in bytes.
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
    longLines: LongLines? = nil, isFlat: Bool? = nil
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
    self.isFlat =
      isFlat ?? (lineCount == 0 || (lastExtent == 0 && leaf.uniform(.height) == 0))
    leaf.entry?.count(blockBytes: byteCount)
  }

  /// Whether the leaf's entry in a table counts this block's memory.
  var isCounted: Bool { leaf.entry != nil }

  deinit { leaf.entry?.count(blockBytes: -byteCount) }

  /// Creates a block without lines.
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
    case .rounded(let tops), .computed(let tops, _): tops[line]
    case .sampled(let samples): self.line(from: line, samples, upTo: line, y: .infinity).top
    case .stretches(let stretches): stretches.stretch(ofLine: line).top(ofLine: line)
    }
  }

  /// The top of a line, given the top and the height of the line before it, in points. O(1), O(log stretches)
  @inline(__always)
  func top(ofLine line: Int, behind topBefore: Double, _ extentBefore: Double) -> Double {
    if case .sampled = tops { return topBefore + (extentBefore + spacing) }
    return top(ofLine: line)
  }

  /// The last line up to `last` that starts at `y` or before, found by adding up from the sample at or before `first`.
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

  /// The items of a line.
  ///
  /// - Parameter perLine: The number of items of each line if all have the same number, else nil. The last line may
  ///   have fewer.
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

  /// The line of an item, which must be in one of the block's lines.
  func line(ofItem item: Int, perLine: Int?) -> Int {
    if let perLine { return (item - start) / perLine }
    if case .stretches(let stretches) = tops {
      let number = partitionPoint(1..<stretches.count) { stretches[$0].item > item } - 1
      let stretch = stretches[number]
      let next = number + 1 < stretches.count ? stretches[number + 1].line : lineCount
      return min(stretch.line + (item - stretch.item) / stretch.perLine, next - 1)
    }
    // Most lines have a similar number of items. The lines near the estimated one are read together.
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

  /// The first line that may end after `y`: the last one that starts at `y` or before. `y` already allows for rounding
  /// errors. O(log lines)
  func line(endingBehind y: Double) -> Int {
    switch tops {
    case .exact(let tops): return line(endingBehind: y, tops.span)
    case .rounded(let tops), .computed(let tops, _): return line(endingBehind: y, tops.span)
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

  /// The first line at or after `line` that is not in a stretch known to have no height. O(log stretches)
  @inline(__always)
  func lineBehindFlats(from line: Int) -> Int {
    guard case .stretches(let stretches) = tops else { return line }
    var next = partitionPoint(1..<stretches.count) { stretches[$0].line > line }
    if stretches[next - 1].extent > 0 { return line }
    while next < stretches.count, stretches[next].extent == 0 { next += 1 }
    return next < stretches.count ? stretches[next].line : lineCount
  }

  /// The height of a line's tallest item, in points; nil if only the items tell it. O(1), O(log stretches)
  @inline(__always)
  func knownExtent(ofLine line: Int) -> Double? {
    if line == lineCount - 1 { return lastExtent }
    switch tops {
    case .exact(let tops): return (Double(tops[line + 1]) - Double(tops[line])) - spacing
    case .rounded, .sampled: return nil
    case .computed(_, let extents): return extents[line]
    case .stretches(let stretches): return stretches.stretch(ofLine: line).extent
    }
  }

  /// The height of a line's tallest item, in points. O(1) if it is known, else O(the line's runs in the leaf)
  @inline(__always)
  func extent(ofLine line: Int, perLine: Int?) -> Double {
    if let known = knownExtent(ofLine: line) { return known }
    let items = items(ofLine: line, perLine: perLine)
    if items.count == 1, leaf.isItemByItem { return leaf.extent(.height, ofRun: items.lowerBound) }
    return leaf.greatest(.height, ofItems: items)
  }
}
