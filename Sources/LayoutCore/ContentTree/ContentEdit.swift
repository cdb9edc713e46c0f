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
  /// length ends leaves is divided again up to its end. Pays for each run that it visits, for each child that it puts
  /// under a node, and for each node that it makes.
  public func spliced(
    _ edits: [ContentEdit], naming: ContentNaming, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> ContentTree {
    var end = 0
    for edit in edits {
      precondition(edit.items.lowerBound >= end, "edits ascend")
      end = edit.items.upperBound
    }
    precondition(end <= itemCount, "the section has the items")
    if edits.isEmpty { return self }
    var builder = ContentTreeBuilder(naming: naming)
    var cursor = LeafCursor(self)
    end = 0
    for edit in edits {
      try builder.append(end..<edit.items.lowerBound, from: &cursor, meter: &meter)
      try builder.append(edit, from: &cursor, meter: &meter)
      end = edit.items.upperBound
    }
    try builder.append(end..<itemCount, from: &cursor, meter: &meter)
    return try builder.finish(&meter)
  }

  /// Some items as runs. O(log leaves + runs)
  public func runs(of items: Range<Int>, meter: inout WorkMeter) throws(WalkInterrupted)
    -> [ItemRun]
  {
    precondition(
      items.lowerBound >= 0 && items.upperBound <= itemCount, "the section has the items")
    var runs: [ItemRun] = []
    var cursor = LeafCursor(self)
    try cursor.visitRuns(of: items) { _, run throws(WalkInterrupted) in
      try meter.take()
      runs.append(run)
    }
    return runs
  }
}

extension LeafCursor {
  /// Calls `body` for each run of some items, with its leaf. The first and the last run may be cut. O(log leaves +
  /// runs)
  fileprivate mutating func visitRuns(
    of items: Range<Int>, _ body: (LeafPlace, ItemRun) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    var item = items.lowerBound
    while item < items.upperBound {
      let place = leaf(ofItem: item)
      let end = Swift.min(items.upperBound, place.items.upperBound)
      var (run, first) = place.leaf.run(ofItem: item - place.before.items)
      first += place.before.items
      while item < end {
        var part = place.leaf[run]
        first += part.count
        part.count = Swift.min(first, end) - item
        try body(place, part)
        item += part.count
        run += 1
      }
    }
  }
}

extension ContentTreeBuilder {
  /// Appends the replacement of an edit. The cursor is in the tree before the edit.
  fileprivate mutating func append(
    _ edit: ContentEdit, from cursor: inout LeafCursor, meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    try meter.take()
    let root = cursor.root
    let first =
      edit.items.lowerBound < root.counts.items
      ? cursor.leaf(ofItem: edit.items.lowerBound) : cursor.leaf(number: root.counts.leaves - 1)
    note(first, of: root)
    switch edit.replacement {
    case .run(let run):
      try append(run, &meter)
    case .runs(let runs):
      for run in runs { try append(run, &meter) }
    case .items(let tree, let items):
      precondition(
        items.lowerBound >= 0 && items.upperBound <= tree.itemCount, "the section has the items")
      var other = LeafCursor(tree)
      try append(items, from: &other, meter: &meter)
    case .changed(let change):
      var leafNumber = first.number
      try cursor.visitRuns(of: edit.items) { place, run throws(WalkInterrupted) in
        if place.number != leafNumber { note(place, of: root) }
        leafNumber = place.number
        var run = run
        while run.count > 0 {
          var changed = change(run)
          changed.count = min(changed.count, run.count)
          precondition(changed.count > 0, "some of the items")
          try append(changed, &meter)
          run.count -= changed.count
        }
      }
    case .made(var left, let make):
      while left > 0 {
        let run = make(left)
        precondition(run.count > 0 && run.count <= left, "some of the items")
        try append(run, &meter)
        left -= run.count
      }
    }
  }
}
