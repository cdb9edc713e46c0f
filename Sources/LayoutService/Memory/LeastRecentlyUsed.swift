import LayoutCore

/// Values by key, in the order of their last use; each with the bytes it holds (docs/rules.md#memory-limits).
///
/// It never drops a value by itself: whoever bounds it removes the least recent one as long as there are too many
/// bytes. Calls are O(1) where they do not say otherwise. Not safe for several threads at once.
struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable> {
  private final class UseLink {
    let key: Key
    var value: Value
    let byteCount: Int
    /// Later uses have greater numbers.
    var lastUse = 0
    /// The neighbours: towards the most recent, towards the least recent. The table holds all of them.
    unowned var newer: UseLink?
    unowned var older: UseLink?

    init(key: Key, value: Value, byteCount: Int) {
      self.key = key
      self.value = value
      self.byteCount = byteCount
    }
  }

  private var nodes: [Key: UseLink] = [:]
  private var newest: UseLink?
  private var oldest: UseLink?
  /// How often values were used or inserted.
  private(set) var useCount = 0

  /// What all values hold together, in bytes.
  private(set) var valueByteCount = 0

  /// What is held for a value beside itself and its place in the table, in bytes.
  static var nodeByteCount: Int {
    HeapBytes.object((Key, Value, Int, Int, UseLink?, UseLink?).self)
  }

  /// An average place in the table, in bytes.
  static var tablePlaceByteCount: Int { HeapBytes.tablePlace(of: (Key, UseLink).self) }

  /// What is held for a single value besides, in bytes.
  static var byteCountOfOne: Int {
    nodeByteCount
      + HeapBytes.table(
        capacity: 1, entryBytes: MemoryLayout<Key>.stride + MemoryLayout<UseLink>.stride)
  }

  init() {}

  var count: Int { nodes.count }

  /// What all values hold together, with what is held for them here, in bytes.
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

  /// The value of a key, which does not count as a use.
  func value(of key: Key) -> Value? { nodes[key]?.value }

  /// Changes the values that have been used after a use, from the most recent on. O(those)
  mutating func change(usedAfter use: Int, _ change: (Key, inout Value) -> Void) {
    var next = newest
    while let node = next, node.lastUse > use {
      change(node.key, &node.value)
      next = node.older
    }
  }

  /// Changes the value of a key, if there is one; it holds as many bytes as before.
  mutating func change(_ key: Key, _ change: (inout Value) -> Void) {
    if let node = nodes[key] { change(&node.value) }
  }

  /// Adds a value under a key that has none, as the most recently used one.
  mutating func insert(_ value: Value, for key: Key, byteCount: Int) {
    precondition(nodes[key] == nil, "one value for each key")
    let node = UseLink(key: key, value: value, byteCount: byteCount)
    nodes[key] = node
    valueByteCount += byteCount
    link(node)
  }

  /// Removes and returns the value of a key. O(values) now and then, when most have gone
  mutating func remove(_ key: Key) -> Value? {
    guard let node = nodes.removeValue(forKey: key) else { return nil }
    unlink(node)
    valueByteCount -= node.byteCount
    nodes.giveRoomBack()
    return node.value
  }

  /// The keys of all values, in no order. O(values)
  var keys: [Key] { Array(nodes.keys) }

  /// The key whose value has not been used for the longest time.
  var oldestKey: Key? { oldest?.key }

  /// Of these keys the one whose value has not been used for the longest time; nil when none has a value. O(keys)
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
  /// What the table holds, in bytes; what keys and values refer to is left out.
  var tableByteCount: Int {
    HeapBytes.table(
      capacity: capacity, entryBytes: MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
  }

  /// Makes the table smaller when most entries have gone, which it does not do by itself. O(entries) then
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
