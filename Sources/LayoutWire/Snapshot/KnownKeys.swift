internal import JSONText
internal import LayoutCore

/// The keys of one kind of object in a snapshot (docs/rules.md#snapshot-keys).
protocol SnapshotKey: CaseIterable, Hashable, Sendable {
  var name: String { get }
  static var known: KnownKeys<Self> { get }
  /// What the object is, for advice.
  static var object: KeyedObject { get }
}

extension SnapshotKey {
  static var object: KeyedObject { .entry }
}

extension SnapshotKey where Self: RawRepresentable<String> {
  var name: String { rawValue }
}

/// The keys that an object may have, ready to be compared with those of a document.
struct KnownKeys<Key: SnapshotKey>: Sendable {
  let keys: [Key]
  private let names: [JSONName]
  private let bytes: [[UInt8]]

  init() {
    keys = Array(Key.allCases)
    names = keys.map { JSONName($0.name) }
    bytes = keys.map { Array($0.name.utf8) }
    precondition(keys.count <= UInt64.bitWidth, "a bit for each key")
  }

  /// The position of a key in `keys`. O(keys)
  @inline(__always)
  func position(of element: JSONElement, in document: JSONDocument) -> Int? {
    let name = document.name(element)
    for position in 0..<names.count where names[position] == name {
      // The name holds eight bytes; longer keys are compared whole.
      if name.byteCount <= 8 || document.hasBytes(element, bytes[position]) { return position }
    }
    return nil
  }

  /// The key whose spelling differs least from `text`, by no more than a third; nil where none is so near.
  /// O(keys · bytes²)
  func nearest(to text: String) -> Key? {
    let given = Array(text.utf8)
    var nearest: Key?
    var least = Int.max
    for (position, candidate) in bytes.enumerated() {
      let distance = editDistance(given, candidate)
      if distance < least, 3 * distance <= max(given.count, candidate.count) {
        least = distance
        nearest = keys[position]
      }
    }
    return nearest
  }
}

/// How many bytes to insert, delete, replace, or exchange with their neighbour to make one text of the other, case
/// apart (optimal string alignment).
public func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
  let (first, second) = (first.map(lowercased), second.map(lowercased))
  var (older, above) = ([Int](), Array(0...second.count))
  for row in first.indices {
    var distances = [row + 1]
    for column in second.indices {
      let replaced = above[column] + (first[row] == second[column] ? 0 : 1)
      var distance = min(replaced, above[column + 1] + 1, distances[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        distance = min(distance, older[column - 1] + 1)
      }
      distances.append(distance)
    }
    (older, above) = (above, distances)
  }
  return above[second.count]
}

enum RootKey: String, SnapshotKey {
  case scrollDirection, layoutDirection, engine, metrics, globalHeaders, sections
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.snapshot
}

enum SectionKey: String, SnapshotKey {
  case id, engine, metrics, headers, items, footers
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.section
}

enum SizeKey: String, SnapshotKey {
  case width, height
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

enum EdgeKey: String, SnapshotKey {
  case top, left, bottom, right
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

enum SupplementaryKey: String, SnapshotKey {
  case height, width, pin, hidden, estimated, backgroundColor, selectedBackgroundColor, padding
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension MetricsKey: SnapshotKey {
  var name: String { row.name }
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.metrics
}
