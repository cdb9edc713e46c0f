internal import LayoutCore

/// The keys of a change and of its parts (docs/rules.md#steps).
enum ChangeKey: String, SnapshotKey {
  case steps, expect
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.change
}

enum ExpectKey: String, SnapshotKey {
  case id, itemCount
  static let known = KnownKeys<Self>()
}

extension StepKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  /// Those of a plan.
  static let knownOfPlans = KnownKeys(
    allCases.filter(\.isOfPlans), named: \.name, of: StepKey.object)
  static let object = KeyedObject.step
}

extension SetKey: SnapshotKey {
  static let known = KnownKeys<Self>()
}

extension PathKey: SnapshotKey {
  static let known = KnownKeys<Self>()
}

extension EntryKey {
  private static let known = Step.List.allCases.map { list in
    KnownKeys(list.row.members.map(\.key), named: \.name, of: .entry)
  }

  /// The keys of the entries of a list.
  static func known(_ list: Step.List) -> KnownKeys<EntryKey> { known[list.place] }
}

enum PlanKey: String, SnapshotKey {
  case counts, steps, after
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.change
}
