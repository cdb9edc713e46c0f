internal import CHTTPServer

/// The decompressed body of a request with `Content-Encoding: gzip` (docs/rules.md#gzip-bodies), in its own memory.
@safe
public final class UnfoldedBody: Sendable {
  /// Why a body could not be decompressed.
  public enum Failure: Error, Hashable, Sendable {
    /// It is not exactly one gzip member: it is incomplete, has a wrong checksum, or is followed by other bytes.
    case damaged
    /// It has more than `room` bytes when decompressed. The rest was not decompressed.
    case noRoom
    /// The system is out of memory.
    case noMemory
  }

  // Not written to after `init`. Freed with the last reference.
  private nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>
  /// The number of bytes of the body.
  public let byteCount: Int

  /// Decompresses a gzip member to at most `room` bytes. O(room)
  public init(unfolding member: RawSpan, room: Int) throws(Failure) {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let result = unsafe member.withUnsafeBytes { member in
      unsafe http_gunzip(
        member.assumingMemoryBound(to: UInt8.self).baseAddress, member.count, room, &bytes, &count)
    }
    guard result == HTTP_GUNZIPPED, let bytes = unsafe bytes else {
      switch result {
      case HTTP_GUNZIP_NO_ROOM: throw .noRoom
      case HTTP_GUNZIP_NO_MEMORY: throw .noMemory
      default: throw .damaged
      }
    }
    unsafe self.bytes = bytes
    byteCount = count
  }

  deinit { unsafe http_gunzip_free(bytes) }

  /// The decompressed length according to a gzip member. It may be wrong. O(1)
  public static func claimedByteCount(of member: RawSpan) -> Int {
    unsafe member.withUnsafeBytes { member in
      unsafe http_gunzip_claim(
        member.assumingMemoryBound(to: UInt8.self).baseAddress, member.count)
    }
  }

  /// Calls `read` with the bytes, which are followed by `Request.bodySlackBytes` zero bytes.
  public func withBytes<Result, Failure: Error>(
    _ read: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return unsafe try read(UnsafeRawBufferPointer(start: bytes, count: byteCount).bytes)
  }
}
