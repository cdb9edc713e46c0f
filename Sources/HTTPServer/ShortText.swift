/// A text of at most 64 bytes that is copied without allocating, such as a request's id or `traceparent`.
public struct ShortText: Sendable {
  /// The greatest length, in bytes.
  public static let bytesMax = 64

  // Visible to other modules, so that accesses can be inlined there.
  @usableFromInline var storage = InlineArray<64, UInt8>(repeating: 0)
  @usableFromInline var byteCount = 0

  /// Copies the first `bytesMax` bytes and drops the rest.
  @inlinable public init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byteCount == ShortText.bytesMax { break }
      storage[byteCount] = byte
      byteCount += 1
    }
  }

  /// The number of bytes.
  @inlinable public var count: Int { byteCount }

  /// The byte at an index below `count`.
  @inlinable public subscript(index: Int) -> UInt8 { storage[index] }

  /// Calls `body` with all bytes. This is cheaper than reading them one by one.
  public func withBytes(_ body: (Span<UInt8>) -> Void) {
    body(storage.span.extracting(0..<byteCount))
  }
}

extension ShortText: CustomStringConvertible {
  public var description: String {
    String(decoding: (0..<count).map { self[$0] }, as: UTF8.self)
  }
}
