import LayoutCore
import LayoutSources

/// The vocabulary of snapshots and steps, as a text for the page. In the module, script/wasm replaces this by the text
/// itself.
func vocabularyText() -> [UInt8] { Array(Vocabulary.json.utf8) }

/// The vocabulary of snapshots and steps, for a page that writes values in the module's format and refuses those that
/// the service would refuse.
///
/// The text is a JSON object. `objects` lists the members of each kind of object, in the order in which the module
/// reads them: `[name, form, 1 if it is required, else 0, detail]`. The detail is the range of a number or of a text's
/// length in bytes, the words of a choice, whether there may be no styles, or the name of the metric that excludes this
/// one, and of a list of a step whether its entries name sections. `entryKeys` are the members of steps' entries; `engines`, `styles`, `kinds` (each with its category) and
/// `problems` of steps and `sourceProblems` are names; all in the order of their positions. `reading` has for each engine whether it reads
/// each metric, and each extent of an item, 2 if items must have it.
enum Vocabulary {
  static let json = object([
    ("objects", object(objects.map { ($0.name, list($0.members)) })),
    ("entryKeys", list(EntryKey.all.map { quoted($0.name) })),
    ("engines", list(Engine.allCases.map { quoted($0.rawValue) })),
    ("reading", list(EngineRules.all.map { reading($0) })),
    ("styles", list(SegmentStyle.allCases.map { quoted($0.rawValue) })),
    (
      "kinds",
      list(
        Element.Kind.allCases.map { list([quoted($0.name), quoted($0.category.rawValue)]) })
    ),
    ("problems", list(StepProblem.Code.allCases.map { quoted($0.rawValue) })),
    ("sourceProblems", list(SourceFault.Code.allCases.map { quoted($0.rawValue) })),
    ("limits", object(limits.map { ($0.name, "\($0.number)") })),
  ])

  /// The rules that a page needs without the module, as members of a JavaScript module: for each engine the extents that
  /// it reads, in the vertical layout, with the metric that replaces a missing one (null for none) and its default; the
  /// metrics that exclude one another; the defaults of the members of items beside their sizes, of sections, and of the members
  /// of a snapshot that steps set; the names of the members of a snapshot beside its sections; and what the entries of each
  /// list of a step do.
  static var tables: [(name: String, value: String)] {
    let extents = EngineRules.all.map { rules in
      (rules.engine.rawValue, object(ItemColumn.allCases.compactMap { extent($0, rules) }))
    }
    let rivals = MetricsKey.allCases.compactMap { key in
      key.row.rival.map { (key.name, quoted($0.name)) }
    }
    func defaults(_ rows: [MemberRow]) -> String {
      object(rows.map { ($0.name, standard($0)) })
    }
    let settings = SetKey.allCases.map { key in
      if case .member(let place) = key {
        return (key.name, standard(MemberRow.ofSnapshots[place]))
      }
      return switch key.form {
      case .globalStack: (key.name, "[]")
      case .value(.member(.number(let range))): (key.name, "\(range.lowerBound)")
      default: (key.name, "null")
      }
    }
    return [
      ("extents", object(extents)), ("rivals", object(rivals)),
      ("members", defaults(MemberRow.ofItems)),
      ("sectionMembers", defaults(MemberRow.ofSections)),
      ("settings", object(settings)),
      ("stepLists", object(Step.List.allCases.map { ($0.rawValue, effects($0)) })),
      ("rootNames", list(RootKey.allCases.filter { !$0.isRequired }.map { quoted($0.name) })),
    ]
  }

  private static func effects(_ list: Step.List) -> String {
    let row = list.row
    return object([
      ("isOfSections", "\(list.isOfSections)"), ("takes", "\(row.takes)"),
      ("puts", "\(row.puts)"), ("replaces", "\(row.replaces)"),
    ])
  }

  /// The default of a member.
  private static func standard(_ row: MemberRow) -> String {
    switch row.form {
    case .number, .whole, .wholeOrAll: "\(row.standard)"
    case .flag: "\(row.standard == 1)"
    case .text: quoted("")
    // A number that no item says. Matrices alone have null.
    case .place: "-1"
    case .matrix: "null"
    }
  }

  private static func extent(
    _ column: ItemColumn, _ rules: EngineRules
  ) -> (name: String, value: String)? {
    let rule = rules.items[column]
    guard rule.isRead else { return nil }
    guard case .optional(let metric?) = rule else { return (column.name, "[null]") }
    let standard = rule.substitute(column, MetricsValues()).map { ",\($0)" } ?? ""
    return (column.name, "[\(quoted(metric.name))\(standard)]")
  }

  /// The limits of snapshots and steps, by name.
  private static let limits: [(name: String, number: Int)] = [
    ("sections", ContentLimits.sections), ("explicitItems", ContentLimits.explicitItems),
    ("segments", ContentLimits.segments), ("groups", ContentLimits.groups),
    ("slots", ContentLimits.slots), ("slotsCounted", GroupPart.slotsCounted),
    ("steps", ContentLimits.steps),
    ("stepEntries", ContentLimits.stepEntries),
    ("nodes", SourceTree.nodesMax),
  ]

  /// Every kind of object, with its members.
  private static var objects: [(name: String, members: [String])] {
    let entries = Step.List.allCases.map { list in
      (list.rawValue, list.row.members.map { member($0.key.name, $0.form, $0.isRequired) })
    }
    return [
      ("snapshot", members(RootKey.self)), ("section", members(SectionKey.self)),
      (
        "metrics",
        MetricsKey.allCases.map { member($0.name, $0.form, false, rival: $0.row.rival?.name) }
      ),
      ("header", members(SupplementaryKey.self)),
      ("headerMembers", members(MemberRow.ofHeaders)),
      ("sectionMembers", members(MemberRow.ofSections)),
      ("placeholder", members(PlaceholderKey.self)), ("edges", members(EdgeKey.self)),
      ("background", members(BackgroundKey.self)), ("shelf", members(ShelfKey.self)),
      ("effect", members(EffectKey.self)), ("origin", members(OriginKey.self)),
      ("stop", members(StopKey.self)),
      ("group", members(GroupKey.self, .group)), ("part", members(GroupPartKey.self, .part)),
      ("size", ItemColumn.allCases.map { member($0.name, .value(.extent), false) }),
      ("items", members(ItemListKey.self)), ("item", members(ItemKey.self)),
      ("step", members(StepKey.self)), ("set", members(SetKey.self)),
      ("path", members(PathKey.self)), ("posted", members(PostedKey.self)),
      ("node", members(NodeKey.self)), ("nodeHeader", members(NodeHeaderKey.self)),
      ("nodeSection", members(NodeSectionKey.self)),
    ] + entries
  }

  private static func members<Key: ObjectKey>(_ keys: Key.Type) -> [String] {
    keys.allCases.map { member($0.name, $0.form, $0.isRequired) }
  }

  /// The members of an object, some of which exclude one another.
  private static func members<Key: PartKey>(_ keys: Key.Type, _ form: MetricForm) -> [String] {
    let all = Array(keys.allCases)
    return all.indices.map { place in
      member(
        all[place].name, all[place].form, form.isRequired(place),
        rival: form.rival(place).map { all[$0].name })
    }
  }

  private static func members(_ rows: [MemberRow]) -> [String] {
    rows.map { member($0.name, .value(.member($0.form)), false) }
  }

  private static func member(
    _ name: String, _ form: KeyForm, _ isRequired: Bool, rival: String? = nil
  ) -> String {
    let row = [quoted(name), quoted(form.name), isRequired ? "1" : "0"]
    let detail = form.detail ?? rival.map { quoted($0) }
    return list(row + (detail.map { [$0] } ?? []))
  }

  private static func reading(_ rules: EngineRules) -> String {
    let extents = ItemColumn.allCases.map { column in
      rules.items[column].isRequired ? "2" : rules.items[column].isRead ? "1" : "0"
    }
    return list([list(MetricsKey.allCases.map { rules.reads($0) ? "1" : "0" }), list(extents)])
  }

  // MARK: JSON

  fileprivate static func quoted(_ text: String) -> String { "\"\(text)\"" }

  fileprivate static func list(_ values: [String]) -> String {
    "[\(values.joined(separator: ","))]"
  }

  private static func object(_ members: [(name: String, value: String)]) -> String {
    "{\(members.map { "\(quoted($0.name)):\($0.value)" }.joined(separator: ","))}"
  }
}

extension KeyForm {
  /// The name in the page.
  fileprivate var name: String {
    switch self {
    case .value(.columns), .count, .index: "whole"
    case .value(.member(let form)): "\(form)".prefix { $0 != "(" }.description
    case .value(let form): "\(form)".prefix { $0 != "(" }.description
    default: "\(self)".prefix { $0 != "(" }.description
    }
  }

  /// The part of the form that its name does not contain, as JSON.
  fileprivate var detail: String? {
    switch self {
    case .value(.choice(let words)): Vocabulary.list(words.words.map(Vocabulary.quoted))
    case .value(.styles(let mayBeEmpty)): "\(mayBeEmpty)"
    case .value(.groups(let least)): "\(least)"
    case .entries(let list): "\(list.isOfSections)"
    case .value(.edges(_, let least)) where least != 0: "\(least)"
    case .value(.columns): "[1,\(ContentLimits.columns)]"
    case .value(.color): "[\(Color.byteCounts.lowerBound),\(Color.byteCounts.upperBound)]"
    case .value(.stops): "\(EffectStop.countMax)"
    case .count(let least): "[\(least),\(1 << 53)]"
    case .index: "[0,\(1 << 53)]"
    case .value(.member(let form)):
      switch form {
      case .number(let range): "[\(range.lowerBound),\(range.upperBound)]"
      case .whole(let range), .wholeOrAll(let range), .place(let range), .text(let range):
        "[\(range.lowerBound),\(range.upperBound)]"
      case .matrix(let count): "\(count)"
      case .flag: nil
      }
    default: nil
    }
  }
}
