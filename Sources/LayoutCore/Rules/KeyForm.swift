/// The form of a member's value in a snapshot or a step, and its range.
package enum KeyForm: Sendable {
  /// The value of a metric, or of a member.
  case value(MetricForm)
  /// An object of metrics (`MetricsKey`).
  case metrics
  /// The origin of an effect (`OriginKey`), and its stops (`StopKey`).
  case origin, stops
  /// A list of headers or footers (`SupplementaryKey`), and one of global headers.
  case stack, globalStack
  /// A placeholder (`PlaceholderKey`), and the same or `null` for none.
  case placeholder, placeholderOrNull
  /// Items in any of their forms: a number, a list (`ItemKey`) or an object (`ItemListKey`).
  case items
  /// The same for items without members beside their sizes.
  case sizes
  /// A section (`SectionKey`), and a list of them.
  case section, sections
  /// A count of at least `least`.
  case count(least: Int)
  /// The number of a section or of an item, and a list of such numbers.
  case index, indices
  /// The path of an item (`PathKey`).
  case path
  /// An extent for each of some items.
  case extents
  /// `true` or `false`, for all of some items or in a list for each.
  case flags
  /// The value of a member beside the size for all of some items, or a list of values in which `null` means the
  /// default.
  case members(MemberRow)
  /// A list of entries of a step.
  case entries(Step.List)
  /// An object with the settings of a step (`SetKey`).
  case settings
  /// A node of a source, and a list of its children.
  case node, nodes
  /// The headers of a node, and the sections that a node lists.
  case nodeHeaders, nodeSections
  /// The keys of a section's items: strings and numbers.
  case keys

  package static func choice<Word: CaseIterable & RawRepresentable<String>>(
    of words: Word.Type
  ) -> KeyForm {
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

/// The members of one kind of object, with the forms of their values.
package protocol ObjectKey: NamedKey {
  var form: KeyForm { get }
  /// Whether every object must have it.
  var isRequired: Bool { get }
}

extension ObjectKey {
  package var isRequired: Bool { false }
}

extension MetricsKey: ObjectKey {
  package var name: String { row.name }
  package var form: KeyForm { .value(row.form) }
}
