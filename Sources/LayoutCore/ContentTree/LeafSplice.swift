/// Makes the leaves of a tree after edits, from the leaves of the old tree.
///
/// Each stretch begins at the leaf of an edit, or at the leaf before if its last run is extended. It ends when a cut
/// coincides with the end of an old leaf: all later cuts are the same as before.
struct LeafSplice {
  private let tree: ContentTree
  private let edits: [ContentEdit]
  private let naming: ContentNaming
  private var finder: LeafFinder
  private var buffer = RunBuffer()
  /// The replaced children whose leaves have digests.
  private var stretches: [ReplacedChildren] = []
  /// Finished stretches, some of whose leaves may have no digest yet.
  private var drafts: [Draft] = []
  /// The leaves without a digest, and the number of their runs.
  private var contents: [LeafContent] = []
  private var waitingRuns = 0
  /// The leaves of the current stretch that have digests.
  private var leaves = StretchLeaves()
  /// The leaf before the stretch, while the stretch has no runs and its first run may extend that leaf's last run.
  private var before: LeafPlace?
  /// The first leaf of the stretch.
  private var start = 0

  /// A finished stretch.
  private struct Draft {
    var replaced: Range<Int>
    var leaves: StretchLeaves
    /// The end of its leaves among those without a digest.
    var contentsEnd: Int
  }

  init(_ tree: ContentTree, _ edits: [ContentEdit], naming: ContentNaming) {
    self.tree = tree
    self.edits = edits
    self.naming = naming
    finder = LeafFinder(tree)
  }

  /// The replaced children, ascending.
  mutating func run(meter: inout StepMeter) throws(WalkStop) -> [ReplacedChildren] {
    var next = 0
    while next < edits.count {
      let end = try replace(from: &next, meter: &meter)
      drafts.append(Draft(replaced: start..<end, leaves: leaves, contentsEnd: contents.count))
      leaves = StretchLeaves()
    }
    name()
    return stretches
  }

  /// Computes the digests of waiting leaves, those of the current stretch last.
  private mutating func name() {
    let named = naming.leaves(contents)
    var first = 0
    for number in drafts.indices {
      let end = drafts[number].contentsEnd
      drafts[number].leaves.append(named[first..<end])
      first = end
      let draft = drafts[number]
      var stretch = ReplacedChildren(leaves: draft.replaced, children: draft.leaves.children)
      if draft.leaves.hasFound { trim(&stretch) }
      if !stretch.leaves.isEmpty || !stretch.children.isEmpty { stretches.append(stretch) }
    }
    leaves.append(named[first...])
    (drafts, contents, waitingRuns) = ([], [], 0)
  }

  /// Makes the leaves of a stretch that begins with an edit. Returns the old leaf after it.
  private mutating func replace(
    from next: inout Int, meter: inout StepMeter
  ) throws(WalkStop) -> Int {
    let first = edits[next].items.lowerBound
    var place =
      first < tree.itemCount ? finder.leaf(ofItem: first) : finder.leaf(number: tree.leafCount - 1)
    start = place.number
    leaves.note(place.leaf)
    var item = place.before.items
    before = item == first && start > 0 ? finder.leaf(number: start - 1) : nil
    var hasEdits = false
    while true {
      if next < edits.count, edits[next].items.lowerBound == item {
        try apply(edits[next], at: &place, meter: &meter)
        item = edits[next].items.upperBound
        next += 1
        hasEdits = true
        continue
      }
      guard item < tree.itemCount else {
        finish()
        return tree.leafCount
      }
      if !place.items.contains(item) { place = finder.leaf(ofItem: item) }
      if hasEdits, place.before.items == item,
        try isInStep(before: place.leaf, meter: &meter)
      {
        return place.number
      }
      var end = place.items.upperBound
      if next < edits.count { end = min(end, edits[next].items.lowerBound) }
      let items = item - place.before.items..<end - place.before.items
      if item == place.before.items { leaves.note(place.leaf) }
      try append(place.leaf, items: items, meter: &meter)
      item = end
      // The last run ends the old leaf, and the next leaf's first run did not extend it before.
      if hasEdits, item == place.items.upperBound, item < tree.itemCount,
        next == edits.count || edits[next].items.lowerBound > item, isCut()
      {
        return place.number + 1
      }
    }
  }

  /// - Parameter place: The current leaf. Afterwards the leaf of the last item.
  private mutating func apply(
    _ edit: ContentEdit, at place: inout LeafPlace, meter: inout StepMeter
  ) throws(WalkStop) {
    try meter.take()
    switch edit.replacement {
    case .run(let run):
      if run.count > 0 { try append(run, meter: &meter) }
    case .runs(let runs):
      for run in runs where run.count > 0 { try append(run, meter: &meter) }
    case .items(let tree, let items):
      try tree.forEachLeaf(of: items) { leaf, items throws(WalkStop) in
        leaves.note(leaf)
        try append(leaf, items: items, meter: &meter)
      }
    case .changed(let change):
      var item = edit.items.lowerBound
      while item < edit.items.upperBound {
        if !place.items.contains(item) { place = finder.leaf(ofItem: item) }
        leaves.note(place.leaf)
        let items = edit.items.clamped(to: place.items)
        var (run, runStart) = place.leaf.run(ofItem: item - place.before.items)
        runStart += place.before.items
        while item < items.upperBound {
          var part = place.leaf[run]
          let runEnd = runStart + part.count
          part.count = min(runEnd, items.upperBound) - item
          var changed = change(part)
          changed.count = min(changed.count, part.count)
          precondition(changed.count > 0, "some of the items")
          try append(changed, meter: &meter)
          item += changed.count
          if item == runEnd { (run, runStart) = (run + 1, runEnd) }
        }
      }
    case .made(var left, let make):
      while left > 0 {
        let run = make(left)
        precondition(run.count > 0 && run.count <= left, "some of the items")
        try append(run, meter: &meter)
        left -= run.count
      }
    }
  }

  private mutating func append(_ run: ItemRun, meter: inout StepMeter) throws(WalkStop) {
    try meter.take()
    try open(with: run, meter: &meter)
    buffer.append(run)
    if buffer.pending >= LeafCut.runsMax { cut() }
  }

  private mutating func append(
    _ leaf: Leaf, items: Range<Int>, meter: inout StepMeter
  ) throws(WalkStop) {
    try meter.take(min(items.count, leaf.runCount))
    if before != nil { try open(with: leaf[leaf.run(ofItem: items.lowerBound).run], meter: &meter) }
    buffer.append(leaf, items: items)
    if buffer.pending >= LeafCut.runsMax { cut() }
  }

  /// Extends the stretch by the leaf before if the stretch's first run extends that leaf's last run.
  private mutating func open(with run: ItemRun, meter: inout StepMeter) throws(WalkStop) {
    guard let place = before else { return }
    before = nil
    guard let last = place.leaf.lastRun, last.joins(run) else { return }
    try meter.take(place.leaf.runCount)
    buffer.append(place.leaf, items: 0..<place.leaf.itemCount)
    leaves.note(place.leaf)
    start -= 1
  }

  /// Whether the stretch can end before an old leaf: there is a cut, and no run continues across it.
  private mutating func isInStep(
    before leaf: Leaf, meter: inout StepMeter
  ) throws(WalkStop) -> Bool {
    let run = leaf[0]
    if buffer.isEmpty {
      try open(with: run, meter: &meter)
      return buffer.isEmpty
    }
    if let last = buffer.last, last.joins(run) { return false }
    return isCut()
  }

  /// Whether there is a cut after the last run, which must be complete.
  private mutating func isCut() -> Bool {
    buffer.flush()
    cut()
    return buffer.isEmpty
  }

  /// Ends the last leaf at the end of the content.
  private mutating func finish() {
    buffer.flush()
    cut()
    if !buffer.isEmpty { append(buffer.lastLeaf()) }
    if start == 0 && contents.isEmpty && leaves.children.isEmpty { append(LeafContent(nil)) }
  }

  private mutating func cut() {
    while let leaf = buffer.nextLeaf() { append(leaf) }
  }

  private mutating func append(_ leaf: LeafContent) {
    contents.append(leaf)
    waitingRuns += leaf.runCount
    if waitingRuns >= ContentNaming.batchRuns { name() }
  }

  /// Removes leaves at both ends that are the same as the old ones.
  private mutating func trim(_ stretch: inout ReplacedChildren) {
    while let child = stretch.children.first, !stretch.leaves.isEmpty,
      child === .leaf(finder.leaf(number: stretch.leaves.lowerBound).leaf)
    {
      stretch.leaves.removeFirst()
      stretch.children.removeFirst()
    }
    while let child = stretch.children.last, !stretch.leaves.isEmpty,
      child === .leaf(finder.leaf(number: stretch.leaves.upperBound - 1).leaf)
    {
      stretch.leaves.removeLast()
      stretch.children.removeLast()
    }
  }
}

/// The new leaves of a stretch. Equal leaves become one object, that of a tree if the stretch has visited it.
private struct StretchLeaves {
  private(set) var children: [ContentChild] = []
  /// Whether any leaf was already known.
  private(set) var hasFound = false
  /// The first known leaves, which are found as quickly without a table.
  private var few: [Leaf] = []
  /// The other known leaves, by the first number of their digests; the last leaf if several digests begin alike.
  private var others = NumberedValues<Leaf>()

  private static let fewMax = 8

  /// Records a leaf whose content may occur again.
  mutating func note(_ leaf: Leaf) {
    if few.last === leaf { return }
    if few.count < StretchLeaves.fewMax {
      few.append(leaf)
    } else {
      others.set(leaf, at: leaf.digest.start)
    }
  }

  /// Appends leaves, or known leaves with the same content. O(leaves)
  mutating func append(_ leaves: ArraySlice<Leaf>) {
    for leaf in leaves {
      let known = known(leaf.digest)
      if known == nil { note(leaf) } else { hasFound = true }
      children.append(.leaf(known ?? leaf))
    }
  }

  private func known(_ digest: ContentDigest) -> Leaf? {
    for leaf in few where leaf.digest == digest { return leaf }
    return others[digest.start].flatMap { $0.digest == digest ? $0 : nil }
  }
}

extension ContentDigest {
  /// The first number of the digest.
  fileprivate var start: Int { Int(truncatingIfNeeded: words[0]) }
}
