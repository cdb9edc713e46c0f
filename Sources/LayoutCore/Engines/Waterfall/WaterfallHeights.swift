/// The heights of some neighbouring items, which are read together: a walk looks at items that stand near each other.
struct WaterfallHeights {
  /// The items whose heights are there, of the section's.
  private(set) var items = 0..<0
  /// In points, from the first of them on.
  private(set) var heights = InlineArray<16, Double>(repeating: 0)

  /// The height of one of these items, in points.
  @inline(__always)
  subscript(item: Int) -> Double { heights[item - items.lowerBound] }

  /// Reads the heights of up to 16 items of a block from a place on.
  @inline(never)
  mutating func read(_ place: Int, of block: WaterfallBlock, columnWidth: Double) {
    let (part, end) = block.part(ofPlace: place)
    let count = min(heights.count, end - place)
    let first = part.item + place - part.place
    var widths = heights
    var room = widths.mutableSpan
    var target = heights.mutableSpan
    part.copyHeights(
      first..<first + count, columnWidth: columnWidth, to: &target, widths: &room)
    items = block.firstItem + place..<block.firstItem + place + count
  }
}
