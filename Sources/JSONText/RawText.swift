internal import LayoutCore

/// The length of a text without white space at its end, in bytes. O(that white space)
public func byteCountWithoutSpace(of text: RawSpan) -> Int {
  unsafe text.withUnsafeBytes { bytes in
    var count = bytes.count
    while count > 0 {
      let byte = unsafe bytes[count - 1]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      count -= 1
    }
    return count
  }
}

/// Appends a part of a text.
public func appendBytes(_ range: Range<Int>, of text: RawSpan, to bytes: inout [UInt8]) {
  unsafe text.extracting(range).withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
}

extension [UInt8] {
  /// Calls `read` with the bytes as a text without slack.
  public func withText<Result, Failure: Error>(
    _ read: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe read(SpanArray(self).span.bytes)
  }
}

/// The range of the value of the only member in a text that begins with `{"name":` and ends with a brace; nil for other
/// texts. The range is the member's value only if it is itself JSON. O(white space)
public func rangeOfOnlyMember(_ name: StaticString, in text: RawSpan) -> Range<Int>? {
  unsafe text.withUnsafeBytes { bytes in
    func isSpace(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
    var (start, end) = (0, bytes.count)
    func skipSpace() { while start < end, unsafe isSpace(bytes[start]) { start += 1 } }
    func skip(_ byte: UInt8) -> Bool {
      guard start < end, unsafe bytes[start] == byte else { return false }
      start += 1
      return true
    }
    func skipName() -> Bool {
      for place in 0..<name.utf8CodeUnitCount {
        guard unsafe skip(name.utf8Start[place]) else { return false }
      }
      return true
    }
    skipSpace()
    guard skip(UInt8(ascii: "{")) else { return nil }
    skipSpace()
    guard skip(UInt8(ascii: "\"")), skipName(), skip(UInt8(ascii: "\"")) else { return nil }
    skipSpace()
    guard skip(UInt8(ascii: ":")) else { return nil }
    while end > start, unsafe isSpace(bytes[end - 1]) { end -= 1 }
    guard end > start, unsafe bytes[end - 1] == UInt8(ascii: "}") else { return nil }
    return start..<end - 1
  }
}

extension RawSpan {
  /// Whether a name `from` or `to` is near the beginning of the text, before any name `steps`.
  public var beginsWithTrees: Bool {
    unsafe withUnsafeBytes { bytes in
      func has(_ name: StaticString, at place: Int) -> Bool {
        guard place + name.utf8CodeUnitCount <= bytes.count else { return false }
        for offset in 0..<name.utf8CodeUnitCount
        where unsafe bytes[place + offset] != name.utf8Start[offset] {
          return false
        }
        return true
      }
      for place in 0..<min(bytes.count, 256) where unsafe bytes[place] == UInt8(ascii: "\"") {
        if has("\"steps\"", at: place) { return false }
        if has("\"from\"", at: place) || has("\"to\"", at: place) { return true }
      }
      return false
    }
  }
}
