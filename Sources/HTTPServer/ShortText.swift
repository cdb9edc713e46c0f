/// A text of at most 64 bytes that is copied without allocating: a request's id, its `traceparent`.
public struct ShortText: Sendable {
  /// The longest one, in bytes.
  public static let bytesMax = 64

  // Seen by other modules, so that what they read and write of it is compiled into them.
  @usableFromInline var storage = InlineArray<64, UInt8>(repeating: 0)
  @usableFromInline var byteCount = 0

  /// Takes the bytes up to `bytesMax`; what follows is left out.
  @inlinable public init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byteCount == ShortText.bytesMax { break }
      storage[byteCount] = byte
      byteCount += 1
    }
  }

  /// How many bytes it has.
  @inlinable public var count: Int { byteCount }

  /// The byte at an index below `count`.
  @inlinable public subscript(index: Int) -> UInt8 { storage[index] }

  /// Lends all bytes at once, which is cheaper than one after the other.
  public func withBytes(_ body: (Span<UInt8>) -> Void) {
    body(storage.span.extracting(0..<byteCount))
  }
}

extension ShortText: CustomStringConvertible {
  public var description: String {
    String(decoding: (0..<count).map { self[$0] }, as: UTF8.self)
  }
}
