internal import LayoutCore

/// How the items of a section become others (docs/rules.md#two-trees): by entries of `delete`, `move`, `resize` and
/// `insert`.
struct ItemsDifference {
  private let items: Items
  private let others: Items
  private let columns: [ItemColumn]
  /// The places of the items, as in a section of number 0.
  private var step = Step()
  /// The items that stay and differ in size or mark, and, for each old item, its new number; −1 if it goes.
  private var resized: [Range<Int>] = []
  private var placesAfter: [Int] = []

  /// Compares the items of two sections of one engine; nil if steps cannot say how one becomes the other.
  ///
  /// - Parameters:
  ///   - keys: The keys of the items of both; nil if either has none.
  ///   - places: Room for a place of each key of the trees, all −1, and again when this returns.
  init?(
    _ section: Section, _ other: Section, keys: ([Int32], [Int32])?, _ places: inout [Int32],
    meter: inout StepMeter
  ) throws(WalkStop) {
    (items, others) = (section.items, other.items)
    let rules = EngineRules.of(other.metrics.engine.name)
    columns = ItemColumn.allCases.filter { rules.items[$0].isRead }
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
  private mutating func compare(
    _ old: [Int32], _ new: [Int32], _ known: inout [Int32], _ meter: inout StepMeter
  ) throws(WalkStop) {
    let least = min(old.count, new.count)
    var (first, last) = (0, 0)
    while first < least, old[first] == new[first] { first += 1 }
    while last < least - first, old[old.count - 1 - last] == new[new.count - 1 - last] { last += 1 }
    try meter.take(first + last + 1)
    let (before, after) = (old[first..<old.count - last], new[first..<new.count - last])
    placesAfter = Array(0..<first) + Array(repeating: -1, count: before.count)
    placesAfter += new.count - last..<new.count
    if before.isEmpty && after.isEmpty { return }
    try meter.take(8 * (before.count + after.count))
    for (place, key) in before.enumerated() { known[Int(key)] = Int32(place) }
    var places: [Int?] = []
    places.reserveCapacity(after.count)
    for (place, key) in after.enumerated() {
      let same = known[Int(key)]
      places.append(same < 0 ? nil : Int(same))
      if same >= 0 { placesAfter[first + Int(same)] = first + place }
    }
    for key in before { known[Int(key)] = -1 }
    step = try KeyDiff.step(
      countBefore: before.count, places: places, isChanged: { _ in false }, meter: &meter)
    step.shift(by: first)
  }

  /// Finds the items that stay and differ; false if steps cannot say how. O(items)
  private mutating func resize(_ meter: inout StepMeter) throws(WalkStop) -> Bool {
    var (cursor, other) = (RunCursor(items), RunCursor(others))
    for (item, place) in placesAfter.enumerated() where place >= 0 {
      try meter.take()
      let (old, new) = (cursor.run(from: item), other.run(from: place))
      if old.joins(new) { continue }
      guard old.members == new.members else { return false }
      for column in columns where new.extent(column) == nil && old.extent(column) != nil {
        return false
      }
      if let last = resized.last, last.upperBound == item {
        resized[resized.count - 1] = last.lowerBound..<item + 1
      } else {
        resized.append(item..<item + 1)
      }
    }
    return true
  }

  /// Appends the entries.
  ///
  /// - Parameters:
  ///   - before: The number of the section before the step.
  ///   - after: Its number after it.
  func append(
    _ before: Int, _ after: Int, to step: inout TreeStep, meter: inout StepMeter
  ) throws(TreeStep.Stop) {
    for range in self.step.delete {
      try step.append(.delete(before, range.lowerBound.item..<range.upperBound.item))
    }
    for range in resized {
      let items = try part(range.lowerBound, range.count, &step, &meter, keepsMembers: false) {
        placesAfter[$0]
      }
      try step.append(.resize(before, first: range.lowerBound, items, of: columns))
    }
    for move in self.step.move {
      let (first, end) = (move.from.lowerBound.item, move.from.upperBound.item)
      try step.append(.move(before, first..<end, to: ItemPath(after, move.to.item)))
    }
    for range in self.step.insert {
      let first = range.lowerBound.item
      let isPart = range.length < others.count
      let items =
        isPart
        ? try part(first, range.length, &step, &meter, keepsMembers: true) { $0 } : others
      try step.append(.insert(after, first: first, items, of: columns))
    }
  }

  /// Some of the new items. O(items)
  private func part(
    _ first: Int, _ count: Int, _ step: inout TreeStep, _ meter: inout StepMeter,
    keepsMembers: Bool, _ place: (Int) -> Int
  ) throws(TreeStep.Stop) -> Items {
    var cursor = RunCursor(others)
    var builder = ContentTreeBuilder(naming: .nothing)
    var item = first
    while item < first + count {
      try TreeStep.metered { () throws(WalkStop) in try meter.take() }
      var run = cursor.run(from: place(item))
      if keepsMembers {
        run.count = min(run.count, first + count - item)
      } else {
        // Neighbours before the step may be apart after it. Members stay.
        (run.count, run.members) = (1, nil)
      }
      builder.append(run)
      item += run.count
    }
    let items = builder.finishItems()
    try step.hold(items.runCount * TreeStep.runBytes)
    return items
  }
}

extension Step {
  /// Adds to the numbers of all items that it deletes, moves and inserts.
  fileprivate mutating func shift(by offset: Int) {
    func shifted(_ range: Range<ItemPath>) -> Range<ItemPath> {
      range.lowerBound.advanced(by: offset)..<range.upperBound.advanced(by: offset)
    }
    delete = delete.map(shifted)
    insert = insert.map(shifted)
    move = move.map { Move(from: shifted($0.from), to: $0.to.advanced(by: offset)) }
  }
}

extension ContentNaming {
  /// For items that are written, and not kept.
  fileprivate static let nothing = ContentNaming { EqualDigests() }
}

/// Gives all contents the same digest.
private final class EqualDigests: ContentHasher {
  var digest: ContentDigest { ContentDigest { _ in 0 } }
  func append(_: Span<UInt8>) {}
  func append(_: Span<UInt16>) {}
  func append(_: Span<UInt32>) {}
  func append(_: Span<UInt64>) {}
}
