/// The place of an element in the order of docs/rules.md#order, from which a list goes on.
public struct ElementPosition: Hashable, Sendable {
  public let section: Int
  public let kind: Element.Kind
  public let index: Int

  /// Before every element of a layout.
  public static let first = ElementPosition(section: -1, kind: .globalHeader, index: 0)

  /// The place of an element, whether there is one or not.
  public init(section: Int, kind: Element.Kind, index: Int) {
    self.section = section
    self.kind = kind
    self.index = index
  }
}
