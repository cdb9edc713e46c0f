internal import CHTTPServer

/// The unfolded body of `Content-Encoding: gzip` (docs/rules.md#gzip-bodies), in memory of its own.
@safe
public final class UnfoldedBody: Sendable {
  /// Why a body does not unfold.
  public enum Failure: Error, Hashable, Sendable {
    /// It is not one gzip member: cut short, with a wrong sum, or with something behind it.
    case damaged
    /// It unfolds to more bytes than there is room for; the rest was not unfolded.
    case noRoom
    /// The system has no memory.
    case noMemory
  }

  // Nothing writes to it any more; it is freed with the last reference.
  private nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>
  /// How many bytes the body has.
  public let byteCount: Int

  /// Unfolds a gzip member into at most `room` bytes. O(room)
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

  /// How many bytes a gzip member says it unfolds to; it may be wrong. O(1)
  public static func claimedByteCount(of member: RawSpan) -> Int {
    unsafe member.withUnsafeBytes { member in
      unsafe http_gunzip_claim(
        member.assumingMemoryBound(to: UInt8.self).baseAddress, member.count)
    }
  }

  /// Hands out the bytes, whose memory is followed by `Request.bodySlackBytes` zero bytes.
  public func withBytes<Result, Failure: Error>(
    _ read: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return unsafe try read(UnsafeRawBufferPointer(start: bytes, count: byteCount).bytes)
  }
}
