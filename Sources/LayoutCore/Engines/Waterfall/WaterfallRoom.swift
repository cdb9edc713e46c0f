/// Buffers for a block of a waterfall while its items are placed.
struct WaterfallRoom {
  /// The tops of the items, at the end followed by the lengths of the columns, in points.
  var coordinates: [Double] = []
  /// The columns of the items, at the end followed by the other numbers of a block.
  var numbers: [Int32] = []
  /// The number of items with a height in each column.
  var talls: [Int32]
  /// The heights of the current part's items, in points.
  private(set) var heights: [Double] = []
  private var widths: [Double] = []
  /// The places of items without a height.
  private var flatPlaces: [Int32] = []

  init(columnCount: Int) { talls = Array(repeating: 0, count: columnCount) }

  mutating func reserve(_ count: Int) {
    coordinates = Array(repeating: 0, count: count + talls.count)
    numbers = Array(repeating: 0, count: 2 * count + talls.count + 1)
    heights = Array(repeating: 0, count: min(count, WaterfallBlock.partMax))
    widths = heights
  }

  mutating func readHeights(
    of part: WaterfallBlock.LeafPart, _ items: Range<Int>, columnWidth: Double
  ) {
    WaterfallRoom.read(part, items, columnWidth: columnWidth, &heights, &widths)
  }

  private static func read(
    _ part: WaterfallBlock.LeafPart, _ items: Range<Int>, columnWidth: Double,
    _ heights: inout [Double], _ widths: inout [Double]
  ) {
    var heights = heights.mutableSpan
    var widths = widths.mutableSpan
    part.copyHeights(items, columnWidth: columnWidth, to: &heights, widths: &widths)
  }

  /// Records the items of the current part without a height. O(items)
  mutating func findFlats(_ count: Int, from start: Int) {
    for item in 0..<count where heights[item] == 0 {
      flatPlaces.append(Int32(truncatingIfNeeded: start + item))
    }
  }

  /// Returns the numbers of a block of `itemCount` items, and prepares for the next block. O(items + columns)
  mutating func takeNumbers(itemCount: Int) -> ShortNumbers {
    let list = itemCount + talls.count + 1
    var start: Int32 = 0
    for column in talls.indices {
      numbers[itemCount + column] = start
      (start, talls[column]) = (start + talls[column], start)
    }
    numbers[list - 1] = start
    WaterfallRoom.list(itemCount, flats: flatPlaces, &talls, &numbers)
    flatPlaces.removeAll(keepingCapacity: true)
    for column in talls.indices { talls[column] = 0 }
    return ShortNumbers(
      numbers.span.extracting(first: list + Int(start)), below: max(itemCount + 1, talls.count))
  }

  private static func list(
    _ count: Int, flats: [Int32], _ next: inout [Int32], _ numbers: inout [Int32]
  ) {
    let list = count + next.count + 1
    var next = next.mutableSpan
    var numbers = numbers.mutableSpan
    var first = 0
    for flat in 0...flats.count {
      let end = flat < flats.count ? Int(flats[flat]) : count
      for place in first..<end {
        let column = Int(numbers[place])
        numbers[list + Int(next[column])] = Int32(truncatingIfNeeded: place)
        next[column] += 1
      }
      first = end + 1
    }
  }
}
