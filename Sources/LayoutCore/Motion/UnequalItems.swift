/// The items in which two sections differ whose items stand anywhere.
extension ElementComparison {
  /// Calls `body` for items, of each of the sections, that may differ from those of the other one. If both have as many
  /// items, these are compared by their numbers. Otherwise the common ones are those from the first item on and, if
  /// `fromEnd`, those back from the last one. O(log items + runs of the leaves that differ)
  @inline(never)
  func visitUnequal(
    _ old: PlacedSection, _ new: PlacedSection, fromEnd: Bool, _ meter: inout WorkMeter,
    _ body: (PlacedSection, Range<Int>, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    let (items, others) = (old.section.items, new.section.items)
    guard old.placesItems(like: new), areEqual(old.itemsOrigin, new.itemsOrigin) else {
      try body(old, 0..<items.count, &meter)
      return try body(new, 0..<others.count, &meter)
    }
    let start = try items.commonCount(with: others, fromEnd: false, &meter)
    guard items.count != others.count else {
      var item = start
      while item < items.count {
        let next = try items.unequal(to: others, from: item, &meter)
        if !next.isEmpty {
          try body(old, next, &meter)
          try body(new, next, &meter)
        }
        item = next.upperBound
      }
      return
    }
    var end = 0
    if fromEnd {
      end = try items.commonCount(with: others, fromEnd: true, &meter)
      end = min(end, items.count - start, others.count - start)
    }
    try body(old, start..<items.count - end, &meter)
    try body(new, start..<others.count - end, &meter)
  }
}

extension Items {
  /// The next items that differ from those with the same numbers in as many others, from an existing item on; empty at
  /// the end of equal ones. Pays a step for each run. O(log leaves) for each leaf that both have at one place, O(log
  /// runs) for each run of other leaves
  fileprivate func unequal(
    to others: Items, from first: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Range<Int> {
    var (cursor, otherCursor) = (RunCursor(self), RunCursor(others))
    var (item, start) = (first, Int?.none)
    while item < count {
      try meter.take()
      if start == nil, let end = sharedLeafEnd(with: others, at: item) {
        item = end
        continue
      }
      let (run, other) = (cursor.run(from: item), otherCursor.run(from: item))
      if run.joins(other) {
        if let start { return start..<item }
      } else if start == nil {
        start = item
      }
      item += min(run.count, other.count)
    }
    return (start ?? item)..<item
  }

  /// The end of the leaf that begins with an item, if others have the same leaf there. O(log leaves)
  private func sharedLeafEnd(with others: Items, at item: Int) -> Int? {
    guard let tree, let otherTree = others.tree else { return nil }
    let (place, other) = (tree.leaf(ofItem: item), otherTree.leaf(ofItem: item))
    guard place.before.items == item, other.before.items == item,
      place.leaf === other.leaf || place.leaf.digest == other.leaf.digest
    else { return nil }
    return place.items.upperBound
  }
}

extension PlacedSection {
  /// The least start of some items, in points; infinite if there are none. O(runs)
  @inline(never)
  func leastStart(
    of items: Range<Int>, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Double {
    var least = Double.infinity
    _ = try firstCell(of: items, fromEnd: false, &meter) { frame in
      least = min(least, frame.y)
      return false
    }
    return least
  }

  /// The greatest end of those of some items that start at `start` or later, in points; −∞ if there are none. O(runs)
  @inline(never)
  func greatestEnd(
    of items: Range<Int>, startingAt start: Double, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Double {
    var greatest = -Double.infinity
    _ = try firstCell(of: items, fromEnd: false, &meter) { frame in
      if frame.y >= start { greatest = max(greatest, frame.maxY) }
      return false
    }
    return greatest
  }
}
