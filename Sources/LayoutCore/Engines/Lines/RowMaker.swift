/// Makes lines of equally many items, each as high as its highest one: the rows of a column, and the lines of a flow
/// whose items have one width.
struct RowMaker: LineMaker {
  /// How many items a row has, at least 1.
  let perLine: Int
  /// Between two rows, in points.
  let spacing: Double
  /// The width of all items where they have widths of their own, else 0; in points.
  let width: Double
  private var builder: LineBlockBuilder
  private var heights: [Double] = []

  init(perLine: Int, spacing: Double, width: Double = 0) {
    self.perLine = perLine
    self.spacing = spacing
    self.width = width
    builder = LineBlockBuilder(spacing: spacing)
  }

  mutating func block(of place: LeafInLine, start: Int) -> LineBlock {
    let leaf = place.leaf
    guard start < leaf.itemCount else {
      return LineBlock(leaf: leaf, start: start, greatestWidth: width)
    }
    // The last row goes on behind the leaf as far as the section has items.
    let lastStart = leaf.itemCount - 1 - (leaf.itemCount - 1 - start) % perLine
    let missing = min(perLine, place.itemCountToEnd - lastStart) - (leaf.itemCount - lastStart)
    let end = leaf.itemCount + missing
    let highestBehind = missing > 0 ? greatestHeight(of: missing, behind: place) : 0
    if leaf.isItemByItem {
      return itemByItem(leaf, start: start, end: end, highestBehind: highestBehind)
    }
    addRows(of: leaf, start: start, isLastWhole: missing == 0, highestBehind: highestBehind)
    return builder.finish(
      leaf, start: start, end: end, greatestWidth: width, hasEqualLines: true, longLines: nil)
  }

  /// The height of the highest one of the items behind a leaf. O(runs)
  private func greatestHeight(of count: Int, behind place: LeafInLine) -> Double {
    var missing = count
    var greatest = 0.0
    place.visitRunsBehind {
      greatest = greater($0.height, greatest)
      missing -= $0.count
      return missing > 0
    }
    return greatest
  }

  /// A leaf whose runs are an item each, so that no row of two items is of one run.
  private mutating func itemByItem(
    _ leaf: Leaf, start: Int, end: Int, highestBehind: Double
  ) -> LineBlock {
    let count = leaf.itemCount - start
    if heights.count < count { heights = Array(repeating: 0, count: LeafCut.runsMax) }
    var target = heights.mutableSpan
    leaf.copy(.height, ofItems: start..<leaf.itemCount, to: &target)
    let items = heights.span.extracting(0..<count)
    var lastExtent = highestBehind
    for item in count - 1 - (count - 1) % perLine..<count {
      lastExtent = greater(items[item], lastExtent)
    }
    return LineBlock(
      rowsOf: items, perLine: perLine, spacing: spacing, leaf: leaf, start: start, end: end,
      lastExtent: lastExtent, greatestWidth: width)
  }

  /// Adds the rows run by run, so that those of one run cost nothing each.
  private mutating func addRows(
    of leaf: Leaf, start: Int, isLastWhole: Bool, highestBehind: Double
  ) {
    var (run, runStart) = leaf.run(ofItem: start)
    var item = start
    while item < leaf.itemCount {
      var runEnd = runStart + leaf.count(ofRun: run)
      let height = leaf.extent(.height, ofRun: run)
      // The rows that are whole in the run; the section's last row may be shorter.
      var rows = (runEnd - item) / perLine
      if runEnd == leaf.itemCount && isLastWhole { rows = (runEnd - item - 1) / perLine + 1 }
      if rows > 0 {
        builder.add(lines: rows, perLine: perLine, from: item, extent: height, run: run)
        item = min(runEnd, item + rows * perLine)
      }
      if item < runEnd {
        let row = item
        var extent = height
        item = row + min(perLine, leaf.itemCount - row)
        while runEnd < item {
          run += 1
          extent = greater(leaf.extent(.height, ofRun: run), extent)
          runEnd += leaf.count(ofRun: run)
        }
        if item - row < perLine { extent = greater(highestBehind, extent) }
        builder.add(lines: 1, perLine: perLine, from: row, extent: extent, run: nil)
        runStart = runEnd - leaf.count(ofRun: run)
      }
      if item == runEnd {
        run += 1
        runStart = runEnd
      }
    }
  }
}
