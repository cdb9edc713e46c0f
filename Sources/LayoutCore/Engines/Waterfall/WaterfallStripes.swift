/// Columns of items of different heights, by any placement (docs/rules.md#waterfall-placement): the top of every item,
/// column by column, and the way from an item to its place and back; eight to sixteen bytes per item.
///
/// Items that stand in columns of their own make a stripe: as many as there are columns, or items if they are fewer, so
/// that a section of few items needs no more. Within a stripe tops ascend and so do item numbers. So every stripe
/// answers a rectangle by binary search, however high a single item is, and the stripes' answers are merged by item
/// number. Items without a height are skipped: they answer nothing, and there may be any number of them between two
/// others.
final class WaterfallStripes: ItemArrangement {
  private let columns: Columns
  private let order: Order
  /// Tops of the items of stripe 0 from the first to the last, then of stripe 1, and so on, in points.
  private let tops: [Double]
  /// Where each stripe starts in `tops`, and at the end the number of items.
  private let stripeStarts: [Int32]
  /// The first place from each place on whose item has a height above 0; empty where all items have one.
  private let nextWithHeight: [Int32]
  let extent: Double

  /// How the places in `tops` belong to items.
  private enum Order {
    /// Item i is in stripe i mod n, which stands in the column of its number, or counted from the other side.
    case striped(isReversed: Bool)
    /// By tables; a stripe stands in the column of its number.
    case listed(itemAtPlace: [Int32], placeOfItem: [Int32])
  }

  /// Places the items in order. O(items · log columns)
  convenience init(_ section: Section, columns: Columns, placement: Placement) {
    switch placement {
    case .shortest: self.init(shortest: section, columns)
    case .leftToRight: self.init(striped: section, columns, isReversed: false)
    case .rightToLeft: self.init(striped: section, columns, isReversed: true)
    }
  }

  private init(striped section: Section, _ columns: Columns, isReversed: Bool) {
    let items = section.items
    let spacing = section.metrics.minimumLineSpacing
    var tops: [Double] = []
    var stripeStarts: [Int32] = [0]
    var flatPlaces: [Int32] = []
    var extent = 0.0
    tops.reserveCapacity(items.count)
    for stripe in 0..<min(columns.count, items.count) {
      var length = 0.0
      for item in stride(from: stripe, to: items.count, by: columns.count) {
        let height = items.waterfallHeight(item, columnWidth: columns.width)
        if height == 0 { flatPlaces.append(Int32(tops.count)) }
        tops.append(length)
        extent = max(extent, length + height)
        length += height + spacing
      }
      stripeStarts.append(Int32(tops.count))
    }
    self.columns = columns
    order = .striped(isReversed: isReversed)
    self.tops = tops
    self.stripeStarts = stripeStarts
    nextWithHeight = WaterfallStripes.nextPlaces(without: flatPlaces, count: items.count)
    self.extent = extent
  }

  private init(shortest section: Section, _ columns: Columns) {
    let items = section.items
    // As long as an item is left, one of the first columns is empty, and none behind them is shorter.
    let stripeCount = min(columns.count, items.count)
    var lengths = ManyColumnLengths(stripeCount)
    var columnOfItem = [Int32](repeating: 0, count: items.count)
    var topOfItem = [Double](repeating: 0, count: items.count)
    var counts = [Int32](repeating: 0, count: stripeCount)
    var flatItems: [Int] = []
    let extent = lengths.take(
      0..<items.count, of: items, columnWidth: columns.width,
      spacing: section.metrics.minimumLineSpacing
    ) { item, column, top, height in
      if height == 0 { flatItems.append(item) }
      columnOfItem[item] = Int32(column)
      topOfItem[item] = top
      counts[column] += 1
    }
    let stripeStarts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    var next = stripeStarts
    var tops = [Double](repeating: 0, count: items.count)
    var itemAtPlace = [Int32](repeating: 0, count: items.count)
    for item in 0..<items.count {
      let column = Int(columnOfItem[item])
      let place = Int(next[column])
      next[column] += 1
      tops[place] = topOfItem[item]
      itemAtPlace[place] = Int32(item)
      columnOfItem[item] = Int32(place)
    }
    self.columns = columns
    order = .listed(itemAtPlace: itemAtPlace, placeOfItem: columnOfItem)
    self.tops = tops
    self.stripeStarts = stripeStarts
    nextWithHeight = WaterfallStripes.nextPlaces(
      without: flatItems.map { columnOfItem[$0] }.sorted(), count: items.count)
    self.extent = extent
  }

  /// The first place from each place of 0...count on that is not among `places`, which ascend; empty where `places` is.
  private static func nextPlaces(without places: [Int32], count: Int) -> [Int32] {
    guard !places.isEmpty else { return [] }
    var next = (0...Int32(count)).map { $0 }
    for place in places.reversed() { next[Int(place)] = next[Int(place) + 1] }
    return next
  }

  var byteCount: Int {
    var bytes =
      HeapBytes.object((Columns, Order, [Double], [Int32], [Int32], Double).self)
      + HeapBytes.array(tops) + HeapBytes.array(stripeStarts) + HeapBytes.array(nextWithHeight)
    if case .listed(let itemAtPlace, let placeOfItem) = order {
      bytes += HeapBytes.array(itemAtPlace) + HeapBytes.array(placeOfItem)
    }
    return bytes
  }

  /// The column of a stripe, or the stripe of a column: the conversion is its own inverse.
  @inline(__always)
  private func mirrored(_ number: Int) -> Int {
    if case .striped(isReversed: true) = order { return columns.count - 1 - number }
    return number
  }

  /// The stripes that overlap the window. O(log columns)
  private func stripes(in window: AxisWindow) -> Range<Int> {
    let overlapping = columns.overlapping(window)
    guard !overlapping.isEmpty else { return 0..<0 }
    let ends = [mirrored(overlapping.lowerBound), mirrored(overlapping.upperBound - 1)]
    let range = min(ends[0], ends[1])..<max(ends[0], ends[1]) + 1
    return range.clamped(to: 0..<stripeStarts.count - 1)
  }

  @inline(__always)
  private func item(at place: Int, stripe: Int) -> Int {
    switch order {
    case .striped:
      return stripe + (place - Int(stripeStarts[stripe])) * columns.count
    case .listed(let itemAtPlace, _):
      return Int(itemAtPlace[place])
    }
  }

  @inline(__always)
  private func place(withHeightFrom place: Int) -> Int {
    nextWithHeight.isEmpty ? place : Int(nextWithHeight[place])
  }

  private func place(ofItem item: Int) -> (place: Int, stripe: Int) {
    switch order {
    case .striped:
      let (row, stripe) = item.quotientAndRemainder(dividingBy: columns.count)
      return (Int(stripeStarts[stripe]) + row, stripe)
    case .listed(_, let placeOfItem):
      let place = Int(placeOfItem[item])
      let stripe = partitionPoint(0..<stripeStarts.count - 1) {
        Int(stripeStarts[$0 + 1]) > place
      }
      return (place, stripe)
    }
  }

  @inline(__always)
  private func cell(
    _ item: Int, place: Int, stripe: Int, _ items: Items, _ origin: Double
  ) -> CellFrame {
    let column = mirrored(stripe)
    return CellFrame(
      frame: Rect(
        x: columns.x(column), y: origin + tops[place], width: columns.width,
        height: items.waterfallHeight(item, columnWidth: columns.width)),
      columnIndex: column)
  }

  func frame(ofItem index: Int, in section: Section, origin: Double) -> CellFrame {
    let (place, stripe) = place(ofItem: index)
    return cell(index, place: place, stripe: stripe, section.items, origin)
  }

  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    meter: inout StepMeter, into sink: inout ElementSink
  ) throws(WalkStop) {
    var merge = StripeMerge()
    for stripe in stripes(in: window.across) {
      try meter.take()
      let places = Int(stripeStarts[stripe])..<Int(stripeStarts[stripe + 1])
      let candidates = window.along.candidates(count: places.count) {
        origin + ($0 < places.count ? tops[places.lowerBound + $0] : extent)
      }
      let range =
        (places.lowerBound + candidates.lowerBound)..<(places.lowerBound + candidates.upperBound)
      let start = place(
        withHeightFrom: partitionPoint(range) { item(at: $0, stripe: stripe) >= first })
      guard start < range.upperBound else { continue }
      merge.add(
        StripeMerge.Run(
          item: item(at: start, stripe: stripe), place: start, end: range.upperBound,
          stripe: stripe))
    }
    while let run = merge.first {
      try meter.take()
      let cell = cell(
        run.item, place: run.place, stripe: run.stripe, section.items, origin)
      if window.along.overlaps(cell.frame.y, cell.frame.height) {
        try sink.takeCell(run.item, cell)
      }
      merge.advance(to: place(withHeightFrom: run.place + 1)) {
        item(at: $0, stripe: run.stripe)
      }
    }
  }
}
