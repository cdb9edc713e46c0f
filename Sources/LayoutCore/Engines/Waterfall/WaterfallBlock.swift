/// Items of a waterfall that follow each other: the top and the column of each, and the items of each column that have
/// a height. Immutable, shared by the layouts whose items begin alike.
///
/// A place is the number of an item, counted from the block's first one. Columns are numbered from the side where the
/// first one is filled.
final class WaterfallBlock: Sendable {
  /// Items of one leaf.
  struct LeafPart {
    let leaf: Leaf
    /// The first one, of the leaf's.
    let item: Int
    /// Its place.
    let place: Int
  }

  /// The number of the first item in the section.
  let firstItem: Int
  let itemCount: Int
  private let columnCount: Int
  /// The items of the first leaf.
  private let part: LeafPart
  /// Those of the others, where there are several.
  private let otherParts: [LeafPart]
  /// From the top of the items to the top of each, then the length of each column at the end, in points.
  private let coordinates: [Double]
  /// The column of each item; where each column starts in the list behind, and the list's end; the places of the items
  /// with a height, column after column.
  private let numbers: ShortNumbers
  /// How many items with a height each column has up to the block's end.
  let tallCounts: [Int32]
  /// Of all items up to the block's end.
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

  /// Whether a table counts it.
  var isCounted: Bool { part.leaf.entry != nil }

  /// Bytes of memory that it holds beside its leaves.
  var byteCount: Int {
    HeapBytes.object(
      (Int, Int, Int, LeafPart, [LeafPart], [Double], ShortNumbers, [Int32], WaterfallReach).self)
      + HeapBytes.array(otherParts) + HeapBytes.array(coordinates) + numbers.byteCount
      + HeapBytes.array(tallCounts)
  }
}

extension WaterfallBlock {
  /// The number of the item behind the last one.
  var endItem: Int { firstItem + itemCount }

  /// From the top of the items to the top of one, in points.
  @inline(__always)
  func top(_ place: Int) -> Double { coordinates[place] }

  @inline(__always)
  func column(_ place: Int) -> Int { numbers[place] }

  /// The length of a column at the block's end, in points.
  @inline(__always)
  func length(_ column: Int) -> Double { coordinates[itemCount + column] }

  /// The lengths of all columns at the block's end, in points.
  var lengths: ArraySlice<Double> { coordinates[itemCount...] }

  /// The part that has an item, and the place behind the part's last item. O(log parts)
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

  /// The height of an item scaled to its column (docs/rules.md#waterfall-heights); one without a width keeps its own.
  @inline(__always)
  static func height(_ height: Double, width: Double, columnWidth: Double) -> Double {
    if width == ItemRun.nothing { return height }
    return width == 0 ? 0 : height * columnWidth / width
  }

  /// The same of two items, without a branch, and with one division for both.
  @inline(__always)
  fileprivate static func heights(
    _ heights: SIMD2<Double>, widths: SIMD2<Double>, columnWidth: Double
  ) -> SIMD2<Double> {
    let scaled = heights * columnWidth / widths
    return scaled.replacing(with: 0, where: widths .== 0)
      .replacing(with: heights, where: widths .== ItemRun.nothing)
  }

  /// The first place, where tops ascend, of an item that starts behind `y`; found faster near a share of the block.
  /// O(log items)
  @inline(__always)
  func place(startingBehind y: Double, likelyShare: Double) -> Int {
    let likely = Int(likelyShare * Double(itemCount))
    return partitionPoint(0..<itemCount, near: max(0, likely - 8)..<likely + 8) { top($0) > y }
  }

  /// A column's items in the list of those with a height.
  @inline(__always)
  func talls(ofColumn column: Int) -> Range<Int> {
    let starts = itemCount + column
    let list = itemCount + columnCount + 1
    return list + numbers[starts]..<list + numbers[starts + 1]
  }

  /// The place of an item in that list.
  @inline(__always)
  func place(ofTall number: Int) -> Int { numbers[number] }

  /// The first of some of a column's items with a height that may end behind `y`: what ends where the next one starts,
  /// or before, stands before it. O(log items)
  @inline(__always)
  func tall(endingBehind y: Double, among talls: Range<Int>) -> Int {
    max(talls.lowerBound, partitionPoint(talls) { top(place(ofTall: $0)) > y } - 1)
  }

  /// The first of some of a column's items with a height that is at a place or behind it. O(log items)
  @inline(__always)
  func tall(from place: Int, among talls: Range<Int>) -> Int {
    // A column's items are spread over the block.
    let likely = talls.lowerBound + talls.count * place / itemCount
    return partitionPoint(talls, near: max(likely - 1, 0)..<likely + 2) {
      self.place(ofTall: $0) >= place
    }
  }
}

/// How far items reach, and how low they are.
struct WaterfallReach: Equatable {
  /// From the top of the items to the lowest bottom of one, in points.
  var extent = 0.0
  /// The height of the lowest one, in points.
  var leastHeight = Double.infinity
}

extension WaterfallBlock.LeafPart {
  /// Writes the heights of some items, which it numbers as its leaf does, to the start of a buffer, in points.
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
