internal import JSONText
internal import LayoutCore

/// The members of an object that describes items, or of an entry of a step that describes some.
struct DescribedItems {
  var count: JSONElement?
  /// Extents that are the same for all items.
  private(set) var numbers = ItemColumns<JSONElement?> { _ in nil }
  /// Lists of extents, one for each item.
  private(set) var lists = ItemColumns<JSONElement?> { _ in nil }
  /// Members whose value may be for all items or a list.
  private(set) var others: [(key: ItemKey, value: JSONElement)] = []

  init(count: JSONElement? = nil) { self.count = count }

  /// Whether there are members beside sizes.
  var sayMembers: Bool { others.contains { $0.key.isMember } }

  mutating func set(_ value: JSONElement, for key: ItemListKey) {
    switch key {
    case .all(.count): count = value
    case .all(.one(let column)): numbers[column] = value
    case .all(let member): others.append((member, value))
    case .list(let column): lists[column] = value
    }
  }

  /// Whether each item is described on its own: there is a list of extents, or another list and no number of items.
  func areListed(in document: JSONDocument) -> Bool {
    if ItemColumn.allCases.contains(where: { lists[$0] != nil }) { return true }
    return count == nil
      && others.contains { $0.key.isMember && $0.key.isListed($0.value, in: document) }
  }
}

/// The members that have one value for all of the listed items.
struct SharedValues {
  private(set) var areAllEstimated = false
  private(set) var numbers: [(key: ItemKey, number: Double)] = []

  mutating func append(_ key: ItemKey, _ number: Double?) {
    if key == .estimated {
      areAllEstimated = number == 1
    } else if let number {
      numbers.append((key, number))
    }
  }
}

extension ItemKey {
  /// Whether its values are single numbers.
  var isNumber: Bool {
    if case .member(let place) = self { MemberRow.ofItems[place].form.isNumber } else { true }
  }

  /// Whether a value is a list of values, one for each item. A matrix is itself a list of numbers.
  func isListed(_ value: JSONElement, in document: JSONDocument) -> Bool {
    guard document.type(of: value) == .array else { return false }
    guard case .member(let place) = self, case .matrix = MemberRow.ofItems[place].form else {
      return true
    }
    var elements = document.contents(of: value)
    guard let first = document.next(&elements) else { return true }
    return document.type(of: first) != .number
  }
}
