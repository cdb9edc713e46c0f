/// The sizes of neighbouring items of a leaf, read together, because a walk visits neighbouring items.
struct ItemSizes {
  /// Whether to read the sizes of further items too.
  private let readsAhead: Bool
  /// The items whose sizes were read, numbered as in the section.
  private(set) var items = 0..<0
  /// The items' widths in points, from the first of these items on.
  private(set) var widths: Array32<Double> = array32(repeating: 0)
  private(set) var heights: Array32<Double> = array32(repeating: 0)

  init(readsAhead: Bool) { self.readsAhead = readsAhead }

  /// The size of one of these items, in points.
  @inline(__always)
  func width(_ item: Int) -> Double { widths[item - items.lowerBound] }
  @inline(__always)
  func height(_ item: Int) -> Double { heights[item - items.lowerBound] }

  /// Clears the sizes unless they include all of `items`, so that these are read together.
  @inline(__always)
  mutating func prepare(for items: Range<Int>) {
    if items.lowerBound < self.items.lowerBound || items.upperBound > self.items.upperBound {
      self.items = 0..<0
    }
  }

  /// Reads the sizes of the first of `items`, as many as fit, unless the very first one is already known. The items are
  /// in a block's leaf or in a later one.
  @inline(__always)
  mutating func read(_ items: Range<Int>, of place: PlacedBlock, in tree: ContentTree) {
    if self.items.contains(items.lowerBound) { return }
    read(from: items.lowerBound, upTo: items.upperBound, of: place, in: tree)
  }

  @inline(never)
  private mutating func read(
    from item: Int, upTo end: Int, of place: PlacedBlock, in tree: ContentTree
  ) {
    var (leaf, firstItem) = (place.block.leaf, place.firstItem)
    if item >= firstItem + leaf.itemCount {
      let behind = tree.leaf(ofItem: item)
      (leaf, firstItem) = (behind.leaf, behind.before.items)
    }
    let endMax = min(item + widths.count, firstItem + leaf.itemCount)
    items = item..<(readsAhead ? endMax : min(end, endMax))
    let ofLeaf = item - firstItem..<items.upperBound - firstItem
    var target = widths.mutableSpan
    leaf.copy(.width, ofItems: ofLeaf, to: &target)
    target = heights.mutableSpan
    leaf.copy(.height, ofItems: ofLeaf, to: &target)
  }
}
