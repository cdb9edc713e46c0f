/// Reads items of a section with the items that are equal to them: at any places, neighbours fastest.
package struct RunCursor {
  private let items: Items
  private var leaf: LeafPlace?
  private var run = ItemRun(count: 0, width: 0, height: 0)
  /// The items of the run.
  private var range = 0..<0

  /// Creates a cursor for the items of a section.
  package init(_ items: Items) { self.items = items }

  /// The equal items from an existing one on, without those before it. O(1) in the run that was read last, else O(log
  /// runs)
  package mutating func run(from item: Int) -> ItemRun {
    if !range.contains(item) { read(item) }
    run.count = range.upperBound - item
    return run
  }

  private mutating func read(_ item: Int) {
    guard let tree = items.tree else {
      (run, range) = (items[item], 0..<items.count)
      return
    }
    if leaf?.items.contains(item) != true { leaf = tree.leaf(ofItem: item) }
    guard let leaf else { return }
    let first = leaf.before.items
    let (number, start) = leaf.leaf.run(ofItem: item - first)
    run = leaf.leaf[number]
    range = Range(first + start, count: leaf.leaf.count(ofRun: number))
  }
}
