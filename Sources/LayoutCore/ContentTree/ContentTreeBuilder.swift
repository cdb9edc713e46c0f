/// Builds a tree from runs in order.
public struct ContentTreeBuilder {
  private let naming: ContentNaming
  private var buffer = RunBuffer()
  /// Leaves that have no digest yet, and the number of their runs.
  private var contents: [LeafContent] = []
  private var waitingRuns = 0
  /// The first leaf, until there is a second one.
  private var firstLeaf: Leaf?
  /// The nodes over the leaves, if there are several leaves.
  private var nodes: NodeBuilder?

  /// The number of items or runs to append before leaves are cut.
  private static let portion = 4096

  public init(naming: ContentNaming) { self.naming = naming }

  /// Appends a run. A run without items has no effect. O(1) on average
  public mutating func append(_ run: ItemRun) {
    precondition(run.count >= 0, "a run has no fewer than 0 items")
    guard run.count > 0 else { return }
    buffer.append(run)
    if buffer.pending >= ContentTreeBuilder.portion { cut() }
  }

  /// Appends items with the same mark, and with one extent each or one for all. O(items) for one each, else O(1)
  public mutating func append(
    count: Int, widths: Extents, heights: Extents, isEstimated: Bool = false
  ) {
    if case .uniform(let width) = widths, case .uniform(let height) = heights {
      return append(ItemRun(count: count, width: width, height: height, isEstimated: isEstimated))
    }
    let (widthList, heightList) = (widths.list, heights.list)
    for start in stride(from: 0, to: count, by: ContentTreeBuilder.portion) {
      let items = start..<min(count, start + ContentTreeBuilder.portion)
      append(
        count: items.count, widths: widthList.span.extracting(widths.range(items)),
        heights: heightList.span.extracting(heights.range(items)), isEstimated: isEstimated)
    }
  }

  /// Appends up to a few thousand items with the same mark, and with one extent each or one for all. O(items)
  public mutating func append(
    count: Int, widths: Span<Double>, heights: Span<Double>, isEstimated: Bool = false
  ) {
    guard count > 0 else { return }
    precondition(widths.count == count || widths.count == 1, "a width for each item or for all")
    precondition(heights.count == count || heights.count == 1, "a height for each item or for all")
    if widths.count == 1 && heights.count == 1 {
      return append(
        ItemRun(count: count, width: widths[0], height: heights[0], isEstimated: isEstimated))
    }
    buffer.append(count: count, widths: widths, heights: heights, isEstimated: isEstimated)
    cut()
  }

  /// The tree of everything appended since the last call. O(1) on average for each leaf
  public mutating func finish() -> ContentTree {
    if hasOneRun {
      return ContentTree(root: .leaf(Leaf(buffer.takeLast(), naming: naming)), naming: naming)
    }
    buffer.flush()
    cut()
    if !buffer.isEmpty { contents.append(buffer.lastLeaf()) }
    nameLeaves()
    let (first, level) = (firstLeaf!, nodes?.take())
    (firstLeaf, nodes) = (nil, nil)
    return ContentTree(
      root: level.map { NodeBuilder.root(over: $0, naming: naming) } ?? .leaf(first),
      naming: naming)
  }

  /// Whether at most one run was appended.
  var hasOneRun: Bool { firstLeaf == nil && contents.isEmpty && buffer.pending == 0 }

  /// Removes and returns the last run; nil if there is none.
  mutating func takeLastRun() -> ItemRun? { buffer.takeLast() }

  /// Makes leaves of the runs whose leaf is complete.
  private mutating func cut() {
    while let leaf = buffer.nextLeaf() {
      contents.append(leaf)
      waitingRuns += leaf.runCount
    }
    if waitingRuns >= ContentNaming.batchRuns { nameLeaves() }
  }

  private mutating func nameLeaves() {
    for leaf in naming.leaves(contents) { append(leaf) }
    (contents, waitingRuns) = ([], 0)
  }

  private mutating func append(_ leaf: Leaf) {
    guard let first = firstLeaf else {
      firstLeaf = leaf
      return
    }
    if nodes == nil {
      nodes = NodeBuilder(naming: naming)
      nodes!.append(.leaf(first))
    }
    nodes!.append(.leaf(leaf))
  }
}

extension Extents {
  /// The numbers: one per item, or one for all.
  fileprivate var list: [Double] {
    switch self {
    case .uniform(let extent): [extent]
    case .explicit(let extents): extents
    }
  }

  /// The positions of the numbers of some items in the list.
  fileprivate func range(_ items: Range<Int>) -> Range<Int> {
    if case .uniform = self { return 0..<1 }
    return items
  }
}
