/// The fate of neighbours in a list.
public struct ItemOutcome<Path: IndexPath>: Sendable {
  /// The neighbours that share the fate. The range has no end if only the list limits it.
  public let range: Range<Path>
  /// The new place of the first of them; nil if they are gone.
  public let after: Path?
  /// Whether they were moved, possibly to the same place.
  public let isMoved: Bool
  /// Whether they were replaced by others.
  public let isReloaded: Bool

  /// Whether they still exist and were neither moved nor reloaded.
  public var survives: Bool { after != nil && !isMoved && !isReloaded }
}

/// A mapping in the direction from before to after: the fate of each section and item.
public struct ForwardMapping: Sendable {
  private var sections = ItemOutcomes<Int>()
  private var items = ItemOutcomes<ItemPath>()
  /// The original sections whose items were changed one by one, ascending.
  private var changed: [Int] = []
  /// The sections that were reloaded after their items had been changed, ascending, and the original items that they
  /// had then.
  private var replaced: [Int] = []
  private var replacedItems = RangeSet<ItemPath>([])
  /// Whether any section or item was moved.
  let hasMoves: Bool

  /// Inverts a mapping. O(runs log runs)
  public init(_ mapping: IndexMapping) {
    hasMoves =
      mapping.sections.runs.contains { $0.isMoved }
      || mapping.items.values.contains { $0.runs.contains { $0.isMoved } }
    for run in mapping.sections.runs { sections.append(run) { $0 } }
    sections.order()
    for (section, list) in zip(mapping.items.numbers, mapping.items.values) {
      if let from = mapping.sections.run(from: section).from { changed.append(from) }
      for run in list.runs { items.append(run) { ItemPath(section, $0) } }
    }
    items.order()
    changed = changed.inOrder { $0.rank }
    var kept: [Range<ItemPath>] = []
    for (section, list) in zip(mapping.replacedItems.numbers, mapping.replacedItems.values) {
      replaced.append(section)
      for run in list.runs {
        if let from = run.from, from.section == section {
          kept.append(Range(from, count: run.count))
        }
      }
    }
    replaced = replaced.inOrder { $0.rank }
    replacedItems = RangeSet(kept)
  }

  /// Whether an item was still in its section when that was reloaded. The section must have been reloaded. O(log runs)
  func isReplaced(_ path: ItemPath) -> Bool {
    !replaced.hasInOrder(path.section) || replacedItems.contains(path)
  }

  /// The fate of a section and of its neighbours that share it. O(log runs)
  public func section(_ section: Int) -> ItemOutcome<Int> {
    sections.fate(of: section, in: 0..<Int.max)
  }

  /// The fate of an item and of its neighbours that share it. Look up the section too: it may have been moved or
  /// reloaded with all its items. O(log runs)
  public func item(_ path: ItemPath) -> ItemOutcome<ItemPath> {
    let all = ItemPath(path.section, 0)..<ItemPath(path.section, .max)
    let fate = items.fate(of: path, in: all)
    if fate.after != nil || changed.hasInOrder(path.section) { return fate }
    // Items between items that were moved away are still in their section.
    let section = section(path.section)
    guard let number = section.after, !section.isReloaded else { return fate }
    let offset = path.section - section.range.lowerBound
    return ItemOutcome(
      range: fate.range, after: ItemPath(number + offset, fate.range.lowerBound.item),
      isMoved: false, isReloaded: false)
  }
}

extension [Int] {
  /// Whether an ascending list contains a number. O(log numbers)
  @inline(never)
  fileprivate func hasInOrder(_ number: Int) -> Bool {
    let place = partitionPoint(0..<count) { self[$0] >= number }
    return place < count && self[place] == number
  }
}

/// The fates of everything that still exists, in the order before.
struct ItemOutcomes<Path: IndexPath>: Sendable {
  private var fates: [ItemOutcome<Path>] = []

  /// Adds the fate of a run. `place` converts the places of its elements.
  mutating func append(_ run: OriginRun<Path>, at place: (Int) -> Path) {
    guard let from = run.from else { return }
    fates.append(
      ItemOutcome(
        range: Range(from, count: run.count), after: place(run.start), isMoved: run.isMoved,
        isReloaded: run.isReloaded))
  }

  /// Sorts the fates. Call it before lookups. O(runs log runs)
  mutating func order() { fates = fates.inOrder(by: { $0.range.lowerBound.rank }) }

  /// The fate of an element of a list. O(log runs)
  func fate(of path: Path, in all: Range<Path>) -> ItemOutcome<Path> {
    let next = partitionPoint(0..<fates.count) { fates[$0].range.lowerBound > path }
    var gap = all
    if next > 0 {
      let last = fates[next - 1]
      if last.range.contains(path) { return last }
      gap = max(gap.lowerBound, last.range.upperBound)..<gap.upperBound
    }
    if next < fates.count {
      gap = gap.lowerBound..<min(gap.upperBound, fates[next].range.lowerBound)
    }
    return ItemOutcome(range: gap, after: nil, isMoved: false, isReloaded: false)
  }
}
