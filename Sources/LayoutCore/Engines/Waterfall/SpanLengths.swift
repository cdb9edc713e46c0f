/// The lengths of a waterfall's columns while items with spans are placed.
struct SpanLengths {
  private let reach: Double?
  private let keepsOrder: Bool
  private(set) var lengths: SpanArray<Double>
  /// The column behind the item before.
  private(set) var cursor: Int
  /// For each column, the top of an item that stands over it and those behind it.
  private var tops: SpanArray<Double>

  /// Up to this number of columns, their lengths are compared one by one.
  private static let spanFew = 4

  /// Empty columns. O(columns)
  init(_ rule: SpanRule) {
    reach = rule.reach
    keepsOrder = rule.tolerance != nil
    lengths = SpanArray(repeating: 0, count: rule.columnCount)
    tops = lengths
    cursor = 0
  }

  /// Continues with the lengths at the end of a block, which stores them. O(columns)
  mutating func resume(behind block: SpanBlock) {
    for column in lengths.indices { lengths[column] = block.ends[column] }
    cursor = block.cursor
  }

  /// Whether these are the lengths at the end of a block, which stores them. O(columns)
  func areEnds(of block: SpanBlock) -> Bool { cursor == block.cursor && lengths == block.ends }

  /// Places an item over some columns: those that it says, or those that the rule chooses. O(columns)
  ///
  /// - Parameter extent: By how much the columns are longer than its top afterwards.
  @inline(__always)
  mutating func take(
    _ span: Int, at said: Int?, _ extent: Double
  ) -> (column: Int, top: Double) {
    let column = said ?? column(for: span)
    cursor = column + span
    var lengths = lengths.mutableSpan
    var top = 0.0
    for place in column..<column + span { top = greater(top, lengths[place]) }
    let end = top + extent
    for place in column..<column + span { lengths[place] = end }
    return (column, top)
  }

  /// The first of the columns over which an item is put that says none.
  @inline(__always)
  private mutating func column(for span: Int) -> Int {
    let last = lengths.count - span
    guard let reach else { return cursor <= last ? cursor : 0 }
    let from = keepsOrder && cursor <= last ? cursor : 0
    if span == 1 { return SpanLengths.first(of: lengths.span, last, from: from, reach) }
    var tops: SpanArray<Double> = []
    swap(&tops, &self.tops)
    defer { swap(&tops, &self.tops) }
    SpanLengths.findTops(span, lengths.span, &tops)
    return SpanLengths.first(of: tops.span, last, from: from, reach)
  }

  /// The first column from one on, up to `last`, with a top within reach of the least one; else the first of all.
  @inline(__always)
  private static func first(
    of tops: Span<Double>, _ last: Int, from start: Int, _ reach: Double
  ) -> Int {
    var least = Double.infinity
    for column in 0...last { least = lesser(least, tops[column]) }
    let most = least + reach
    for column in start...last where tops[column] <= most { return column }
    for column in 0..<start where tops[column] <= most { return column }
    return 0
  }

  private static func findTops(
    _ span: Int, _ lengths: Span<Double>, _ tops: inout SpanArray<Double>
  ) {
    var target = tops.mutableSpan
    if span <= spanFew {
      findFewTops(span, lengths, &target)
    } else {
      findManyTops(span, lengths, &target)
    }
  }

  private static func findFewTops(
    _ span: Int, _ lengths: Span<Double>, _ tops: inout MutableSpan<Double>
  ) {
    for column in 0...lengths.count - span {
      var top = lengths[column]
      for place in column + 1..<column + span { top = greater(top, lengths[place]) }
      tops[column] = top
    }
  }

  /// The columns are divided into stretches of `span` columns. Columns that an item stands over are the end of a stretch
  /// and the start of the next one.
  private static func findManyTops(
    _ span: Int, _ lengths: Span<Double>, _ tops: inout MutableSpan<Double>
  ) {
    let count = lengths.count
    var start = (count - 1) / span * span
    var end = count
    while start >= 0 {
      var greatest = 0.0
      for column in (start..<end).reversed() {
        greatest = greater(greatest, lengths[column])
        tops[column] = greatest
      }
      (start, end) = (start - span, start)
    }
    start = 0
    while start < count {
      var greatest = 0.0
      for column in start..<min(start + span, count) {
        greatest = greater(greatest, lengths[column])
        let first = column - span + 1
        if first >= 0 { tops[first] = greater(tops[first], greatest) }
      }
      start += span
    }
  }
}
