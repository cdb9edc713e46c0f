/// How the value of a member of a snapshot, or of a step, is written, and what it may be.
package enum KeyForm: Sendable {
  /// What a metric may be.
  case value(MetricForm)
  /// A text with so many bytes of UTF-8.
  case text(byteCounts: ClosedRange<Int>)
  /// An object of metrics (`MetricsKey`).
  case metrics
  /// A list of headers or footers (`SupplementaryKey`).
  case stack
  /// Items in any of their forms: a number, a list (`ItemKey`) or an object (`ItemsKey`).
  case items
  /// The same, where items say nothing beside their sizes.
  case sizes
  /// A section (`SectionKey`), and a list of them.
  case section, sections
  /// How many there are, at least so many.
  case count(least: Int)
  /// The number of a section or of an item, and a list of such numbers.
  case index, indices
  /// An item by the numbers of its section and of itself (`PathKey`).
  case path
  /// An extent for each of some items.
  case extents
  /// `true` or `false`, for all of some items or in a list for each.
  case flags
  /// What an item says beside its size: one value for all of some items.
  case member(ItemMember)
  /// The same, or a list of values, in which `null` is the default.
  case members(ItemMember)
  /// A list of entries of a step.
  case entries(Step.List)
  /// An object of what a step sets (`SetKey`).
  case settings

  static func choice<Word: CaseIterable & RawRepresentable<String>>(of words: Word.Type) -> KeyForm
  {
    .value(.choice(of: words))
  }
}

/// The names of the members of one kind of object: a case for each.
package protocol NamedKey: CaseIterable, Hashable, Sendable {
  var name: String { get }
}

extension NamedKey where Self: RawRepresentable<String> {
  package var name: String { rawValue }
}

/// The members of one kind of object, with what their values may be.
package protocol ObjectKey: NamedKey {
  var form: KeyForm { get }
  /// Whether an object has to have it.
  var isRequired: Bool { get }
}

extension ObjectKey {
  package var isRequired: Bool { false }
}

extension MetricsKey: ObjectKey {
  package var name: String { row.name }
  package var form: KeyForm { .value(row.form) }
}
