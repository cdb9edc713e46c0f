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

enum StepKey: String, SnapshotKey {
  case delete, insert, move, resize, reload
  case deleteSections, insertSections, moveSections, reloadSections, setSections, set
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.step
}

/// What a step has whose sizes nobody asks for.
enum PlanStepKey: String, SnapshotKey {
  case delete, insert, move, reload, deleteSections, insertSections, moveSections, reloadSections
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.step
}

enum PathKey: String, SnapshotKey {
  case section, item
  static let known = KnownKeys<Self>()
}

enum DeleteKey: String, SnapshotKey {
  case section, item, count
  static let known = KnownKeys<Self>()
}

enum InsertKey: String, SnapshotKey {
  case section, item, items
  static let known = KnownKeys<Self>()
}

enum MoveKey: String, SnapshotKey {
  case from, to, count
  static let known = KnownKeys<Self>()
}

enum ReloadKey: String, SnapshotKey {
  case section, item, count, items
  static let known = KnownKeys<Self>()
}

enum ResizeKey: SnapshotKey {
  case section, item, items, at, estimated
  /// A number for each item of `at`.
  case list(ItemColumn)

  static let allCases =
    [.section, .item, .items, .at, .estimated] + ItemColumn.allCases.map(ResizeKey.list)
  static let known = KnownKeys<Self>()

  var name: String {
    switch self {
    case .section: "section"
    case .item: "item"
    case .items: "items"
    case .at: "at"
    case .estimated: "estimated"
    case .list(let column): column.listName
    }
  }
}

enum DeleteSectionsKey: String, SnapshotKey {
  case section, count, slide
  static let known = KnownKeys<Self>()
}

enum InsertSectionsKey: String, SnapshotKey {
  case section, sections, slide
  static let known = KnownKeys<Self>()
}

enum ReloadSectionsKey: String, SnapshotKey {
  case section, value
  static let known = KnownKeys<Self>()
}

enum SetSectionsKey: String, SnapshotKey {
  case section, count, engine, metrics, headers, footers
  static let known = KnownKeys<Self>()
}

enum SetKey: String, SnapshotKey {
  case globalHeaders
  static let known = KnownKeys<Self>()
}

enum PlanKey: String, SnapshotKey {
  case counts, steps, after
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.change
}
