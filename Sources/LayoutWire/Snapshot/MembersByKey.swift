internal import JSONText

/// The members of an object by their keys. There are few, so that searching a list is faster than using a table.
struct MembersByKey<Key: Hashable & Sendable>: Sendable {
  private var members: [(key: Key, value: JSONElement)] = []

  var isEmpty: Bool { members.isEmpty }

  /// O(members)
  subscript(key: Key) -> JSONElement? { members.last { $0.key == key }?.value }

  mutating func append(_ value: JSONElement, for key: Key) { members.append((key, value)) }

  /// Removes a member. O(members)
  mutating func remove(_ key: Key) -> JSONElement? {
    defer { members.removeAll { $0.key == key } }
    return self[key]
  }
}
