/// Items of a waterfall that follow each other: the top and the column of each, and the items of each column that have
/// a height. Immutable, shared by the layouts whose items begin alike.
///
/// A place is the number of an item, counted from the block's first one. Columns are numbered from the side where the
/// first one is filled.
final class WaterfallBlock: Sendable {
  /// Items of one leaf.
  struct Part {
    let leaf: Leaf
    /// The first one, of the leaf's.
    let item: Int
    /// Its place.
    let place: Int
  }

  /// The items with a height, column after column.
  struct Talls: Equatable {
    /// Where each column starts, and at the end the number of items.
    let starts: ShortNumbers
    let places: ShortNumbers
  }

  /// What the items behind a block have to know of all those before them.
  struct End: Equatable {
    /// Of each column, in points.
    var lengths: [Double]
    /// How many items with a height each column has.
    var tallCounts: [Int32]
    /// From the top of the items to the lowest bottom, in points.
    var extent = 0.0
    /// Of the lowest item, in points.
    var leastHeight = Double.infinity
  }

  /// The number of the first item in the section.
  let firstItem: Int
  let parts: [Part]
  /// From the top of the items to the top of each, in points.
  let tops: [Double]
  let columns: ShortNumbers
  let talls: Talls
  let end: End

  init(
    firstItem: Int, parts: [Part], tops: [Double], columns: ShortNumbers, talls: Talls, end: End
  ) {
    self.firstItem = firstItem
    self.parts = parts
    self.tops = tops
    self.columns = columns
    self.talls = talls
    self.end = end
  }

  var itemCount: Int { tops.count }
  /// The number of the item behind the last one.
  var endItem: Int { firstItem + tops.count }

  /// Bytes of memory that it holds beside its leaves.
  var byteCount: Int {
    HeapBytes.object(
      (Int, [Part], [Double], ShortNumbers, Talls, End).self)
      + HeapBytes.array(parts) + HeapBytes.array(tops) + columns.byteCount
      + talls.starts.byteCount + talls.places.byteCount + HeapBytes.array(end.lengths)
      + HeapBytes.array(end.tallCounts)
  }
}

extension WaterfallBlock {
  /// The part that has an item, and the place behind the part's last item. O(log parts)
  @inline(__always)
  func part(ofPlace place: Int) -> (part: Part, end: Int) {
    if parts.count == 1 { return (parts[0], tops.count) }
    let number = partitionPoint(1..<parts.count) { parts[$0].place > place } - 1
    return (parts[number], number + 1 < parts.count ? parts[number + 1].place : tops.count)
  }

  /// The height of an item, in points. O(log of its leaf's runs)
  @inline(__always)
  func height(_ place: Int, columnWidth: Double) -> Double {
    let part = part(ofPlace: place).part
    let run = part.leaf.run(ofItem: part.item + place - part.place).run
    return WaterfallBlock.height(
      part.leaf.extent(.height, ofRun: run), width: part.leaf.extent(.width, ofRun: run),
      columnWidth: columnWidth)
  }

  /// The height of an item scaled to its column (docs/rules.md#waterfall-heights); one without a width keeps its own.
  @inline(__always)
  static func height(_ height: Double, width: Double, columnWidth: Double) -> Double {
    if width == Items.noWidth { return height }
    return width == 0 ? 0 : height * columnWidth / width
  }

  /// A column's items among those with a height.
  @inline(__always)
  func talls(ofColumn column: Int) -> Range<Int> {
    talls.starts[column]..<talls.starts[column + 1]
  }

  /// The first of some of a column's items with a height that may end behind `y`: what ends where the next one starts,
  /// or before, stands before it. O(log items)
  @inline(__always)
  func tall(endingBehind y: Double, among talls: Range<Int>) -> Int {
    max(talls.lowerBound, partitionPoint(talls) { tops[self.talls.places[$0]] > y } - 1)
  }

  /// The first of some of a column's items with a height that is at a place or behind it. O(log items)
  @inline(__always)
  func tall(from place: Int, among talls: Range<Int>) -> Int {
    // A column's items are spread over the block.
    let likely = talls.lowerBound + talls.count * place / tops.count
    return partitionPoint(talls, near: max(likely - 1, 0)..<likely + 2) {
      self.talls.places[$0] >= place
    }
  }
}

extension WaterfallBlock.Part {
  /// Writes the heights of some items, which it numbers as its leaf does, to the start of a buffer, in points.
  func copyHeights(
    _ items: Range<Int>, columnWidth: Double, to target: inout MutableSpan<Double>,
    widths: inout MutableSpan<Double>
  ) {
    leaf.copy(.height, ofItems: items, to: &target)
    if leaf.uniform(.width) == Items.noWidth { return }
    leaf.copy(.width, ofItems: items, to: &widths)
    for place in 0..<items.count {
      target[place] = WaterfallBlock.height(
        target[place], width: widths[place], columnWidth: columnWidth)
    }
  }
}
