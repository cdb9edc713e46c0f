/// The lengths of any number of columns while items are placed by `shortest`, as a tree of minima.
struct ManyColumnLengths: WaterfallLengths {
  private let columnCount: Int
  private let leafCount: Int
  /// A complete binary tree with the least length below each node. Node 1 is the root; leaves start at `leafCount`.
  private var lengths: [Double]

  /// Creates columns of these lengths, at least one. O(columns)
  init(_ lengths: [Double], itemsBefore: Int) {
    columnCount = lengths.count
    var leafCount = 1
    while leafCount < lengths.count { leafCount *= 2 }
    self.leafCount = leafCount
    self.lengths = [Double](repeating: .infinity, count: leafCount) + lengths
    self.lengths += [Double](repeating: .infinity, count: leafCount - lengths.count)
    for node in (1..<leafCount).reversed() {
      self.lengths[node] = min(self.lengths[2 * node], self.lengths[2 * node + 1])
    }
  }

  func write(to numbers: inout MutableSpan<UInt64>, at place: Int) {
    for column in 0..<columnCount {
      numbers[place + column] = lengths[leafCount + column].bitPattern
    }
  }

  /// O(log columns)
  mutating func take(_ extent: Double) -> (column: Int, length: Double) {
    let reach = lengths[1] + fitTolerance
    var node = 1
    while node < leafCount { node = lengths[2 * node] <= reach ? 2 * node : 2 * node + 1 }
    let length = lengths[node]
    set(length + extent, node - leafCount)
    return (node - leafCount, length)
  }

  private mutating func set(_ length: Double, _ column: Int) {
    var node = leafCount + column
    lengths[node] = length
    while node > 1 {
      node /= 2
      lengths[node] = min(lengths[2 * node], lengths[2 * node + 1])
    }
  }
}
