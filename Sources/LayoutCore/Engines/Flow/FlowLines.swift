/// Lines of items of different sizes (docs/rules.md#flow-lines): a table of lines, a little more than twelve bytes
/// each.
///
/// The height of a line and the x of its items are computed from the items at each query. For lines of more than
/// `itemsPerCheckpoint` items the height is stored, and the x of every item whose offset is a multiple of that.
final class FlowLines: ItemArrangement {
  typealias LongLine = FlowLineTable.LongLine
  typealias Shape = FlowLineTable.Shape
  static let itemsPerCheckpoint = FlowLineTable.itemsPerCheckpoint

  private let table: FlowLineTable
  private let index: CoordinateIndex
  let greatestWidth: Double

  /// Breaks items of several widths into lines: greedy, in order. O(items)
  convenience init<Heights: RandomAccessCollection<Double>>(
    breaking widths: [Double], _ heights: Heights, of section: Section, rule: FlowLineRule
  ) where Heights.Index == Int {
    let room = rule.available + fitTolerance
    var greatestWidth = 0.0
    var used = widths[0]
    var highest = heights[0]
    let table = FlowLineTable(of: section.items, rule: rule, uniform: nil) {
      stretch, draft, firstItems, tops in
      for item in max(1, stretch.lowerBound)..<stretch.upperBound {
        let width = widths[item]
        let height = heights[item]
        let joined = (used + rule.spacing) + width
        if joined <= room {
          used = joined
          highest = greater(height, highest)
        } else {
          draft.append(itemsTo: item, highest: highest, &firstItems, &tops)
          used = width
          highest = height
        }
        greatestWidth = greater(width, greatestWidth)
      }
      if stretch.upperBound == widths.count {
        draft.append(itemsTo: widths.count, highest: highest, &firstItems, &tops)
      }
    }
    self.init(table, greatestWidth: greater(widths[0], greatestWidth))
  }

  /// Divides items of one width and several heights into lines of equally many. O(items)
  convenience init(
    dividing heights: [Double], of section: Section, rule: FlowLineRule, width: Double,
    perLine: Int
  ) {
    var lineStart = 0
    var highest = 0.0
    let table = FlowLineTable(of: section.items, rule: rule, uniform: (width, perLine)) {
      stretch, draft, firstItems, tops in
      for item in stretch {
        highest = greater(heights[item], highest)
        if item - lineStart == perLine - 1 || item == heights.count - 1 {
          draft.append(itemsTo: item + 1, highest: highest, &firstItems, &tops)
          lineStart = item + 1
          highest = 0
        }
      }
    }
    self.init(table, greatestWidth: width)
  }

  private init(_ table: FlowLineTable, greatestWidth: Double) {
    self.table = table
    index = CoordinateIndex(table.tops)
    self.greatestWidth = greatestWidth
  }

  var extent: Double { table.extent }

  var byteCount: Int {
    HeapBytes.object((FlowLineTable, CoordinateIndex, Double).self) + table.byteCount
      + index.byteCount
  }

  private var lineCount: Int { table.tops.count - 1 }

  private func items(ofLine line: Int) -> Range<Int> {
    Int(table.firstItems[line])..<Int(table.firstItems[line + 1])
  }

  /// O(1) for a line of many items, else O(items of the line)
  private func shape(ofLine line: Int, in items: Items) -> (Shape, LongLine?) {
    let range = self.items(ofLine: line)
    if range.count > FlowLines.itemsPerCheckpoint {
      let longLines = table.longLines
      let long = longLines[partitionPoint(0..<longLines.count) { longLines[$0].line >= line }]
      return (long.shape, long)
    }
    let shape = Shape(
      line: table.line(range, items), extent: items.heights.greatest(in: range))
    return (shape, nil)
  }

  /// An item not behind item `offset` of a line, and its x: the start, or the nearest checkpoint.
  private func checkpoint(
    before offset: Int, _ shape: Shape, _ long: LongLine?
  ) -> (offset: Int, x: Double) {
    if let uniform = table.uniform {
      return (offset, shape.line.start + Double(offset) * (uniform.width + shape.line.gap))
    }
    guard let long else { return (0, shape.line.start) }
    let number = offset / FlowLines.itemsPerCheckpoint
    return (
      number * FlowLines.itemsPerCheckpoint,
      table.checkpoints[Int(long.firstCheckpoint) + number]
    )
  }

  func frame(ofItem index: Int, in section: Section, origin: Double) -> CellFrame {
    let line = partitionPoint(0..<lineCount) { Int(table.firstItems[$0 + 1]) > index }
    let (shape, long) = shape(ofLine: line, in: section.items)
    let first = Int(table.firstItems[line])
    let offset = index - first
    var (position, x) = checkpoint(before: offset, shape, long)
    while position < offset {
      x += section.items.widths[first + position] + shape.line.gap
      position += 1
    }
    return cell(index, x: x, line: line, shape, section.items, origin)
  }

  @inline(__always)
  private func cell(
    _ item: Int, x: Double, line: Int, _ shape: Shape, _ items: Items, _ origin: Double
  ) -> CellFrame {
    let height = items.heights[item]
    let offset = table.rule.offset(ofHeight: height, inLineOf: shape.extent)
    return CellFrame(
      frame: Rect(
        x: x, y: origin + (table.tops[line] + offset), width: items.widths[item], height: height),
      columnIndex: nil)
  }

  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    let lines = window.along.seen(from: origin).candidates(table.tops, index)
    let firstLine =
      first == 0
      ? lines.lowerBound : partitionPoint(lines) { Int(table.firstItems[$0 + 1]) > first }
    for line in firstLine..<lines.upperBound {
      try visitLine(
        line, in: window, of: section, origin: origin, from: first, meter: &meter, into: &sink)
    }
  }

  private func visitLine(
    _ line: Int, in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    let range = items(ofLine: line)
    try meter.take(min(range.count, FlowLines.itemsPerCheckpoint))
    let (shape, long) = shape(ofLine: line, in: section.items)
    let skipped = offsetBefore(window.across, range.count, shape, long)
    var (offset, x) = checkpoint(
      before: max(skipped, first - range.lowerBound), shape, long)
    // The first item is always looked at: alone in its line, it may be wider than the line.
    while offset < range.count,
      offset == 0 || !window.across.isSurelyBehind(x - FlowLines.drift)
    {
      try meter.take()
      let item = range.lowerBound + offset
      let cell = cell(item, x: x, line: line, shape, section.items, origin)
      if item >= first, window.overlaps(cell.frame) {
        try sink.takeCell(item, cell)
      }
      offset += 1
      if let uniform = table.uniform {
        x = shape.line.start + Double(offset) * (uniform.width + shape.line.gap)
      } else {
        x += cell.frame.width + shape.line.gap
      }
    }
  }

  /// Twice the length by which a line may exceed its room: a justified line's gaps may be that much below 0 in sum.
  private static let drift = 2 * fitTolerance

  /// An offset in a line before which nothing overlaps the window. O(log items)
  private func offsetBefore(
    _ window: AxisWindow, _ count: Int, _ shape: Shape, _ long: LongLine?
  ) -> Int {
    if table.uniform != nil {
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
