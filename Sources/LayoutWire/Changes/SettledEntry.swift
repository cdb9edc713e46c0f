internal import JSONText
internal import LayoutCore

extension SnapshotDecoder {
  /// Removes members of an entry of `resize` that do not fit the others, and notes a fault for each.
  mutating func settle(
    _ element: JSONElement, _ members: inout EntryMembers, _ table: EntryTable
  ) {
    let isNamed = members[.at, table] != nil
    var misplaced: [EntryKey] = [.item, .items]
    if !isNamed {
      misplaced = ItemColumn.allCases.map { .of(.list($0)) }
      if members[.items, table] == nil, let estimated = members[.estimated, table] {
        members[.estimated, table] = nil
        misplaced.append(.item)
        if word(estimated) != "mean" {
          fault(estimated, .outOfRange, "must be \"mean\", where neither items nor at is given")
        }
      } else {
        misplaced.append(.estimated)
        for key in [EntryKey.item, .items] where members[key, table] == nil {
          fault(element, missing: key.name, "is missing; or give at")
        }
      }
    }
    for key in misplaced {
      guard let value = members[key, table] else { continue }
      members[key, table] = nil
      let form = isNamed ? "beside at" : "here, without at"
      fault(value, .notAllowed, "cannot stand \(form)")
    }
  }

  /// The same for an entry of `adjust`.
  mutating func settleAdjustment(
    _ element: JSONElement, _ members: inout EntryMembers, _ table: EntryTable
  ) {
    guard members[.at, table] != nil else {
      if members[.item, table] == nil {
        fault(element, missing: EntryKey.item.name, "is missing; or give at")
      }
      return
    }
    for key in [EntryKey.item, .count] {
      guard let value = members[key, table] else { continue }
      members[key, table] = nil
      fault(value, .notAllowed, "cannot stand beside at")
    }
  }
}
