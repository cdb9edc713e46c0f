/// The heights of some neighbouring items, which are read together: a walk looks at items that stand near each other.
struct WaterfallHeights {
  /// The items whose heights are there, of the section's.
  private(set) var items = 0..<0
  private var heights = InlineArray<32, Double>(repeating: 0)

  /// The height of one of these items, in points.
  @inline(__always)
  subscript(item: Int) -> Double { heights[item - items.lowerBound] }

  /// Reads the heights of up to 32 items of a block, of which one is given by its place.
  @inline(never)
  mutating func read(_ place: Int, of block: WaterfallBlock, columnWidth: Double) {
    let (part, end) = block.part(ofPlace: place)
    let group = place - place % heights.count
    let places = max(group, part.place)..<min(group + heights.count, end)
    let first = part.item + places.lowerBound - part.place
    var widths = heights
    var room = widths.mutableSpan
    var target = heights.mutableSpan
    part.copyHeights(
      first..<first + places.count, columnWidth: columnWidth, to: &target, widths: &room)
    items = block.firstItem + places.lowerBound..<block.firstItem + places.upperBound
  }
}
