import LayoutCore
import LayoutWire

/// Bytes as the text of a cursor, and as the position of one.
struct CursorInput {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func finding() -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    let tag = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    for tag in [0, tag] {
      guard let cursor = Cursor(text, tag: tag) else { continue }
      let written = cursor.text(tag: tag)
      guard written == text else { return "\(text) is written \(written)" }
    }
    return position.flatMap { findingOfRoundTrip($0, tag: tag) }
  }

  /// The position that the bytes from the ninth on name, if they are enough.
  private var position: Cursor.Position? {
    guard bytes.count >= 21 else { return nil }
    let section = bytes[9..<13].reduce(0) { $0 << 8 | Int($1) } & Int(Int32.max)
    let index = bytes[13..<21].reduce(0) { $0 << 8 | UInt64($1) } & (1 << 53)
    let kinds = Element.Kind.allCases
    guard let kind = Int(bytes[8]) < kinds.count ? kinds[Int(bytes[8])] : nil else {
      return .section(min(section, Int(Int32.max)))
    }
    return .element(
      Element(kind: kind, section: kind.isOfSection ? section : -1, index: Int(index)))
  }

  /// A cursor with one byte replaced, as the last two bytes say.
  private func changed(_ text: String) -> String {
    var characters = Array(text.utf8)
    let place = Int(bytes[bytes.count - 2]) % characters.count
    characters[place] = bytes[bytes.count - 1]
    return String(decoding: characters, as: UTF8.self)
  }

  private func findingOfRoundTrip(_ position: Cursor.Position, tag: UInt64) -> String? {
    let text = Cursor(position: position).text(tag: tag)
    guard Cursor(text, tag: tag)?.position == position else {
      return "\(position) is written \(text), which is not read back"
    }
    guard Cursor(text, tag: tag &+ 1) == nil else {
      return "\(text) is taken for another query"
    }
    let changed = changed(text)
    guard changed == text || Cursor(changed, tag: tag) == nil else {
      return "\(text), changed to \(changed), is taken"
    }
    let isUnreserved = text.utf8.allSatisfy { byte in
      Unicode.Scalar(byte).properties.isAlphabetic || (48...57).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    return isUnreserved ? nil : "\(text) has reserved characters"
  }
}
