/// Lines of items of different sizes: a table of lines, twelve bytes each.
///
/// How high a line is and where its items stand is computed again from its items when asked. Lines of more than
/// `itemsPerCheckpoint` items remember it, and an x for every that many items, so that one item is never far away.
struct FlowLines: ItemArrangement {
  static let itemsPerCheckpoint = 256

  /// What is remembered of a line with many items.
  private struct LongLine {
    let line: Int32
    let shape: Shape
    /// Of the line's first x in `checkpoints`.
    let firstCheckpoint: Int32
  }

  /// How a line's items stand, and how high the line is.
  private struct Shape {
    let line: FlowLine
    let extent: Double
  }

  private let rule: FlowLineRule
  /// c of the contract where all items have one width, else nil.
  private let uniform: (width: Double, perLine: Int)?
  /// The first item of every line, and at the end the number of items.
  private let firstItems: [Int32]
  /// From the top of the items to the top of every line, and at the end past the last one, in points.
  private let tops: [Double]
  private let longLines: [LongLine]
  private let checkpoints: [Double]
  let extent: Double

  /// Breaks items of several widths into lines. O(items)
  init(breaking section: Section, rule: FlowLineRule) {
    self.init(section, rule, uniform: nil, firstItems: FlowLines.breaks(section.items, rule))
  }

  /// Divides items of one width and several heights into lines of equally many. O(items)
  init(dividing section: Section, rule: FlowLineRule, perLine: Int, width: Double) {
    let count = section.items.count
    var firstItems = stride(from: 0, to: count, by: perLine).map { Int32($0) }
    firstItems.append(Int32(count))
    self.init(section, rule, uniform: (width, perLine), firstItems: firstItems)
  }

  private init(
    _ section: Section, _ rule: FlowLineRule, uniform: (width: Double, perLine: Int)?,
    firstItems: [Int32]
  ) {
    let items = section.items
    var tops: [Double] = []
    var longLines: [LongLine] = []
    var checkpoints: [Double] = []
    tops.reserveCapacity(firstItems.count)
    var top = 0.0
    var extent = 0.0
    for line in 0..<firstItems.count - 1 {
      let range = Int(firstItems[line])..<Int(firstItems[line + 1])
      tops.append(top)
      let lineExtent = FlowLines.extent(of: range, in: items)
      if range.count > FlowLines.itemsPerCheckpoint {
        let shape = Shape(
          line: FlowLines.line(
            range, items, rule, uniform, isLast: range.upperBound == items.count),
          extent: lineExtent)
        longLines.append(
          LongLine(
            line: Int32(line), shape: shape, firstCheckpoint: Int32(checkpoints.count)))
        if uniform == nil {
          FlowLines.appendCheckpoints(range, items, shape.line, to: &checkpoints)
        }
      }
      extent = top + lineExtent
      top += lineExtent + section.metrics.minimumLineSpacing
    }
    tops.append(extent)
    self.rule = rule
    self.uniform = uniform
    self.firstItems = firstItems
    self.tops = tops
    self.longLines = longLines
    self.checkpoints = checkpoints
    self.extent = extent
  }

  /// The first item of every line, and the number of items: greedy, in order.
  private static func breaks(_ items: Items, _ rule: FlowLineRule) -> [Int32] {
    let room = rule.available + fitTolerance
    var firstItems: [Int32] = [0]
    var used = items.widths[0]
    for item in 1..<max(1, items.count) {
      let width = items.widths[item]
      let joined = (used + rule.spacing) + width
      if joined <= room {
        used = joined
      } else {
        firstItems.append(Int32(item))
        used = width
      }
    }
    firstItems.append(Int32(items.count))
    return firstItems
  }

  private static func extent(of range: Range<Int>, in items: Items) -> Double {
    var extent = 0.0
    for item in range { extent = max(extent, items.heights[item]) }
    return extent
  }

  private static func line(
    _ range: Range<Int>, _ items: Items, _ rule: FlowLineRule,
    _ uniform: (width: Double, perLine: Int)?, isLast: Bool
  ) -> FlowLine {
    if let uniform {
      return rule.line(
        itemCount: range.count, ofWidth: uniform.width, perLine: uniform.perLine)
    }
    var total = 0.0
    for item in range { total += items.widths[item] }
    return rule.line(itemCount: range.count, totalWidth: total, isLast: isLast)
  }

  private static func appendCheckpoints(
    _ range: Range<Int>, _ items: Items, _ line: FlowLine, to checkpoints: inout [Double]
  ) {
    var x = line.start
    for (offset, item) in range.enumerated() {
      if offset % itemsPerCheckpoint == 0 { checkpoints.append(x) }
      x += items.widths[item] + line.gap
    }
  }

  var byteCount: Int {
    firstItems.count * 4 + tops.count * 8 + checkpoints.count * 8
      + longLines.count * MemoryLayout<LongLine>.stride
  }

  private var lineCount: Int { firstItems.count - 1 }

  private func items(ofLine line: Int) -> Range<Int> {
    Int(firstItems[line])..<Int(firstItems[line + 1])
  }

  /// O(1) for a line of many items, else O(items of the line)
  private func shape(ofLine line: Int, in items: Items) -> (Shape, LongLine?) {
    let range = self.items(ofLine: line)
    if range.count > FlowLines.itemsPerCheckpoint {
      let long = longLines[partitionPoint(0..<longLines.count) { longLines[$0].line >= line }]
      return (long.shape, long)
    }
    let shape = Shape(
      line: FlowLines.line(range, items, rule, uniform, isLast: line == lineCount - 1),
      extent: FlowLines.extent(of: range, in: items))
    return (shape, nil)
  }

  /// An item not behind item `offset` of a line, and its x: the start, or the nearest checkpoint.
  private func checkpoint(
    before offset: Int, _ shape: Shape, _ long: LongLine?
  ) -> (offset: Int, x: Double) {
    if let uniform {
      return (offset, shape.line.start + Double(offset) * (uniform.width + shape.line.gap))
    }
    guard let long else { return (0, shape.line.start) }
    let number = offset / FlowLines.itemsPerCheckpoint
    return (
      number * FlowLines.itemsPerCheckpoint, checkpoints[Int(long.firstCheckpoint) + number]
    )
  }

  func frame(ofItem index: Int, in section: Section, origin: Double) -> CellFrame {
    let line = partitionPoint(0..<lineCount) { Int(firstItems[$0 + 1]) > index }
    let (shape, long) = shape(ofLine: line, in: section.items)
    let offset = index - Int(firstItems[line])
    var (position, x) = checkpoint(before: offset, shape, long)
    while position < offset {
      x += section.items.widths[Int(firstItems[line]) + position] + shape.line.gap
      position += 1
    }
    return cell(index, x: x, line: line, shape, section.items, origin)
  }

  @inline(__always)
  private func cell(
    _ item: Int, x: Double, line: Int, _ shape: Shape, _ items: Items, _ origin: Double
  ) -> CellFrame {
    let height = items.heights[item]
    let offset = rule.offset(ofHeight: height, inLineOf: shape.extent)
    return CellFrame(
      frame: Rect(
        x: x, y: origin + (tops[line] + offset), width: items.widths[item], height: height),
      columnIndex: nil)
  }

  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, _ body: (Int, CellFrame) -> Bool
  ) throws(WalkStop) {
    let lines = window.along.candidates(count: lineCount) { origin + tops[$0] }
    let firstLine = partitionPoint(lines) { Int(firstItems[$0 + 1]) > first }
    for line in firstLine..<lines.upperBound {
      try visitLine(
        line, in: window, of: section, origin: origin, from: first, meter: &meter, body)
    }
  }

  private func visitLine(
    _ line: Int, in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, _ body: (Int, CellFrame) -> Bool
  ) throws(WalkStop) {
    let range = items(ofLine: line)
    try meter.take(min(range.count, FlowLines.itemsPerCheckpoint))
    let (shape, long) = shape(ofLine: line, in: section.items)
    let skipped = offsetBefore(window.across, range.count, shape, long)
    var (offset, x) = checkpoint(
      before: max(skipped, first - range.lowerBound), shape, long)
    // The first item is looked at in any case: alone in its line, it may be wider than all that the slack knows of.
    while offset < range.count,
      offset == 0 || !window.across.isSurelyBehind(x - FlowLines.drift)
    {
      try meter.take()
      let item = range.lowerBound + offset
      let cell = cell(item, x: x, line: line, shape, section.items, origin)
      if item >= first, window.overlaps(cell.frame) {
        guard body(item, cell) else { throw .visitor }
      }
      offset += 1
      if let uniform {
        x = shape.line.start + Double(offset) * (uniform.width + shape.line.gap)
      } else {
        x += cell.frame.width + shape.line.gap
      }
    }
  }

  /// Twice what a line may be too long for its room: a spread line's gaps may be that much below 0 in sum.
  private static let drift = 2 * fitTolerance

  /// An offset in a line before which nothing overlaps the window. O(log items)
  private func offsetBefore(
    _ window: AxisWindow, _ count: Int, _ shape: Shape, _ long: LongLine?
  ) -> Int {
    if uniform != nil {
      let behind = partitionPoint(0..<count) {
        !window.isSurelyBefore(checkpoint(before: $0, shape, nil).x + FlowLines.drift)
      }
      return max(0, behind - 1)
    }
    guard long != nil else { return 0 }
    let checkpointCount = (count - 1) / FlowLines.itemsPerCheckpoint + 1
    let behind = partitionPoint(0..<checkpointCount) {
      let offset = $0 * FlowLines.itemsPerCheckpoint
      return !window.isSurelyBefore(checkpoint(before: offset, shape, long).x + FlowLines.drift)
    }
    return max(0, behind - 1) * FlowLines.itemsPerCheckpoint
  }
}
