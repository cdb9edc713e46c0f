internal import JSONText
internal import LayoutCore

/// What an object of a list of items may say: one entry for each member. Whatever reads items walks this list.
enum ItemKey: SnapshotKey {
  /// An extent of the item.
  case one(ItemColumn)
  /// How many such items.
  case count
  /// Whether the size is an estimate.
  case estimated

  static let allCases = ItemColumn.allCases.map(ItemKey.one) + [.count, .estimated]
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part

  var name: String {
    switch self {
    case .one(let column): column.name
    case .count: "count"
    case .estimated: "estimated"
    }
  }

  /// Its place in `allCases`.
  var place: Int {
    switch self {
    case .one(let column): column.rawValue
    case .count: ItemColumn.allCases.count
    case .estimated: ItemColumn.allCases.count + 1
    }
  }

  var kind: JSONMemberKind {
    switch self {
    case .one: .number
    case .count: .numberWithoutList
    case .estimated: .boolean
    }
  }
}

/// The keys of the object that describes a section's items.
enum ItemsKey: SnapshotKey {
  case count, estimated
  /// The extent of every item.
  case one(ItemColumn)
  /// An extent for each item.
  case list(ItemColumn)

  static let allCases =
    [.count, .estimated] + ItemColumn.allCases.map(ItemsKey.one)
    + ItemColumn.allCases.map(ItemsKey.list)
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part

  var name: String {
    switch self {
    case .count: "count"
    case .estimated: "estimated"
    case .one(let column): column.name
    case .list(let column): column.listName
    }
  }
}
