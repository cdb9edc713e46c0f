internal import JSONText

/// The members of an object by their keys: so few that a list finds one faster than a table.
struct MembersByKey<Key: Hashable & Sendable>: Sendable {
  private var members: [(key: Key, value: JSONElement)] = []

  var isEmpty: Bool { members.isEmpty }

  /// O(members)
  subscript(key: Key) -> JSONElement? { members.last { $0.key == key }?.value }

  mutating func append(_ value: JSONElement, for key: Key) { members.append((key, value)) }

  /// Takes a member away. O(members)
  mutating func remove(_ key: Key) -> JSONElement? {
    defer { members.removeAll { $0.key == key } }
    return self[key]
  }
}
