/// Finds the JSON pointers (RFC 6901) of elements, by walking down from the root.
///
/// Decoding thus carries no paths along: they are needed for the few elements that are wrong.
struct JSONPointers {
  private let document: JSONDocument
  /// Where the last walk went down in each container, so that ascending elements of one array cost one walk.
  private var visited: [JSONElement: (contents: JSONContents, number: Int)] = [:]

  init(_ document: JSONDocument) {
    self.document = document
  }

  /// The pointer to a value, or to the value of a key. Elements have to be asked for in ascending order.
  mutating func pointer(to element: JSONElement) -> String {
    var pointer = ""
    var container = document.root
    while container != element, let (token, child) = step(from: container, towards: element) {
      pointer += "/" + token
      container = child
    }
    return pointer
  }

  private mutating func step(
    from container: JSONElement, towards element: JSONElement
  ) -> (token: String, child: JSONElement)? {
    let isObject = document.type(of: container) == .object
    var (contents, number) = visited[container] ?? (document.contents(of: container), 0)
    while true {
      visited[container] = (contents, number)
      guard let first = document.next(&contents) else { return nil }
      let value = isObject ? document.next(&contents) : first
      guard let value else { return nil }
      if element.index < document.next(after: value).index {
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
  /// The first key that its object has twice, if there is one, whatever else is right or wrong. O(elements)
  func firstDuplicateKey() -> JSONElement? {
    var index = root.index
    while index < endIndex {
      let element = JSONElement(index: index)
      switch type(of: element) {
      case .object:
        if let key = duplicateKey(in: element) { return key }
        index += 1
      case .number: index += 2
      default: index += 1
      }
    }
    return nil
  }

  private func duplicateKey(in object: JSONElement) -> JSONElement? {
    var keys: [(hash: Int, key: JSONElement)] = []
    var members = contents(of: object)
    while let key = next(&members) {
      _ = next(&members)
      keys.append((stringHash(key), key))
    }
    guard keys.count > 1 else { return nil }
    keys.sort { ($0.hash, $0.key.index) < ($1.hash, $1.key.index) }
    for position in 1..<keys.count {
      // Different keys of one hash are rare enough to be compared with each other.
      var earlier = position - 1
      while earlier >= 0, keys[earlier].hash == keys[position].hash {
        if areEqualStrings(keys[earlier].key, keys[position].key) { return keys[position].key }
        earlier -= 1
      }
    }
    return nil
  }
}
