/// Lays out one leaf at a time. A block depends on the leaf, the items after it up to the first one of the next line,
/// and the start of its first line.
protocol LineMaker {
  /// Whether it visits every item of a line, rather than every run of equal items.
  static var looksAtItems: Bool { get }

  /// The number of former lists to keep, for leaves whose lines now start at another item. 0 if lines soon start at
  /// their old items again.
  var formerCount: Int { get }

  /// Lays out a leaf. `start` is the end of the lines before it, in the leaf's numbers. `meter` pays for the items of
  /// later leaves, in which the last line may continue.
  mutating func block(
    of leaf: LeafInLine, start: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> LineBlock
}

/// A line maker without its type, so that the code for lists is compiled only once.
struct AnyLineMaker {
  let looksAtItems: Bool
  let formerCount: Int
  let block:
    (_ leaf: LeafInLine, _ start: Int, _ meter: inout WorkMeter) throws(WalkInterrupted) ->
      LineBlock

  init<Maker: LineMaker>(_ maker: Maker) {
    looksAtItems = Maker.looksAtItems
    formerCount = maker.formerCount
    var own = maker
    block = { (leaf, start, meter) throws(WalkInterrupted) in
      try own.block(of: leaf, start: start, meter: &meter)
    }
  }
}

/// A leaf of a tree, with its surroundings.
struct LeafInLine {
  var leaf: Leaf
  /// The number of the leaf's first item in the section.
  var firstItem: Int
  var number: Int
  /// The leaf after it.
  var next: Leaf?
  let tree: ContentTree

  /// Moves to the next leaf, if there is one, and clears `next`. The reference is moved, to avoid the cost of counting
  /// references.
  mutating func goOn() {
    firstItem += leaf.itemCount
    number += 1
    if let next = next.take() { leaf = next }
  }

  /// The number of items from the leaf's first one to the section's end.
  var itemCountToEnd: Int { tree.itemCount - firstItem }

  /// Visits the runs of the later leaves, without their members, until `body` returns false. Pays a step for each of
  /// these runs. O(runs visited + leaves · log leaves)
  @inline(__always)
  func visitRunsBehind(
    _ meter: inout WorkMeter, _ body: (SizedRun, inout WorkMeter) throws(WalkInterrupted) -> Bool
  ) throws(WalkInterrupted) {
    var leaf = next
    var number = number + 1
    while let current = leaf {
      for run in 0..<current.runCount {
        try meter.take()
        guard try body(current.sizes(ofRun: run), &meter) else { return }
      }
      number += 1
      leaf = number < tree.leafCount ? tree.leaf(number: number).leaf : nil
    }
  }
}
