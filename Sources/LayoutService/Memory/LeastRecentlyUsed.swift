import LayoutCore

/// Values by key, in the order of their last use, each with its size in bytes (docs/rules.md#memory-limits).
///
/// It never evicts values: the caller removes the least recently used one while there are too many bytes. Calls are
/// O(1) unless they say otherwise. Not safe for concurrent use.
struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable> {
  private final class UseLink {
    let key: Key
    var value: Value
    let byteCount: Int
    /// Later uses have greater numbers.
    var lastUse = 0
    /// The neighbours: more recently used, and less recently used. The table retains all of them.
    unowned var newer: UseLink?
    unowned var older: UseLink?

    init(key: Key, value: Value, byteCount: Int) {
      self.key = key
      self.value = value
      self.byteCount = byteCount
    }

    /// Changes a copy of the value: if it were changed in place, each use would have to check that no change is under
    /// way.
    func change(_ change: (inout Value) -> Void) {
      var changed = value
      change(&changed)
      value = changed
    }
  }

  private var nodes: [Key: UseLink] = [:]
  private var newest: UseLink?
  private var oldest: UseLink?
  /// The number of uses and insertions.
  private(set) var useCount = 0

  /// The sum of the values' sizes, in bytes.
  private(set) var valueByteCount = 0

  /// The memory for a value besides its own and its place in the table, in bytes.
  static var nodeByteCount: Int {
    HeapBytes.object((Key, Value, Int, Int, UseLink?, UseLink?).self)
  }

  /// The average memory of a place in the table, in bytes.
  static var tablePlaceByteCount: Int { HeapBytes.tablePlace(of: (Key, UseLink).self) }

  /// The memory for a single value besides its own, in bytes.
  static var byteCountOfOne: Int {
    nodeByteCount
      + HeapBytes.table(
        capacity: 1, entryBytes: MemoryLayout<Key>.stride + MemoryLayout<UseLink>.stride)
  }

  init() {}

  var count: Int { nodes.count }

  /// The memory of all values and of this list, in bytes.
  var byteCount: Int {
    valueByteCount + nodes.count * Self.nodeByteCount + nodes.tableByteCount
  }

  /// The value of a key, which becomes the most recently used one.
  mutating func use(_ key: Key) -> Value? {
    guard let node = nodes[key] else { return nil }
    if newest === node {
      useCount += 1
      node.lastUse = useCount
    } else {
      unlink(node)
      link(node)
    }
    return node.value
  }

  /// The value of a key, without counting as a use.
  func value(of key: Key) -> Value? { nodes[key]?.value }

  /// Changes the values used after a given use, beginning with the most recent. O(these values)
  mutating func change(usedAfter use: Int, _ change: (Key, inout Value) -> Void) {
    var next = newest
    while let node = next, node.lastUse > use {
      node.change { change(node.key, &$0) }
      next = node.older
    }
  }

  /// Changes the value of a key, if there is one. Its size must stay the same.
  mutating func change(_ key: Key, _ change: (inout Value) -> Void) {
    nodes[key]?.change(change)
  }

  /// Inserts a value for a new key, as the most recently used one.
  mutating func insert(_ value: Value, for key: Key, byteCount: Int) {
    precondition(nodes[key] == nil, "one value for each key")
    let node = UseLink(key: key, value: value, byteCount: byteCount)
    nodes[key] = node
    valueByteCount += byteCount
    link(node)
  }

  /// Removes and returns the value of a key. O(values) now and then, when most have been removed
  mutating func remove(_ key: Key) -> Value? {
    guard let node = nodes.removeValue(forKey: key) else { return nil }
    unlink(node)
    valueByteCount -= node.byteCount
    nodes.giveRoomBack()
    return node.value
  }

  /// All keys, in no particular order. O(values)
  var keys: [Key] { Array(nodes.keys) }

  /// The key of the least recently used value.
  var oldestKey: Key? { oldest?.key }

  /// The key of the least recently used value among `keys`; nil if none of them has a value. O(keys)
  func leastRecent(of keys: some Sequence<Key>) -> Key? {
    keys.compactMap { nodes[$0] }.min { $0.lastUse < $1.lastUse }?.key
  }

  private mutating func link(_ node: UseLink) {
    useCount += 1
    node.lastUse = useCount
    node.older = newest
    node.newer = nil
    newest?.newer = node
    newest = node
    if oldest == nil { oldest = node }
  }

  private mutating func unlink(_ node: UseLink) {
    let (newer, older) = (node.newer, node.older)
    if let newer { newer.older = older } else { newest = older }
    if let older { older.newer = newer } else { oldest = newer }
  }
}

extension Dictionary {
  /// The memory of the table, in bytes, without the objects that keys and values refer to.
  var tableByteCount: Int {
    HeapBytes.table(
      capacity: capacity, entryBytes: MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
  }

  /// Shrinks the table if most entries were removed, which it does not do by itself. O(entries) then
  mutating func giveRoomBack() {
    if isEmpty {
      self = [:]
    } else if capacity > 64, count < capacity / 8 {
      var smaller = Dictionary(minimumCapacity: 2 * count)
      for (key, value) in self { smaller[key] = value }
      self = smaller
    }
  }
}
