/// Groups computed by arithmetic (docs/rules.md#groups). Needs no memory and no time per item, and no memory per slot.
final class GroupRows: ItemArrangement {
  private let groups: GroupSequence
  private let frames: GroupFrames
  /// The extent of the last group, in points.
  private let lastExtent: Double
  let order: ItemOrder

  init(
    _ engine: GroupsEngine, itemCount count: Int, in room: ItemRoom, meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    let groups = try GroupSequence(engine, itemCount: count, meter: &meter)
    // Spacing that is greater than any content is refused if it is used.
    let frames = GroupFrames(
      room: ItemRoom(
        left: room.left, width: room.width,
        lineSpacing: lesser(GroupEntry.greatest, room.lineSpacing), itemSpacing: room.itemSpacing))
    (self.groups, self.frames) = (groups, frames)
    let (items, place) = (groups.items(of: groups.count - 1), groups.place(of: groups.count - 1))
    lastExtent =
      items.count < place.list.slotCount(ofGroup: place.group)
      ? try frames.bottom(ofFirst: items.count, of: place, &meter)
      : frames.frame(of: place).height
    var isFlat = true
    for group in 0..<engine.cycle.count where isFlat {
      isFlat = try !frames.hasSlot(of: (engine.cycle, group), in: nil, &meter)
    }
    order = .cycle(
      LineCycle(
        start: engine.leading.slotCount, end: groups.regularItems, period: engine.cycle.slotCount,
        isFlat: isFlat, hasLongEnd: true))
  }

  var extent: Double { top(groups.count - 1) + lastExtent }

  var byteCount: Int { HeapBytes.object((GroupSequence, GroupFrames, Double, ItemOrder).self) }

  @inline(__always)
  private func top(_ group: Int) -> Double { groups.top(of: group, in: frames.room) }

  private func extent(_ group: Int) -> Double {
    group == groups.count - 1 ? lastExtent : frames.frame(of: groups.place(of: group)).height
  }

  func edges(ofLineWith item: Int) -> (top: Double, bottom: Double) {
    let group = groups.group(ofItem: item)
    let top = top(group)
    return (top, top + extent(group))
  }

  func line(ofItem item: Int) -> Range<Int> { groups.items(of: groups.group(ofItem: item)) }

  func frame(ofItem index: Int, origin: Double) -> CellFrame {
    let group = groups.group(ofItem: index)
    let slot = frames.frame(
      ofSlot: index - groups.firstItem(group), of: groups.place(of: group))
    return GroupRows.cell(slot, top(group), origin)
  }

  @inline(__always)
  fileprivate static func cell(_ slot: Rect, _ top: Double, _ origin: Double) -> CellFrame {
    CellFrame(
      frame: Rect(x: slot.x, y: origin + (top + slot.y), width: slot.width, height: slot.height),
      columnIndex: nil)
  }

  func visitItems(
    in window: Window, origin: Double, from first: Int,
    meter: inout WorkMeter, into sink: inout ElementSink
  ) throws(WalkInterrupted) {
    guard first < groups.itemCount else { return }
    let candidates = groups(in: window.along, origin: origin)
    var group = max(candidates.lowerBound, groups.group(ofItem: first))
    // In a long walk, the groups of a round without a slot in the window are left out.
    var answering: [Int]?
    if candidates.upperBound - group > 2 * groups.cycle.count {
      var places: [Int] = []
      for place in 0..<groups.cycle.count {
        let answers = try frames.hasSlot(of: (groups.cycle, place), in: window.across, &meter)
        if answers { places.append(place) }
      }
      answering = places
    }
    while group < candidates.upperBound {
      try meter.take()
      let place = groups.place(of: group)
      let walk = GroupWalk(
        list: place.list, frames: frames, window: window, origin: origin, top: top(group),
        first: first, end: groups.firstItem(group + 1))
      try walk.visit(
        place.list.entries[place.group], frames.frame(of: place), groups.firstItem(group), &meter,
        &sink)
      group = next(behind: group, among: answering)
    }
  }

  /// The next group of which a slot may be in the window.
  private func next(behind group: Int, among answering: [Int]?) -> Int {
    let (next, start) = (group + 1, groups.leading.count)
    guard let answering, next >= start, next < groups.regularCount else { return next }
    let (round, place) = (next - start).quotientAndRemainder(dividingBy: groups.cycle.count)
    let found = partitionPoint(0..<answering.count) { answering[$0] >= place }
    let behind: Int
    if found < answering.count {
      behind = start + round * groups.cycle.count + answering[found]
    } else if let first = answering.first {
      behind = start + (round + 1) * groups.cycle.count + first
    } else {
      behind = groups.regularCount
    }
    return min(behind, groups.regularCount)
  }

  /// The groups that may have items in the window. O(log groups)
  private func groups(in window: AxisWindow, origin: Double) -> Range<Int> {
    let first = partitionPoint(0..<groups.count) {
      !window.isSurelyBefore(origin + (top($0) + extent($0)))
    }
    return
      first..<partitionPoint(nearStartOf: first..<groups.count) {
        window.isSurelyBehind(origin + top($0))
      }
  }
}

extension GroupRows: ItemRows {
  /// Whether no group of a round has an extent. O(groups of a round)
  private var isRoundFlat: Bool {
    let first = groups.leading.count
    return (first..<first + groups.cycle.count).allSatisfy {
      frames.frame(of: groups.place(of: $0)).height == 0
    }
  }

  var rows: (any ItemRows)? { self }
  var rowCount: Int { groups.count }

  func row(_ number: Int) -> (top: Double, extent: Double) { (top(number), extent(number)) }

  func row(ofItem item: Int) -> Int { groups.group(ofItem: item) }

  func visitRows(
    in window: AxisWindow, origin: Double, part: RowPart, from first: Int, meter: inout WorkMeter,
    _ body: (Int, Double, Double, inout WorkMeter) throws(WalkInterrupted) -> Void
  ) throws(WalkInterrupted) {
    let skipsFlat = part.isFlatInFlatRows
    let window = window.rows(with: part, from: origin)
    var group = max(
      first, partitionPoint(0..<groups.count) { top($0) + extent($0) > window.before })
    while group < groups.count {
      let row = row(group)
      if row.top >= window.behind { return }
      try meter.take()
      if row.extent > 0 || !skipsFlat { try body(group, row.top, row.extent, &meter) }
      group += 1
      if skipsFlat, row.extent == 0, group < groups.regularCount, group > groups.leading.count,
        isRoundFlat
      {
        group = groups.regularCount
      }
    }
  }
}

/// A walk over the slots of one group that overlap a window.
private struct GroupWalk {
  let list: GroupList
  let frames: GroupFrames
  let window: Window
  let origin: Double
  /// Distance from the top of the items to that of the group, in points.
  let top: Double
  /// The first item that is asked for.
  let first: Int
  /// The item behind the last one of the group.
  let end: Int

  /// Visits the slots of a part, in order. O(levels · log² parts + the parts of each level that overlap the window)
  func visit(
    _ entry: GroupEntry, _ frame: Rect, _ item: Int, _ meter: inout WorkMeter,
    _ sink: inout ElementSink
  ) throws(WalkInterrupted) {
    guard frame.width > 0, frame.height > 0 else { return }
    guard entry.division >= 0 else {
      let cell = GroupRows.cell(frame, top, origin)
      if item >= first, window.overlaps(cell.frame) { try sink.takeCell(item, cell) }
      return
    }
    let parts = PlacedParts(list.divisions[Int(entry.division)], in: frame, frames.room)
    let sums = parts.sums
    let copies =
      sums.isRow
      ? frames.copies(of: list, parts, in: window.across) { parts.start + $0 }
      : frames.copies(of: list, parts, in: window.along) { origin + (top + (parts.start + $0)) }
    // Items before the first one that is asked for are not visited one by one.
    var copy = copies.lowerBound
    if item < first {
      guard first < item + Int(sums.slotCount) else { return }
      let entry = list.entries[list.entry(ofSlot: first - item, in: sums)]
      let before = (first - item - Int(entry.slotsBefore)) / list.slotCount(of: entry)
      copy = max(copy, Int(entry.copiesBefore) + before)
    }
    guard copy < copies.upperBound else { return }
    var place = list.entry(ofCopy: copy, in: sums)
    while copy < copies.upperBound {
      let part = list.entries[place]
      let slots = list.slotCount(of: part)
      let next = min(copies.upperBound, Int(part.copiesBefore) + Int(part.repeatCount))
      try meter.take()
      if parts.extent(part) > 0 {
        while copy < next {
          let number = copy - Int(part.copiesBefore)
          let start = item + Int(part.slotsBefore) + number * slots
          if start >= end { return }
          try meter.take()
          try visit(part, parts.frame(part, number), start, &meter, &sink)
          copy += 1
        }
      }
      (copy, place) = (next, place + 1)
    }
  }
}
