/// Stored positions for lines of more items than a query may visit.
final class LongLines: Sendable {
  /// The number of items from one stored x to the next.
  static let itemsPerCheckpoint = 256

  struct RememberedLine {
    let line: Int
    let extent: Double
    let shape: LineShape
    /// The index of the line's first x in `checkpoints`.
    let firstCheckpoint: Int
  }

  let lines: [RememberedLine]
  /// The x of every 256th item of each line, in points.
  let checkpoints: [Double]

  init(lines: [RememberedLine], checkpoints: [Double]) {
    self.lines = lines
    self.checkpoints = checkpoints
  }

  /// The stored positions of a line; nil if it has none. O(log lines)
  subscript(line: Int) -> RememberedLine? {
    let place = partitionPoint(0..<lines.count) { lines[$0].line >= line }
    return place < lines.count && lines[place].line == line ? lines[place] : nil
  }

  var byteCount: Int {
    HeapBytes.object(([RememberedLine], [Double]).self) + HeapBytes.array(lines)
      + HeapBytes.array(checkpoints)
  }
}

/// A line of a leaf for which positions are stored.
struct LongLine {
  let line: Int
  /// Numbered from the leaf's first one. The line may continue in later leaves.
  let items: Range<Int>
  let extent: Double
}

extension LeafInLine {
  /// The stored positions of the long lines that start in the leaf. O(items of these lines)
  func stored(
    _ longLines: [LongLine], _ rule: some LineCellRule, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> LongLines? {
    if longLines.isEmpty { return nil }
    var checkpoints: [Double] = []
    var lines: [LongLines.RememberedLine] = []
    for line in longLines {
      var totalLength = 0.0
      try visitSizes(of: line.items, &meter) { (width, height) in
        totalLength += rule.length(width, height)
      }
      let shape = rule.line(
        itemCount: line.items.count, totalLength: totalLength, extent: line.extent,
        isLast: line.items.upperBound == itemCountToEnd)
      let firstCheckpoint = checkpoints.count
      var x = shape.start
      var offset = 0
      try visitSizes(of: line.items, &meter) { (width, height) in
        if offset % LongLines.itemsPerCheckpoint == 0 { checkpoints.append(x) }
        x += rule.size(width, height, inLineOf: line.extent).width + shape.gap
        offset += 1
      }
      lines.append(
        LongLines.RememberedLine(
          line: line.line, extent: line.extent, shape: shape, firstCheckpoint: firstCheckpoint))
    }
    return LongLines(lines: lines, checkpoints: checkpoints)
  }

  /// Visits the sizes of some items in order, in points. The first of them must be in the leaf. Pays a step for each item of later
  /// leaves. O(items)
  private func visitSizes(
    of items: Range<Int>, _ meter: inout WorkMeter, _ body: (Double, Double) -> Void
  ) throws(WalkInterrupted) {
    var cursor = ItemCursor(leaf, item: items.lowerBound)
    for item in items.lowerBound..<min(items.upperBound, leaf.itemCount) {
      cursor.advance(to: item)
      body(cursor.extent(.width), cursor.extent(.height))
    }
    var missing = items.upperBound - leaf.itemCount
    if missing <= 0 { return }
    try visitRunsBehind(&meter) { (run, meter) throws(WalkInterrupted) in
      let count = min(missing, run.count)
      try meter.take(count - 1)
      for _ in 0..<count { body(run.width, run.height) }
      missing -= run.count
      return missing > 0
    }
  }
}
