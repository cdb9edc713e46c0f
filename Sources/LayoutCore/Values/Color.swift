/// A colour as the client spelled it (docs/rules.md#colours). It is returned, never interpreted.
///
/// Two colours are equal if their bytes are. Strings of the standard library are equal even if they only look alike.
public struct Color: Hashable, Sendable, ExpressibleByStringLiteral {
  public let text: String

  /// The allowed numbers of UTF-8 bytes.
  package static let byteCounts = 1...64

  /// Creates a colour from any text.
  public init(_ text: String) { self.text = text }

  public init(stringLiteral text: String) { self.text = text }

  public static func == (left: Color, right: Color) -> Bool {
    left.text.withUTF8Span { left in
      right.text.withUTF8Span { right in
        left.count == right.count && left.indices.allSatisfy { left[$0] == right[$0] }
      }
    }
  }

  public func hash(into hasher: inout Hasher) {
    text.withUTF8Span { bytes in
      for place in bytes.indices { hasher.combine(bytes[place]) }
    }
  }
}
