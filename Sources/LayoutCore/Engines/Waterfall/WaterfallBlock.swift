/// Consecutive items of a waterfall: the top and the column of each, and the items of each column that have a height.
/// Immutable, and shared by layouts with the same items up to its end.
///
/// A place is an item's number counted from the block's first item. Columns are numbered from the side at which the
/// first one is filled.
final class WaterfallBlock: Sendable {
  /// Items of one leaf.
  struct LeafPart {
    let leaf: Leaf
    /// The first item, numbered as in the leaf.
    let item: Int
    /// The place of that item.
    let place: Int
  }

  /// The number of the first item in the section.
  let firstItem: Int
  let itemCount: Int
  private let columnCount: Int
  /// The items of the first leaf.
  private let part: LeafPart
  /// The items of the other leaves, if there are several.
  private let otherParts: [LeafPart]
  /// The distance from the top of the items to the top of each item, followed by the length of each column at the
  /// block's end, in points.
  private let coordinates: [Double]
  /// Three parts: the column of each item; the start of each column in the third part, and its end; the places of the
  /// items with a height, column by column.
  private let numbers: ShortNumbers
  /// The number of items with a height in each column, up to the block's end.
  let tallCounts: [Int32]
  /// The reach of all items up to the block's end.
  let reach: WaterfallReach

  init(
    firstItem: Int, parts: [LeafPart], coordinates: [Double], numbers: ShortNumbers,
    tallCounts: [Int32], reach: WaterfallReach
  ) {
    self.firstItem = firstItem
    columnCount = tallCounts.count
    itemCount = coordinates.count - tallCounts.count
    part = parts[0]
    otherParts = Array(parts.dropFirst())
    self.coordinates = coordinates
    self.numbers = numbers
    self.tallCounts = tallCounts
    self.reach = reach
    part.leaf.entry?.count(blockBytes: byteCount)
  }

  deinit { part.leaf.entry?.count(blockBytes: -byteCount) }

  /// Whether the leaf's entry in a table counts this block's memory.
  var isCounted: Bool { part.leaf.entry != nil }

  /// Memory that the block uses, without its leaves, in bytes.
  var byteCount: Int {
    HeapBytes.object(
      (Int, Int, Int, LeafPart, [LeafPart], [Double], ShortNumbers, [Int32], WaterfallReach).self)
      + HeapBytes.array(otherParts) + HeapBytes.array(coordinates) + numbers.byteCount
      + HeapBytes.array(tallCounts)
  }
}

extension WaterfallBlock {
  /// The number of the item after the last one.
  var endItem: Int { firstItem + itemCount }

  /// The distance from the top of the items to the top of an item, in points.
  @inline(__always)
  func top(_ place: Int) -> Double { coordinates[place] }

  @inline(__always)
  func column(_ place: Int) -> Int { numbers[place] }

  /// The length of a column at the block's end, in points.
  @inline(__always)
  func length(_ column: Int) -> Double { coordinates[itemCount + column] }

  /// The lengths of all columns at the block's end, in points.
  var lengths: ArraySlice<Double> { coordinates[itemCount...] }

  /// The part that contains an item, and the place after the part's last item. O(log parts)
  @inline(__always)
  func part(ofPlace place: Int) -> (part: LeafPart, end: Int) {
    if otherParts.isEmpty { return (part, itemCount) }
    let number = partitionPoint(0..<otherParts.count) { otherParts[$0].place > place }
    return (
      number == 0 ? part : otherParts[number - 1],
      number < otherParts.count ? otherParts[number].place : itemCount
    )
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

  /// The height of an item scaled to its column (docs/rules.md#waterfall-heights). An item without a width keeps its
  /// height.
  @inline(__always)
  static func height(_ height: Double, width: Double, columnWidth: Double) -> Double {
    if width == ItemRun.nothing { return height }
    return width == 0 ? 0 : height * columnWidth / width
  }

  /// The scaled heights of two items, without a branch and with a single vector division.
  @inline(__always)
  fileprivate static func heights(
    _ heights: SIMD2<Double>, widths: SIMD2<Double>, columnWidth: Double
  ) -> SIMD2<Double> {
    let scaled = heights * columnWidth / widths
    return scaled.replacing(with: 0, where: widths .== 0)
      .replacing(with: heights, where: widths .== ItemRun.nothing)
  }

  /// The first place of an item that starts after `y`. Tops must ascend. Faster if the place is near `likelyShare` of
  /// the block. O(log items)
  @inline(__always)
  func place(startingBehind y: Double, likelyShare: Double) -> Int {
    let likely = Int(likelyShare * Double(itemCount))
    return partitionPoint(0..<itemCount, near: max(0, likely - 8)..<likely + 8) { top($0) > y }
  }

  /// The range of a column's items in the list of items with a height.
  @inline(__always)
  func talls(ofColumn column: Int) -> Range<Int> {
    let starts = itemCount + column
    let list = itemCount + columnCount + 1
    return list + numbers[starts]..<list + numbers[starts + 1]
  }

  /// The place of an item given by its index in that list.
  @inline(__always)
  func place(ofTall number: Int) -> Int { numbers[number] }

  /// The first of a column's items with a height that may end after `y`: an item that ends at or before the start of
  /// the next one is before it. O(log items)
  @inline(__always)
  func tall(endingBehind y: Double, among talls: Range<Int>) -> Int {
    max(talls.lowerBound, partitionPoint(talls) { top(place(ofTall: $0)) > y } - 1)
  }

  /// The first of a column's items with a height at or after a place. O(log items)
  @inline(__always)
  func tall(from place: Int, among talls: Range<Int>) -> Int {
    // A column's items are spread over the block, so the search begins at a proportional position.
    let likely = talls.lowerBound + talls.count * place / itemCount
    return partitionPoint(talls, near: max(likely - 1, 0)..<likely + 2) {
      self.place(ofTall: $0) >= place
    }
  }
}

/// The extent of items, and their least height.
struct WaterfallReach: Equatable {
  /// The distance from the top of the items to the lowest bottom of an item, in points.
  var extent = 0.0
  /// The least height of an item, in points.
  var leastHeight = Double.infinity
}

extension WaterfallBlock.LeafPart {
  /// Writes the heights of some items, in points, to the start of a buffer. The items are numbered as in the leaf.
  func copyHeights(
    _ items: Range<Int>, columnWidth: Double, to target: inout MutableSpan<Double>,
    widths: inout MutableSpan<Double>
  ) {
    leaf.copy(.height, ofItems: items, to: &target)
    if leaf.uniform(.width) == ItemRun.nothing { return }
    leaf.copy(.width, ofItems: items, to: &widths)
    var place = 0
    while place + 2 <= items.count {
      let scaled = WaterfallBlock.heights(
        SIMD2(target[place], target[place + 1]), widths: SIMD2(widths[place], widths[place + 1]),
        columnWidth: columnWidth)
      target[place] = scaled[0]
      target[place + 1] = scaled[1]
      place += 2
    }
    if place < items.count {
      target[place] = WaterfallBlock.height(
        target[place], width: widths[place], columnWidth: columnWidth)
    }
  }
}
