/// A colour as the caller spelled it (docs/rules.md#colours); repeated, never interpreted.
///
/// Two are equal when their bytes are: strings of the standard library are already equal when they look alike.
public struct Color: Hashable, Sendable, ExpressibleByStringLiteral {
  public let text: String

  /// Makes a colour of any text.
  public init(_ text: String) { self.text = text }

  public init(stringLiteral text: String) { self.text = text }

  public static func == (left: Color, right: Color) -> Bool {
    left.text.utf8.count == right.text.utf8.count && left.text.utf8.elementsEqual(right.text.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}
