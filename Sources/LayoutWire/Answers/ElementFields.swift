internal import JSONText
internal import LayoutCore

/// A member of an element beside those that say which element it is and those of member rows.
enum ElementField: UInt32, CaseIterable {
  case frame, zIndex, pinned, waits, columnIndex, color, backgroundColor
  case selectedBackgroundColor, padding, estimated, distance, transformedFrame
}

/// The members with which elements are answered (docs/parameters.md#parameter-fields). Those that say which element it is
/// are always among them.
public struct ElementFields: Hashable, Sendable {
  /// A bit for each name; all bits without the parameter.
  private let chosen: UInt32

  /// All members.
  public static let all = ElementFields(chosen: .max)

  /// The names of all members that an element may have beside those that say which element it is.
  public static let names: [String] = {
    let own = ElementField.allCases.map { "\($0)" }
    let rows = MemberRow.ofItems.filter(\.isOfElements) + MemberRow.ofHeaders
    return rows.reduce(into: own) { names, row in
      if !names.contains(row.name) { names.append(row.name) }
    }
  }()

  private init(chosen: UInt32) { self.chosen = chosen }

  /// The members that say which element it is. They may be named, too.
  private static let naming: [Substring] = ["category", "kind", "section", "item", "index"]

  /// Parses names separated by commas; nil if one is unknown. O(bytes)
  init?(_ text: Span<UInt8>) {
    var chosen: UInt32 = 0
    for name in text.text.split(separator: ",", omittingEmptySubsequences: false) {
      if ElementFields.naming.contains(name) { continue }
      guard let place = ElementFields.names.firstIndex(of: String(name)) else { return nil }
      chosen |= 1 << UInt32(place)
    }
    self.init(chosen: chosen)
  }

  /// Whether this member is answered.
  func has(_ field: ElementField) -> Bool { chosen & 1 << field.rawValue != 0 }

  /// Whether members of this name are answered.
  func has(_ name: String) -> Bool {
    if self == .all { return true }
    return ElementFields.names.firstIndex(of: name).map { chosen & 1 << UInt32($0) != 0 } ?? false
  }

  /// Those of these members that are answered.
  func kept(of rows: [MemberRow]) -> [MemberRow] {
    self == .all ? rows : rows.filter { has($0.name) }
  }

  /// A number for each choice.
  public var bits: UInt64 { UInt64(chosen) }

  /// The parameter's value: the names in order, with commas between.
  public var text: String { ElementFields.names.filter(has).joined(separator: ",") }
}
