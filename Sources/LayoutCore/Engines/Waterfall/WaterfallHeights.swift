/// The heights of neighbouring items, read together, because a walk visits neighbouring items.
struct WaterfallHeights {
  /// The items whose heights were read, numbered as in the section.
  private(set) var items = 0..<0
  /// The items' heights in points, from the first of these items on.
  private(set) var heights = InlineArray<16, Double>(repeating: 0)

  /// The height of one of these items, in points.
  @inline(__always)
  subscript(item: Int) -> Double { heights[item - items.lowerBound] }

  /// Reads the heights of up to 16 items of a block, beginning at a place.
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
