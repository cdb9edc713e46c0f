/// What became of neighbours in a list.
public struct Fate<Path: IndexPath>: Sendable {
  /// Those that have it together; without an end where nothing limits them but the list.
  public let range: Range<Path>
  /// Where the first of them is after; nil where they are gone.
  public let after: Path?
  /// Whether they have been moved, which they may have been to where they were.
  public let isMoved: Bool
  /// Whether they have been replaced by others.
  public let isReloaded: Bool

  /// Whether they are what they were, and have not been moved.
  public var survives: Bool { after != nil && !isMoved && !isReloaded }
}

/// A mapping read from before to after: what became of each section and item.
public struct ForwardMapping: Sendable {
  private var sections = Fates<Int>()
  private var items = Fates<ItemPath>()
  /// The sections before whose items are not simply those of a section after, ascending.
  private var changed: [Int] = []
  /// The sections that have been reloaded after their items had been changed, ascending, and which of their own items
  /// they had then.
  private var replaced: [Int] = []
  private var replacedItems = Coverage<ItemPath>([])

  /// Turns a mapping round. O(runs log runs)
  public init(_ mapping: IndexMapping) {
    for run in mapping.sections.runs { sections.append(run) { $0 } }
    sections.order()
    for (section, list) in mapping.items {
      if let from = mapping.sections.run(from: section).from { changed.append(from) }
      for run in list.runs { items.append(run) { ItemPath(section, $0) } }
    }
    items.order()
    changed = changed.inOrder { $0.rank }
    var kept: [Range<ItemPath>] = []
    for (section, list) in mapping.replacedItems {
      replaced.append(section)
      for run in list.runs {
        if let from = run.from, from.section == section {
          kept.append(Range(from, count: run.count))
        }
      }
    }
    replaced = replaced.inOrder { $0.rank }
    replacedItems = Coverage(kept)
  }

  /// Whether an item was in its section when that was reloaded, of a section that has been. O(log runs)
  func isReplaced(_ path: ItemPath) -> Bool {
    !replaced.hasInOrder(path.section) || replacedItems.contains(path)
  }

  /// What became of a section, and of those around it that share its fate. O(log runs)
  public func section(_ section: Int) -> Fate<Int> {
    sections.fate(of: section, in: 0..<Int.max)
  }

  /// What became of an item, and of those around it that share its fate; the item's own, so ask for its section, too,
  /// which may have been moved or reloaded with all that was in it. O(log runs)
  public func item(_ path: ItemPath) -> Fate<ItemPath> {
    let all = ItemPath(path.section, 0)..<ItemPath(path.section, .max)
    let fate = items.fate(of: path, in: all)
    if fate.after != nil || changed.hasInOrder(path.section) { return fate }
    // Those between others that moves have taken away are where their section is.
    let section = section(path.section)
    guard let number = section.after, !section.isReloaded else { return fate }
    let offset = path.section - section.range.lowerBound
    return Fate(
      range: fate.range, after: ItemPath(number + offset, fate.range.lowerBound.item),
      isMoved: false, isReloaded: false)
  }
}

extension [Int] {
  /// Whether a number is among these, which ascend. O(log numbers)
  @inline(never)
  fileprivate func hasInOrder(_ number: Int) -> Bool {
    let place = partitionPoint(0..<count) { self[$0] >= number }
    return place < count && self[place] == number
  }
}

/// The fates of what is still there, in the order before.
struct Fates<Path: IndexPath>: Sendable {
  private var fates: [Fate<Path>] = []

  /// Adds what a run says, whose elements are at places that a closure gives.
  mutating func append(_ run: OriginRun<Path>, at place: (Int) -> Path) {
    guard let from = run.from else { return }
    fates.append(
      Fate(
        range: Range(from, count: run.count), after: place(run.start), isMoved: run.isMoved,
        isReloaded: run.isReloaded))
  }

  /// Makes look-ups possible. O(runs log runs)
  mutating func order() { fates = fates.inOrder(by: { $0.range.lowerBound.rank }) }

  /// The fate of one of a list. O(log runs)
  func fate(of path: Path, in all: Range<Path>) -> Fate<Path> {
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
    return Fate(range: gap, after: nil, isMoved: false, isReloaded: false)
  }
}
