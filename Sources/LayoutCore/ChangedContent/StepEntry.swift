/// An entry of a step's list (docs/rules.md#steps), member by member, independent of its format. Numbers that are not
/// given are 0.
package struct StepEntry: Sendable {
  package var section = 0
  package var item = 0
  /// The number of neighbours; nil if it is not given.
  package var count: Int?
  /// The ends of a move of items or of sections. The paths of sections have no items.
  package var from = ItemPath(0, 0)
  package var to = ItemPath(0, 0)
  /// The items that it names one by one.
  package var places: [Int]?
  package var slide: Slide?
  /// The items that it inserts, or their descriptions; nil if it has none.
  package var items: GivenItems?
  /// The codes of the members that it gives to the items that it names.
  package var memberCodes: [UInt8] = []
  /// The number of items in each section that it inserts.
  package var itemCounts: [Int] = []
  /// The sections that it inserts; empty if only their items are counted.
  package var sections: [SectionDraft] = []
  /// Whether it sets anything of sections.
  package var isSetting = false

  package init() {}

  /// Sets the number of a section or an item, or a count.
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
