/// The cells of lines of items of different sizes, in one block per leaf.
///
/// Each query computes the x of a line's items, and its height if the block does not know it, from the items. For lines of
/// more than 256 items of different widths, the height and the x of every 256th item are stored.
final class LineCells<Rule: LineCellRule>: ItemArrangement {
  private let rule: Rule
  let tree: ContentTree
  let lines: Lines

  init(_ tree: ContentTree, rule: Rule, lines: Lines) {
    self.tree = tree
    self.rule = rule
    self.lines = lines
  }

  /// The number and the width of the items of a line if all items have one width; else nil.
  @inline(__always)
  var uniform: UniformLine? { rule.uniform }

  var extent: Double { lines.extent }
  var madeBlockBytes: Int { lines.madeBlockBytes }
  var reach: Double { lines.greatestWidth }

  var byteCount: Int {
    HeapBytes.object((Rule, ContentTree, Lines).self) + lines.byteCount
  }

  /// A line of a block with the positions of its items.
  private struct PlacedLine {
    /// Numbered as in the section.
    let items: Range<Int>
    let shape: LineShape
    /// The top of the line, in points from the top of the items, and its height.
    let top: Double
    let extent: Double
    /// For a long line, the index of its first x in the block's checkpoints.
    var firstCheckpoint: Int?
  }

  /// The line of a block, given its items in the section and its top. O(items of the line), O(log lines) for a long
  /// line, O(1) if neither its height nor its shape has to be computed from the items
  @inline(__always)
  private func line(
    _ number: Int, _ items: Range<Int>, top: Double, of place: PlacedBlock, _ sizes: inout ItemSizes
  ) -> PlacedLine {
    let block = place.block
    if let uniform {
      let shape = rule.line(itemCount: items.count, uniform)
      let extent = block.extent(ofLine: number, perLine: uniform.perLine)
      return PlacedLine(items: items, shape: shape, top: top, extent: extent)
    }
    if let line = block.longLines?[number] {
      return PlacedLine(
        items: items, shape: line.shape, top: top, extent: line.extent,
        firstCheckpoint: line.firstCheckpoint)
    }
    var totalLength = 0.0
    var extent = block.knownExtent(ofLine: number) ?? -1
    let isKnown = extent >= 0
    if !isKnown || rule.readsWidths(ofLineOf: extent) {
      sizes.prepare(for: items)
      var item = items.lowerBound
      var highest = 0.0
      while item < items.upperBound {
        sizes.read(item..<items.upperBound, of: place, in: tree)
        let end = min(items.upperBound, sizes.items.upperBound)
        let (widths, heights) = (sizes.widths.span, sizes.heights.span)
        for place in item - sizes.items.lowerBound..<end - sizes.items.lowerBound {
          totalLength += rule.length(widths[place], heights[place])
          highest = greater(heights[place], highest)
        }
        item = end
      }
      if !isKnown { extent = highest }
    }
    let shape = rule.line(
      itemCount: items.count, totalLength: totalLength, extent: extent,
      isLast: items.upperBound == tree.itemCount)
    return PlacedLine(items: items, shape: shape, top: top, extent: extent)
  }

  /// The nearest item at or before item `offset` of a line whose x is known, and that x. This is a checkpoint or the
  /// start of the line.
  @inline(__always)
  private func checkpoint(
    before offset: Int, _ line: PlacedLine, of block: LineBlock
  ) -> (offset: Int, x: Double) {
    if let uniform {
      return (offset, line.shape.start + Double(offset) * (uniform.width + line.shape.gap))
    }
    guard let first = line.firstCheckpoint, let long = block.longLines else {
      return (0, line.shape.start)
    }
    let number = offset / LongLines.itemsPerCheckpoint
    return (number * LongLines.itemsPerCheckpoint, long.checkpoints[first + number])
  }

  /// The items of a block's line, numbered as in the section.
  @inline(__always)
  private func items(ofLine number: Int, of place: PlacedBlock) -> Range<Int> {
    let items = place.block.items(ofLine: number, perLine: uniform?.perLine)
    return place.firstItem + items.lowerBound..<place.firstItem + items.upperBound
  }

  func stepsPerFrame(lineCount: Int) -> Int {
    // Only the heights of a line of items of one width are read, as those of a row.
    uniform == nil
      ? min(lineCount, LongLines.itemsPerCheckpoint) : 1 + min(lineCount, LeafCut.runsMax) / 16
  }

  func line(ofItem item: Int) -> Range<Int> {
    let place = lines.block(ofItem: item)
    let number = place.block.line(ofItem: item - place.firstItem, perLine: uniform?.perLine)
    return items(ofLine: number, of: place)
  }

  func edges(ofLineWith item: Int) -> (top: Double, bottom: Double) {
    let place = lines.block(ofItem: item)
    let number = place.block.line(ofItem: item - place.firstItem, perLine: uniform?.perLine)
    var sizes = ItemSizes(readsAhead: false)
    let line = line(
      number, items(ofLine: number, of: place), top: place.top(ofLine: number), of: place, &sizes)
    return (line.top, line.top + line.extent)
  }

  func frame(ofItem item: Int, origin: Double) -> CellFrame {
    let place = lines.block(ofItem: item)
    let number = place.block.line(ofItem: item - place.firstItem, perLine: uniform?.perLine)
    var sizes = ItemSizes(readsAhead: false)
    let line = line(
      number, items(ofLine: number, of: place), top: place.top(ofLine: number), of: place, &sizes)
    var (offset, x) = checkpoint(before: item - line.items.lowerBound, line, of: place.block)
    var before = line.items.lowerBound + offset
    sizes.read(before..<item + 1, of: place, in: tree)
    while before < item {
      x +=
        rule.size(sizes.width(before), sizes.height(before), inLineOf: line.extent).width
        + line.shape.gap
      before += 1
      sizes.read(before..<item + 1, of: place, in: tree)
    }
    let size = rule.size(sizes.width(item), sizes.height(item), inLineOf: line.extent)
    return cell(size, x: x, line, origin)
  }

  func appendFrames(
    ofItems items: Range<Int>, origin: Double, to frames: inout [CellFrame]
  ) {
    guard let first = items.first else { return }
    var sizes = ItemSizes(readsAhead: items.count > 8)
    var next: PlacedBlock? = lines.block(ofItem: first)
    while let place = next {
      let firstLine = place.block.line(
        ofItem: max(first - place.firstItem, place.block.start), perLine: uniform?.perLine)
      for number in firstLine..<place.block.lineCount {
        let ofLine = self.items(ofLine: number, of: place)
        guard ofLine.lowerBound < items.upperBound else { return }
        let line = line(number, ofLine, top: place.top(ofLine: number), of: place, &sizes)
        var x = 0.0
        var item = ofLine.lowerBound
        (item, x) = checkpoint(before: max(0, first - item), line, of: place.block)
        item += ofLine.lowerBound
        let end = min(ofLine.upperBound, items.upperBound)
        while item < end {
          sizes.read(item..<end, of: place, in: tree)
          let size = rule.size(sizes.width(item), sizes.height(item), inLineOf: line.extent)
          if item >= first { frames.append(cell(size, x: x, line, origin)) }
          item += 1
          if let uniform {
            let offset = Double(item - ofLine.lowerBound)
            x = line.shape.start + offset * (uniform.width + line.shape.gap)
          } else {
            x += size.width + line.shape.gap
          }
        }
      }
      next = lines.block(behind: place)
    }
  }

  @inline(__always)
  private func cell(
    _ size: Size, x: Double, _ line: PlacedLine, _ origin: Double
  ) -> CellFrame {
    let offset = rule.offset(ofHeight: size.height, inLineOf: line.extent)
    return CellFrame(
      frame: Rect(
        x: x, y: origin + (line.top + offset), width: size.width, height: size.height),
      columnIndex: nil)
  }

  func visitItems(
    in window: Window, origin: Double, from first: Int,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let local = window.along.seen(from: origin)
    let across = window.across.seen(from: 0)
    // Whether every item with a width starts within the window.
    let isCrossed =
      across.after < rule.left - drift
      && rule.left + rule.available + drift < across.until
    var sizes = ItemSizes(readsAhead: isCrossed)
    var next: PlacedBlock? = lines.block(endingBehind: local.before, from: first)
    while let place = next {
      let block = place.block
      if block.isFlat {
        next = try lines.tallBlock(behind: place, meter: &meter)
        continue
      }
      var number = place.line(
        endingBehind: local.before, from: first, perLine: uniform?.perLine)
      var top = block.top(ofLine: number)
      while number < block.lineCount {
        if place.base + top >= local.behind { return }
        let items = items(ofLine: number, of: place)
        try meter.take(min(items.count, LongLines.itemsPerCheckpoint))
        let line = line(number, items, top: place.base + top, of: place, &sizes)
        if number + 1 < block.lineCount {
          top = block.top(ofLine: number + 1, behind: top, line.extent)
        }
        let isInside =
          isCrossed && local.after < line.top && line.top + line.extent < local.until
        try visit(
          line, of: place, &sizes, in: window, isCrossed: isCrossed, isInside: isInside,
          origin: origin, from: first, meter: &meter, into: &sink)
        number += 1
      }
      next = lines.block(behind: place)
    }
  }

  /// - Parameters:
  ///   - isCrossed: Whether every item with a width starts within the window across the scroll axis.
  ///   - isInside: Whether every item with an area overlaps the window.
  @inline(__always)
  private func visit(
    _ line: PlacedLine, of place: PlacedBlock, _ sizes: inout ItemSizes, in window: Window,
    isCrossed: Bool, isInside: Bool, origin: Double, from first: Int, meter: inout WorkMeter,
    into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    let items = line.items
    let skipped = isCrossed ? 0 : offsetBefore(window.across, line, of: place.block)
    var (offset, x) = checkpoint(
      before: max(skipped, first - items.lowerBound), line, of: place.block)
    // The first item is always visited: an item alone in its line may be wider than the line.
    while offset < items.count,
      isCrossed || offset == 0 || !window.across.isSurelyBehind(x - drift)
    {
      let start = items.lowerBound + offset
      sizes.read(start..<items.upperBound, of: place, in: tree)
      let end = isCrossed ? min(items.upperBound, sizes.items.upperBound) : start + 1
      try meter.take(end - start)
      let (widths, heights) = (sizes.widths.span, sizes.heights.span)
      let before = sizes.items.lowerBound
      try sink.takeCells(start..<end) { item in
        let size = rule.size(
          widths[item - before], heights[item - before], inLineOf: line.extent)
        let cell = cell(size, x: x, line, origin)
        offset += 1
        if let uniform {
          x = line.shape.start + Double(offset) * (uniform.width + line.shape.gap)
        } else {
          x += size.width + line.shape.gap
        }
        if item < first { return nil }
        let overlaps = isInside ? size.width > 0 && size.height > 0 : window.overlaps(cell.frame)
        return overlaps ? cell : nil
      }
    }
  }

  /// Twice the length by which a line may exceed its room. The gaps of a justified line may be negative by that much in
  /// total.
  private var drift: Double { 2 * fitTolerance }

  /// An offset in a line before which no item overlaps the window. O(log items)
  @inline(__always)
  private func offsetBefore(_ window: AxisWindow, _ line: PlacedLine, of block: LineBlock) -> Int {
    let stride = uniform == nil ? LongLines.itemsPerCheckpoint : 1
    if uniform == nil && line.firstCheckpoint == nil { return 0 }
    let behind = partitionPoint(0..<(line.items.count - 1) / stride + 1) {
      let x = checkpoint(before: $0 * stride, line, of: block).x
      return !window.isSurelyBefore(x + drift)
    }
    return max(0, behind - 1) * stride
  }
}

extension LineCells: ItemRows {
  var rows: (any ItemRows)? { self }
  var rowCount: Int { lines.lineCount }

  func row(_ number: Int) -> (top: Double, extent: Double) {
    lines.row(number, perLine: uniform?.perLine)
  }

  func row(ofItem item: Int) -> Int { lines.row(ofItem: item, perLine: uniform?.perLine) }

  func visitRows(
    in window: AxisWindow, origin: Double, part: RowPart, from first: Int, meter: inout WorkMeter,
    _ body: (Int, Double, Double, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    try lines.visitRows(
      in: window.rows(with: part, from: origin), from: first, perLine: uniform?.perLine,
      skipsFlat: part.isFlatInFlatRows, meter: &meter, body)
  }
}
