/// The colours, the padding and the data of an element (docs/rules.md#appearance). Elements with equal values share one
/// object.
public final class Appearance: Sendable {
  public let backgroundColor: Color?
  public let selectedBackgroundColor: Color?
  /// Infinite if there is no padding. An optional value would need more memory.
  private let insets: EdgeInsets
  /// The client's text in UTF-8, which is never interpreted; empty if there is none.
  public let data: [UInt8]

  /// The allowed numbers of bytes of `data`.
  package static let dataByteCounts = 0...256

  /// As in the snapshot, not transposed.
  public var padding: EdgeInsets? { insets.top == .infinity ? nil : insets }

  /// Creates an appearance of finite padding; nil if all values are nil or empty.
  public convenience init?(
    backgroundColor: Color?, selectedBackgroundColor: Color?, padding: EdgeInsets?,
    data: [UInt8] = []
  ) {
    if backgroundColor == nil && selectedBackgroundColor == nil && padding == nil && data.isEmpty {
      return nil
    }
    self.init(backgroundColor, selectedBackgroundColor, padding, data)
  }

  /// Never fails, because Embedded Swift does not free an object whose own initializer fails.
  private init(
    _ backgroundColor: Color?, _ selectedBackgroundColor: Color?, _ padding: EdgeInsets?,
    _ data: [UInt8]
  ) {
    self.backgroundColor = backgroundColor
    self.selectedBackgroundColor = selectedBackgroundColor
    insets = padding ?? EdgeInsets(top: .infinity, left: 0, bottom: 0, right: 0)
    self.data = data
  }

  static let objectBytes = HeapBytes.object((Color?, Color?, EdgeInsets, [UInt8]).self)
}

extension Appearance: Equatable {
  public static func == (left: Appearance, right: Appearance) -> Bool {
    left === right
      || (left.insets == right.insets && left.backgroundColor == right.backgroundColor
        && left.selectedBackgroundColor == right.selectedBackgroundColor
        && left.data == right.data)
  }
}
