internal import JSONText
internal import LayoutCore

/// The keys of a kind of object in a snapshot (docs/rules.md#snapshot-keys).
protocol SnapshotKey: NamedKey {
  static var known: KnownKeys<Self> { get }
  /// The kind of the object, for advice.
  static var object: KeyedObject { get }
  /// The first version of the rules that has the key.
  var rulesVersion: UInt8 { get }
}

extension SnapshotKey {
  static var object: KeyedObject { .entry }
  var rulesVersion: UInt8 { LaterWords.version(ofKey: name) }
}

/// The keys that an object may have, prepared for comparison with those of a document.
final class KnownKeys<Key: Hashable & Sendable>: Sendable {
  let keys: [Key]
  let names: [String]
  /// The kind of the object, for advice.
  let object: KeyedObject
  /// Bits of the positions of additions.
  let additions: UInt64
  /// The first version of the rules that has each key.
  let versions: [UInt8]
  private let comparable: [JSONName]
  private let bytes: [[UInt8]]

  init(_ keys: [Key], named name: (Key) -> String, versions: [UInt8], of object: KeyedObject) {
    self.keys = keys
    self.object = object
    names = keys.map(name)
    comparable = names.map { JSONName($0) }
    bytes = names.map { Array($0.utf8) }
    self.versions = versions
    additions = versions.enumerated().reduce(0) { bits, version in
      version.element > RulesVersion.base ? bits | 1 << UInt64(version.offset) : bits
    }
    precondition(keys.count <= UInt64.bitWidth, "a bit for each key")
  }

  /// The position of a key in `keys`. O(keys)
  @inline(__always)
  func position(of element: JSONElement, in document: JSONDocument) -> Int? {
    let name = document.name(element)
    for position in 0..<comparable.count where comparable[position] == name {
      // The name holds eight bytes; longer keys are compared in full.
      if name.byteCount <= 8 || document.hasBytes(element, bytes[position]) { return position }
    }
    return nil
  }

  /// The name of the key whose spelling differs least from `text`, by at most a third; nil if there is none. O(keys ·
  /// bytes²)
  func nearest(to text: String) -> String? { nearestWord(to: text, among: names, part: 3) }
}

extension KnownKeys where Key: SnapshotKey {
  convenience init() { self.init(Array(Key.allCases)) }

  convenience init(_ keys: [Key]) {
    self.init(keys, named: \.name, versions: keys.map(\.rulesVersion), of: Key.object)
  }
}

/// The one of some words that differs least from a text, by at most a half, or another part, of the longer of both; nil
/// if there is none. O(words · bytes²)
public func nearestWord(to text: String, among words: [String], part: Int = 2) -> String? {
  let given = Array(text.utf8.prefix(128))
  let near = words.map { (word: $0, edits: editDistance(given, Array($0.utf8))) }
    .filter { part * $0.edits <= max(given.count, $0.word.utf8.count) }
  return near.min { $0.edits < $1.edits }?.word
}

/// The number of bytes to insert, delete, replace, or exchange with their neighbour to turn one text into the other,
/// ignoring case (optimal string alignment).
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

extension RootKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.snapshot
}

extension SectionKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.section
}

extension SupplementaryKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension PlaceholderKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension EdgeKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension BackgroundKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension ShelfKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension EffectKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension OriginKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension StopKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension GroupKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension GroupPartKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension ItemKey: SnapshotKey {
  var rulesVersion: UInt8 {
    if case .member(let place) = self {
      MemberRow.ofItems[place].rulesVersion
    } else {
      RulesVersion.base
    }
  }
  static let known = KnownKeys<Self>()
  static let knownOfSizes = KnownKeys(ofSizes)
  static let object = KeyedObject.part
}

extension ItemListKey: SnapshotKey {
  var rulesVersion: UInt8 {
    if case .all(let key) = self { key.rulesVersion } else { RulesVersion.base }
  }
  static let known = KnownKeys<Self>()
  static let knownOfSizes = KnownKeys(ofSizes)
  static let object = KeyedObject.part
}

/// The keys of a size.
extension ItemColumn: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.part
}

extension MetricsKey: SnapshotKey {
  static let known = KnownKeys<Self>()
  static let object = KeyedObject.metrics
}
