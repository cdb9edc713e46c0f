/// A step with the items that its entries describe.
public struct GivenStep: Sendable {
  /// The places of the operations, with the counts of the described items.
  public package(set) var step = Step()
  /// The items of `insert`.
  public package(set) var inserted: [GivenItems] = []
  /// The new items of `reload`; nil if sizes, marks and members stay.
  public package(set) var reloaded: [GivenItems?] = []
  /// The items of `resize`, in the order of the entry; empty if they get the mean.
  public package(set) var resized: [GivenItems] = []
  /// The members of `adjust`, in the order of the entry, and the codes of those that it gives.
  package private(set) var adjusted: [(items: GivenItems, codes: [UInt8])] = []
  /// The new sections of `insertSections` and of `reloadSections`.
  package internal(set) var insertedSections: [[SectionDraft]] = []
  package internal(set) var reloadedSections: [SectionDraft] = []
  /// The slides of `insertSections` and of `deleteSections`.
  public internal(set) var insertedSlides: [Slide?] = []
  public internal(set) var deletedSlides: [Slide?] = []

  /// Creates a step that changes nothing.
  package init() {}

  /// The items that an entry describes; nil if it describes none.
  func items(givenBy source: StepSource) -> GivenItems? {
    switch source.list {
    case .insert: inserted[source.entry]
    case .reload: reloaded[source.entry]
    case .resize:
      if case .estimated = step.resize[source.entry] { nil } else { resized[source.entry] }
    default: nil
    }
  }

  /// Whether an entry keeps sizes, marks and members.
  func gives(nothingTo source: StepSource) -> Bool {
    source.list == .reload && reloaded[source.entry] == nil
  }
}

extension GivenStep {
  /// Appends an entry to a list.
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
    case .adjust:
      if entry.memberCodes.isEmpty {
        step.adjust.append(.items(section: entry.section, []))
      } else if let places = entry.places {
        step.adjust.append(.items(section: entry.section, places))
      } else {
        step.adjust.append(.range(Range(path, count: items.count)))
      }
      adjusted.append((items, entry.memberCodes))
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
