/// Makes a tree of runs that come in order.
public struct ContentTreeBuilder {
  private let naming: ContentNaming
  private var buffer = RunBuffer()
  private var leaves: [ContentChild] = []

  /// So many items or runs are added before leaves are cut.
  private static let portion = 4096

  public init(naming: ContentNaming) { self.naming = naming }

  /// Adds a run; one without items adds nothing. O(1) on the average
  public mutating func append(_ run: ItemRun) {
    precondition(run.count >= 0, "a run has no fewer than 0 items")
    guard run.count > 0 else { return }
    buffer.append(run)
    if buffer.pending >= ContentTreeBuilder.portion { cut() }
  }

  /// Adds items of one mark, with an extent for each or one for all. O(items) for explicit ones, else O(1)
  public mutating func append(
    count: Int, widths: Extents, heights: Extents, isEstimated: Bool = false
  ) {
    if case .uniform(let width) = widths, case .uniform(let height) = heights {
      return append(ItemRun(count: count, width: width, height: height, isEstimated: isEstimated))
    }
    for start in stride(from: 0, to: count, by: ContentTreeBuilder.portion) {
      let items = start..<min(count, start + ContentTreeBuilder.portion)
      buffer.append(items: items, widths: widths, heights: heights, isEstimated: isEstimated)
      cut()
    }
  }

  /// The tree of all that was added. O(leaves)
  public consuming func finish() -> ContentTree {
    if leaves.isEmpty && buffer.pending == 0 {
      return ContentTree(root: .leaf(naming.shared(Leaf(buffer.last, naming: naming))))
    }
    buffer.flush()
    cut()
    if !buffer.isEmpty { leaves.append(.leaf(naming.shared(buffer.lastLeaf(naming: naming)))) }
    return ContentTree(root: NodeBuilder.root(over: leaves, naming: naming))
  }

  /// Makes leaves of the runs whose leaf is known to end.
  private mutating func cut() {
    while let leaf = buffer.nextLeaf(naming: naming) { leaves.append(.leaf(naming.shared(leaf))) }
  }
}
