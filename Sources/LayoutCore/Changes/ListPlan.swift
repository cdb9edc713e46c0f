/// The effects of steps on plain arrays (docs/rules.md#post-a-plan): operations to run one after another, and entries
/// that UIKit does not accept.
public struct ListPlan: Sendable {
  /// A removal from an array, or an insertion.
  public enum Operation: Hashable, Sendable {
    case removeItem(ItemPath)
    case removeSection(Int)
    /// A section with `itemCount` new items or, if that is nil, the removed section with its remaining items.
    case insertSection(Int, itemCount: Int?, from: Int?, isReloaded: Bool)
    /// A new item, or a removed one; `from` is its place before the step.
    case insertItem(ItemPath, from: ItemPath?, isReloaded: Bool)
  }

  /// A correct entry that UIKit does not accept.
  public enum Trap: Hashable, Sendable {
    /// UIKit computes the place of a reloaded item from deletes and inserts, without moves. A move ends at that place.
    case reloadedItem(step: Int, entry: Int, ItemPath, insertsAt: ItemPath)
    /// The same for a section.
    case reloadedSection(step: Int, entry: Int, Int, insertsAt: Int)
    /// Items are deleted, inserted or moved in a section, given by its old number, that the same step moves.
    case movedSection(step: Int, entry: Int, Int)
  }

  /// The greatest number of operations of any plan.
  public static let operationsMax = 2_000_000
  /// The greatest number of operations of this plan.
  public let operationsMax: Int

  /// The operations of all steps.
  public private(set) var operations: [Operation] = []
  /// Each entry occurs at most once.
  public private(set) var traps: [Trap] = []

  /// Creates a plan without steps, for up to `operationsMax` operations.
  public init(operationsMax: Int = ListPlan.operationsMax) { self.operationsMax = operationsMax }

  /// Appends the operations of a step: remove items, last first; remove sections, last first; insert sections, then
  /// items, first first.
  ///
  /// - Parameters:
  ///   - step: A step that has been applied.
  ///   - mapping: The mapping of the step alone.
  ///   - itemCount: Returns the number of items of a section after the step.
  ///   - meter: Pays for each operation.
  /// - Returns: Whether all its operations fitted.
  public mutating func append(
    _ step: Step, _ mapping: IndexMapping, itemCount: (Int) -> Int, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> Bool {
    let number = stepCount
    stepCount += 1
    let changes = StepChanges(step)
    func room(_ count: Int, _ plan: ListPlan) -> Bool {
      count <= plan.operationsMax - plan.operations.count
    }
    for range in changes.itemsOut.ranges.reversed() {
      guard room(range.length, self) else { return false }
      try meter.take(range.length)
      for offset in (0..<range.length).reversed() {
        operations.append(.removeItem(range.lowerBound.advanced(by: offset)))
      }
    }
    for range in changes.sectionsOut.ranges.reversed() {
      guard room(range.count, self) else { return false }
      try meter.take(range.count)
      for section in range.reversed() { operations.append(.removeSection(section)) }
    }
    for run in mapping.sections.runs where !run.survives {
      guard room(run.count, self) else { return false }
      try meter.take(run.count)
      for offset in 0..<run.count {
        let section = run.start + offset
        let hasNewItems = run.from == nil || run.isReloaded
        operations.append(
          .insertSection(
            section, itemCount: hasNewItems ? itemCount(section) : nil,
            from: run.from.map { $0 + offset }, isReloaded: run.isReloaded))
      }
    }
    for section in mapping.items.numbers.inOrder(by: { $0.rank }) {
      for run in mapping.items[section]!.runs where !run.survives {
        guard room(run.count, self) else { return false }
        try meter.take(run.count)
        for offset in 0..<run.count {
          operations.append(
            .insertItem(
              ItemPath(section, run.start + offset), from: run.from?.advanced(by: offset),
              isReloaded: run.isReloaded))
        }
      }
    }
    try meter.take(step.entryCount * 16)
    traps += changes.traps(number)
    return true
  }

  private var stepCount = 0
}

/// The places that a step names, as sets.
private struct StepChanges {
  let step: Step
  /// The deleted or reloaded sections.
  let ended: RangeSet<Int>
  let sectionsOut: RangeSet<Int>
  let itemsOut: RangeSet<ItemPath>

  init(_ step: Step) {
    self.step = step
    let ended = RangeSet(
      step.deleteSections + step.reloadSections.map { Range($0.section, count: 1) })
    self.ended = ended
    sectionsOut = RangeSet(ended.ranges + step.moveSections.map { $0.from })
    let items = step.delete + step.reload + step.move.map { $0.from }
    itemsOut = RangeSet(items.filter { !ended.contains($0.lowerBound.section) })
  }

  /// The entries that UIKit does not accept. O(n log n + reloaded items)
  func traps(_ number: Int) -> [ListPlan.Trap] {
    sectionReloads(number) + itemReloads(number) + sectionMoves(number)
  }

  /// The places of the sections that the step does not move.
  private var sectionPlaces: PlacesWithoutMoves {
    let inserted = step.insertSections.map { Range($0.section, count: $0.itemCounts.count) }
    return PlacesWithoutMoves(
      deleted: RangeSet(step.deleteSections).ranges, inserted: RangeSet(inserted).ranges)
  }

  private func sectionReloads(_ number: Int) -> [ListPlan.Trap] {
    let ends = RangeSet(step.moveSections.map { Range($0.to, count: $0.from.count) })
    guard !ends.ranges.isEmpty, !step.reloadSections.isEmpty else { return [] }
    let places = sectionPlaces
    return step.reloadSections.enumerated().compactMap { entry, reload in
      let place = places[reload.section]
      guard ends.contains(place) else { return nil }
      return .reloadedSection(step: number, entry: entry, reload.section, insertsAt: place)
    }
  }

  private func itemReloads(_ number: Int) -> [ListPlan.Trap] {
    let ends = RangeSet(step.move.map { Range($0.to, count: $0.from.length) })
    guard !ends.ranges.isEmpty else { return [] }
    let (deletes, inserts) = (RangeSet(step.delete), RangeSet(step.insert))
    let sectionPlaces = sectionPlaces
    var places: [Int: PlacesWithoutMoves] = [:]
    var traps: [ListPlan.Trap] = []
    for (entry, reload) in step.reload.enumerated() {
      let section = reload.lowerBound.section
      guard !reload.isEmpty, !ended.contains(section) else { continue }
      let after = sectionPlaces[section]
      func ranges(_ coverage: RangeSet<ItemPath>, _ section: Int) -> [Range<Int>] {
        let all = ItemPath(section, 0)..<ItemPath(section, .max)
        return coverage.parts(of: all).map { $0.lowerBound.item..<$0.upperBound.item }
      }
      let ofItems =
        places[section]
        ?? PlacesWithoutMoves(deleted: ranges(deletes, section), inserted: ranges(inserts, after))
      places[section] = ofItems
      for item in reload.lowerBound.item..<reload.upperBound.item {
        let place = ItemPath(after, ofItems[item])
        if ends.contains(place) {
          traps.append(
            .reloadedItem(
              step: number, entry: entry, ItemPath(section, item), insertsAt: place))
          break
        }
      }
    }
    return traps
  }

  private func sectionMoves(_ number: Int) -> [ListPlan.Trap] {
    let before = step.delete + step.move.map { $0.from }
    let after = step.insert + step.move.filter { !$0.from.isEmpty }.map { Range($0.to, count: 1) }
    let changedBefore = Set(before.filter { !$0.isEmpty }.map { $0.lowerBound.section })
    let changedAfter = Set(after.filter { !$0.isEmpty }.map { $0.lowerBound.section })
    if changedBefore.isEmpty && changedAfter.isEmpty { return [] }
    return step.moveSections.enumerated().compactMap { entry, move in
      let changed = move.from.first {
        changedBefore.contains($0)
          || changedAfter.contains(move.to + $0 - move.from.lowerBound)
      }
      return changed.map { .movedSection(step: number, entry: entry, $0) }
    }
  }
}

/// The places of a list's elements after a step if it had no moves.
private struct PlacesWithoutMoves {
  private let deleted: RangeCounts
  /// In the space after the step.
  private let inserted: [Range<Int>]
  /// The number of other elements before each of them.
  private var others: [Int] = []

  init(deleted: [Range<Int>], inserted: [Range<Int>]) {
    self.deleted = RangeCounts(deleted)
    self.inserted = inserted
    var count = 0
    for range in inserted {
      others.append(range.lowerBound - count)
      count += range.count
    }
  }

  /// The new place of the element at a place. O(log ranges)
  subscript(place: Int) -> Int {
    let rank = place - deleted.count(below: place)
    let before = partitionPoint(0..<inserted.count) { others[$0] > rank }
    guard before > 0 else { return rank }
    return rank + inserted[before - 1].upperBound - others[before - 1]
  }
}
