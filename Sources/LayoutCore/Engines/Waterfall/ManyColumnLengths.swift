/// The lengths of any number of columns: a tree of minima.
struct ManyColumnLengths: ColumnLengths {
  private let leafCount: Int
  /// A complete binary tree: the least length below each node; node 1 is the root, leaves start at `leafCount`.
  private var lengths: [Double]

  /// Makes empty columns, at least one.
  init(_ count: Int) {
    var leafCount = 1
    while leafCount < count { leafCount *= 2 }
    self.leafCount = leafCount
    lengths = [Double](repeating: .infinity, count: 2 * leafCount)
    for column in 0..<count { set(0, column) }
  }

  var least: Double { lengths[1] }

  /// O(log columns)
  mutating func lengthenFirst(
    upTo reach: Double, by extent: Double
  ) -> (column: Int, length: Double) {
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
