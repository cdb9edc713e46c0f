public import ContentHash
import JSONText
public import LayoutCore

extension Digest {
  /// Parses 64 lower-case hexadecimal digits; nil for other texts.
  init?(hexadecimal text: Span<UInt8>) {
    guard text.count == 64 else { return nil }
    let bytes = unsafe text.bytes
    var words = InlineArray<4, UInt64>(repeating: 0)
    for place in 0..<8 {
      let digits = unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 8 * place, as: UInt64.self))
      guard let number = hexadecimalNumber(digits) else { return nil }
      words[place / 2] = words[place / 2] << 32 | UInt64(number)
    }
    self.init { words[$0] }
  }

  /// Parses 64 lower-case hexadecimal digits; nil for other texts.
  public init?(hexadecimal text: String) {
    self.init(hexadecimal: Array(text.utf8).span)
  }

  /// The digest of the bytes of a text. O(bytes)
  init(of text: Substring.UTF8View) { self.init(of: text.span) }

  /// Writes 64 lower-case hexadecimal digits, without quotes.
  func write(to room: inout JSONRoom) {
    for place in 0..<4 { room.hexadecimal(words[place]) }
  }
}
