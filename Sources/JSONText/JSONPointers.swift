public import LayoutCore

/// Finds the JSON pointers (RFC 6901) of elements by walking down from the root.
///
/// So decoding stores no paths: only the few elements with mistakes need them.
public struct JSONPointers {
  private let document: JSONDocument
  /// The progress of the last walk in each container, so that all ascending elements of an array together cost one
  /// walk.
  private var visited: [JSONElement: (contents: JSONContents, number: Int)] = [:]

  /// Creates pointers into a document.
  public init(_ document: JSONDocument) {
    self.document = document
  }

  /// The pointer to a value, or to the value of a key. If a key on the way is too long, the pointer ends at its object.
  /// Call it with ascending elements.
  public mutating func pointer(
    to element: JSONElement, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> String {
    var pointer = ""
    var container = document.root
    while container != element,
      let (token, child) = try step(from: container, towards: element, meter: &meter)
    {
      pointer += "/" + token
      container = child
    }
    return pointer
  }

  private mutating func step(
    from container: JSONElement, towards element: JSONElement, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> (token: String, child: JSONElement)? {
    let isObject = document.type(of: container) == .object
    var (contents, number) = visited[container] ?? (document.contents(of: container), 0)
    while true {
      let place = (contents, number)
      try meter.take(DecodingCost.member)
      guard let first = document.next(&contents) else { return nil }
      let value = isObject ? document.next(&contents) : first
      guard let value else { return nil }
      if element.index < document.next(after: value).index {
        visited[container] = place
        if isObject, document.hasLongName(first) { return nil }
        let token = isObject ? JSONPointers.escaped(document.string(first) ?? "") : "\(number)"
        return (token, element.index < value.index ? element : value)
      }
      number += 1
    }
  }

  private static func escaped(_ key: String) -> String {
    var token = ""
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.unicodeScalars.append(scalar)
      }
    }
    return token
  }
}

extension JSONDocument {
  /// Whether a key is too long to be part of a pointer.
  public func hasLongName(_ key: JSONElement) -> Bool {
    stringByteCount(key) ?? 0 > 64
  }

  /// The first key that repeats an earlier key of its object; nil if there is none. O(elements)
  public func firstDuplicateKey(meter: inout WorkMeter) throws(WalkInterrupted) -> JSONElement? {
    var index = root.index
    while index < endIndex {
      try meter.take(DecodingCost.member)
      let element = JSONElement(index: index)
      switch type(of: element) {
      case .object:
        if let key = try duplicateKey(in: element, meter: &meter) { return key }
        index += 1
      case .number: index += 2
      default: index += 1
      }
    }
    return nil
  }

  private func duplicateKey(
    in object: JSONElement, meter: inout WorkMeter
  ) throws(WalkInterrupted) -> JSONElement? {
    let count = count(of: object)
    guard count > 1 else { return nil }
    var seen = SeenKeys(of: self, count: count)
    var members = contents(of: object)
    while let key = next(&members) {
      _ = next(&members)
      try meter.take(DecodingCost.comparedKey)
      if !seen.insert(key) { return key }
    }
    return nil
  }
}

/// The keys of an object visited so far.
private struct SeenKeys {
  private static let fewMax = 8

  private let document: JSONDocument
  private let areFew: Bool
  /// The first keys, and keys whose hash is already used by another one. A new key is compared with each of them.
  private var few: [JSONElement] = []
  private var byHash: [Int: JSONElement] = [:]

  init(of document: JSONDocument, count: Int) {
    self.document = document
    areFew = count <= SeenKeys.fewMax
    if !areFew { byHash.reserveCapacity(count) }
  }

  /// Adds a key. Returns false if it is already present. O(1); O(`fewMax`) for few keys
  mutating func insert(_ key: JSONElement) -> Bool {
    if !areFew {
      let hash = document.stringHash(key)
      guard let other = byHash[hash] else {
        byHash[hash] = key
        return true
      }
      if document.areEqualStrings(other, key) { return false }
    }
    if few.contains(where: { document.areEqualStrings($0, key) }) { return false }
    few.append(key)
    return true
  }
}
