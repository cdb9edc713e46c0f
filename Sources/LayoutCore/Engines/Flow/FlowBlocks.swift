/// Lines of items of different sizes (docs/rules.md#flow-lines), leaf by leaf.
///
/// The height of a line and the x of its items are computed from the items at each query. Lines of more than 256 items
/// of several widths remember their height, and the x of every 256th item.
final class FlowBlocks: ItemArrangement {
  private let rule: FlowLineRule
  /// The one width of all items and c of docs/rules.md#flow-lines; nil where widths differ.
  let uniform: (width: Double, perLine: Int)?
  let tree: ContentTree
  let lines: LineTree

  init(
    _ tree: ContentTree, rule: FlowLineRule, uniform: (width: Double, perLine: Int)?,
    lines: LineTree
  ) {
    self.tree = tree
    self.rule = rule
    self.uniform = uniform
    self.lines = lines
  }

  var extent: Double { lines.extent }
  var madeBlockBytes: Int { lines.madeBlockBytes }
  var greatestWidth: Double { lines.root.greatestWidth }

  var byteCount: Int {
    HeapBytes.object((FlowLineRule, (Double, Int)?, ContentTree, LineTree).self) + lines.byteCount
  }

  /// A line of a block, and how its items stand.
  private struct Line {
    /// Of the block's leaf.
    let items: Range<Int>
    let shape: FlowLine
    /// Where its items begin, in points from the top of the items, and how high it is.
    let top: Double
    let extent: Double
    /// The x of every 256th item, for a line of many.
    let checkpoints: ArraySlice<Double>?
  }

  /// O(items of the line), O(log lines) for one of many; `cursor` stands at the line's first item.
  @inline(__always)
  private func line(_ number: Int, of place: PlacedBlock, _ cursor: inout LineCursor) -> Line {
    let block = place.block
    let items = block.items(ofLine: number, perLine: uniform?.perLine)
    let top = place.top(ofLine: number)
    if let uniform {
      let shape = rule.line(
        itemCount: items.count, ofWidth: uniform.width, perLine: uniform.perLine)
      let extent = block.extent(ofLine: number, perLine: uniform.perLine)
      return Line(items: items, shape: shape, top: top, extent: extent, checkpoints: nil)
    }
    if let long = block.longLines, let line = long[number] {
      let end = line.firstCheckpoint + (items.count - 1) / LongLines.itemsPerCheckpoint + 1
      return Line(
        items: items, shape: line.shape, top: top, extent: line.extent,
        checkpoints: long.checkpoints[line.firstCheckpoint..<end])
    }
    var totalWidth = 0.0
    var extent = block.knownExtent(ofLine: number) ?? -1
    if extent < 0 || rule.lineAlignment != .leading {
      let start = cursor.mark
      var highest = 0.0
      for _ in items {
        totalWidth += cursor.width
        highest = greater(cursor.height, highest)
        cursor.advance(in: tree)
      }
      cursor.return(to: start, of: place)
      extent = highest
    }
    let shape = rule.line(
      itemCount: items.count, totalWidth: totalWidth,
      isLast: place.firstItem + items.upperBound == tree.itemCount)
    return Line(items: items, shape: shape, top: top, extent: extent, checkpoints: nil)
  }

  /// An item not behind item `offset` of a line, and its x: the start, or the nearest checkpoint.
  @inline(__always)
  private func checkpoint(before offset: Int, _ line: Line) -> (offset: Int, x: Double) {
    if let uniform {
      return (offset, line.shape.start + Double(offset) * (uniform.width + line.shape.gap))
    }
    guard let checkpoints = line.checkpoints else { return (0, line.shape.start) }
    let number = offset / LongLines.itemsPerCheckpoint
    return (
      number * LongLines.itemsPerCheckpoint, checkpoints[checkpoints.startIndex + number]
    )
  }

  func line(ofItem item: Int, in section: Section) -> Range<Int> {
    let place = lines.block(ofItem: item)
    let number = place.block.line(ofItem: item - place.firstItem, perLine: uniform?.perLine)
    let items = place.block.items(ofLine: number, perLine: uniform?.perLine)
    return place.firstItem + items.lowerBound..<place.firstItem + items.upperBound
  }

  func frame(ofItem item: Int, in section: Section, origin: Double) -> CellFrame {
    let place = lines.block(ofItem: item)
    let block = place.block
    let number = block.line(ofItem: item - place.firstItem, perLine: uniform?.perLine)
    let first = block.items(ofLine: number, perLine: uniform?.perLine).lowerBound
    var cursor = LineCursor(place, item: first)
    let line = line(number, of: place, &cursor)
    var (offset, x) = checkpoint(before: item - place.firstItem - first, line)
    cursor.move(to: first + offset, in: tree)
    while offset < item - place.firstItem - first {
      x += cursor.width + line.shape.gap
      offset += 1
      cursor.advance(in: tree)
    }
    return cell(cursor, x: x, line, origin)
  }

  @inline(__always)
  private func cell(
    _ cursor: borrowing LineCursor, x: Double, _ line: Line, _ origin: Double
  ) -> CellFrame {
    let offset = rule.offset(ofHeight: cursor.height, inLineOf: line.extent)
    return CellFrame(
      frame: Rect(
        x: x, y: origin + (line.top + offset), width: cursor.width, height: cursor.height),
      columnIndex: nil)
  }

  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    let local = window.along.seen(from: origin)
    try lines.visitBlocks(in: local, from: first) { (place) throws(WalkStop) in
      let numbers = place.lines(
        endingBehind: local.before, from: first, perLine: uniform?.perLine)
      guard !numbers.isEmpty else { return }
      let start = place.block.items(ofLine: numbers.lowerBound, perLine: uniform?.perLine)
      var cursor = LineCursor(place, item: start.lowerBound)
      for number in numbers {
        if place.top(ofLine: number) >= local.behind { return }
        let count = place.block.items(ofLine: number, perLine: uniform?.perLine).count
        try meter.take(min(count, LongLines.itemsPerCheckpoint))
        let line = line(number, of: place, &cursor)
        try visit(
          line, of: place, &cursor, in: window, origin: origin, from: first, meter: &meter,
          into: &sink)
        if number + 1 < numbers.upperBound { cursor.move(to: line.items.upperBound, in: tree) }
      }
    }
  }

  private func visit(
    _ line: Line, of place: PlacedBlock, _ cursor: inout LineCursor, in window: Window,
    origin: Double, from first: Int, meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    let count = line.items.count
    let skipped = offsetBefore(window.across, line)
    let firstOfLine = place.firstItem + line.items.lowerBound
    var (offset, x) = checkpoint(before: max(skipped, first - firstOfLine), line)
    if offset >= count { return }
    cursor.move(to: line.items.lowerBound + offset, in: tree)
    // The first item is always looked at: alone in its line, it may be wider than the line.
    while offset == 0 || !window.across.isSurelyBehind(x - FlowBlocks.drift) {
      try meter.take()
      let item = firstOfLine + offset
      let cell = cell(cursor, x: x, line, origin)
      if item >= first, window.overlaps(cell.frame) { try sink.takeCell(item, cell) }
      offset += 1
      if offset == count { return }
      cursor.advance(in: tree)
      if let uniform {
        x = line.shape.start + Double(offset) * (uniform.width + line.shape.gap)
      } else {
        x += cell.frame.width + line.shape.gap
      }
    }
  }

  /// Twice the length by which a line may exceed its room: a justified line's gaps may be that much below 0 in sum.
  private static let drift = 2 * fitTolerance

  /// An offset in a line before which nothing overlaps the window. O(log items)
  @inline(__always)
  private func offsetBefore(_ window: AxisWindow, _ line: Line) -> Int {
    let count = line.items.count
    if uniform != nil {
      let behind = partitionPoint(0..<count) {
        !window.isSurelyBefore(checkpoint(before: $0, line).x + FlowBlocks.drift)
      }
      return max(0, behind - 1)
    }
    guard let checkpoints = line.checkpoints else { return 0 }
    let behind = partitionPoint(0..<checkpoints.count) {
      !window.isSurelyBefore(checkpoints[checkpoints.startIndex + $0] + FlowBlocks.drift)
    }
    return max(0, behind - 1) * LongLines.itemsPerCheckpoint
  }
}

/// Goes through the items of a section from an item of a block's leaf on.
private struct LineCursor {
  /// Where it stands: numbers as the block's leaf has them.
  struct Mark {
    /// The first item of the current leaf, the item, and the end of its run.
    var leafStart = 0
    var item: Int
    var end = 0
    var run = 0
    var width = 0.0
    var height = 0.0
  }

  /// The number of the block's first item in the section.
  private let base: Int
  private var leaf: Leaf
  private(set) var mark: Mark

  /// The size of the item, in points.
  var width: Double { mark.width }
  var height: Double { mark.height }

  init(_ place: PlacedBlock, item: Int) {
    base = place.firstItem
    leaf = place.block.leaf
    mark = Mark(item: item)
    seek()
  }

  private mutating func seek() {
    let (run, first) = leaf.run(ofItem: mark.item - mark.leafStart)
    mark.run = run
    mark.end = mark.leafStart + first + leaf.count(ofRun: run)
    read()
  }

  @inline(__always)
  private mutating func read() {
    mark.width = leaf.extent(.width, ofRun: mark.run)
    mark.height = leaf.extent(.height, ofRun: mark.run)
  }

  private mutating func enterLeaf(of tree: ContentTree) {
    guard base + mark.item < tree.itemCount else { return }
    let place = tree.leaf(ofItem: base + mark.item)
    leaf = place.leaf
    mark.leafStart = place.before.items - base
    seek()
  }

  /// Goes on to the next item; behind the last one it has no size.
  @inline(__always)
  mutating func advance(in tree: ContentTree) {
    mark.item += 1
    if mark.item < mark.end { return }
    mark.run += 1
    if mark.run < leaf.runCount {
      mark.end += leaf.count(ofRun: mark.run)
      read()
    } else {
      enterLeaf(of: tree)
    }
  }

  /// Goes to an item.
  @inline(__always)
  mutating func move(to item: Int, in tree: ContentTree) {
    if item == mark.item { return }
    if item == mark.item + 1 { return advance(in: tree) }
    mark.item = item
    if item >= mark.leafStart && item < mark.leafStart + leaf.itemCount {
      seek()
    } else {
      enterLeaf(of: tree)
    }
  }

  /// Goes back to an item of the block's leaf.
  @inline(__always)
  mutating func `return`(to mark: Mark, of place: PlacedBlock) {
    if self.mark.leafStart != 0 { leaf = place.block.leaf }
    self.mark = mark
  }
}
