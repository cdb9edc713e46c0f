/// The colours and the padding of an element (docs/rules.md#appearance). Elements with equal values share one object.
public final class Appearance: Sendable {
  public let backgroundColor: Color?
  public let selectedBackgroundColor: Color?
  /// As in the snapshot, not transposed.
  public let padding: EdgeInsets?

  /// Creates an appearance; nil if all values are nil.
  public convenience init?(
    backgroundColor: Color?, selectedBackgroundColor: Color?, padding: EdgeInsets?
  ) {
    if backgroundColor == nil && selectedBackgroundColor == nil && padding == nil { return nil }
    self.init(backgroundColor, selectedBackgroundColor, padding)
  }

  /// Never fails, because Embedded Swift does not free an object whose own initializer fails.
  private init(_ backgroundColor: Color?, _ selectedBackgroundColor: Color?, _ padding: EdgeInsets?)
  {
    self.backgroundColor = backgroundColor
    self.selectedBackgroundColor = selectedBackgroundColor
    self.padding = padding
  }

  static let objectBytes = HeapBytes.object((Color?, Color?, EdgeInsets?).self)
}

extension Appearance: Equatable {
  public static func == (left: Appearance, right: Appearance) -> Bool {
    left === right
      || (left.padding == right.padding && left.backgroundColor == right.backgroundColor
        && left.selectedBackgroundColor == right.selectedBackgroundColor)
  }
}
