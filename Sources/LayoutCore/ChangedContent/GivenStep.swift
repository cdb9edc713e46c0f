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
