/// The members of a step (docs/rules.md#steps): its lists, and `set`.
package enum StepKey: ObjectKey {
  case list(Step.List)
  case set

  package static let allCases = Step.List.allCases.map(StepKey.list) + [.set]

  package var name: String {
    switch self {
    case .list(let list): list.rawValue
    case .set: "set"
    }
  }

  package var form: KeyForm {
    switch self {
    case .list(let list): .entries(list)
    case .set: .settings
    }
  }

  /// Whether plans accept it.
  package var isOfPlans: Bool {
    switch self {
    case .list(let list): list.row.isOfPlans
    case .set: false
    }
  }
}

/// The members of the `set` of a step.
package enum SetKey: ObjectKey {
  case globalHeaders, globalHeaderBackgroundColor, minimumContentLength
  /// A member without rules of its own, given its index in `MemberRow.ofSnapshots`.
  case member(Int)

  package static let allCases =
    [globalHeaders, globalHeaderBackgroundColor, minimumContentLength]
    + MemberRow.ofSnapshots.indices.map(SetKey.member)

  /// The member of a snapshot that it sets.
  private var ofSnapshot: RootKey {
    switch self {
    case .globalHeaders: .globalHeaders
    case .globalHeaderBackgroundColor: .globalHeaderBackgroundColor
    case .minimumContentLength: .minimumContentLength
    case .member(let place): .member(place)
    }
  }

  package var name: String { ofSnapshot.name }
  package var form: KeyForm { ofSnapshot.form }
}

/// The members of an item's path.
package enum PathKey: String, ObjectKey {
  case section, item

  package var form: KeyForm { .index }
  package var isRequired: Bool { true }
}

/// The members that entries of a step's lists may have.
package enum EntryKey: Hashable, Sendable {
  case section, item, count, from, to, at, slide, sections, value
  /// A member of a section.
  case part(SectionKey)
  /// A member of the items that the entry names: one value for all of them, or a list of a value for each. The page writes
  /// these members for the module as items.
  case of(ItemListKey)

  package static let items = EntryKey.part(.items)

  /// The keys that the module reads. The page writes a key as its position in this list.
  package static let all: [EntryKey] =
    [
      .section, .item, .count, .from, .to, .at, .slide, .sections, .value, .part(.items),
      .part(.engine), .part(.metrics), .part(.headers), .part(.footers), .part(.placeholder),
    ] + MemberRow.ofSections.indices.map { .part(.member($0)) }

  package var name: String {
    switch self {
    case .section: PathKey.section.name
    case .item: PathKey.item.name
    case .count: ItemKey.count.name
    case .from: "from"
    case .to: "to"
    case .at: "at"
    case .slide: "slide"
    case .sections: RootKey.sections.name
    case .value: "value"
    case .part(let key): key.name
    case .of(let key): key.name
    }
  }
}

/// A member of the entries of a list.
package struct EntryMember: Sendable {
  package let key: EntryKey
  package let form: KeyForm
  /// Whether each entry must have it.
  package let isRequired: Bool

  init(_ key: EntryKey, _ form: KeyForm, isRequired: Bool) {
    self.key = key
    self.form = form
    self.isRequired = isRequired
  }

  fileprivate static func one(_ key: EntryKey, _ form: KeyForm) -> EntryMember {
    EntryMember(key, form, isRequired: false)
  }

  fileprivate static func required(_ key: EntryKey, _ form: KeyForm) -> EntryMember {
    EntryMember(key, form, isRequired: true)
  }

  fileprivate static func part(_ key: SectionKey) -> EntryMember { one(.part(key), key.form) }

  fileprivate static func of(_ key: ItemListKey) -> EntryMember { one(.of(key), key.form) }

  fileprivate static let membersOfSections = MemberRow.ofSections.indices.map { part(.member($0)) }
  fileprivate static let section = required(.section, .index)
  fileprivate static let item = required(.item, .index)
  /// The number of neighbours that an entry names. Default 1.
  fileprivate static let count = one(.count, .count(least: 1))
  fileprivate static let slide = one(.slide, .choice(of: Slide.self))
}

/// The form of the entries of a step's list.
package struct StepRow: Sendable {
  /// The members of an entry, in the order in which they are read.
  package let members: [EntryMember]
  /// Whether plans accept the list. In a plan, items have no sizes and sections no settings.
  package let isOfPlans: Bool
  /// The most memory of an entry until the step is applied, in bytes, besides its listed items.
  package let entryBytes: Int
  /// Whether what an entry names leaves its place; whether an entry puts something at a place after the step; and whether
  /// it replaces what it names.
  package let (takes, puts, replaces): (Bool, Bool, Bool)

  fileprivate init(
    _ members: [EntryMember], isOfPlans: Bool = true, takes: Bool = false, puts: Bool = false,
    replaces: Bool = false, entryBytes: Int
  ) {
    self.members = members
    self.isOfPlans = isOfPlans
    self.entryBytes = entryBytes
    (self.takes, self.puts, self.replaces) = (takes, puts, replaces)
  }
}

extension Step.List {
  /// The rows, in the order of the lists.
  private static let rows = allCases.map { $0.newRow }

  package var row: StepRow { Step.List.rows[place] }

  private var newRow: StepRow {
    switch self {
    case .delete: StepRow([.section, .item, .count], takes: true, entryBytes: 560)
    case .reload:
      StepRow([.section, .item, .count, .part(.items)], replaces: true, entryBytes: 1200)
    // An entry names the items from one on, the items at some places, or, with only "mean", all estimated items.
    case .resize:
      StepRow(
        [
          .section, .one(.item, .index), .one(.items, .sizes), .one(.at, .indices),
          .of(.all(.estimated)),
        ] + ItemColumn.allCases.map { .of(.list($0)) },
        isOfPlans: false, entryBytes: 1000)
    // An entry names the items from one on, or the items at some places.
    case .adjust:
      StepRow(
        [.section, .one(.item, .index), .one(.at, .indices), .count]
          + MemberRow.ofItems.indices.map { .of(.all(.member($0))) },
        isOfPlans: false, entryBytes: 1000)
    case .move:
      StepRow(
        [.required(.from, .path), .required(.to, .path), .count], takes: true, puts: true,
        entryBytes: 1100)
    case .insert:
      StepRow([.section, .item, .required(.items, .items)], puts: true, entryBytes: 1000)
    case .deleteSections: StepRow([.section, .count, .slide], takes: true, entryBytes: 400)
    case .reloadSections:
      StepRow([.section, .required(.value, .section)], replaces: true, entryBytes: 900)
    case .setSections:
      StepRow(
        [
          .section, .count, .part(.engine), .part(.metrics), .part(.headers),
          .one(.part(.placeholder), .placeholderOrNull), .part(.footers),
        ] + EntryMember.membersOfSections, isOfPlans: false, entryBytes: 500)
    case .moveSections:
      StepRow(
        [.required(.from, .index), .required(.to, .index), .count], takes: true, puts: true,
        entryBytes: 500)
    case .insertSections:
      StepRow([.section, .required(.sections, .sections), .slide], puts: true, entryBytes: 700)
    }
  }
}
