/// Builds a tree from runs, and from items of other trees, in order.
///
/// Runs go to a buffer, which is cut into leaves. The end of a leaf depends on the leaf's runs alone, and the end of a
/// node on its children alone. So if a leaf of another tree begins after a cut, that leaf and the leaves after it are
/// used as they are; and if a node of another tree begins where a node of its level begins, so is that node.
///
/// Leaves get their digests in batches. Until then, leaves of other trees wait, too. Then all are put under the last node
/// of the lowest level, and each node that ends is put under the last node of the next level. Leaves of other trees may
/// be many, so they wait longer, until a meter pays.
public struct ContentTreeBuilder {
  private let naming: ContentNaming
  private var buffer = RunBuffer()
  /// Other trees' leaves after the last cut. The last leaf is taken back if the next run joins its last run.
  private var last: LeafRange?
  /// The leaves before `last`, in order; nil for a leaf that has no digest yet.
  private var waiting: [LeafRange?] = []
  /// The leaves that have no digest yet, and the number of their runs.
  private var contents: [LeafContent] = []
  private var waitingRuns = 0
  private var known = KnownLeaves()
  /// The leaves before the waiting ones that are not under nodes yet, in order. They have digests.
  private var named: [LeafRange] = []
  /// The last node of each level: the first one has leaves.
  private var levels: [OpenNode] = []
  /// The steps that no meter has paid for: children put under nodes, nodes made, and runs of leaves taken back.
  private var unpaid = 0

  /// The number of items or runs to append before leaves are cut.
  private static let portion = LeafCut.runsMax
  /// The cost of making a node and its digest, in steps, without that of its children.
  private static let stepsPerNode = 8

  public init(naming: ContentNaming) { self.naming = naming }

  /// Appends a run. A run without items has no effect. O(1) on average
  public mutating func append(_ run: ItemRun) {
    precondition(run.count >= 0, "a run has no fewer than 0 items")
    guard run.count > 0 else { return }
    if last != nil { open(with: run) }
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
    let (widthList, heightList) = (SpanArray(widths.list), SpanArray(heights.list))
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
    let first = ItemRun(
      count: widths.count == 1 && heights.count == 1 ? count : 1, width: widths[0],
      height: heights[0], isEstimated: isEstimated)
    if first.count == count { return append(first) }
    if last != nil { open(with: first) }
    buffer.append(count: count, widths: widths, heights: heights, isEstimated: isEstimated)
    cut()
  }

  /// Appends up to a few thousand listed items. O(items)
  ///
  /// - Parameter numbers: The numbers to whose places the items refer.
  package mutating func append(_ items: ListedItems, _ numbers: Span<Double>) {
    guard items.count > 0 else { return }
    if last != nil { open(with: items.run(0..<1, numbers)) }
    buffer.append(items, numbers)
    cut()
  }

  /// Appends some items of the tree of a cursor. O(log leaves of the tree + runs of leaves that begin after no cut)
  mutating func append(
    _ items: Range<Int>, from cursor: inout LeafCursor, meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    if items.isEmpty { return }
    let counts = cursor.root.counts
    // The counts before the leaf that contains the item after these. That leaf cannot be used as a whole.
    let end =
      items.upperBound == counts.items ? counts : cursor.leaf(ofItem: items.upperBound).before
    var item = items.lowerBound
    while item < items.upperBound {
      let place = cursor.leaf(ofItem: item)
      if item == place.before.items, isCut(before: place.leaf), place.number < end.leaves {
        last = LeafRange(root: cursor.root, leaves: place.number..<end.leaves)
        item = end.items
        continue
      }
      let part = items.clamped(to: place.items)
      let start = place.before.items
      note(place, of: cursor.root)
      try meter.take(min(part.count, place.leaf.runCount))
      if last != nil { open(with: place.leaf[place.leaf.run(ofItem: item - start).run]) }
      buffer.append(place.leaf, items: item - start..<part.upperBound - start)
      if buffer.pending >= ContentTreeBuilder.portion { cut() }
      item = part.upperBound
    }
    try putNamed(&meter)
  }

  /// Records a leaf of a tree, so that it is used for new leaves with the same content.
  mutating func note(_ place: LeafPlace, of root: ContentChild) {
    known.note(place.leaf, LeafRange(root: root, leaves: place.number..<place.number + 1))
  }

  /// Appends a run. Pays for the work.
  mutating func append(_ run: ItemRun, _ meter: inout WorkMeter) throws(WalkInterrupted) {
    try meter.take()
    append(run)
    try putNamed(&meter)
  }

  /// Puts leaves that have digests under nodes, except for the last ones. Pays for this, and for the work before.
  private mutating func putNamed(_ meter: inout WorkMeter) throws(WalkInterrupted) {
    if named.count > 1 {
      for range in named.dropLast() {
        if case .node = range.root, range.hasEnd {
          // The nodes above the last leaf may continue.
          try putUnderNodes(range.leaves.dropLast(), of: range.root, &meter)
          put(.leaf(range.last))
        } else {
          try putUnderNodes(range.leaves, of: range.root, &meter)
        }
      }
      named.removeFirst(named.count - 1)
    }
    try pay(&meter)
  }

  private mutating func pay(_ meter: inout WorkMeter) throws(WalkInterrupted) {
    try meter.take(unpaid)
    unpaid = 0
  }

  /// The tree of everything appended since the last call. No meter pays, so no items of other trees may be among this.
  /// O(1) on average for each leaf
  public mutating func finish() -> ContentTree {
    var meter = WorkMeter.unlimited
    do throws(WalkInterrupted) {
      return try finish(&meter)
    } catch {
      preconditionFailure("the meter grants every step")
    }
  }

  /// The tree of everything appended since the last call. Pays for each child that is put under a node, and for each
  /// node, before the next child. O(1) on average for each leaf
  @inline(never)
  mutating func finish(_ meter: inout WorkMeter) throws(WalkInterrupted) -> ContentTree {
    if hasOneRun {
      add(LeafContent(buffer.takeLast()))
    } else {
      buffer.flush()
      cut()
      if !buffer.isEmpty { add(buffer.lastLeaf()) }
      if let last { waiting.append(last) }
    }
    nameLeaves()
    try putNamed(&meter)
    let root = try takeRoot(&meter)
    (last, named, known) = (nil, [], KnownLeaves())
    return ContentTree(root: root, naming: naming)
  }

  /// Whether at most one run was appended.
  var hasOneRun: Bool { waiting.isEmpty && last == nil && named.isEmpty && buffer.pending == 0 }

  /// Removes and returns the last run; nil if there is none.
  mutating func takeLastRun() -> ItemRun? { buffer.takeLast() }
}

extension ContentTreeBuilder {
  /// Before a run is appended after leaves of another tree: takes back the last one if the run joins its last run, or if
  /// it may not end at a cut.
  private mutating func open(with run: ItemRun) {
    guard var range = last else { return }
    last = nil
    let leaf = range.last
    if range.hasEnd || leaf.lastRun?.joins(run) == true {
      unpaid += leaf.runCount
      range.leaves.removeLast()
      known.note(
        leaf,
        LeafRange(
          root: range.root, leaves: range.leaves.upperBound..<range.leaves.upperBound + 1))
      buffer.append(leaf, items: 0..<leaf.itemCount)
    }
    if !range.leaves.isEmpty { waiting.append(range) }
  }

  /// Whether there is a cut before a leaf of another tree, and the leaf's first run does not continue the last run.
  private mutating func isCut(before leaf: Leaf) -> Bool {
    let run = leaf[0]
    if last != nil { open(with: run) }
    if let last = buffer.last, last.joins(run) { return false }
    buffer.flush()
    cut()
    return buffer.isEmpty
  }

  /// Makes leaves of the runs whose leaf is complete.
  private mutating func cut() {
    while let leaf = buffer.nextLeaf() { add(leaf) }
  }

  private mutating func add(_ leaf: LeafContent) {
    contents.append(leaf)
    waiting.append(nil)
    waitingRuns += leaf.runCount
    if waitingRuns >= ContentNaming.batchRuns { nameLeaves() }
  }

  /// Computes the digests of waiting leaves.
  private mutating func nameLeaves() {
    let leaves = naming.leaves(contents)
    var next = 0
    for range in waiting {
      if let range {
        append(range)
      } else {
        append(known.place(of: leaves[next]))
        next += 1
      }
    }
    (contents, waiting, waitingRuns) = ([], [], 0)
  }

  /// Appends leaves that have digests. If a single new leaf waits, it is put under nodes first: its runs have paid for
  /// this.
  private mutating func append(_ range: LeafRange) {
    if !named.isEmpty, named[named.count - 1].join(range) { return }
    if named.count == 1, case .leaf = named[0].root { put(named.removeLast().root) }
    named.append(range)
  }

  /// Puts some leaves below a child under nodes. If they include all leaves of a node, and it begins where a node of
  /// its level begins, it is used as it is.
  private mutating func putUnderNodes(
    _ leaves: Range<Int>, of child: ContentChild, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    if leaves.isEmpty { return }
    try pay(&meter)
    guard case .node(let node) = child,
      leaves.count < node.counts.leaves || !isBetweenNodes(below: node.level)
    else { return put(child) }
    var number = node.child { $0.leaves > leaves.lowerBound }
    let end =
      leaves.upperBound == node.counts.leaves
      ? node.children.count : node.child { $0.leaves > leaves.upperBound }
    while number < node.children.count {
      let start = node.counts(before: number).leaves
      if start >= leaves.upperBound { break }
      if number < end, start >= leaves.lowerBound, isBetweenNodes(below: node.level - 1) {
        try pay(&meter)
        makeLevel(node.level - 1)
        let next = levels[node.level - 1].append(number..<end, of: node)
        unpaid += next - number
        number = next
        endNode(node.level - 1)
      } else {
        let part = leaves.clamped(to: start..<node.counts(before: number + 1).leaves)
        // Recurses one level down.
        try putUnderNodes(
          part.lowerBound - start..<part.upperBound - start, of: node.children[number], &meter)
        number += 1
      }
    }
  }

  /// Whether the next child begins a node on each level below this one.
  private func isBetweenNodes(below level: Int) -> Bool {
    levels.prefix(level).allSatisfy { $0.isEmpty }
  }

  private mutating func put(_ child: ContentChild) {
    let level = child.level
    makeLevel(level)
    levels[level].append(child)
    unpaid += 1
    endNode(level)
  }

  private mutating func makeLevel(_ level: Int) {
    while levels.count <= level { levels.append(OpenNode()) }
  }

  /// Ends the last node of a level if it is full.
  private mutating func endNode(_ level: Int) {
    if levels[level].isFull { makeNode(level) }
  }

  /// Makes a node of the last children of a level, and puts it under the next level.
  private mutating func makeNode(_ level: Int) {
    unpaid += ContentTreeBuilder.stepsPerNode
    put(levels[level].end(naming: naming))
  }

  /// The root over everything that was put under nodes, and over the last leaves, which end the tree.
  private mutating func takeRoot(_ meter: inout WorkMeter) throws(WalkInterrupted) -> ContentChild {
    guard let range = named.first else { preconditionFailure("a tree has leaves") }
    if levels.isEmpty, range.isWhole { return range.root }
    try putUnderNodes(range.leaves, of: range.root, &meter)
    var level = 0
    while true {
      let isHighest = levels.dropFirst(level + 1).allSatisfy { $0.isEmpty }
      if isHighest, var root = levels[level].onlyChild {
        try pay(&meter)
        levels = []
        while case .node(let node) = root, node.children.count == 1 { root = node.children[0] }
        return root
      }
      if !levels[level].isEmpty { makeNode(level) }
      level += 1
    }
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
