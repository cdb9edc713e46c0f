/// Consecutive items of a waterfall with spans: their tops, heights and columns. Immutable, and shared by layouts in which
/// the columns before it are equally long.
///
/// A place is an item's number counted from the block's first item. Columns are numbered from the side at which the first
/// one is filled.
final class SpanBlock: Sendable {
  /// The most memory for an item, in bytes.
  static let bytesPerItem = 32
  /// The binary logarithms of the numbers of items in a stretch, and in a group of stretches.
  static let stretchShift = 4
  static let groupShift = 8

  /// The tops, measured from the top of the items, and the heights, in points.
  let tops: SpanArray<Double>
  let heights: SpanArray<Double>
  /// The first column of each item, and its span in the upper half.
  private let columns: SpanArray<UInt32>
  /// The least top and the lowest bottom of the items of each stretch, and of each group of them.
  let stretches: SpanArray<SIMD2<Double>>
  let groups: SpanArray<SIMD2<Double>>
  /// The lengths of all columns at the block's end, in points; none in the last block.
  let ends: SpanArray<Double>
  /// For each of these columns 1 if an item with a height stands over it.
  let talls: SpanArray<UInt8>
  /// The column behind the last item.
  let cursor: Int
  /// The least and the greatest top, and by how much a top is above an earlier one at most, in points.
  let leastTop: Double
  let greatestTop: Double
  let inversion: Double
  /// The first leaf with items of the block; nil for equal items.
  private let leaf: Leaf?

  /// - Parameter lengths: The columns at the block's end; nil for the last block.
  init(_ items: SpanItems, talls: SpanArray<UInt8>, _ lengths: SpanLengths?, leaf: Leaf?) {
    let count = items.count
    tops = SpanArray(items.tops[..<count])
    heights = SpanArray(items.heights[..<count])
    columns = SpanArray(items.columns[..<count])
    stretches = SpanBlock.bounds(count, SpanBlock.stretchShift) {
      SIMD2(items.tops[$0], items.tops[$0] + items.heights[$0])
    }
    let stretches = stretches
    groups = SpanBlock.bounds(
      stretches.count, SpanBlock.groupShift - SpanBlock.stretchShift
    ) { stretches[$0] }
    ends = lengths?.lengths ?? []
    self.talls = lengths == nil ? [] : talls
    cursor = lengths?.cursor ?? 0
    var (least, greatest, inversion) = (Double.infinity, 0.0, 0.0)
    for place in 0..<count {
      least = lesser(least, items.tops[place])
      greatest = greater(greatest, items.tops[place])
      inversion = greater(greatest - items.tops[place], inversion)
    }
    (leastTop, greatestTop, self.inversion) = (least, greatest, inversion)
    self.leaf = leaf
    leaf?.entry?.count(blockBytes: byteCount)
  }

  deinit { leaf?.entry?.count(blockBytes: -byteCount) }

  /// The least top and the lowest bottom of each group of bounds. O(count)
  private static func bounds(
    _ count: Int, _ shift: Int, _ bounds: (Int) -> SIMD2<Double>
  ) -> SpanArray<SIMD2<Double>> {
    var all: SpanArray<SIMD2<Double>> = []
    all.reserveCapacity((count - 1) >> shift + 1)
    var first = 0
    while first < count {
      var (top, bottom) = (Double.infinity, 0.0)
      for place in first..<min(count, first + (1 << shift)) {
        let bounds = bounds(place)
        (top, bottom) = (lesser(top, bounds.x), greater(bottom, bounds.y))
      }
      all.append(SIMD2(top, bottom))
      first += 1 << shift
    }
    return all
  }

  var itemCount: Int { tops.count }

  /// The first column of an item, and the number of columns that it stands over.
  @inline(__always)
  func columns(_ place: Int) -> (first: Int, span: Int) {
    let packed = columns[place]
    return (Int(packed & 0xFFFF), Int(packed >> 16))
  }

  /// The length of a column at the block's end, in points; infinite in the last block.
  @inline(__always)
  func end(_ column: Int) -> Double { ends.isEmpty ? .infinity : ends[column] }

  /// The lowest bottom of an item, in points. O(items / 256)
  var bottom: Double { groups.reduce(0) { greater($0, $1.y) } }

  /// Whether the leaf's entry in a table counts this block's memory.
  var isCounted: Bool { leaf?.entry != nil }

  /// Memory that the block uses, without the leaf, in bytes.
  var byteCount: Int {
    HeapBytes.object(
      (
        SpanArray<Double>, SpanArray<Double>, SpanArray<UInt32>, SpanArray<SIMD2<Double>>,
        SpanArray<SIMD2<Double>>, SpanArray<Double>, SpanArray<UInt8>, Int,
        Double, Double, Double, Leaf?
      ).self)
      + HeapBytes.array(tops) + HeapBytes.array(heights) + HeapBytes.array(columns)
      + HeapBytes.array(stretches) + HeapBytes.array(groups) + HeapBytes.array(ends)
      + HeapBytes.array(talls)
  }
}

/// The items of the next block.
struct SpanItems {
  fileprivate var tops: SpanArray<Double>
  fileprivate var heights: SpanArray<Double>
  fileprivate var columns: SpanArray<UInt32>
  private(set) var count = 0

  init(room: Int) {
    tops = SpanArray(repeating: 0, count: room)
    heights = tops
    columns = SpanArray(repeating: 0, count: room)
  }

  @inline(__always)
  mutating func append(top: Double, height: Double, column: Int, span: Int) {
    tops[count] = top
    heights[count] = height
    columns[count] = UInt32(truncatingIfNeeded: column | span << 16)
    count += 1
  }

  mutating func removeAll() { count = 0 }
}
