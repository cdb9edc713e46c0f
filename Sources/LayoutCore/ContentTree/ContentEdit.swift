/// Puts other items in the place of some.
public struct ContentEdit {
  /// The items that go, numbered as before all edits; none where others are put in between.
  public var items: Range<Int>
  public var replacement: Replacement

  public enum Replacement {
    /// These equal items, none or more.
    case run(ItemRun)
    /// These items; runs without items are none.
    case runs([ItemRun])
    /// Some items of a tree.
    case items(of: ContentTree, Range<Int>)
    /// As many items of another size or mark, or with other members: what it says of each run, or part of one, or of the
    /// first of its items; its count says of how many.
    case changed((ItemRun) -> ItemRun)
    /// So many new items: what it says of the first of those that are left, of so many as its count says.
    case made(Int, (Int) -> ItemRun)
  }

  public init(items: Range<Int>, replacement: Replacement) {
    self.items = items
    self.replacement = replacement
  }

  /// Takes items away.
  public static func delete(_ items: Range<Int>) -> ContentEdit {
    ContentEdit(items: items, replacement: .runs([]))
  }

  /// Puts items before an item, or at the end.
  public static func insert(_ runs: [ItemRun], at item: Int) -> ContentEdit {
    ContentEdit(items: item..<item, replacement: .runs(runs))
  }
}

extension ContentTree {
  /// The tree after some edits, ascending and without overlap; what is put in before an item comes before an edit of
  /// that item.
  ///
  /// What no edit touches is shared with this tree, and so is a leaf of the content of one that was replaced.
  ///
  /// O(edits · log leaves + runs put in + runs of the leaves that change), and a stretch of content that no cut but the
  /// cap ends is cut anew up to its end. A step for each run that is looked at.
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

  /// Calls with each leaf of some items, and its items among them, as it numbers them. O(log leaves), then O(leaves)
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

/// Children of one level that stand in the place of others, those of some leaves of the tree before.
struct ReplacedChildren {
  var leaves: Range<Int>
  var children: [ContentChild]
}
