public import LayoutCore

/// The position at which a list that was cut short continues (docs/rules.md#cursors).
///
/// Its text is the base64url form (RFC 4648, section 5) of 21 bytes: one for the kind, four for the section, eight for
/// the index, eight for a checksum of these and the query. A cursor that was altered is refused. 21 bytes are exactly
/// 28 characters, so a cursor has only one spelling.
public struct Cursor: Hashable, Sendable {
  /// The first thing that has not been listed yet.
  public enum Position: Hashable, Sendable {
    /// In a list of elements.
    case element(Element)
    /// In the list of sections, by its number.
    case section(Int)
  }

  public let position: Position

  /// Creates a cursor. Sections are numbered from 0 to 2³¹ − 1, indices from 0 to 2⁵³.
  public init(position: Position) {
    self.position = position
  }

  private static let textByteCount = 28
  private static let sectionMax = Int(Int32.max)
  private static let indexMax = ContentLimits.items
  /// Replaces the kind if the position is a section; kinds have smaller numbers.
  private static let sectionMark: UInt8 = 0xFF

  // MARK: Writing

  /// The cursor as unreserved characters, valid only for the query with this tag.
  public func text(tag: UInt64) -> String {
    var bytes: [UInt8] = []
    switch position {
    case .section(let number):
      bytes.append(Cursor.sectionMark)
      Cursor.append(UInt32(number + 1), to: &bytes)
      Cursor.append(UInt64(0), to: &bytes)
    case .element(let element):
      bytes.append(element.kind.rawValue)
      Cursor.append(UInt32(element.section + 1), to: &bytes)
      Cursor.append(UInt64(element.index), to: &bytes)
    }
    Cursor.append(Cursor.seal(bytes[...], tag: tag), to: &bytes)
    return Cursor.encoded(bytes)
  }

  /// A checksum of the tag of the query and the position (FNV-1a).
  private static func seal(_ position: ArraySlice<UInt8>, tag: UInt64) -> UInt64 {
    position.reduce(tag) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private static func append<Number: FixedWidthInteger>(
    _ number: Number, to bytes: inout [UInt8]
  ) {
    for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }

  // MARK: Reading

  /// Parses a cursor; nil unless `text(tag:)` wrote it for the query with this tag.
  public init?(_ text: String, tag: UInt64) {
    guard let bytes = Cursor.decoded(text) else { return nil }
    let section = Int(Cursor.number(bytes[1..<5])) - 1
    let index = Cursor.number(bytes[5..<13])
    guard Cursor.number(bytes[13..<21]) == Cursor.seal(bytes[..<13], tag: tag),
      section <= Cursor.sectionMax,
      let index = Int(exactly: index), index <= Cursor.indexMax
    else { return nil }
    if bytes[0] == Cursor.sectionMark {
      guard section >= 0, index == 0 else { return nil }
      position = .section(section)
    } else {
      guard let kind = Element.Kind(rawValue: bytes[0]), kind.isOfSection == (section >= 0)
      else { return nil }
      position = .element(Element(kind: kind, section: section, index: index))
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  // MARK: Base64url

  private static let alphabet = [UInt8](
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Encodes three bytes as four characters; the number of bytes is a multiple of three.
  private static func encoded(_ bytes: [UInt8]) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = Int(number(bytes[start..<(start + 3)]))
      for shift in [18, 12, 6, 0] {
        text.unicodeScalars.append(Unicode.Scalar(alphabet[group >> shift & 63]))
      }
    }
    return text
  }

  private static func decoded(_ text: String) -> [UInt8]? {
    guard text.utf8.count == textByteCount else { return nil }
    var bytes: [UInt8] = []
    var group = 0
    for (position, character) in text.utf8.enumerated() {
      guard let digit = alphabet.firstIndex(of: character) else { return nil }
      group = group << 6 | digit
      if position % 4 == 3 {
        bytes += [group >> 16, group >> 8, group].map { UInt8(truncatingIfNeeded: $0) }
        group = 0
      }
    }
    return bytes
  }
}
