/// A colour as the caller spelled it (docs/rules.md#colours); repeated, never interpreted.
///
/// Two are equal when their bytes are: strings of the standard library are already equal when they look alike.
public struct Color: Hashable, Sendable, ExpressibleByStringLiteral {
  public let text: String

  /// How many bytes of UTF-8 there may be.
  package static let byteCounts = 1...64

  /// Makes a colour of any text.
  public init(_ text: String) { self.text = text }

  public init(stringLiteral text: String) { self.text = text }

  public static func == (left: Color, right: Color) -> Bool {
    let (left, right) = (left.text.utf8.span, right.text.utf8.span)
    return left.count == right.count && left.indices.allSatisfy { left[$0] == right[$0] }
  }

  public func hash(into hasher: inout Hasher) {
    let bytes = text.utf8.span
    for place in bytes.indices { hasher.combine(bytes[place]) }
  }
}
