/// A replacement of some items by others.
public struct ContentEdit {
  /// The items to replace, numbered as before all edits. An empty range inserts.
  public var items: Range<Int>
  public var replacement: Replacement

  public enum Replacement {
    /// Equal items, possibly none.
    case run(ItemRun)
    /// Items given as runs. Runs without items are ignored.
    case runs([ItemRun])
    /// Some items of another tree.
    case items(of: ContentTree, Range<Int>)
    /// The same number of items with other sizes, marks or members. The function gets each run, or part of one, and
    /// returns the new run for its first items; the run's count is the number of these items.
    case changed((ItemRun) -> ItemRun)
    /// A number of new items. The function gets the number of remaining items and returns a run of the first of them,
    /// whose count is the number of these.
    case made(Int, (Int) -> ItemRun)
  }

  public init(items: Range<Int>, replacement: Replacement) {
    self.items = items
    self.replacement = replacement
  }

  /// An edit that deletes items.
  public static func delete(_ items: Range<Int>) -> ContentEdit {
    ContentEdit(items: items, replacement: .runs([]))
  }

  /// An edit that inserts items before an item, or at the end.
  public static func insert(_ runs: [ItemRun], at item: Int) -> ContentEdit {
    ContentEdit(items: item..<item, replacement: .runs(runs))
  }
}

extension ContentTree {
  /// The tree after some edits, which must ascend and not overlap. Items inserted before an item come before an edit of
  /// that item.
  ///
  /// The new tree shares everything that no edit touches with this tree, and leaves with the content of a replaced
  /// leaf.
  ///
  /// O(edits · log leaves + inserted runs + runs of changed leaves). A stretch of content in which only the maximum
  /// length ends leaves is divided again up to its end. Pays a step for each run that it visits.
  public func spliced(
    _ edits: [ContentEdit], naming: ContentNaming, meter: inout StepMeter
  ) throws(WalkStop) -> ContentTree {
    var end = 0
    for edit in edits {
      precondition(edit.items.lowerBound >= end, "edits ascend")
      end = edit.items.upperBound
    }
    precondition(end <= itemCount, "the section has the items")
    var splice = LeafSplice(self, edits, naming: naming)
    let stretches = try splice.run(meter: &meter)
    return try NodeSplice(self, naming: naming).tree(replacing: stretches, meter: &meter)
  }

  /// Some items as runs. O(log leaves + runs)
  public func runs(of items: Range<Int>, meter: inout StepMeter) throws(WalkStop) -> [ItemRun] {
    var runs: [ItemRun] = []
    try forEachLeaf(of: items) { leaf, items throws(WalkStop) in
      var (run, first) = leaf.run(ofItem: items.lowerBound)
      while first < items.upperBound {
        try meter.take()
        var part = leaf[run]
        let end = first + part.count
        part.count = min(end, items.upperBound) - max(first, items.lowerBound)
        runs.append(part)
        first = end
        run += 1
      }
    }
    return runs
  }

  /// Calls `body` with each leaf that has any of the items, and with these items, numbered as in the leaf. O(log
  /// leaves), then O(leaves)
  func forEachLeaf(
    of items: Range<Int>, _ body: (Leaf, Range<Int>) throws(WalkStop) -> Void
  ) throws(WalkStop) {
    precondition(
      items.lowerBound >= 0 && items.upperBound <= itemCount, "the section has the items")
    guard !items.isEmpty else { return }
    for place in leaves(from: leaf(ofItem: items.lowerBound).number) {
      let start = place.before.items
      if start >= items.upperBound { break }
      let part = items.clamped(to: place.items)
      try body(place.leaf, part.lowerBound - start..<part.upperBound - start)
    }
  }
}

/// Children of one level that replace others. `leaves` are the old leaves below the replaced ones.
struct ReplacedChildren {
  var leaves: Range<Int>
  var children: [ContentChild]
}
