/// Columns of equal width that items of different heights pile up in (contract section 3, "waterfall").
struct WaterfallEngine: LayoutEngine {
  let metrics: WaterfallMetrics

  func arrange(_ section: Section, containerWidth: Double) -> any ItemArrangement {
    let columns = Columns(metrics.columns, of: section, containerWidth: containerWidth)
    guard section.items.areUniform else {
      return WaterfallColumns(section, columns: columns, placement: metrics.placement)
    }
    return UniformGrid(
      section, columns: columns,
      itemHeight: section.items.waterfallHeight(0, columnWidth: columns.width),
      columnOrder: metrics.placement == .rightToLeft ? .rightToLeft : .leftToRight)
  }
}

extension Items {
  /// The height of an item scaled to its column; one without a width keeps its own.
  @inline(__always)
  func waterfallHeight(_ index: Int, columnWidth: Double) -> Double {
    let width = widths[index]
    let height = heights[index]
    if width == Items.noWidth { return height }
    return width == 0 ? 0 : height * columnWidth / width
  }
}

/// Columns of items of different heights: the top of every item, column by column, and the way from an item to its
/// place and back; eight to sixteen bytes per item.
///
/// Within a column tops ascend and so do item numbers. So every column answers a rectangle by binary search, however
/// high a single item is, and the columns' answers are merged by item number.
struct WaterfallColumns: ItemArrangement {
  private let columns: Columns
  private let order: Order
  /// Tops of the items of column 0 from the first to the last, then of column 1, and so on, in points.
  private let tops: [Double]
  /// Where each column starts in `tops`, and at the end the number of items.
  private let columnStarts: [Int32]
  let extent: Double

  /// How the places in `tops` belong to items.
  private enum Order {
    /// Item i stands in column i mod n, or in n − 1 − i mod n.
    case striped(isReversed: Bool)
    /// By tables.
    case listed(itemAtPlace: [Int32], placeOfItem: [Int32])
  }

  /// Piles up the items in order. O(items · log columns)
  init(_ section: Section, columns: Columns, placement: Placement) {
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
    var columnStarts: [Int32] = [0]
    var extent = 0.0
    tops.reserveCapacity(items.count)
    for column in 0..<columns.count {
      var length = 0.0
      let first = isReversed ? columns.count - 1 - column : column
      for item in stride(from: first, to: items.count, by: columns.count) {
        let height = items.waterfallHeight(item, columnWidth: columns.width)
        tops.append(length)
        extent = max(extent, length + height)
        length += height + spacing
      }
      columnStarts.append(Int32(tops.count))
    }
    self.columns = columns
    order = .striped(isReversed: isReversed)
    self.tops = tops
    self.columnStarts = columnStarts
    self.extent = extent
  }

  private init(shortest section: Section, _ columns: Columns) {
    let items = section.items
    let spacing = section.metrics.minimumLineSpacing
    var lengths = ColumnLengths(count: columns.count)
    var columnOfItem = [Int32](repeating: 0, count: items.count)
    var topOfItem = [Double](repeating: 0, count: items.count)
    var counts = [Int32](repeating: 0, count: columns.count)
    var extent = 0.0
    for item in 0..<items.count {
      let height = items.waterfallHeight(item, columnWidth: columns.width)
      let column = lengths.shortest()
      let length = lengths[column]
      columnOfItem[item] = Int32(column)
      topOfItem[item] = length
      counts[column] += 1
      extent = max(extent, length + height)
      lengths[column] = length + (height + spacing)
    }
    let columnStarts = counts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
    var next = columnStarts
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
    self.columnStarts = columnStarts
    self.extent = extent
  }

  var byteCount: Int {
    let perItem: Int = if case .listed = order { 16 } else { 8 }
    return tops.count * perItem + columnStarts.count * 4
  }

  private func places(ofColumn column: Int) -> Range<Int> {
    Int(columnStarts[column])..<Int(columnStarts[column + 1])
  }

  @inline(__always)
  private func item(at place: Int, column: Int) -> Int {
    switch order {
    case .striped(let isReversed):
      let first = isReversed ? columns.count - 1 - column : column
      return first + (place - Int(columnStarts[column])) * columns.count
    case .listed(let itemAtPlace, _):
      return Int(itemAtPlace[place])
    }
  }

  private func place(ofItem item: Int) -> (place: Int, column: Int) {
    switch order {
    case .striped(let isReversed):
      let first = item % columns.count
      let column = isReversed ? columns.count - 1 - first : first
      return (Int(columnStarts[column]) + item / columns.count, column)
    case .listed(_, let placeOfItem):
      let place = Int(placeOfItem[item])
      let column = partitionPoint(0..<columns.count) { Int(columnStarts[$0 + 1]) > place }
      return (place, column)
    }
  }

  @inline(__always)
  private func cell(
    _ item: Int, place: Int, column: Int, _ items: Items, _ origin: Double
  ) -> CellFrame {
    CellFrame(
      frame: Rect(
        x: columns.x(column), y: origin + tops[place], width: columns.width,
        height: items.waterfallHeight(item, columnWidth: columns.width)),
      columnIndex: column)
  }

  func frame(ofItem index: Int, in section: Section, origin: Double) -> CellFrame {
    let (place, column) = place(ofItem: index)
    return cell(index, place: place, column: column, section.items, origin)
  }

  func visitItems(
    in window: Window, of section: Section, origin: Double, from first: Int,
    _ body: (Int, CellFrame) -> Bool
  ) -> Bool {
    var merge = ColumnMerge()
    for column in columns.overlapping(window.across) {
      let places = places(ofColumn: column)
      let candidates = window.along.candidates(count: places.count) {
        origin + ($0 < places.count ? tops[places.lowerBound + $0] : extent)
      }
      let range =
        (places.lowerBound + candidates.lowerBound)..<(places.lowerBound + candidates.upperBound)
      let start = partitionPoint(range) { item(at: $0, column: column) >= first }
      guard start < range.upperBound else { continue }
      merge.add(
        ColumnMerge.Run(
          item: item(at: start, column: column), place: start, end: range.upperBound,
          column: column))
    }
    while let run = merge.first {
      let cell = cell(
        run.item, place: run.place, column: run.column, section.items, origin)
      if window.along.overlaps(cell.frame.y, cell.frame.height) {
        guard body(run.item, cell) else { return false }
      }
      merge.advance { item(at: $0, column: run.column) }
    }
    return true
  }
}

/// The lengths of the columns of a waterfall, and the one that takes the next item: a tree of minima.
private struct ColumnLengths {
  private let leafCount: Int
  /// A complete binary tree: the least length below each node; node 1 is the root, leaves start at `leafCount`.
  private var least: [Double]

  init(count: Int) {
    var leafCount = 1
    while leafCount < count { leafCount *= 2 }
    self.leafCount = leafCount
    least = [Double](repeating: .infinity, count: 2 * leafCount)
    for column in 0..<count { self[column] = 0 }
  }

  /// O(1) to read, O(log columns) to write
  subscript(column: Int) -> Double {
    get { least[leafCount + column] }
    set {
      var node = leafCount + column
      least[node] = newValue
      while node > 1 {
        node /= 2
        least[node] = min(least[2 * node], least[2 * node + 1])
      }
    }
  }

  /// The lowest-numbered column that is at most 0.001 longer than the shortest. O(log columns)
  func shortest() -> Int {
    let reach = least[1] + fitTolerance
    var node = 1
    while node < leafCount { node = least[2 * node] <= reach ? 2 * node : 2 * node + 1 }
    return node - leafCount
  }
}

/// Runs of items, ascending within each column, merged into one ascending order: a binary heap by item number.
private struct ColumnMerge {
  /// What is left of one column's answer.
  struct Run {
    var item: Int
    var place: Int
    let end: Int
    let column: Int
  }

  private var heap: [Run] = []

  /// The run with the lowest item.
  var first: Run? { heap.first }

  /// O(log columns)
  mutating func add(_ run: Run) {
    heap.append(run)
    var child = heap.count - 1
    while child > 0, heap[child].item < heap[(child - 1) / 2].item {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Moves the first run to its next item, or drops it at its end. O(log columns)
  mutating func advance(_ item: (Int) -> Int) {
    heap[0].place += 1
    if heap[0].place < heap[0].end {
      heap[0].item = item(heap[0].place)
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    var parent = 0
    while true {
      var least = parent
      for child in 2 * parent + 1...2 * parent + 2 where child < heap.count {
        if heap[child].item < heap[least].item { least = child }
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
