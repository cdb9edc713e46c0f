internal import LayoutCore

/// How the items of a section become others (docs/rules.md#two-trees): by entries of `delete`, `move`, `resize`, `adjust`
/// and `insert`.
final class ItemsDifference {
  private let items: Items
  private let others: Items
  private let rules: EngineRules
  /// The places of the items between the equal ends, as in a section of number 0, and where they begin.
  private var step = Step()
  private var start = 0
  /// The items that stay and differ in size or mark, and, for each old item, its new number; −1 if it goes.
  private var resized: [Range<Int>] = []
  /// The items that stay and differ in members, with the codes of these.
  private var adjusted: [(items: Range<Int>, codes: [UInt8])] = []
  private var placesAfter: [Int] = []

  /// Compares the items of two sections of one engine; nil if steps cannot say how one becomes the other.
  ///
  /// - Parameters:
  ///   - keys: The keys of the items of both; nil if either has none.
  ///   - places: Room for a place of each key of the trees, all −1, and again when this returns.
  init?(
    _ section: Section, _ other: Section, keys: ([Int32], [Int32])?, _ places: inout [Int32],
    meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    (items, others) = (section.items, other.items)
    rules = EngineRules.of(other.metrics.engine.name)
    let (count, otherCount) = (items.count, others.count)
    let areEqual = items.isEqual(to: others)
    if count == 0 || otherCount == 0 {
      if count > 0 { step.delete = [Range(ItemPath(0, 0), count: count)] }
      if otherCount > 0 { step.insert = [Range(ItemPath(0, 0), count: otherCount)] }
    } else if let keys {
      try compare(keys.0, keys.1, &places, &meter)
      if !areEqual || !step.move.isEmpty || !step.delete.isEmpty {
        guard try resize(&meter) else { return nil }
      }
    } else if !areEqual {
      return nil
    }
  }

  /// Finds the items that go, come and move. O(keys log keys between the equal ends)
  private func compare(
    _ old: [Int32], _ new: [Int32], _ known: inout [Int32], _ meter: inout WorkMeter
  ) throws(WalkInterrupted) {
    let least = min(old.count, new.count)
    var (first, last) = (0, 0)
    while first < least, old[first] == new[first] { first += 1 }
    while last < least - first, old[old.count - 1 - last] == new[new.count - 1 - last] { last += 1 }
    try meter.take(first + last + 1)
    let (end, endAfter) = (old.count - last, new.count - last)
    placesAfter = Array(repeating: -1, count: old.count)
    for place in 0..<first { placesAfter[place] = place }
    for place in 0..<last { placesAfter[end + place] = endAfter + place }
    if first == end, first == endAfter { return }
    try meter.take(8 * (end + endAfter - 2 * first))
    for place in first..<end { known[Int(old[place])] = Int32(place) }
    var places: [Int?] = []
    places.reserveCapacity(endAfter - first)
    for place in first..<endAfter {
      let same = Int(known[Int(new[place])])
      places.append(same < 0 ? nil : same - first)
      if same >= 0 { placesAfter[same] = place }
    }
    for place in first..<end { known[Int(old[place])] = -1 }
    step = try KeyDiff.step(
      countBefore: end - first, places: places, isChanged: { _ in false }, meter: &meter)
    start = first
  }

  /// Finds the items that stay and differ; false if steps cannot say how. O(items)
  private func resize(_ meter: inout WorkMeter) throws(WalkInterrupted) -> Bool {
    var (cursor, other) = (RunCursor(items), RunCursor(others))
    for (item, place) in placesAfter.enumerated() where place >= 0 {
      try meter.take()
      let (old, new) = (cursor.run(from: item), other.run(from: place))
      if old.joins(new) { continue }
      if old.members != new.members { adjust(item, old.members, new.members) }
      if old.sizes.joins(new.sizes) { continue }
      for column in ItemColumn.allCases where rules.items[column].isRead {
        if new.extent(column) == nil, old.extent(column) != nil { return false }
      }
      if let last = resized.last, last.upperBound == item {
        resized[resized.count - 1] = last.lowerBound..<item + 1
      } else {
        resized.append(item..<item + 1)
      }
    }
    return true
  }

  /// Notes an item whose members differ.
  private func adjust(_ item: Int, _ old: GivenMembers?, _ new: GivenMembers?) {
    var codes: [UInt8] = []
    for row in MemberRow.ofItems where codes.last != row.code && old?[row.code] != new?[row.code] {
      codes.append(row.code)
    }
    if let last = adjusted.last, last.items.upperBound == item, last.codes == codes {
      adjusted[adjusted.count - 1].items = last.items.lowerBound..<item + 1
    } else {
      adjusted.append((item..<item + 1, codes))
    }
  }

  /// Appends the entries.
  ///
  /// - Parameters:
  ///   - before: The number of the section before the step.
  ///   - after: Its number after it.
  func append(_ before: Int, _ after: Int, to step: inout TreeStep) throws(TreeStep.Stop) {
    for range in self.step.delete { try step.append(.delete(before, places(range))) }
    for range in resized {
      try step.hold(range.count * MemoryLayout<Int>.stride)
      try step.append(
        .resize(before, first: range.lowerBound, to: Array(placesAfter[range]), of: after))
    }
    for (range, codes) in adjusted {
      try step.hold(range.count * MemoryLayout<Int>.stride + codes.count)
      try step.append(
        .adjust(
          before, first: range.lowerBound, to: Array(placesAfter[range]), of: after, codes: codes))
    }
    for move in self.step.move {
      let target = ItemPath(after, start + move.to.item)
      try step.append(.move(before, places(move.from), to: target))
    }
    for range in self.step.insert {
      try step.append(.insert(after, places(range)))
    }
  }

  private func places(_ range: Range<ItemPath>) -> Range<Int> {
    start + range.lowerBound.item..<start + range.upperBound.item
  }
}
