internal import LayoutCore

/// The predicate of a sentence whose subject is a place in a tree, as text in UTF-8. It is put together by hand: interpolation
/// would be a tenth of what pages load for sources.
package struct SourceDetail: Sendable {
  package private(set) var bytes: [UInt8] = []

  @inline(never)
  init(_ text: String) { append(text) }

  /// Creates a text with a number in it.
  @inline(never)
  init(_ text: String, _ number: Int, _ rest: String = "") {
    append(text)
    append(number)
    append(rest)
  }

  /// Creates a text with words in it.
  @inline(never)
  init(_ text: String, _ word: String, _ middle: String, _ other: String) {
    append(text)
    append(word)
    append(middle)
    append(other)
  }

  /// The text, followed by a number and a text.
  @inline(never)
  consuming func and(_ number: Int, _ rest: String = "") -> SourceDetail {
    append(number)
    append(rest)
    return self
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private mutating func append(_ text: String) { bytes.append(utf8: text) }

  /// - Parameter number: At least 0.
  private mutating func append(_ number: Int) {
    if number > 9 { append(number / 10) }
    bytes.append(UInt8(48 + number % 10))
  }
}
