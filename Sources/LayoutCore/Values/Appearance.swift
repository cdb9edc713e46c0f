/// The colours and the padding of an element (docs/rules.md#appearance); shared by elements that have the same.
public final class Appearance: Sendable {
  public let backgroundColor: Color?
  public let selectedBackgroundColor: Color?
  /// Given back as in the snapshot, not transposed.
  public let padding: EdgeInsets?

  /// Makes an appearance, or nil where nothing is set.
  public convenience init?(
    backgroundColor: Color?, selectedBackgroundColor: Color?, padding: EdgeInsets?
  ) {
    if backgroundColor == nil && selectedBackgroundColor == nil && padding == nil { return nil }
    self.init(backgroundColor, selectedBackgroundColor, padding)
  }

  /// This one never fails: Embedded Swift does not free an object whose own initializer does.
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
