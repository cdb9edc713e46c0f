@testable import LayoutCore

/// The members of one kind of object, as the core's tables have them, and where else they are declared.
struct MemberTable: Sendable {
  struct Member: Sendable {
    let name: String
    let form: KeyForm
    let isRequired: Bool
  }

  /// What one of several forms of an object has: for each member whether it has to be there; nil where that is not the same
  /// everywhere.
  typealias Form = [String: Bool?]

  /// The schemas of openapi.yaml that have them, each some.
  let schemas: [String]
  /// The type of the Swift client.
  let type: String
  let members: [Member]

  private init(_ schemas: [String], _ type: String, _ members: [Member]) {
    (self.schemas, self.type, self.members) = (schemas, type, members)
  }

  private init<Key: ObjectKey>(_ schemas: String..., type: String, _ keys: [Key]) {
    self.init(
      schemas, type,
      MemberTable.told(keys).map {
        Member(name: $0.name, form: MemberTable.told($0.form), isRequired: $0.isRequired)
      })
  }

  /// What is of the tests alone: nobody is told of it.
  static let ofTests = Set(MemberRow.namesOfTests)

  /// The keys that users are told of.
  static func told<Key: NamedKey>(_ keys: [Key]) -> [Key] {
    keys.filter { !ofTests.contains($0.name) }
  }

  /// A form without the word that nobody is told of.
  private static func told(_ form: KeyForm) -> KeyForm {
    guard case .value(.choice(let words)) = form else { return form }
    return .value(.choice(ChoiceWords(words.words.filter { $0 != Engine.ofTests })))
  }

  /// The table as one form.
  var form: Form {
    Form(uniqueKeysWithValues: members.map { ($0.name, Optional($0.isRequired)) })
  }

  static let size = MemberTable(
    ["MissingSize"], "ItemSize",
    ItemColumn.allCases.map {
      Member(name: $0.name, form: .value(.extent), isRequired: false)
    })
  static let metrics = MemberTable("Metrics", type: "MetricsInput", MetricsKey.documented)
  static let insets = MemberTable("Insets", type: "LayoutInsets", Array(EdgeKey.allCases))
  static let background = MemberTable(
    "Background", type: "BackgroundInput", BackgroundKey.allCases)
  static let shelf = MemberTable("Shelf", type: "ShelfInput", ShelfKey.allCases)
  static let effect = MemberTable("Effect", type: "EffectInput", EffectKey.allCases)
  static let origin = MemberTable("EffectOrigin", type: "Origin", OriginKey.allCases)
  static let stop = MemberTable("EffectStop", type: "Stop", StopKey.allCases)
  static let group = MemberTable("Group", type: "GroupInput", GroupKey.allCases)
  static let part = MemberTable("GroupPart", type: "Part", GroupPartKey.allCases)
  static let section = MemberTable(
    "SectionInput", type: "SectionInput", Array(SectionKey.allCases))
  static let snapshot = MemberTable("Snapshot", type: "SnapshotInput", Array(RootKey.allCases))
  static let path = MemberTable("StepPlace", type: "ItemPath", Array(PathKey.allCases))
  static let settings = MemberTable("StepSet", type: "Setting", Array(SetKey.allCases))
  static let supplementary = MemberTable(
    "SupplementaryInput", type: "SupplementaryInput", SupplementaryKey.allCases)
  static let placeholder = MemberTable(
    "PlaceholderInput", type: "PlaceholderInput", PlaceholderKey.allCases)
  /// An item of a list, and the object that describes items in one of its two forms.
  static let item = MemberTable(
    "ItemSize", type: "ItemInput", ItemKey.allCases)
  static let items = MemberTable(
    "EqualItems", "ItemColumns", type: "ItemsInput", ItemListKey.allCases)
  /// The two forms of that object.
  static let formsOfItems: [Form] = {
    var (equal, columns): (Form, Form) = (["count": true], [:])
    for member in items.members where member.name != "count" {
      switch member.form {
      case .extents: columns[member.name] = false
      case .flags, .members: (equal[member.name], columns[member.name]) = (false, false)
      default: equal[member.name] = false
      }
    }
    return [equal, columns]
  }()
  static let step = MemberTable("ChangeStep", type: "Step", StepKey.allCases)
  static let planStep = MemberTable("PlanStep", type: "Step", StepKey.allCases.filter(\.isOfPlans))

  /// The entries of a list of a step.
  static func entries(_ list: Step.List, _ schemas: [String], _ type: String) -> MemberTable {
    MemberTable(
      schemas, type,
      list.row.members.filter { !ofTests.contains($0.key.name) }.map {
        Member(name: $0.key.name, form: MemberTable.told($0.form), isRequired: $0.isRequired)
      })
  }

  /// The forms of the entries of a list. What is in no list of a resize is said of neighbours, or of items at places, or is
  /// the mean for all estimates.
  static func forms(ofEntries list: Step.List) -> [Form] {
    let all = entries(list, [], "").form
    if list != .resize { return [all] }
    let ofPlaces = all.filter { $0.key != "item" && $0.key != "items" }
    return [
      ["section": true, "item": true, "items": true],
      ofPlaces.merging(["at": true]) { $1 }, ["section": true, "estimated": true],
    ]
  }

  /// All but the entries of steps.
  static let all = [
    size, metrics, insets, background, shelf, effect, origin, stop, group, part, section, snapshot,
    path,
    settings, supplementary, placeholder, item, items, step,
  ]
}
