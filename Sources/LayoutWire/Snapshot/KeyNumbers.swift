internal import JSONText

/// Gives strings and numbers of a document numbers: equal ones the same. 1 and "1" differ, 1 and 1.0 do not. O(1) for each
struct KeyNumbers {
  /// The first one with each number, and its hash.
  private var firsts: [(element: JSONElement, hash: Int)] = []
  /// By the last bits of hashes, and the places after them: a number, or −1.
  private var table: [Int32] = []

  /// The number of different ones.
  var count: Int { firsts.count }

  /// The memory of one, in bytes, at most.
  static let bytes = 48

  /// Makes room for `count` more.
  mutating func reserve(_ count: Int) {
    if 2 * (firsts.count + count) > table.count { grow(to: 2 * (firsts.count + count)) }
  }

  private mutating func grow(to count: Int) {
    var size = max(16, table.count)
    while size < count { size *= 2 }
    table = Array(repeating: -1, count: size)
    for (number, first) in firsts.enumerated() {
      var place = first.hash & (size - 1)
      while table[place] >= 0 { place = (place + 1) & (size - 1) }
      table[place] = Int32(number)
    }
  }

  /// The number of a value; nil if it is neither a string nor a number.
  mutating func number(of element: JSONElement, in document: JSONDocument) -> Int32? {
    let type = document.type(of: element)
    guard type == .string || type == .number else { return nil }
    if 2 * firsts.count >= table.count { grow(to: 2 * firsts.count + 2) }
    let hash =
      type == .string
      ? document.stringHash(element) : (document.double(element) ?? 0).hashValue
    var place = hash & (table.count - 1)
    while table[place] >= 0 {
      let first = firsts[Int(table[place])]
      if first.hash == hash, KeyNumbers.areEqual(first.element, element, type, document) {
        return table[place]
      }
      place = (place + 1) & (table.count - 1)
    }
    table[place] = Int32(firsts.count)
    firsts.append((element, hash))
    return table[place]
  }

  private static func areEqual(
    _ first: JSONElement, _ second: JSONElement, _ type: JSONType, _ document: JSONDocument
  ) -> Bool {
    guard document.type(of: first) == type else { return false }
    if type == .string { return document.areEqualStrings(first, second) }
    let integers = (document.integer(first), document.integer(second))
    if integers.0 != nil || integers.1 != nil { return integers.0 == integers.1 }
    return document.double(first) == document.double(second)
  }
}
