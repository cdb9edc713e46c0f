/// Consecutive runs of a section, up to an end that `LeafCut` determines. Versions and sections share leaves.
///
/// Its columns have the same form in memory and for hashing. A leaf of one run is one object without arrays.
public final class Leaf: Sendable {
  // The members that nodes read are first and adjacent.
  public let digest: ContentDigest
  /// The table's entry of the leaf; nil for a leaf of few runs.
  public let entry: (any ContentEntry)?
  /// The number of items in its runs.
  public let itemCount: Int
  /// The number of items with an estimated size.
  public let estimatedCount: Int
  // The small numbers fill the padding after columns.
  let counts: LeafColumn
  private let runs: Int32
  let widths: LeafColumn
  private let bytes: Int32
  let heights: LeafColumn
  let memberTraits: MemberTraits
  private let rest: LeafRest

  private static let runsPerStart = 16
  /// The starts of all leaves of few runs.
  private static let oneStart = [0]

  /// - Parameter digest: The digest of the bytes that the content writes.
  init(_ content: LeafContent, digest: ContentDigest, table: (any ContentTable)?) {
    let runCount = content.runCount
    let starts: [Int]
    if let marked = content.counts.uniform {
      itemCount = Int(marked >> 1) * runCount
      estimatedCount = marked & 1 != 0 ? itemCount : 0
      starts = []
    } else {
      let items = content.counts.itemCounts(stride: Leaf.runsPerStart)
      itemCount = items.items
      estimatedCount = items.estimated
      starts =
        items.items == runCount ? [] : runCount <= Leaf.runsPerStart ? Leaf.oneStart : items.starts
    }
    counts = content.counts
    widths = content.widths
    heights = content.heights
    let members = content.members
    let saysMembers = content.saysMembers
    rest = saysMembers ? .members(LeafMembers(members, starts: starts)) : .starts(starts)
    memberTraits = saysMembers ? MemberTraits(members) : []
    runs = Int32(runCount)
    self.digest = digest
    bytes = Int32(
      Leaf.objectBytes + counts.byteCount + widths.byteCount + heights.byteCount
        + (runCount <= Leaf.runsPerStart ? 0 : HeapBytes.array(starts))
        + (saysMembers ? LeafMembers.byteCount(of: members) : 0))
    entry = runCount < LeafCut.runsMin ? nil : table?.entry(bytes: Int(bytes))
  }

  /// Computes the digest of a content, and creates its leaf. O(runs)
  convenience init(_ content: LeafContent, naming: ContentNaming) {
    let digest = naming.digest { content.write(to: $0) }
    self.init(content, digest: digest, table: naming.table)
  }

  /// Creates a leaf of at most one run. O(1)
  convenience init(_ run: ItemRun?, naming: ContentNaming) {
    self.init(LeafContent(run), naming: naming)
  }

  public var runCount: Int { Int(runs) }

  /// The number of items before every 16th run, if counts differ.
  @inline(__always)
  private var starts: [Int] {
    switch rest {
    case .starts(let starts): starts
    case .members(let members): members.starts
    }
  }

  /// A column for each member that differs from its default in some run.
  @inline(__always)
  var members: [MemberColumn] {
    guard case .members(let members) = rest else { return [] }
    return members.columns
  }

  var contentCounts: ContentCounts {
    ContentCounts(leaves: 1, runs: Int(runs), items: itemCount, estimated: estimatedCount)
  }

  /// An existing run.
  public subscript(run: Int) -> ItemRun { ItemRun(sizes(ofRun: run), members(ofRun: run)) }

  /// An existing run, without its members.
  @inline(__always)
  func sizes(ofRun run: Int) -> SizedRun {
    SizedRun(markedCount: counts.count(run), width: widths.extent(run), height: heights.extent(run))
  }

  var lastRun: ItemRun? { runs == 0 ? nil : self[Int(runs) - 1] }

  /// The extents of all runs.
  @inline(__always)
  private func extents(_ column: ItemColumn) -> LeafColumn {
    switch column {
    case .width: widths
    case .height: heights
    }
  }

  /// A run's extent, in points.
  @inline(__always)
  func extent(_ column: ItemColumn, ofRun run: Int) -> Double {
    switch column {
    case .width: widths.extent(run)
    case .height: heights.extent(run)
    }
  }

  /// The number of items in a run.
  @inline(__always)
  func count(ofRun run: Int) -> Int { Int(counts.count(run) >> 1) }

  /// Calls `body` with the number of items of each run, in order. O(runs)
  @inline(__always)
  func visitCounts(_ body: (Int) -> Void) {
    counts.visitCounts(ofRuns: Int(runs)) { body(Int(truncatingIfNeeded: $0 >> 1)) }
  }

  /// The extent of all runs; nil if they differ. O(1)
  @inline(__always)
  public func uniform(_ column: ItemColumn) -> Double? {
    extents(column).uniform.map { Double(bitPattern: $0) }
  }

  /// Whether every run is a single item.
  var isItemByItem: Bool { itemCount == Int(runs) }

  /// The number of a run's first item in the leaf. For `runCount`, the number of items. O(1)
  func firstItem(ofRun run: Int) -> Int {
    if isItemByItem { return run }
    if let marked = counts.uniform { return run * Int(marked >> 1) }
    guard run < Int(runs) else { return itemCount }
    var item = starts[run / Leaf.runsPerStart]
    for before in run - run % Leaf.runsPerStart..<run { item += Int(counts.count(before) >> 1) }
    return item
  }

  /// The run of an item of the leaf, and the number of that run's first item. O(1), O(log runs) if counts differ
  func run(ofItem item: Int) -> (run: Int, firstItem: Int) {
    precondition(item >= 0 && item < itemCount, "the leaf has the item")
    if isItemByItem { return (item, item) }
    if counts.uniform != nil { return counts.run(ofItem: item, in: 0..<Int(runs), firstItem: 0) }
    // In most leaves, runs of many items are rare.
    let starts = starts
    let likely = Int(Int64(item) * Int64(starts.count) / Int64(itemCount))
    let group =
      partitionPoint(1..<starts.count, near: max(1, likely - 1)..<likely + 2) {
        starts[$0] > item
      } - 1
    return counts.run(
      ofItem: item, in: group * Leaf.runsPerStart..<Int(runs), firstItem: starts[group])
  }

  /// Writes the extents of some runs to the start of a buffer. O(runs)
  func copy(_ column: ItemColumn, ofRuns runs: Range<Int>, to target: inout MutableSpan<Double>) {
    extents(column).copyExtents(runs, to: &target)
  }

  /// Writes the extents of some items to the start of a buffer. O(items)
  func copy(_ column: ItemColumn, ofItems items: Range<Int>, to target: inout MutableSpan<Double>) {
    // Without `extents`, whose result would be retained.
    switch column {
    case .width: copy(widths, ofItems: items, to: &target)
    case .height: copy(heights, ofItems: items, to: &target)
    }
  }

  /// Writes the numbers of one of its columns, other than that of counts, for some items. O(items)
  func copy(
    _ extents: LeafColumn, ofItems items: Range<Int>, to target: inout MutableSpan<Double>
  ) {
    if isItemByItem || extents.uniform != nil { return extents.copyExtents(items, to: &target) }
    guard !items.isEmpty else { return }
    if case .bytes(let counts) = counts, items.count == itemCount {
      return extents.copyItemExtents(counts, to: &target)
    }
    var (run, first) = run(ofItem: items.lowerBound)
    var item = items.lowerBound
    while item < items.upperBound {
      first += count(ofRun: run)
      let extent = extents.extent(run)
      for place in item..<min(first, items.upperBound) {
        target[place - items.lowerBound] = extent
      }
      item = min(first, items.upperBound)
      run += 1
    }
  }

  /// The greatest extent of its runs, in points; 0 without runs. O(1), O(runs) if they differ
  func greatest(_ column: ItemColumn) -> Double {
    extents(column).greatestExtent(0..<Int(runs))
  }

  /// The greatest extent of some items, at least one, in points. O(1), O(their runs) if they differ
  @inline(__always)
  func greatest(_ column: ItemColumn, ofItems items: Range<Int>) -> Double {
    let extents = extents(column)
    if isItemByItem { return extents.greatestExtent(items) }
    let (first, firstItem) = run(ofItem: items.lowerBound)
    if firstItem + count(ofRun: first) >= items.upperBound { return extents.extent(first) }
    return extents.greatestExtent(first..<run(ofItem: items.upperBound - 1).run + 1)
  }

  /// Sets the items of each run of more than `count` items, in order. O(1), O(runs) if counts differ
  func findRuns(ofMoreThan count: Int, _ longRuns: inout [Range<Int>]) {
    longRuns.removeAll(keepingCapacity: true)
    if isItemByItem || counts.greatestCount(ofRuns: Int(runs)) <= count { return }
    var first = 0
    counts.visitCounts(ofRuns: Int(runs)) { marked in
      let end = first + Int(truncatingIfNeeded: marked >> 1)
      if end - first > count { longRuns.append(first..<end) }
      first = end
    }
  }

  /// The totals of its items without estimated sizes. O(runs), O(1) if there are none
  func unmarkedTotals(where isCounted: (SizedRun) -> Bool) -> UnmarkedTotals {
    var totals = UnmarkedTotals()
    if estimatedCount == itemCount { return totals }
    for run in 0..<Int(runs) {
      let run = sizes(ofRun: run)
      if run.isEstimated || !isCounted(run) { continue }
      totals.count += run.count
      totals.width += Double(run.count) * run.width
      totals.height += Double(run.count) * run.height
    }
    return totals
  }

  /// Bytes of memory of the leaf.
  public var byteCount: Int { Int(bytes) }

  private static let objectBytes = HeapBytes.object(
    (
      ContentDigest, (any ContentEntry)?, Int, Int, LeafColumn, Int32, LeafColumn, Int32,
      LeafColumn, MemberTraits, LeafRest
    ).self)
}
