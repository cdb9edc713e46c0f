/// What an entry of a list of a step says (docs/rules.md#steps), member by member, whatever it was written in. What it does
/// not say of numbers is 0.
package struct StepEntry: Sendable {
  package var section = 0
  package var item = 0
  /// How many neighbours it names; nil where it does not say.
  package var count: Int?
  /// Where neighbours go from and to: items, or sections, whose paths have no items.
  package var from = ItemPath(0, 0)
  package var to = ItemPath(0, 0)
  /// The items that it names one by one.
  package var places: [Int]?
  package var slide: Slide?
  /// The items that it brings, or what it says of those that it names; nil where it says nothing of items.
  package var items: GivenItems?
  /// How many items each of the sections has that it brings.
  package var itemCounts: [Int] = []
  /// The sections that it brings; none where only their items are counted.
  package var sections: [SectionInChange] = []
  /// Whether it sets something of sections.
  package var isSetting = false

  package init() {}

  /// Sets the number of a section or an item, or how many there are.
  package mutating func set(_ key: EntryKey, _ number: Int) {
    switch key {
    case .section: section = number
    case .item: item = number
    case .count: count = number
    case .from: from.section = number
    case .to: to.section = number
    default: preconditionFailure("the member is a number")
    }
  }

  /// Sets an end of a move.
  package mutating func set(_ key: EntryKey, _ path: ItemPath) {
    if case .to = key { to = path } else { from = path }
  }
}

extension GivenStep {
  /// Adds an entry to a list.
  package mutating func append(_ entry: StepEntry, to list: Step.List) {
    let path = ItemPath(entry.section, entry.item)
    let count = entry.count ?? 1
    let items = entry.items ?? GivenItems()
    switch list {
    case .delete: step.delete.append(Range(path, count: count))
    case .reload:
      step.reload.append(Range(path, count: entry.items?.count ?? count))
      reloaded.append(entry.items)
    case .resize:
      if let places = entry.places {
        step.resize.append(.items(section: entry.section, places))
      } else if entry.items != nil {
        step.resize.append(.range(Range(path, count: items.count)))
      } else {
        step.resize.append(.estimated(section: entry.section))
      }
      resized.append(items)
    case .move:
      step.move.append(
        Step.Move(from: Range(entry.from, count: count), to: entry.to))
    case .insert:
      step.insert.append(Range(path, count: items.count))
      inserted.append(items)
    case .deleteSections:
      step.deleteSections.append(Range(entry.section, count: count))
      deletedSlides.append(entry.slide)
    case .reloadSections:
      step.reloadSections.append(
        Step.ReloadedSection(
          section: entry.section, itemCount: entry.itemCounts.first ?? 0))
      reloadedSections += entry.sections
    case .setSections:
      step.setSections.append(
        Range(entry.section, count: entry.isSetting ? count : 0))
    case .moveSections:
      step.moveSections.append(
        Step.Move(
          from: Range(entry.from.section, count: count), to: entry.to.section))
    case .insertSections:
      step.insertSections.append(
        Step.InsertedSections(section: entry.section, itemCounts: entry.itemCounts))
      insertedSections.append(entry.sections)
      insertedSlides.append(entry.slide)
    }
  }
}
