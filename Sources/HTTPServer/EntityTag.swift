/// Conditions on entity tags (RFC 9110 sections 8.8.3 and 13.1.2).
public enum EntityTag {
  /// What an `If-None-Match` value says of some representation.
  public enum Match: Sendable, Hashable {
    /// None of its tags is one of the representation's.
    case none
    /// One of its tags is.
    case tag(String)
    /// It is `*`: any current representation, whatever its tag.
    case any
  }

  /// Compares the members of an `If-None-Match` value with strong tags, quotes included, by weak comparison.
  /// The first member that is one of `tags` is reported as it stands there, without `W/`. What follows
  /// something that is not an entity tag is not looked at.
  public static func match(ifNoneMatch value: String, tags: [String]) -> Match {
    var rest = value[...].utf8
    skip(&rest) { $0 == 0x20 || $0 == 0x09 }
    if trimmed(rest).elementsEqual("*".utf8) { return .any }
    while true {
      skip(&rest) { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
      guard let tag = takeTag(&rest) else { return .none }
      if tags.contains(tag) { return .tag(tag) }
      skip(&rest) { $0 == 0x20 || $0 == 0x09 }
      guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return .none }
    }
  }

  private static func skip(_ rest: inout Substring.UTF8View, while isSkipped: (UInt8) -> Bool) {
    while let first = rest.first, isSkipped(first) { rest = rest.dropFirst() }
  }

  /// A quoted tag, which may hold commas; `W/` before it is dropped.
  private static func takeTag(_ rest: inout Substring.UTF8View) -> String? {
    if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
    guard rest.first == UInt8(ascii: "\""),
      let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    let tag = rest[...end]
    rest = rest[rest.index(after: end)...]
    let isWellFormed = tag.dropFirst().dropLast().allSatisfy { $0 >= 0x21 && $0 != 0x7f }
    return isWellFormed ? String(Substring(tag)) : nil
  }
}
