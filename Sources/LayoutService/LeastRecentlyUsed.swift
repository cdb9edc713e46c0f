/// Values by key, in the order of their last use; each with the bytes it holds.
///
/// It never drops a value by itself: whoever bounds it removes the least recent one as long as there are too many bytes.
/// Calls are O(1) where they do not say otherwise. Not safe for several threads at once.
struct LeastRecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Node {
    let key: Key
    let value: Value
    let byteCount: Int
    /// Later uses have greater numbers.
    var lastUse = 0
    /// Places in `nodes` of the neighbours: towards the most recent, towards the least recent.
    var newer: Int?
    var older: Int?
  }

  private var nodes: [Node?] = []
  private var freePlaces: [Int] = []
  private var places: [Key: Int] = [:]
  private var newest: Int?
  private var oldest: Int?
  private var useCount = 0

  /// What all values together hold, in bytes.
  private(set) var byteCount = 0

  init() {}

  var count: Int { places.count }

  /// The value of a key, which becomes the most recently used one.
  mutating func use(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    if newest != place {
      unlink(place)
      link(place)
    }
    return nodes[place]?.value
  }

  /// Adds a value under a key that has none, as the most recently used one.
  mutating func insert(_ value: Value, for key: Key, byteCount: Int) {
    precondition(places[key] == nil, "one value for each key")
    let node = Node(key: key, value: value, byteCount: byteCount)
    let place: Int
    if let free = freePlaces.popLast() {
      nodes[free] = node
      place = free
    } else {
      nodes.append(node)
      place = nodes.count - 1
    }
    places[key] = place
    self.byteCount += byteCount
    link(place)
  }

  /// Removes and returns the value of a key.
  mutating func remove(_ key: Key) -> Value? {
    guard let place = places.removeValue(forKey: key), let node = nodes[place] else { return nil }
    unlink(place)
    nodes[place] = nil
    freePlaces.append(place)
    byteCount -= node.byteCount
    return node.value
  }

  /// The key whose value has not been used for the longest time.
  var oldestKey: Key? { oldest.flatMap { nodes[$0]?.key } }

  /// Removes and returns the value that has not been used for the longest time.
  mutating func removeOldest() -> Value? { oldestKey.flatMap { remove($0) } }

  /// Of these keys the one whose value has not been used for the longest time; nil when none has a value. O(keys)
  func leastRecent(of keys: some Sequence<Key>) -> Key? {
    keys.compactMap { key in places[key].flatMap { nodes[$0] } }
      .min { $0.lastUse < $1.lastUse }?.key
  }

  private mutating func link(_ place: Int) {
    useCount += 1
    nodes[place]?.lastUse = useCount
    nodes[place]?.older = newest
    nodes[place]?.newer = nil
    if let newest { nodes[newest]?.newer = place }
    newest = place
    if oldest == nil { oldest = place }
  }

  private mutating func unlink(_ place: Int) {
    let newer = nodes[place]?.newer
    let older = nodes[place]?.older
    if let newer { nodes[newer]?.older = older } else { newest = older }
    if let older { nodes[older]?.newer = newer } else { oldest = newer }
  }
}
