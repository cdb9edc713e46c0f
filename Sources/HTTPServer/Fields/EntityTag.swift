/// Conditions on entity tags (RFC 9110 sections 8.8.3, 13.1.1 and 13.1.2, docs/rules.md#entity-tags).
public enum EntityTag {
  /// The result of `If-Match` or `If-None-Match` for the representations of a resource.
  public enum Match: Sendable, Hashable {
    /// None of its tags matches.
    case none
    /// One of its tags is that of the representation with this number.
    case tag(Int)
    /// The field's value is `*`, which matches any current representation.
    case any
  }

  /// Compares the members of an `If-None-Match` value with strong tags, including quotes, by weak comparison.
  ///
  /// Returns the first member that is one of `tags`. Ignores everything after something that is not an entity tag.
  /// O(bytes · tags)
  public static func match(ifNoneMatch value: Span<UInt8>, tags: [[UInt8]]) -> Match {
    match(value, tags, takesWeak: true)
  }

  /// Compares the members of an `If-Match` value with strong tags, including quotes, by strong comparison: weak tags
  /// never match. O(bytes · tags)
  public static func match(ifMatch value: Span<UInt8>, tags: [[UInt8]]) -> Match {
    match(value, tags, takesWeak: false)
  }

  private static func match(_ value: Span<UInt8>, _ tags: [[UInt8]], takesWeak: Bool) -> Match {
    let trimmed = value.trimmedRange
    if trimmed.count == 1, value[trimmed.lowerBound] == UInt8(ascii: "*") { return .any }
    var place = 0
    while true {
      place = skipBlanks(value, place, andCommas: true)
      guard let tag = tagRange(value, at: place) else { return .none }
      let isCompared = takesWeak || value[place] == UInt8(ascii: "\"")
      for number in tags.indices where isCompared && isEqual(value.extracting(tag), tags[number]) {
        return .tag(number)
      }
      place = skipBlanks(value, tag.upperBound, andCommas: false)
      guard place == value.count || value[place] == UInt8(ascii: ",") else { return .none }
    }
  }

  private static func skipBlanks(_ value: Span<UInt8>, _ start: Int, andCommas: Bool) -> Int {
    var place = start
    while place < value.count,
      value[place] == 0x20 || value[place] == 0x09
        || (andCommas && value[place] == UInt8(ascii: ","))
    {
      place += 1
    }
    return place
  }

  /// The range of a quoted tag, without a `W/` before it; nil if there is none. A tag may contain commas.
  private static func tagRange(_ value: Span<UInt8>, at place: Int) -> Range<Int>? {
    var start = place
    if start + 1 < value.count, value[start] == UInt8(ascii: "W"),
      value[start + 1] == UInt8(ascii: "/")
    {
      start += 2
    }
    guard start < value.count, value[start] == UInt8(ascii: "\"") else { return nil }
    let end = value.firstIndex(of: UInt8(ascii: "\""), from: start + 1)
    guard end < value.count else { return nil }
    for inner in start + 1..<end where value[inner] < 0x21 || value[inner] == 0x7f { return nil }
    return start..<end + 1
  }

  private static func isEqual(_ first: Span<UInt8>, _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    for place in first.indices where first[place] != second[place] { return false }
    return true
  }
}
