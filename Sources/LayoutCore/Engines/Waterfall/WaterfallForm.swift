/// The form of a block's numbers: the lengths of all columns at the block's end, then groups of consecutive items.
///
/// A group has the lengths of all columns at its start, the column of each item in the least sufficient power of two of
/// bits, at least two, and the height of each item. The top of an item follows from these: it is the length of the
/// item's column, after which the column grows by the height and the spacing. So a top has the same bits as when the
/// item was placed, and a query waits for memory once.
struct WaterfallForm: Equatable {
  let columnCount: Int
  /// The binary logarithm of the number of items in a group. A group has at least two items per column, so that the
  /// lengths take at most four bytes per item.
  let groupShift: Int
  /// The binary logarithm of the number of bits for the column of an item.
  private let columnShift: Int
  /// The number of numbers in a full group.
  private let stride: Int
  /// The distance from a group's start to its heights.
  private let heights: Int

  /// - Parameter columnCount: The number of columns, at least 1.
  init(columnCount: Int) {
    func bits(_ count: Int) -> Int { Int.bitWidth - (count - 1).leadingZeroBitCount }
    self.columnCount = columnCount
    groupShift = max(5, bits(2 * columnCount))
    columnShift = max(1, bits(bits(max(2, columnCount))))
    heights = columnCount + 1 << (groupShift + columnShift - 6)
    stride = heights + 1 << groupShift
  }

  /// The number of items in a group, less 1.
  @inline(__always)
  var offsetMask: Int { 1 &<< groupShift &- 1 }

  /// The index of a group's first number.
  @inline(__always)
  func start(ofGroup group: Int) -> Int { columnCount &+ group &* stride }

  /// The number of numbers for some items, at least one.
  func count(ofItems items: Int) -> Int {
    start(ofGroup: (items - 1) >> groupShift) + heights + (items - 1) & offsetMask + 1
  }

  /// The index of the height of an item, given by its offset in the group that starts at `start`.
  @inline(__always)
  func height(_ offset: Int, at start: Int) -> Int { start &+ heights &+ offset }

  /// The indices of the numbers that contain columns, in the group that starts at `start`.
  func columnWords(at start: Int) -> Range<Int> { start + columnCount..<start + heights }

  /// The number that contains the column of an item, and the shift of the column in it.
  @inline(__always)
  func column(_ offset: Int, at start: Int) -> (word: Int, shift: Int) {
    let bit = offset &<< columnShift
    return (start &+ columnCount &+ bit &>> 6, bit & 63)
  }

  /// Calls `body` with room for the lengths of all columns. The room for up to 16 columns is not on the heap.
  func withLengths<Stop: Error>(
    _ body: (inout MutableSpan<Double>) throws(Stop) -> Void
  ) throws(Stop) {
    if columnCount <= 16 {
      var few: Array16<Double> = array16(repeating: 0)
      var lengths = few.mutableSpan
      try body(&lengths)
    } else {
      var many = SpanArray(repeating: 0.0, count: columnCount)
      var lengths = many.mutableSpan
      try body(&lengths)
    }
  }

  /// The number of bits of a column.
  @inline(__always)
  var columnBits: Int { 1 &<< columnShift }

  /// The column of an item.
  @inline(__always)
  func column(_ offset: Int, at start: Int, of numbers: Span<UInt64>) -> Int {
    let (word, shift) = column(offset, at: start)
    return Int(truncatingIfNeeded: numbers[word] &>> UInt64(truncatingIfNeeded: shift))
      & (1 &<< columnBits &- 1)
  }

  /// The position of the next item of a group, whose column then grows.
  ///
  /// - Parameters:
  ///   - offset: The number of items of the group before it.
  ///   - start: The index of the group's first number.
  ///   - lengths: The lengths of the columns before the item, in points.
  @inline(__always)
  func place(
    _ offset: Int, at start: Int, of numbers: Span<UInt64>, spacing: Double,
    _ lengths: inout MutableSpan<Double>
  ) -> WaterfallPlace {
    let column = column(offset, at: start, of: numbers)
    let height = Double(bitPattern: numbers[height(offset, at: start)])
    let top = lengths[column]
    lengths[column] = top + (height + spacing)
    return WaterfallPlace(top: top, height: height, column: column)
  }
}

/// The position of an item of a waterfall along the scroll axis, in points from the top of the items, and its column.
struct WaterfallPlace {
  let top: Double
  let height: Double
  /// Numbered from the side at which the first column is filled.
  let column: Int
}
