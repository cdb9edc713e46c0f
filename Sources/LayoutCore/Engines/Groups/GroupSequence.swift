/// The groups of a section of some items, by their numbers (docs/rules.md#groups): the leading ones, the repeated ones,
/// and a last one for exactly the items that are left.
struct GroupSequence {
  let leading: GroupList
  let cycle: GroupList
  private let last: GroupList
  let itemCount: Int
  /// The number of groups that follow from their numbers. One more group may follow.
  let regularCount: Int
  /// The number of their items.
  let regularItems: Int
  /// The last group in `last`; nil if the section ends with another one.
  private let ending: Int?

  /// Finds the last group. O(log items), and with `lastGroups` O(the groups at the end that could be the last one)
  init(
    _ engine: GroupsEngine, itemCount count: Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    let (leading, cycle, last) = (engine.leading, engine.cycle, engine.last)
    (self.leading, self.cycle, self.last, itemCount) = (leading, cycle, last, count)
    func firstItem(_ group: Int) -> Int { GroupSequence.firstItem(group, leading, cycle) }
    // No later group has items.
    let most = leading.count + (count / cycle.slotCount + 1) * cycle.count
    var group = partitionPoint(0..<most) { firstItem($0) >= count - last.slotsMax }
    var ending: Int?
    while firstItem(group) < count {
      ending = last.group(withSlots: count - firstItem(group))
      if ending != nil { break }
      try meter.take()
      group += 1
    }
    self.ending = ending
    regularCount = group
    regularItems = min(count, firstItem(group))
  }

  private static func firstItem(_ group: Int, _ leading: GroupList, _ cycle: GroupList) -> Int {
    if group <= leading.count { return leading.firstSlot(group) }
    let (rounds, place) = (group - leading.count).quotientAndRemainder(dividingBy: cycle.count)
    return leading.slotCount + rounds * cycle.slotCount + cycle.firstSlot(place)
  }

  /// The number of groups.
  var count: Int { regularCount + (ending == nil ? 0 : 1) }

  /// The first item of a group; the number of items behind the last one.
  func firstItem(_ group: Int) -> Int {
    group < count ? GroupSequence.firstItem(group, leading, cycle) : itemCount
  }

  /// The items of an existing group.
  func items(of group: Int) -> Range<Int> { firstItem(group)..<firstItem(group + 1) }

  /// The group of an existing item. O(log groups of a round)
  func group(ofItem item: Int) -> Int {
    if item >= regularItems { return regularCount }
    if item < leading.slotCount { return leading.group(ofSlot: item) }
    let (rounds, slot) = (item - leading.slotCount).quotientAndRemainder(
      dividingBy: cycle.slotCount)
    return leading.count + rounds * cycle.count + cycle.group(ofSlot: slot)
  }

  /// The list that has an existing group, and its place there.
  @inline(__always)
  func place(of group: Int) -> (list: GroupList, group: Int) {
    if group == regularCount, let ending { return (last, ending) }
    if group < leading.count { return (leading, group) }
    return (cycle, (group - leading.count) % cycle.count)
  }

  /// The distance from the top of the items to that of an existing group, in points.
  @inline(__always)
  func top(of group: Int, in room: ItemRoom) -> Double {
    let (width, spacing) = (room.width, room.lineSpacing)
    if group <= leading.count {
      return leading.top(ofGroup: group, width: width, spacing: spacing)
    }
    let (rounds, place) = (group - leading.count).quotientAndRemainder(dividingBy: cycle.count)
    let before = leading.top(ofGroup: leading.count, width: width, spacing: spacing)
    let round = cycle.top(ofGroup: cycle.count, width: width, spacing: spacing)
    // A round that never comes may be infinite.
    return before + (rounds == 0 ? 0 : Double(rounds) * round)
      + cycle.top(ofGroup: place, width: width, spacing: spacing)
  }
}
