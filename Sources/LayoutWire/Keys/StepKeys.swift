internal import JSONText
internal import LayoutCore

/// The keys of a change and of its parts (docs/rules.md#steps).
enum ChangeKey: String, SnapshotKey {
  case steps, from, to, expect
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.change
}

enum ExpectKey: String, SnapshotKey {
  case id, itemCount
  static let known = KnownKeys<Self>()
}

extension StepKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  /// The keys of steps of a plan.
  static let knownOfPlans = KnownKeys(allCases.filter(\.isOfPlans))
  static let object = KeyedObject.step
}

extension SetKey: SnapshotKey {
  static let known = KnownKeys<Self>()
}

extension PathKey: SnapshotKey {
  static let known = KnownKeys<Self>()
}

extension EntryKey {
  static let estimated = EntryKey.of(.all(.estimated))
}

/// The members that an entry of a list may have, prepared for decoding: by their positions in the row.
final class EntryTable: Sendable {
  let keys: [EntryKey]
  let forms: [KeyForm]
  /// The positions of those that each entry has to have, and of those that describe the items that it names.
  let required: [Int]
  let describing: [Int]
  let known: KnownKeys<EntryKey>

  private static let all = Step.List.allCases.map { EntryTable($0.row.members) }

  static func of(_ list: Step.List) -> EntryTable { all[list.place] }

  init(_ members: [EntryMember]) {
    keys = members.map(\.key)
    forms = members.map(\.form)
    required = members.indices.filter { members[$0].isRequired }
    describing = members.indices.filter { if case .of = members[$0].key { true } else { false } }
    known = KnownKeys(
      keys, named: \.name,
      versions: keys.map { key in
        if case .of(let key) = key { key.rulesVersion } else { LaterWords.version(ofKey: key.name) }
      }, of: .entry)
    precondition(keys.count <= EntryMembers.countMax, "there is room for each member")
  }
}

/// The members of an entry, by their positions.
struct EntryMembers {
  static let countMax = 32
  var values: Array32<JSONElement?> = array32(repeating: nil)

  /// O(keys)
  subscript(key: EntryKey, table: EntryTable) -> JSONElement? {
    get { table.keys.firstIndex(of: key).flatMap { values[$0] } }
    set { if let position = table.keys.firstIndex(of: key) { values[position] = newValue } }
  }
}

enum PlanKey: String, SnapshotKey {
  case counts, steps, after
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.change
}
