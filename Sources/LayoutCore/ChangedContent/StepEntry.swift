/// What an entry of a list of a step says (docs/rules.md#steps), member by member, whatever it was written in.
package struct StepEntry: Sendable {
  /// What a member says that is a value by itself.
  package enum EntryValue: Sendable {
    /// The number of a section or an item, or how many.
    case number(Int)
    case path(ItemPath)
    case indices([Int])
    /// A number for each of some items.
    case extents([Double])
    /// The place of a word in the list of its form.
    case choice(Int)
  }

  /// So few that a list finds one faster than a table.
  private var values: [(key: EntryKey, value: EntryValue)] = []
  /// The items that it brings, or what it says of those that it names; nil where it says nothing of items.
  package var items: GivenItems?
  /// How many items each of the sections has that it brings.
  package var itemCounts: [Int] = []
  /// The sections that it brings; none where only their items are counted.
  package var sections: [SectionInChange] = []
  /// Whether it sets something of sections.
  package var isSetting = false

  package init() {}

  /// O(members)
  package subscript(key: EntryKey) -> EntryValue? {
    get { values.last { $0.key == key }?.value }
    set {
      values.removeAll { $0.key == key }
      if let newValue { values.append((key, newValue)) }
    }
  }

  fileprivate func number(_ key: EntryKey) -> Int {
    if case .number(let number)? = self[key] { number } else { 0 }
  }

  fileprivate func path(_ key: EntryKey) -> ItemPath {
    if case .path(let path)? = self[key] { path } else { ItemPath(0, 0) }
  }

  /// The first of the items that it names.
  fileprivate var path: ItemPath { ItemPath(number(.section), number(.item)) }

  /// How many neighbours it names.
  package var count: Int { if case .number(let count)? = self[.count] { count } else { 1 } }

  fileprivate var slide: Slide? {
    if case .choice(let place)? = self[.slide] { Slide.allCases[place] } else { nil }
  }
}

extension GivenStep {
  /// Adds an entry to a list. What it does not say of numbers is 0.
  package mutating func append(_ entry: StepEntry, to list: Step.List) {
    let items = entry.items ?? GivenItems()
    switch list {
    case .delete: step.delete.append(Range(entry.path, count: entry.count))
    case .reload:
      step.reload.append(Range(entry.path, count: entry.items?.count ?? entry.count))
      reloaded.append(entry.items)
    case .resize:
      if case .indices(let places)? = entry[.at] {
        step.resize.append(.items(section: entry.number(.section), places))
      } else if entry.items != nil {
        step.resize.append(.range(Range(entry.path, count: items.count)))
      } else {
        step.resize.append(.estimated(section: entry.number(.section)))
      }
      resized.append(items)
    case .move:
      step.move.append(
        Step.Move(from: Range(entry.path(.from), count: entry.count), to: entry.path(.to)))
    case .insert:
      step.insert.append(Range(entry.path, count: items.count))
      inserted.append(items)
    case .deleteSections:
      step.deleteSections.append(Range(entry.number(.section), count: entry.count))
      deletedSlides.append(entry.slide)
    case .reloadSections:
      step.reloadSections.append(
        Step.ReloadedSection(
          section: entry.number(.section), itemCount: entry.itemCounts.first ?? 0))
      reloadedSections += entry.sections
    case .setSections:
      step.setSections.append(
        Range(entry.number(.section), count: entry.isSetting ? entry.count : 0))
    case .moveSections:
      step.moveSections.append(
        Step.Move(
          from: Range(entry.number(.from), count: entry.count), to: entry.number(.to)))
    case .insertSections:
      step.insertSections.append(
        Step.InsertedSections(section: entry.number(.section), itemCounts: entry.itemCounts))
      insertedSections.append(entry.sections)
      insertedSlides.append(entry.slide)
    }
  }
}
