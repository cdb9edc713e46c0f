// Conversions between values of C and of Swift.

internal import CHTTPServer
import Glibc

extension Method {
  init(_ method: http_method) { self = Method(rawValue: UInt8(method.rawValue))! }
}

extension HeaderName {
  /// The usual spelling of the name.
  public var text: String { unsafe String(cString: http_header_name(cHeader)) }

  fileprivate var cHeader: http_header { http_header(UInt32(rawValue)) }
}

/// The request target up to the first `?`. Valid while the exchange exists.
func pathBytes(of exchange: OpaquePointer) -> UnsafeBufferPointer<UInt8> {
  var count = 0
  let start = unsafe http_exchange_path(exchange, &count)
  return unsafe UnsafeBufferPointer(start: start, count: count)
}

/// The value of a header's first line at or after `place`, which moves past that line. Valid while the exchange exists.
func headerValue(
  _ name: HeaderName, of exchange: OpaquePointer, from place: inout Int
) -> UnsafeBufferPointer<UInt8>? {
  var count = 0
  let start = unsafe http_exchange_header(
    exchange, name.cHeader, &place, &count)
  return unsafe start.map { unsafe UnsafeBufferPointer(start: $0, count: count) }
}

extension HeaderLines {
  /// Appends two literals, such as a value and the end of its line.
  static func append(_ text: StaticString, _ end: StaticString, to bytes: inout [UInt8]) {
    let (count, endCount) = (text.utf8CodeUnitCount, end.utf8CodeUnitCount)
    bytes.append(addingCapacity: count + endCount) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
        let start = unsafe buffer.baseAddress! + initializedCount
        unsafe start.update(from: text.utf8Start, count: count)
        unsafe (start + count).update(from: end.utf8Start, count: endCount)
        initializedCount += count + endCount
      }
    }
  }

  /// Appends a literal, for which there is room.
  @inline(__always)
  static func append(_ text: StaticString, to output: inout OutputSpan<UInt8>) {
    let count = text.utf8CodeUnitCount
    precondition(count <= output.freeCapacity)
    unsafe output.withUnsafeMutableBufferPointer { buffer, initializedCount in
      unsafe (buffer.baseAddress! + initializedCount).update(from: text.utf8Start, count: count)
      initializedCount += count
    }
  }
}

/// The body of an answer, or a piece of one. Retained while the C side sends it.
final class SentBody: Sendable {
  /// Shorter bodies are copied, because that is cheaper.
  fileprivate static let bytesMin = 4096

  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Passes the bytes to the C side, which releases this if it accepts them.
  func lent(to take: (UnsafePointer<UInt8>?, Int, UnsafeMutableRawPointer) -> Bool) -> Bool {
    // An array's bytes do not move while the array is retained and not written to.
    let owner = unsafe Unmanaged.passRetained(self)
    let isTaken = unsafe bytes.withUnsafeBufferPointer {
      unsafe take($0.baseAddress, $0.count, owner.toOpaque())
    }
    if !isTaken { unsafe owner.release() }
    return isTaken
  }
}

extension Response {
  /// Calls `take` with a C value whose body is to be copied.
  func withCResponse<Result>(_ take: (UnsafePointer<http_response>) -> Result) -> Result {
    unsafe withCResponse(bodyOwner: nil, take)
  }

  /// Calls `take` with a C value. A long body is not copied but retained while it is sent.
  func sent(by take: (UnsafePointer<http_response>) -> http_respond_result) -> http_respond_result {
    guard !isGzipped, body.count >= SentBody.bytesMin else { return unsafe withCResponse(take) }
    // An array's bytes do not move while the array is retained and not written to.
    let owner = unsafe Unmanaged.passRetained(SentBody(body))
    let result = unsafe withCResponse(bodyOwner: owner.toOpaque(), take)
    if result != HTTP_RESPONDED { unsafe owner.release() }
    return result
  }

  private func withCResponse<Result>(
    bodyOwner: UnsafeMutableRawPointer?, _ take: (UnsafePointer<http_response>) -> Result
  ) -> Result {
    unsafe headers.bytes.withUnsafeBytes { lines in
      unsafe body.withUnsafeBufferPointer { bytes in
        var converted = unsafe http_response(
          status: UInt32(clamping: status),
          lines: lines.assumingMemoryBound(to: CChar.self).baseAddress,
          line_bytes: lines.count, body: bytes.baseAddress, body_bytes: bytes.count,
          body_owner: bodyOwner, gzips: isGzipped && !bytes.isEmpty, closes: closesConnection)
        return unsafe take(&converted)
      }
    }
  }
}

extension Refusal {
  /// The statuses of all refusals.
  public static let statuses = Set(
    (HTTP_NOT_REFUSED.rawValue + 1..<HTTP_REFUSAL_COUNT.rawValue).map {
      Int(http_refusal_status(http_refusal($0)))
    })

  init(_ refusal: http_refusal) {
    switch refusal {
    case HTTP_REFUSED_CONNECTIONS: self = .connections
    case HTTP_REFUSED_DESCRIPTORS: self = .descriptors
    case HTTP_REFUSED_BODIES: self = .bodies
    case HTTP_REFUSED_MEMORY: self = .memory
    case HTTP_REFUSED_HEAD_TIMEOUT: self = .headTimeout
    case HTTP_REFUSED_BODY_TIMEOUT: self = .bodyTimeout
    case HTTP_REFUSED_BODY_SILENCE: self = .bodySilence
    case HTTP_REFUSED_LENGTH_MISSING: self = .lengthMissing
    case HTTP_REFUSED_BODY_SIZE: self = .bodySize
    case HTTP_REFUSED_TARGET_SIZE: self = .targetSize
    case HTTP_REFUSED_HEAD_SIZE: self = .headSize
    case HTTP_REFUSED_HEADER_LINES: self = .headerLines
    case HTTP_REFUSED_METHOD: self = .method
    case HTTP_REFUSED_VERSION: self = .version
    default: self = .malformed
    }
  }
}

extension ShortText {
  init(cString text: UnsafePointer<CChar>) {
    byteCount = unsafe strnlen(text, ShortText.bytesMax)
    var room = storage.mutableSpan
    unsafe room.withUnsafeMutableBytes {
      unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: text, count: byteCount))
    }
  }
}

extension ServerError {
  init(_ result: http_server_result, _ address: ListenAddress, _ reason: String) {
    switch result {
    case HTTP_SERVER_BAD_ADDRESS: self = .badAddress(address, reason: reason)
    case HTTP_SERVER_ADDRESS_IN_USE: self = .addressInUse(address)
    case HTTP_SERVER_UNSUPPORTED_LIBRARY: self = .unsupportedLibrary(version: reason)
    default: self = .system(reason: reason)
    }
  }
}

extension String {
  init(decodingCString text: [CChar]) {
    // On other processors, C's `char` is unsigned.
    let bytes = text.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }
    self.init(decoding: bytes, as: UTF8.self)
  }
}

extension Duration {
  var milliseconds: UInt32 {
    let (seconds, attoseconds) = components
    let (milliseconds, isOverflowing) = seconds.multipliedReportingOverflow(by: 1000)
    return isOverflowing
      ? UInt32.max : UInt32(clamping: milliseconds + attoseconds / 1_000_000_000_000_000)
  }
}
