/// The number of bytes of a text without the white space at its end. O(that white space)
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
  /// Lends the bytes as a text without slack.
  public func withText<Result, Failure: Error>(
    _ read: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe read(span.bytes)
  }
}
