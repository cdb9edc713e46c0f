/// Room for a block of a waterfall while its items are placed.
struct WaterfallRoom {
  // By place.
  var tops: [Double] = []
  var columns: [Int32] = []
  /// How many items with a height each column has.
  var talls: [Int32] = []
  /// Of the items of the current part, in points.
  private(set) var heights: [Double] = []
  private var widths: [Double] = []
  /// The places of items without a height.
  private var flatPlaces: [Int32] = []
  private var tallPlaces: [Int32] = []

  mutating func reserve(_ count: Int) {
    tops = Array(repeating: 0, count: count)
    columns = Array(repeating: 0, count: count)
    tallPlaces = columns
    heights = Array(repeating: 0, count: min(count, WaterfallBlock.partMax))
    widths = heights
  }

  mutating func readHeights(of part: WaterfallBlock.Part, _ items: Range<Int>, columnWidth: Double)
  {
    WaterfallRoom.read(part, items, columnWidth: columnWidth, &heights, &widths)
  }

  private static func read(
    _ part: WaterfallBlock.Part, _ items: Range<Int>, columnWidth: Double,
    _ heights: inout [Double], _ widths: inout [Double]
  ) {
    var heights = heights.mutableSpan
    var widths = widths.mutableSpan
    part.copyHeights(items, columnWidth: columnWidth, to: &heights, widths: &widths)
  }

  /// Remembers which items of the current part have no height. O(items)
  mutating func findFlats(_ count: Int, from start: Int) {
    for item in 0..<count where heights[item] == 0 {
      flatPlaces.append(Int32(truncatingIfNeeded: start + item))
    }
  }

  /// Lists the items with a height column after column, and makes room for the next block. O(items + columns)
  mutating func takeTalls(itemCount: Int) -> WaterfallBlock.Talls {
    var start: Int32 = 0
    for column in talls.indices {
      (start, talls[column]) = (start + talls[column], start)
    }
    talls.append(start)
    let starts = ShortNumbers(talls.span, below: itemCount + 1)
    talls.removeLast()
    WaterfallRoom.list(itemCount, columns, flats: flatPlaces, &talls, &tallPlaces)
    flatPlaces.removeAll(keepingCapacity: true)
    for column in talls.indices { talls[column] = 0 }
    let places = tallPlaces.span.extracting(first: Int(start))
    return WaterfallBlock.Talls(starts: starts, places: ShortNumbers(places, below: itemCount))
  }

  private static func list(
    _ count: Int, _ columns: [Int32], flats: [Int32], _ next: inout [Int32],
    _ places: inout [Int32]
  ) {
    var next = next.mutableSpan
    var places = places.mutableSpan
    var first = 0
    for flat in 0...flats.count {
      let end = flat < flats.count ? Int(flats[flat]) : count
      for place in first..<end {
        let column = Int(columns[place])
        places[Int(next[column])] = Int32(truncatingIfNeeded: place)
        next[column] += 1
      }
      first = end + 1
    }
  }
}
