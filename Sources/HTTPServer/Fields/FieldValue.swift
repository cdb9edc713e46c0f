/// Functions that the readers of header values share.
extension Span<UInt8> {
  /// The first place from `start` on where the byte stands; the end where it does not. O(bytes)
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int {
    var place = start
    while place < count, self[place] != byte { place += 1 }
    return place
  }

  /// The places without the spaces and tabs around them. O(bytes)
  var trimmedRange: Range<Int> {
    var start = 0
    var end = count
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    while start < end, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }

  /// Whether the bytes are those of a text, whose letters are in lower case, in any case. O(bytes)
  func equals(caseless text: String) -> Bool {
    let bytes = text.utf8.span
    guard count == bytes.count else { return false }
    for place in indices {
      let byte = self[place]
      let isUpperCase = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if (isUpperCase ? byte | 0x20 : byte) != bytes[place] { return false }
    }
    return true
  }
}
