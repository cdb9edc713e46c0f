/// A step with the items that its entries give.
public struct GivenStep: Sendable {
  /// Where things happen; the counts are those of what is given.
  public package(set) var step = Step()
  /// What `insert` brings.
  public package(set) var inserted: [GivenItems] = []
  /// What `reload` replaces items by; nil where sizes, marks and members stay.
  public package(set) var reloaded: [GivenItems?] = []
  /// What `resize` says of its items, in the order of the entry; nothing where they get the mean.
  public package(set) var resized: [GivenItems] = []
  /// The sections that `insertSections` brings, and what `reloadSections` replaces sections by.
  package internal(set) var insertedSections: [[SectionInChange]] = []
  package internal(set) var reloadedSections: [SectionInChange] = []
  /// What `insertSections` and `deleteSections` say of animation.
  public internal(set) var insertedSlides: [Slide?] = []
  public internal(set) var deletedSlides: [Slide?] = []

  /// Makes a step that changes nothing.
  package init() {}

  /// The items that an entry gives; nil where it gives none.
  func items(givenBy source: StepSource) -> GivenItems? {
    switch source.list {
    case .insert: inserted[source.entry]
    case .reload: reloaded[source.entry]
    case .resize:
      if case .estimated = step.resize[source.entry] { nil } else { resized[source.entry] }
    default: nil
    }
  }

  /// Whether an entry leaves sizes, marks and members as they are.
  func gives(nothingTo source: StepSource) -> Bool {
    source.list == .reload && reloaded[source.entry] == nil
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
