/// The frames of the slots of groups in a room. x is measured from the container's edge, y from the top of the group. No
/// frame is kept: each is found from the group down, in a step for each level.
struct GroupFrames {
  let room: ItemRoom

  /// The frame of a whole group.
  func frame(of group: (list: GroupList, group: Int)) -> Rect {
    Rect(
      x: room.left, y: 0, width: room.width,
      height: group.list.height(ofGroup: group.group, width: room.width))
  }

  /// The frame of a slot, counted from the first one of its group. O(levels · log parts)
  func frame(ofSlot slot: Int, of group: (list: GroupList, group: Int)) -> Rect {
    let list = group.list
    var (slot, frame, entry) = (slot, frame(of: group), list.entries[group.group])
    while entry.division >= 0 {
      let parts = PlacedParts(list.divisions[Int(entry.division)], in: frame, room)
      entry = list.entries[list.entry(ofSlot: slot, in: parts.sums)]
      let (copy, rest) = (slot - Int(entry.slotsBefore)).quotientAndRemainder(
        dividingBy: list.slotCount(of: entry))
      (slot, frame) = (rest, parts.frame(entry, copy))
    }
    return frame
  }

  /// The lowest bottom of the first `count` slots of a group, at least one. O(parts)
  func bottom(
    ofFirst count: Int, of group: (list: GroupList, group: Int), _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Double {
    try bottom(
      ofFirst: count, group.list, group.list.entries[group.group], frame(of: group), &meter)
  }

  private func bottom(
    ofFirst count: Int, _ list: GroupList, _ entry: GroupEntry, _ frame: Rect,
    _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Double {
    guard entry.division >= 0 else { return frame.y + frame.height }
    let parts = PlacedParts(list.divisions[Int(entry.division)], in: frame, room)
    let place = list.entry(ofSlot: count - 1, in: parts.sums)
    let last = list.entries[place]
    let slots = list.slotCount(of: last)
    let (copy, rest) = (count - 1 - Int(last.slotsBefore)).quotientAndRemainder(dividingBy: slots)
    try meter.take()
    // Each part of a column begins where the one before has ended.
    var bottom = try bottom(ofFirst: rest + 1, list, last, parts.frame(last, copy), &meter)
    guard parts.sums.isRow else { return bottom }
    if copy > 0 {
      bottom = greater(
        bottom, try self.bottom(ofFirst: slots, list, last, parts.frame(last, 0), &meter))
    }
    for place in parts.sums.entries.lowerBound..<place {
      let entry = list.entries[place]
      let other = try self.bottom(
        ofFirst: list.slotCount(of: entry), list, entry, parts.frame(entry, 0), &meter)
      bottom = greater(bottom, other)
    }
    return bottom
  }

  /// Whether some slot of a group has an area and overlaps a window across the scroll axis; nil for a window of
  /// everything. O(parts)
  func hasSlot(
    of group: (list: GroupList, group: Int), in window: AxisWindow?, _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Bool {
    try hasSlot(group.list, group.list.entries[group.group], frame(of: group), window, &meter)
  }

  private func hasSlot(
    _ list: GroupList, _ entry: GroupEntry, _ frame: Rect, _ window: AxisWindow?,
    _ meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Bool {
    guard frame.width > 0, frame.height > 0 else { return false }
    guard entry.division >= 0 else { return window?.overlaps(frame.x, frame.width) ?? true }
    let parts = PlacedParts(list.divisions[Int(entry.division)], in: frame, room)
    var copy = 0
    var end = Int(parts.sums.copyCount)
    if let window, parts.sums.isRow {
      let copies = copies(of: list, parts, in: window) { parts.start + $0 }
      (copy, end) = (copies.lowerBound, copies.upperBound)
    }
    guard copy < end else { return false }
    var place = list.entry(ofCopy: copy, in: parts.sums)
    while copy < end {
      let entry = list.entries[place]
      let next = Int(entry.copiesBefore) + Int(entry.repeatCount)
      // The repeated parts of a column differ in what is before them alone; of a part without an extent, all have none.
      let isAlike = !parts.sums.isRow || window == nil || parts.extent(entry) == 0
      let last = isAlike ? min(end, copy + 1) : min(end, next)
      while copy < last {
        try meter.take()
        let frame = parts.frame(entry, copy - Int(entry.copiesBefore))
        if try hasSlot(list, entry, frame, window, &meter) { return true }
        copy += 1
      }
      (copy, place) = (next, place + 1)
    }
    return false
  }

  /// The parts of a row or column that may overlap a window, with their repetitions. O(log² parts)
  ///
  /// - Parameter place: The place of a position in the window's space.
  func copies(
    of list: GroupList, _ parts: PlacedParts, in window: AxisWindow, at place: (Double) -> Double
  ) -> Range<Int> {
    let count = Int(parts.sums.copyCount)
    func edge(_ copy: Int) -> Double {
      if copy == count { return place(parts.length) }
      let entry = list.entries[list.entry(ofCopy: copy, in: parts.sums)]
      return place(parts.position(entry, copy - Int(entry.copiesBefore)))
    }
    // Most windows show most of a group.
    if !window.isSurelyBefore(edge(1)), !window.isSurelyBehind(edge(count - 1)) {
      return 0..<count
    }
    return window.candidates(count: count, edge: edge)
  }
}
