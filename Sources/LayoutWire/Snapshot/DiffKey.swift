internal import JSONText
internal import LayoutCore

/// A key of a list. 1 and "1" differ, 1 and 1.0 do not.
enum DiffKey: Hashable {
  /// The greatest number of keys in a list.
  static let countMax = 1_000_000

  case text(Text)
  case integer(Int)
  case number(Double)

  /// The cost of looking it up, in the steps of a meter.
  var cost: Int {
    guard case .text(let key) = self else { return DiffKey.tableCost }
    return DiffKey.tableCost + DecodingCost.bytes(key.text.utf8.count)
  }

  static let tableCost = 8

  /// A text that equals only texts of the same bytes. `String` also treats different spellings of a character as equal,
  /// and comparing them may take time quadratic in the length.
  struct Text: Hashable {
    let text: String

    static func == (first: Text, second: Text) -> Bool {
      first.text.withUTF8Span { first in
        second.text.withUTF8Span { second in
          guard first.count == second.count else { return false }
          for place in first.indices where first[place] != second[place] { return false }
          return true
        }
      }
    }

    func hash(into hasher: inout Hasher) {
      text.withUTF8Span { bytes in
        var word: UInt64 = 0
        for place in bytes.indices {
          word = word << 8 | UInt64(bytes[place])
          if place % 8 == 7 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(bytes.count)
      }
    }
  }
}

extension SnapshotDecoder {
  /// A key: a string or a number.
  mutating func key(_ element: JSONElement) -> DiffKey? {
    take(DecodingCost.member * 4)
    if let text = document.string(element) {
      take(DecodingCost.bytes(text.utf8.count))
      return .text(DiffKey.Text(text: text))
    }
    if let number = document.integer(element) { return .integer(number) }
    if let number = document.double(element) { return .number(number) }
    fault(element, .wrongType, "must be a string or a number")
    return nil
  }
}
