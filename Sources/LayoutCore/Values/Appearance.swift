/// The colours, the padding and the members of an element (docs/rules.md#appearance). Elements with equal values share one
/// object.
public final class Appearance: Sendable {
  public let backgroundColor: Color?
  public let selectedBackgroundColor: Color?
  /// Infinite if there is no padding. An optional value would need more memory.
  private let insets: EdgeInsets
  /// The members that are handed back without rules of their own (`MemberRow.ofHeaders`).
  public let members: GivenMembers

  /// As in the snapshot, not transposed.
  public var padding: EdgeInsets? { insets.top == .infinity ? nil : insets }

  /// Creates an appearance of finite padding; nil if all values are nil or empty.
  public convenience init?(
    backgroundColor: Color?, selectedBackgroundColor: Color?, padding: EdgeInsets?,
    members: GivenMembers = GivenMembers()
  ) {
    if backgroundColor == nil && selectedBackgroundColor == nil && padding == nil && members.isEmpty
    {
      return nil
    }
    self.init(backgroundColor, selectedBackgroundColor, padding, members)
  }

  /// Never fails, because Embedded Swift does not free an object whose own initializer fails.
  private init(
    _ backgroundColor: Color?, _ selectedBackgroundColor: Color?, _ padding: EdgeInsets?,
    _ members: GivenMembers
  ) {
    self.backgroundColor = backgroundColor
    self.selectedBackgroundColor = selectedBackgroundColor
    insets = padding ?? EdgeInsets(top: .infinity, left: 0, bottom: 0, right: 0)
    self.members = members
  }

  static let objectBytes = HeapBytes.object((Color?, Color?, EdgeInsets, GivenMembers).self)
}

extension Appearance: Equatable {
  public static func == (left: Appearance, right: Appearance) -> Bool {
    left === right
      || (left.insets == right.insets && left.backgroundColor == right.backgroundColor
        && left.selectedBackgroundColor == right.selectedBackgroundColor
        && left.members == right.members)
  }
}

extension GivenMembers {
  /// The appearance of a cell whose item has colours of its own; nil if it has none.
  package func appearance(over appearance: Appearance?) -> Appearance? {
    func color(_ code: UInt8) -> Color? {
      guard case .text(let text) = self[code] else { return nil }
      // Texts are valid. To mend them takes a page 2 kB of code; systems of apps lack the other way.
      #if hasFeature(Embedded)
        guard let bytes = try? UTF8Span(validating: text.span) else { return nil }
        return Color(String(copying: bytes))
      #else
        return Color(String(decoding: text, as: UTF8.self))
      #endif
    }
    let background = color(MemberCode.backgroundColor)
    let selected = color(MemberCode.selectedBackgroundColor)
    if background == nil && selected == nil { return nil }
    return Appearance(
      backgroundColor: background ?? appearance?.backgroundColor,
      selectedBackgroundColor: selected ?? appearance?.selectedBackgroundColor,
      padding: appearance?.padding, members: appearance?.members ?? GivenMembers())
  }
}
