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
