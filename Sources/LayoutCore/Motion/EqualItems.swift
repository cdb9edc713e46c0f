/// The items that two sections place alike, in lines that are equal in both.
extension ElementComparison {
  /// The number of items in equal lines, from the first item on or, if `fromEnd`, back from the last one. Lines that
  /// hold items in which the sections differ, or that only one section ends with, may be left out although they are
  /// equal. O(log items + runs of the leaves that differ)
  func equalCount(
    _ old: PlacedSection, _ new: PlacedSection, fromEnd: Bool, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int {
    let (items, others) = (old.section.items, new.section.items)
    guard old.placesItems(like: new),
      areEqual(old.itemsEdge(fromEnd: fromEnd), new.itemsEdge(fromEnd: fromEnd))
    else { return 0 }
    let common = try items.commonCount(with: others, fromEnd: fromEnd, &meter)
    if common == items.count, common == others.count {
      // The only item of a section may be higher than its size.
      guard common == 1, old.section.isFiller || new.section.isFiller else { return common }
      return try haveEqualCells(old, new, 0..<1, shift: 0, &meter) ? 1 : 0
    }
    return fromEnd
      ? try equalEnd(old, new, common, &meter) : try equalStart(old, new, common, &meter)
  }

  /// The number of items in equal lines from the first item on, given the number of common items.
  private func equalStart(
    _ old: PlacedSection, _ new: PlacedSection, _ common: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int {
    var count = common
    let (items, others) = (old.section.items.count, new.section.items.count)
    if items != others {
      count = min(
        count, old.order.itemsInSettledLines(of: items),
        new.order.itemsInSettledLines(of: others))
    }
    // A line that only one section ends with may be placed differently, and so may a line of items of one size.
    for _ in 0..<ElementComparison.linesMax where count > 0 {
      let next = min(old.lineStart(count), new.lineStart(count))
      if next == count {
        let last = max(0, count - 2)..<count
        if try haveEqualCells(old, new, last, shift: 0, &meter) { return count }
      }
      count = next < count ? next : min(old.lineStart(count - 1), new.lineStart(count - 1))
    }
    return 0
  }

  /// The greatest number of lines compared to find one that is equal.
  private static let linesMax = 4

  /// The number of items in equal lines back from the last item, given the number of common items.
  private func equalEnd(
    _ old: PlacedSection, _ new: PlacedSection, _ common: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int {
    let count = old.section.items.count
    let shift = new.section.items.count - count
    guard common > 0, old.order.dividesAlike(shiftedBy: shift),
      new.order.dividesAlike(shiftedBy: shift)
    else { return 0 }
    // Once a line begins at the same item in both sections, all later lines do.
    let first = partitionPoint(nearStartOf: count - common..<count) { item in
      let start = old.lineStart(item)
      return start >= count - common && start + shift == new.lineStart(item + shift)
    }
    guard first < count,
      try haveEqualCells(old, new, first..<first + 1, shift: shift, &meter),
      try haveEqualCells(old, new, count - 1..<count, shift: shift, &meter)
    else { return 0 }
    return count - first
  }

  /// Whether cells have equal frames and columns.
  ///
  /// - Parameter shift: The difference between an item's number in the new section and in the old one.
  private func haveEqualCells(
    _ old: PlacedSection, _ new: PlacedSection, _ items: Range<Int>, shift: Int,
    _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Bool {
    for item in items {
      try meter.take(
        old.stepsPerCell(ofItem: item) + new.stepsPerCell(ofItem: item + shift))
      let (cell, other) = (old.cell(item), new.cell(item + shift))
      guard areEqual(cell.frame, other.frame), cell.columnIndex == other.columnIndex else {
        return false
      }
    }
    return true
  }
}

extension PlacedSection {
  /// Whether cells of equal items have equal frames and looks in both sections, if lines begin alike.
  func placesItems(like other: PlacedSection) -> Bool {
    let (first, second) = (section.metrics, other.section.metrics)
    return first === second
      || (first.cellAppearance == second.cellAppearance && first.engine.places(like: second.engine)
        && first.sectionInset.left == second.sectionInset.left
        && first.sectionInset.right == second.sectionInset.right
        && first.minimumLineSpacing == second.minimumLineSpacing
        && (first.minimumInteritemSpacing == second.minimumInteritemSpacing
          || (hasOneColumn && other.hasOneColumn)))
  }

  /// Whether the engine has columns and this section has exactly one.
  private var hasOneColumn: Bool {
    guard let columns = section.metrics.columnRule?.count else { return false }
    return columns.number(in: section.room(in: containerWidth)) == 1
  }

  /// The start of the items, or their end if `fromEnd`, in points. Without an order, items stand below the start.
  fileprivate func itemsEdge(fromEnd: Bool) -> Double {
    fromEnd && !order.isAnywhere ? itemsEnd : itemsOrigin
  }

  /// The first item of the line of an item. If `item` is the number of items, it is returned.
  fileprivate func lineStart(_ item: Int) -> Int {
    item < section.items.count ? line(ofItem: item).lowerBound : item
  }

  /// The end of the items, in points.
  var itemsEnd: Double { itemsOrigin + layout.arrangement.extent }

  /// The least start of the items from `first` on, in points. `first` must begin a line. O(log items); in columns of
  /// unequal length, O(columns + items that start within the tolerance)
  func leastStart(from first: Int, _ meter: inout WorkMeter) throws(WalkInterrupted) -> Double {
    let order = order
    if order.hasLines {
      try meter.take(stepsPerCell(ofItem: first))
      return itemsOrigin + layout.arrangement.edges(ofLineWith: first).top
    }
    var least = Double.infinity
    var laterCount = 0
    _ = try firstCell(of: first..<section.items.count, fromEnd: false, &meter) { frame in
      laterCount = frame.y >= least + order.tolerance ? laterCount + 1 : 0
      least = min(least, frame.y)
      return laterCount == order.sequenceCount
    }
    return least
  }

  /// An upper bound for the ends of the items before `count`, which is at least 1, in points: the bottom of the last
  /// one's line; in columns of unequal length, the end of all items. O(log items)
  func greatestEnd(before count: Int, _ meter: inout WorkMeter) throws(WalkInterrupted) -> Double {
    guard order.hasLines else { return itemsEnd }
    try meter.take(stepsPerCell(ofItem: count - 1))
    return itemsOrigin + layout.arrangement.edges(ofLineWith: count - 1).bottom
  }
}
