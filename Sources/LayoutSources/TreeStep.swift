package import LayoutCore

/// The step that makes one tree out of another (docs/rules.md#two-trees).
package struct TreeStep {
  /// An entry; those of one list are in order.
  package enum Entry {
    case delete(Int, Range<Int>)
    /// Neighbouring items of a section, which get the sizes of items of a section of the new tree.
    case resize(Int, first: Int, to: [Int], of: Int)
    /// The same of the members with some codes.
    case adjust(Int, first: Int, to: [Int], of: Int, codes: [UInt8])
    case move(Int, Range<Int>, to: ItemPath)
    /// Items of a section of the new tree.
    case insert(Int, Range<Int>)
    case setSections(Range<Int>, SectionDifference)
    case deleteSections(Range<Int>, Slide?)
    /// A section, which becomes one of the new tree.
    case reloadSection(Int, by: Int)
    case moveSections(Range<Int>, to: Int)
    /// Sections of the new tree.
    case insertSections(Range<Int>, Slide?)
  }

  /// The reason why there is no step.
  package enum Stop: Error {
    /// The meter is used up.
    case workUsedUp
    /// It takes more memory than it may.
    case memoryUsedUp
    /// It has more entries than a step may have.
    case tooManyEntries
  }

  package private(set) var entries: [Entry] = []
  /// What it sets of the snapshot.
  package private(set) var settings = SnapshotSettings()
  /// The memory that it takes, in bytes.
  package private(set) var byteCount = 0
  private let bytesMax: Int

  /// The memory of an entry, and of a section that is compared.
  private static let entryBytes = MemoryLayout<Entry>.stride + 64
  private static let sectionBytes = 33

  /// Compares two trees. O(nodes + sections + items of sections that differ)
  ///
  /// - Parameters:
  ///   - keyCount: The number of different keys of both trees.
  ///   - bytesMax: The memory that it may take.
  ///   - meter: Pays for the work.
  package init(
    from old: ComparedTree, to new: ComparedTree, keyCount: Int, bytesMax: Int,
    meter: inout WorkMeter
  ) throws(Stop) {
    self.bytesMax = bytesMax
    set(old.snapshot, new.snapshot)
    let match = SectionMatch(old.tree, new.tree)
    let nodeCount = old.tree.nodes.count + new.tree.nodes.count
    try TreeStep.metered { () throws(WalkInterrupted) in
      try meter.take(20 * nodeCount + match.before.count)
    }
    try hold(
      TreeStep.sectionBytes * match.before.count + 4 * (keyCount + old.snapshot.sections.count))
    var changes = SectionChanges(old, new, keyCount: keyCount)
    var reloads = [Bool](repeating: false, count: match.before.count)
    /// The new numbers of the sections that are reloaded, by their old ones.
    var reloadedBy = [Int32](repeating: 0, count: old.snapshot.sections.count)
    for (section, same) in match.before.enumerated() {
      guard let same else { continue }
      if try changes.append(same, to: section, &self, &meter) { continue }
      reloads[section] = true
      reloadedBy[same] = Int32(section)
    }
    try changes.endSetting(&self)
    let step = try TreeStep.metered { () throws(WalkInterrupted) in
      try KeyDiff.step(
        countBefore: old.snapshot.sections.count, places: match.before,
        isChanged: { reloads[$0] }, meter: &meter)
    }
    try place(step, match, old.tree, new.tree, reloadedBy)
  }

  mutating func append(_ entry: Entry) throws(Stop) {
    guard entries.count < ContentLimits.stepEntries else { throw .tooManyEntries }
    try hold(TreeStep.entryBytes)
    entries.append(entry)
  }

  /// Counts memory.
  mutating func hold(_ bytes: Int) throws(Stop) {
    byteCount += bytes
    if byteCount > bytesMax { throw .memoryUsedUp }
  }

  static func metered<Value>(_ body: () throws(WalkInterrupted) -> Value) throws(Stop) -> Value {
    do throws(WalkInterrupted) { return try body() } catch { throw .workUsedUp }
  }

  /// Finds what differs of the snapshot's own members.
  private mutating func set(_ before: Snapshot, _ after: Snapshot) {
    if !before.globalHeaders.isEqual(to: after.globalHeaders) {
      settings.globalHeaders = after.globalHeaders
    }
    let color = after.globalHeaderBackgroundColor
    if before.globalHeaderBackgroundColor != color {
      settings.globalHeaderBackgroundColor = .some(color)
    }
    if before.minimumContentLength != after.minimumContentLength {
      settings.minimumContentLength = after.minimumContentLength
    }
    settings.members = after.members.differing(from: before.members, of: MemberRow.ofSnapshots)
  }

  // MARK: Sections that come, go and move

  /// Appends the places of sections, and the new ones.
  ///
  /// - Parameters:
  ///   - step: A step that names sections as items.
  ///   - reloadedBy: The new numbers of the sections that are reloaded, by their old ones.
  private mutating func place(
    _ step: Step, _ match: SectionMatch, _ old: SourceTree, _ new: SourceTree,
    _ reloadedBy: [Int32]
  ) throws(Stop) {
    func sections(_ range: Range<ItemPath>) -> Range<Int> {
      range.lowerBound.item..<range.upperBound.item
    }
    let gone = old.ownSections { match.slides(ofOld: $0) }
    for range in step.delete {
      for (part, slide) in TreeStep.parts(of: sections(range), gone) {
        try append(.deleteSections(part, slide))
      }
    }
    for range in step.reload {
      for section in sections(range) {
        try append(.reloadSection(section, by: Int(reloadedBy[section])))
      }
    }
    for move in step.move { try append(.moveSections(sections(move.from), to: move.to.item)) }
    let come = new.ownSections { match.slides(ofNew: $0) }
    for range in step.insert {
      for (part, slide) in TreeStep.parts(of: sections(range), come) {
        try append(.insertSections(part, slide))
      }
    }
  }

  /// The parts of a range whose sections slide alike. O(parts + log nodes)
  private static func parts(
    of range: Range<Int>, _ all: [(sections: Range<Int>, slide: Slide?)]
  ) -> [(sections: Range<Int>, slide: Slide?)] {
    var parts: [(sections: Range<Int>, slide: Slide?)] = []
    var place = partitionPoint(0..<all.count) { all[$0].sections.upperBound > range.lowerBound }
    while place < all.count, all[place].sections.lowerBound < range.upperBound {
      let (sections, slide) = (all[place].sections.clamped(to: range), all[place].slide)
      if let last = parts.last, last.slide == slide {
        parts[parts.count - 1].sections = last.sections.lowerBound..<sections.upperBound
      } else {
        parts.append((sections, slide))
      }
      place += 1
    }
    return parts
  }
}

/// Compares the sections that are in both trees.
private struct SectionChanges {
  private let old: ComparedTree
  private let new: ComparedTree
  private var differences: SectionDifferences
  /// The last entry of `setSections`, which a neighbour may extend.
  private var setting: (sections: Range<Int>, difference: SectionDifference)?
  /// A place for each key.
  private var places: [Int32]

  init(_ old: ComparedTree, _ new: ComparedTree, keyCount: Int) {
    (self.old, self.new) = (old, new)
    differences = SectionDifferences(
      isHorizontal: new.snapshot.scrollDirection == .horizontal)
    places = Array(repeating: -1, count: keyCount)
  }

  /// Appends what differs of a section; false if it has to be reloaded.
  mutating func append(
    _ before: Int, to after: Int, _ step: inout TreeStep, _ meter: inout WorkMeter
  ) throws(TreeStep.Stop) -> Bool {
    let (section, other) = (old.snapshot.sections[before], new.snapshot.sections[after])
    let isNamedAlike =
      old.snapshot.idBytes(ofSection: before) == new.snapshot.idBytes(ofSection: after)
    let keys = old.keys[before].flatMap { first in new.keys[after].map { (first, $0) } }
    if section === other, keys == nil, isNamedAlike { return true }
    guard isNamedAlike, section.metrics.engine.name == other.metrics.engine.name else {
      return false
    }
    let found = try TreeStep.metered {
      () throws(WalkInterrupted) -> (SectionDifference, ItemsDifference)? in
      guard let difference = try differences.difference(from: section, to: other, meter: &meter),
        let items = try ItemsDifference(section, other, keys: keys, &places, meter: &meter)
      else { return nil }
      return (difference, items)
    }
    guard let (difference, items) = found else { return false }
    if !difference.isEmpty { try set(before, to: difference, &step) }
    try items.append(before, after, to: &step)
    return true
  }

  /// Sets members of a section, in one entry with a neighbour before it that gets the same.
  private mutating func set(
    _ section: Int, to difference: SectionDifference, _ step: inout TreeStep
  ) throws(TreeStep.Stop) {
    if let last = setting, last.sections.upperBound == section, last.difference == difference {
      setting?.sections = last.sections.lowerBound..<section + 1
      return
    }
    try endSetting(&step)
    setting = (section..<section + 1, difference)
  }

  mutating func endSetting(_ step: inout TreeStep) throws(TreeStep.Stop) {
    guard let last = setting else { return }
    try step.append(.setSections(last.sections, last.difference))
    setting = nil
  }
}
