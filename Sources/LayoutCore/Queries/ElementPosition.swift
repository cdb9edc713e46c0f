/// A position in the order of docs/rules.md#order, at which a list of elements continues.
public struct ElementPosition: Hashable, Sendable {
  public let section: Int
  public let kind: Element.Kind
  public let index: Int

  /// The position before every element of a layout.
  public static let first = ElementPosition(section: -1, kind: .globalHeader, index: 0)

  /// Creates the position of an element, which need not exist.
  public init(section: Int, kind: Element.Kind, index: Int) {
    self.section = section
    self.kind = kind
    self.index = index
  }
}
