/// Consecutive items of a waterfall: their heights and columns, from which their tops follow. Immutable, and shared by
/// layouts with the same items up to its end.
///
/// A place is an item's number counted from the block's first item. Columns are numbered from the side at which the
/// first one is filled.
final class WaterfallBlock: Sendable {
  /// The number of the first item in the section.
  let firstItem: Int
  let itemCount: Int
  let form: WaterfallForm
  /// The lengths and heights, as bits of numbers of points, and the columns, arranged by `form`.
  let numbers: SpanArray<UInt64>
  /// For each column, the number of blocks up to this one, inclusive, in which an item of the column has a height.
  let tallBlocks: [Int32]
  /// The distance from the top of the items to the lowest bottom of an item up to the block's end, in points.
  let extent: Double
  /// The first leaf with items of the block.
  private let leaf: Leaf

  init(
    firstItem: Int, itemCount: Int, form: WaterfallForm, numbers: SpanArray<UInt64>,
    tallBlocks: [Int32],
    extent: Double, leaf: Leaf
  ) {
    self.firstItem = firstItem
    self.itemCount = itemCount
    self.form = form
    self.numbers = numbers
    self.tallBlocks = tallBlocks
    self.extent = extent
    self.leaf = leaf
    leaf.entry?.count(blockBytes: byteCount)
  }

  deinit { leaf.entry?.count(blockBytes: -byteCount) }

  /// Whether the leaf's entry in a table counts this block's memory.
  var isCounted: Bool { leaf.entry != nil }

  /// Memory that the block uses, without the leaf, in bytes.
  var byteCount: Int {
    HeapBytes.object((Int, Int, WaterfallForm, SpanArray<UInt64>, [Int32], Double, Leaf).self)
      + HeapBytes.array(numbers) + HeapBytes.array(tallBlocks)
  }
}

extension WaterfallBlock {
  /// The number of the item after the last one.
  var endItem: Int { firstItem + itemCount }

  var groupCount: Int { (itemCount - 1) &>> form.groupShift + 1 }

  /// The group of an item, numbered as in the section.
  func group(ofItem item: Int) -> Int { (item - firstItem) &>> form.groupShift }

  /// The length of a column before a group, or at the block's end for `groupCount`, in points.
  @inline(__always)
  func length(_ column: Int, before group: Int) -> Double {
    let start = group == groupCount ? 0 : form.start(ofGroup: group)
    return Double(bitPattern: numbers[start &+ column])
  }

  /// The length of a column at the block's start, in points.
  @inline(__always)
  func startLength(_ column: Int) -> Double {
    Double(bitPattern: numbers[form.columnCount + column])
  }

  /// The length of a column at the block's end, in points.
  @inline(__always)
  func endLength(_ column: Int) -> Double { Double(bitPattern: numbers[column]) }

  /// Writes the lengths of the columns before a group, in points.
  @inline(__always)
  func read(_ lengths: inout MutableSpan<Double>, before group: Int) {
    for column in 0..<form.columnCount { lengths[column] = length(column, before: group) }
  }

  /// The places of a group's items.
  @inline(__always)
  func places(ofGroup group: Int) -> Range<Int> {
    group &<< form.groupShift..<min(itemCount, (group + 1) &<< form.groupShift)
  }

  /// Calls `body` with some items of a group, numbered as in the section, in order, until it returns false.
  ///
  /// - Parameter lengths: The lengths of the columns before the first of these items, in points, which become those after
  ///   the last one.
  @inline(__always)
  func visit(
    _ places: Range<Int>, spacing: Double, _ lengths: inout MutableSpan<Double>,
    _ body: (Int, WaterfallPlace) -> Bool
  ) {
    let (form, list) = (form, numbers)
    let numbers = list.span
    let start = form.start(ofGroup: places.lowerBound &>> form.groupShift)
    for place in places {
      let found = form.place(
        place & form.offsetMask, at: start, of: numbers, spacing: spacing, &lengths)
      guard body(firstItem &+ place, found) else { return }
    }
  }

  /// The position of an item. O(items of a group / `stride`)
  ///
  /// - Parameter stride: The distance between the items of a column if columns are filled in turn, else 1.
  func place(ofItem place: Int, spacing: Double, stride: Int) -> WaterfallPlace {
    let (form, list) = (form, numbers)
    let numbers = list.span
    let start = form.start(ofGroup: place &>> form.groupShift)
    let offset = place & form.offsetMask
    let column = form.column(offset, at: start, of: numbers)
    var top = Double(bitPattern: numbers[start + column])
    var earlier = offset % stride
    while earlier < offset {
      let extent = Double(bitPattern: numbers[form.height(earlier, at: start)]) + spacing
      // A sum with 0 is exact. Unlike a choice, it needs no branch.
      top += form.column(earlier, at: start, of: numbers) == column ? extent : 0
      earlier += stride
    }
    let height = Double(bitPattern: numbers[form.height(offset, at: start)])
    return WaterfallPlace(top: top, height: height, column: column)
  }

  /// The height of an item scaled to its column (docs/rules.md#waterfall-heights). An item without a width keeps its
  /// height.
  @inline(__always)
  static func height(_ height: Double, width: Double, columnWidth: Double) -> Double {
    if width == ItemRun.nothing { return height }
    return width == 0 ? 0 : height * columnWidth / width
  }
}
