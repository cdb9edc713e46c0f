/// The tops of the lines of a leaf, in points from the leaf's top.
enum LineTops: Equatable, Sendable {
  /// The top of each line, if floats represent them exactly and no sum was rounded.
  case exact(SpanArray<Float>)
  /// The top of each line.
  case rounded(SpanArray<Double>)
  /// The tops of every 4th row of a leaf whose runs are single items.
  case sampled(SampledTops)
  case stretches([LineStretch])
  /// The top and the height of each line, if heights are not those of items.
  case computed(tops: SpanArray<Double>, extents: SpanArray<Double>)

  /// Stores the top of each line of a leaf that ends at `pitch`. O(lines)
  init(_ tops: ArraySlice<Double>, of leaf: Leaf, pitch: Double, spacing: Double) {
    let isExact =
      pitch < LineTops.exactLimit && leaf.heights.areExact && LineTops.isExact(spacing)
    self = isExact ? .exact(LineTops.floats(tops.span)) : .rounded(SpanArray(tops))
  }

  private static func floats(_ tops: Span<Double>) -> SpanArray<Float> {
    var floats = SpanArray(repeating: Float(0), count: tops.count)
    var target = floats.mutableSpan
    for line in tops.indices { target[line] = Float(tops[line]) }
    return floats
  }

  var byteCount: Int {
    switch self {
    case .exact(let tops): HeapBytes.array(tops)
    case .rounded(let tops): HeapBytes.array(tops)
    case .sampled(let samples): HeapBytes.array(samples.tops)
    case .stretches(let stretches): HeapBytes.array(stretches)
    case .computed(let tops, let extents): HeapBytes.array(tops) + HeapBytes.array(extents)
    }
  }

  /// Below this, floats represent all multiples of 1/64 point. In points.
  private static let exactLimit = 0x1p18

  /// Whether an extent is a multiple of 1/64 point.
  fileprivate static func isExact(_ extent: Double) -> Bool {
    (extent * 64).rounded() == extent * 64
  }
}

extension LeafColumn {
  /// Whether all extents are multiples of 1/64 point. May be false although they are. O(runs), O(1) for whole numbers
  fileprivate var areExact: Bool {
    switch self {
    case .equal(let bits): return LineTops.isExact(Double(bitPattern: bits))
    case .bytes, .words: return true
    case .halves(let numbers):
      // Adding and subtracting a number whose neighbouring floats are 1/64 apart changes all values but multiples of
      // 1/64.
      var differences: UInt32 = 0
      for number in numbers {
        differences |= ((Float(bitPattern: number) + 196_608) - 196_608).bitPattern ^ number
      }
      return differences == 0
    case .longs: return false
    }
  }
}

/// The tops of every 4th row of a leaf whose runs are single items. The tops between are sums of heights, which a query
/// reads for visible rows anyway.
struct SampledTops: Equatable {
  static let rowsPerSample = 4
  /// Rows of more items store all their tops, so that a sum reads few items.
  static let perLineMax = 4

  /// The number of items of a row. The section's last row may have fewer.
  let perLine: Int
  let tops: SpanArray<Double>
}

/// Consecutive lines whose items are all of one run, or a single line.
struct LineStretch: Equatable {
  /// The number of its first line in the block.
  let line: Int
  /// The first item of that line.
  let item: Int
  /// The number of items of each line. The last one may have fewer.
  let perLine: Int
  /// The top of its first line, in points.
  let top: Double
  /// The height of each line, in points.
  let extent: Double
  /// Distance between the tops of two lines, in points.
  let pitch: Double

  @inline(__always)
  func top(ofLine line: Int) -> Double { top + Double(line - self.line) * pitch }
}

extension [LineStretch] {
  /// The stretch that contains a line. O(log stretches)
  func stretch(ofLine line: Int) -> LineStretch {
    self[partitionPoint(1..<count) { self[$0].line > line } - 1]
  }
}
