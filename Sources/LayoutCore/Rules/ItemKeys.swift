/// The members of an object in a list of items (docs/rules.md#items): a case for each. Decoders, the scanner of lists,
/// and the writers of items walk this list.
package enum ItemKey: ObjectKey {
  /// An extent of the item.
  case one(ItemColumn)
  /// The number of such items.
  case count
  /// Whether the size is an estimate.
  case estimated
  /// A member beside the size, given its index in `MemberRow.ofItems`.
  case member(Int)

  package static let allCases =
    ofSizes + MemberRow.ofItems.indices.map(ItemKey.member)

  /// The members in a list of sizes.
  package static let ofSizes: [ItemKey] = [.one(.width), .one(.height), .count, .estimated]

  package var isMember: Bool { if case .member = self { true } else { false } }

  package var name: String {
    switch self {
    case .one(let column): column.name
    case .count: "count"
    case .estimated: "estimated"
    case .member(let place): MemberRow.ofItems[place].name
    }
  }

  package var form: KeyForm {
    switch self {
    case .one: .value(.extent)
    case .count: .count(least: 0)
    case .estimated: .value(.flag)
    case .member(let place): .value(.member(MemberRow.ofItems[place].form))
    }
  }

  /// Its index in `allCases`.
  package var place: Int {
    switch self {
    case .one(let column): column.rawValue
    case .count: 2
    case .estimated: 3
    case .member(let place): 4 + place
    }
  }
}

/// The members of the object that describes items: for all of them or, with lists, for each.
package enum ItemListKey: ObjectKey {
  /// A member for all items; `estimated` and members beside the size may also be lists.
  case all(ItemKey)
  /// An extent for each item.
  case list(ItemColumn)

  package static let allCases =
    [.all(.count), .all(.estimated)] + ItemColumn.allCases.map { .all(.one($0)) }
    + ItemColumn.allCases.map(ItemListKey.list)
    + MemberRow.ofItems.indices.map { .all(.member($0)) }

  /// The members of an object that describes sizes.
  package static let ofSizes = allCases.filter { key in
    if case .all(let key) = key { !key.isMember } else { true }
  }

  package var name: String {
    switch self {
    case .all(let key): key.name
    case .list(let column): column.listName
    }
  }

  package var form: KeyForm {
    switch self {
    case .all(.estimated): .flags
    case .all(.member(let place)): .members(MemberRow.ofItems[place])
    case .all(let key): key.form
    case .list: .extents
    }
  }
}
