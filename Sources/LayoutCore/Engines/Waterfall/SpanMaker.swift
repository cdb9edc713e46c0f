/// Places items with spans leaf by leaf.
struct SpanMaker {
  private let rule: SpanRule
  private var lengths: SpanLengths
  /// The earlier arrangement.
  private let old: SpanBlocks?
  // The next block.
  private var leaf: Leaf?
  private var items: SpanItems
  private var talls: SpanArray<UInt8>
  private var part: SpannedPart
  private(set) var blocks: [SpanBlock] = []
  /// The number of blocks that the earlier arrangement goes on with.
  private(set) var sharedCount = 0

  /// - Parameters:
  ///   - block: The block after which items are placed; nil at the start.
  ///   - room: The number of items that are placed.
  init(_ rule: SpanRule, behind block: SpanBlock?, room: Int, from old: SpanBlocks?) {
    self.rule = rule
    self.old = old
    lengths = SpanLengths(rule)
    if let block { lengths.resume(behind: block) }
    items = SpanItems(
      room: min(
        room, SpanBlock.itemsMin(columnCount: rule.columnCount) + SpannedPart.itemsMax))
    talls = SpanArray(repeating: 0, count: rule.columnCount)
    part = SpannedPart(room: room)
  }

  /// Places items from number `first` on. O(items · columns)
  mutating func place(
    _ items: SpannedItems, from first: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    var next = first
    switch items {
    case .equal(let run):
      while next < run.count {
        let count = min(run.count - next, SpannedPart.itemsMax)
        part.read(run, count)
        try place(count, &meter)
        next += count
        if try endsBlock(before: next, of: items, &meter) { return }
      }
    case .tree(let tree):
      guard next < tree.itemCount else { return }
      for place in tree.leaves(from: tree.leaf(ofItem: next).number) {
        while next < place.items.upperBound {
          let some = (next - place.items.lowerBound..<place.leaf.itemCount)
            .prefix(SpannedPart.itemsMax)
          leaf = leaf ?? place.leaf
          part.read(place.leaf, some)
          try self.place(some.count, &meter)
          next += some.count
          if try endsBlock(before: next, of: items, &meter) { return }
        }
      }
    }
  }

  /// Places the items of a part. The search for the columns of each costs up to a few times the number of columns.
  private mutating func place(
    _ count: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    let steps = 1 + rule.columnCount / 8
    for number in 0..<count {
      try meter.take(steps)
      let item = part[number]
      let span = rule.columns.span(item.span)
      let height = WaterfallBlock.height(
        item.height, width: item.width, columnWidth: rule.columns.width(ofColumns: span))
      let (column, top) = lengths.take(
        span, at: rule.column(of: item.place, span: span), height + rule.lineSpacing)
      items.append(top: top, height: height, column: column, span: span)
      if height > 0 {
        for tall in column..<column + span { talls[tall] = 1 }
      }
    }
  }

  /// Ends the block if it is full, or if all items are placed. Returns whether nothing is left to place.
  private mutating func endsBlock(
    before next: Int, of all: SpannedItems, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Bool {
    let isLast = next == all.count
    guard isLast || items.count >= SpanBlock.itemsMin(columnCount: rule.columnCount) else {
      return false
    }
    blocks.append(SpanBlock(items, talls: talls, isLast ? nil : lengths, leaf: leaf))
    leaf = nil
    items.removeAll()
    if isLast { return true }
    try meter.take(rule.columnCount / 8)
    for column in talls.indices { talls[column] = 0 }
    sharedCount = old?.sharedCount(behind: lengths, from: next, of: all) ?? 0
    return sharedCount > 0
  }
}

extension SpanBlock {
  /// The number of items at which a block ends, with the part that reaches it. The lengths of the columns at its end
  /// then use less memory than the items.
  static func itemsMin(columnCount: Int) -> Int { max(1024, 4 * columnCount) }
}
