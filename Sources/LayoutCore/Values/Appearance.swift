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

/// The values of members (`MemberRow`) that are not their defaults.
public struct GivenMembers: Equatable, Sendable {
  /// A value of any form.
  package enum MemberContent: Equatable, Sendable {
    case number(Double)
    /// In UTF-8.
    case text([UInt8])
  }

  /// A value, and the code of its member.
  struct CodedValue: Equatable, Sendable {
    let code: UInt8
    let value: MemberContent
  }

  /// With ascending codes.
  private(set) var list: [CodedValue] = []

  /// Creates members that all have their defaults.
  public init() {}

  /// Whether all members have their defaults.
  var isEmpty: Bool { list.isEmpty }

  /// The value of the member with a code; nil for its default. O(members)
  package subscript(code: UInt8) -> MemberContent? {
    get { list.first { $0.code == code }?.value }
    set {
      list.removeAll { $0.code == code }
      guard let newValue else { return }
      let place = list.firstIndex { $0.code > code } ?? list.count
      list.insert(CodedValue(code: code, value: newValue), at: place)
    }
  }

  /// The memory of the values, in bytes.
  package var byteCount: Int {
    list.reduce(HeapBytes.array(list)) { bytes, member in
      if case .text(let text) = member.value { bytes + HeapBytes.array(text) } else { bytes }
    }
  }
}
