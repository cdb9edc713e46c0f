/// Finds the cell that keeps its place on screen while a layout changes (docs/rules.md#scroll-anchor).
struct AnchorSearch {
  /// A surviving cell, in both layouts.
  struct Found {
    let after: ItemPath
    let edge: AnchoredBounds.Edge
    /// Position of the edge along the scroll axis, in points.
    let edgeBefore: Double
    let edgeAfter: Double
  }

  private let change: LayoutChange
  private let before: Layout
  private let cells: VisibleCells
  /// The result of the last lookup. Neighbouring items mostly share it.
  private var fate: ItemOutcome<ItemPath>?

  /// - Parameters:
  ///   - start: Start of the visible part along the scroll axis: s of docs/rules.md#scroll-anchor, in points.
  ///   - end: End of the visible part: e.
  init(_ change: LayoutChange, start: Double, end: Double) {
    self.change = change
    before = change.before
    cells = VisibleCells(axis: change.before.axis, start: start, end: end)
  }

  /// The new path of an item if it was not deleted, moved or reloaded and its section was not either, else nil. O(log
  /// runs)
  private mutating func survivor(_ path: ItemPath) -> ItemPath? {
    let known = fate.flatMap { $0.range.contains(path) ? $0 : nil }
    let fate = known ?? change.forward.item(path)
    self.fate = fate
    guard fate.survives, let after = fate.after, change.forward.section(path.section).survives
    else { return nil }
    return after.advanced(by: fate.range.lowerBound.distance(to: path))
  }

  /// Picks the edge of a surviving cell that keeps its place. This is the leading edge, except for a cell that was
  /// estimated and now has its size: then it is the trailing edge if the cell started before the visible part. When
  /// anchoring from the end, it is the trailing edge unless such a cell ended after the visible part.
  private func anchor(_ path: ItemPath, after: ItemPath, fromEnd: Bool = false) -> Found {
    let frame = before.frameAlong(path)
    let isMeasured = before.isEstimated(path) && !change.after.isEstimated(after)
    let leads =
      fromEnd ? isMeasured && cells.cutsOffEnd(frame) : !(isMeasured && cells.cutsOffStart(frame))
    return found(path, after, leads ? .leading : .trailing)
  }

  private func found(
    _ path: ItemPath, _ after: ItemPath, _ edge: AnchoredBounds.Edge
  ) -> Found {
    let (old, new) = (before.frameAlong(path), change.after.frameAlong(after))
    return Found(
      after: after, edge: edge, edgeBefore: edge == .leading ? old.start : old.end,
      edgeAfter: edge == .leading ? new.start : new.end)
  }

  /// A cell that still exists, moved or not; nil if it was deleted or reloaded. O(log runs)
  func named(_ path: ItemPath) -> Found? {
    let fate = change.forward.item(path)
    guard let after = fate.after, !fate.isReloaded else { return nil }
    return anchor(path, after: after.advanced(by: fate.range.lowerBound.distance(to: path)))
  }

  /// Whether more of the visible cells are still there as moved ones than survive.
  private func mostAreMoved(_ meter: inout WorkMeter) throws(WalkInterrupted) -> Bool {
    guard change.forward.hasMoves else { return false }
    let moved = try count(surviving: false, upTo: .max, &meter)
    return try count(surviving: true, upTo: moved, &meter) < moved
  }

  /// The number of visible cells that survive, or of those that were moved, or at least `limit`. O(runs of the mapping
  /// and of the counted cells that are visible · log items + visible sections)
  @inline(never)
  private func count(
    surviving: Bool, upTo limit: Int, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Int {
    let numbers = before.sectionsWithArea
    var count = 0
    for position in before.sections(numbers, in: cells.window().along) where count < limit {
      try meter.take()
      let number = Int(numbers[position])
      let placed = before.placed(number)
      let items = 0..<placed.section.items.count
      guard !items.isEmpty, var item = try cells.first(of: items, in: placed, &meter),
        let last = try cells.last(of: items, in: placed, &meter)
      else { continue }
      let sectionSurvives = change.forward.section(number).survives
      while item <= last, count < limit {
        try meter.take()
        let fate = change.forward.item(ItemPath(number, item))
        let end = min(last + 1, fate.range.upperBound.item)
        if fate.after != nil, !fate.isReloaded, (fate.survives && sectionSurvives) == surviving {
          count += try cells.count(of: item..<end, in: placed, upTo: limit - count, &meter)
        }
        item = end
      }
    }
    return count
  }

  /// The first visible cell that survives, else the last survivor before the visible part, else the first one after it;
  /// none if more of the visible cells were moved than survive.
  mutating func first(_ meter: inout WorkMeter) throws(WalkInterrupted) -> Found? {
    if try mostAreMoved(&meter) { return nil }
    if let (path, after) = try visible(fromEnd: false, &meter) {
      return anchor(path, after: after)
    }
    if let (path, after) = try lastBefore(&meter) { return found(path, after, .trailing) }
    return try nextBehind(&meter).map { found($0.path, $0.after, .leading) }
  }

  /// The last visible cell that survives, else the first survivor after the visible part, else the last one before it;
  /// none if more of the visible cells were moved than survive.
  mutating func last(_ meter: inout WorkMeter) throws(WalkInterrupted) -> Found? {
    if try mostAreMoved(&meter) { return nil }
    if let (path, after) = try visible(fromEnd: true, &meter) {
      return anchor(path, after: after, fromEnd: true)
    }
    if let (path, after) = try nextBehind(&meter) { return found(path, after, .leading) }
    return try lastBefore(&meter).map { found($0.path, $0.after, .trailing) }
  }

  private typealias RemainingItem = (path: ItemPath, after: ItemPath)

  /// The first or the last visible cell that survives. O(runs passed · log items + visible sections)
  private mutating func visible(
    fromEnd: Bool, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> RemainingItem? {
    let numbers = before.sectionsWithArea
    var positions = before.sections(numbers, in: cells.window().along)
    while !positions.isEmpty {
      try meter.take()
      let number = Int(numbers[fromEnd ? positions.removeLast() : positions.removeFirst()])
      let placed = before.placed(number)
      var items = 0..<placed.section.items.count
      guard !items.isEmpty else { continue }
      let fate = change.forward.section(number)
      guard fate.survives else {
        let edge = fromEnd ? fate.range.lowerBound : fate.range.upperBound
        let next = partitionPoint(positions) { Int(numbers[$0]) >= edge }
        positions =
          fromEnd ? positions.lowerBound..<next : next..<positions.upperBound
        continue
      }
      while !items.isEmpty {
        try meter.take()
        let found =
          fromEnd
          ? try cells.last(of: items, in: placed, &meter)
          : try cells.first(of: items, in: placed, &meter)
        guard let item = found else { break }
        let path = ItemPath(number, item)
        if let after = survivor(path) { return (path, after) }
        let fate = change.forward.item(path).range
        items =
          fromEnd
          ? items.lowerBound..<max(items.lowerBound, fate.lowerBound.item)
          : min(items.upperBound, fate.upperBound.item)..<items.upperBound
      }
    }
    return nil
  }

  /// The last surviving item that ends before the visible part. Used if no visible cell survives. O(runs passed · log
  /// items)
  private mutating func lastBefore(_ meter: inout WorkMeter) throws(WalkInterrupted)
    -> RemainingItem?
  {
    let numbers = before.snapshot.sectionsWithItems
    var position = partitionPoint(0..<numbers.count) {
      before.sectionTops[Int(numbers[$0])] > cells.leastEnd
    }
    while position > 0 {
      try meter.take()
      let number = Int(numbers[position - 1])
      let fate = change.forward.section(number)
      guard fate.survives else {
        position = partitionPoint(0..<position) { Int(numbers[$0]) >= fate.range.lowerBound }
        continue
      }
      let placed = before.placed(number)
      var end = placed.section.items.count
      while end > 0 {
        try meter.take()
        let fate = change.forward.item(ItemPath(number, end - 1))
        let items = fate.range.lowerBound.item..<end
        if fate.survives,
          let item = try placed.lastItem(of: items, endingBy: cells.leastEnd, &meter)
        {
          let path = ItemPath(number, item)
          return survivor(path).map { (path, $0) }
        }
        end = items.lowerBound
      }
      position -= 1
    }
    return nil
  }

  /// The first surviving item that starts after the visible part. O(runs passed · log items)
  private mutating func nextBehind(_ meter: inout WorkMeter) throws(WalkInterrupted)
    -> RemainingItem?
  {
    let numbers = before.snapshot.sectionsWithItems
    let behind = before.axis.window(from: cells.greatestStart.nextDown, to: .infinity)
    var position = before.sections(numbers, in: behind.along).lowerBound
    while position < numbers.count {
      try meter.take()
      let number = Int(numbers[position])
      let fate = change.forward.section(number)
      guard fate.survives else {
        position = partitionPoint(position..<numbers.count) {
          Int(numbers[$0]) >= fate.range.upperBound
        }
        continue
      }
      let placed = before.placed(number)
      let count = placed.section.items.count
      var first = 0
      while first < count {
        try meter.take()
        let fate = change.forward.item(ItemPath(number, first))
        let items = first..<min(count, fate.range.upperBound.item)
        if fate.survives,
          let item = try placed.firstItem(of: items, startingAt: cells.greatestStart, &meter)
        {
          let path = ItemPath(number, item)
          return survivor(path).map { (path, $0) }
        }
        first = items.upperBound
      }
      position += 1
    }
    return nil
  }
}
